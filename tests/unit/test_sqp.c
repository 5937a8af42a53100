/* sqp: start points, known problems, budgets and shapes that leave little to do. */
#include "solver/sqp/sqp.c"

#include "algorithm_fixture.h"
#include "known_problem.h"

static void solves_the_known_problem(void **state) {
    (void)state;
    assert_solves_known("sqp", SET(0), 100);
    assert_solves_known("sqp", SET("secant_steps=0", "hops=1", "radius=0.1"), 300);
    assert_solves_known("sqp", SET("step=1e-6", "margin=1e-8"), 300);
}

/* Best known values of CEC 2006; within 1e-4 is a success there. */
static void solves_problems_of_cec2006(void **state) {
    (void)state;
    static const struct {
        const char *name;
        double      best;
        uint64_t    evals;
    } rows[] = {{"g01", -15.0, 5000},          {"g04", -30665.538671783, 200},
                {"g05", 5126.4967140071, 500}, {"g06", -6961.8138755802, 300},
                {"g07", 24.3062090681, 500},   {"g10", 7049.2480205286, 1000},
                {"g17", 8853.5338748065, 5000}, {"g19", 32.6555929502, 1000},
                {"g23", -400.0551, 1000}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        assert_near(fixture_solve_cec2006("sqp", rows[i].name, rows[i].evals), rows[i].best, 1e-4);
}

/* The published best value is not the minimum. */
static void g22_has_a_better_point(void **state) {
    (void)state;
    double f = fixture_solve_cec2006("sqp", "g22", 20000);
    assert_true(f < 236.4309755);
    assert_near(f, 236.313133, 1e-4);
}

static int quadratic_eval(void *user, const double *x, double *f, double *g, double *h) {
    (void)user, (void)g, (void)h;
    double a = x[0] - 1e4, b = x[0] + x[1] + 300.0, c = x[2] - 2.0, d = x[3] - 1.0;
    f[0] = a * a + b * b + c * c + d * d;
    return HECO_POINT_OK;
}

/* From far away f falls by ten orders of magnitude. What is negligible beside that is not beside
 * f = 0. Differences of 1e-7 of x leave an error of 1e-6. */
static void a_descent_from_far_away_goes_on(void **state) {
    (void)state;
    double lower[4] = {-INFINITY, -INFINITY, -INFINITY, -INFINITY};
    double upper[4] = {INFINITY, INFINITY, INFINITY, INFINITY};
    int    exact    = 0;
    for (uint64_t seed = 1; seed <= 9; seed++) {
        heco_problem          p = heco_problem_default();
        heco_minimize_options o = heco_minimize_options_default();
        heco_solution        *solution;
        p.name        = "quadratic";
        p.space.n     = 4;
        p.space.lower = lower, p.space.upper = upper;
        p.eval          = quadratic_eval;
        o.algorithm     = "sqp";
        o.run.seed      = seed;
        o.run.max_evals = 1000;
        assert_int_equal(heco_minimize(&solution, &p, &o, NULL), HECO_OK);
        exact += heco_solution_result(solution)->outcome.f < 1e-6;
        heco_solution_free(solution);
    }
    assert_true(exact >= 7);
}

static void given_points_come_first(void **state) {
    (void)state;
    fixture      t;
    const double start[4] = {0.25, -0.5, 0.75, 0.125};
    fixture_open(&t, &heco_algorithm_sqp, 2, 0, 0, 1000, NULL);
    t.setup.start = start, t.setup.starts = 2;
    sqp_state *s = t.state;
    sqp_ask(s, t.batch);
    assert_int_equal(t.batch->count, 1);
    assert_memory_equal(t.batch->x, start, 2 * sizeof *start);
    t.batch->f[0] = NAN, t.batch->viol[0] = INFINITY;
    sqp_tell(s, t.batch); /* a failed point: on to the next one */
    assert_int_equal(s->restart.descents, 1);
    sqp_ask(s, t.batch);
    assert_memory_equal(t.batch->x, start + 2, 2 * sizeof *start);
    assert_double(heco_restart_radius(&s->restart), 0.5);
    fixture_close(&t);
}

static void automatic_options_become_numbers(void **state) {
    (void)state;
    fixture t;
    fixture_open(&t, &heco_algorithm_sqp, 3, 0, 0, 10, NULL);
    assert_double(t.option[SQP_HOPS], 0.4);
    assert_double(t.option[SQP_STEP], 1e-8);
    fixture_close(&t);
}

/* A radius drawn for a hop is half its hop_radius; others are the first one, or log-uniform. */
static void radii_of_the_starts(void **state) {
    (void)state;
    fixture t;
    int     plain = 0, drawn = 0;
    fixture_open(&t, &heco_algorithm_sqp, 2, 0, 0, 1000, NULL);
    heco_restart *r    = &((sqp_state *)t.state)->restart;
    double        x[2] = {0.0, 0.0};
    heco_restart_draw(r, x, 0.4);
    assert_false(r->hopped); /* nothing to hop from */
    assert_double(heco_restart_radius(r), 0.5);
    heco_restart_record(r, x, 1.0, 0.0);
    r->descents = 1;
    for (int i = 0; i < 1000; i++) {
        heco_restart_draw(r, x, 0.4);
        double radius = heco_restart_radius(r);
        if (r->hopped) assert_double(radius, 0.5 * r->hop_radius);
        else if (radius == 0.5) plain++;
        else drawn++;
        assert_true(radius >= 0.005 && radius <= 1.0);
    }
    assert_true(plain > 230 && plain < 370 && drawn > 230 && drawn < 370);
    fixture_close(&t);
}

typedef struct {
    size_t n;
    int    kind;
} shape;

enum { SPHERE, SUM_EQUALS_ONE, CONSTANT, FAILS };

static int shape_eval(void *user, const double *x, double *f, double *g, double *h) {
    const shape *s   = user;
    double       sum = 0.0, total = 0.0;
    (void)g;
    if (s->kind == FAILS) return HECO_POINT_FAILED;
    for (size_t j = 0; j < s->n; j++) sum += x[j] * x[j], total += x[j];
    f[0] = s->kind == CONSTANT ? 3.0 : sum;
    if (s->kind == SUM_EQUALS_ONE) h[0] = total - 1.0;
    return HECO_POINT_OK;
}

static double shape_solve(shape s, uint64_t evals, double lower, double upper) {
    enum { MOST = 200 };
    double                lo[MOST], hi[MOST];
    heco_problem          p = heco_problem_default();
    heco_minimize_options o = heco_minimize_options_default();
    heco_solution        *solution;
    heco_error            error;
    for (size_t j = 0; j < s.n; j++) lo[j] = lower, hi[j] = upper;
    p.space.n = s.n, p.space.nh = s.kind == SUM_EQUALS_ONE, p.space.lower = lo, p.space.upper = hi;
    p.eval = shape_eval, p.user = &s;
    o.algorithm = "sqp", o.run.max_evals = evals, o.run.max_failed = 0;
    assert_int_equal(heco_minimize(&solution, &p, &o, &error), HECO_OK);
    const heco_result *r = heco_solution_result(solution);
    assert_int_equal(r->outcome.evals, lower < upper ? evals : 1); /* one point, one evaluation */
    double f = r->outcome.found == HECO_FOUND_FEASIBLE ? r->outcome.f : NAN;
    heco_solution_free(solution);
    return f;
}

static void sizes_from_1_to_200(void **state) {
    (void)state;
    static const size_t sizes[] = {1, 2, 7, 50, 200};
    for (size_t i = 0; i < 5; i++) {
        size_t n = sizes[i];
        assert_near(shape_solve((shape){n, SPHERE}, 8 * (n + 4), -1.0, 3.0), 0.0, 1e-6);
        assert_near(shape_solve((shape){n, SUM_EQUALS_ONE}, 10 * (n + 4), -1.0, 3.0),
                    1.0 / (double)n, 1e-6);
    }
}

static void any_budget_will_do(void **state) {
    (void)state;
    for (uint64_t evals = 1; evals <= 30; evals++) {
        shape_solve((shape){10, SUM_EQUALS_ONE}, evals, -1.0, 3.0);
        assert_double(shape_solve((shape){3, CONSTANT}, evals, -1.0, 3.0), 3.0);
        assert_near(shape_solve((shape){3, SPHERE}, evals, 0.5, 0.5), 0.75, 0.0); /* all fixed */
        assert_true(isnan(shape_solve((shape){3, FAILS}, evals, -1.0, 3.0)));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(solves_the_known_problem),
        cmocka_unit_test(solves_problems_of_cec2006),
        cmocka_unit_test(g22_has_a_better_point),
        cmocka_unit_test(a_descent_from_far_away_goes_on),
        cmocka_unit_test(given_points_come_first),
        cmocka_unit_test(automatic_options_become_numbers),
        cmocka_unit_test(radii_of_the_starts),
        cmocka_unit_test(sizes_from_1_to_200),
        cmocka_unit_test(any_budget_will_do),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
