/* Known designs: none of them is evaluated, the search starts from the best, and a resumed search
 * or one on another scale finds them again. */
#include "testing.h"

#include <math.h>

#include "heco/heco.h"

enum { DESIGNS = 30 };

static double x_of[2 * DESIGNS], f_of[DESIGNS], g_of[DESIGNS];
static size_t calls, repeated;

static void values_at(const double *x, double *f, double *g) {
    *f = (x[0] - 0.3) * (x[0] - 0.3) + (log(x[1]) - log(0.02)) * (log(x[1]) - log(0.02));
    *g = 0.1 - x[0];
}

static int eval(void *user, const double *x, double *f, double *g, double *h) {
    (void)user, (void)h;
    calls++;
    for (size_t i = 0; i < DESIGNS; i++)
        repeated += fabs(x_of[2 * i] - x[0]) < 1e-14 && fabs(x_of[2 * i + 1] / x[1] - 1.0) < 1e-12;
    values_at(x, f, g);
    return HECO_POINT_OK;
}

static heco_problem problem(int log_scale) {
    static const double        lower[] = {0.0, 1e-4}, upper[] = {1.0, 1.0};
    static const unsigned char flags[] = {0, HECO_LOG_SCALE};
    heco_problem               p       = heco_problem_default();
    p.space.n = 2, p.space.ng = 1, p.space.lower = lower, p.space.upper = upper;
    p.space.missing = log_scale ? flags : NULL;
    p.eval          = eval;
    return p;
}

static heco_known designs(void) {
    uint64_t seed = 5;
    for (size_t i = 0; i < 2 * DESIGNS; i++) {
        seed    = seed * 6364136223846793005u + 1442695040888963407u;
        x_of[i] = 0.001 + 0.998 * (double)(seed >> 11) * 0x1p-53;
    }
    for (size_t i = 0; i < DESIGNS; i++) values_at(&x_of[2 * i], &f_of[i], &g_of[i]);
    return (heco_known){.count = DESIGNS, .x = x_of, .f = f_of, .g = g_of};
}

static heco_result search(const heco_problem *p, heco_minimize_options how) {
    heco_solution *s;
    heco_error     error = {HECO_OK, ""};
    calls = repeated = 0;
    how.prices       = HECO_PRICES_NO;
    if (heco_minimize(&s, p, &how, &error) != HECO_OK) fail_msg("%s", error.text);
    heco_result r = *heco_solution_result(s);
    heco_solution_free(s);
    return r;
}

static void known_designs_are_not_evaluated(void **state) {
    (void)state;
    static const char *const names[] = {"auto", "surrogate", "heco-de", "lshade44"};
    for (int scale = 0; scale < 2; scale++)
        for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
            heco_problem          p     = problem(scale);
            heco_known            known = designs();
            heco_minimize_options how   = heco_minimize_options_default();
            how.algorithm               = names[i];
            how.known                   = &known;
            how.run.max_evals           = 200;
            heco_result r               = search(&p, how);
            if (repeated > 0) fail_msg("%s evaluates %zu known designs", names[i], repeated);
            assert_int_equal(r.outcome.evals, 200);
            assert_true(calls < 200);
            double best = INFINITY;
            for (size_t d = 0; d < DESIGNS; d++)
                if (g_of[d] <= 0.0) best = fmin(best, f_of[d]);
            assert_true(r.outcome.f <= best);
        }
}

static void designs_that_cannot_be_used_are_refused(void **state) {
    (void)state;
    heco_problem          p     = problem(0);
    heco_known            known = designs();
    heco_minimize_options how   = heco_minimize_options_default();
    heco_solution        *s;
    heco_error            error;
    how.known = &known;
    x_of[4]   = 1.5;
    assert_int_equal(heco_minimize(&s, &p, &how, &error), HECO_ERR_ARG);
    assert_non_null(
        strstr(error.text, "known design 3 has 1.5 for variable 1, outside its bounds"));
    known   = designs();
    f_of[1] = NAN;
    assert_int_equal(heco_minimize(&s, &p, &how, &error), HECO_ERR_ARG);
    assert_non_null(strstr(error.text, "known design 2 has a value that is not finite"));
    known   = designs();
    known.g = NULL;
    assert_int_equal(heco_minimize(&s, &p, &how, &error), HECO_ERR_ARG);
    assert_non_null(strstr(error.text, "values of all 1 constraints"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_designs_are_not_evaluated),
        cmocka_unit_test(designs_that_cannot_be_used_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
