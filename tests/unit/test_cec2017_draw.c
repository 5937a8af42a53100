/* Instances drawn from a seed: ranges, who shares what, singular values. */
#include "testing.h"

#include "suites/cec2017/cec2017_data.h"

static void test_shift_range(void **state) {
    (void)state;
    const struct {
        size_t problem;
        double range;
    } rows[] = {{1, 50}, {3, 50},  {4, 5},   {5, 5},  {6, 10},  {7, 10},  {8, 10},
                {9, 10}, {10, 50}, {11, 10}, {2, 50}, {12, 50}, {20, 50}, {28, 50}};
    enum { N = 2000 };
    double o[N], shared[N], prefix[10];
    heco_cec2017_draw_shift(shared, N, 1, 5);
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        double low = 0.0, high = 0.0;
        heco_cec2017_draw_shift(o, N, rows[k].problem, 5);
        heco_cec2017_draw_shift(prefix, 10, rows[k].problem, 5);
        for (size_t j = 0; j < N; j++) low = fmin(low, o[j]), high = fmax(high, o[j]);
        assert_true(-low <= rows[k].range && -low > 0.99 * rows[k].range);
        assert_true(high <= rows[k].range && high > 0.99 * rows[k].range);
        assert_memory_equal(prefix, o, sizeof prefix);
        assert_int_equal(memcmp(o, shared, sizeof o) == 0,
                         heco_cec2017_vector(rows[k].problem) == 1);
    }
}

/* Singular values by one-sided Jacobi rotations of the rows (Hestenes 1958). */
static void test_singular(double *s, double *a, size_t n) {
    for (int sweep = 0; sweep < 30; sweep++)
        for (size_t p = 0; p + 1 < n; p++)
            for (size_t q = p + 1; q < n; q++) {
                double pp = 0.0, qq = 0.0, pq = 0.0;
                for (size_t j = 0; j < n; j++) {
                    pp += a[p * n + j] * a[p * n + j];
                    qq += a[q * n + j] * a[q * n + j];
                    pq += a[p * n + j] * a[q * n + j];
                }
                if (fabs(pq) < 1e-16 * sqrt(pp * qq)) continue;
                double tau = (qq - pp) / (2.0 * pq);
                double t   = copysign(1.0, tau) / (fabs(tau) + sqrt(1.0 + tau * tau));
                double c = 1.0 / sqrt(1.0 + t * t), d = c * t;
                for (size_t j = 0; j < n; j++) {
                    double u = a[p * n + j], v = a[q * n + j];
                    a[p * n + j] = c * u - d * v, a[q * n + j] = d * u + c * v;
                }
            }
    for (size_t i = 0; i < n; i++) {
        s[i] = 0.0;
        for (size_t j = 0; j < n; j++) s[i] += a[i * n + j] * a[i * n + j];
        s[i] = sqrt(s[i]);
    }
}

static void test_matrix(void **state) {
    (void)state;
    enum { N = 16 };
    double m[3][N * N], again[N * N], work[2 * N * N + N], s[N];
    for (size_t n = 2; n <= N; n += 14)
        for (int which = 0; which < 3; which++) {
            double low = 10.0, high = 0.0;
            heco_cec2017_draw_matrix(m[which], n, (cec2017_matrix)which, 9, work);
            heco_cec2017_draw_matrix(again, n, (cec2017_matrix)which, 9, work);
            assert_memory_equal(m[which], again, n * n * sizeof(double));
            heco_cec2017_draw_matrix(again, n, (cec2017_matrix)which, 10, work);
            assert_memory_not_equal(m[which], again, n * n * sizeof(double));
            test_singular(s, m[which], n);
            for (size_t i = 0; i < n; i++) low = fmin(low, s[i]), high = fmax(high, s[i]);
            assert_near(low, 1.0, 1e-13);
            assert_near(high, which == CEC2017_M2 ? 5.0 : 3.0, 1e-13);
        }
    assert_memory_not_equal(m[0], m[1], sizeof m[0]);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_shift_range),
                                       cmocka_unit_test(test_matrix)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
