/* The surrogate's distances in place of two-valued inequalities, and a search with one. */
#include "solver/algorithm_table.h"
#include "solver/surrogate/surrogate.h"

#include "algorithm_fixture.h"

/* Checks all rows, of three outputs each. */
static void assert_rows(const heco_samples *e, const double (*row)[3]) {
    for (size_t i = 0; i < e->count; i++)
        for (size_t k = 0; k < 3; k++) assert_near(e->y[3 * i + k], row[i][k], 1e-15);
}

/* Points of a line hold half of their distance to the nearest with the other value, until a third
 * value shows that the inequality has more than two. */
static void distances_replace_two_values(void **state) {
    (void)state;
    fixture t;
    fixture_open(&t, &heco_algorithm_surrogate, 1, 2, 0, 100, NULL);
    heco_samples *e              = &((surrogate_state *)t.state)->samples;
    const double  u[]            = {0.0, 0.2, 0.6, 1.0, 0.5};
    const double  row[5][3]      = {{7, 0, -1}, {8, 0, -2}, {9, 3, -3}, {7, 3, 1}, {6, 1, 0}};
    const double  distance[4][3] = {{7, -0.3, -1}, {8, -0.2, -2}, {9, 0.2, -3}, {7, 0.4, 1}};
    for (size_t i = 0; i < 3; i++) {
        heco_samples_add(e, u + i, row[i], 0);
        heco_two_valued_update(e, i);
    }
    assert_rows(e, row); /* fewer than n + 3 samples */
    heco_samples_add(e, u + 3, row[3], 0);
    heco_two_valued_update(e, 3);
    assert_rows(e, distance);
    heco_samples_add(e, u + 4, row[4], 0);
    heco_two_valued_update(e, 4);
    assert_rows(e, row);
    fixture_close(&t);
}

/* An inequality that is 0 everywhere counts as met, half the diagonal away from its boundary. The
 * first sample with another value brings the others nearer. A failed one is left alone. */
static void a_boundary_that_is_found_later(void **state) {
    (void)state;
    fixture t;
    fixture_open(&t, &heco_algorithm_surrogate, 1, 2, 0, 100, NULL);
    heco_samples *e           = &((surrogate_state *)t.state)->samples;
    const double  u[]         = {0.0, 0.2, 0.4, 0.6, 1.0};
    const double  far[4][3]   = {{0, -0.5, -2}, {0, -0.5, -2}, {0, -0.5, -2}, {0, -0.5, -2}};
    const double  found[5][3] = {
         {0, -0.5, -2}, {0, -0.4, -2}, {0, -0.3, -2}, {0, -0.2, -2}, {0, 0.2, -2}};
    for (size_t i = 0; i < 4; i++) heco_samples_add(e, u + i, (double[]){0, 0, -2}, 0);
    heco_two_valued_update(e, 0);
    assert_rows(e, far);
    heco_samples_add(e, u + 4, (double[]){0, 1, -2}, 0);
    heco_two_valued_update(e, 4);
    assert_rows(e, found);
    heco_samples_add(e, (double[]){0.9}, (double[]){INFINITY, 0, -2}, 0);
    heco_two_valued_update(e, 5);
    assert_double(e->y[3 * 5 + 1], 0.0);
    assert_near(e->y[3 * 4 + 1], 0.2, 1e-15);
    fixture_close(&t);
}

/* g06 with a third inequality: 1 beyond a plane at a tenth of the box from the optimum, else 0. */
static int eval_g06_beside_a_plane(void *user, const double *x, double *f, double *g, double *h) {
    const heco_problem *p     = user;
    int                 point = p->eval(p->user, x, f, g, h);
    g[2]                      = x[0] > p->x_ref[0] + 0.1 * (p->space.upper[0] - p->space.lower[0]);
    return point;
}

/* A model of the values 0 and 1 is about 0 wherever the constraint holds: with it three
 * of these five seeds solve g06. */
static void g06_beside_a_plane(void **state) {
    heco_suite           *suite;
    const heco_problem   *p;
    heco_minimize_options m      = heco_minimize_options_default();
    const double          tol[3] = {0};
    int                   solved = 0;
    heco_error            error;
    (void)state;
    assert_int_equal(heco_suite_open(&suite, "cec2006", NULL, NULL), HECO_OK);
    long at = heco_suite_find(suite, "g06", NULL);
    assert_int_equal(heco_suite_problem(suite, (size_t)at, 0, &p, NULL), HECO_OK);
    heco_problem more = *p;
    more.space.ng = 3, more.space.tol = tol, more.derivatives = NULL, more.c_names = NULL;
    more.forms = NULL, more.eval_batch = NULL;
    more.eval = eval_g06_beside_a_plane, more.user = (void *)p;
    m.algorithm = "surrogate", m.run.max_evals = 40;
    for (m.run.seed = 1; m.run.seed <= 5; m.run.seed++) {
        heco_solution *solution;
        if (heco_minimize(&solution, &more, &m, &error) != HECO_OK) fail_msg("%s", error.text);
        const heco_result *r = heco_solution_result(solution);
        solved += r->outcome.found == HECO_FOUND_FEASIBLE && r->outcome.f < p->f_ref + 1.0;
        heco_solution_free(solution);
    }
    assert_int_equal(solved, 5);
    heco_suite_close(suite);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(distances_replace_two_values),
        cmocka_unit_test(a_boundary_that_is_found_later),
        cmocka_unit_test(g06_beside_a_plane),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
