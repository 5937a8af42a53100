/* heco-many: groups and subproblems worked by hand, one group is heco-de, a problem solved. */
#include "solver/heco/heco_many.c"

#include "algorithm_fixture.h"
#include "known_problem.h"

#include "solver/algorithm_table.h"

/* g = -1, 3, 0.5 and |h| = 0.25, tolerance 0.05 of h alone: excesses 0, 3, 0.5, 0.2. */
static void groups_by_hand(void **state) {
    (void)state;
    static const double g[3] = {-1, 3, 0.5}, h[1] = {-0.25};
    heco_space          space = {.n = 1, .ng = 3, .nh = 1, .eq_tol = 0.05};
    double              row[4];
    heco_many           each = {.space = &space, .helpers = HECO_MANY_EACH, .K = 4};
    heco_many_measure(&each, g, h, row);
    const double single[4] = {0, 3, 0.5, 0.2};
    for (size_t k = 0; k < 4; k++) assert_near(row[k], single[k], 1e-15);
    heco_many_measure(&(heco_many){.space = &space, .helpers = HECO_MANY_EACH, .K = 2}, g, h, row);
    assert_near(row[0], 0.5, 1e-15); /* constraints 0 and 2 */
    assert_near(row[1], 3.2, 1e-15); /* 1 and 3 */
    heco_many_measure(&(heco_many){.space = &space, .helpers = HECO_MANY_KINDS, .K = 2}, g, h, row);
    assert_near(row[0], 3.5, 1e-15);
    assert_near(row[1], 0.2, 1e-15);
    static const double tol[4] = {0, 1, 0.5, 0.2};
    space.tol = tol;
    heco_many_measure(&each, g, h, row);
    const double own[4] = {0, 2, 0, 0.05};
    for (size_t k = 0; k < 4; k++) assert_near(row[k], own[k], 1e-15);
}

static void number_of_groups(void **state) {
    (void)state;
    heco_space space = {.n = 1, .ng = 3, .nh = 4};
    assert_int_equal(heco_many_groups(&space, HECO_MANY_SUM, 20), 1);
    assert_int_equal(heco_many_groups(&space, HECO_MANY_KINDS, 20), 2);
    assert_int_equal(heco_many_groups(&space, HECO_MANY_EACH, 20), 7);
    assert_int_equal(heco_many_groups(&space, HECO_MANY_EACH, 9), 4);
    space.nh = 0;
    assert_int_equal(heco_many_groups(&space, HECO_MANY_KINDS, 20), 1);
}

/* Two inequalities, lambda = 4, tau = 1/2, gamma = 0.1; members (f; v_1, v_2):
 *   (1; 0.5, 0), (2; 0, 0), (4; 0, 0), (3; 0, 1), so v = 0.5 0 0 1.
 * Subproblem 1 (s = 1/4) looks at v_1: w = 0.125, 0.225, 0.375, and half of 0.225 is for v_1 in
 * place of v. HECO-DE's values 0.175 0.125 0.5 0.5375 (test_heco_de.c) change by
 * 0.1125 (v_1/0.5 - v) = 0.1125 (0.5, 0, 0, -1): 0.23125 0.125 0.5 0.425.
 * Subproblem 4 (s = 1) looks at v_2, w2 = 0.6: 0.55 0 0.5 0.85 change by 0.3 (v_2 - v): 0.4 0 0.5
 * 0.85. */
static void open_by_hand(fixture *t, heco_de_island *d) {
    static const double f[4] = {1, 2, 4, 3}, g[8] = {0.5, 0, 0, 0, 0, 0, 0, 1};
    heco_de_params      p = {.lambda = 4, .N0 = 4, .H = 5, .gamma = 0.1, .keep_max = 1,
                             .cr_mean = HECO_MEAN_LEHMER, .helpers = HECO_MANY_EACH};
    fixture_open(t, &heco_algorithm_heco_many, 2, 2, 0, 1000, "lambda=4 N0=4");
    heco_de_island_init(d, &p, &t->setup, t->setup.rng);
    for (size_t m = 0; m < 4; m++)
        heco_de_island_add(d, (double[]){0.1 * (double)m, 0.2}, f[m], g + 2 * m, g);
    assert_int_equal(d->many->K, 2);
    d->tau = 0.5;
    heco_de_set_subproblems(d, d->P.f, d->P.v, d->perm);
}

static void subproblems_by_hand(void **state) {
    (void)state;
    fixture        t;
    heco_de_island d = {.tau = 0};
    open_by_hand(&t, &d);
    assert_int_equal(heco_de_best_of_Q(&d, 0), 1);
    assert_int_equal(heco_de_best_of_Q(&d, 3), 1);
    assert_near(heco_many_weight(&d, 0), 0.1125, 1e-15);
    assert_near(heco_many_weight(&d, 3), 0.3, 1e-15);
    /* A trial like member 2 moves no extreme: the differences of the values above. */
    static const double like[2] = {0, 0};
    heco_many_measure(d.many, like, like, d.many->trial);
    double gain = heco_de_gain(&d, 0, 1, 0.5, 2, 0);
    assert_near(gain, 0.175 - 0.125, 1e-15);
    assert_near(heco_many_gain(&d, 0, gain, 0, 2, 0), 0.23125 - 0.125, 1e-15);
    gain = heco_de_gain(&d, 3, 3, 1, 2, 0);
    assert_near(heco_many_gain(&d, 3, gain, 3, 2, 0), 0.85, 1e-15);
    /* v_1 = 1, v = 1 with f = 2: now v_1 spans 0 .. 1, and member 0 has 0.5 of it in v and v_1. */
    static const double wide[2] = {1, 0};
    heco_many_measure(d.many, wide, wide, d.many->trial);
    gain = heco_de_gain(&d, 0, 1, 0.5, 2, 1);
    assert_near(heco_many_gain(&d, 0, gain, 0, 2, 1), gain, 1e-15);
    /* Not finite: as heco-de. */
    assert_double(heco_many_gain(&d, 0, -1.0, 0, INFINITY, 0), -1.0);
    fixture_close(&t);
}

static void members_keep_their_violations(void **state) {
    (void)state;
    fixture        t;
    heco_de_island d = {.tau = 0};
    open_by_hand(&t, &d);
    heco_de_shrink(&d, 2);
    assert_int_equal(d.P.count, 2);
    for (size_t m = 0; m < 2; m++)
        assert_near(d.many->violation[2 * m] + d.many->violation[2 * m + 1], d.P.v[m], 1e-15);
    fixture_close(&t);
}

/* What subproblem 1 takes for the best changes where a small violation is the own one. Members
 * (0; 0, 1e-3) and (0.1; 1, 0): in the sum the first is the best, v_2 prefers the second. */
static void own_constraint_counts(void **state) {
    (void)state;
    static const double g[8] = {0, 1e-3, 1, 0, 1, 1e-3, 1, 1e-3}, f[4] = {0, 0.1, 1, 1};
    fixture             t;
    heco_de_island      d = {.tau = 0};
    heco_de_params      p = {.lambda = 4, .N0 = 4, .H = 5, .gamma = 0.7, .keep_max = 1,
                             .cr_mean = HECO_MEAN_LEHMER, .helpers = HECO_MANY_EACH};
    fixture_open(&t, &heco_algorithm_heco_many, 2, 2, 0, 1000, "lambda=4 N0=4");
    heco_de_island_init(&d, &p, &t.setup, t.setup.rng);
    for (size_t m = 0; m < 4; m++) heco_de_island_add(&d, (double[]){0, 0}, f[m], g + 2 * m, g);
    d.tau = 0.1;
    heco_de_set_subproblems(&d, d.P.f, d.P.v, d.perm);
    assert_int_equal(heco_de_best_of_Q(&d, 0), 0);
    assert_int_equal(heco_de_best_of_Q(&d, 1), 1);
    d.tau = 1.0; /* at the end all agree */
    heco_de_set_subproblems(&d, d.P.f, d.P.v, d.perm);
    for (size_t i = 0; i < 4; i++) assert_int_equal(heco_de_best_of_Q(&d, i), 0);
    fixture_close(&t);
}

/* Best f after the same run of two algorithms: equal bits or not. */
static double solved(const char *algorithm, const char *problem, const char *set) {
    const char *const     sets[] = {set};
    heco_minimize_options o      = heco_minimize_options_default();
    heco_solution        *solution;
    heco_suite           *suite;
    const heco_problem   *p;
    heco_error            error = {HECO_OK, ""};
    assert_int_equal(heco_suite_open(&suite, "cec2006", NULL, &error), HECO_OK);
    long index = heco_suite_find(suite, problem, &error);
    assert_int_equal(heco_suite_problem(suite, (size_t)index, 0, &p, &error), HECO_OK);
    o.algorithm = algorithm, o.run.max_evals = 3000, o.run.set = sets, o.run.sets = set != NULL;
    assert_int_equal(heco_minimize(&solution, p, &o, &error), HECO_OK);
    double f = heco_solution_result(solution)->outcome.f;
    heco_solution_free(solution);
    heco_suite_close(suite);
    return f;
}

static void one_group_is_heco_de(void **state) {
    (void)state;
    assert_double(solved("heco-many", "g08", "helpers=sum"), solved("heco-de", "g08", NULL));
    assert_double(solved("heco-many", "g08", "helpers=kinds"), solved("heco-de", "g08", NULL));
    assert_double(solved("heco-many", "g12", NULL), solved("heco-de", "g12", NULL)); /* m = 1 */
    assert_true(solved("heco-many", "g08", NULL) != solved("heco-de", "g08", NULL));
}

static void solves_known_problems(void **state) {
    (void)state;
    assert_solves_known("heco-many", SET(0), 20000);
    assert_solves_known("heco-many", SET("helpers=kinds"), 20000);
    assert_near(fixture_solve_cec2006("heco-many", "g04", 100000), -30665.538671783, 1e-4);
}

static void refuses_what_cannot_work(void **state) {
    (void)state;
    heco_minimize_options o     = heco_minimize_options_default();
    const char *const     set[] = {"profile=authors"};
    heco_problem          p     = heco_problem_default();
    heco_error            error = {HECO_OK, ""};
    heco_solution        *solution;
    static const double   low[1] = {0}, high[1] = {1};
    p.space.n = 1, p.space.ng = 2, p.space.lower = low, p.space.upper = high;
    p.eval = known_eval, o.algorithm = "heco-many", o.run.max_evals = 1000;
    o.run.set = set, o.run.sets = 1;
    assert_int_equal(heco_minimize(&solution, &p, &o, &error), HECO_ERR_ARG);
    assert_text(error.text, "helpers");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(groups_by_hand),
        cmocka_unit_test(number_of_groups),
        cmocka_unit_test(subproblems_by_hand),
        cmocka_unit_test(members_keep_their_violations),
        cmocka_unit_test(own_constraint_counts),
        cmocka_unit_test(one_group_is_heco_de),
        cmocka_unit_test(solves_known_problems),
        cmocka_unit_test(refuses_what_cannot_work),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
