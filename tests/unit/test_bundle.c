/* The bundle method: a step worked by hand, published optima of functions with kinks, constraints,
 * points that fail, and functions on which it must give up. */
#include <math.h>
#include <string.h>

#include "heco/heco.h"
#include "solver/sqp/bundle.h"
#include "testing.h"

enum { MOST = 20, CHAIN = 10 };
static const double below[] = {-1.0, -1.0}, above[] = {1.0, 1.0};

/* A batch of `count` rows without constraints. */
static heco_batch batch_of(double *x, double *f, double *viol, unsigned char *state, size_t count) {
    return (heco_batch){.ng       = 0,
                        .n        = 2,
                        .count    = count,
                        .capacity = count,
                        .x        = x,
                        .f        = f,
                        .viol     = viol,
                        .state    = state};
}

static double largest(const double *x, size_t n) {
    double most = 0.0;
    for (size_t j = 0; j < n; j++) most = fmax(most, fabs(x[j]));
    return most;
}

/* f = max(|x1|, |x2|) from (0.6, 0.2) with radius 0.3 widths, a width being 2. The only cut falls
 * along x1, so that the trial is (0, 0.2) and the model predicts 0.6. f falls by 0.4, which is
 * accepted. At the new centre the value of the first cut is 0, its error 0.2; all that to 1e-4, by
 * which steps are shortened. */
static void a_step_by_hand(void **state) {
    (void)state;
    heco_space    space = {.n = 2, .lower = below, .upper = above};
    heco_arena    arena = {0};
    heco_descent  d;
    heco_bundle   b;
    double        x[4], f[2], viol[2] = {0.0, 0.0}, start[] = {0.6, 0.2};
    unsigned char rows[2] = {0, 0};
    memset(&d, 0, sizeof d);
    heco_arena_init(&arena);
    heco_descent_init(&d, &space, &arena);
    heco_bundle_init(&b, &d, &arena);
    assert_false(heco_arena_failed(&arena));
    heco_descent_start at = heco_descent_start_at(start, 0.6, NULL, NULL, 0.0, 1.0);
    heco_descent_begin(&d, &at);
    assert_false(heco_bundle_may_begin(&b));
    d.kinked = 1;
    assert_true(heco_bundle_may_begin(&b));
    d.linear.grad[0] = 2.0, d.linear.grad[1] = 0.0, d.region.accepted_length = 0.1;
    heco_bundle_begin(&b);
    assert_int_equal(heco_bundle_ask(&b, x), 1);
    assert_true(x[0] > 0.0 && x[0] < 1e-4 && fabs(x[1] - 0.2) < 1e-12);
    assert_true(fabs(b.predicted - 0.6) < 1e-12);
    f[0]          = largest(x, 2);
    heco_batch in = batch_of(x, f, viol, rows, 1);
    assert_false(heco_bundle_tell(&b, &in));
    assert_int_equal(heco_bundle_ask(&b, x), 2);
    for (int i = 0; i < 2; i++) f[i] = largest(x + 2 * i, 2);
    in = batch_of(x, f, viol, rows, 2);
    assert_false(heco_bundle_tell(&b, &in));
    assert_int_equal(b.steps, 1);
    assert_true(fabs(b.radius - 0.6) < 1e-12 && fabs(b.phi - 0.2) < 1e-12);
    assert_true(fabs(b.alpha[0] * b.unit - 0.2) < 1e-4 && b.alpha[1] == 0.0);
    assert_true(fabs(b.rows[3] * b.unit) < 1e-6 && fabs(b.rows[4] * b.unit - 2.0) < 1e-6);
    heco_arena_release(&arena);
}

/* Functions of Luksan and Vlcek, Test Problems for Nonsmooth Unconstrained and Linearly Constrained
 * Optimization (2000): cb2 with the least value 1.9522245, maxq and maxl with 0. */
static int cb2(void *user, const double *x, double *f, double *g, double *h) {
    (void)user, (void)g, (void)h;
    *f = fmax(x[0] * x[0] + pow(x[1], 4), pow(2 - x[0], 2) + pow(2 - x[1], 2));
    *f = fmax(*f, 2 * exp(x[1] - x[0]));
    return HECO_POINT_OK;
}
static int maxq(void *user, const double *x, double *f, double *g, double *h) {
    (void)user, (void)g, (void)h;
    double most = largest(x, MOST);
    *f          = most * most;
    return HECO_POINT_OK;
}
static int maxl(void *user, const double *x, double *f, double *g, double *h) {
    (void)user, (void)g, (void)h;
    *f = largest(x, MOST);
    return HECO_POINT_OK;
}
/* The sum of x is at least 1, so that the largest is at least 1/n; a part of the box fails. */
static int shared(void *user, const double *x, double *f, double *g, double *h) {
    double sum = 0.0;
    (void)user, (void)h;
    for (size_t j = 0; j < MOST; j++) sum += x[j];
    *f = largest(x, MOST), g[0] = 1.0 - sum;
    return x[0] > 2.0 ? HECO_POINT_FAILED : HECO_POINT_OK;
}
/* f depends on the bits of x: no model of it is of any use. */
static int noise(void *user, const double *x, double *f, double *g, double *h) {
    uint64_t hash = 1, word;
    (void)user, (void)g, (void)h;
    for (size_t j = 0; j < 5; j++) {
        memcpy(&word, x + j, sizeof word);
        hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
        hash ^= hash >> 29;
    }
    *f = (double)(hash >> 11) * 0x1p-53;
    return HECO_POINT_OK;
}

/* The sum of x is least where neighbours are nearly equal and the last one is not negative (C11 of
 * CEC 2017). Within its tolerance the equality is curved so strongly that it looks like a kink. */
static int neighbours(void *user, const double *x, double *f, double *g, double *h) {
    (void)user;
    *f = 0.0, h[0] = 0.0, g[0] = -x[CHAIN - 1];
    for (size_t j = 0; j < CHAIN; j++) *f += x[j];
    for (size_t j = 1; j < CHAIN; j++) h[0] += (x[j] - x[j - 1]) * (x[j] - x[j - 1]);
    return HECO_POINT_OK;
}

static double solve(heco_eval_fn eval, size_t n, size_t ng, uint64_t evals, uint64_t seed) {
    double                lower[MOST], upper[MOST];
    heco_problem          p = heco_problem_default();
    heco_minimize_options o = heco_minimize_options_default();
    heco_solution        *s;
    const char           *band = "band=yes";
    for (size_t j = 0; j < n; j++) lower[j] = -3.0, upper[j] = 5.0;
    if (eval == neighbours) p.space.nh = 1, o.run.set = &band, o.run.sets = 1;
    p.space.n = n, p.space.ng = ng, p.eval = eval;
    p.space.lower = lower, p.space.upper = upper;
    o.algorithm = "sqp", o.run.max_evals = evals, o.run.seed = seed;
    assert_int_equal(heco_minimize(&s, &p, &o, NULL), HECO_OK);
    const heco_outcome *r = &heco_solution_result(s)->outcome;
    assert_int_equal(r->found, HECO_FOUND_FEASIBLE);
    assert_true(r->evals <= evals);
    double f = r->f;
    heco_solution_free(s);
    return f;
}

static void published_optima(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 5; seed++) {
        assert_true(fabs(solve(cb2, 2, 0, 200, seed) - 1.9522245) < 1e-5);
        assert_true(solve(maxq, MOST, 0, 4000, seed) < 1e-6);
        assert_true(solve(maxl, MOST, 0, 4000, seed) < 1e-6);
    }
}

/* Cauchy and Schwarz: with h <= 1e-4 the sum is at least -0.01 sqrt(1^2 + 2^2 + ... + 9^2). */
static void a_curved_equality_is_no_kink(void **state) {
    (void)state;
    double squares = 0.0;
    for (int j = 1; j < CHAIN; j++) squares += j * j;
    for (uint64_t seed = 1; seed <= 5; seed++) {
        double f = solve(neighbours, CHAIN, 1, 10000, seed);
        if (!(fabs(f + 0.01 * sqrt(squares)) < 1e-6))
            fail_msg("seed %d: %.9g instead of %.9g", (int)seed, f, -0.01 * sqrt(squares));
    }
}

static void a_constraint_and_failing_points(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 5; seed++) {
        double f = solve(shared, MOST, 1, 6000, seed);
        assert_true(f >= 1.0 / MOST - 1e-7 && f < 1.0 / MOST + 1e-4);
    }
}

static void noise_ends_it(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 3; seed++) assert_true(solve(noise, 5, 0, 2000, seed) < 0.01);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_step_by_hand), cmocka_unit_test(published_optima),
        cmocka_unit_test(a_curved_equality_is_no_kink),
        cmocka_unit_test(a_constraint_and_failing_points), cmocka_unit_test(noise_ends_it)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
