/* One basis of interpolation (kernels and a polynomial) on given points: factorised once, then
 * solved for many columns of values together. B = Z' K Z, with Z an orthonormal basis of what is
 * orthogonal to the polynomial, is positive definite, and gives both the weights lambda = Z B^-1 Z'
 * t and the leave-one-out errors lambda_i / A_ii, A = Z B^-1 Z'. */
#ifndef HECO_SOLVER_SURROGATE_RBF_BASIS_H
#define HECO_SOLVER_SURROGATE_RBF_BASIS_H

#include "base/dense.h"
#include "base/dense_qr.h"
#include "solver/surrogate/rbf.h"

typedef struct {
    heco_rbf_tail tail;
    size_t        terms;  /* of the polynomial as it is fitted; 0: never enough room          */
    int           ok;     /* enough points, and B positive definite                           */
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
/* `shared`: a basis with the same terms whose factorisation may serve, or NULL. */
void heco_rbf_basis_init(heco_rbf_basis *a, heco_rbf_tail tail, const heco_rbf_work *w, size_t n,
                         const heco_rbf_basis *shared, heco_arena *arena);
/* 1: this basis may be used on that many points. */
int heco_rbf_basis_suits(const heco_rbf_basis *a, size_t points);

/* What is to be fitted: `count` points z by rows (of n) and zt by columns (rows of `stride`), their
 * kernel matrix, `columns` values each by rows; A is wanted for the first `near` points. */
typedef struct {
    size_t        n, count, columns, near, stride;
    const double *z, *zt, *kernel, *values;
    double        nugget; /* relative, added to the diagonal of B */
} heco_rbf_task;
/* Sets ok, and where that is 1 lambda and A. */
void heco_rbf_basis_solve(heco_rbf_basis *a, const heco_rbf_task *task, const heco_rbf_work *w,
                          const heco_rbf_basis *shared);
/* The weight of (z . z')^2 against |z - z'|^3 in the least-norm quadratic form. */
static const double HECO_RBF_FORM_WEIGHT = 100.0;

#endif
