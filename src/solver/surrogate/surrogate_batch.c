/* The points of a batch after the first. The points before them are added to the samples with the
 * outputs that the model predicts, so that later ones keep a distance. */
#include <string.h>

#include "solver/surrogate/surrogate.h"

/* A solution over the whole cube keeps at least this distance from all samples, in units of the
 * diagonal of the cube. The three values alternate. */
static const double BATCH_AWAY[3] = {0.1, 0.03, 0.01};
enum { BATCH_STARTS = 6 /* starting points of a model problem */ };

/* Proposes a point along the direction in which the samples vary least. Returns 0 if it is too near
 * to a sample. */
static int batch_propose_geometry(surrogate_state *s, size_t centre, surrogate_trial *trial) {
    surrogate_direction how = {
        .radius = fmin(s->local.radius, 0.25), .least = INFINITY, .move = 0.2, .away = 0.05};
    return heco_surrogate_propose_geometry(s, heco_surrogate_fit(s, centre), centre, &how, trial);
}

/* Solves the model problem in a trust region of half the radius, or of twice the radius if j is
 * odd. Returns 0 if there is no new solution. */
static int batch_solve_region(surrogate_state *s, size_t centre, size_t j, double *x) {
    int                  larger = j % 2 == 1;
    double               radius = larger ? fmin(1.0, 2.0 * s->local.radius) : 0.5 * s->local.radius;
    surrogate_subproblem sub    = {.model  = heco_surrogate_fit(s, centre),
                                   .radius = radius,
                                   .away   = 0.1 * fmin(radius, 0.3),
                                   .starts = BATCH_STARTS,
                                   .drop   = larger};
    return heco_surrogate_solve(s, &sub, x) && heco_samples_distance(&s->samples, x) >= 1e-6;
}

/* Solves the model problem over the whole unit cube and writes the solution to x. Takes a turn of
 * the restarts (restarts.count) and overwrites models.large. */
static int batch_solve_cube(surrogate_state *s, size_t centre, double *x) {
    size_t               turn = s->restarts.count++;
    surrogate_subproblem sub  = {.model  = heco_surrogate_fit_wide(s, centre),
                                 .radius = 1.0,
                                 .away   = BATCH_AWAY[turn % 3] * sqrt((double)s->n),
                                 .starts = BATCH_STARTS,
                                 .drop   = turn & 1};
    return heco_surrogate_solve(s, &sub, x);
}

int heco_surrogate_propose_more(surrogate_state *s, surrogate_trial *trial, size_t j) {
    const heco_samples *e      = &s->samples;
    size_t              centre = heco_surrogate_centre(s), way = (j - 1 + s->batches) % 3;
    int                 found = 0;
    trial->kind               = SURROGATE_MORE;
    /* A local search that has just begun has no evaluated point. */
    if (centre == e->count) centre = heco_surrogate_best(s);
    for (size_t k = 0; k < s->m; k++) trial->y[k] = NAN;
    if (centre == e->count) return heco_surrogate_draw_far(s, NULL, 0.0, trial->x);
    const double *c = e->x + centre * s->n;
    if (way == 0) found = batch_propose_geometry(s, centre, trial);
    if (way == 1) found = batch_solve_region(s, centre, j, trial->x);
    if (way == 2) found = batch_solve_cube(s, centre, trial->x);
    if (!found && way < 2)
        found = heco_surrogate_draw_far(s, c, fmin(s->local.radius, 0.5), trial->x);
    if (!found && !heco_surrogate_draw_far(s, NULL, 0.0, trial->x)) return 0;
    heco_rbf_predict(way < 2 ? heco_surrogate_fit(s, centre) : &s->models.large, trial->x,
                     trial->y);
    for (size_t k = 0; k < s->m; k++)
        if (!(fabs(trial->y[k]) <= 1e100)) trial->y[k] = e->y[centre * s->m + k];
    return 1;
}
