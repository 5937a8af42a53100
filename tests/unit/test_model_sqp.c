/* SQP on functions given exactly: problems of CEC 2006 whose curved equalities stop simpler
 * methods. */
#include "testing.h"

#include "base/rng.h"
#include "heco/suite.h"
#include "solver/surrogate/model_sqp.h"
#include "solver/surrogate/rbf_fit.h"

enum { MAX_N = 10, MAX_M = 12 };

/* A problem in the unit cube, with differences (inside it) for gradients and scaled outputs. */
typedef struct {
    const heco_problem *p;
    double              scale[MAX_M];
} exact;

static void exact_values(const exact *e, const double *u, double *v) {
    const heco_space *s = &e->p->space;
    double            x[MAX_N];
    for (size_t j = 0; j < s->n; j++) x[j] = s->lower[j] + u[j] * (s->upper[j] - s->lower[j]);
    e->p->eval(e->p->user, x, v, v + 1, v + 1 + s->ng);
    for (size_t k = 0; k < 1 + s->ng + s->nh; k++) v[k] /= e->scale[k];
}

static void exact_eval(void *user, const double *u, double *v, double *G) {
    const exact *e = user;
    size_t       n = e->p->space.n, m = 1 + e->p->space.ng + e->p->space.nh;
    double       w[MAX_N], up[MAX_M], down[MAX_M], step = 1e-6;
    exact_values(e, u, v);
    memcpy(w, u, n * sizeof *u);
    for (size_t j = 0; G != NULL && j < n; j++) {
        double above = fmin(1.0, u[j] + step), below = fmax(0.0, u[j] - step);
        w[j] = above;
        exact_values(e, w, up);
        w[j] = below;
        exact_values(e, w, down);
        w[j] = u[j];
        for (size_t k = 0; k < m; k++) G[k * n + j] = (up[k] - down[k]) / (above - below);
    }
}

/* The scale of an output is its median size at random points. */
static void exact_scale(exact *e, heco_rng *rng) {
    enum { SAMPLES = 51 };
    static double size[MAX_M][SAMPLES];
    size_t        n = e->p->space.n, m = 1 + e->p->space.ng + e->p->space.nh;
    double        u[MAX_N], v[MAX_M];
    size_t        order[SAMPLES], scratch[SAMPLES];
    for (size_t k = 0; k < m; k++) e->scale[k] = 1.0;
    for (int t = 0; t < SAMPLES; t++) {
        for (size_t j = 0; j < n; j++) u[j] = heco_rng_uniform_inline(rng);
        exact_values(e, u, v);
        for (size_t k = 0; k < m; k++) size[k][t] = fabs(v[k]);
    }
    for (size_t k = 0; k < m; k++)
        e->scale[k] = heco_quantile(size[k], SAMPLES, 0.5, order, scratch);
}

/* How often the best known value is reached (to 1e-3, relative) from 20 random points. */
static int reached(const char *name) {
    heco_suite         *suite;
    const heco_problem *p;
    heco_arena          arena;
    heco_rng            rng;
    heco_sqp            sqp;
    double              zero[MAX_N] = {0}, one[MAX_N], u[MAX_N], v[MAX_M];
    int                 count       = 0;
    assert_int_equal(heco_suite_open(&suite, "cec2006", NULL, NULL), HECO_OK);
    long at = heco_suite_find(suite, name, NULL);
    assert_int_equal(heco_suite_problem(suite, (size_t)at, 0, &p, NULL), HECO_OK);
    size_t n = p->space.n;
    exact  e = {.p = p};
    heco_arena_init(&arena);
    heco_rng_init(&rng, 17, 0);
    heco_sqp_init(&sqp, n, p->space.ng, p->space.nh, &arena);
    heco_sqp_problem q = {.n     = n,
                          .ng    = p->space.ng,
                          .nh    = p->space.nh,
                          .lower = zero,
                          .upper = one,
                          .eval  = exact_eval,
                          .user  = &e};
    for (size_t j = 0; j < n; j++) one[j] = 1.0;
    exact_scale(&e, &rng);
    for (int t = 0; t < 20; t++) {
        for (size_t j = 0; j < n; j++) u[j] = heco_rng_uniform_inline(&rng);
        heco_sqp_solve(&sqp, &q, u, 100.0, 60);
        if (sqp.violation > 1e-6) heco_sqp_solve(&sqp, &q, u, 1e4, 60);
        exact_values(&e, u, v);
        double f = v[0] * e.scale[0];
        assert_double(v[0], sqp.f);
        count += sqp.violation < 1e-6 && fabs(f - p->f_ref) < 1e-3 * (1.0 + fabs(p->f_ref));
    }
    heco_arena_release(&arena);
    heco_suite_close(suite);
    return count;
}

/* g13 has several local solutions (three of four, from random points), g05 and g21 one that
 * matters. */
static void curved_equalities(void **state) {
    (void)state;
    int g05 = reached("g05"), g13 = reached("g13"), g21 = reached("g21");
    print_message("g05 %d, g13 %d, g21 %d of 20\n", g05, g13, g21);
    assert_true(g05 >= 18);
    assert_true(g13 >= 3);
    assert_true(g21 >= 10);
}

static void rosenbrock(void *user, const double *u, double *v, double *G) {
    double a = u[1] - u[0] * u[0], b = 1.0 - u[0];
    (void)user;
    v[0] = 100.0 * a * a + b * b;
    if (G != NULL) G[0] = -400.0 * u[0] * a - 2.0 * b, G[1] = 200.0 * a;
}

static void no_constraints(void **state) {
    (void)state;
    heco_arena       arena;
    heco_sqp         sqp;
    double           low[2] = {-2, -2}, high[2] = {2, 2}, u[2] = {-1.2, 1.0}, corner[2] = {9, 9};
    heco_sqp_problem q = {.n = 2, .lower = low, .upper = high, .eval = rosenbrock};
    heco_arena_init(&arena);
    heco_sqp_init(&sqp, 2, 0, 0, &arena);
    heco_sqp_solve(&sqp, &q, u, 100.0, 100);
    assert_near(u[0], 1.0, 1e-5);
    assert_near(u[1], 1.0, 1e-5);
    assert_double(sqp.violation, 0.0);
    heco_sqp_solve(&sqp, &q, corner, 100.0, 0); /* no step, but inside */
    assert_double(corner[0], 2.0);
    high[1] = 0.5; /* at the bound: 4 * 100 u (u^2 - 1/2) = 2 (1 - u) */
    u[0] = u[1] = 0.0;
    heco_sqp_solve(&sqp, &q, u, 100.0, 100);
    assert_near(u[1], 0.5, 1e-8);
    assert_near(u[0], 0.7085, 1e-3);
    heco_arena_release(&arena);
}

/* x = 1 and x = -1 at once: the least sum of violations, anywhere between, and an end. */
static void contradiction(void *user, const double *u, double *v, double *G) {
    (void)user;
    v[0] = u[0] * u[0], v[1] = u[0] - 1.0, v[2] = u[0] + 1.0;
    if (G != NULL) G[0] = 2.0 * u[0], G[1] = G[2] = 1.0;
}

static void nothing(void *user, const double *u, double *v, double *G) {
    (void)user, (void)u;
    v[0] = NAN;
    if (G != NULL) G[0] = NAN;
}

static void hopeless_problems_end(void **state) {
    (void)state;
    heco_arena       arena;
    heco_sqp         sqp;
    double           low = -3, high = 3, u = 2.5;
    heco_sqp_problem q = {.n = 1, .nh = 2, .lower = &low, .upper = &high, .eval = contradiction};
    heco_arena_init(&arena);
    heco_sqp_init(&sqp, 1, 0, 2, &arena);
    heco_sqp_solve(&sqp, &q, &u, 100.0, 40);
    assert_near(sqp.violation, 2.0, 1e-6);
    assert_near(u, 0.0, 1e-4);
    q.nh = 0, q.eval = nothing;
    heco_sqp_solve(&sqp, &q, &u, 100.0, 40);
    assert_true(isnan(sqp.f));
    heco_arena_release(&arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(curved_equalities),
        cmocka_unit_test(no_constraints),
        cmocka_unit_test(hopeless_problems_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
