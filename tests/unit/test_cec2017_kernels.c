/* The formulas of the 28 problems: values worked out in high precision, and equal bits for any
 * batch, slicing and instruction set. */
#include "testing.h"

#include "base/rng.h"
#include "suites/cec2017/cec2017_tile.h"
#include "suites/cec2017/lanes.h"

enum { TEST_D = 4 };

static const size_t test_ng[28] = {1, 1, 1, 2, 2, 0, 0, 0, 1, 0, 1, 2, 3, 1,
                                   1, 1, 1, 2, 2, 2, 2, 3, 1, 1, 1, 1, 2, 2};
static const size_t test_nh[28] = {0, 0, 1, 0, 0, 6, 2, 2, 1, 2, 1, 0, 0, 1,
                                   1, 1, 1, 1, 0, 0, 0, 0, 1, 1, 1, 1, 1, 0};

/* f, g.., h.. at y = (0.3125, -1.6875, 2.25, -0.4375) with M[i][j] = 1 + (i = j) where i + j is
 * even and -0.5 elsewhere, also as first matrix of C05, and 2 (i = j) + (i - j)/4 as second.
 * Evaluated from the definitions with 50 digits (mpmath), rounded to 17. */
static const double test_golden[28][CEC2017_VALUES] = {
    {2.9453125, -34036.272874717984},
    {2.9453125, -17819.522054270361},
    {2.9453125, -34036.272874717984, -2.4051281821571109},
    {65.091682722414663, 2.071107893152724, 3.7081189663874849},
    {3388.6553955078125, -220.16107357599909, -111.56321938950537},
    {65.091682722414663, -3.7081189663874849, 0.87681310093014555, 1.3158284407117681,
     0.74172917138572275, -0.6982788953740748, 0.6982788953740748},
    {3.7081189663874849, 94.454549792259336, -94.454549792259336},
    {2.25, 6.6640625, 7.36328125},
    {2.25, 0.73828125, 4.6325836181640625},
    {2.25, 2.9453125, 26.7265625},
    {0.4375, 0.51910400390625, 26.7265625},
    {65.091682722414663, -0.6875, 4.19921875},
    {3388.6553955078125, -34.908317277585337, -7.5625, 4.5625},
    {7.0426492337955977, 8.7890625, 4.19921875},
    {2.25, -391.80078125, 0.14989957416518215},
    {4.6875, -391.80078125, 2.4090908572800861},
    {0.91013188750955535, 5.0, -7.80078125},
    {81.854692148763765, -3.6875, -391.80078125, 3379.627464183617},
    {4.0586312009527678, 4433.2794853562587, -0.059476194775088128},
    {1.9101374213523803, 0.46904500822517846, 1.1899186949367893},
    {100.55997278480018, -14.75, 86.740234375},
    {229925.70212173462, 0.55997278480018258, -7.125, 4.125},
    {12.876804021644983, 72.298828125, 86.740234375},
    {5.875, -309.259765625, 0.52089828582251063},
    {18.75, -309.259765625, 0.071539168644903324},
    {0.81382820964786617, 5.0, 74.740234375},
    {93.0, -17.75, -309.259765625, 229856.17390579127},
    {7.7430057244116652, 4445.0681761099582, 0.9803815713651235},
};

/* A problem without a suite: everything it points to belongs to the caller. */
typedef struct {
    cec2017_problem p;
    double         *shift, *root, *m1, *m2;
} test_case;

static test_case test_make(size_t number, size_t n, const double *m1, const double *m2) {
    test_case t = {.p = {.number = number,
                         .n      = n,
                         .ng     = test_ng[number - 1],
                         .nh     = test_nh[number - 1],
                         .far    = 400.0}};
    t.shift     = calloc(n, sizeof(double));
    t.root      = calloc(n, sizeof(double));
    t.m1        = calloc(n * n, sizeof(double));
    t.m2        = calloc(n * n, sizeof(double));
    assert_true(t.shift != NULL && t.root != NULL && t.m1 != NULL && t.m2 != NULL);
    for (size_t j = 0; j < n; j++) t.root[j] = sqrt((double)(j + 1));
    heco_cec2017_pack(t.m1, m1, n);
    heco_cec2017_pack(t.m2, m2, n);
    t.p.shift = t.shift, t.p.root = t.root;
    if (number == 2 || number == 5 || number > 20) t.p.matrix[0] = t.m1;
    if (number == 5) t.p.matrix[1] = t.m2;
    return t;
}

static void test_drop(test_case *t) { free(t->shift), free(t->root), free(t->m1), free(t->m2); }

static size_t test_versions(const cec2017_kernels **out) {
    size_t count = 0;
    out[count++] = &heco_cec2017_plain;
    out[count++] = &heco_cec2017_scalar;
    if (heco_vector_avx2()) out[count++] = &heco_cec2017_avx2;
    return count;
}

static void test_golden_values(void **state) {
    (void)state;
    const double           y[TEST_D] = {0.3125, -1.6875, 2.25, -0.4375};
    const cec2017_kernels *version[3];
    double                 m1[TEST_D * TEST_D], m2[TEST_D * TEST_D], x[TEST_D];
    size_t                 versions = test_versions(version);
    for (int i = 0; i < TEST_D; i++)
        for (int j = 0; j < TEST_D; j++) {
            m1[i * TEST_D + j] = (i + j) % 2 == 0 ? 1.0 + (i == j) : -0.5;
            m2[i * TEST_D + j] = 2.0 * (i == j) + 0.25 * (i - j);
        }
    for (size_t number = 1; number <= 28; number++) {
        test_case t = test_make(number, TEST_D, m1, m2);
        for (size_t j = 0; j < TEST_D; j++)
            t.shift[j] = 8.0 * (double)j - 4.0, x[j] = y[j] + t.shift[j];
        for (size_t v = 0; v < versions; v++) {
            double got[CEC2017_VALUES];
            assert_int_equal(version[v]->eval(&t.p, x, 1, got, got + 1, got + 1 + t.p.ng), 0);
            for (size_t k = 0; k < 1 + t.p.ng + t.p.nh; k++)
                assert_near(got[k], test_golden[number - 1][k],
                            4e-15 * fmax(20.0, fabs(test_golden[number - 1][k])));
        }
        test_drop(&t);
    }
}

/* Points in and around the box, one of them far away, where the C library takes over. */
enum { TEST_ROWS = 23 };

static void test_points(double *x, size_t n, heco_rng *rng) {
    for (size_t i = 0; i < TEST_ROWS * n; i++)
        x[i] = (i / n % 3 == 0 ? 2.0 : 120.0) * (2.0 * heco_rng_uniform_inline(rng) - 1.0);
    for (size_t j = 0; j < n; j++) x[7 * n + j] *= 1e7;
}

static void test_random_matrix(double *m, size_t n, heco_rng *rng) {
    for (size_t i = 0; i < n * n; i++) m[i] = heco_rng_normal_inline(rng) / sqrt((double)n);
}

typedef struct {
    double f[TEST_ROWS], g[3 * TEST_ROWS], h[6 * TEST_ROWS];
} test_values;

/* The whole batch, then again in slices of every length: equal bits. */
static void test_slices(const test_case *t, const cec2017_kernels *kernels, const double *x,
                        const test_values *want) {
    for (size_t step = 1; step <= TEST_ROWS; step++) {
        test_values got;
        memset(&got, 0, sizeof got);
        for (size_t i = 0; i < TEST_ROWS; i += step) {
            size_t count = step < TEST_ROWS - i ? step : TEST_ROWS - i;
            assert_int_equal(kernels->eval(&t->p, x + i * t->p.n, count, got.f + i,
                                           got.g + i * t->p.ng, got.h + i * t->p.nh),
                             0);
        }
        assert_memory_equal(&got, want, sizeof got);
    }
}

static void test_same_bits_in(size_t n) {
    heco_rng rng;
    double  *x  = calloc(TEST_ROWS * n, sizeof *x);
    double  *m1 = calloc(n * n, sizeof *m1), *m2 = calloc(n * n, sizeof *m2);
    assert_true(x != NULL && m1 != NULL && m2 != NULL);
    heco_rng_init(&rng, 17, n);
    test_points(x, n, &rng);
    test_random_matrix(m1, n, &rng);
    test_random_matrix(m2, n, &rng);
    for (size_t number = 1; number <= 28; number++) {
        test_case   t = test_make(number, n, m1, m2);
        test_values all;
        memset(&all, 0, sizeof all);
        for (size_t j = 0; j < n; j++) t.shift[j] = 10.0 * heco_rng_uniform_inline(&rng);
        assert_int_equal(heco_cec2017_plain.eval(&t.p, x, TEST_ROWS, all.f, all.g, all.h), 0);
        test_slices(&t, &heco_cec2017_plain, x, &all);
        if (heco_vector_avx2()) test_slices(&t, &heco_cec2017_avx2, x, &all);
        test_drop(&t);
    }
    free(x), free(m1), free(m2);
}

static void test_same_bits(void **state) {
    (void)state;
    const size_t dims[] = {2, 4, 10, 12, 18, 30, CEC2017_STACK_DIM + 2};
    for (size_t d = 0; d < sizeof dims / sizeof dims[0]; d++) test_same_bits_in(dims[d]);
}

/* The C library's functions give the same values except for rounding, also far away. */
static void test_against_scalar(void **state) {
    (void)state;
    enum { N = 20 };
    heco_rng rng;
    double   x[TEST_ROWS * N], m[N * N];
    heco_rng_init(&rng, 18, 0);
    test_points(x, N, &rng);
    test_random_matrix(m, N, &rng);
    for (size_t number = 1; number <= 28; number++) {
        test_case   t = test_make(number, N, m, m);
        test_values a, b;
        memset(&a, 0, sizeof a), memset(&b, 0, sizeof b);
        heco_cec2017_plain.eval(&t.p, x, TEST_ROWS, a.f, a.g, a.h);
        heco_cec2017_scalar.eval(&t.p, x, TEST_ROWS, b.f, b.g, b.h);
        const double *va = a.f, *vb = b.f;
        for (size_t k = 0; k < sizeof a / sizeof *va; k++)
            assert_near(va[k], vb[k], 3e-14 * fmax(1.0, fabs(vb[k])) + 1e-11);
        test_drop(&t);
    }
}

static void test_nan(void **state) {
    (void)state;
    enum { N = 10 };
    double x[2 * N] = {0}, m[N * N] = {0}, f[2], g[6], h[12];
    x[3] = NAN, x[N + 2] = 1.0;
    for (size_t number = 1; number <= 7; number++) {
        test_case t = test_make(number, N, m, m);
        heco_cec2017_kernels()->eval(&t.p, x, 2, f, g, h);
        assert_true(isnan(f[0]));
        assert_false(isnan(f[1]));
        test_drop(&t);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_golden_values), cmocka_unit_test(test_same_bits),
        cmocka_unit_test(test_against_scalar), cmocka_unit_test(test_nan)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
