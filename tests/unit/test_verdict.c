/* The sentence about an answer. */
#include "run/verdict.h"

#include "testing.h"

static const char *const names[2] = {"width", "deflection"};

/* Writes the verdict about a problem with two constraints and these facts. */
static const char *verdict(heco_result r, heco_verdict_facts v) {
    static char         text[HECO_VERDICT_SIZE];
    static const double x[1] = {0.5}, g[2] = {-1.0, 0.25}, lower[1] = {0.0}, upper[1] = {1.0};
    heco_problem        p    = heco_problem_default();
    p.space.n = 1, p.space.ng = 2, p.space.lower = lower, p.space.upper = upper;
    p.c_names = names;
    r.x = x, r.g = g;
    v.result = &r, v.problem = &p;
    if (v.search == NULL) v.search = "";
    heco_verdict_write(&v, text, sizeof text);
    return text;
}

static heco_result ended(heco_found found, heco_stop stop) {
    return (heco_result){.outcome = {.found = found, .stop = stop, .f = 2.0, .evals = 900,
                                     .evals_at_best = 400}};
}

static void a_feasible_point_says_how_the_search_ended(void **state) {
    (void)state;
    heco_verdict_facts v = {.reproduced = 1, .max_evals = 900, .search = "9 descents; more"};
    assert_string_equal(verdict(ended(HECO_FOUND_FEASIBLE, HECO_STOP_ALGORITHM), v),
                        "feasible and converged: 9 descents");
    assert_string_equal(verdict(ended(HECO_FOUND_FEASIBLE, HECO_STOP_BUDGET), v),
                        "feasible; no better point in the second half of the budget");
    v.late_gain = 0.1;
    assert_string_equal(verdict(ended(HECO_FOUND_FEASIBLE, HECO_STOP_BUDGET), v),
                        "feasible; still improving when the budget ended: try 2000 evaluations");
    assert_string_equal(verdict(ended(HECO_FOUND_FEASIBLE, HECO_STOP_STALL), v),
                        "feasible; no better point in the last 500 evaluations");
    assert_string_equal(verdict(ended(HECO_FOUND_FEASIBLE, HECO_STOP_USER), v),
                        "feasible; stopped after 900 evaluations");
    v.reproduced = 0;
    assert_text(verdict(ended(HECO_FOUND_FEASIBLE, HECO_STOP_TARGET), v),
                "feasible, but the function is noisy");
}

/* The best of many samples gets better by chance, which is no reason for a larger budget. */
static void luck_is_no_improvement(void **state) {
    (void)state;
    heco_noise         n = {.samples = 10, .mean = 2.0, .spread = 0.1};
    heco_verdict_facts v = {.reproduced = 0, .max_evals = 900, .noise = &n, .late_gain = 0.2};
    assert_text(verdict(ended(HECO_FOUND_FEASIBLE, HECO_STOP_BUDGET), v),
                "mean of 10 samples; no better point in the second half of the budget beyond the noise");
    v.late_gain = 0.5;
    assert_text(verdict(ended(HECO_FOUND_FEASIBLE, HECO_STOP_BUDGET), v),
                "mean of 10 samples; still improving when the budget ended: try 2000 evaluations");
}

static void an_infeasible_point_names_what_is_violated(void **state) {
    (void)state;
    heco_verdict_facts v = {.reproduced = 1};
    assert_string_equal(verdict(ended(HECO_FOUND_INFEASIBLE, HECO_STOP_BUDGET), v),
                        "infeasible: no feasible point was found; violated: deflection by 0.25");
    assert_string_equal(verdict(ended(HECO_FOUND_NONE, HECO_STOP_FAILED), v),
                        "no answer: every evaluation failed");
}

static void several_runs_say_how_many_agree(void **state) {
    (void)state;
    heco_runs_summary s = {.runs = 10, .begun = 10, .feasible = 9, .same_point = 8};
    char              text[100];
    heco_runs_verdict(&s, "feasible", text, sizeof text);
    assert_string_equal(text, "feasible; 8 of 10 runs ended here");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_feasible_point_says_how_the_search_ended),
        cmocka_unit_test(luck_is_no_improvement),
        cmocka_unit_test(an_infeasible_point_names_what_is_violated),
        cmocka_unit_test(several_runs_say_how_many_agree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
