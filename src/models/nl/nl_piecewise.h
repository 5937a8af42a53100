/* Piecewise-linear terms, for both readings of a .nl file. Include it after <nlp.h> of the ASL.
 *
 * The ASL of 2019 takes the slope of the piece below when the variable is between the last negative
 * breakpoint and 0, so heco computes the terms itself. A term is 0 at 0; slopes and breakpoints are
 * in turn. */
#ifndef HECO_MODELS_NL_NL_PIECEWISE_H
#define HECO_MODELS_NL_NL_PIECEWISE_H

enum { HECO_NL_PIECEWISE = 64 }; /* their place in the table of the ASL's functions */

/* The value of the term; `slope` gets that of the piece it is on. */
static inline double heco_nl_piece(const expr *e, double *slope) {
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
