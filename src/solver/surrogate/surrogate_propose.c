/* The next trial point of `surrogate`: a step of the local search, a point that improves the
 * geometry of the samples, or the start of another local search.
 *
 * The constants were chosen with the prototype (docs/algorithms/surrogate.md). Lengths are in the
 * unit cube. */
#include <string.h>

#include "solver/surrogate/geometry.h"
#include "solver/surrogate/surrogate.h"

enum {
    PROPOSE_TURNS        = 200, /* changes of the state that one proposal may take           */
    PROPOSE_RECENTRED    = 20,  /* consecutive changes of the centre by new weights          */
    PROPOSE_PROBES       = 10,  /* samples between two points of the kind SURROGATE_PROBE    */
    PROPOSE_RESTORATIONS = 4    /* increases of the weights in one local search              */
};
static const double PROPOSE_KNOWN = 1e-9; /* points at a smaller distance are the same         */
/* Rounding error of a decrease of f, relative to |f|. */
static const double PROPOSE_ROUNDING = 1e-15;
/* If the model predicts no decrease, the radius shrinks to PROPOSE_LEAST_RADIUS at the least. If it
 * is at most PROPOSE_END_RADIUS then, the local search ends. */
static const double PROPOSE_END_RADIUS = 1e-3, PROPOSE_LEAST_RADIUS = 1e-4;
/* A local search begins with PROPOSE_RADIUS; with PROPOSE_SMALL_RADIUS if it starts from the best
 * point, or again after the weights were increased. */
static const double PROPOSE_RADIUS = 0.25, PROPOSE_SMALL_RADIUS = 0.05;

typedef enum {
    PROPOSE_READY, /* the trial point is written                  */
    PROPOSE_AGAIN, /* the state has changed: another try is due   */
    PROPOSE_OVER   /* the local search has ended                  */
} propose_next;

/* Returns a view of the samples, to which models are fitted. */
static heco_rbf_data propose_data(const surrogate_state *s) {
    const heco_samples *e = &s->samples;
    return (heco_rbf_data){e->x, e->y, e->usable, e->count};
}

/* The smaller window holds little more than a full quadratic needs. It is fitted only if there are
 * enough samples and if it is clearly smaller. The last fit is returned if neither the centre nor
 * the samples have changed. */
const heco_rbf *heco_surrogate_fit(surrogate_state *s, size_t centre) {
    surrogate_models *models = &s->models;
    size_t            n = s->n, few = (n + 1) * (n + 2) / 2 + n + 2, count = s->samples.count;
    size_t            near = few / 2 > n + 2 ? few / 2 : n + 2;
    const double     *c    = s->samples.x + centre * n;
    heco_rbf_data     data = propose_data(s);
    if (models->current != NULL && models->centre == centre && models->count == count)
        return models->current;
    models->centre = centre, models->count = count;
    models->current = &models->large;
    if (2 * count < 3 * few || 5 * few > 4 * s->window) {
        heco_rbf_fit(&models->fitter, &models->large, &data, c, s->window, 0);
        return models->current;
    }
    double large = heco_rbf_fit(&models->fitter, &models->large, &data, c, s->window, near);
    double small = heco_rbf_fit(&models->fitter, &models->small, &data, c, few, near);
    if (small < large) models->current = &models->small;
    return models->current;
}

const heco_rbf *heco_surrogate_fit_wide(surrogate_state *s, size_t centre) {
    heco_rbf_data data = propose_data(s);
    s->models.current  = NULL;
    heco_rbf_fit(&s->models.fitter, &s->models.large, &data, s->samples.x + centre * s->n,
                 SURROGATE_WINDOW, 0);
    return &s->models.large;
}

int heco_surrogate_draw_far(surrogate_state *s, const double *c, double radius, double *x) {
    size_t tries = c != NULL ? 40 * s->n : 30;
    if (heco_samples_draw_farthest(&s->samples, x, c, radius, tries, s->rng) > PROPOSE_KNOWN)
        return 1;
    return c == NULL && heco_samples_find_unused(&s->samples, x);
}

int heco_surrogate_propose_geometry(surrogate_state *s, const heco_rbf *q, size_t centre,
                                    const surrogate_direction *how, surrogate_trial *trial) {
    const double *c = s->samples.x + centre * s->n, *d = s->work.direction;
    double        R = how->radius, best = INFINITY, *x = s->work.x, *y = s->work.y;
    if (!(heco_geometry_least_direction(s->work.direction, &s->samples, c, R, s->work.eigen) <
          how->least))
        return 0;
    for (int side = -1; side <= 1; side += 2) {
        double move = 0.0;
        for (size_t j = 0; j < s->n; j++) x[j] = c[j] + side * 0.7 * R * d[j];
        heco_samples_round(&s->samples, x);
        for (size_t j = 0; j < s->n; j++) move = fmax(move, fabs(x[j] - c[j]));
        if (move < how->move * R) continue;
        if (heco_samples_distance(&s->samples, x) < fmax(1e-7, how->away * R)) continue;
        heco_rbf_predict(q, x, y);
        double merit = fmin(heco_surrogate_merit(s, y), 1e300);
        if (!(merit < best)) continue;
        best = merit;
        memcpy(trial->x, x, s->n * sizeof *x);
        memcpy(trial->y, y, s->m * sizeof *y);
    }
    return isfinite(best);
}

/* Proposes the solution without the constraints whose models are unreliable, at most once in
 * PROPOSE_PROBES samples. Returns 0 if it proposes nothing. Updates local.last_probe. */
static int propose_probe(surrogate_state *s, const heco_rbf *q, surrogate_trial *trial) {
    int    unreliable = 0;
    size_t count      = s->samples.count;
    for (size_t k = 1; k < s->m; k++) unreliable |= heco_surrogate_is_unreliable(q, k);
    if (!unreliable || count < s->local.last_probe + PROPOSE_PROBES) return 0;
    s->local.last_probe      = count;
    surrogate_subproblem sub = {
        .model = q, .radius = fmax(s->local.radius, 0.5), .starts = 4, .drop = 1};
    if (!heco_surrogate_solve(s, &sub, trial->x)) return 0;
    if (!(heco_samples_distance(&s->samples, trial->x) > 1e-3)) return 0;
    heco_rbf_predict(q, trial->x, trial->y);
    trial->kind = SURROGATE_PROBE;
    return 1;
}

/* Returns the size of f to which decreases are compared: |f|, but at most the spread of the values,
 * so that f and f + constant have the same steps. */
static double propose_size(const surrogate_state *s, double f) {
    return fmin(fabs(f), s->merit.scale[0]);
}

/* Returns 1 if an earlier local search ended near c with a merit that is no worse. */
static int propose_is_known(const surrogate_state *s, const double *c, double merit) {
    if (s->local.polishing || s->local.radius >= 0.1) return 0;
    for (size_t i = 0; i < s->restarts.solutions; i++) {
        const surrogate_solution *other = &s->restarts.solution[i];
        double                    sum   = 0.0;
        for (size_t j = 0; j < s->n; j++) sum += (c[j] - other->x[j]) * (c[j] - other->x[j]);
        if (sqrt(sum) < 0.01 * sqrt((double)s->n) &&
            merit > other->merit - 1e-4 * propose_size(s, other->merit))
            return 1;
    }
    return 0;
}

/* Divides margins and safety by ten. Returns 0 if there are none left. */
static int propose_cut_margins(surrogate_state *s) {
    surrogate_local *local = &s->local;
    int              cut   = 0;
    for (size_t k = 1; k <= s->ng; k++) {
        double to = local->margin[k] / 10.0;
        if (!(local->margin[k] > 0.0)) continue;
        local->margin[k] = to < 1e-11 * s->merit.scale[k] ? 0.0 : to;
        cut              = 1;
    }
    if (s->ng == 0 || !(local->safety > 2e-12)) return cut;
    local->safety /= 10.0;
    return 1;
}

/* Restoration: the local search ends at an infeasible point with outputs y. Increases the weights
 * of the constraints that are violated there and continues with a small radius. Returns 0 if there
 * are none, or if it was done too often. */
static int propose_increase_weights(surrogate_state *s, const heco_rbf *q, const double *y) {
    int violated = 0;
    if (s->local.restorations >= PROPOSE_RESTORATIONS) return 0;
    for (size_t k = 1; k < s->m; k++) {
        double v = heco_surrogate_violation(s, y, k), *weight = &s->merit.weight[k];
        if (!(v > 0.0)) continue;
        violated                 = 1;
        s->merit.least_weight[k] = fmax(10.0 * *weight, 0.1 * q->out[0].scale / v);
        *weight                  = fmax(*weight, s->merit.least_weight[k]);
    }
    if (!violated) return 0;
    s->local.restorations++;
    s->local.stalls = s->local.failures = 0;
    s->local.radius                     = PROPOSE_SMALL_RADIUS;
    return 1;
}

/* Remembers the end c of a local search, unless there are SURROGATE_SOLUTIONS already. */
static void propose_record_solution(surrogate_state *s, const double *c, double merit) {
    surrogate_restarts *r = &s->restarts;
    if (r->solutions == SURROGATE_SOLUTIONS) return;
    memcpy(r->solution[r->solutions].x, c, s->n * sizeof *c);
    r->solution[r->solutions++].merit = merit;
}

/* Handles a model that predicts no decrease. Takes the first of these measures that is left:
 * smaller margins, a point that is far from the others, a smaller region, larger weights, the end.
 */
static propose_next propose_handle_stall(surrogate_state *s, const heco_rbf *q, size_t centre,
                                         surrogate_trial *trial) {
    const double *c = s->samples.x + centre * s->n, *y = s->samples.y + centre * s->m;
    double       *radius = &s->local.radius;
    if (propose_cut_margins(s)) return PROPOSE_AGAIN;
    s->local.stalls++;
    if (s->local.stalls <= 2 && *radius > 2.0 * PROPOSE_LEAST_RADIUS) {
        *radius = fmax(*radius / 4.0, PROPOSE_LEAST_RADIUS);
        if (heco_surrogate_draw_far(s, c, fmin(*radius, PROPOSE_SMALL_RADIUS), trial->x)) {
            heco_rbf_predict(q, trial->x, trial->y);
            trial->kind = SURROGATE_GEOMETRY;
            return PROPOSE_READY;
        }
    }
    if (*radius > PROPOSE_END_RADIUS) {
        *radius /= 4.0;
        return PROPOSE_AGAIN;
    }
    if (propose_increase_weights(s, q, y)) return PROPOSE_AGAIN;
    propose_record_solution(s, c, trial->merit);
    return PROPOSE_OVER;
}

/* Solves the model problem in the trust region, writes x and y of the trial and updates the
 * weights. Without a finite solution the trial is the centre. */
static void propose_solve(surrogate_state *s, const heco_rbf *q, size_t centre,
                          surrogate_trial *trial) {
    const double        *c = s->samples.x + centre * s->n, *y = s->samples.y + centre * s->m;
    double               radius = s->local.radius;
    surrogate_subproblem sub    = {.model = q, .radius = radius, .starts = radius > 0.1 ? 4 : 2};
    if (heco_surrogate_solve(s, &sub, trial->x)) {
        heco_rbf_predict(q, trial->x, trial->y);
        heco_surrogate_set_weights(s, q, trial->y, s->solver.best_multiplier);
        heco_surrogate_raise_weights(s, y, trial->y);
    } else {
        memcpy(trial->x, c, s->n * sizeof *c);
        memcpy(trial->y, y, s->m * sizeof *y);
    }
}

/* Proposes the solution of the model problem if the model predicts a decrease. A first step without
 * one is tried as well if it leads to a new region. If new weights change the centre, the step is
 * computed again. */
static propose_next propose_step(surrogate_state *s, const heco_rbf *q, size_t centre,
                                 surrogate_trial *trial) {
    const double *c = s->samples.x + centre * s->n, *y = s->samples.y + centre * s->m;
    propose_solve(s, q, centre, trial);
    if (heco_surrogate_centre(s) != centre && s->local.recentred++ < PROPOSE_RECENTRED)
        return PROPOSE_AGAIN;
    s->local.recentred = 0;
    trial->merit       = heco_surrogate_row_merit(s, heco_surrogate_centre(s));
    trial->expected    = heco_surrogate_merit(s, trial->y);
    trial->length      = 0.0;
    for (size_t j = 0; j < s->n; j++) trial->length = fmax(trial->length, fabs(trial->x[j] - c[j]));
    double away     = heco_samples_distance(&s->samples, trial->x);
    double decrease = trial->merit - trial->expected;
    double least =
        1e-9 * propose_size(s, y[0]) + 1e-12 * s->merit.scale[0] + PROPOSE_ROUNDING * fabs(y[0]);
    if (propose_is_known(s, c, trial->merit)) return PROPOSE_OVER;
    trial->kind = SURROGATE_STEP;
    if (away > 0.5 * PROPOSE_KNOWN && decrease > least) return PROPOSE_READY;
    if (away > 1e-4 && s->local.failures == 0) return PROPOSE_READY;
    return propose_handle_stall(s, q, centre, trial);
}

/* Counts consecutive restarts without an improvement of the best point. An improvement resets the
 * count and updates best_f and best_v. `best` is samples.count if there is no point yet. */
static void propose_count_idle(surrogate_state *s, size_t best) {
    surrogate_restarts *r = &s->restarts;
    r->idle++;
    if (best == s->samples.count) return;
    const double *y = s->samples.y + best * s->m;
    double        f = y[0], v = heco_surrogate_scaled_violation(s, y);
    double        least = 1e-6 * propose_size(s, r->best_f);
    if (v < r->best_v * (1.0 - 1e-6) || (v <= r->best_v && f < r->best_f - least)) r->idle = 0;
    if (r->idle == 0 || r->best_f == INFINITY) r->best_f = f, r->best_v = v;
}

/* Begins another local search, as yet without samples: sets scales, weights and s->local. */
static void propose_reset_local(surrogate_state *s) {
    surrogate_local *local = &s->local;
    heco_surrogate_set_scales(s);
    local->run++;
    local->stalls = local->failures = local->improve = local->polishing = 0;
    local->restorations = local->recentred = 0;
    local->radius                          = PROPOSE_RADIUS;
    local->safety                          = SURROGATE_SAFETY;
    for (size_t k = 0; k < s->m; k++) local->margin[k] = s->merit.least_weight[k] = 0.0;
}

/* Starts another local search: in turn from a solution of the model problem over the whole cube,
 * from a point far from all samples, and from the best point. Sets `exhausted` if no point is
 * left. */
static propose_next propose_restart(surrogate_state *s, surrogate_trial *trial) {
    size_t best = heco_surrogate_best(s), way = s->restarts.count++ % 3;
    int    found = 0, any = best < s->samples.count;
    propose_reset_local(s);
    propose_count_idle(s, best);
    trial->kind = SURROGATE_START;
    for (size_t k = 0; k < s->m; k++) trial->y[k] = NAN;
    if (way == 2 && any) {
        s->samples.run[best] = s->local.run;
        s->local.polishing   = 1;
        s->local.radius      = PROPOSE_SMALL_RADIUS;
        return PROPOSE_AGAIN;
    }
    if (way == 0 && any) {
        surrogate_subproblem sub = {.model  = heco_surrogate_fit_wide(s, best),
                                    .radius = 1.0,
                                    .starts = 10,
                                    .away   = 0.1 * sqrt((double)s->n),
                                    .drop   = (s->restarts.count / 3) & 1};
        found                    = heco_surrogate_solve(s, &sub, trial->x);
    }
    if (!found && !heco_surrogate_draw_far(s, NULL, 0.0, trial->x)) s->exhausted = 1;
    if (any && s->models.large.count > 0) heco_rbf_predict(&s->models.large, trial->x, trial->y);
    return PROPOSE_READY;
}

/* Proposes the next point of the current local search. */
static propose_next propose_local(surrogate_state *s, surrogate_trial *trial) {
    size_t centre = heco_surrogate_centre(s);
    if (centre == s->samples.count) return PROPOSE_OVER;
    const heco_rbf *q = heco_surrogate_fit(s, centre);
    if (s->local.improve) {
        surrogate_direction how = {.radius = s->local.radius, .least = 0.1, .move = 0.3};
        s->local.improve        = 0;
        trial->kind             = SURROGATE_GEOMETRY;
        if (heco_surrogate_propose_geometry(s, q, centre, &how, trial)) return PROPOSE_READY;
    }
    if (propose_probe(s, q, trial)) return PROPOSE_READY;
    return propose_step(s, q, centre, trial);
}

void heco_surrogate_propose(surrogate_state *s, surrogate_trial *trial) {
    const surrogate_restarts *r = &s->restarts;
    for (int turn = 0; turn < PROPOSE_TURNS && !s->exhausted; turn++) {
        propose_next next = propose_local(s, trial);
        if (next == PROPOSE_OVER) {
            next = propose_restart(s, trial);
            if (r->patience > 0 && r->idle >= r->patience) s->exhausted = 1;
        }
        if (next == PROPOSE_READY) return;
    }
    trial->kind = SURROGATE_START;
    if (!s->exhausted && !heco_surrogate_draw_far(s, NULL, 0.0, trial->x)) s->exhausted = 1;
}
