/* Quadratic programs worked by hand: free, at a bound, with constraints that can and cannot be met.
 */
#include "testing.h"

#include "solver/surrogate/elastic_qp.h"

enum { N = 2, M = 3 };

typedef struct {
    heco_arena           arena;
    heco_elastic_qp_work work;
    double               d[N], z[M];
} solver;

static void solve(solver *s, heco_elastic_qp qp) {
    heco_arena_init(&s->arena);
    heco_elastic_qp_init(&s->work, N, M, &s->arena);
    assert_false(heco_arena_failed(&s->arena));
    heco_elastic_qp_solve(&s->work, &qp, s->d, s->z);
    heco_arena_release(&s->arena);
}

static const double IDENTITY[4] = {1, 0, 0, 1}, LOW[2] = {-10, -10}, HIGH[2] = {10, 10};

/* min d'd/2 - 3 d1 - 20 d2: d1 = 3, d2 stops at its bound. */
static void bounds_only(void **state) {
    (void)state;
    solver       s;
    const double g[2] = {-3, -20};
    solve(&s, (heco_elastic_qp){
                  .n = 2, .B = IDENTITY, .g = g, .lower = LOW, .upper = HIGH, .rho = 100});
    assert_near(s.d[0], 3.0, 1e-7);
    assert_near(s.d[1], 10.0, 1e-7);
}

/* min d'd/2 with d1 + d2 >= 2: d = (1, 1), multiplier 1. A second one, d1 <= 5, is idle. */
static void an_active_inequality(void **state) {
    (void)state;
    solver       s;
    const double g[2] = {0, 0}, A[4] = {-1, -1, 1, 0}, c[2] = {2, -5};
    solve(&s, (heco_elastic_qp){.n     = 2,
                                .ng    = 2,
                                .B     = IDENTITY,
                                .g     = g,
                                .A     = A,
                                .c     = c,
                                .lower = LOW,
                                .upper = HIGH,
                                .rho   = 100});
    assert_near(s.d[0], 1.0, 1e-7);
    assert_near(s.d[1], 1.0, 1e-7);
    assert_near(s.z[0], 1.0, 1e-6);
    assert_near(s.z[1], 0.0, 1e-6);
}

/* min d'd/2 with d1 - d2 = 4: d = (2, -2), multiplier -2. */
static void an_equality(void **state) {
    (void)state;
    solver       s;
    const double g[2] = {0, 0}, A[2] = {1, -1}, c[1] = {-4};
    solve(&s, (heco_elastic_qp){.n     = 2,
                                .nh    = 1,
                                .B     = IDENTITY,
                                .g     = g,
                                .A     = A,
                                .c     = c,
                                .lower = LOW,
                                .upper = HIGH,
                                .rho   = 100});
    assert_near(s.d[0], 2.0, 1e-7);
    assert_near(s.d[1], -2.0, 1e-7);
    assert_near(s.z[0], -2.0, 1e-6);
}

/* d1 <= -1 and d1 >= 3 cannot both hold: between them the price is constant, so d'd/2 decides, d1 =
 * 0; with the price 0.5 also for d2 >= 2, d2 = 0.5 (slope of d2^2/2 equals the price). */
static void constraints_that_contradict(void **state) {
    (void)state;
    solver       s;
    const double g[2] = {0, 0}, A[6] = {1, 0, -1, 0, 0, -1}, c[3] = {1, 3, 2};
    solve(&s, (heco_elastic_qp){.n     = 2,
                                .ng    = 3,
                                .B     = IDENTITY,
                                .g     = g,
                                .A     = A,
                                .c     = c,
                                .lower = LOW,
                                .upper = HIGH,
                                .rho   = 0.5});
    assert_near(s.d[0], 0.0, 1e-6);
    assert_near(s.d[1], 0.5, 1e-6);
    assert_near(s.z[0], 0.5, 1e-6); /* all at the price */
    assert_near(s.z[1], 0.5, 1e-6);
    assert_near(s.z[2], 0.5, 1e-6);
}

/* The same constraint three times (degenerate multipliers), and B = 0: a linear program. */
static void a_degenerate_linear_program(void **state) {
    (void)state;
    solver       s;
    const double zero[4] = {0}, g[2] = {-1, -2}, A[6] = {1, 1, 1, 1, 1, 1}, c[3] = {-3, -3, -3};
    const double low[2] = {0, 0}, high[2] = {2, 2};
    solve(&s, (heco_elastic_qp){.n     = 2,
                                .ng    = 3,
                                .B     = zero,
                                .g     = g,
                                .A     = A,
                                .c     = c,
                                .lower = low,
                                .upper = high,
                                .rho   = 100});
    assert_near(s.d[0], 1.0, 1e-6);
    assert_near(s.d[1], 2.0, 1e-6);
    assert_near(s.z[0] + s.z[1] + s.z[2], 1.0, 1e-5);
}

/* lower = upper: the variable stays, the other meets the equality alone. */
static void a_fixed_variable(void **state) {
    (void)state;
    solver       s;
    const double g[2] = {5, 0}, A[2] = {1, 1}, c[1] = {-3}, low[2] = {1, -10}, high[2] = {1, 10};
    solve(&s, (heco_elastic_qp){.n     = 2,
                                .nh    = 1,
                                .B     = IDENTITY,
                                .g     = g,
                                .A     = A,
                                .c     = c,
                                .lower = low,
                                .upper = high,
                                .rho   = 100});
    assert_near(s.d[0], 1.0, 1e-10);
    assert_near(s.d[1], 2.0, 1e-6);
}

/* Not a number anywhere: it ends. */
static void nonsense_ends(void **state) {
    (void)state;
    solver       s;
    const double g[2] = {NAN, 0}, A[2] = {INFINITY, 1}, c[1] = {NAN};
    solve(&s, (heco_elastic_qp){.n     = 2,
                                .ng    = 1,
                                .B     = IDENTITY,
                                .g     = g,
                                .A     = A,
                                .c     = c,
                                .lower = LOW,
                                .upper = HIGH,
                                .rho   = 100});
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bounds_only),
        cmocka_unit_test(an_active_inequality),
        cmocka_unit_test(an_equality),
        cmocka_unit_test(constraints_that_contradict),
        cmocka_unit_test(a_degenerate_linear_program),
        cmocka_unit_test(a_fixed_variable),
        cmocka_unit_test(nonsense_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
