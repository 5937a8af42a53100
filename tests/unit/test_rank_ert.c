/* Expected running times, ratios and performance profiles of two algorithms by hand. */
#include "rank_helpers.h"
#include "report/stats/stats.h"

/* One run: `evals` until success, or 0 and the whole budget of 1000. */
static void add_run(heco_records *r, const char *algorithm, const char *problem, unsigned run,
                    uint64_t evals) {
    heco_error  error;
    heco_record one = heco_record_default();
    one.suite = "own", one.problem = problem, one.algorithm = algorithm, one.n = 10;
    one.dims = HECO_DIMS_SHARED, one.run = run, one.max_evals = 1000, one.target = 1.0;
    one.outcome.evals = 1000, one.outcome.evals_to_target = evals;
    assert_int_equal(heco_records_add(r, &one, &error), HECO_OK);
}

/* ERT of A: 200, 1300 (300 and a failure), none. ERT of B: 100, 2600 (two of three fail), 500. */
static heco_records *three_problems(void) {
    heco_records *r = rank_new();
    add_run(r, "A", "p1", 1, 100), add_run(r, "A", "p1", 2, 300);
    add_run(r, "B", "p1", 1, 100), add_run(r, "B", "p1", 2, 100);
    add_run(r, "A", "p2", 1, 300), add_run(r, "A", "p2", 2, 0);
    add_run(r, "B", "p2", 1, 600), add_run(r, "B", "p2", 2, 0), add_run(r, "B", "p2", 3, 0);
    add_run(r, "A", "p3", 1, 0), add_run(r, "B", "p3", 1, 500);
    return r;
}

static void ratios(void **state) {
    (void)state;
    heco_records     *r = three_problems();
    heco_rank_options o = heco_rank_options_default();
    o.rule = "ert", o.view = HECO_VIEW_PER_PROBLEM;
    heco_table *t = rank_table(r, &o);
    assert_double(rank_at(t, rank_row(t, 10, "p1", "A"), "ert")->real, 200.0);
    assert_double(rank_at(t, rank_row(t, 10, "p1", "A"), "ratio")->real, 2.0);
    assert_double(rank_at(t, rank_row(t, 10, "p1", "A"), "ert_low")->real, 100.0);
    assert_double(rank_at(t, rank_row(t, 10, "p1", "A"), "ert_high")->real, 300.0);
    assert_double(rank_at(t, rank_row(t, 10, "p2", "A"), "ert")->real, 1300.0);
    assert_int_equal(rank_at(t, rank_row(t, 10, "p2", "B"), "successes")->integer, 1);
    assert_double(rank_at(t, rank_row(t, 10, "p2", "B"), "ratio")->real, 2.0);
    assert_true(isinf(rank_at(t, rank_row(t, 10, "p3", "A"), "ert")->real));
    heco_table_free(t);
    o.view   = HECO_VIEW_TOTALS;
    t        = rank_table(r, &o);
    size_t a = rank_row(t, 0, NULL, "A"), b = rank_row(t, 0, NULL, "B");
    assert_int_equal(rank_at(t, a, "solved")->integer, 2);
    assert_int_equal(rank_at(t, b, "first")->integer, 2);
    assert_int_equal(rank_at(t, b, "common")->integer, 2);
    assert_near(rank_at(t, a, "mean_ratio")->real, sqrt(2.0), 1e-15);
    assert_near(rank_at(t, b, "mean_ratio")->real, sqrt(2.0), 1e-15);
    heco_table_free(t);
    heco_records_free(r);
}

/* A is within 1 on p2, within 2 on p1 and p2. B is within 1 on p1 and p3, within 2 on all. */
static void profile(void **state) {
    (void)state;
    heco_records     *r = three_problems();
    heco_rank_options o = heco_rank_options_default();
    o.rule = "profile", o.wide = 1;
    heco_table *t = rank_table(r, &o);
    size_t      a = rank_row(t, 10, NULL, "A"), b = rank_row(t, 10, NULL, "B");
    assert_near(rank_at(t, a, "1")->real, 1.0 / 3.0, 1e-15);
    assert_near(rank_at(t, a, "1.5")->real, 1.0 / 3.0, 1e-15);
    assert_near(rank_at(t, a, "2")->real, 2.0 / 3.0, 1e-15);
    assert_near(rank_at(t, a, "solved")->real, 2.0 / 3.0, 1e-15);
    assert_near(rank_at(t, b, "1")->real, 2.0 / 3.0, 1e-15);
    assert_double(rank_at(t, b, "2")->real, 1.0);
    heco_table_free(t);
    o.wide = 0; /* the steps: A (1, 1/3), (2, 2/3); B (1, 2/3), (2, 1); the same for all */
    t      = rank_table(r, &o);
    assert_int_equal(heco_table_rows(t), 8);
    assert_double(rank_at(t, 1, "tau")->real, 2.0);
    assert_near(rank_at(t, 1, "share")->real, 2.0 / 3.0, 1e-15);
    assert_double(rank_at(t, 3, "share")->real, 1.0);
    heco_table_free(t);
    heco_records_free(r);
}

/* By accuracy: the first checkpoint of the trace with a feasible f within 0.1 of the best found. */
static void accuracy(void **state) {
    (void)state;
    heco_error        error;
    heco_records     *r = rank_new();
    heco_rank_options o = heco_rank_options_default();
    for (unsigned k = 1; k <= 2; k++) {
        double      f[5] = {9, 0.05, 0.05, 0.05, k == 1 ? 0.0 : 0.05}, v[5] = {1, 1, 0, 0, 0};
        heco_record one = heco_record_default();
        one.suite = "own", one.problem = "p", one.algorithm = k == 1 ? "A" : "B", one.n = 10;
        one.run = 1, one.max_evals = 400, one.points = 4, one.trace_f = f, one.trace_viol = v;
        one.outcome.f = f[4], one.outcome.evals = 400;
        assert_int_equal(heco_records_add(r, &one, &error), HECO_OK);
    }
    o.rule = "ert", o.view = HECO_VIEW_PER_PROBLEM;
    rank_refused(r, &o, HECO_ERR_ARG, "no run has a target, so none is a success");
    o.accuracy    = 0.1;
    heco_table *t = rank_table(r, &o);
    assert_double(rank_at(t, 0, "ert")->real, 200.0); /* feasible from the second checkpoint on */
    assert_double(rank_at(t, 1, "ert")->real, 200.0);
    heco_table_free(t);
    o.accuracy = 0.01; /* only A gets there, at the end */
    t          = rank_table(r, &o);
    assert_double(rank_at(t, 0, "ert")->real, 400.0);
    assert_true(isinf(rank_at(t, 1, "ert")->real));
    heco_table_free(t);
    heco_records_free(r);
    r = three_problems();
    rank_refused(r, &o, HECO_ERR_ARG, "has a run without a trace");
    heco_records_free(r);
}

static void number(void **state) {
    (void)state;
    const double evals[3] = {100, 1000, 400}, success[3] = {1, 0, 1}, none[3] = {0, 0, 0};
    assert_double(heco_ert(evals, success, 3), 750.0);
    assert_true(isinf(heco_ert(evals, none, 3)));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(ratios), cmocka_unit_test(profile),
                                       cmocka_unit_test(accuracy), cmocka_unit_test(number)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
