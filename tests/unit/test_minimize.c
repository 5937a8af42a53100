/* The convenience call: names, the checked answer and its report. */
#include <time.h>

#include "testing.h"

#include "heco/answer.h"
#include "heco/run.h"

typedef struct {
    int calls;
    int fickle_from; /* from this call on the constraint is worse by 1; 0: never */
    int broken_from; /* from this call on nothing works; 0: never                */
} fickle;

static const double lower[2] = {0.0, 0.0}, upper[2] = {1.0, 1.0};

/* f = x + y, subject to 0.5 - x <= 0 and y - 0.25 = 0. */
static int eval(void *user, const double *x, double *f, double *g, double *h) {
    fickle *s = user;
    s->calls++;
    if (s->broken_from > 0 && s->calls >= s->broken_from) return HECO_POINT_FAILED;
    f[0] = x[0] + x[1];
    g[0] = 0.5 - x[0] + (s->fickle_from > 0 && s->calls >= s->fickle_from ? 1.0 : 0.0);
    h[0] = x[1] - 0.25;
    return HECO_POINT_OK;
}

static heco_problem small_problem(fickle *user) {
    static const char *const c_names[2] = {"wall", NULL};
    heco_problem             p          = heco_problem_default();
    p.space.n = 2, p.space.ng = 1, p.space.nh = 1;
    p.space.lower = lower, p.space.upper = upper;
    p.eval = eval, p.user = user, p.c_names = c_names;
    return p;
}

static heco_minimize_options budget(uint64_t evals) {
    heco_minimize_options o = heco_minimize_options_default();
    o.run.max_evals         = evals;
    return o;
}

static heco_solution *solve(const heco_problem *p, const heco_minimize_options *o) {
    heco_solution *solution;
    heco_error     error = {HECO_OK, ""};
    if (heco_minimize(&solution, p, o, &error) != HECO_OK) fail_msg("%s", error.text);
    return solution;
}

static void the_answer_and_its_report(void **state) {
    (void)state;
    fickle                user     = {0};
    heco_problem          p        = small_problem(&user);
    heco_minimize_options o        = budget(5000);
    heco_solution        *solution = solve(&p, &o);
    const heco_result    *r        = heco_solution_result(solution);
    assert_int_equal(r->outcome.found, HECO_FOUND_FEASIBLE);
    assert_near(r->outcome.f, 0.75, 1e-8);                  /* the tolerance of h is not used up */
    assert_int_equal(r->outcome.stop, HECO_STOP_ALGORITHM); /* the budget is a ceiling */
    assert_true(r->outcome.evals < 1000);
    /* the answer is evaluated once more, outside the budget */
    assert_true((uint64_t)user.calls > r->outcome.evals);
    assert_int_equal(heco_solution_reproduced(solution), 1);
    const heco_constraint_report *c = heco_solution_constraints(solution);
    assert_string_equal(c[0].name, "wall");
    assert_string_equal(c[1].name, "h1");
    assert_int_equal(c[0].equality, 0);
    assert_int_equal(c[1].equality, 1);
    assert_double(c[0].value, r->g[0]);
    assert_double(c[1].value, r->h[0]);
    assert_double(c[0].tolerance, HECO_INEQ_TOL);
    assert_double(c[1].tolerance, 1e-4);
    for (int k = 0; k < 2; k++) {
        assert_int_equal(c[k].satisfied, 1);
        assert_double(c[k].excess, 0.0);
    }
    assert_ptr_equal(heco_solution_algorithm(solution), heco_algorithm_default());
    assert_non_null(heco_solution_settings(solution));
    heco_solution_free(solution);
    heco_solution_free(NULL);
}

static void an_infeasible_answer_says_by_how_much(void **state) {
    (void)state;
    fickle                user     = {.fickle_from = 1}; /* 1.5 - x <= 0 cannot be met in the box */
    heco_problem          p        = small_problem(&user);
    heco_minimize_options o        = budget(5000);
    heco_solution        *solution = solve(&p, &o);
    assert_int_equal(heco_solution_result(solution)->outcome.found, HECO_FOUND_INFEASIBLE);
    assert_int_equal(heco_solution_result(solution)->outcome.evals_to_feasible, 0);
    const heco_constraint_report *c = heco_solution_constraints(solution);
    assert_int_equal(c[0].satisfied, 0);
    assert_near(c[0].excess, 0.5, 1e-6);
    assert_double(c[0].excess, c[0].value - HECO_INEQ_TOL);
    heco_solution_free(solution);
}

/* A function that gives another value the second time: the worse one is reported. */
static void a_fickle_function_is_found_out(void **state) {
    (void)state;
    fickle                user  = {.fickle_from = 5001};
    heco_problem          p     = small_problem(&user);
    heco_minimize_options o     = budget(5000);
    p.protocol                  = 1; /* the search uses the whole budget */
    heco_solution     *solution = solve(&p, &o);
    const heco_result *r        = heco_solution_result(solution);
    assert_int_equal(heco_solution_reproduced(solution), 0);
    assert_int_equal(r->outcome.found, HECO_FOUND_INFEASIBLE);
    assert_true(r->outcome.viol > 0.0);
    assert_double(heco_solution_constraints(solution)[0].value, r->g[0]);
    assert_int_equal(heco_solution_constraints(solution)[0].satisfied, 0);
    heco_solution_free(solution);
}

static void a_function_that_breaks(void **state) {
    (void)state;
    fickle                late = {.broken_from = 5001}, never = {.broken_from = 1};
    heco_problem          p = small_problem(&late);
    heco_minimize_options o = budget(5000);
    p.protocol              = 1; /* the search uses the whole budget */
    heco_solution *solution = solve(&p, &o);
    assert_int_equal(heco_solution_reproduced(solution), -1);
    assert_int_equal(heco_solution_result(solution)->outcome.found, HECO_FOUND_FEASIBLE);
    assert_int_equal(heco_solution_failures(solution)->failed, 0);
    heco_solution_free(solution);

    p                    = small_problem(&never);
    solution             = solve(&p, &o); /* by default 5000 failures in a row end it */
    const heco_result *r = heco_solution_result(solution);
    assert_int_equal(r->outcome.found, HECO_FOUND_NONE);
    assert_int_equal(r->outcome.failed, r->outcome.evals);
    assert_int_equal(heco_solution_failures(solution)->failed, r->outcome.failed);
    assert_int_equal(heco_solution_reproduced(solution), -1);
    for (int k = 0; k < 2; k++)
        assert_int_equal(heco_solution_constraints(solution)[k].satisfied, 0);
    for (int j = 0; j < 2; j++) assert_true(r->x[j] >= lower[j] && r->x[j] <= upper[j]);
    heco_solution_free(solution);
}

static int odd_eval(void *user, const double *x, double *f, double *g, double *h) {
    eval(user, x, f, g, h);
    if (x[0] < 0.3) h[0] = NAN;
    return HECO_POINT_OK;
}

static void a_constraint_that_is_no_number_is_named(void **state) {
    (void)state;
    fickle                user = {0};
    heco_problem          p    = small_problem(&user);
    heco_minimize_options o    = budget(5000);
    p.eval                     = odd_eval;
    heco_solution *solution    = solve(&p, &o);
    assert_true(heco_solution_result(solution)->outcome.failed > 0);
    assert_int_equal(heco_solution_result(solution)->outcome.found, HECO_FOUND_FEASIBLE);
    assert_text(heco_solution_failures(solution)->last_failure, "constraint 'h1' is nan at (0.");
    heco_solution_free(solution);
}

static void refuse(const heco_problem *p, const heco_minimize_options *o, heco_status why,
                   const char *words) {
    heco_solution *solution = (heco_solution *)&why;
    heco_error     error    = {HECO_OK, ""};
    assert_int_equal(heco_minimize(&solution, p, o, &error), why);
    assert_null(solution);
    assert_text(error.text, words);
}

static void wrong_names(void **state) {
    (void)state;
    fickle                user = {0};
    heco_problem          p    = small_problem(&user);
    heco_minimize_options o    = budget(5000);
    o.algorithm                = "heco-d";
    refuse(&p, &o, HECO_ERR_NAME, "heco-de");
    o         = budget(5000);
    o.backend = "thread";
    refuse(&p, &o, HECO_ERR_NAME, "threads");
    o = budget(0), o.run.max_seconds = -1.0;
    refuse(&p, &o, HECO_ERR_ARG, "time limit");
    o         = budget(5000);
    p.space.n = 0;
    refuse(&p, &o, HECO_ERR_ARG, "no variables");
    refuse(NULL, &o, HECO_ERR_ARG, "no problem");
    p                   = small_problem(&user);
    o.backend           = "threads"; /* sharing was not allowed */
    o.evaluator.workers = 2;
    refuse(&p, &o, HECO_ERR_ARG, "one thread only");
    assert_int_equal(user.calls, 0);
}

static int flag_is_up(void *user, const heco_progress *now) {
    assert_true(now->max_evals == 5000);
    return *(volatile int *)user;
}

static void interrupted_between_batches(void **state) {
    (void)state;
    fickle                user      = {0};
    heco_problem          p         = small_problem(&user);
    heco_minimize_options o         = budget(5000);
    int                   interrupt = 1;
    o.evaluator.should_stop = flag_is_up, o.evaluator.stop_user = &interrupt;
    heco_solution     *solution = solve(&p, &o);
    const heco_result *r        = heco_solution_result(solution);
    assert_int_equal(r->outcome.stop, HECO_STOP_USER);
    assert_true(r->outcome.evals > 0 && r->outcome.evals < 5000);
    assert_int_equal((uint64_t)user.calls, r->outcome.evals + 1);
    heco_solution_free(solution);
}

/* The caller's should_stop is called beside the time limit, not instead of it. */
static int stop_at_ten(void *user, const heco_progress *now) {
    (void)user;
    return now->evals >= 10;
}

static int never_stop(void *user, const heco_progress *now) {
    ++*(int *)user;
    return now->evals > 1000000;
}

/* Rows of 3 ms in batches of 400: nobody should have to wait for the end of one. */
typedef struct {
    fickle       plain;
    volatile int interrupt;
    int          interrupt_at;
    uint64_t     told; /* the last progress */
} slow;

static int slow_eval(void *user, const double *x, double *f, double *g, double *h) {
    slow           *s      = user;
    struct timespec moment = {0, 3000000};
    nanosleep(&moment, NULL);
    int said = eval(&s->plain, x, f, g, h);
    if (s->plain.calls == s->interrupt_at) s->interrupt = 1;
    return said;
}

static int slow_told(void *user, const heco_progress *p) {
    slow *s = user;
    assert_true(p->evals >= s->told && p->max_evals == 5000);
    s->told = p->evals;
    return 0;
}

static void a_batch_is_left_half_way(void **state) {
    (void)state;
    static const char *const set = "N0=400";
    for (int timed = 0; timed < 2; timed++) {
        slow                  user = {.interrupt_at = timed ? 0 : 25};
        heco_problem          p    = small_problem(&user.plain);
        heco_minimize_options o    = budget(5000);
        p.eval = slow_eval, p.user = &user;
        o.algorithm = "lshade44", o.run.set = &set, o.run.sets = 1;
        o.run.on_progress = slow_told, o.run.progress_user = &user;
        if (timed) o.run.max_seconds = 0.2;
        else o.evaluator.should_stop = flag_is_up, o.evaluator.stop_user = (void *)&user.interrupt;
        heco_solution     *solution = solve(&p, &o);
        const heco_result *r        = heco_solution_result(solution);
        assert_int_equal(r->outcome.stop, timed ? HECO_STOP_TIME : HECO_STOP_USER);
        assert_true(r->outcome.evals > 0 && r->outcome.evals <= (timed ? 100 : 25));
        assert_true(r->outcome.found != HECO_FOUND_NONE);
        assert_int_equal(heco_solution_reproduced(solution), 1);
        assert_int_equal((uint64_t)user.plain.calls, r->outcome.evals + 1);
        assert_true(user.told > 0); /* progress before the end of the batch */
        heco_solution_free(solution);
    }
}

static void a_stop_function_of_ones_own(void **state) {
    (void)state;
    static const char *const set   = "N0=400";
    int                      asked = 0;
    for (int timed = 0; timed < 2; timed++) {
        slow                  user = {0};
        heco_problem          p    = small_problem(&user.plain);
        heco_minimize_options o    = budget(5000);
        p.eval = slow_eval, p.user = &user;
        o.algorithm = "lshade44", o.run.set = &set, o.run.sets = 1;
        o.evaluator.should_stop = timed ? never_stop : stop_at_ten, o.evaluator.stop_user = &asked;
        if (timed) o.run.max_seconds = 0.2;
        heco_solution      *solution = solve(&p, &o);
        const heco_outcome *r        = &heco_solution_result(solution)->outcome;
        assert_int_equal(r->stop, timed ? HECO_STOP_TIME : HECO_STOP_USER);
        assert_true(r->evals >= (timed ? 1 : 10) && r->evals <= 100);
        heco_solution_free(solution);
    }
    assert_true(asked > 0);
}

/* The same objective with the linear equality x + y = 2. */
static int corner_eval(void *user, const double *x, double *f, double *g, double *h) {
    (void)user;
    f[0] = x[0] + x[1];
    g[0] = 0.5 - x[0];
    h[0] = x[0] + x[1] - 2.0;
    return HECO_POINT_OK;
}

/* Solves a problem of x and y with f = x + y, and expects a single evaluation. */
static void expect_one_evaluation(heco_problem *p, const char *algorithm, double f) {
    char                  text[HECO_VERDICT_SIZE];
    fickle                user = {0};
    heco_minimize_options o    = budget(0);
    p->user = &user, o.algorithm = algorithm;
    heco_solution      *s = solve(p, &o);
    const heco_outcome *r = &heco_solution_result(s)->outcome;
    assert_int_equal(r->evals, 1);
    assert_int_equal(r->stop, HECO_STOP_ALGORITHM);
    assert_double(r->f, f);
    heco_solution_verdict(s, text, sizeof text);
    assert_text(text, "leave one point");
    heco_solution_free(s);
}

static void one_point_needs_one_evaluation(void **state) {
    (void)state;
    static const double        point[2] = {0.75, 0.25}, wide[2] = {1.25, 0.25}, one[1] = {0.75};
    static const unsigned char integer[2] = {1, 0};
    fickle                     user       = {0};
    heco_problem               p          = small_problem(&user);
    p.space.lower = p.space.upper = point;
    expect_one_evaluation(&p, NULL, 1.0);
    expect_one_evaluation(&p, "sqp", 1.0);
    expect_one_evaluation(&p, "heco-de", 1.0); /* a population */
    p.space.upper = wide, p.space.integer = integer;
    expect_one_evaluation(&p, NULL, 1.25);
    heco_choice list[2] = {{1, one, NULL, 0}, {0, NULL, NULL, 0}};
    p.space.lower = point, p.space.upper = point, p.space.integer = NULL, p.space.choices = list;
    expect_one_evaluation(&p, NULL, 1.0);

    /* x + y = 2 in the unit square */
    static const size_t begin[] = {0, 2}, index[] = {0, 1}, constraint[] = {1};
    static const double coef[] = {1.0, 1.0}, constant[] = {-2.0};
    heco_linear         row = {1, constraint, begin, index, coef, constant};
    p                       = small_problem(&user);
    p.space.linear = &row, p.eval = corner_eval;
    expect_one_evaluation(&p, NULL, 2.0);
}

static void one_point_that_fails_ends_the_search(void **state) {
    (void)state;
    static const double   point[2] = {0.75, 0.25};
    fickle                user     = {.broken_from = 1};
    heco_problem          p        = small_problem(&user);
    heco_minimize_options o        = budget(0);
    p.space.lower = p.space.upper = point;
    heco_solution      *s         = solve(&p, &o);
    const heco_outcome *r         = &heco_solution_result(s)->outcome;
    assert_int_equal(r->evals, 1);
    assert_int_equal(r->stop, HECO_STOP_FAILED);
    assert_int_equal(r->found, HECO_FOUND_NONE);
    heco_solution_free(s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_answer_and_its_report),
        cmocka_unit_test(an_infeasible_answer_says_by_how_much),
        cmocka_unit_test(a_fickle_function_is_found_out),
        cmocka_unit_test(a_function_that_breaks),
        cmocka_unit_test(a_constraint_that_is_no_number_is_named),
        cmocka_unit_test(wrong_names),
        cmocka_unit_test(interrupted_between_batches),
        cmocka_unit_test(a_batch_is_left_half_way),
        cmocka_unit_test(a_stop_function_of_ones_own),
        cmocka_unit_test(one_point_needs_one_evaluation),
        cmocka_unit_test(one_point_that_fails_ends_the_search),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
