/* Equivalent and helper objectives on a finite set S of evaluated points (HECO paper, sections III
 * and V): the equivalent objective e, the violation v and the helper f, each normalised to [0, 1]
 * on S.
 *
 * Normalisation needs a few extremes only, so a point is added to S in constant time. The
 * selection of HECO-DE is therefore linear in the number of trials. Members that are not finite do
 * not count. */
#ifndef HECO_SOLVER_DE_HELPER_H
#define HECO_SOLVER_DE_HELPER_H

#include <math.h>
#include <stddef.h>

#include "problem/better.h"

typedef enum {
    HECO_EQUIVALENT_NEW,         /* e = |f - f(x*)|, x* the best of S        eq. (equ:neweq)     */
    HECO_EQUIVALENT_FEASIBILITY, /* e = f, or v + largest feasible f    eq. (equFeasibleRule)    */
    HECO_EQUIVALENT_DEATH,       /* e = f, or as bad as the worst            eq. (equPenalty)    */
    HECO_EQUIVALENT_NONE,        /* e = f: no equivalent objective (HCO-DE)                      */
    HECO_EQUIVALENT_FEASIBILITY_SLIP /* the authors' program: largest feasible f never found     */
} heco_equivalent;

/* Extremes over the finite members of S. */
typedef struct {
    double f_min, f_max, v_min, v_max;
    double f_star, v_star;            /* x*: smallest v, then smallest f */
    double feasible_min, feasible_max; /* of f over v = 0                 */
    double infeasible_min, infeasible_max; /* of v over v > 0             */
} heco_extremes;

/* The normalisation on S. */
typedef struct {
    heco_equivalent kind;
    double          f_min, f_scale, v_min, v_scale;
    double          e_min, e_scale;
    double          f_star;  /* HECO_EQUIVALENT_NEW                            */
    double          f_worst; /* largest f of a feasible member, 0 without one  */
    int             feasible; /* 1: a member is feasible                       */
} heco_helper;

/* The three normalised objectives of a point. */
typedef struct {
    double e, v, f;
} heco_objectives;

/* Returns 1 if f and v are finite. */
static inline int heco_helper_is_finite(double f, double v) { return (f - f) + (v - v) == 0.0; }

/* Returns 1 if the finite point changes no extreme that `kind` normalises with. */
static inline int heco_extremes_are_kept(const heco_extremes *x, heco_equivalent kind, double f,
                                         double v) {
    if (!(f >= x->f_min && f <= x->f_max && v >= x->v_min && v <= x->v_max)) return 0;
    if (kind == HECO_EQUIVALENT_NEW)
        return !heco_better_feasible_inline(f, v, x->f_star, x->v_star);
    if (kind == HECO_EQUIVALENT_NONE) return 1;
    if (v == 0.0) return f >= x->feasible_min && f <= x->feasible_max;
    return v >= x->infeasible_min && v <= x->infeasible_max;
}

void heco_extremes_init(heco_extremes *x);
static inline void heco_extremes_widen(double *low, double *high, double value) {
    *low  = value < *low ? value : *low;
    *high = value > *high ? value : *high;
}

/* Adds a finite point to the extremes that `kind` needs. */
static inline void heco_extremes_add(heco_extremes *x, heco_equivalent kind, double f, double v) {
    heco_extremes_widen(&x->f_min, &x->f_max, f);
    heco_extremes_widen(&x->v_min, &x->v_max, v);
    if (kind == HECO_EQUIVALENT_NEW) {
        if (heco_better_feasible_inline(f, v, x->f_star, x->v_star)) x->f_star = f, x->v_star = v;
    } else if (v == 0.0) heco_extremes_widen(&x->feasible_min, &x->feasible_max, f);
    else heco_extremes_widen(&x->infeasible_min, &x->infeasible_max, v);
}
/* Sets the normalisation from the extremes of S. */
void heco_helper_set(heco_helper *h, const heco_extremes *x, heco_equivalent kind);

/* Returns the normalised objectives of a finite point. */
static inline heco_objectives heco_helper_objectives(const heco_helper *h, double f, double v) {
    heco_objectives o;
    o.f = (f - h->f_min) * h->f_scale;
    o.v = (v - h->v_min) * h->v_scale;
    switch (h->kind) {
    case HECO_EQUIVALENT_NEW: o.e = fabs(f - h->f_star) * h->e_scale; break;
    case HECO_EQUIVALENT_NONE: o.e = o.f; break;
    case HECO_EQUIVALENT_DEATH:
        o.e = v == 0.0 ? (f - h->e_min) * h->e_scale : h->feasible ? 1.0 : 0.0;
        break;
    default: o.e = ((v == 0.0 ? f : v + h->f_worst) - h->e_min) * h->e_scale; break;
    }
    return o;
}

#endif
