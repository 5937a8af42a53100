/* Tests of bindings/flat/heco_flat.h. */
#include "heco_flat.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(condition) \
    ((condition) ? (void)0 : (printf("line %d: %s\n", __LINE__, #condition), exit(1)))

static int half(void *user, const double *x, double *f, double *g, double *h) {
    int *calls = user;
    (void)h;
    if (++*calls == 200) return 2;
    if (x[0] > 4) return 1;
    f[0] = x[0] * x[0] + x[1] * x[1];
    g[0] = 1 - x[0] - x[1];
    return 0;
}

static int says(const heco_flat *s, const char *words) {
    return strstr(heco_flat_message(s), words) != NULL;
}

int main(void) {
    int        calls = 0;
    double     x[2], g[1];
    heco_flat *s = heco_flat_new(2, 1, 0);
    CHECK(isnan(heco_flat_result(s, x, g, NULL)) && !heco_flat_feasible(s));
    CHECK(heco_flat_bound(s, 0, -5, 5, 0) == 0 && heco_flat_bound(s, 1, -5, 5, 0) == 0);
    CHECK(heco_flat_bound(s, 2, -5, 5, 0) == 1 && says(s, "variable 2"));
    CHECK(heco_flat_set(s, "budget", "1.5") == 1 && says(s, "whole number"));
    CHECK(heco_flat_set(s, "target", "x") == 1 && says(s, "a number was"));
    CHECK(heco_flat_set(s, "budget", "1000") == 0 && heco_flat_set(s, "algorithm", "heco-ed") == 0);
    CHECK(heco_flat_minimize(s, half, &calls) == 1 && says(s, "heco-de"));
    CHECK(heco_flat_set(s, "algorithm", "heco-de") == 0 && heco_flat_set(s, "gamma", "0.2") == 0);
    CHECK(heco_flat_minimize(s, half, &calls) == 0 && strcmp(heco_flat_message(s), "user") == 0);
    double f = heco_flat_result(s, x, g, NULL);
    CHECK(heco_flat_feasible(s) && f == x[0] * x[0] + x[1] * x[1] && g[0] <= 0);
    CHECK(heco_flat_evals(s) == 199);
    heco_flat_free(s);
    s = heco_flat_new(2, 1, 0);
    CHECK(heco_flat_set(s, "nosuch", "1") == 0 && heco_flat_minimize(s, half, &calls) == 1);
    CHECK(says(s, "nosuch"));
    heco_flat_free(s);
    heco_flat_free(NULL);
    puts("heco_flat: passed");
    return 0;
}
