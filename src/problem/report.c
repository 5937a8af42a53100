/* Reports a point in the user's terms: constraints in their original form, variables at bounds. */
#include <math.h>
#include <stdio.h>

#include "problem/default_bound.h"
#include "problem/problem_read.h"

/* Relative slack up to which an inequality counts as active. */
static const double report_active = 1e-4;
/* Relative distance up to which a variable is at a given bound, and at a default bound. */
static const double report_at_bound = 1e-6, report_at_default = 1e-3;
/* A default bound of at least this size is out of every model's reach. A variable in the last
 * hundredth of such a range diverges, so it counts as being at the bound. */
static const double report_far = 1e9, report_diverges = 0.99;

void heco_problem_report(const heco_problem *given, size_t k, double g_or_h,
                         heco_constraint_report *out) {
    heco_problem p; /* a copy, because an older program's problem has no forms */
    char         buffer[HECO_PROBLEM_NAME];
    *out = (heco_constraint_report){.g_or_h = g_or_h};
    if (heco_problem_read(&p, given, NULL) != HECO_OK) return;
    heco_constraint_form form     = {.sense = 0};
    int                  equality = k >= p.space.ng;
    if (p.forms != NULL) form = p.forms[k];
    if (form.sense == 0) form.factor = 1.0, form.bound = 0.0, form.sense = equality ? '=' : '<';
    double scale = fabs(form.factor), tol = heco_problem_tol(&p, k);
    double size = equality ? fabs(g_or_h) : g_or_h;
    double near = report_active * (form.bound != 0.0 ? fabs(form.bound) : 1.0);
    snprintf(out->name, sizeof out->name, "%s", heco_problem_c_name(&p, k, buffer));
    snprintf(out->unit, sizeof out->unit, "%s", form.unit != NULL ? form.unit : "");
    out->equality  = equality;
    out->sense     = form.sense;
    out->bound     = form.bound;
    out->value     = form.bound + form.factor * g_or_h;
    out->slack     = 0.0 - scale * size; /* without rounding by the bound */
    out->tolerance = scale * tol;
    out->satisfied = size <= tol;
    out->excess    = out->satisfied ? 0.0 : scale * (size - tol);
    out->active    = out->satisfied && (equality || out->slack <= fmax(near, out->tolerance));
}

/* Returns whether x is within `share` of a bound, relative if the bound is large and the range
 * allows it. */
static int report_is_near(double x, double bound, double width, double share) {
    if (!isfinite(bound)) return 0;
    return fabs(x - bound) <= share * fmin(width, fmax(1.0, fabs(bound)));
}

/* Returns 0 for a variable that is always at an end: one with two values, or with unordered
 * ones. */
static int report_has_ends(const heco_space *s, size_t j) {
    if (s->choices != NULL && s->choices[j].count > 0)
        return !s->choices[j].unordered && s->choices[j].count > 2;
    return s->integer == NULL || !s->integer[j] || floor(s->upper[j]) - ceil(s->lower[j]) > 1.0;
}

/* Returns the part of the range within which a variable counts as being at this bound. */
static double report_share(unsigned missing, double bound, int exact) {
    if (!missing) return exact ? 0.0 : report_at_bound;
    return fabs(bound) >= report_far ? report_diverges : report_at_default;
}

heco_bound_status heco_space_bound_status(const heco_space *s, size_t j, double x, int *missing) {
    unsigned bits = s->missing != NULL ? s->missing[j] : 0;
    int      exact =
        (s->integer != NULL && s->integer[j]) || (s->choices != NULL && s->choices[j].count > 0);
    double lo = s->lower[j], hi = s->upper[j], share[2];
    int    log_scale = heco_space_is_log(s, j); /* near 1e-8 does not include 1e-7 */
    double width[2]  = {log_scale ? lo : hi - lo, log_scale ? hi : hi - lo};
    int    unused;
    if (missing == NULL) missing = &unused;
    *missing = 0;
    if (lo == hi) return HECO_BOUND_FIXED;
    if (!report_has_ends(s, j)) return HECO_BOUND_INSIDE;
    share[0] = report_share(bits & HECO_LOWER_MISSING, lo, exact);
    share[1] = report_share(bits & HECO_UPPER_MISSING, hi, exact);
    if (report_is_near(x, lo, width[0], share[0])) {
        *missing = (bits & HECO_LOWER_MISSING) != 0;
        return HECO_BOUND_LOWER;
    }
    if (!report_is_near(x, hi, width[1], share[1])) return HECO_BOUND_INSIDE;
    *missing = (bits & HECO_UPPER_MISSING) != 0;
    return HECO_BOUND_UPPER;
}
