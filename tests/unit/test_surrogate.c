/* surrogate: its design, its corner cases, and known problems solved within few evaluations. */
#include "solver/surrogate/surrogate.c"

#include "algorithm_fixture.h"
#include "known_problem.h"

enum { MAX_M = 8, MAX_EVALS = 800 };

/* The points of a run. */
typedef struct {
    size_t    evals, batches;
    heco_stop stop;
    double    f, viol;
    double    x[MAX_EVALS * 10];
} trace;

typedef struct {
    heco_problem  problem;
    uint64_t      evals, seed;
    const char   *set[4];
    const double *start;
    size_t        starts;
} task;

static trace *solve(const task *t) {
    static trace     out[2];
    static int       which;
    heco_error       error = {HECO_OK, ""};
    heco_run        *run;
    heco_batch      *b;
    heco_run_options o = heco_run_options_default();
    trace           *r = &out[which = !which];
    memset(r, 0, sizeof *r);
    o.max_evals = t->evals, o.seed = t->seed, o.set = t->set, o.max_failed = 0;
    o.start = t->start, o.starts = t->starts;
    while (o.sets < 4 && t->set[o.sets] != NULL) o.sets++;
    const heco_problem *p = &t->problem;
    if (heco_run_new(&run, &heco_algorithm_surrogate, &p->space, &o, &error) != HECO_OK)
        fail_msg("%s", error.text);
    while ((b = heco_run_ask(run)) != NULL) {
        memcpy(r->x + r->evals * b->n, b->x, b->count * b->n * sizeof *b->x);
        for (size_t i = 0; i < b->count; i++)
            if (p->eval(p->user, b->x + i * b->n, b->f + i, b->g + i * b->ng, b->h + i * b->nh) !=
                HECO_POINT_OK)
                b->f[i] = NAN;
        r->evals += b->count;
        r->batches++;
        assert_int_equal(heco_run_tell(run), HECO_OK);
    }
    const heco_result *result = heco_run_result(run);
    r->stop = result->outcome.stop, r->f = result->outcome.f, r->viol = result->outcome.viol;
    heco_run_free(run);
    return r;
}

/* Checks that no two rows are equal. */
static void assert_distinct(const trace *r, size_t n, size_t count) {
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < i; k++)
            if (memcmp(r->x + i * n, r->x + k * n, n * sizeof *r->x) == 0)
                fail_msg("points %zu and %zu are the same", k, i);
}

static const double        LOW[10]   = {-1, -1, -1, -1, -1, -1, -1, -1, -1, -1};
static const double        HIGH[10]  = {2, 2, 2, 2, 2, 2, 2, 2, 2, 2};
static const unsigned char WHOLE[10] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1};

static task box(size_t n, size_t ng, size_t nh, heco_eval_fn eval, uint64_t evals) {
    task t            = {.problem = heco_problem_default(), .evals = evals, .seed = 1};
    t.problem.space.n = n, t.problem.space.ng = ng, t.problem.space.nh = nh;
    t.problem.space.lower = LOW, t.problem.space.upper = HIGH;
    t.problem.eval = eval;
    return t;
}

static int eval_bowl(void *user, const double *x, double *f, double *g, double *h) {
    size_t n = user != NULL ? *(const size_t *)user : 1;
    (void)g, (void)h;
    f[0] = 0.0;
    for (size_t j = 0; j < n; j++) f[0] += (x[j] - 0.3) * (x[j] - 0.3);
    return HECO_POINT_OK;
}

/* f is least beyond the circle, so that it pays to use the tolerance of h. */
static int eval_circle(void *user, const double *x, double *f, double *g, double *h) {
    (void)user, (void)g;
    f[0] = -x[0] - 2.0 * x[1];
    h[0] = x[0] * x[0] + x[1] * x[1] - 1.0;
    return HECO_POINT_OK;
}

static void equalities_are_met_without_a_band(void **state) {
    (void)state;
    double distance[2];
    task   t               = box(2, 0, 1, eval_circle, 50);
    t.problem.space.eq_tol = 1e-3;
    for (int band = 0; band < 2; band++) {
        t.set[0]       = band ? "band=yes" : "band=no";
        const trace *r = solve(&t);
        assert_double(r->viol, 0.0);
        assert_near(r->f, -sqrt(5.0), 3e-3);
        /* On the line through the centre f is -sqrt(5) times the radius. */
        distance[band] = r->f / -sqrt(5.0) - 1.0;
    }
    assert_near(distance[0], 0.0, 1e-5);
    assert_true(distance[1] > 4e-4); /* nearly half of the tolerance of the square */
}

static void the_first_design(void **state) {
    (void)state;
    fixture t;
    fixture_open(&t, &heco_algorithm_surrogate, 5, 1, 0, 100, NULL);
    surrogate_state *s = t.state;
    assert_int_equal(s->design.count, 8);
    assert_int_equal(s->window, 60); /* 42 + 10, but at least 60 */
    surrogate_ask(s, t.batch);
    assert_int_equal(t.batch->count, 1);
    for (size_t j = 0; j < 5; j++) { /* one point in each of 8 slices */
        int slice[8] = {0};
        for (size_t i = 0; i < 8; i++) slice[(size_t)(8.0 * s->design.x[i * 5 + j])]++;
        for (size_t i = 0; i < 8; i++) assert_int_equal(slice[i], 1);
    }
    fixture_close(&t);
    fixture_open(&t, &heco_algorithm_surrogate, 5, 1, 0, 100, "batch=6 init=90 window=100");
    s = t.state;
    assert_int_equal(s->design.count, 36); /* a third of the budget, then whole batches */
    assert_int_equal(s->window, 100);
    surrogate_ask(s, t.batch);
    assert_int_equal(t.batch->count, 6);
    fixture_close(&t);
}

static void budgets_from_tiny_to_small(void **state) {
    (void)state;
    size_t n = 4;
    for (uint64_t evals = 2; evals <= 14; evals++) {
        task t         = box(n, 0, 0, eval_bowl, evals);
        t.problem.user = &n;
        trace *r       = solve(&t);
        assert_int_equal(r->evals, evals);
        assert_distinct(r, n, evals);
    }
    heco_run        *run;
    heco_error       error;
    heco_run_options o = heco_run_options_default();
    heco_problem     p = box(n, 0, 0, eval_bowl, 1).problem;
    o.max_evals        = 1;
    assert_int_equal(heco_run_new(&run, &heco_algorithm_surrogate, &p.space, &o, &error),
                     HECO_ERR_ARG);
}

static void too_many_variables_are_refused(void **state) {
    (void)state;
    static double    lower[300], upper[300];
    heco_run        *run;
    heco_error       error;
    heco_run_options o = heco_run_options_default();
    heco_space       s = {.n = 300, .lower = lower, .upper = upper};
    for (size_t j = 0; j < 300; j++) upper[j] = 1.0;
    o.max_evals = 1000;
    assert_int_equal(heco_run_new(&run, &heco_algorithm_surrogate, &s, &o, &error), HECO_ERR_ARG);
    assert_text(error.text, "300 variables");
    for (size_t j = 0; j < 290; j++) upper[j] = 0.0; /* fixed ones do not count */
    assert_int_equal(heco_run_new(&run, &heco_algorithm_surrogate, &s, &o, &error), HECO_OK);
    heco_run_free(run);
}

static void one_variable_and_no_constraint(void **state) {
    (void)state;
    task   t = box(1, 0, 0, eval_bowl, 12);
    trace *r = solve(&t);
    assert_near(r->f, 0.0, 1e-12);
}

static void all_variables_fixed(void **state) {
    (void)state;
    size_t n              = 3;
    task   t              = box(n, 0, 0, eval_bowl, 5);
    t.problem.space.upper = LOW, t.problem.user = &n;
    const trace *r = solve(&t);
    assert_int_equal(r->evals, 1); /* the only point */
    assert_int_equal(r->stop, HECO_STOP_ALGORITHM);
}

/* 4^3 points: each is asked for once, then the search ends or samples. */
static void all_variables_integer(void **state) {
    (void)state;
    size_t n                = 3;
    task   t                = box(n, 0, 0, eval_bowl, 100);
    t.problem.space.integer = WHOLE, t.problem.user = &n;
    trace *r = solve(&t);
    assert_int_equal(r->evals, 100);
    assert_distinct(r, n, 64);
    assert_near(r->f, 0.27, 1e-12);
    t.set[0] = "after=end", t.set[1] = "batch=5";
    r = solve(&t);
    assert_int_equal(r->evals, 64);
    assert_int_equal(r->stop, HECO_STOP_ALGORITHM);
}

static int eval_never(void *user, const double *x, double *f, double *g, double *h) {
    (void)user, (void)x, (void)f, (void)g, (void)h;
    return HECO_POINT_FAILED;
}

static void every_point_fails(void **state) {
    (void)state;
    for (int batch = 0; batch < 2; batch++) {
        task t   = box(3, 1, 1, eval_never, 60);
        t.set[0] = batch ? "batch=7" : NULL;
        trace *r = solve(&t);
        assert_int_equal(r->evals, 60);
        assert_distinct(r, 3, 60);
    }
}

/* x = 1 and x = 2, and x y >= 9: nothing is feasible, the search goes on. */
static int eval_contradiction(void *user, const double *x, double *f, double *g, double *h) {
    (void)user;
    f[0] = x[0] + x[1];
    g[0] = 9.0 - x[0] * x[1];
    h[0] = x[0] - 1.0, h[1] = x[0] - 2.0;
    return HECO_POINT_OK;
}

static void contradictory_constraints(void **state) {
    (void)state;
    task   t = box(2, 1, 2, eval_contradiction, 120);
    trace *r = solve(&t);
    assert_int_equal(r->evals, 120);
    assert_true(r->viol > 0.0);
    assert_distinct(r, 2, 120);
}

/* Not a number where x0 + x1 > 0.5; the best point lies just beside: f = 2 (0.25 - 0.3)^2 = 0.005.
 */
static int eval_half(void *user, const double *x, double *f, double *g, double *h) {
    (void)user, (void)h;
    f[0] = (x[0] - 0.3) * (x[0] - 0.3) + (x[1] - 0.3) * (x[1] - 0.3);
    g[0] = x[0] + x[1] > 0.5 ? NAN : -1.0;
    return HECO_POINT_OK;
}

static void half_a_box_without_numbers(void **state) {
    (void)state;
    task   t = box(2, 1, 0, eval_half, 100);
    trace *r = solve(&t);
    assert_int_equal(r->evals, 100);
    assert_true(r->f < 0.0055);
}

/* f is constant: a feasibility problem. */
static int eval_flat(void *user, const double *x, double *f, double *g, double *h) {
    (void)user;
    f[0] = 3.0;
    g[0] = x[0] * x[0] + x[1] * x[1] - 0.5;
    h[0] = x[0] - x[1] * x[1];
    return HECO_POINT_OK;
}

static void nothing_to_minimise(void **state) {
    (void)state;
    task t = box(2, 1, 1, eval_flat, 30);
    assert_double(solve(&t)->viol, 0.0);
}

/* More than 1000 evaluations: models for a while, then sampling, or the end. */
static void beyond_the_models(void **state) {
    (void)state;
    size_t n       = 2;
    task   t       = box(n, 0, 0, eval_bowl, 1200);
    t.problem.user = &n;
    t.evals = 1001, t.set[0] = "restarts=2", t.set[1] = "after=end";
    trace *r = solve(&t);
    assert_true(r->evals < 200);
    assert_int_equal(r->stop, HECO_STOP_ALGORITHM);
    assert_near(r->f, 0.0, 1e-12);
}

/* The rows of a batch do not depend on the backend, and a replay asks for the same ones. */
static void same_points_again(void **state) {
    (void)state;
    task t                = box(2, 1, 1, known_eval, 60);
    t.problem.space.lower = KNOWN_LOWER, t.problem.space.upper = KNOWN_UPPER;
    t.problem.sharing = HECO_SHARE_FREELY;
    t.problem.ineq_tol = 0.0, t.problem.protocol = 1; /* as a run, which has the space only */
    t.set[0]          = "batch=8";
    trace *one = solve(&t), *two = solve(&t);
    assert_int_equal(one->batches, 8); /* 60 = 7 * 8 + 4 */
    assert_memory_equal(one->x, two->x, sizeof one->x);
    heco_minimize_options o = heco_minimize_options_default();
    o.algorithm = "surrogate", o.backend = "threads", o.evaluator.workers = 8;
    o.run.max_evals = 60, o.run.set = t.set, o.run.sets = 1;
    heco_solution *solution;
    assert_int_equal(heco_minimize(&solution, &t.problem, &o, NULL), HECO_OK);
    assert_double(heco_solution_result(solution)->outcome.f, one->f);
    heco_solution_free(solution);
}

static void start_points_come_first(void **state) {
    (void)state;
    static const double start[4] = {0.1, 0.2, 0.123456789, 0.3};
    size_t              n        = 2;
    task                t        = box(n, 0, 0, eval_bowl, 20);
    t.problem.user = &n, t.start = start, t.starts = 2, t.set[0] = "radius=0.1";
    trace *r = solve(&t);
    assert_memory_equal(r->x, start, sizeof start);
    for (size_t i = 2; i < 5; i++) /* the rest of the design is near the first: 0.1 of the box */
        for (size_t j = 0; j < n; j++) assert_near(r->x[i * n + j], start[j], 0.3 + 1e-12);
}

static void a_known_problem(void **state) {
    (void)state;
    assert_solves_known("surrogate", SET(0), 30);
    assert_solves_known("surrogate", SET("batch=4"), 60);
}

/* A tenth of the points fails, among them all at a bound of the solution: still solved. */
static int eval_some_fail(void *user, const double *x, double *f, double *g, double *h) {
    const heco_problem *p = user;
    uint64_t            bits;
    memcpy(&bits, x, sizeof bits);
    if (heco_rng_mix(bits, 1) % 10 == 0) return HECO_POINT_FAILED;
    return p->eval(p->user, x, f, g, h);
}

static void g04_with_failing_points(void **state) {
    (void)state;
    heco_suite         *suite;
    const heco_problem *p;
    assert_int_equal(heco_suite_open(&suite, "cec2006", NULL, NULL), HECO_OK);
    long at = heco_suite_find(suite, "g04", NULL);
    assert_int_equal(heco_suite_problem(suite, (size_t)at, 0, &p, NULL), HECO_OK);
    for (uint64_t seed = 1; seed <= 5; seed++) {
        task t         = {.problem = *p, .evals = 60, .seed = seed};
        t.problem.eval = eval_some_fail, t.problem.user = (void *)p;
        trace *r = solve(&t);
        assert_double(r->viol, 0.0);
        assert_near(r->f, p->f_ref, 30.0); /* 1e-3 of it: solved */
    }
    heco_suite_close(suite);
}

/* A violated inequality gets a margin, a failed point (whose outputs are infinite) none. */
static void margins_come_from_values_only(void **state) {
    (void)state;
    for (int failed = 0; failed < 2; failed++) {
        fixture t;
        fixture_open(&t, &heco_algorithm_surrogate, 2, 1, 0, 100, NULL);
        surrogate_state *s = t.state;
        for (int i = 0; i < 8; i++) {
            surrogate_ask(s, t.batch);
            const double *x    = t.batch->x;
            int           step = s->trial[0].kind == SURROGATE_STEP;
            t.batch->f[0]      = step && failed ? INFINITY : x[0] + x[1];
            t.batch->g[0]      = step && failed ? INFINITY : step ? 0.25 : -1.0 - x[0] * x[1];
            t.batch->viol[0]   = t.batch->g[0] > 0.0 ? t.batch->g[0] : 0.0;
            surrogate_tell(s, t.batch);
            if (step) break;
        }
        assert_int_equal(s->trial[0].kind, SURROGATE_STEP);
        assert_int_equal(s->local.margin[1] > 0.0, !failed);
        fixture_close(&t);
    }
}

static void few_evaluations_solve_g07(void **state) {
    (void)state;
    assert_near(fixture_solve_cec2006("surrogate", "g07", 60), 24.3062090681, 0.024);
    assert_near(fixture_solve_cec2006("surrogate", "g05", 40), 5126.4967140071, 1.0);
}

/* A problem of a suite whose f is larger by a million. */
static int eval_shifted(void *user, const double *x, double *f, double *g, double *h) {
    const heco_problem *p   = user;
    int                 how = p->eval(p->user, x, f, g, h);
    f[0] += 1e6;
    return how;
}

/* Decreases are compared with the spread of f, not with |f|: else a local search of f + 1e6 would
 * end at decreases of 1e-3, and one of 5 seeds would solve g24. */
static void a_constant_does_not_end_a_search(void **state) {
    heco_suite         *suite;
    const heco_problem *p;
    int                 solved = 0;
    (void)state;
    assert_int_equal(heco_suite_open(&suite, "cec2006", NULL, NULL), HECO_OK);
    long at = heco_suite_find(suite, "g24", NULL);
    assert_int_equal(heco_suite_problem(suite, (size_t)at, 0, &p, NULL), HECO_OK);
    for (uint64_t seed = 1; seed <= 5; seed++) {
        task t         = {.problem = *p, .evals = 30, .seed = seed};
        t.problem.eval = eval_shifted, t.problem.user = (void *)p;
        const trace *r = solve(&t);
        assert_double(r->viol, 0.0);
        solved += r->f - 1e6 <= p->f_ref + 1e-4;
    }
    assert_true(solved >= 4); /* one seed goes to the other basin */
    heco_suite_close(suite);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_constant_does_not_end_a_search),
        cmocka_unit_test(the_first_design),
        cmocka_unit_test(equalities_are_met_without_a_band),
        cmocka_unit_test(budgets_from_tiny_to_small),
        cmocka_unit_test(too_many_variables_are_refused),
        cmocka_unit_test(one_variable_and_no_constraint),
        cmocka_unit_test(all_variables_fixed),
        cmocka_unit_test(all_variables_integer),
        cmocka_unit_test(every_point_fails),
        cmocka_unit_test(contradictory_constraints),
        cmocka_unit_test(half_a_box_without_numbers),
        cmocka_unit_test(nothing_to_minimise),
        cmocka_unit_test(beyond_the_models),
        cmocka_unit_test(same_points_again),
        cmocka_unit_test(start_points_come_first),
        cmocka_unit_test(a_known_problem),
        cmocka_unit_test(g04_with_failing_points),
        cmocka_unit_test(margins_come_from_values_only),
        cmocka_unit_test(few_evaluations_solve_g07),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
