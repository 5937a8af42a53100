/* Pairs by hand; marks with adjustment; too few runs are named instead of called ties. */
#include "rank_helpers.h"

/* `runs` runs of A below those of B on `problems` problems, equal on the last one. */
static heco_records *apart(int problems, int runs) {
    heco_records *r = rank_new();
    for (int p = 1; p <= problems; p++) {
        char   problem[8];
        double a[25], b[25];
        snprintf(problem, sizeof problem, "C%02d", p);
        for (int i = 0; i < runs; i++)
            a[i] = p == problems ? 1 : i, b[i] = p == problems ? 1 : 30 + i;
        rank_add(r, "A", problem, 10, a, (size_t)runs);
        rank_add(r, "B", problem, 10, b, (size_t)runs);
    }
    return r;
}

static void over_problems(void **state) {
    (void)state;
    heco_records     *r = apart(9, 5);
    heco_rank_options o = heco_rank_options_default();
    o.rule              = "pairs";
    heco_table *t       = rank_table(r, &o);
    assert_int_equal(heco_table_rows(t), 4); /* mean and median, the dimension and all */
    assert_string_equal(rank_at(t, 0, "against")->text, "B");
    assert_int_equal(rank_at(t, 0, "wins")->integer, 8);
    assert_int_equal(rank_at(t, 0, "ties")->integer, 1);
    assert_near(rank_at(t, 0, "p_wilcoxon")->real, 2.0 / 256.0, 1e-15); /* eight of one sign */
    assert_near(rank_at(t, 0, "p_wilcoxon_holm")->real, 2.0 / 256.0, 1e-15);
    assert_string_equal(rank_at(t, 0, "outcome")->text, "+");
    double better = rank_at(t, 0, "bayes_better")->real, worse = rank_at(t, 0, "bayes_worse")->real;
    assert_true(better > 0.97);
    assert_double(worse, 0.0);
    assert_near(better + rank_at(t, 0, "bayes_equal")->real + worse, 1.0, 1e-12);
    heco_table_free(t);
    heco_records_free(r);
}

/* Published summaries have no runs, so the Bayesian test has no result. */
static void published(void **state) {
    (void)state;
    heco_error        error;
    heco_records     *r = apart(3, 5);
    heco_rank_options o = heco_rank_options_default();
    for (int p = 1; p <= 3; p++) {
        char problem[8];
        snprintf(problem, sizeof problem, "C%02d", p);
        heco_published row = heco_published_default();
        row.suite = "cec2017", row.problem = problem, row.algorithm = "P", row.dim = 10;
        row.entry = (heco_cec_entry){100, 0, 5, 0, 5};
        assert_int_equal(heco_records_add_published(r, &row, &error), HECO_OK);
    }
    o.rule        = "pairs";
    heco_table *t = rank_table(r, &o);
    assert_string_equal(rank_at(t, 1, "against")->text, "P");
    assert_int_equal(rank_at(t, 1, "bayes_better")->kind, HECO_CELL_NONE);
    assert_int_equal(rank_at(t, 0, "bayes_better")->kind, HECO_CELL_REAL);
    heco_table_free(t);
    heco_records_free(r);
}

/* Five runs against five: the smallest p is 2 / C(10, 5) = 1 / 126. On six problems 6 / 126 is
 * below 0.05, on seven it is not. */
static void too_few_runs(void **state) {
    (void)state;
    heco_rank_options o = heco_rank_options_default();
    o.rule = "pairs", o.view = HECO_VIEW_PER_PROBLEM;
    heco_records *r = apart(6, 5);
    heco_table   *t = rank_table(r, &o);
    assert_near(rank_at(t, 0, "p_rank_sum")->real, 1.0 / 126.0, 1e-15);
    assert_near(rank_at(t, 0, "p_holm")->real, 6.0 / 126.0, 1e-15);
    assert_string_equal(rank_at(t, 0, "outcome")->text, "+");
    assert_double(rank_at(t, 0, "a12")->real, 1.0);
    assert_double(rank_at(t, 0, "a12_low")->real, 1.0);
    assert_string_equal(rank_at(t, 5, "outcome")->text, "="); /* all runs are equal */
    assert_null(heco_table_footnote_at(t, 0));
    heco_table_free(t);
    heco_records_free(r);
    r = apart(7, 5);
    t = rank_table(r, &o);
    assert_string_equal(rank_at(t, 0, "outcome")->text, "?");
    assert_string_equal(rank_at(t, 6, "outcome")->text, "=");
    assert_string_equal(heco_table_footnote_at(t, 0),
                        "Dimension 10, A against B: undecided: 5 runs cannot show a difference on "
                        "6 problems.");
    heco_table_free(t);
    heco_records_free(r);
}

/* Values that agree in three digits are equal: 1.2341 and 1.2339, but not 1.231 and 1.236. */
static void digits(void **state) {
    (void)state;
    heco_rank_options o    = heco_rank_options_default();
    heco_records     *r    = rank_new();
    const double      a[2] = {1.2341, 1.231}, b[2] = {1.2339, 1.236};
    for (int p = 0; p < 2; p++) {
        rank_add(r, "A", p ? "C02" : "C01", 10, a + p, 1);
        rank_add(r, "B", p ? "C02" : "C01", 10, b + p, 1);
    }
    o.rule        = "pairs";
    heco_table *t = rank_table(r, &o);
    assert_int_equal(rank_at(t, 0, "ties")->integer, 0);
    heco_table_free(t);
    o.digits = 3;
    t        = rank_table(r, &o);
    assert_int_equal(rank_at(t, 0, "ties")->integer, 1);
    assert_int_equal(rank_at(t, 0, "wins")->integer, 1);
    heco_table_free(t);
    o.view = HECO_VIEW_PER_PROBLEM;
    t      = rank_table(r, &o);
    assert_double(rank_at(t, 0, "a12")->real, 0.5);
    assert_double(rank_at(t, 1, "a12")->real, 1.0);
    heco_table_free(t);
    heco_records_free(r);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(over_problems), cmocka_unit_test(published),
                                       cmocka_unit_test(too_few_runs), cmocka_unit_test(digits)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
