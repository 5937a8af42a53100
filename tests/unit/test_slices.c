/* Slices: against values worked by hand, kinds of variables, failures and refusals. */
#include "heco/answer.h"

#include "testing.h"

/* f = a^2 + 10 b + 100 k + 1000 c, g = a - 3, h = b - 1; b > 8 fails. */
static int function(void *user, const double *x, double *f, double *g, double *h) {
    ++*(uint64_t *)user;
    if (x[1] > 8.0) return HECO_POINT_FAILED;
    f[0] = x[0] * x[0] + 10.0 * x[1] + 100.0 * x[2] + 1000.0 * x[3];
    g[0] = x[0] - 3.0;
    h[0] = x[1] - 1.0;
    return HECO_POINT_OK;
}

static heco_problem problem_of(uint64_t *calls) {
    static const double        lower[4] = {0.0, 1.0, 0.0, 1.0}, upper[4] = {10.0, 16.0, 40.0, 8.0};
    static const unsigned char integer[4] = {0, 0, 1, 0}, flags[4] = {0, HECO_LOG_SCALE, 0, 0};
    static const double        sizes[3] = {1.0, 2.0, 8.0};
    static const heco_choice   lists[4] = {{0}, {0}, {0}, {.count = 3, .values = sizes}};
    heco_problem               p        = heco_problem_default();
    p.space.n = 4, p.space.ng = 1, p.space.nh = 1;
    p.space.lower = lower, p.space.upper = upper, p.space.integer = integer;
    p.space.choices = lists, p.space.missing = flags;
    p.eval = function, p.user = calls;
    return p;
}

static void values_run_through_the_point(void **state) {
    (void)state;
    uint64_t          calls = 0;
    heco_problem      p     = problem_of(&calls);
    heco_evaluator   *evaluator;
    heco_slices      *s;
    const double      x[4]      = {2.0, 1.0, 3.0, 2.0};
    const double      first[9]  = {0.0, 0.875, 1.5, 1.875, 2.0, 2.5, 4.0, 6.5, 10.0};
    const double      second[5] = {1.0, 1.189207115002721, 2.0, 4.756828460010884, 16.0};
    const double      third[8]  = {0.0, 1.0, 2.0, 3.0, 5.0, 12.0, 24.0, 40.0};
    const heco_slice *a;
    assert_int_equal(heco_evaluator_open(&evaluator, &p, NULL, NULL, NULL), HECO_OK);
    assert_int_equal(heco_slices_new(&s, &p, evaluator, x, 4, NULL), HECO_OK);
    a = heco_slices_at(s, 0);
    assert_int_equal(a->count, 9);
    assert_int_equal(a->here, 4);
    for (size_t i = 0; i < 9; i++) {
        assert_near(a->x[i], first[i], 1e-12);
        assert_near(a->f[i], first[i] * first[i] + 2310.0, 1e-12);
        assert_near(a->c[2 * i], first[i] - 3.0, 1e-12);
        assert_near(a->c[2 * i + 1], 0.0, 1e-12);
    }
    a = heco_slices_at(s, 1); /* at its lower bound, on a logarithmic scale: 16^(i/4)^2 */
    assert_int_equal(a->count, 5);
    assert_int_equal(a->here, 0);
    for (size_t i = 0; i < 5; i++) assert_near(a->x[i], second[i], 1e-12);
    assert_near(a->f[3], 4.0 + 10.0 * second[3] + 2300.0, 1e-9);
    assert_true(isnan(a->f[4]) && isnan(a->c[8]));
    a = heco_slices_at(s, 2); /* every integer below, up to the bound above */
    assert_int_equal(a->count, 8);
    assert_int_equal(a->here, 3);
    for (size_t i = 0; i < 8; i++) assert_near(a->x[i], third[i], 0.0);
    a = heco_slices_at(s, 3);
    assert_int_equal(a->count, 3);
    assert_int_equal(a->here, 1);
    assert_near(a->f[2], 8314.0 + 0.0, 1e-12 * 8314.0);
    assert_null(heco_slices_at(s, 4));
    assert_int_equal(heco_slices_evals(s), calls);
    assert_int_equal(calls, 1 + 8 + 4 + 7 + 2);
    heco_slices_free(s);
    heco_evaluator_close(evaluator);
}

/* Few integers on a side, and a bound between two of them. */
static void integers_stay_in_the_box(void **state) {
    (void)state;
    static const double lower[4] = {0.0, 1.0, 1.5, 1.0}, upper[4] = {10.0, 16.0, 5.9, 8.0};
    const double        x[4] = {2.0, 1.0, 3.0, 2.0}, all[4] = {2.0, 3.0, 4.0, 5.0};
    uint64_t            calls = 0;
    heco_problem        p     = problem_of(&calls);
    heco_evaluator     *evaluator;
    heco_slices        *s;
    p.space.lower = lower, p.space.upper = upper;
    assert_int_equal(heco_evaluator_open(&evaluator, &p, NULL, NULL, NULL), HECO_OK);
    assert_int_equal(heco_slices_new(&s, &p, evaluator, x, 10, NULL), HECO_OK);
    const heco_slice *a = heco_slices_at(s, 2);
    assert_int_equal(a->count, 4);
    for (size_t i = 0; i < 4; i++) assert_near(a->x[i], all[i], 0.0);
    heco_slices_free(s);
    heco_evaluator_close(evaluator);
}

/* f is that of the user, and a missing bound is one magnitude away. */
static void maximised_and_unbounded(void **state) {
    (void)state;
    uint64_t          calls    = 0;
    heco_problem      p        = problem_of(&calls);
    const double      lower[4] = {-INFINITY, 1.0, 0.0, 1.0}, upper[4] = {INFINITY, 16.0, 40.0, 8.0};
    const double      x[4] = {-4.0, 1.0, 40.0, 8.0};
    heco_evaluator   *evaluator;
    heco_slices      *s;
    const heco_slice *a;
    p.maximise = 1, p.space.lower = lower, p.space.upper = upper;
    assert_int_equal(heco_evaluator_open(&evaluator, &p, NULL, NULL, NULL), HECO_OK);
    assert_int_equal(heco_slices_new(&s, &p, evaluator, x, 2, NULL), HECO_OK);
    a = heco_slices_at(s, 0);
    assert_int_equal(a->count, 5);
    assert_near(a->x[0], -8.0, 1e-12);
    assert_near(a->x[4], 0.0, 1e-12);
    assert_near(a->f[0], 64.0 + 12010.0, 1e-9);
    assert_near(heco_slices_at(s, 2)->x[2], 40.0, 0.0); /* at its upper bound */
    assert_int_equal(heco_slices_at(s, 2)->here, 2);
    heco_slices_free(s);
    assert_int_equal(heco_slices_new(&s, &p, evaluator, x, 0, NULL), HECO_ERR_ARG);
    assert_int_equal(heco_slices_new(&s, &p, NULL, x, 2, NULL), HECO_ERR_ARG);
    assert_null(s);
    heco_evaluator_close(evaluator);
    heco_slices_free(NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(values_run_through_the_point),
                                       cmocka_unit_test(integers_stay_in_the_box),
                                       cmocka_unit_test(maximised_and_unbounded)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
