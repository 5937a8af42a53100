/* One basis of interpolation (radial basis functions and a polynomial) on given points: factorised
 * once, then solved for many columns of values together.
 *
 * K is the matrix of the |z_i - z_k|^3, Z an orthonormal basis of the vectors that are orthogonal
 * to the polynomial's terms. B = Z'KZ is positive definite. With A = Z B^-1 Z' the weights of
 * values t are lambda = A t and the leave-one-out errors are lambda_i / A_ii (Rippa 1999). */
#ifndef HECO_SOLVER_SURROGATE_RBF_BASIS_H
#define HECO_SOLVER_SURROGATE_RBF_BASIS_H

#include "base/dense.h"
#include "base/dense_qr.h"
#include "solver/surrogate/rbf.h"

typedef struct {
    heco_rbf_tail tail;
    size_t        terms;  /* of the polynomial that is fitted; 0: it has too many             */
    int           ok;     /* there are enough points and B is positive definite               */
    heco_qr       qr;     /* of the polynomial's terms at the points                          */
    double       *lambda; /* points x columns                                                 */
    double       *A;      /* diagonal, for the nearest points                                 */
} heco_rbf_basis;

/* Work space shared by the bases. */
typedef struct {
    size_t  most, columns;
    double *s;    /* most x most                                            */
    double *b;    /* most x most                                            */
    double *x;    /* most x (most + columns)                                */
    double *work; /* most x most + most, and most + columns                 */
} heco_rbf_work;

void heco_rbf_work_init(heco_rbf_work *w, size_t most, size_t columns, heco_arena *arena);
/* `shared` is NULL or a basis with the same terms, whose QR factorisation is used. */
void heco_rbf_basis_init(heco_rbf_basis *a, heco_rbf_tail tail, const heco_rbf_work *w, size_t n,
                         const heco_rbf_basis *shared, heco_arena *arena);
/* Returns 1 if the basis can be used with so many points. */
int heco_rbf_basis_is_usable(const heco_rbf_basis *a, size_t points);

/* The data of a fit: `count` points z by rows (of n) and zt by columns (rows of `stride`), the
 * matrix K, and `columns` values of each point by rows. A is computed for the first `near` points.
 */
typedef struct {
    size_t        n, count, columns, near, stride;
    const double *z, *zt, *kernel, *values;
    double        nugget; /* relative, added to the diagonal of B */
} heco_rbf_task;
/* Sets ok and, if it is 1, lambda and A. */
void heco_rbf_basis_solve(heco_rbf_basis *a, const heco_rbf_task *task, const heco_rbf_work *w,
                          const heco_rbf_basis *shared);
/* Weight of (z . z')^2 against |z - z'|^3 in the quadratic form of least norm, from the prototype.
 */
static const double HECO_RBF_FORM_WEIGHT = 100.0;

#endif
