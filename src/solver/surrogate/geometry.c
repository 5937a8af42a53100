#include "solver/surrogate/geometry.h"

#include <math.h>
#include <string.h>

/* Rows or columns p and q of a matrix whose entries are `along` apart: turned by the angle (c, s).
 */
static void geometry_turn(double *p, double *q, size_t along, size_t n, double c, double s) {
    for (size_t k = 0; k < n; k++, p += along, q += along) {
        double x = *p, y = *q;
        *p = c * x - s * y;
        *q = s * x + c * y;
    }
}

void heco_jacobi(double *a, double *v, size_t n) {
    enum { SWEEPS = 12 };
    memset(v, 0, n * n * sizeof *v);
    for (size_t j = 0; j < n; j++) v[j * n + j] = 1.0;
    int turned = 1;
    for (int sweep = 0; sweep < SWEEPS && turned; sweep++) {
        turned = 0;
        for (size_t p = 0; p < n; p++)
            for (size_t q = p + 1; q < n; q++) {
                double off = a[p * n + q];
                if (!(fabs(off) >= 1e-15)) continue;
                double theta = (a[q * n + q] - a[p * n + p]) / (2.0 * off);
                double t = (theta >= 0.0 ? 1.0 : -1.0) / (fabs(theta) + sqrt(theta * theta + 1.0));
                double c = 1.0 / sqrt(t * t + 1.0), s = t * c;
                geometry_turn(a + p, a + q, n, n, c, s);
                geometry_turn(a + p * n, a + q * n, 1, n, c, s);
                geometry_turn(v + p, v + q, n, n, c, s);
                turned = 1;
            }
    }
}

/* a = the sum of d d' over the rows near c. */
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

double heco_geometry_least(double *direction, const heco_samples *e, const double *c, double radius,
                           double *work) {
    size_t  n = e->n, least = 0;
    double *a = work, *v = work + n * n, largest = 0.0;
    geometry_sum(a, e, c, radius, direction);
    heco_jacobi(a, v, n);
    for (size_t j = 1; j < n; j++)
        if (a[j * n + j] < a[least * n + least]) least = j;
    for (size_t j = 0; j < n; j++) {
        direction[j] = v[j * n + least];
        largest      = fmax(largest, fabs(direction[j]));
    }
    for (size_t j = 0; j < n; j++) direction[j] /= largest;
    return a[least * n + least];
}
