/* The points of a batch beside the first. Earlier ones stand among the evaluated points with the
 * values the model gave them, so that later ones keep away. */
#include <string.h>

#include "solver/surrogate/surrogate.h"

static const double SURROGATE_AWAY[3] = {0.1, 0.03, 0.01};

/* A direction in which the points spread least. */
static int surrogate_more_direction(surrogate_state *s, size_t centre, surrogate_slot *slot) {
    surrogate_direction how = {
        .radius = fmin(s->D, 0.25), .least = INFINITY, .move = 0.2, .away = 0.05};
    return heco_surrogate_geometry(s, heco_surrogate_fit(s, centre), centre, &how, slot);
}

/* The model problem in a region of another size. */
static int surrogate_more_region(surrogate_state *s, size_t centre, size_t j, double *x) {
    double               radius = j % 2 == 1 ? fmin(1.0, 2.0 * s->D) : 0.5 * s->D;
    surrogate_subproblem sub    = {.model  = heco_surrogate_fit(s, centre),
                                   .radius = radius,
                                   .away   = 0.1 * fmin(radius, 0.3),
                                   .starts = 6,
                                   .drop   = j % 2 == 1};
    return heco_surrogate_solve(s, &sub, x) && heco_samples_distance(&s->E, x) >= 1e-6;
}

/* The model problem over the whole cube. */
static int surrogate_more_cube(surrogate_state *s, size_t centre, double *x) {
    size_t               turn = s->cyc++;
    surrogate_subproblem sub  = {.model  = heco_surrogate_fit_wide(s, centre),
                                 .radius = 1.0,
                                 .away   = SURROGATE_AWAY[turn % 3] * sqrt((double)s->n),
                                 .starts = 6,
                                 .drop   = turn & 1};
    return heco_surrogate_solve(s, &sub, x);
}

int heco_surrogate_propose_more(surrogate_state *s, surrogate_slot *slot, size_t j) {
    size_t centre = heco_surrogate_centre(s), way = (j - 1 + s->batches) % 3;
    int    found = 0;
    slot->kind   = SURROGATE_MORE;
    if (centre == s->E.count)
        centre = heco_surrogate_best(s); /* the current run has no value yet */
    for (size_t k = 0; k < s->m; k++) slot->y[k] = NAN;
    if (centre == s->E.count) return heco_surrogate_far(s, NULL, 0.0, slot->x);
    const double *c = s->E.x + centre * s->n;
    if (way == 0) found = surrogate_more_direction(s, centre, slot);
    if (way == 1) found = surrogate_more_region(s, centre, j, slot->x);
    if (way == 2) found = surrogate_more_cube(s, centre, slot->x);
    if (!found && way < 2) found = heco_surrogate_far(s, c, fmin(s->D, 0.5), slot->x);
    if (!found && !heco_surrogate_far(s, NULL, 0.0, slot->x)) return 0;
    heco_rbf_predict(way < 2 ? heco_surrogate_fit(s, centre) : &s->large, slot->x, slot->y);
    for (size_t k = 0; k < s->m; k++)
        if (!(fabs(slot->y[k]) <= 1e100)) slot->y[k] = s->E.y[centre * s->m + k];
    return 1;
}
