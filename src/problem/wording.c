/* Points as the user thinks of them: constraints as they were written, variables at bounds. */
#include <math.h>

#include "problem/problem_read.h"

static const double wording_active = 1e-4, wording_at_bound = 1e-6, wording_at_made_up = 1e-3;
/* A made-up bound beyond this is out of every model's reach: who is within a hundredth of it runs
 * away. */
static const double wording_far = 1e9, wording_runs_away = 0.99;

void heco_problem_word(const heco_problem *given, size_t k, double value, heco_worded *out) {
    heco_problem p; /* an older program has no wording */
    *out = (heco_worded){.unit = ""};
    if (heco_problem_read(&p, given, NULL) != HECO_OK) return;
    int          equality = k >= p.space.ng;
    heco_wording w        = {.sense = 0};
    if (p.wording != NULL) w = p.wording[k];
    if (w.sense == 0) w.factor = 1.0, w.bound = 0.0, w.sense = equality ? '=' : '<';
    double scale   = fabs(w.factor);
    out->sense     = w.sense;
    out->unit      = w.unit != NULL ? w.unit : "";
    out->bound     = w.bound;
    out->value     = w.bound + w.factor * value;
    out->slack     = 0.0 - scale * (equality ? fabs(value) : value); /* no rounding by the bound */
    out->tolerance = scale * heco_space_tol(&p.space, k);
    double size = equality ? fabs(value) : value, tol = heco_space_tol(&p.space, k);
    out->satisfied = size <= tol;
    out->excess    = out->satisfied ? 0.0 : scale * (size - tol);
    double near    = wording_active * (w.bound != 0.0 ? fabs(w.bound) : 1.0);
    out->active    = out->satisfied && (equality || out->slack <= fmax(near, out->tolerance));
}

/* Within `share` of a bound, relative where it is large and the range allows. */
static int wording_near(double x, double bound, double width, double share) {
    return fabs(x - bound) <= share * fmin(width, fmax(1.0, fabs(bound)));
}

/* Yes or no, and words without an order, are always at an end: that says nothing. */
static int wording_has_ends(const heco_space *s, size_t j) {
    if (s->choices != NULL && s->choices[j].count > 0)
        return !s->choices[j].unordered && s->choices[j].count > 2;
    return s->integer == NULL || !s->integer[j] || floor(s->upper[j]) - ceil(s->lower[j]) > 1.0;
}

static double wording_share(unsigned open, double bound, int exact) {
    if (!open) return exact ? 0.0 : wording_at_bound;
    return fabs(bound) >= wording_far ? wording_runs_away : wording_at_made_up;
}

heco_bound_status heco_space_bound_status(const heco_space *s, size_t j, double x, int *made_up) {
    unsigned open = s->open != NULL ? s->open[j] : 0;
    int      exact =
        (s->integer != NULL && s->integer[j]) || (s->choices != NULL && s->choices[j].count > 0);
    double lo = s->lower[j], hi = s->upper[j], width = hi - lo, share[2];
    int    nowhere;
    if (made_up == NULL) made_up = &nowhere;
    *made_up = 0;
    if (lo == hi) return HECO_BOUND_FIXED;
    if (!wording_has_ends(s, j)) return HECO_BOUND_INSIDE;
    share[0] = wording_share(open & HECO_LOWER_MISSING, lo, exact);
    share[1] = wording_share(open & HECO_UPPER_MISSING, hi, exact);
    if (wording_near(x, lo, width, share[0])) {
        *made_up = (open & HECO_LOWER_MISSING) != 0;
        return HECO_BOUND_LOWER;
    }
    if (!wording_near(x, hi, width, share[1])) return HECO_BOUND_INSIDE;
    *made_up = (open & HECO_UPPER_MISSING) != 0;
    return HECO_BOUND_UPPER;
}
