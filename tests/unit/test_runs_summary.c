/* Spread and agreement of runs, from rows worked by hand. */
#include "testing.h"

#include "run/runs_set.h"

static const double lower[2] = {0.0, -1e12}, upper[2] = {10.0, 1e12};
static double       x[6][2] = {{1, 5}, {1.099, 5.04}, {1.2, 5}, {1, 6}, {9, 9}, {0, 0}};
static const double f[6]    = {100.0, 100.005, 100.0, 100.0, 140.0, 90.0};

static heco_runs_summary sum(heco_problem *p, heco_runs_row row[6]) {
    for (size_t i = 0; i < 6; i++) {
        row[i]         = (heco_runs_row){.seed = i, .x = x[i]};
        row[i].outcome = (heco_outcome){
            .f = f[i], .found = HECO_FOUND_FEASIBLE, .stop = HECO_STOP_BUDGET, .evals = 10};
    }
    row[5].outcome.found = HECO_FOUND_INFEASIBLE, row[5].outcome.viol = 1.0;
    row[4].outcome.stop = HECO_STOP_USER;
    heco_runs_summary out;
    p->space.n = 2, p->space.lower = lower, p->space.upper = upper;
    assert_int_equal(heco_runs_summarise(&out, p, row, 6), HECO_OK);
    return out;
}

static void quartiles_of_the_feasible_runs(void **state) {
    (void)state;
    heco_problem        p = heco_problem_default();
    heco_runs_row     row[6];
    heco_runs_summary r = sum(&p, row); /* 100, 100, 100, 100.005, 140 */
    assert_int_equal(r.runs, 6);
    assert_int_equal(r.begun, 6);
    assert_int_equal(r.finished, 5);
    assert_int_equal(r.feasible, 5);
    assert_int_equal(r.evals, 60);
    assert_double(r.f_best, 100.0);
    assert_double(r.f_lower, 100.0);
    assert_double(r.f_median, 100.0);
    assert_double(r.f_upper, 100.005);
    assert_double(r.f_worst, 140.0);
    assert_int_equal(r.best, 0);
    assert_near(r.unseen, 0.4507197283, 1e-9); /* 1 - 0.05^(1/5) */
}

static void a_maximum_is_the_largest_value(void **state) {
    (void)state;
    heco_problem p = heco_problem_default();
    p.maximise     = 1;
    heco_runs_row     row[6];
    heco_runs_summary r = sum(&p, row);
    assert_int_equal(r.best, 4);
    assert_double(r.f_best, 140.0);
    assert_double(r.f_lower, 100.005);
    assert_double(r.f_worst, 100.0);
    assert_int_equal(r.same_value, 1);
}

static void the_same_point(void **state) {
    (void)state;
    const unsigned char open[2]  = {0, HECO_LOWER_MISSING | HECO_UPPER_MISSING};
    const double        both[2]  = {1, 1.099};
    const heco_choice   words[2] = {{2, both, NULL, 1}, {0}};
    heco_problem          p        = heco_problem_default();
    heco_runs_row       row[6];
    heco_runs_summary   r = sum(&p, row); /* 1e-2 of the range of the second is 2e10 */
    assert_int_equal(r.same_value, 4);
    assert_int_equal(r.same_point, 3);
    assert_int_equal(row[2].same_point, 0);
    p.space.missing = open; /* that range means nothing: 6 is somewhere else, 5.04 is not */
    r      = sum(&p, row);
    assert_int_equal(r.same_point, 2);
    assert_int_equal(row[1].same_point, 1);
    assert_int_equal(row[3].same_point, 0);
    p.space.choices = words; /* another word is another point */
    r         = sum(&p, row);
    assert_int_equal(r.same_point, 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(quartiles_of_the_feasible_runs),
        cmocka_unit_test(a_maximum_is_the_largest_value),
        cmocka_unit_test(the_same_point),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
