/* The published summaries of HECO-DE from its published runs. */
#include "rank_helpers.h"

static void near_or_equal(const heco_cell *cell, const char *want) {
    double v = atof(want);
    assert_near(cell->real, v, 1e-13 * fmax(1.0, fabs(v)));
}

static void summaries(void **state) {
    (void)state;
    static const char *const columns[] = {
        "best", NULL,   "median", "median_violation", NULL,       NULL, NULL, "worst",
        NULL,   "mean", "std",    "feasible_rate",    "violation"};
    heco_records     *r = rank_read(PUBLISHED "heco_runs.csv", NULL);
    heco_rank_options o = heco_rank_options_default();
    char              line[1000], c[64], *comparison[20];
    size_t            lines = 0;
    if (r == NULL) skip();
    o.view           = HECO_VIEW_VALUES;
    heco_table *t    = rank_table(r, &o);
    FILE       *file = fopen(PUBLISHED "heco_summary.csv", "r");
    assert_non_null(file);
    assert_non_null(fgets(line, sizeof line, file));
    while (fgets(line, sizeof line, file) != NULL) {
        assert_int_equal(rank_split(line, comparison, 20), 16);
        size_t dim = (size_t)atoi(comparison[1]);
        size_t row = rank_row(t, dim, comparison[2], comparison[0]);
        for (size_t k = 0; k < 13; k++)
            if (columns[k] != NULL) near_or_equal(rank_at(t, row, columns[k]), comparison[3 + k]);
        snprintf(c, sizeof c, "(%s,%s,%s)", comparison[7], comparison[8], comparison[9]);
        assert_string_equal(rank_at(t, row, "c")->text, c);
        assert_int_equal(rank_at(t, row, "runs")->integer, 25);
        lines++;
    }
    fclose(file);
    assert_int_equal(lines, 1456);
    assert_int_equal(heco_table_rows(t), 1456);
    heco_table_free(t);
    heco_records_free(r);
}

static void published_rows(void **state) {
    (void)state;
    heco_records     *r = rank_new();
    heco_rank_options o = heco_rank_options_default();
    heco_error        error;
    heco_published    row = {.size = sizeof row, .suite = "cec2017",
                             .problem = "C01", .algorithm = "UDE", .dim = 10,
                             .entry = {96, 0.5, 3, 0.25, 2}};
    assert_int_equal(heco_records_add_published(r, &row, &error), HECO_OK);
    o.view        = HECO_VIEW_VALUES;
    heco_table *t = rank_table(r, &o);
    assert_int_equal(rank_at(t, 0, "best")->kind, HECO_CELL_NONE);
    assert_int_equal(rank_at(t, 0, "c")->kind, HECO_CELL_NONE);
    assert_double(rank_at(t, 0, "median")->real, 2.0);
    assert_double(rank_at(t, 0, "median_violation")->real, 0.25);
    assert_double(rank_at(t, 0, "violation")->real, 0.5);
    heco_table_free(t);
    heco_records_free(r);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(summaries),
                                       cmocka_unit_test(published_rows)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
