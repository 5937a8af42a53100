/* A search with a million constraints works and takes memory for a few copies of their values. */
#include "testing.h"

#include <sys/resource.h>

#include "heco/heco.h"

/* Sanitizers take a multiple of the time and the memory and cannot limit the memory, so that they
   get fewer constraints. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
enum { CONSTRAINTS = 2000 };
#else
enum { CONSTRAINTS = 1000000 };
#endif
enum { EVALS = 30 };

static int eval(void *user, const double *x, double *f, double *g, double *h) {
    (void)user, (void)h;
    *f = x[0] * x[0] + x[1] * x[1];
    for (size_t i = 0; i < CONSTRAINTS; i++) {
        double a = (double)(i + 1) / CONSTRAINTS;
        g[i]     = a - x[0] - a * x[1];
    }
    return HECO_POINT_OK;
}

/* Limits the memory of the process to 1000 MB: a copy of the values has 8 MB, and `auto` and `sqp`
   take about 360 and 290 MB. With models of all constraints `auto` would ask for 12 GB. */
static void limit_memory(void) {
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
    struct rlimit limit = {1000u << 20, 1000u << 20};
    assert_int_equal(setrlimit(RLIMIT_AS, &limit), 0);
#endif
}

static void very_many_constraints(void **state) {
    (void)state;
    static const double      lower[] = {-5, -5}, upper[] = {5, 5};
    static const char *const names[] = {"auto", "heco-de", "sqp", "lshade44"};
    limit_memory();
    for (size_t k = 0; k < sizeof names / sizeof names[0]; k++) {
        heco_problem          p     = heco_problem_default();
        heco_minimize_options o     = heco_minimize_options_default();
        heco_solution        *s     = NULL;
        heco_error            error = {0};
        p.space.n = 2, p.space.ng = CONSTRAINTS, p.space.lower = lower, p.space.upper = upper;
        p.eval      = eval;
        o.algorithm = names[k], o.run.max_evals = EVALS;
        heco_status status = heco_minimize(&s, &p, &o, &error);
        if (status != HECO_OK) fail_msg("%s: %s", names[k], error.text);
        const heco_result *r = heco_solution_result(s);
        assert_int_equal(r->outcome.evals, EVALS);
        assert_double(r->g[CONSTRAINTS - 1], 1.0 - r->x[0] - r->x[1]);
        heco_solution_free(s);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(very_many_constraints)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
