/* Quadratic programs that always have a solution: every constraint may be violated at the price
 * rho.
 *
 *   minimise  d'Bd/2 + g'd + rho (sum of max(0, A d + c) over inequalities
 *                                 + sum of |A d + c| over equalities),   lower <= d <= upper
 *
 * A primal-dual interior-point method (predictor and corrector): with t - s = A d + c and s, t >= 0
 * the slacks are eliminated, which leaves one Cholesky factorisation of order n per iteration. */
#ifndef HECO_SOLVER_SURROGATE_ELASTIC_QP_H
#define HECO_SOLVER_SURROGATE_ELASTIC_QP_H

#include <stddef.h>

#include "base/arena.h"

typedef struct {
    size_t        n, ng, nh;     /* variables; rows of A: first inequalities, then equalities */
    const double *B, *g;         /* B is symmetric, positive semidefinite, n x n              */
    const double *A, *c;         /* by rows of n                                              */
    const double *lower, *upper; /* a variable whose side is shorter than 1e-11 stays at lower */
    double        rho;
} heco_elastic_qp;

typedef struct {
    size_t         n, m;
    double        *H, *residual, *step; /* n x n, n, n                                    */
    double        *zl, *zu, *dzl, *dzu; /* n each: multipliers of the box, their steps    */
    double        *t_lo, *t_hi;         /* n each: targets of the products                */
    size_t         free;                /* variables that are not fixed                   */
    unsigned char *fixed;
    double        *s, *t, *theta, *value, *e; /* m each                                         */
    double        *dz, *ds, *dt, *t_s, *t_t;  /* m each: steps; targets of the products         */
} heco_elastic_qp_work;

void heco_elastic_qp_init(heco_elastic_qp_work *w, size_t n, size_t m, heco_arena *arena);
/* Step d (n) and multipliers z (ng + nh): in [0, rho] for inequalities, [-rho, rho] for equalities.
 */
void heco_elastic_qp_solve(heco_elastic_qp_work *w, const heco_elastic_qp *qp, double *d,
                           double *z);

#endif
