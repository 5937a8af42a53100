/* Columns give the bits of their elements, for every length and in place. */
#include "testing.h"

#include "base/rng.h"
#include "suites/cec2017/lanes_column.h"

enum { TEST_LONGEST = 2 * HECO_VCOLUMN_BLOCK + 3 };

typedef struct {
    heco_vd x[TEST_LONGEST], out[TEST_LONGEST];
} test_columns;

static void test_fill(test_columns *t, double limit) {
    heco_rng rng;
    heco_rng_init(&rng, 1, 0);
    for (size_t i = 0; i < TEST_LONGEST; i++)
        for (size_t l = 0; l < HECO_VECTOR_WIDTH; l++)
            t->x[i][l] = limit * (2.0 * heco_rng_uniform_inline(&rng) - 1.0);
}

static void test_sin_cos(void **state) {
    (void)state;
    test_columns t;
    test_fill(&t, 300.0);
    for (size_t n = 0; n <= TEST_LONGEST; n++) {
        heco_vcolumn_sin(t.out, t.x, n, 1.0);
        for (size_t i = 0; i < n; i++) {
            heco_vd want = heco_vd_sin(t.x[i]);
            assert_memory_equal(&t.out[i], &want, sizeof want);
        }
        heco_vcolumn_cos(t.out, t.x, n, 2.0);
        for (size_t i = 0; i < n; i++) {
            heco_vd want = heco_vd_cos(2.0 * t.x[i]);
            assert_memory_equal(&t.out[i], &want, sizeof want);
        }
    }
}

static void test_others(void **state) {
    (void)state;
    test_columns t;
    test_fill(&t, 300.0);
    heco_vcolumn_sin_cube(t.out, t.x, TEST_LONGEST);
    for (size_t i = 0; i < TEST_LONGEST; i++) {
        heco_vd want = heco_vd_sin_far(heco_vd_cube(t.x[i]));
        assert_memory_equal(&t.out[i], &want, sizeof want);
    }
    heco_vcolumn_exp(t.out, t.x, TEST_LONGEST);
    for (size_t i = 0; i < TEST_LONGEST; i++) assert_near(t.out[i][0] / exp(t.x[i][0]), 1.0, 4e-16);
}

static void test_in_place(void **state) {
    (void)state;
    test_columns t;
    test_fill(&t, 300.0);
    heco_vcolumn_cos(t.out, t.x, TEST_LONGEST, 0.1);
    heco_vcolumn_cos(t.x, t.x, TEST_LONGEST, 0.1);
    assert_memory_equal(t.x, t.out, sizeof t.x);
}

/* A multiple of x is rounded once, as in cos(w * x). */
static void test_multiple(void **state) {
    (void)state;
    test_columns t;
    const double w = 2.0 * 3.14159265358979323846;
    test_fill(&t, 150.0);
    heco_vcolumn_cos(t.out, t.x, TEST_LONGEST, w);
    for (size_t i = 0; i < TEST_LONGEST; i++)
        assert_near(t.out[i][1], (double)cosl(w * t.x[i][1]), 3e-16);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sin_cos), cmocka_unit_test(test_others),
        cmocka_unit_test(test_in_place), cmocka_unit_test(test_multiple)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
