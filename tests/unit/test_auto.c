/* The portfolio: its decisions for problems and budgets, computed by hand from the specification. */
#include "testing.h"

#include <string.h>

#include "solver/auto/auto.h"
#include "solver/member.h"
#include "heco/heco.h"

static int bowl(void *user, const double *x, double *f, double *g, double *h) {
    (void)user, (void)h;
    f[0] = (x[0] - 2) * (x[0] - 2) + (x[1] - 1) * (x[1] - 1);
    g[0] = x[0] + x[1] - 2;
    return HECO_POINT_OK;
}

/* Steps in every direction: derivatives are 0 or nonsense. */
static int staircase(void *user, const double *x, double *f, double *g, double *h) {
    (void)user, (void)h;
    f[0] = floor(8 * fabs(x[0] - 1.7)) + floor(8 * fabs(x[1] + 2.3));
    g[0] = -1.0;
    return HECO_POINT_OK;
}

static int ripples(void *user, const double *x, double *f, double *g, double *h) {
    (void)user, (void)h;
    f[0] = 20.0;
    for (int j = 0; j < 2; j++) f[0] += x[j] * x[j] - 10.0 * cos(6.283185307179586 * x[j]);
    g[0] = -1.0;
    return HECO_POINT_OK;
}

static heco_problem box(heco_eval_fn eval) {
    static const double lower[] = {-5, -5}, upper[] = {5, 5};
    heco_problem        p       = heco_problem_default();
    p.space.n = 2, p.space.ng = 1, p.space.lower = lower, p.space.upper = upper, p.eval = eval;
    return p;
}

typedef struct {
    heco_outcome outcome;
    char         did[500];
} finding;

static finding solve(heco_eval_fn eval, uint64_t evals, const char *set) {
    heco_problem          p = box(eval);
    heco_minimize_options o = heco_minimize_options_default();
    heco_solution        *s;
    heco_error            error;
    finding               out;
    o.algorithm     = "auto";
    o.run.max_evals = evals;
    o.run.set = &set, o.run.sets = set != NULL;
    if (heco_minimize(&s, &p, &o, &error) != HECO_OK) fail_msg("%s", error.text);
    out.outcome = heco_solution_result(s)->outcome;
    heco_solution_describe(s, out.did, sizeof out.did);
    heco_solution_free(s);
    return out;
}

/* One basin: w = 1, so 7 descents from uniform starts are enough (Boender and Rinnooy Kan), and a few
 * more from hops. */
static void a_smooth_problem_is_left_to_descents(void **state) {
    (void)state;
    finding r = solve(bowl, 20000, "stop=converged");
    assert_int_equal(r.outcome.stop, HECO_STOP_ALGORITHM);
    assert_true(r.outcome.found == HECO_FOUND_FEASIBLE && fabs(r.outcome.f - 0.5) < 1e-6);
    assert_true(r.outcome.evals < 600);
    assert_text(r.did, "converged");
    assert_null(strstr(r.did, "HECO-DE"));
    r = solve(bowl, 20000, NULL); /* the budget of a user's problem is a ceiling */
    assert_int_equal(r.outcome.stop, HECO_STOP_ALGORITHM);
    r = solve(bowl, 20000, "stop=budget");
    assert_int_equal(r.outcome.stop, HECO_STOP_BUDGET);
    assert_int_equal(r.outcome.evals, 20000);
}

static int constant(void *user, const double *x, double *f, double *g, double *h) {
    (void)user, (void)h;
    f[0] = 7.0;
    g[0] = (x[0] - 1.0) * (x[0] - 1.0) + (x[1] + 2.0) * (x[1] + 2.0) - 0.01;
    return HECO_POINT_OK;
}

static int constant_infeasible(void *user, const double *x, double *f, double *g, double *h) {
    (void)user, (void)h;
    f[0] = 7.0;
    g[0] = 1.0 + x[0] * x[0];
    return HECO_POINT_OK;
}

/* A twentieth of the box has a lower value. */
static int shelf(void *user, const double *x, double *f, double *g, double *h) {
    (void)user, (void)h;
    f[0] = x[0] > 4.5 ? 3.0 : 7.0;
    g[0] = -1.0;
    return HECO_POINT_OK;
}

/* The problem asks for a feasible point: 3 in 10,000 of the box. */
static void one_value_of_f_ends_the_search(void **state) {
    (void)state;
    finding r = solve(constant, 20000, NULL);
    assert_int_equal(r.outcome.stop, HECO_STOP_ALGORITHM);
    assert_int_equal(r.outcome.found, HECO_FOUND_FEASIBLE);
    assert_true(r.outcome.evals >= 130 && r.outcome.evals < 200);
    assert_text(r.did, "f had one value at 1");
    r = solve(constant, 20000, "stop=budget");
    assert_int_equal(r.outcome.stop, HECO_STOP_BUDGET);
    r = solve(constant_infeasible, 2000, NULL); /* the search for a feasible point goes on */
    assert_int_equal(r.outcome.stop, HECO_STOP_BUDGET);
    assert_int_equal(r.outcome.found, HECO_FOUND_INFEASIBLE);
    r = solve(shelf, 20000, NULL);
    assert_double(r.outcome.f, 3.0);
    assert_null(strstr(r.did, "one value"));
}

/* A steep system of equations h = 0, and the sum of its weighted squares as the objective. */
enum { EQUATIONS = 12 };

static int equations_eval(void *user, const double *x, double *f, double *g, double *h) {
    (void)user, (void)g;
    f[0] = 0.0;
    for (int i = 1; i <= EQUATIONS; i++) {
        double sum = 0.3 * x[i - 1] * x[i - 1] - 0.1 * i / EQUATIONS;
        for (int j = 1; j <= EQUATIONS; j++) sum += cos(i * j) * x[j - 1];
        h[i - 1] = 300.0 * sum;
        f[0] += (1 + 5 * i % 7) * (1 + 5 * i % 7) * h[i - 1] * h[i - 1];
    }
    return HECO_POINT_OK;
}

/* With the tolerance of 1e-4 that a suite grants, f is below 1e-5 anywhere, but least at h = 0. */
static void the_inside_of_a_tolerance_is_searched(void **state) {
    (void)state;
    double lower[EQUATIONS], upper[EQUATIONS];
    for (int j = 0; j < EQUATIONS; j++) lower[j] = -1.0, upper[j] = 1.0;
    heco_problem p = heco_problem_default();
    p.space.n = p.space.nh = EQUATIONS, p.space.lower = lower, p.space.upper = upper;
    p.eval                  = equations_eval;
    heco_minimize_options o = heco_minimize_options_default();
    const char           *set[] = {"band=yes", "stop=budget"};
    heco_solution        *s;
    heco_error            error;
    o.algorithm     = "auto";
    o.run.max_evals = 20000, o.run.set = set, o.run.sets = 2;
    if (heco_minimize(&s, &p, &o, &error) != HECO_OK) fail_msg("%s", error.text);
    const heco_outcome *r = &heco_solution_result(s)->outcome;
    assert_int_equal(r->found, HECO_FOUND_FEASIBLE);
    if (!(r->f < 1e-18)) fail_msg("f %.3g", r->f);
    heco_solution_free(s);
}

static int circle_eval(void *user, const double *x, double *f, double *g, double *h) {
    (void)user, (void)g;
    f[0] = (x[0] - 1.0) * (x[0] - 1.0);
    h[0] = f[0] + (x[1] - 10.0) * (x[1] - 10.0) - 1.0;
    return HECO_POINT_OK;
}

/* From (10, 10) a descent ends at (2, 10), the worst feasible point: the first derivatives vanish
 * there. */
static void a_maximum_is_not_called_converged(void **state) {
    (void)state;
    static const double   lower[2] = {0.0, 0.0}, upper[2] = {INFINITY, INFINITY};
    static const double   start[4][2] = {{10.0, 10.0}, {2.0, 10.0}, {0.0, 10.0}, {100.0, 100.0}};
    static const char    *set[2]      = {"surrogate=0", "surrogate=100"};
    heco_problem          p           = heco_problem_default();
    heco_minimize_options o           = heco_minimize_options_default();
    heco_error            error       = {HECO_OK, ""};
    heco_solution        *s;
    p.space.n = 2, p.space.nh = 1, p.space.lower = lower, p.space.upper = upper;
    p.eval       = circle_eval;
    o.run.starts = 1, o.run.sets = 1, o.run.max_evals = 3000;
    for (size_t i = 0; i < 40; i++) {
        o.run.seed  = 1 + i / 8;
        o.run.start = start[i % 4], o.run.set = &set[i / 4 % 2];
        if (heco_minimize(&s, &p, &o, &error) != HECO_OK) fail_msg("%s", error.text);
        assert_int_equal(heco_solution_result(s)->outcome.found, HECO_FOUND_FEASIBLE);
        assert_true(heco_solution_result(s)->outcome.f < 1e-6);
        heco_solution_free(s);
    }
}

/* The variance of at most 3 of 8 assets: f = sum of own w^2 + (sum of beta w)^2, with an indicator and
 * a big-M row for each share. */
static int assets_eval(void *user, const double *x, double *f, double *g, double *h) {
    (void)user;
    double own = 0.0, common = 0.0, chosen = 0.0, all = 0.0;
    for (int i = 0; i < 8; i++) {
        own += (2.0 + 0.5 * (5 * i % 8)) * x[i] * x[i];
        common += (0.6 + 0.1 * (3 * i % 8)) * x[i];
        all += x[i], chosen += x[8 + i];
        g[i] = x[i] - 0.6 * x[8 + i];
    }
    f[0] = own + common * common;
    g[8] = chosen - 3.0;
    h[0] = all - 1.0;
    return HECO_POINT_OK;
}

/* Local searches with integers visit no assignment twice, so that their ends are no basins. The
 * optimum is the least of the 56 convex problems of 3 assets. */
static void a_search_with_integers_converges(void **state) {
    (void)state;
    double                lower[16] = {0.0}, upper[16];
    unsigned char         integer[16];
    heco_problem          p = heco_problem_default();
    heco_minimize_options o = heco_minimize_options_default();
    heco_solution        *s;
    for (int j = 0; j < 16; j++) integer[j] = j >= 8, upper[j] = j < 8 ? 0.6 : 1.0;
    p.space.n = 16, p.space.ng = 9, p.space.nh = 1;
    p.space.lower = lower, p.space.upper = upper, p.space.integer = integer;
    p.eval = assets_eval;
    for (uint64_t seed = 1; seed <= 3; seed++) {
        o.run.seed = seed;
        assert_int_equal(heco_minimize(&s, &p, &o, NULL), HECO_OK);
        const heco_outcome *r = &heco_solution_result(s)->outcome;
        assert_int_equal(r->stop, HECO_STOP_ALGORITHM);
        assert_true(r->evals < 40000); /* of 170000 */
        assert_near(r->f, 1.574912892, 1e-6);
        heco_solution_free(s);
    }
}

static void staircases_and_many_basins_go_to_the_populations(void **state) {
    (void)state;
    finding r = solve(staircase, 20000, "stop=converged");
    assert_text(r.did, "HECO-DE");
    assert_text(r.did, "MA-ES");
    assert_double(r.outcome.f, 0.0);
    r = solve(ripples, 20000, NULL);
    assert_text(r.did, "HECO-DE");
    assert_true(fabs(r.outcome.f) < 1e-6);
}

/* A lambda above the final size of the violation phase, 30: the populations take it. */
static void populations_take_the_lambda_of_the_user(void **state) {
    (void)state;
    finding f = solve(ripples, 20000, "heco-de.lambda=40");
    assert_non_null(strstr(f.did, "HECO-DE"));
}

static void every_budget_begins_with_models(void **state) {
    (void)state;
    finding r = solve(bowl, 40, NULL);
    assert_text(r.did, "surrogate");
    assert_null(strstr(r.did, "SQP"));
    assert_true(fabs(r.outcome.f - 0.5) < 1e-3);
    r = solve(bowl, 600, NULL);
    assert_text(r.did, "surrogate");
    assert_text(r.did, "SQP");
    r = solve(bowl, 20000, NULL); /* the same beginning at every budget */
    assert_text(r.did, "surrogate");
    r = solve(bowl, 600, "surrogate=0");
    assert_null(strstr(r.did, "surrogate"));
    for (uint64_t evals = 1; evals < 12; evals++)
        assert_int_equal(solve(bowl, evals, NULL).outcome.evals, evals);
}

/* B = 200000, n = 2, m = 1: cap 0.1 B + 400 n = 20800, least max(800, 4000) = 4000, v = clamp(0.3, 0.1,
 * 0.4) = 0.3, s = 0.15, H = 0.55. N0 of V: 0.3 x 190000/1000 = 57, at least 80; of H: 0.55 x 190000/1400 =
 * 74.6, at least 80 and min(8 n, E/500) = 16. Part 2 from the start: r = min(4000, 30 x 3) = 90,
 * D = 199910, ends at 59973 and 0.85 D = 169923 (floor of 169923.5). T = 0.15 D/5 = 5997.4, + 1. */
static void shares_and_sizes_are_those_of_the_specification(void **state) {
    (void)state;
    heco_problem     p = box(bowl);
    heco_member      m;
    heco_arena       arena;
    heco_error       error = {HECO_OK, ""};
    double           option[200];
    char             name[120];
    size_t           rows, count = heco_algorithm_option_count(heco_algorithm_find("auto", NULL));
    assert_true(count <= 200);
    for (size_t i = 0; i < count; i++)
        option[i] = heco_algorithm_option_at(heco_algorithm_find("auto", NULL), i, name, sizeof name)->value;
    memset(&m, 0, sizeof m);
    heco_arena_init(&arena);
    heco_setup outer = {.space = &p.space, .max_evals = 200000, .option = option, .seed = 1,
                        .arena = &arena, .error = &error};
    assert_int_equal(heco_member_open(&m, heco_algorithm_find("auto", NULL), &outer, &rows), HECO_OK);
    auto_state *s = m.state;
    assert_int_equal(s->local.most, 20800);
    assert_int_equal(s->local.least, 4000);
    assert_true(fabs(s->population.share[AUTO_VIOLATION_PHASE] - 0.3) < 1e-15);
    assert_true(fabs(s->population.share[AUTO_OBJECTIVE_PHASE] - 0.55) < 1e-15);
    assert_int_equal(s->population.N0[AUTO_VIOLATION_PHASE], 80);
    assert_int_equal(s->population.N0[AUTO_OBJECTIVE_PHASE], 80);
    heco_auto_population_begin(s);
    assert_int_equal(s->population.reserve, 90);
    assert_int_equal(s->population.length, 199910);
    assert_int_equal(s->population.until[AUTO_VIOLATION_PHASE], 59973);
    assert_int_equal(s->population.until[AUTO_OBJECTIVE_PHASE], 169923);
    assert_int_equal(s->population.restart_evals, 5998);
    assert_int_equal(s->population.stage, AUTO_VIOLATION_PHASE);
    assert_int_equal(s->interleaved.next, 400);
    assert_int_equal(s->interleaved.interval, 4000);
    /* A descent without gain doubles the interval, up to B/20, and is charged to the phase. */
    uint64_t before = heco_member_left(s->population.member[AUTO_VIOLATION_PHASE]);
    heco_auto_interleaved_done(s, 0, 100);
    assert_int_equal(s->interleaved.interval, 8000);
    assert_int_equal(s->interleaved.next, 8000);
    assert_int_equal(heco_member_left(s->population.member[AUTO_VIOLATION_PHASE]), before - 100);
    heco_auto_interleaved_done(s, 0, 1100);
    assert_int_equal(s->interleaved.interval, 10000);
    assert_int_equal(s->interleaved.next, 11000); /* ten times its cost */
    heco_auto_interleaved_done(s, 1, 10);
    assert_int_equal(s->interleaved.interval, 4000);
    heco_arena_release(&arena);
}

/* Two integers and two reals: the optimum 6059.7143 in 300 evaluations. */
static void integers_are_searched_locally(void **state) {
    (void)state;
    heco_suite            *suite;
    const heco_problem    *p;
    heco_minimize_options  o = heco_minimize_options_default();
    heco_solution         *s;
    o.run.max_evals = 300;
    assert_int_equal(heco_suite_open(&suite, "design", NULL, NULL), HECO_OK);
    long index = heco_suite_find(suite, "pressure-vessel", NULL);
    assert_int_equal(heco_suite_problem(suite, (size_t)index, 0, &p, NULL), HECO_OK);
    for (uint64_t seed = 1; seed <= 5; seed++) {
        o.run.seed = seed;
        assert_int_equal(heco_minimize(&s, p, &o, NULL), HECO_OK);
        const heco_outcome *r = &heco_solution_result(s)->outcome;
        assert_int_equal(r->found, HECO_FOUND_FEASIBLE);
        if (!(r->f <= p->f_ref * (1 + 1e-4))) fail_msg("seed %d: %.9g", (int)seed, r->f);
        heco_solution_free(s);
    }
    heco_suite_close(suite);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_value_of_f_ends_the_search),
        cmocka_unit_test(a_smooth_problem_is_left_to_descents),
        cmocka_unit_test(the_inside_of_a_tolerance_is_searched),
        cmocka_unit_test(a_maximum_is_not_called_converged),
        cmocka_unit_test(a_search_with_integers_converges),
        cmocka_unit_test(staircases_and_many_basins_go_to_the_populations),
        cmocka_unit_test(populations_take_the_lambda_of_the_user),
        cmocka_unit_test(every_budget_begins_with_models),
        cmocka_unit_test(shares_and_sizes_are_those_of_the_specification),
        cmocka_unit_test(integers_are_searched_locally),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
