/* Prints a fingerprint of every problem of every suite: the bits of f, g and h at points inside the
 * box, at its corners and far outside, one by one and in batches. Every platform has to print the
 * same. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "heco/heco.h"

enum { POINTS = 64 };

static uint64_t add(uint64_t hash, const double *v, size_t count) { /* FNV-1a of the bits */
    for (size_t i = 0; i < count; i++) {
        union {
            double        value;
            unsigned char byte[sizeof(double)];
        } u = {isnan(v[i]) ? 0.0 : v[i]}; /* the bits of a NAN are not specified */
        for (size_t k = 0; k < sizeof u.byte; k++) hash = (hash ^ u.byte[k]) * 0x100000001b3u;
    }
    return hash;
}

/* xorshift64, in [0, 1) */
static double draw(uint64_t *s) {
    *s ^= *s << 13, *s ^= *s >> 7, *s ^= *s << 17;
    return (double)(*s >> 11) * 0x1p-53;
}

static void fill(double *x, const heco_space *space, int kind, uint64_t *s) {
    for (size_t j = 0; j < space->n; j++) {
        double lower = space->lower[j], upper = space->upper[j], u = draw(s);
        if (!isfinite(lower)) lower = -1e3;
        if (!isfinite(upper)) upper = 1e3;
        if (kind % 8 == 6) u = u < 0.5 ? 0.0 : 1.0;
        if (kind % 8 == 7) u = (u - 0.5) * 1e7;
        x[j] = lower + u * (upper - lower);
        if (space->integer != NULL && space->integer[j]) x[j] = nearbyint(x[j]);
    }
}

static void print_problem(const char *suite, const heco_problem *p) {
    size_t   n = p->space.n, ng = p->space.ng, nh = p->space.nh;
    uint64_t s = 88172645463325252u, hash = 0xcbf29ce484222325u;
    double  *x = calloc(POINTS * (n + 1 + ng + nh), sizeof *x);
    if (x == NULL) exit(1);
    double *f = x + POINTS * n, *g = f + POINTS, *h = g + POINTS * ng;
    for (int i = 0; i < POINTS; i++) fill(x + (size_t)i * n, &p->space, i, &s);
    for (size_t i = 0; p->eval != NULL && i < POINTS; i++)
        p->eval(p->user, x + i * n, f + i, g + i * ng, h + i * nh);
    if (p->eval != NULL) hash = add(hash, f, POINTS * (1 + ng + nh));
    if (p->eval_batch != NULL) p->eval_batch(p->user, x, POINTS, f, g, h);
    hash = add(hash, f, POINTS * (1 + ng + nh));
    printf("%-10s %-24s %4zu %016llx\n", suite, p->name, n, (unsigned long long)hash);
    free(x);
}

int main(void) {
    for (size_t k = 0; heco_suite_name_at(k) != NULL; k++) {
        heco_suite *suite;
        if (heco_suite_open(&suite, heco_suite_name_at(k), NULL, NULL) != HECO_OK) return 1;
        for (size_t i = 0; i < heco_suite_count(suite); i++) {
            const heco_suite_entry *entry = heco_suite_at(suite, i);
            for (size_t d = 0; d < entry->dim_count; d++) {
                const heco_problem *p;
                if (heco_suite_problem(suite, i, entry->dims[d], &p, NULL) == HECO_OK)
                    print_problem(heco_suite_name(suite), p);
                else printf("%-10s %-24s needs data\n", heco_suite_name(suite), entry->name);
            }
        }
        heco_suite_close(suite);
    }
    return 0;
}
