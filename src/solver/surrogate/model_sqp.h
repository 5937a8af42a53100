/* Sequential quadratic programming for smooth functions that are cheap and give their gradients,
 * such as models: an elastic l1 merit, a trust region, damped BFGS and second-order corrections.
 *
 *   minimise v_0(u) subject to v_1 .. v_ng <= 0, v_ng+1 .. v_ng+nh = 0, lower <= u <= upper */
#ifndef HECO_SOLVER_SURROGATE_MODEL_SQP_H
#define HECO_SOLVER_SURROGATE_MODEL_SQP_H

#include "solver/surrogate/elastic_qp.h"

/* Values v (1 + ng + nh) at u; unless G is NULL also their gradients by rows of n. */
typedef void (*heco_sqp_eval)(void *user, const double *u, double *v, double *G);

typedef struct {
    size_t        n, ng, nh;
    const double *lower, *upper;
    heco_sqp_eval eval;
    void         *user;
} heco_sqp_problem;

typedef struct {
    double              *z;         /* out: multipliers of the constraints, ng + nh        */
    double               f;         /* out: v_0 at the solution                            */
    double               violation; /* out: sum of max(0, v) and |v| at the solution       */
    double               mu;        /* weight of the violation in the merit                */
    double               delta;     /* trust region                                        */
    double               merit, predicted, fall;
    int                  small; /* accepted steps of hardly any fall, in a row         */
    double              *v, *v2, *v3, *G, *G2, *B, *d, *lo, *hi, *u2, *u3, *step, *y, *Bs, *c2, *z2;
    heco_elastic_qp_work qp;
} heco_sqp;

void heco_sqp_init(heco_sqp *w, size_t n, size_t ng, size_t nh, heco_arena *arena);
/* From u, which becomes the solution; rho is the price of a violation. */
void heco_sqp_solve(heco_sqp *w, const heco_sqp_problem *p, double *u, double rho, int steps);

#endif
