/* LAPACK stores by columns, so it reads a matrix stored by rows as its transpose. Since
 * pinv(A^T) = pinv(A)^T, no matrix is transposed here. */
#include "base/lapack.h"

#include <math.h>
#include <string.h>

/* Fortran passes the lengths of character arguments after all others. */
extern void dgesdd_(const char *jobz, const int *m, const int *n, double *a, const int *lda,
                    double *s, double *u, const int *ldu, double *vt, const int *ldvt, double *work,
                    const int *lwork, int *iwork, int *info, size_t jobz_length);
extern void dgetrf_(const int *m, const int *n, double *a, const int *lda, int *ipiv, int *info);
extern void dgecon_(const char *norm, const int *n, const double *a, const int *lda,
                    const double *anorm, double *rcond, double *work, int *iwork, int *info,
                    size_t norm_length);
extern void dgetri_(const int *n, double *a, const int *lda, const int *ipiv, double *work,
                    const int *lwork, int *info);
extern void dsyev_(const char *jobz, const char *uplo, const int *n, double *a, const int *lda,
                   double *w, double *work, const int *lwork, int *info, size_t jobz_length,
                   size_t uplo_length);

/* Uses a - a, which is 0 for every finite number and NAN for all others. */
static int lapack_is_finite(const double *a, size_t count) {
    double sum = 0.0;
    for (size_t i = 0; i < count; i++) sum += a[i] - a[i];
    return sum == 0.0;
}

/* Decomposes the m x n matrix (as LAPACK reads it) in w->a by singular values into w->u, w->s and
 * w->vt. Overwrites w->a; returns 0 on success. */
static int lapack_svd(heco_pinv *w, int m, int n, double *work, int work_size) {
    int k = m < n ? m : n, info = 0;
    dgesdd_("S", &m, &n, w->a, &m, w->s, w->u, &m, w->vt, &k, work, &work_size, w->iwork, &info, 1);
    return info;
}

void heco_pinv_init(heco_pinv *w, size_t rows, size_t cols, heco_arena *arena) {
    size_t k     = rows < cols ? rows : cols;
    double query = 1.0;
    w->rows      = rows;
    w->cols      = cols;
    w->a         = heco_arena_take(arena, rows * cols, sizeof *w->a);
    w->u         = heco_arena_take(arena, cols * k, sizeof *w->u);
    w->vt        = heco_arena_take(arena, k * rows, sizeof *w->vt);
    w->s         = heco_arena_take(arena, k, sizeof *w->s);
    w->iwork     = heco_arena_take(arena, 8 * k, sizeof *w->iwork);
    if (heco_arena_failed(arena) || k == 0) return;
    lapack_svd(w, (int)cols, (int)rows, &query, -1); /* asks for the size of the work space */
    double least = 4.0 * (double)k * (double)k + 7.0 * (double)k; /* grows with the matrix, so it */
    w->work_size = (int)fmax(query, least);                       /* covers the smaller ones      */
    w->work      = heco_arena_take(arena, (size_t)w->work_size, sizeof *w->work);
}

/* Returns the 1-norm: the largest sum of |a| over a column, as LAPACK reads it. */
static double lapack_norm1(const double *a, size_t n) {
    double norm = 0.0;
    for (size_t j = 0; j < n; j++) {
        double sum = 0.0;
        for (size_t i = 0; i < n; i++) sum += fabs(a[j * n + i]);
        norm = fmax(norm, sum);
    }
    return norm;
}

/* Inverts a square matrix whose singular values are all above `cutoff`, at a tenth of the cost of
 * its SVD. Returns 0 if that is not certain: the smallest one is at least rcond |A| / sqrt(n), in
 * the 1-norm. */
static int lapack_inverse(heco_pinv *w, double *out, const double *a, size_t n, double cutoff) {
    int    size = (int)n, info = 0, *ipiv = w->iwork;
    double norm = lapack_norm1(a, n), rcond = 0.0;
    memcpy(out, a, n * n * sizeof *a);
    dgetrf_(&size, &size, out, &size, ipiv, &info);
    if (info != 0) return 0;
    dgecon_("1", &size, out, &size, &norm, &rcond, w->work, ipiv + n, &info, 1);
    if (info != 0 || !(rcond > 1e-10 && rcond * norm / sqrt((double)n) > 2.0 * cutoff)) return 0;
    dgetri_(&size, out, &size, ipiv, w->work, &w->work_size, &info);
    return info == 0;
}

/* With A^T = U S V^T (cols x rows), pinv(A) = U S^-1 V^T stored by rows. */
int heco_lapack_pinv(heco_pinv *w, double *out, const double *a, size_t rows, size_t cols,
                     double cutoff) {
    size_t k = rows < cols ? rows : cols;
    if (!lapack_is_finite(a, rows * cols)) return 0;
    if (k > 0 && rows == cols && lapack_inverse(w, out, a, rows, cutoff)) return 1;
    memset(out, 0, rows * cols * sizeof *out);
    if (k == 0) return 1;
    memcpy(w->a, a, rows * cols * sizeof *a);
    if (lapack_svd(w, (int)cols, (int)rows, w->work, w->work_size) != 0) return 0;
    for (size_t r = 0; r < k; r++) {
        const double *u = w->u + r * cols;
        double       *v = w->a; /* scratch: row r of S^-1 V^T, contiguous */
        if (!(w->s[r] > cutoff)) continue;
        for (size_t i = 0; i < rows; i++) v[i] = w->vt[i * k + r] / w->s[r];
        for (size_t j = 0; j < cols; j++)
            for (size_t i = 0; i < rows; i++) out[j * rows + i] += u[j] * v[i];
    }
    return 1;
}

void heco_eigen_init(heco_eigen *w, size_t n, heco_arena *arena) {
    double query = 1.0, none = 0.0;
    int    size = (int)n, all = -1, info = 0;
    w->n = n;
    dsyev_("V", "L", &size, &none, &size, &none, &query, &all, &info, 1, 1);
    w->work_size = (int)query;
    w->work      = heco_arena_take(arena, (size_t)w->work_size, sizeof *w->work);
}

/* Makes the sign of an eigenvector independent of LAPACK: its largest component is positive. */
static void lapack_orient(double *v, size_t n) {
    size_t top = 0;
    for (size_t j = 1; j < n; j++)
        if (fabs(v[j]) > fabs(v[top])) top = j;
    if (v[top] >= 0.0) return;
    for (size_t j = 0; j < n; j++) v[j] = -v[j];
}

/* The upper triangle by rows is the lower one by columns. Column k that LAPACK writes is row k. */
int heco_lapack_eigen_symmetric(heco_eigen *w, double *values, double *vectors, const double *a,
                                size_t n) {
    int size = (int)n, info = 0;
    if (!lapack_is_finite(a, n * n)) return 0;
    memmove(vectors, a, n * n * sizeof *a);
    dsyev_("V", "L", &size, vectors, &size, values, w->work, &w->work_size, &info, 1, 1);
    for (size_t k = 0; k < n; k++) lapack_orient(vectors + k * n, n);
    return info == 0;
}
