/* Rows that a descent is likely to ask for next: the differences about a point whose values are not
 * known yet. A row that is asked for later has the same bits, so that its values can be taken from
 * an evaluation ahead. Only a copy of the descent is changed. */
#include "solver/sqp/descent_internal.h"

/* Writes the differences about x, as the copy `t` of a descent would ask for them. The list of
 * columns is set again by heco_descent_begin_derivatives() before its next use. */
static size_t descent_ahead_rows(heco_descent *t, const double *x, double *rows) {
    t->current.x = (double *)x;
    heco_descent_begin_derivatives(t);
    if (t->nv == 0 || heco_descent_may_ask_exact(t)) return 0;
    return heco_descent_ask_differences(t, rows);
}

size_t heco_descent_ahead(const heco_descent *s, double *rows) {
    heco_descent t = *s;
    if (s->phase != HECO_DESCENT_TRIAL && s->phase != HECO_DESCENT_CORRECTION &&
        s->phase != HECO_DESCENT_SECANT)
        return 0;
    double length = heco_descent_longest(s, s->current.x, s->trial.x);
    if (s->phase != HECO_DESCENT_SECANT && length > 0.0) t.region.accepted_length = length;
    if (s->integers.freezes >= HECO_DESCENT_FREEZES) t.nv = s->nc;
    return descent_ahead_rows(&t, s->trial.x, rows);
}

size_t heco_descent_ahead_of_start(const heco_descent *s, const double *x, int level,
                                   double *rows) {
    heco_descent t           = *s;
    t.nv                     = s->nc + s->ni;
    t.differences.level      = s->nc > 0 ? level : HECO_DESCENT_WIDE;
    t.region.accepted_length = 1.0;
    t.region.lower           = (double *)s->space->lower;
    t.region.upper           = (double *)s->space->upper;
    t.exact.distrusted       = 0;
    return descent_ahead_rows(&t, x, rows);
}
