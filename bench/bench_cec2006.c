/* Nanoseconds per evaluation of each compared problem of cec2006, at uniform random points:
 * the best of several repetitions, and the mean over the problems. */
#include <stdio.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/rng.h"
#include "heco/suite.h"

enum { POINTS = 1000, SWEEPS = 20, REPEATS = 15, MAX_CONSTRAINTS = 64 };

static void fill(double *x, const heco_space *space) {
    heco_rng rng;
    heco_rng_init(&rng, 1, 0);
    for (size_t i = 0; i < POINTS; i++)
        for (size_t j = 0; j < space->n; j++)
            *x++ = space->lower[j] +
                   heco_rng_uniform(&rng) * (space->upper[j] - space->lower[j]);
}

static double best_time(const heco_problem *p, const double *x) {
    double f = 0.0, g[MAX_CONSTRAINTS], h[MAX_CONSTRAINTS], best = 1e300;
    for (int repeat = 0; repeat < REPEATS; repeat++) {
        double start = heco_clock();
        for (int sweep = 0; sweep < SWEEPS; sweep++)
            for (size_t i = 0; i < POINTS; i++) p->eval(p->user, x + i * p->space.n, &f, g, h);
        double time = (heco_clock() - start) / (SWEEPS * (double)POINTS);
        if (time < best) best = time;
    }
    return best * 1e9;
}

int main(void) {
    heco_suite *suite;
    heco_error  error;
    if (heco_suite_open(&suite, "cec2006", NULL, &error) != HECO_OK) return 1;
    double *x = malloc(POINTS * 32 * sizeof *x), sum = 0.0;
    int     count = 0;
    for (size_t i = 0; x != NULL && i < heco_suite_count(suite); i++) {
        const heco_problem *p;
        if (!heco_suite_at(suite, i)->compared) continue;
        if (heco_suite_problem(suite, i, 0, &p, &error) != HECO_OK) return 1;
        fill(x, &p->space);
        double ns = best_time(p, x);
        printf("%-5s %3zu variables %8.1f ns\n", p->name, p->space.n, ns);
        sum += ns, count++;
    }
    if (count > 0) printf("mean of %d problems %8.1f ns\n", count, sum / count);
    free(x);
    heco_suite_close(suite);
    return count == 0;
}
