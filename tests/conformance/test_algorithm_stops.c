/* Every algorithm and every reason to stop: the run ends, keeps its best point and says why. */
#include "conformance.h"

typedef struct {
    heco_problem problem;
    uint64_t     calls, stop_at; /* the call that asks for the end; 0: none */
} stopper;

static int stopper_eval(void *user, const double *x, double *f, double *g, double *h) {
    stopper *s = user;
    if (++s->calls == s->stop_at) return HECO_POINT_STOP;
    return shape_eval(s->problem.user, x, f, g, h);
}

static int always(void *user, const heco_progress *progress) {
    (void)user, (void)progress;
    return 1;
}

static int progress_until(void *user, const heco_progress *p) {
    uint64_t *limit = user;
    assert_true(p->evals <= p->max_evals);
    return p->evals >= *limit;
}

/* Returns whether the algorithm stops before the end of the budget unless it is told not to. */
static int stops_early(const heco_algorithm *a) {
    for (const heco_option *o = a->options; o != NULL && o->name != NULL; o++)
        if (strcmp(o->name, "stop") == 0) return 1;
    return 0;
}

static heco_solution *solve(const heco_algorithm *a, const heco_problem *p,
                            const heco_minimize_options *m) {
    static const char *const to_the_end[] = {"stop=budget"};
    heco_error               error        = {HECO_OK, ""};
    heco_minimize_options    o            = *m;
    heco_solution           *solution;
    o.algorithm = a->name;
    if (stops_early(a)) o.run.set = to_the_end, o.run.sets = 1;
    if (heco_minimize(&solution, p, &o, &error) == HECO_OK) return solution;
    if (!may_refuse(a)) fail_msg("%s on %s: %s", a->name, p->name, error.text);
    return NULL;
}

static heco_minimize_options options(uint64_t seed) {
    heco_minimize_options m = heco_minimize_options_default();
    m.run                   = hand_options(seed);
    return m;
}

/* Each case changes the options and says what to expect of the result. */
typedef struct {
    heco_stop stop;
    uint64_t  at_least, at_most; /* evaluations */
} expected;

static void check(const heco_algorithm *a, const heco_problem *p, const heco_minimize_options *m,
                  expected e) {
    heco_solution *solution = solve(a, p, m);
    if (solution == NULL) return;
    const heco_result *r = heco_solution_result(solution);
    if (r->outcome.stop != e.stop || r->outcome.evals < e.at_least || r->outcome.evals > e.at_most)
        fail_msg("%s on %s: stopped by %s after %llu evaluations, expected %s in %llu .. %llu",
                 a->name, p->name, heco_stop_text(r->outcome.stop),
                 (unsigned long long)r->outcome.evals, heco_stop_text(e.stop),
                 (unsigned long long)e.at_least, (unsigned long long)e.at_most);
    for (size_t j = 0; j < p->space.n; j++)
        assert_true(r->x[j] >= p->space.lower[j] && r->x[j] <= p->space.upper[j]);
    heco_solution_free(solution);
}

static void reasons_to_stop(void **state) {
    (void)state;
    for (size_t i = 0; part_algorithm(i) != NULL; i++)
        for (size_t k = 0; k <= 4; k += 4) {
            const heco_algorithm *a = part_algorithm(i);
            heco_problem          p = shape_problem(&SHAPES[k]);
            heco_minimize_options m = options(91);
            check(a, &p, &m, (expected){HECO_STOP_BUDGET, BUDGET, BUDGET});
            m.run.max_seconds = 1e-9; /* over after the first batch */
            check(a, &p, &m, (expected){HECO_STOP_TIME, 1, BUDGET - 1});
            m                   = options(91);
            uint64_t limit      = 600;
            m.run.on_progress   = progress_until;
            m.run.progress_user = &limit;
            check(a, &p, &m, (expected){HECO_STOP_USER, 600, 1500});
            m           = options(91);
            m.run.stall = 1;
            check(a, &p, &m, (expected){HECO_STOP_STALL, 1, BUDGET - 1});
            m                       = options(91);
            m.evaluator.should_stop = always;
            check(a, &p, &m, (expected){HECO_STOP_USER, 1, BUDGET - 1});
            m              = options(91);
            m.run.target   = 1e9; /* the first feasible point */
            heco_problem q = shape_problem(&SHAPES[4]);
            check(a, &q, &m, (expected){HECO_STOP_TARGET, 1, BUDGET});
        }
}

/* The evaluation function itself asks for the end, in the first batch and later. */
static void the_function_asks_for_the_end(void **state) {
    (void)state;
    static const uint64_t at[] = {1, 2, 600};
    for (size_t i = 0; part_algorithm(i) != NULL; i++)
        for (size_t k = 0; k < 3; k++) {
            const heco_algorithm *a = part_algorithm(i);
            stopper               s = {.problem = shape_problem(&SHAPES[4]), .stop_at = at[k]};
            heco_problem          p = s.problem;
            heco_minimize_options m = options(95);
            p.eval = stopper_eval, p.user = &s;
            heco_solution *solution = solve(a, &p, &m);
            if (solution == NULL) continue;
            const heco_result *r = heco_solution_result(solution);
            assert_int_equal(r->outcome.stop, HECO_STOP_USER);
            assert_int_equal(r->outcome.evals, at[k] - 1);
            assert_int_equal(r->outcome.found == HECO_FOUND_NONE, at[k] == 1);
            for (size_t j = 0; j < p.space.n; j++)
                assert_true(r->x[j] >= p.space.lower[j] && r->x[j] <= p.space.upper[j]);
            heco_solution_free(solution);
        }
}

static void a_function_that_always_fails(void **state) {
    (void)state;
    for (size_t i = 0; part_algorithm(i) != NULL; i++)
        for (size_t k = 0; k < SHAPE_COUNT; k++) {
            if (SHAPES[k].behaviour != EVAL_ALL_FAIL) continue;
            heco_problem          p = shape_problem(&SHAPES[k]);
            heco_minimize_options m = options(97);
            check(part_algorithm(i), &p, &m, (expected){HECO_STOP_BUDGET, BUDGET, BUDGET});
            m.run.max_failed = 100;
            check(part_algorithm(i), &p, &m, (expected){HECO_STOP_FAILED, 100, 1500});
        }
}

/* Stopped by hand between ask and tell, and before the first ask. */
static void stopped_by_hand(void **state) {
    (void)state;
    for (size_t i = 0; part_algorithm(i) != NULL; i++)
        for (int asked = 0; asked < 2; asked++) {
            heco_problem     p = shape_problem(&SHAPES[4]);
            heco_run_options o = hand_options(99);
            hand_run         h;
            if (!hand_open(&h, part_algorithm(i), &p, &o)) continue;
            if (asked) assert_non_null(heco_run_ask(h.run));
            heco_run_stop(h.run, HECO_STOP_USER);
            assert_null(heco_run_ask(h.run));
            assert_int_equal(heco_run_tell(h.run), HECO_ERR_ORDER);
            const heco_result *r = heco_run_result(h.run);
            assert_int_equal(r->outcome.stop, HECO_STOP_USER);
            assert_int_equal(r->outcome.found, HECO_FOUND_NONE);
            assert_int_equal(r->outcome.evals, 0);
            heco_run_free(h.run);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reasons_to_stop),
        cmocka_unit_test(the_function_asks_for_the_end),
        cmocka_unit_test(a_function_that_always_fails),
        cmocka_unit_test(stopped_by_hand),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
