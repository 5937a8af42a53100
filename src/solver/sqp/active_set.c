#include "solver/sqp/active_set.h"

#include <math.h>
#include <string.h>

#include "base/dense.h"
#include "base/elementary.h"

/* A normal depends on the active ones if the squared sine of its angle to their span, in the metric
 * of B, is below this: 1e-9 for the sine itself. */
static const double active_set_dependent = 1e-18;

void heco_active_set_init(heco_active_set *a, size_t n, heco_arena *arena) {
    a->n       = n;
    a->J_empty = heco_arena_take(arena, n * n, sizeof(double));
    a->J       = heco_arena_take(arena, n * n, sizeof(double));
    a->R       = heco_arena_take(arena, n * n, sizeof(double));
    a->w       = heco_arena_take(arena, n, sizeof(double));
    a->z       = heco_arena_take(arena, n, sizeof(double));
    a->work    = heco_arena_take(arena, n, sizeof(double));
    a->id      = heco_arena_take(arena, n, sizeof *a->id);
}

int heco_active_set_factor(heco_active_set *a, const double *B, size_t n) {
    a->n = n, a->count = 0;
    if (!heco_dense_cholesky(a->J, B, n)) return 0; /* J is scratch here */
    heco_dense_invert_factor(a->J_empty, a->J, n);
    heco_active_set_clear(a);
    return 1;
}

void heco_active_set_clear(heco_active_set *a) {
    memcpy(a->J, a->J_empty, a->n * a->n * sizeof(double));
    a->count = a->changes = 0;
}

/* Splits w into the part of the active set and the tail, whose step direction is z. */
static void active_set_split(heco_active_set *a) {
    size_t n = a->n, q = a->count;
    a->tail = heco_dense_dot(a->w + q, a->w + q, n - q);
    heco_dense_rows_sum(a->z, a->J + q * n, a->w + q, n - q, n);
}

void heco_active_set_project(heco_active_set *a, const double *row, double sign) {
    heco_dense_rows_dot(a->w, a->J, row, a->n, a->n);
    if (sign < 0.0)
        for (size_t k = 0; k < a->n; k++) a->w[k] = -a->w[k];
    active_set_split(a);
}

void heco_active_set_project_unit(heco_active_set *a, size_t j, double sign) {
    for (size_t k = 0; k < a->n; k++) a->w[k] = sign * a->J[k * a->n + j];
    active_set_split(a);
}

int heco_active_set_is_independent(const heco_active_set *a) {
    double head = heco_dense_dot(a->w, a->w, a->count);
    return a->count < a->n && a->tail > 0.0 && a->tail > active_set_dependent * (head + a->tail);
}

/* The reflection I - beta v v' with v = w_2 - alpha e_1 maps the tail w_2 of w to (alpha, 0, ..,
 * 0). J_2 v = z - alpha J_2 e_1, because J_2 w_2 is z. The sign of alpha avoids cancellation. */
void heco_active_set_add(heco_active_set *a, size_t id) {
    size_t  n = a->n, q = a->count;
    double *w = a->w, *J = a->J + q * n, *r = a->R + q * n;
    double  alpha = w[q];
    if (q + 1 < n) {
        alpha       = w[q] > 0.0 ? -sqrt(a->tail) : sqrt(a->tail);
        double beta = 1.0 / (alpha * (alpha - w[q]));
        for (size_t i = 0; i < n; i++) a->work[i] = beta * (a->z[i] - alpha * J[i]);
        w[q] -= alpha;
        heco_dense_rows_subtract(J, w + q, a->work, n - q, n);
    }
    memcpy(r, w, q * sizeof *r);
    r[q]     = alpha;
    a->id[q] = id;
    a->count++, a->changes++;
}

/* Without column k, R has one entry below the diagonal in each later column. Rotations of
 * neighbouring rows of R, and columns of J, remove them. */
void heco_active_set_drop(heco_active_set *a, size_t k) {
    size_t n = a->n, q = --a->count;
    a->changes++;
    for (size_t c = k; c < q; c++) {
        memcpy(a->R + c * n, a->R + (c + 1) * n, (c + 2) * sizeof(double));
        a->id[c] = a->id[c + 1];
    }
    for (size_t c = k; c < q; c++) {
        double p = a->R[c * n + c], s = a->R[c * n + c + 1], h = heco_hypot(p, s);
        if (h == 0.0) continue;
        p /= h, s /= h;
        for (size_t l = c; l < q; l++) {
            double *pair = a->R + l * n + c, above = pair[0], below = pair[1];
            pair[0] = p * above + s * below;
            pair[1] = p * below - s * above;
        }
        heco_dense_rotate(a->J + c * n, a->J + (c + 1) * n, p, s, n);
    }
}

void heco_active_set_solve(const heco_active_set *a, double *r, const double *v) {
    memmove(r, v, a->count * sizeof *r);
    for (size_t k = a->count; k-- > 0;) {
        r[k] /= a->R[k * a->n + k];
        heco_dense_add(r, -r[k], a->R + k * a->n, k);
    }
}

void heco_active_set_solve_transposed(const heco_active_set *a, double *r, const double *v) {
    for (size_t k = 0; k < a->count; k++) {
        const double *column = a->R + k * a->n;
        r[k]                 = (v[k] - heco_dense_dot(column, r, k)) / column[k];
    }
}
