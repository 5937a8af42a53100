/* Three algorithms on six problems by hand; the control; the runs per problem. */
#include "rank_helpers.h"

static heco_records *six_problems(void) {
    /* A beats B beats C, but on the last problem C is first; ten runs each, so that the runs
     * of A and B overlap nowhere */
    heco_records *r = rank_new();
    for (int p = 1; p <= 6; p++) {
        char   problem[8];
        double a[10], b[10], c[10];
        snprintf(problem, sizeof problem, "C%02d", p);
        for (int i = 0; i < 10; i++) a[i] = i, b[i] = 10 + i, c[i] = (p == 6 ? -20 : 20) + i;
        rank_add(r, "C", problem, 10, c, 10);
        rank_add(r, "A", problem, 10, a, 10);
        rank_add(r, "B", problem, 10, b, 10);
    }
    return r;
}

static void by_hand(void **state) {
    (void)state;
    heco_records     *r = six_problems();
    heco_rank_options o = heco_rank_options_default();
    o.rule              = "friedman";
    heco_table *t       = rank_table(r, &o);
    size_t      a = rank_row(t, 10, NULL, "A"), b = rank_row(t, 10, NULL, "B"),
           c = rank_row(t, 0, NULL, "C");
    assert_near(rank_at(t, a, "mean_rank")->real, 7.0 / 6.0, 1e-15);
    assert_near(rank_at(t, b, "mean_rank")->real, 13.0 / 6.0, 1e-15);
    assert_near(rank_at(t, c, "mean_rank")->real, 16.0 / 6.0, 1e-15);
    /* 12 / (6 * 3 * 4) * (7^2 + 13^2 + 16^2) - 3 * 6 * 4 = 7; two degrees: exp(-3.5) */
    assert_near(rank_at(t, b, "chi2")->real, 7.0, 1e-12);
    assert_near(rank_at(t, b, "p_chi2")->real, exp(-3.5), 1e-12);
    assert_string_equal(rank_at(t, b, "control")->text, "A");
    assert_int_equal(rank_at(t, a, "p_wilcoxon")->kind, HECO_CELL_NONE);
    /* B: six differences of +1: 2 / 64. C: five of +2 and one of -1, ranks 4 4 4 4 4 1: 4 / 64 */
    assert_near(rank_at(t, b, "p_wilcoxon")->real, 2.0 / 64.0, 1e-15);
    assert_near(rank_at(t, c, "p_wilcoxon")->real, 4.0 / 64.0, 1e-15);
    assert_near(rank_at(t, b, "p_wilcoxon_holm")->real, 4.0 / 64.0, 1e-15);
    assert_near(rank_at(t, c, "p_wilcoxon_holm")->real, 4.0 / 64.0, 1e-15);
    assert_int_equal(rank_at(t, c, "wins")->integer, 1);
    assert_int_equal(rank_at(t, c, "losses")->integer, 5);
    assert_int_equal(rank_at(t, c, "problems")->integer, 6);
    heco_table_free(t);
    o.wide = 1; /* what holds for a whole block of rows goes into notes */
    t      = rank_table(r, &o);
    assert_int_equal(heco_table_columns(t), 11);
    assert_text(heco_table_footnote_at(t, 0),
                "Dimension 10, by mean, 6 problems: Friedman chi2 = 7 (p = 0.0302)");
    assert_text(heco_table_footnote_at(t, 0), "compared with A.");
    heco_table_free(t);
    o.wide    = 0;
    o.control = "C";
    t         = rank_table(r, &o);
    assert_string_equal(rank_at(t, 0, "control")->text, "C");
    assert_int_equal(rank_at(t, rank_row(t, 10, NULL, "A"), "wins")->integer, 5);
    heco_table_free(t);
    o.control = "Cx";
    rank_refused(r, &o, HECO_ERR_NAME, "did you mean C");
    heco_records_free(r);
}

static void runs_per_problem(void **state) {
    (void)state;
    heco_records     *r = six_problems();
    heco_rank_options o = heco_rank_options_default();
    o.rule              = "friedman";
    o.view              = HECO_VIEW_PER_PROBLEM;
    heco_table *t       = rank_table(r, &o);
    assert_int_equal(heco_table_rows(t), 12);
    size_t b = rank_row(t, 10, "C01", "B"), c = rank_row(t, 10, "C06", "C");
    /* ten against ten without overlap: 2 / C(20, 10) */
    assert_near(rank_at(t, b, "p_rank_sum")->real, 2.0 / 184756.0, 1e-18);
    assert_near(rank_at(t, b, "p_holm")->real, 12.0 / 184756.0, 1e-17);
    assert_double(rank_at(t, b, "a12")->real, 0.0);
    assert_string_equal(rank_at(t, b, "outcome")->text, "-");
    assert_double(rank_at(t, c, "a12")->real, 1.0);
    assert_string_equal(rank_at(t, c, "outcome")->text, "+");
    heco_table_free(t);
    heco_records_free(r);
}

static void too_little(void **state) {
    (void)state;
    heco_records     *r    = rank_new();
    heco_rank_options o    = heco_rank_options_default();
    const double      f[2] = {1, 2};
    o.rule                 = "friedman";
    rank_add(r, "A", "C01", 10, f, 2);
    heco_table *t = rank_table(r, &o);
    assert_int_equal(heco_table_rows(t), 0);
    assert_text(heco_table_footnote_at(t, 0), "it needs at least two algorithms");
    heco_table_free(t);
    heco_records_free(r);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(by_hand),
                                       cmocka_unit_test(runs_per_problem),
                                       cmocka_unit_test(too_little)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
