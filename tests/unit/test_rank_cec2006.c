/* Success and feasible rates against those printed in the HECO-DE paper. */
#include "rank_helpers.h"

static size_t row_of(const heco_table *t, const char *problem, const char *algorithm) {
    for (size_t i = 0; i < heco_table_rows(t); i++)
        if (strcmp(rank_at(t, i, "problem")->text, problem) == 0 &&
            strcmp(rank_at(t, i, "algorithm")->text, algorithm) == 0)
            return i;
    fail_msg("no row for %s %s", problem, algorithm);
    return 0;
}

static void paper(void **state) {
    (void)state;
    /* from the tables of varied gamma and lambda on CEC 2006 */
    static const struct {
        const char *algorithm, *problem;
        double      success, feasible;
    } rates[] = {{"HECO-DE(gamma=0.5)", "g10", 8, 92},   {"HECO-DE(gamma=0.6)", "g10", 80, 100},
                 {"HECO-DE(gamma=0.5)", "g17", 52, 100}, {"HECO-DE(gamma=0.5)", "g21", 12, 12},
                 {"HECO-DE(gamma=0.6)", "g21", 68, 68},  {"HECO-DE(gamma=0.6)", "g02", 96, 100},
                 {"HECO-DE(gamma=0.9)", "g13", 92, 100}, {"HECO-DE(lambda=35)", "g23", 96, 100}};
    heco_records     *r = rank_read(PUBLISHED "cec2006_heco_runs.csv", NULL);
    heco_rank_options o = heco_rank_options_default();
    if (r == NULL) skip();
    o.rule        = "cec2006";
    heco_table *t = rank_table(r, &o);
    assert_int_equal(heco_table_rows(t), 24 * 13);
    for (size_t i = 0; i < sizeof rates / sizeof rates[0]; i++) {
        size_t row = row_of(t, rates[i].problem, rates[i].algorithm);
        if (rank_at(t, row, "success_rate")->real != rates[i].success ||
            rank_at(t, row, "feasible_rate")->real != rates[i].feasible)
            fail_msg("%s %s: %g %g", rates[i].algorithm, rates[i].problem,
                     rank_at(t, row, "success_rate")->real, rank_at(t, row, "feasible_rate")->real);
    }
    /* all 25 successful: success performance is the mean of the evaluations */
    size_t row = row_of(t, "g01", "HECO-DE");
    assert_double(rank_at(t, row, "success_performance")->real,
                  rank_at(t, row, "evals_to_success")->real);
    row = row_of(t, "g20", "HECO-DE"); /* has no feasible point */
    assert_int_equal(rank_at(t, row, "evals_to_success")->kind, HECO_CELL_NONE);
    assert_text(heco_table_footnote_at(t, 0), "number of runs differs: from 24 to 25");
    heco_table_free(t);
    heco_records_free(r);
}

static void needs_runs(void **state) {
    (void)state;
    heco_records     *r = rank_new();
    heco_rank_options o = heco_rank_options_default();
    heco_error        error;
    heco_published    row = {.size = sizeof row, .suite = "cec2017",
                             .problem = "C01", .algorithm = "UDE", .dim = 10,
                             .entry = {96, 0.5, 3, 0.25, 2}};
    assert_int_equal(heco_records_add_published(r, &row, &error), HECO_OK);
    o.rule = "cec2006";
    rank_refused(r, &o, HECO_ERR_ARG, "needs runs");
    heco_records_free(r);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(paper), cmocka_unit_test(needs_runs)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
