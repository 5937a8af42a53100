/* A dense convex quadratic program with elastic rows:
 *
 *   minimise 1/2 d'Bd + b'd + rho sum_i dist(a_i'd, [lo_i, up_i])   subject to dl <= d <= du
 *
 * Dual active-set method (Goldfarb and Idnani 1983, Math. Programming 27, 1-33) with multipliers
 * bounded by rho: a row whose multiplier reaches rho is given up, that is, left violated. There is
 * always a solution, whatever the rows say. Every solve begins with the last active set. */
#ifndef HECO_SOLVER_SQP_QP_H
#define HECO_SOLVER_SQP_QP_H

#include "solver/sqp/active_set.h"

typedef struct {            /* what may change from one solve to the next        */
    const double *b;        /* n: linear term                                    */
    const double *lo, *up;  /* m: ranges of the rows; may be infinite            */
    const double *dl, *du;  /* n: bounds, dl <= du; pinned where they are equal  */
    double        rho;      /* price of a unit of violation, positive            */
} heco_qp_program;

typedef struct {
    heco_active_set   active;
    size_t        n, m;     /* variables and rows in use                         */
    const double *A;        /* m rows of n, borrowed                             */
    double       *norm;     /* their lengths                                     */
    signed char  *state;    /* of rows, then of bounds: 0 inactive; +1, -1 active
                             * at lower, upper; +2, -2 given up there            */
    double       *u;        /* multipliers of the active ones, in their order    */
    double       *price;    /* multipliers of the rows given up                  */
    double       *r, *g, *p;
    int           stale;    /* the factors are not those of A and `state`        */
    int (*is_late)(void *user); /* as in heco_setup; NULL: there is time         */
    void *late_user;
} heco_qp;

/* Room for n variables and m rows at most. */
void heco_qp_init(heco_qp *q, size_t n, size_t m, heco_arena *arena);
/* B for the next solves: n x n, read at once. 0: it is not positive definite. */
int heco_qp_set_hessian(heco_qp *q, const double *B, size_t n);
/* Rows for the next solves; they stay the caller's. Call it again when they have changed. */
void heco_qp_set_rows(heco_qp *q, const double *A, size_t m);
/* Begins the next solve without active constraints. */
void heco_qp_forget(heco_qp *q);
/* The minimiser d, and lambda (m values) with Bd + b + A'lambda + (bounds) = 0: positive at the
 * upper end. Returns the number of steps, or -1 when they or the time ran out: d is then only
 * inside its bounds. */
int heco_qp_solve(heco_qp *q, double *d, double *lambda, const heco_qp_program *program);

#endif
