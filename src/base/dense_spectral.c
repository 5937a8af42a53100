/* Symmetric eigenproblem: Householder tridiagonalisation (Golub and Van Loan 2013, algorithm 8.3.1)
 * and the implicit QL method (Dubrulle, Martin and Wilkinson 1968, Numerische Mathematik 12,
 * 377-383). Pseudo-inverse: Gauss-Jordan elimination for a well-conditioned square matrix, else
 * one-sided Jacobi rotations (Hestenes 1958; Golub and Van Loan 2013, section 8.6.3), which find
 * small singular values accurately. */
#include "base/dense_spectral.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/dense.h"
#include "base/elementary.h"

/* Uses a - a, which is 0 for every finite number and NAN for all others. */
static int spectral_is_finite(const double *a, size_t count) {
    double sum = 0.0;
    for (size_t i = 0; i < count; i++) sum += a[i] - a[i];
    return sum == 0.0;
}

/* Returns a power of two near the inverse of the largest entry: squares of scaled entries neither
 * overflow nor vanish. */
static double spectral_scale(const double *a, size_t count) {
    int exponent;
    frexp(heco_dense_largest(a, count), &exponent);
    if (exponent > -400 && exponent < 400) return 1.0;
    return ldexp(1.0, exponent < -1000 ? 1000 : -exponent);
}

/* ---- symmetric eigenproblem ---- */

void heco_eigen_init(heco_eigen *w, size_t n, heco_arena *arena) {
    w->n    = n;
    w->a    = heco_arena_take(arena, n * n, sizeof *w->a);
    w->off  = heco_arena_take(arena, n, sizeof *w->off);
    w->v    = heco_arena_take(arena, n, sizeof *w->v);
    w->work = heco_arena_take(arena, n, sizeof *w->work);
}

/* Makes the reflector I - beta v v' that turns row k of a, right of the diagonal, into a multiple
 * of the first unit vector. v replaces that part of the row; returns beta, and the multiple in
 * *off. */
static double spectral_reflector(double *v, size_t n, double *off) {
    double rest = n > 1 ? heco_dense_dot(v + 1, v + 1, n - 1) : 0.0;
    if (rest == 0.0) {
        *off = v[0];
        return 0.0;
    }
    double length = sqrt(v[0] * v[0] + rest);
    *off          = v[0] > 0.0 ? -length : length;
    v[0] -= *off;
    return 2.0 / (v[0] * v[0] + rest);
}

static void spectral_transpose(double *q, size_t n) {
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < i; j++) {
            double t     = q[i * n + j];
            q[i * n + j] = q[j * n + i];
            q[j * n + i] = t;
        }
}

/* Decomposes the symmetric matrix in w->a into Q T Q' with T tridiagonal. The diagonal of T goes
 * into d, the entries beside it into w->off, and Q' into q. */
static void spectral_tridiagonal(heco_eigen *w, double *d, double *q, size_t n) {
    double *a = w->a, *p = w->work;
    heco_dense_identity(q, n);
    for (size_t k = 0; k + 1 < n; k++) {
        size_t  m = n - k - 1; /* order of the rest, which begins in row k + 1 */
        double *v = a + k * n + k + 1, *first = a + (k + 1) * n + k + 1;
        double  beta = spectral_reflector(v, m, &w->off[k]);
        if (beta == 0.0) continue;
        for (size_t i = 0; i < m; i++) p[i] = beta * heco_dense_dot(first + i * n, v, m);
        heco_dense_add(p, -0.5 * beta * heco_dense_dot(p, v, m), v, m);
        for (size_t i = 0; i < m; i++) {
            heco_dense_add(first + i * n, -v[i], p, m);
            heco_dense_add(first + i * n, -p[i], v, m);
        }
        for (size_t i = 1; i < n; i++) { /* Q times the reflector */
            double *row = q + i * n + k + 1;
            heco_dense_add(row, -beta * heco_dense_dot(row, v, m), v, m);
        }
    }
    for (size_t k = 0; k < n; k++) d[k] = a[k * n + k];
    w->off[n - 1] = 0.0;
    spectral_transpose(q, n);
}

/* One QL sweep with an implicit shift over the block l .. m of the tridiagonal matrix (d, off). The
 * rotations are applied to the rows of q. */
static void spectral_sweep(double *d, double *off, double *q, size_t n, size_t l, size_t m) {
    double shift = (d[l + 1] - d[l]) / (2.0 * off[l]);
    double g     = d[m] - d[l] + off[l] / (shift + copysign(heco_hypot(shift, 1.0), shift));
    double s = 1.0, c = 1.0, p = 0.0;
    for (size_t i = m; i-- > l;) {
        double f = s * off[i], b = c * off[i], r = heco_hypot(f, g);
        off[i + 1] = r;
        if (r == 0.0) { /* the block falls apart */
            d[i + 1] -= p;
            off[m] = 0.0;
            return;
        }
        s        = f / r;
        c        = g / r;
        g        = d[i + 1] - p;
        r        = (d[i] - g) * s + 2.0 * c * b;
        p        = s * r;
        d[i + 1] = g + p;
        g        = c * r - b;
        heco_dense_rotate(q + (i + 1) * n, q + i * n, c, s, n);
    }
    d[l] -= p;
    off[l] = g;
    off[m] = 0.0;
}

/* Diagonalises the tridiagonal matrix; returns 0 if an eigenvalue does not converge. */
static int spectral_ql(double *d, double *off, double *q, size_t n) {
    enum { SWEEPS = 60 }; /* two per eigenvalue are usual, EISPACK allows 30 */
    for (size_t l = 0; l < n; l++)
        for (int sweep = 0;; sweep++) {
            size_t m = l;
            while (m + 1 < n && fabs(off[m]) > DBL_EPSILON * (fabs(d[m]) + fabs(d[m + 1]))) m++;
            if (m == l) break;
            if (sweep == SWEEPS) return 0;
            spectral_sweep(d, off, q, n, l, m);
        }
    return 1;
}

/* Sorts the eigenvalues in ascending order with their rows. */
static void spectral_sort(double *d, double *q, double *work, size_t n) {
    for (size_t i = 0; i + 1 < n; i++) {
        size_t least = i;
        for (size_t j = i + 1; j < n; j++)
            if (d[j] < d[least]) least = j;
        if (least == i) continue;
        double value = d[i];
        d[i]         = d[least];
        d[least]     = value;
        memcpy(work, q + i * n, n * sizeof *work);
        memcpy(q + i * n, q + least * n, n * sizeof *work);
        memcpy(q + least * n, work, n * sizeof *work);
    }
}

/* Makes the largest component of an eigenvector positive. */
static void spectral_orient(double *v, size_t n) {
    size_t top = 0;
    for (size_t j = 1; j < n; j++)
        if (fabs(v[j]) > fabs(v[top])) top = j;
    if (v[top] >= 0.0) return;
    for (size_t j = 0; j < n; j++) v[j] = -v[j];
}

int heco_dense_eigen(heco_eigen *w, double *values, double *vectors, const double *a, size_t n) {
    if (!spectral_is_finite(a, n * n)) return 0;
    if (n == 0) return 1;
    double scale = spectral_scale(a, n * n);
    for (size_t i = 0; i < n; i++)
        for (size_t j = i; j < n; j++) w->a[i * n + j] = w->a[j * n + i] = scale * a[i * n + j];
    spectral_tridiagonal(w, values, vectors, n);
    if (!spectral_ql(values, w->off, vectors, n)) return 0;
    spectral_sort(values, vectors, w->work, n);
    for (size_t k = 0; k < n; k++) {
        spectral_orient(vectors + k * n, n);
        values[k] /= scale;
    }
    return 1;
}

/* ---- pseudo-inverse ---- */

void heco_pinv_init(heco_pinv *w, size_t rows, size_t cols, heco_arena *arena) {
    size_t side = rows < cols ? rows : cols;
    w->rows     = rows;
    w->cols     = cols;
    w->w        = heco_arena_take(arena, rows * cols, sizeof *w->w);
    w->q        = heco_arena_take(arena, side * side, sizeof *w->q);
    w->norm     = heco_arena_take(arena, side, sizeof *w->norm);
    w->pivot    = heco_arena_take(arena, side, sizeof *w->pivot);
}

/* Returns the largest sum of |a| over a row. */
static double spectral_norm(const double *a, size_t n) {
    double norm = 0.0;
    for (size_t i = 0; i < n; i++) {
        double sum = 0.0;
        for (size_t j = 0; j < n; j++) sum += fabs(a[i * n + j]);
        norm = fmax(norm, sum);
    }
    return norm;
}

static void spectral_swap_rows(double *a, double *b, size_t n) {
    for (size_t j = 0; j < n; j++) {
        double t = a[j];
        a[j]     = b[j];
        b[j]     = t;
    }
}

/* Inverts a (n x n) in place by Gauss-Jordan elimination with row exchanges; returns 0 if a pivot
 * is 0. */
static int spectral_invert(double *a, size_t *pivot, size_t n) {
    for (size_t k = 0; k < n; k++) {
        size_t top = k;
        for (size_t i = k + 1; i < n; i++)
            if (fabs(a[i * n + k]) > fabs(a[top * n + k])) top = i;
        pivot[k] = top;
        if (a[top * n + k] == 0.0) return 0;
        if (top != k) spectral_swap_rows(a + k * n, a + top * n, n);
        double inverse = 1.0 / a[k * n + k];
        a[k * n + k]   = 1.0;
        heco_dense_scale(a + k * n, inverse, n);
        for (size_t i = 0; i < n; i++) {
            double t = a[i * n + k];
            if (i == k || t == 0.0) continue;
            a[i * n + k] = 0.0;
            heco_dense_add(a + i * n, -t, a + k * n, n);
        }
    }
    for (size_t k = n; k-- > 0;) /* exchanged rows are columns of the inverse */
        for (size_t i = 0; i < n && pivot[k] != k; i++) {
            double t            = a[i * n + k];
            a[i * n + k]        = a[i * n + pivot[k]];
            a[i * n + pivot[k]] = t;
        }
    return 1;
}

/* Inverts a square matrix whose singular values are all above `cutoff`, at a small part of the cost
 * of the rotations. Returns 0 if that is not certain: the smallest one is at least
 * 1/(|inverse| sqrt(n)), and an inverse is trusted up to the condition 1e10. */
static int spectral_inverse(heco_pinv *w, double *out, const double *a, size_t n, double cutoff) {
    memcpy(out, a, n * n * sizeof *a);
    if (!spectral_invert(out, w->pivot, n)) return 0;
    double norm = spectral_norm(a, n), inverse = spectral_norm(out, n);
    return norm * inverse < 1e10 && 1.0 / (inverse * sqrt((double)n)) > 2.0 * cutoff;
}

/* Rotates rows p and q of w (k rows of n) so that they become orthogonal, and the rows of Q with
 * them. Returns 0 if they are orthogonal already. */
static int spectral_orthogonalise(heco_pinv *w, size_t p, size_t q, size_t k, size_t n) {
    double *a = w->w + p * n, *b = w->w + q * n;
    double  dot   = heco_dense_dot(a, b, n);
    double  limit = DBL_EPSILON * (double)n * sqrt(w->norm[p]) * sqrt(w->norm[q]);
    if (!(fabs(dot) > limit)) return 0;
    double zeta = (w->norm[q] - w->norm[p]) / (2.0 * dot);
    double t    = -copysign(1.0 / (fabs(zeta) + sqrt(1.0 + zeta * zeta)), zeta);
    double c = 1.0 / sqrt(1.0 + t * t), s = c * t;
    heco_dense_rotate(a, b, c, s, n);
    heco_dense_rotate(w->q + p * k, w->q + q * k, c, s, k);
    w->norm[p] = heco_dense_dot(a, a, n);
    w->norm[q] = heco_dense_dot(b, b, n);
    return 1;
}

/* Rotates until all rows of w are orthogonal: w = Q A with Q orthogonal. */
static int spectral_jacobi(heco_pinv *w, size_t k, size_t n) {
    enum { SWEEPS = 60 }; /* convergence is quadratic: about eight are enough */
    int rotated = 1;
    heco_dense_identity(w->q, k);
    for (size_t i = 0; i < k; i++) w->norm[i] = heco_dense_dot(w->w + i * n, w->w + i * n, n);
    for (int sweep = 0; sweep < SWEEPS && rotated; sweep++) {
        rotated = 0;
        for (size_t p = 0; p < k; p++)
            for (size_t q = p + 1; q < k; q++) rotated |= spectral_orthogonalise(w, p, q, k, n);
    }
    return !rotated;
}

/* The rows of w are the rows of a, or its columns if they are fewer. With w = Q A and singular
 * values s_r = |row r of w|, pinv(A) is the sum of (row r of w)' (row r of Q) / s_r^2. */
int heco_dense_pinv(heco_pinv *w, double *out, const double *a, size_t rows, size_t cols,
                    double cutoff) {
    int    wide = rows <= cols;
    size_t k = wide ? rows : cols, n = wide ? cols : rows;
    if (!spectral_is_finite(a, rows * cols)) return 0;
    if (k > 0 && rows == cols && spectral_inverse(w, out, a, rows, cutoff)) return 1;
    memset(out, 0, rows * cols * sizeof *out);
    if (k == 0) return 1;
    double scale = spectral_scale(a, rows * cols);
    for (size_t i = 0; i < k; i++)
        for (size_t j = 0; j < n; j++)
            w->w[i * n + j] = scale * (wide ? a[i * n + j] : a[j * k + i]);
    if (!spectral_jacobi(w, k, n)) return 0;
    for (size_t r = 0; r < k; r++) {
        const double *u = w->w + r * n, *q = w->q + r * k;
        if (!(sqrt(w->norm[r]) > scale * cutoff)) continue;
        double factor = scale / w->norm[r];
        if (wide)
            for (size_t j = 0; j < n; j++) heco_dense_add(out + j * k, factor * u[j], q, k);
        else
            for (size_t i = 0; i < k; i++) heco_dense_add(out + i * n, factor * q[i], u, n);
    }
    return 1;
}
