#include "solver/heco/pca.h"

#include <math.h>
#include <string.h>

static const double PCA_NOTHING = 1e-13; /* of the largest variance: rounding */

void heco_pca_init(heco_pca *p, size_t n, size_t rows, size_t most, heco_arena *arena) {
    size_t side  = n < rows ? n : rows;
    p->n         = n;
    p->most      = most < side ? most : side;
    p->mean      = heco_arena_take(arena, n, sizeof *p->mean);
    p->direction = heco_arena_take(arena, p->most * n, sizeof *p->direction);
    p->centred   = heco_arena_take(arena, rows * n, sizeof *p->centred);
    p->matrix    = heco_arena_take(arena, side * side, sizeof *p->matrix);
    p->value     = heco_arena_take(arena, side, sizeof *p->value);
    p->weight    = heco_arena_take(arena, p->most, sizeof *p->weight);
    heco_eigen_init(&p->eigen, side, arena);
}

/* Sets the mean of the rows and the rows less their mean. */
static void pca_centre_rows(heco_pca *p, const double *x, const size_t *member, size_t rows) {
    size_t n = p->n;
    memset(p->mean, 0, n * sizeof *p->mean);
    for (size_t i = 0; i < rows; i++)
        for (size_t j = 0; j < n; j++) p->mean[j] += x[member[i] * n + j];
    for (size_t j = 0; j < n; j++) p->mean[j] /= (double)rows;
    for (size_t i = 0; i < rows; i++)
        for (size_t j = 0; j < n; j++) p->centred[i * n + j] = x[member[i] * n + j] - p->mean[j];
}

/* Computes the upper triangle of X^T X, or of X X^T if that is smaller: they have the same
 * eigenvalues except for zeros. The divisor of the covariance changes no direction. */
static void pca_compute_matrix(heco_pca *p, size_t rows, size_t side) {
    size_t        n = p->n;
    const double *x = p->centred;
    memset(p->matrix, 0, side * side * sizeof *p->matrix);
    if (n <= rows) {
        for (size_t i = 0; i < rows; i++)
            for (size_t a = 0; a < n; a++)
                for (size_t b = a; b < n; b++) p->matrix[a * n + b] += x[i * n + a] * x[i * n + b];
        return;
    }
    for (size_t a = 0; a < rows; a++)
        for (size_t b = a; b < rows; b++) {
            double sum = 0.0;
            for (size_t j = 0; j < n; j++) sum += x[a * n + j] * x[b * n + j];
            p->matrix[a * rows + b] = sum;
        }
}

/* Writes the direction of an eigenvector. An eigenvector w of X X^T makes the direction X^T w. */
static void pca_write_direction(const heco_pca *p, const double *vector, size_t rows, double *out) {
    size_t n   = p->n;
    double sum = 0.0;
    if (n <= rows) {
        memcpy(out, vector, n * sizeof *out);
        return;
    }
    memset(out, 0, n * sizeof *out);
    for (size_t i = 0; i < rows; i++)
        for (size_t j = 0; j < n; j++) out[j] += vector[i] * p->centred[i * n + j];
    for (size_t j = 0; j < n; j++) sum += out[j] * out[j];
    for (size_t j = 0; j < n; j++) out[j] /= sqrt(sum);
}

int heco_pca_fit(heco_pca *p, const double *x, const size_t *member, size_t rows,
                 double explained) {
    size_t side  = p->n < rows ? p->n : rows;
    double total = 0.0, found = 0.0;
    p->count = 0;
    pca_centre_rows(p, x, member, rows);
    pca_compute_matrix(p, rows, side);
    if (!heco_dense_eigen(&p->eigen, p->value, p->matrix, p->matrix, side)) return 1;
    for (size_t k = 0; k < side; k++) total += p->value[k] > 0.0 ? p->value[k] : 0.0;
    while (p->count < p->most) { /* eigenvalues ascend */
        size_t k = side - 1 - p->count;
        if (!(p->value[k] > PCA_NOTHING * p->value[side - 1]) || !(p->value[k] > 0.0)) break;
        if (explained > 0.0 && found >= explained * total) break;
        pca_write_direction(p, p->matrix + k * side, rows, p->direction + p->count * p->n);
        found += p->value[k];
        p->count++;
    }
    return 0;
}

void heco_pca_project(heco_pca *p, double *u) {
    size_t n = p->n;
    for (size_t k = 0; k < p->count; k++) {
        const double *v = p->direction + k * n;
        p->weight[k]    = 0.0;
        for (size_t j = 0; j < n; j++) p->weight[k] += v[j] * (u[j] - p->mean[j]);
    }
    memcpy(u, p->mean, n * sizeof *u);
    for (size_t k = 0; k < p->count; k++) {
        const double *v = p->direction + k * n;
        for (size_t j = 0; j < n; j++) u[j] += p->weight[k] * v[j];
    }
}
