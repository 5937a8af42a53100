/* Defaults of a search: budget, stop=converged, batch by workers. */
#include "run/policy.h"

#include <string.h>

#include "testing.h"

static int square_eval(void *user, const double *x, double *f, double *g, double *h) {
    (void)user, (void)g, (void)h;
    f[0] = x[0] * x[0];
    return HECO_POINT_OK;
}

static heco_problem square(void) {
    static const double lower[1] = {-1.0}, upper[1] = {2.0};
    heco_problem        p = heco_problem_default();
    p.space.n = 1, p.space.lower = lower, p.space.upper = upper;
    p.eval = square_eval;
    return p;
}

static void the_budget_is_given_or_the_model_s_or_by_variables(void **state) {
    (void)state;
    heco_run_options o = heco_run_options_default();
    assert_int_equal(heco_policy_budget(&o, 4), 50000);
    o.default_evals = 777;
    assert_int_equal(heco_policy_budget(&o, 4), 777);
    o.max_evals = 12;
    assert_int_equal(heco_policy_budget(&o, 4), 12);
    assert_int_equal(o.max_failed, 200);
}

static void an_open_budget_lets_auto_stop_when_it_has_converged(void **state) {
    (void)state;
    char                  text[HECO_POLICY_OPTIONS][HECO_POLICY_OPTION_SIZE];
    const char           *set = "stop=budget";
    const heco_algorithm *all = heco_algorithm_default();
    heco_run_options      o   = heco_run_options_default();
    assert_int_equal(heco_policy_options(&o, all, 2, text), 1);
    assert_string_equal(text[0], "stop=converged");
    o.set = &set, o.sets = 1;
    assert_int_equal(heco_policy_options(&o, all, 2, text), 0);
    o.sets = 0, o.max_evals = 100;
    assert_int_equal(heco_policy_options(&o, all, 2, text), 0);
    o.max_evals = 0; /* no such option */
    assert_int_equal(heco_policy_options(&o, heco_algorithm_find("heco-de", NULL), 2, text), 0);
}

static void a_user_s_problem_is_aimed_at_exactly_and_its_budget_is_a_ceiling(void **state) {
    (void)state;
    char                  text[HECO_POLICY_OPTIONS][HECO_POLICY_OPTION_SIZE];
    const char           *set[] = {"stop=budget", "band=yes"};
    const heco_algorithm *all   = heco_algorithm_default();
    heco_run_options      o     = heco_run_options_default();
    o.max_evals                 = 100;
    assert_int_equal(heco_policy_answer_options(&o, all, text), 2);
    assert_string_equal(text[0], "band=no");
    assert_string_equal(text[1], "stop=converged");
    o.set = set, o.sets = 1;
    assert_int_equal(heco_policy_answer_options(&o, all, text), 1);
    o.sets = 2;
    assert_int_equal(heco_policy_answer_options(&o, all, text), 0);
    assert_int_equal(heco_policy_answer_options(&o, heco_algorithm_find("heco-de", NULL), text), 0);
}

static void few_evaluations_come_in_batches_as_large_as_the_workers_are_many(void **state) {
    (void)state;
    char                  text[HECO_POLICY_OPTIONS][HECO_POLICY_OPTION_SIZE];
    const char           *set = "batch=2";
    const heco_algorithm *all = heco_algorithm_default();
    heco_run_options      o   = heco_run_options_default();
    o.max_evals = 1000, o.batch = 4;
    assert_int_equal(heco_policy_options(&o, all, 2, text), 1);
    assert_string_equal(text[0], "batch=4");
    o.max_evals = 1001;
    assert_int_equal(heco_policy_options(&o, all, 2, text), 0);
    o.max_evals = 100, o.batch = 16; /* 25 batches at least */
    assert_int_equal(heco_policy_options(&o, all, 2, text), 1);
    assert_string_equal(text[0], "batch=4");
    o.max_evals = 49;
    assert_int_equal(heco_policy_options(&o, all, 2, text), 0);
    o.max_evals = 1000;
    o.batch = 4, o.set = &set, o.sets = 1;
    assert_int_equal(heco_policy_options(&o, all, 2, text), 0);
}

static void minimize_needs_no_option(void **state) {
    (void)state;
    heco_problem          p = square();
    heco_solution        *s;
    heco_error            error;
    heco_minimize_options o = heco_minimize_options_default();
    assert_int_equal(heco_minimize(&s, &p, &o, &error), HECO_OK);
    assert_int_equal(heco_solution_max_evals(s), 20000);
    assert_int_equal(heco_solution_result(s)->outcome.stop, HECO_STOP_ALGORITHM);
    assert_true(heco_solution_result(s)->outcome.evals < 1000);
    assert_true(heco_solution_result(s)->outcome.f < 1e-12);
    heco_solution_free(s);
}

static void the_workers_of_minimize_are_the_batch(void **state) {
    (void)state;
    heco_problem          p = square();
    heco_solution        *s;
    heco_error            error;
    char                  name[120];
    heco_minimize_options o = heco_minimize_options_default();
    o.run.max_evals = 75, o.evaluator.workers = 3;
    assert_int_equal(heco_minimize(&s, &p, &o, &error), HECO_OK);
    const heco_algorithm *a = heco_solution_algorithm(s);
    size_t                k = 0;
    while (heco_algorithm_option_at(a, k, name, sizeof name) != NULL && strcmp(name, "batch") != 0)
        k++;
    assert_string_equal(name, "batch");
    assert_true(heco_solution_settings(s)[k] == 3.0);
    heco_solution_free(s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_budget_is_given_or_the_model_s_or_by_variables),
        cmocka_unit_test(an_open_budget_lets_auto_stop_when_it_has_converged),
        cmocka_unit_test(a_user_s_problem_is_aimed_at_exactly_and_its_budget_is_a_ceiling),
        cmocka_unit_test(few_evaluations_come_in_batches_as_large_as_the_workers_are_many),
        cmocka_unit_test(minimize_needs_no_option),
        cmocka_unit_test(the_workers_of_minimize_are_the_batch),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
