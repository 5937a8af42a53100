#include "solver/de/mutate.h"

#include "base/clones.h"
#include "solver/common/repair.h"

HECO_CLONES
void heco_mutate_rand1(double *restrict u, const double *a, const double *b, const double *c,
                       double F, size_t n) {
    for (size_t j = 0; j < n; j++) u[j] = a[j] + F * (b[j] - c[j]);
}

HECO_CLONES
void heco_mutate_toward1(double *restrict u, const heco_parents *p, double K, double F, size_t n) {
    const double *a = p->a, *b = p->b, *c = p->c, *d = p->d;
    for (size_t j = 0; j < n; j++) u[j] = a[j] + K * (b[j] - a[j]) + F * (c[j] - d[j]);
}

HECO_CLONES
void heco_mutate_rand1_mirror(double *restrict u, const double *a, const double *b, const double *c,
                              double F, const heco_space *space) {
    const double *lower = space->lower, *upper = space->upper;
    for (size_t j = 0, n = space->n; j < n; j++)
        u[j] = heco_repair_mirror(a[j] + F * (b[j] - c[j]), lower[j], upper[j]);
}

HECO_CLONES
void heco_mutate_toward1_mirror(double *restrict u, const heco_parents *p, double F,
                                const heco_space *space) {
    const double *a = p->a, *b = p->b, *c = p->c, *d = p->d;
    const double *lower = space->lower, *upper = space->upper;
    for (size_t j = 0, n = space->n; j < n; j++)
        u[j] = heco_repair_mirror(a[j] + F * (b[j] - a[j]) + F * (c[j] - d[j]), lower[j], upper[j]);
}
