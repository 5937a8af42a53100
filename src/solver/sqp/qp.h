/* A dense, strictly convex quadratic program with elastic rows:
 *
 *   minimise 1/2 d'Bd + b'd + rho sum_i dist(a_i'd, [lo_i, up_i])   subject to dl <= d <= du
 *
 * It is solved by the dual active-set method of Goldfarb and Idnani (1983, Math. Programming 27,
 * 1-33) with multipliers bounded by rho: a row whose multiplier reaches rho is relaxed, that is, it
 * stays violated. Hence a solution always exists. Each solve begins with the active set of the last
 * one (warm start). */
#ifndef HECO_SOLVER_SQP_QP_H
#define HECO_SOLVER_SQP_QP_H

#include "solver/sqp/active_set.h"

typedef struct {           /* the data that may change from one solve to the next */
    const double *b;       /* n: linear term                                    */
    const double *lo, *up; /* m: ranges of the rows; may be infinite            */
    const double *dl, *du; /* n: bounds, dl <= du; fixed where they are equal   */
    double        rho;     /* penalty per unit of violation, positive           */
} heco_qp_program;

/* States of rows and bounds. */
typedef enum {
    HECO_QP_INACTIVE,
    HECO_QP_LOWER,         /* active at the lower end      */
    HECO_QP_UPPER,         /* active at the upper end      */
    HECO_QP_RELAXED_LOWER, /* violated below the lower end */
    HECO_QP_RELAXED_UPPER  /* violated above the upper end */
} heco_qp_state;

typedef struct {
    heco_active_set active;
    size_t          n, m;            /* variables and rows in use                         */
    const double   *A;               /* m rows of n, borrowed                             */
    double         *norm;            /* their lengths                                     */
    unsigned char  *state;           /* heco_qp_state of the rows, then of the bounds     */
    double         *u;               /* multipliers of the active constraints, in order   */
    double         *relaxed_u;       /* multipliers of the relaxed rows                 */
    double         *r, *g, *p;       /* scratch                                         */
    int             stale;           /* the factors do not belong to A and `state`        */
    int (*is_timed_out)(void *user); /* as in heco_setup; NULL: no time limit         */
    void *timeout_user;
} heco_qp;

/* Allocates memory for at most n variables and m rows. */
void heco_qp_init(heco_qp *q, size_t n, size_t m, heco_arena *arena);
/* Does the same and sets B to the identity, for searches of a nearest point. */
void heco_qp_init_unit(heco_qp *q, size_t n, size_t m, heco_arena *arena);
/* Sets B (n x n) for the next solves and factors it. Returns 0 if it is not positive definite. */
int heco_qp_set_hessian(heco_qp *q, const double *B, size_t n);
/* Sets the rows for the next solves. They remain the caller's; call it again after a change. */
void heco_qp_set_rows(heco_qp *q, const double *A, size_t m);
/* Makes all constraints inactive: the next solve is a cold start. */
void heco_qp_clear_active_set(heco_qp *q);
/* Computes the minimiser d, and lambda (m values) with Bd + b + A'lambda + (bounds) = 0; lambda_i
 * is positive at the upper end. Returns the number of steps, or -1 if their limit or the time limit
 * was reached: d is then only inside its bounds. */
int heco_qp_solve(heco_qp *q, double *d, double *lambda, const heco_qp_program *program);

#endif
