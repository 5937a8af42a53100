/* The rankings of a report page: a table for every rule, or the reason why there is none. */
#include "rank_helpers.h"

#include "report/comparison.h"
#include "report/page/page.h"

/* The JSON of the rankings; the caller frees it. */
static char *rankings(const heco_records *r) {
    char             *text = NULL;
    size_t            size = 0;
    heco_error        error;
    heco_comparison       *comparison;
    heco_rank_options how = heco_rank_options_default();
    heco_json         j   = {.compact = 1, .html_safe = 1, .file = open_memstream(&text, &size)};
    if (heco_comparison_open(&comparison, r, &how, 0, &error) != HECO_OK) fail_msg("%s", error.text);
    heco_json_open(&j, NULL, '{');
    assert_int_equal(heco_page_rankings(&j, r, comparison, NULL), HECO_OK);
    heco_json_close(&j);
    heco_comparison_close(comparison);
    fclose(j.file);
    return text;
}

static size_t occurrences(const char *text, const char *part) {
    size_t count = 0;
    for (; (text = strstr(text, part)) != NULL; text++) count++;
    return count;
}

static void add_runs(heco_records *r, const char *algorithm, size_t count, double from) {
    double f[300];
    assert_true(count <= 300);
    for (size_t i = 0; i < count; i++) f[i] = from + (double)(i % 7);
    rank_add(r, algorithm, "C01", 10, f, count);
    rank_add(r, algorithm, "C02", 10, f, count);
    rank_add(r, algorithm, "C03", 10, f, count);
}

static void two_algorithms_have_tables(void **state) {
    (void)state;
    heco_records *r = rank_new();
    add_runs(r, "one", 5, 1.0);
    add_runs(r, "two", 5, 2.0);
    char *text = rankings(r);
    assert_int_equal(occurrences(text, "\"rule\":"), 2);
    assert_text(text, "\"rule\":\"friedman\"");
    assert_text(text, "\"rule\":\"cec2017\"");
    assert_null(strstr(text, "\"rule\":\"cec2006\"")); /* it would mix dimensions */
    assert_int_equal(occurrences(text, "\"error\":"), 0);
    assert_int_equal(occurrences(text, "\"totals\":{"), occurrences(text, "\"problems\":{"));
    free(text);
    heco_records_free(r);
}

/* Running times are shown if runs have a target. */
static void targets_have_running_times(void **state) {
    (void)state;
    heco_error    error;
    heco_records *r   = rank_new();
    heco_record   run = heco_record_default();
    run.suite = "own", run.problem = "p", run.n = 2, run.run = 1, run.max_evals = 50;
    run.algorithm = "one", run.target = 1.0, run.outcome.evals_to_target = 20;
    assert_int_equal(heco_records_add(r, &run, &error), HECO_OK);
    char *text = rankings(r);
    assert_text(text, "\"rule\":\"ert\"");
    assert_text(text, "\"rule\":\"profile\"");
    assert_null(strstr(text, "\"rule\":\"pairs\""));
    free(text);
    heco_records_free(r);
}

/* No problem was run by both: the rules say so in place of their tables. */
static void nothing_in_common_has_reasons(void **state) {
    (void)state;
    heco_records *r = rank_new();
    rank_add(r, "one", "C01", 10, (double[]){1, 2, 3}, 3);
    rank_add(r, "two", "C02", 10, (double[]){1, 2, 3}, 3);
    char       *text = rankings(r);
    const char *rule = strstr(text, "\"rule\":\"friedman\"");
    assert_non_null(rule);
    assert_text(rule, "\"totals\":{\"error\":\"");
    free(text);
    heco_records_free(r);
}

/* 201 runs of a cell: the tests of each problem would take too long, the rest is there. */
static void many_runs_are_left_out(void **state) {
    (void)state;
    heco_records *r = rank_new();
    add_runs(r, "one", 201, 1.0);
    add_runs(r, "two", 201, 2.0);
    char *text = rankings(r);
    assert_int_equal(occurrences(text, "left out, because there are many runs"), 1);
    const char *rule = strstr(text, "\"rule\":\"friedman\"");
    assert_non_null(rule);
    assert_text(rule, "\"problems\":{\"error\":\"left out");
    free(text);
    heco_records_free(r);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_algorithms_have_tables),
                                       cmocka_unit_test(targets_have_running_times),
        cmocka_unit_test(nothing_in_common_has_reasons),
        cmocka_unit_test(many_runs_are_left_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
