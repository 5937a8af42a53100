/* Both tests against textbook examples and against counting all arrangements. */
#include "testing.h"

#include "report/stats/stats.h"

static void rank_sum_textbook(void **state) {
    (void)state;
    /* Hollander and Wolfe (1973), p. 69: permeability of the human chorioamnion at term and
     * at 12 to 26 weeks; W = 35, one-sided p = 0.1272, as in the manual of R's wilcox.test. */
    const double  at_term[] = {0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46};
    const double  early[]   = {1.15, 0.88, 0.90, 0.74, 1.21};
    heco_wilcoxon t;
    assert_int_equal(heco_rank_sum(at_term, 10, early, 5, &t), HECO_OK);
    assert_true(t.exact);
    assert_double(t.statistic - 55.0, 35.0);
    assert_near(t.p, 2 * 0.1272, 1e-4);
    assert_near(t.effect, 1 - 35.0 / 50.0, 1e-15);
    heco_wilcoxon back; /* the other way round it is the same test */
    assert_int_equal(heco_rank_sum(early, 5, at_term, 10, &back), HECO_OK);
    assert_near(back.p, t.p, 1e-15);
    assert_near(back.effect, 1.0 - t.effect, 1e-15);
    assert_near(back.z, -t.z, 1e-15);
}

static void signed_rank_textbook(void **state) {
    (void)state;
    /* Hollander and Wolfe (1973), p. 29f.: depression scale of nine patients before and after;
     * V = 40, one-sided p = 0.01953. */
    const double  before[] = {1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30};
    const double  after[]  = {0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29};
    heco_wilcoxon t;
    assert_int_equal(heco_signed_rank(before, after, 9, &t), HECO_OK);
    assert_true(t.exact);
    assert_double(t.statistic, 40.0);
    assert_near(t.p, 2 * 0.01953125, 1e-12); /* 10 of 512 signs */
    assert_near(t.effect, 2.0 / 9.0, 1e-15);
}

/* p of a rank sum by looking at every choice of `na` out of n values. */
static double enumerate_sum(const double *ranks, int n, int na) {
    double observed = 0, below = 0, above = 0, all = 0;
    for (int i = 0; i < na; i++) observed += ranks[i];
    for (unsigned set = 0; set < 1u << n; set++) {
        double sum  = 0;
        int    size = 0;
        for (int i = 0; i < n; i++)
            if (set >> i & 1) sum += ranks[i], size++;
        if (size != na) continue;
        all++;
        below += sum <= observed;
        above += sum >= observed;
    }
    return fmin(1.0, 2 * fmin(below, above) / all);
}

static void exact_with_ties(void **state) {
    (void)state;
    const double a[] = {1, 2, 2, 3, 3, 3, 8}, b[] = {2, 3, 4, 4, 9};
    double       both[12], ranks[12];
    memcpy(both, a, sizeof a);
    memcpy(both + 7, b, sizeof b);
    assert_int_equal(heco_midranks(both, 12, ranks, NULL), HECO_OK);
    heco_wilcoxon t;
    assert_int_equal(heco_rank_sum(a, 7, b, 5, &t), HECO_OK);
    assert_near(t.p, enumerate_sum(ranks, 12, 7), 1e-12);
    /* signs of differences 1, 1, -1, 2, 3, 0: 32 arrangements of the ranks 2, 2, 2, 4, 5 */
    const double x[] = {1, 1, 0, 2, 3, 7}, y[] = {0, 0, 1, 0, 0, 7};
    assert_int_equal(heco_signed_rank(x, y, 6, &t), HECO_OK);
    assert_int_equal(t.used, 5);
    assert_double(t.statistic, 13.0);
    /* at least 13 of 15: all plus (15) and one of the three 2s minus (13): 4 of 32 */
    assert_near(t.p, 2 * 4.0 / 32.0, 1e-15);
}

static void no_difference(void **state) {
    (void)state;
    const double  same[] = {4, 4, 4, 4};
    heco_wilcoxon t;
    assert_int_equal(heco_rank_sum(same, 4, same, 4, &t), HECO_OK);
    assert_double(t.p, 1.0);
    assert_double(t.effect, 0.5);
    assert_int_equal(heco_signed_rank(same, same, 4, &t), HECO_OK);
    assert_double(t.p, 1.0);
    assert_double(t.effect, 0.5);
    assert_int_equal(t.used, 0);
    const double infinite[] = {INFINITY, INFINITY}, finite[] = {INFINITY, 1};
    assert_int_equal(heco_signed_rank(infinite, finite, 2, &t), HECO_OK);
    assert_int_equal(t.used, 1);
    assert_int_equal(heco_rank_sum(same, 0, same, 4, &t), HECO_ERR_ARG);
    assert_int_equal(heco_signed_rank(same, same, 0, &t), HECO_ERR_ARG);
    const double bad[] = {NAN, 1};
    assert_int_equal(heco_rank_sum(bad, 2, same, 4, &t), HECO_ERR_ARG);
    assert_int_equal(heco_signed_rank(bad, same, 2, &t), HECO_ERR_ARG);
}

static void large_samples(void **state) {
    (void)state;
    /* 30 against 30, shifted by 10 places: the formula with continuity correction */
    double        a[300], b[300];
    heco_wilcoxon t;
    for (int i = 0; i < 30; i++) a[i] = 2 * i, b[i] = 2 * i + 21;
    assert_int_equal(heco_rank_sum(a, 30, b, 30, &t), HECO_OK);
    assert_false(t.exact);
    /* b[j] > a[i] when i < j + 10.5: sum over j of min(j + 11, 30) = 20 * 30 - 190 + ... */
    double u = 0;
    for (int j = 0; j < 30; j++) u += j + 11 < 30 ? j + 11 : 30;
    assert_near(t.effect, u / 900.0, 1e-15);
    double z = (450.0 - (900.0 - u) - 0.5) / sqrt(900.0 * 61.0 / 12.0);
    assert_near(t.z, -z, 1e-12);
    assert_near(t.p, erfc(z / sqrt(2.0)), 1e-15);
    /* exact and approximate meet: the signed-rank test with 200 and 201 pairs */
    for (int i = 0; i < 201; i++) a[i] = 0, b[i] = (i % 5 < 2 ? -1.0 : 1.0) * (i + 1);
    assert_int_equal(heco_signed_rank(a, b, 200, &t), HECO_OK);
    assert_true(t.exact);
    assert_near(t.p, erfc(fabs(t.z) / sqrt(2.0)), 5e-4);
    assert_int_equal(heco_signed_rank(a, b, 201, &t), HECO_OK);
    assert_false(t.exact);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rank_sum_textbook), cmocka_unit_test(signed_rank_textbook),
        cmocka_unit_test(exact_with_ties), cmocka_unit_test(no_difference),
        cmocka_unit_test(large_samples)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
