/* Mean ranks, critical difference and groups of three algorithms by hand; the diagram for LaTeX. */
#include "rank_helpers.h"
#include "report/table.h"

/* A beats B beats C on all of `count` problems. */
static heco_records *in_order(int count) {
    heco_records *r = rank_new();
    for (int p = 1; p <= count; p++) {
        char         problem[8];
        const double a = 1, b = 2, c = 3;
        snprintf(problem, sizeof problem, "C%02d", p);
        rank_add(r, "C_3", problem, 10, &c, 1);
        rank_add(r, "A", problem, 10, &a, 1);
        rank_add(r, "B", problem, 10, &b, 1);
    }
    return r;
}

/* Ten problems: the standard error of a difference is sqrt(3 * 4 / 60) = 0.4472. By Nemenyi's test
 * 2.3437 * 0.4472 = 1.048 are needed, so neighbours, which differ by 1, share a letter. Holm's
 * largest two p are 2 * P(Z > 2.236) = 0.0253 each; twice that is 0.0507. */
static void by_hand(void **state) {
    (void)state;
    heco_records     *r = in_order(10);
    heco_rank_options o = heco_rank_options_default();
    o.rule              = "critical";
    heco_table *t       = rank_table(r, &o);
    size_t      a = rank_row(t, 10, NULL, "A"), b = rank_row(t, 10, NULL, "B"),
           c = rank_row(t, 10, NULL, "C_3");
    assert_int_equal(a, 0); /* best first */
    assert_double(rank_at(t, b, "mean_rank")->real, 2.0);
    assert_double(rank_at(t, b, "mean_rank_low")->real, 2.0); /* every problem gives the same */
    assert_near(rank_at(t, a, "critical_difference")->real, 2.3437 * sqrt(0.2), 1e-3);
    assert_string_equal(rank_at(t, a, "group_nemenyi")->text, "a");
    assert_string_equal(rank_at(t, b, "group_nemenyi")->text, "ab");
    assert_string_equal(rank_at(t, c, "group_nemenyi")->text, "b");
    assert_near(rank_at(t, b, "p_holm")->real, 2.0 * erfc(sqrt(5.0) / sqrt(2.0)), 1e-12);
    assert_string_equal(rank_at(t, b, "group_holm")->text, "ab");
    assert_near(rank_at(t, c, "p_holm")->real, 3.0 * erfc(sqrt(20.0) / sqrt(2.0)), 1e-12);
    assert_int_equal(rank_at(t, a, "p_nemenyi")->kind, HECO_CELL_NONE);
    heco_table_free(t);
    o.level = 0.1; /* 1 > 2.0523 * 0.4472: all differ */
    t       = rank_table(r, &o);
    assert_string_equal(rank_at(t, 0, "group_nemenyi")->text, "a");
    assert_string_equal(rank_at(t, 1, "group_nemenyi")->text, "b");
    assert_string_equal(rank_at(t, 2, "group_nemenyi")->text, "c");
    heco_table_free(t);
    heco_records_free(r);
}

static void diagram(void **state) {
    (void)state;
    heco_records     *r = in_order(10);
    heco_rank_options o = heco_rank_options_default();
    o.rule = "critical", o.wide = 1;
    heco_table *t = rank_table(r, &o);
    assert_int_equal(heco_table_rows(t), 6); /* one dimension needs no total */
    assert_text(heco_table_footnote_at(t, 0), "differ by less than 1.048 do not differ");
    const char *first = heco_table_drawing_at(t, 0);
    assert_non_null(first);
    assert_non_null(heco_table_drawing_at(t, 1));
    assert_null(heco_table_drawing_at(t, 2));
    assert_text(first, "\\begin{tikzpicture}");
    assert_text(first, "C\\_3 (3.000)");
    /* two bars of Nemenyi's groups: from 1 to 2 and from 2 to 3 */
    assert_text(first, "\\draw[line width=2pt] (0.9600,-0.25) -- (2.0400,-0.25);");
    assert_text(first, "\\draw[line width=2pt] (1.9600,-0.45) -- (3.0400,-0.45);");
    assert_text(first, "\\draw[line width=2pt,dashed] (0.9600,-0.65) -- (2.0400,-0.65);");
    heco_table_free(t);
    heco_records_free(r);
}

static void ranks_with_ties(void **state) {
    (void)state;
    heco_records     *r   = rank_new();
    heco_rank_options o   = heco_rank_options_default();
    const double      one = 1, two = 2;
    o.rule = "critical", o.view = HECO_VIEW_PER_PROBLEM;
    rank_add(r, "A", "C01", 10, &one, 1);
    rank_add(r, "B", "C01", 10, &one, 1);
    rank_add(r, "C", "C01", 10, &two, 1);
    heco_table *t = rank_table(r, &o);
    assert_double(rank_at(t, rank_row(t, 10, "C01", "B"), "rank_mean")->real, 1.5);
    assert_double(rank_at(t, rank_row(t, 10, "C01", "C"), "rank_median")->real, 3.0);
    heco_table_free(t);
    o.view = HECO_VIEW_TOTALS; /* one problem is too few */
    t      = rank_table(r, &o);
    assert_int_equal(heco_table_rows(t), 0);
    assert_text(heco_table_footnote_at(t, 0), "needs at least two algorithms and two problems");
    heco_table_free(t);
    heco_records_free(r);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(by_hand), cmocka_unit_test(diagram),
                                       cmocka_unit_test(ranks_with_ties)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
