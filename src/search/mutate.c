#include "search/mutate.h"

#include "base/simd.h"

HECO_CLONES
void heco_mutate_rand1(double *restrict u, const double *a, const double *b, const double *c, double F,
                       size_t n) {
    for (size_t j = 0; j < n; j++) u[j] = a[j] + F * (b[j] - c[j]);
}

HECO_CLONES
void heco_mutate_toward1(double *restrict u, const double *a, const double *b, const double *c,
                         const double *d, double K, double F, size_t n) {
    for (size_t j = 0; j < n; j++) u[j] = a[j] + K * (b[j] - a[j]) + F * (c[j] - d[j]);
}
