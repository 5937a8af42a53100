#include "solver/surrogate/geometry.h"

#include <math.h>
#include <string.h>

#include "base/dense.h"

/* Writes the sum of d d' over the samples near c to a; d is scratch. */
static void geometry_sum(double *a, const heco_samples *e, const double *c, double radius,
                         double *d) {
    size_t n = e->n;
    memset(a, 0, n * n * sizeof *a);
    for (size_t i = 0; i < e->count; i++) {
        double largest = 0.0;
        for (size_t j = 0; j < n; j++) {
            d[j]    = (e->x[i * n + j] - c[j]) / radius;
            largest = fmax(largest, fabs(d[j]));
        }
        if (largest > 2.0) continue;
        for (size_t p = 0; p < n; p++)
            for (size_t q = 0; q < n; q++) a[p * n + q] += d[p] * d[q];
    }
}

double heco_geometry_least_direction(double *direction, const heco_samples *e, const double *c,
                                     double radius, double *work) {
    size_t  n = e->n, least = 0;
    double *a = work, *v = work + n * n, largest = 0.0;
    geometry_sum(a, e, c, radius, direction);
    heco_dense_jacobi(a, v, n);
    for (size_t j = 1; j < n; j++)
        if (a[j * n + j] < a[least * n + least]) least = j;
    for (size_t j = 0; j < n; j++) {
        direction[j] = v[j * n + least];
        largest      = fmax(largest, fabs(direction[j]));
    }
    for (size_t j = 0; j < n; j++) direction[j] /= largest;
    return a[least * n + least];
}
