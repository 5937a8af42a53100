#include "solver/surrogate/rbf_basis.h"

#include <string.h>

#include "base/clones.h"

static const double RBF_BASIS_RANK = 1e-9; /* relative size of a diagonal entry that counts as 0 */
static const double RBF_BASIS_JITTER =
    1e-13; /* relative addition to the diagonal, besides the nugget */

void heco_rbf_work_init(heco_rbf_work *w, size_t most, size_t columns, heco_arena *arena) {
    w->most = most, w->columns = columns;
    w->s    = heco_arena_take(arena, most * most, sizeof *w->s);
    w->b    = heco_arena_take(arena, most * most, sizeof *w->b);
    w->x    = heco_arena_take(arena, most * (most + columns), sizeof *w->x);
    w->work = heco_arena_take(arena, most * most + 2 * most + columns, sizeof *w->work);
}

void heco_rbf_basis_init(heco_rbf_basis *a, heco_rbf_tail tail, const heco_rbf_work *w, size_t n,
                         const heco_rbf_basis *shared, heco_arena *arena) {
    size_t terms = heco_rbf_terms(tail, n);
    int    fits  = terms + 2 <= w->most;
    memset(a, 0, sizeof *a);
    a->tail  = tail;
    a->terms = fits ? terms : 0;
    /* Every size takes the same blocks in the same order: a member may reuse the memory. */
    if (shared != NULL) a->qr = shared->qr;
    else heco_qr_init(&a->qr, w->most, a->terms, arena);
    a->lambda = heco_arena_take(arena, fits ? w->most * w->columns : 0, sizeof *a->lambda);
    a->A      = heco_arena_take(arena, fits ? w->most : 0, sizeof *a->A);
}

int heco_rbf_basis_is_usable(const heco_rbf_basis *a, size_t points) {
    return a->terms > 0 && points >= a->terms + 2;
}

/* Factorises the matrix of the terms at all points. */
static void rbf_basis_factor(heco_rbf_basis *a, const heco_rbf_task *t, double *terms) {
    size_t p = a->terms;
    for (size_t i = 0; i < t->count; i++)
        heco_rbf_write_terms(terms + i * p, a->tail, t->z + i * t->n, t->n);
    heco_qr_factor(&a->qr, terms, t->count, p, RBF_BASIS_RANK);
}

/* Writes the kernel matrix of this basis, which heco_qr_project overwrites. */
HECO_CLONES static void rbf_basis_kernel(const heco_rbf_basis *a, const heco_rbf_task *t, double *s,
                                         double *restrict dot) {
    size_t M = t->count;
    memcpy(s, t->kernel, M * M * sizeof *s);
    if (a->tail != HECO_RBF_QUADRATIC_FORM) return;
    for (size_t i = 0; i < M; i++) {
        double *restrict row = s + i * M;
        heco_dense_block_sum(dot, t->zt, t->z + i * t->n, t->n, M, t->stride);
        for (size_t k = 0; k < M; k++) row[k] += HECO_RBF_FORM_WEIGHT * dot[k] * dot[k];
    }
}

/* Adds jitter and nugget, in units of the mean diagonal entry, to the diagonal of b. */
static void rbf_basis_raise_diagonal(double *b, size_t n, double nugget) {
    double trace = 0.0;
    for (size_t i = 0; i < n; i++) trace += b[i * n + i];
    for (size_t i = 0; i < n; i++) b[i * n + i] += (RBF_BASIS_JITTER + nugget) * trace / (double)n;
}

/* Writes Q' (unit vectors of the near points, then the values) to x, by columns. */
static void rbf_basis_right_sides(const heco_rbf_basis *a, const heco_rbf_task *t, double *x,
                                  double *work) {
    size_t width = t->near + t->columns;
    memset(x, 0, t->count * width * sizeof *x);
    for (size_t i = 0; i < t->near; i++) x[i * width + i] = 1.0;
    for (size_t i = 0; i < t->count; i++)
        memcpy(x + i * width + t->near, t->values + i * t->columns, t->columns * sizeof *x);
    heco_qr_apply_t(&a->qr, x, width, work);
}

void heco_rbf_basis_solve(heco_rbf_basis *a, const heco_rbf_task *t, const heco_rbf_work *w,
                          const heco_rbf_basis *shared) {
    size_t M = t->count, width = t->near + t->columns, columns = t->columns;
    a->ok = 0;
    if (!heco_rbf_basis_is_usable(a, M)) return;
    if (shared == NULL) rbf_basis_factor(a, t, w->s);
    else a->qr = shared->qr;
    size_t r = a->qr.rank, N = M - r;
    rbf_basis_kernel(a, t, w->s, w->work);
    heco_qr_project(&a->qr, w->b, w->s, w->work);
    rbf_basis_raise_diagonal(w->b, N, t->nugget);
    double *U = w->s; /* scratch by now */
    if (!heco_dense_cholesky(U, w->b, N)) return;
    rbf_basis_right_sides(a, t, w->x, w->work);
    double *rows = w->x + r * width;
    heco_dense_cholesky_forward(U, N, rows, width, width);
    for (size_t i = 0; i < t->near; i++) a->A[i] = 0.0;
    for (size_t k = 0; k < N; k++)
        for (size_t i = 0; i < t->near; i++) a->A[i] += rows[k * width + i] * rows[k * width + i];
    heco_dense_cholesky_back(U, N, rows + t->near, columns, width);
    memset(a->lambda, 0, r * columns * sizeof *a->lambda);
    for (size_t k = 0; k < N; k++)
        memcpy(a->lambda + (r + k) * columns, rows + k * width + t->near,
               columns * sizeof *a->lambda);
    heco_qr_apply(&a->qr, a->lambda, columns, w->work);
    a->ok = 1;
}
