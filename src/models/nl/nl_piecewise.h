/* Piecewise-linear terms, for both readings of a .nl file. Include it after <nlp.h> of the ASL.
 *
 * Between the last negative breakpoint and 0 the ASL of 2019 uses the slope of the piece below, so
 * heco computes the terms itself. A term is 0 at 0; slopes and breakpoints alternate in memory. */
#ifndef HECO_MODELS_NL_NL_PIECEWISE_H
#define HECO_MODELS_NL_NL_PIECEWISE_H

enum { HECO_NL_PIECEWISE = 64 }; /* operator number of piecewise-linear terms */

/* Returns the value of the term, and its slope in *slope. */
static inline double heco_nl_piecewise_value(const expr *e, double *slope) {
    const double *s = e->L.p->bs + e->L.p->z, *last = e->L.p->bs + 2 * (e->L.p->n - 1);
    double        x = ((const expr_v *)e->R.e)->v, at = 0.0, value = 0.0;
    if (x < 0.0)
        for (; s > e->L.p->bs && x < s[-1]; s -= 2) {
            value += *s * (s[-1] - at);
            at = s[-1];
        }
    else
        for (; s < last && x > s[1]; s += 2) {
            value += *s * (s[1] - at);
            at = s[1];
        }
    *slope = *s;
    return value + *s * (x - at);
}

#endif
