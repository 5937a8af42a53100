/* The next point of `surrogate`: a step of the local search, a point that teaches about the
 * neighbourhood, or the start of another local search. */
#include <string.h>

#include "solver/surrogate/geometry.h"
#include "solver/surrogate/surrogate.h"

enum { SURROGATE_TURNS = 200, SURROGATE_MOVES = 20 };
typedef enum { SURROGATE_READY, SURROGATE_AGAIN, SURROGATE_OVER } surrogate_next;

static heco_rbf_data surrogate_data(const surrogate_state *s) {
    return (heco_rbf_data){s->E.x, s->E.y, s->E.usable, s->E.count};
}

/* The larger or the smaller window, whichever predicts the neighbourhood better. Nothing has to be
 * done when neither the centre nor the points have changed. */
const heco_rbf *heco_surrogate_fit(surrogate_state *s, size_t centre) {
    size_t        n = s->n, few = (n + 1) * (n + 2) / 2 + n + 2;
    size_t        near = few / 2 > n + 2 ? few / 2 : n + 2;
    const double *c    = s->E.x + centre * n;
    heco_rbf_data data = surrogate_data(s);
    if (s->model != NULL && s->fitted_centre == centre && s->fitted_count == s->E.count)
        return s->model;
    s->fitted_centre = centre, s->fitted_count = s->E.count;
    s->model = &s->large;
    if (2 * s->E.count < 3 * few || 5 * few > 4 * s->window) { /* one window, or two alike */
        heco_rbf_fit(&s->fitter, &s->large, &data, c, s->window, 0);
        return s->model;
    }
    double large = heco_rbf_fit(&s->fitter, &s->large, &data, c, s->window, near);
    double small = heco_rbf_fit(&s->fitter, &s->small, &data, c, few, near);
    if (small < large) s->model = &s->small;
    return s->model;
}

const heco_rbf *heco_surrogate_fit_wide(surrogate_state *s, size_t centre) {
    heco_rbf_data data = surrogate_data(s);
    s->model           = NULL;
    heco_rbf_fit(&s->fitter, &s->large, &data, s->E.x + centre * s->n, SURROGATE_WINDOW, 0);
    return &s->large;
}

int heco_surrogate_far(surrogate_state *s, const double *c, double radius, double *x) {
    size_t tries = c != NULL ? 40 * s->n : 30;
    if (heco_samples_farthest(&s->E, x, c, radius, tries, s->rng) > 1e-9) return 1;
    return c == NULL && heco_samples_unused(&s->E, x);
}

int heco_surrogate_geometry(surrogate_state *s, const heco_rbf *q, size_t centre,
                            const surrogate_direction *how, surrogate_slot *slot) {
    const double *c = s->E.x + centre * s->n;
    double        R = how->radius, best = INFINITY, *x = s->u, *y = s->y;
    if (!(heco_geometry_least(s->direction, &s->E, c, R, s->eigen) < how->least)) return 0;
    for (int side = -1; side <= 1; side += 2) {
        double move = 0.0;
        for (size_t j = 0; j < s->n; j++) x[j] = c[j] + side * 0.7 * R * s->direction[j];
        heco_samples_round(&s->E, x);
        for (size_t j = 0; j < s->n; j++) move = fmax(move, fabs(x[j] - c[j]));
        if (move < how->move * R) continue;
        if (heco_samples_distance(&s->E, x) < fmax(1e-7, how->away * R)) continue;
        heco_rbf_predict(q, x, y);
        double merit = fmin(heco_surrogate_merit(s, y), 1e300);
        if (!(merit < best)) continue;
        best = merit;
        memcpy(slot->x, x, s->n * sizeof *x);
        memcpy(slot->y, y, s->m * sizeof *y);
    }
    return isfinite(best);
}

/* Once in ten evaluations: what would be best if the constraints that no model describes were not.
 */
static int surrogate_probe(surrogate_state *s, const heco_rbf *q, surrogate_slot *slot) {
    int untrusted = 0;
    for (size_t k = 1; k < s->m; k++) untrusted |= heco_surrogate_untrusted(q, k);
    if (!untrusted || s->E.count < s->t_drop + 10) return 0;
    s->t_drop                = s->E.count;
    surrogate_subproblem sub = {.model = q, .radius = fmax(s->D, 0.5), .starts = 4, .drop = 1};
    if (!heco_surrogate_solve(s, &sub, slot->x)) return 0;
    if (!(heco_samples_distance(&s->E, slot->x) > 1e-3)) return 0;
    heco_rbf_predict(q, slot->x, slot->y);
    slot->kind = SURROGATE_PROBE;
    return 1;
}

/* 1: a local search has been here before and found something no worse. */
static int surrogate_known(const surrogate_state *s, const double *c, double phi) {
    if (s->polish || s->D >= 0.1) return 0;
    for (size_t i = 0; i < s->solutions; i++) {
        double sum = 0.0, other = s->solution[i].phi;
        for (size_t j = 0; j < s->n; j++)
            sum += (c[j] - s->solution[i].x[j]) * (c[j] - s->solution[i].x[j]);
        if (sqrt(sum) < 0.01 * sqrt((double)s->n) && phi > other - 1e-4 * fabs(other)) return 1;
    }
    return 0;
}

/* Margins and safety a decade smaller; 0 when there are none left. */
static int surrogate_cut_margins(surrogate_state *s) {
    int cut = 0;
    for (size_t k = 1; k <= s->ng; k++) {
        if (!(s->a[k] > 0.0)) continue;
        s->a[k] = s->a[k] / 10.0 < 1e-11 * s->s[k] ? 0.0 : s->a[k] / 10.0;
        cut     = 1;
    }
    if (s->ng == 0 || !(s->b > 2e-12)) return cut;
    s->b /= 10.0;
    return 1;
}

/* The search ends at an infeasible point: heavier weights for what is violated there. */
static int surrogate_restore(surrogate_state *s, const heco_rbf *q, const double *y) {
    int violated = 0;
    if (s->restorations >= 4) return 0;
    for (size_t k = 1; k < s->m; k++) {
        double v = heco_surrogate_violation(s, y, k);
        if (!(v > 0.0)) continue;
        violated      = 1;
        s->w_floor[k] = fmax(10.0 * s->w[k], 0.1 * q->out[0].scale / v);
        s->w[k]       = fmax(s->w[k], s->w_floor[k]);
    }
    if (!violated) return 0;
    s->restorations++;
    s->stall = s->fails = 0;
    s->D                = 0.05;
    return 1;
}

static void surrogate_store(surrogate_state *s, const double *c, double phi) {
    if (s->solutions == SURROGATE_SOLUTIONS) return;
    memcpy(s->solution[s->solutions].x, c, s->n * sizeof *c);
    s->solution[s->solutions++].phi = phi;
}

/* The model promises nothing: less margin, a look around, a smaller region, heavier weights; and
 * when all that is done the local search is over. */
static surrogate_next surrogate_stuck(surrogate_state *s, const heco_rbf *q, size_t centre,
                                      surrogate_slot *slot) {
    const double *c = s->E.x + centre * s->n;
    if (surrogate_cut_margins(s)) return SURROGATE_AGAIN;
    s->stall++;
    if (s->stall <= 2 && s->D > 2e-4) {
        s->D = fmax(s->D / 4.0, 1e-4);
        if (heco_surrogate_far(s, c, fmin(s->D, 0.05), slot->x)) {
            heco_rbf_predict(q, slot->x, slot->y);
            slot->kind = SURROGATE_GEOMETRY;
            return SURROGATE_READY;
        }
    }
    if (s->D > 1e-3) {
        s->D /= 4.0;
        return SURROGATE_AGAIN;
    }
    if (surrogate_restore(s, q, s->E.y + centre * s->m)) return SURROGATE_AGAIN;
    surrogate_store(s, c, slot->phi);
    return SURROGATE_OVER;
}

/* The solution of the model problem, if it promises something. */
static surrogate_next surrogate_step(surrogate_state *s, const heco_rbf *q, size_t centre,
                                     surrogate_slot *slot) {
    const double        *c = s->E.x + centre * s->n, *y = s->E.y + centre * s->m;
    surrogate_subproblem sub = {.model = q, .radius = s->D, .starts = s->D > 0.1 ? 4 : 2};
    if (heco_surrogate_solve(s, &sub, slot->x)) {
        heco_rbf_predict(q, slot->x, slot->y);
        heco_surrogate_set_weights(s, q, slot->y, s->best_z);
        heco_surrogate_raise_weights(s, y, slot->y);
    } else { /* nothing but nonsense in sight */
        memcpy(slot->x, c, s->n * sizeof *c);
        memcpy(slot->y, y, s->m * sizeof *y);
    }
    if (heco_surrogate_centre(s) != centre && s->moves++ < SURROGATE_MOVES) return SURROGATE_AGAIN;
    s->moves       = 0;
    slot->phi      = heco_surrogate_row_merit(s, heco_surrogate_centre(s));
    slot->expected = heco_surrogate_merit(s, slot->y);
    slot->length   = 0.0;
    for (size_t j = 0; j < s->n; j++) slot->length = fmax(slot->length, fabs(slot->x[j] - c[j]));
    double away = heco_samples_distance(&s->E, slot->x), fall = slot->phi - slot->expected;
    double tiny = 1e-9 * fabs(y[0]) + 1e-12 * s->s[0];
    if (surrogate_known(s, c, slot->phi)) return SURROGATE_OVER;
    slot->kind = SURROGATE_STEP;
    if (away > 5e-10 && fall > tiny) return SURROGATE_READY;
    if (away > 1e-4 && s->fails == 0) return SURROGATE_READY;
    return surrogate_stuck(s, q, centre, slot);
}

/* How many restarts in a row have not improved the best point. */
static void surrogate_count_idle(surrogate_state *s, size_t best) {
    s->idle++;
    if (best == s->E.count) return;
    const double *y = s->E.y + best * s->m;
    double        f = y[0], v = heco_surrogate_scaled_violation(s, y);
    if (v < s->best_v * (1.0 - 1e-6) || (v <= s->best_v && f < s->best_f - 1e-6 * fabs(s->best_f)))
        s->idle = 0;
    if (s->idle == 0 || s->best_f == INFINITY) s->best_f = f, s->best_v = v;
}

static void surrogate_reset(surrogate_state *s) {
    heco_surrogate_set_scales(s);
    s->run++;
    s->stall = s->fails = s->geo = s->polish = s->restorations = s->moves = 0;
    s->D                                                                  = 0.25;
    s->b                                                                  = 1e-10;
    for (size_t k = 0; k < s->m; k++) s->a[k] = s->w_floor[k] = 0.0;
}

/* Another local search: from a solution of the model problem over the whole cube, from a place far
 * from all points, or from the best point. */
static surrogate_next surrogate_restart(surrogate_state *s, surrogate_slot *slot) {
    size_t best = heco_surrogate_best(s), way = s->cyc++ % 3;
    int    found = 0;
    surrogate_reset(s);
    surrogate_count_idle(s, best);
    slot->kind = SURROGATE_START;
    for (size_t k = 0; k < s->m; k++) slot->y[k] = NAN;
    if (way == 2 && best < s->E.count) {
        s->E.run[best] = s->run;
        s->polish      = 1;
        s->D           = 0.05;
        return SURROGATE_AGAIN;
    }
    if (way == 0 && best < s->E.count) {
        surrogate_subproblem sub = {.model  = heco_surrogate_fit_wide(s, best),
                                    .radius = 1.0,
                                    .starts = 10,
                                    .away   = 0.1 * sqrt((double)s->n),
                                    .drop   = (s->cyc / 3) & 1};
        found                    = heco_surrogate_solve(s, &sub, slot->x);
    }
    if (!found && !heco_surrogate_far(s, NULL, 0.0, slot->x)) s->exhausted = 1;
    if (best < s->E.count && s->large.count > 0) heco_rbf_predict(&s->large, slot->x, slot->y);
    return SURROGATE_READY;
}

/* 1: enough restarts without success, where there is a budget for something else. */
static int surrogate_tired(const surrogate_state *s) {
    return s->patience > 0 && s->idle >= s->patience;
}

static surrogate_next surrogate_turn(surrogate_state *s, surrogate_slot *slot) {
    size_t centre = heco_surrogate_centre(s);
    if (centre == s->E.count) return SURROGATE_OVER;
    const heco_rbf *q = heco_surrogate_fit(s, centre);
    if (s->geo) {
        surrogate_direction how = {.radius = s->D, .least = 0.1, .move = 0.3};
        s->geo                  = 0;
        slot->kind              = SURROGATE_GEOMETRY;
        if (heco_surrogate_geometry(s, q, centre, &how, slot)) return SURROGATE_READY;
    }
    if (surrogate_probe(s, q, slot)) return SURROGATE_READY;
    return surrogate_step(s, q, centre, slot);
}

void heco_surrogate_propose(surrogate_state *s, surrogate_slot *slot) {
    for (int turn = 0; turn < SURROGATE_TURNS && !s->exhausted; turn++) {
        surrogate_next next = surrogate_turn(s, slot);
        if (next == SURROGATE_OVER) {
            next = surrogate_restart(s, slot);
            if (surrogate_tired(s)) s->exhausted = 1;
        }
        if (next == SURROGATE_READY) return;
    }
    slot->kind = SURROGATE_START;
    if (!s->exhausted && !heco_surrogate_far(s, NULL, 0.0, slot->x)) s->exhausted = 1;
}
