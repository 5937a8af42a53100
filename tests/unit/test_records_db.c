/* A small bench goes into a database and comes out as a ranking, through the library alone. */
#include "rank_helpers.h"

#include <unistd.h>

#include "heco/experiment.h"

static char folder[] = "/tmp/heco_test_records_db_XXXXXX", path[100];

/* Two algorithms, two problems with one and three constraints, three runs. */
static int bench(void **state) {
    (void)state;
    if (mkdtemp(folder) == NULL) return 1;
    snprintf(path, sizeof path, "%s/runs.db", folder);
    heco_plan         *plan;
    heco_error         error = {0};
    heco_plan_options  what  = heco_plan_options_default();
    heco_bench_options how   = heco_bench_options_default();
    what.suites              = "cec2006";
    what.problems            = "g11,g05";
    what.algorithms          = "heco-de,short:lshade44";
    what.runs                = 3;
    what.evals               = 600;
    how.db                   = path;
    if (heco_plan_new(&plan, &what, &error) != HECO_OK) fail_msg("%s", error.text);
    heco_status status = heco_bench(plan, &how, NULL, &error);
    heco_plan_free(plan);
    if (status == HECO_ERR_UNSUPPORTED) { /* built without SQLite */
        rmdir(folder);
        exit(77);
    }
    if (status != HECO_OK) fail_msg("%s", error.text);
    return 0;
}

static int clean(void **state) {
    (void)state;
    unlink(path);
    return rmdir(folder);
}

static heco_records *read_db(int traces) {
    heco_records *r = rank_new();
    heco_error    error;
    if (heco_records_read_db(r, path, traces, &error) != HECO_OK) fail_msg("%s", error.text);
    return r;
}

static void rows_become_records(void **state) {
    (void)state;
    heco_results *rows;
    heco_records *r = read_db(0);
    assert_int_equal(heco_results_open(&rows, path, NULL), HECO_OK);
    assert_int_equal(heco_records_count(r), 12);
    for (size_t i = 0; i < 12; i++) {
        const heco_record *row = heco_results_at(rows, i);
        const heco_record      *run = heco_records_at(r, i);
        assert_string_equal(run->label, row->label);
        assert_string_equal(run->problem, row->problem);
        assert_true(run->n == row->n && run->run == row->run && run->max_evals == 600);
        assert_int_equal(run->ng + run->nh, strcmp(row->problem, "g05") == 0 ? 5 : 1);
        assert_memory_equal(&run->outcome, &row->outcome, sizeof run->outcome);
        assert_int_equal(run->outcome.stop, HECO_STOP_BUDGET);
        assert_null(run->trace_f);
    }
    heco_results_close(rows);
    heco_records_free(r);
}

static void a_database_is_ranked(void **state) {
    (void)state;
    heco_records     *r = read_db(0);
    heco_rank_options o = heco_rank_options_default();
    heco_table       *t = rank_table(r, &o);
    /* one table for both problems, whose dimensions say nothing, and one line for "all" */
    assert_int_equal(heco_table_rows(t), 4);
    assert_int_equal(rank_at(t, 0, "dim")->kind, HECO_CELL_NONE);
    int64_t total = 0;
    for (size_t i = 0; i < 2; i++) total += rank_at(t, i, "total")->integer;
    assert_in_range(total, 8, 12); /* two ranks of 1 + 2 on two problems, or fewer with ties */
    heco_table_free(t);
    heco_records_free(r);
}

/* The U-score gets sums: the mean of the database times the number of constraints. */
static void traces_are_means(void **state) {
    (void)state;
    heco_records     *r = read_db(1);
    heco_results     *rows;
    heco_trace       *trace;
    heco_rank_options o = heco_rank_options_default();
    assert_int_equal(heco_results_open(&rows, path, NULL), HECO_OK);
    for (size_t i = 0; i < 12; i++) {
        const heco_record *run = heco_records_at(r, i);
        assert_int_equal(heco_results_trace(rows, i, &trace, NULL), HECO_OK);
        assert_int_equal(run->points + 1, trace->count);
        assert_memory_equal(run->trace_viol, trace->viol, trace->count * sizeof *trace->viol);
        heco_trace_free(trace);
    }
    heco_results_close(rows);
    o.rule            = "u-score";
    heco_table *t     = rank_table(r, &o);
    double      score = rank_at(t, 0, "score")->real + rank_at(t, 1, "score")->real;
    assert_double(score, 2 * 2 * 15); /* 15 pairs of 6 runs, two points each, two problems */
    heco_table_free(t);
    heco_records_free(r);
}

static void what_cannot_be_read_adds_nothing(void **state) {
    (void)state;
    heco_records *r     = rank_new();
    heco_error    error = {0};
    assert_int_equal(heco_records_read_db(r, "/nowhere/runs.db", 0, &error), HECO_ERR_IO);
    assert_text(error.text, "/nowhere/runs.db");
    assert_int_equal(heco_records_read_db(r, "/nowhere/runs.db", 0, NULL), HECO_ERR_IO);
    assert_int_equal(heco_records_count(r), 0);
    heco_records_free(r);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_become_records), cmocka_unit_test(a_database_is_ranked),
        cmocka_unit_test(traces_are_means), cmocka_unit_test(what_cannot_be_read_adds_nothing)};
    return cmocka_run_group_tests(tests, bench, clean);
}
