#include "known_problem.h"

#include "solver/papers/epsmag_es.c"

typedef struct {
    heco_arena      arena;
    heco_rng        rng;
    heco_error      error;
    heco_space      space;
    heco_setup      setup;
    double          option[EPSMAG_OPTIONS];
    epsmag_es_state s;
    size_t          max_batch;
    heco_batch      batch;
    double          x[400], f[100], viol[100], g[100], h[100];
} fixture;

static const double LOW[10]  = {-10, -10, -10, -10, -10, -10, -10, -10, -10, -10};
static const double HIGH[10] = {10, 10, 10, 10, 10, 10, 10, 10, 10, 10};

/* n variables, ng and nh constraints; options may be changed before fixture_open. */
static void fixture_make(fixture *t, size_t n, size_t ng, size_t nh) {
    memset(t, 0, sizeof *t);
    for (int i = 0; i < EPSMAG_OPTIONS; i++) t->option[i] = epsmag_es_options[i].value;
    t->space =
        (heco_space){.n = n, .ng = ng, .nh = nh, .lower = LOW, .upper = HIGH, .eq_tol = 1e-4};
    heco_arena_init(&t->arena);
    heco_rng_init(&t->rng, 1, 0);
    t->setup = (heco_setup){.space     = &t->space,
                            .max_evals = 20000 * n,
                            .option    = t->option,
                            .rng       = &t->rng,
                            .arena     = &t->arena,
                            .error     = &t->error};
    t->batch = (heco_batch){.n        = n,
                            .ng       = ng,
                            .nh       = nh,
                            .capacity = 100,
                            .x        = t->x,
                            .f        = t->f,
                            .g        = t->g,
                            .h        = t->h,
                            .viol     = t->viol};
}

static void fixture_open(fixture *t) {
    assert_int_equal(epsmag_es_init(&t->s, &t->setup, &t->max_batch), HECO_OK);
}

/* n = 10, lambda = 40: worked out apart from this code. */
static void rates(void **state) {
    (void)state;
    fixture t;
    fixture_make(&t, 10, 1, 0);
    fixture_open(&t);
    assert_int_equal(t.s.e.ma.lambda, 40);
    assert_int_equal(t.s.e.ma.mu, 13);
    assert_double(t.option[EPSMAG_TC], 1000.0);
    assert_near(t.s.e.ma.w[0], 0.23067759871572666, 1e-14);
    assert_near(t.s.e.ma.w[12], 0.0033449428422123433, 1e-14);
    assert_near(t.s.e.ma.mu_eff, 7.567018768263697, 1e-12);
    assert_near(t.s.e.ma.c_s, 0.4239380871042623, 1e-14);
    assert_near(t.s.e.ma.c_1, 0.014786663333358, 1e-14);
    assert_near(t.s.e.ma.c_mu, 0.0752033160697457, 1e-14);
    assert_double(t.s.e.sigma_max, 10.0);
    heco_arena_release(&t.arena);
}

/* Violations 0 0 1 2 of four points, ceil(3.6) = 4 of them: level 0.75, where 0, 0 count as
 * feasible; the one with the smaller f is the centre (mu = 1). */
static void level_and_centre(void **state) {
    (void)state;
    fixture t;
    fixture_make(&t, 2, 1, 0);
    t.option[EPSMAG_LAMBDA] = 4;
    fixture_open(&t);
    double x[8] = {1, 1, 2, 2, 3, 3, 4, 4}, f[4] = {5, 4, 0, 0}, v[4] = {0, 0, 1, 2};
    memcpy(t.x, x, sizeof x), memcpy(t.f, f, sizeof f), memcpy(t.viol, v, sizeof v);
    t.batch.count = 4;
    assert_int_equal(epsmag_es_tell(&t.s, &t.batch), HECO_OK);
    assert_double(t.s.eps0, 0.75);
    assert_near(t.s.cp, 3.0, 0.0);
    assert_double(t.s.e.y[0], 2.0);
    t.s.eps0 = 1e8; /* (-5 - ln 1e8)/ln 0.05 = 7.818 */
    assert_near((-5.0 - log(1e8)) / log(0.05), 7.818, 5e-4);
    heco_arena_release(&t.arena);
}

/* One parent with z = (1, 0) and M = (2 0; 0 1): d = (2, 0). */
static void adaptation_by_hand(void **state) {
    (void)state;
    fixture t;
    fixture_make(&t, 2, 0, 0);
    t.option[EPSMAG_LAMBDA] = 4;
    fixture_open(&t);
    epsmag_es_state *s = &t.s;
    s->e.ma.M[0] = 2.0, s->e.y[0] = 1.0, s->e.y[1] = 5.0, s->e.sigma = 0.5;
    s->e.order[0] = 2;
    s->e.ma.z[4] = 1.0, s->e.ma.z[5] = 0.0, s->e.ma.d[4] = 2.0, s->e.ma.d[5] = 0.0;
    /* mu_eff = 1: c_s = 3/8, c_1 = 2/(3.3^2 + 1), c_mu = 0; p = sqrt(c_s (2 - c_s)) z */
    double c_s = 3.0 / 8.0, c_1 = 2.0 / 11.89, p = sqrt(c_s * (2.0 - c_s));
    epsmag_es_adapt(s);
    assert_near(s->e.y[0], 2.0, 1e-15);
    assert_near(s->e.y[1], 5.0, 0.0);
    assert_near(s->e.ma.p[0], p, 1e-15);
    assert_near(s->e.ma.M[0], (1.0 - c_1 / 2.0) * 2.0 + c_1 / 2.0 * 2.0 * p * p, 1e-14);
    assert_near(s->e.ma.M[3], 1.0 - c_1 / 2.0, 1e-15);
    assert_near(s->e.ma.M[1], 0.0, 0.0);
    assert_near(s->e.sigma, 0.5 * exp(c_s / 2.0 * (p * p / 2.0 - 1.0)), 1e-15);
    s->e.ma.M[0] = s->e.ma.M[1] = -2e12;
    heco_epsmag_family_move(&s->e);
    assert_double(s->e.ma.M[0], 1.0);
    assert_double(s->e.ma.M[1], 0.0);
    assert_double(s->e.ma.p[1], 1.0);
    s->e.ma.M[0] = 2e12; /* one large entry is allowed, one that is not finite is not */
    heco_epsmag_family_move(&s->e);
    assert_double(s->e.ma.M[0], 2e12);
    s->e.ma.M[0] = INFINITY;
    heco_epsmag_family_move(&s->e);
    assert_double(s->e.ma.M[0], 1.0);
    heco_arena_release(&t.arena);
}

/* g = x1 + x2 - 1 <= 0, h = x1 - x2: linear, so one repair step solves both. All offspring are
 * repaired (repair = 1), lambda/n = 4 at a time: probes 8, steps 4, probes 8, steps 4. */
static void fill(fixture *t) {
    for (size_t i = 0; i < t->batch.count; i++) {
        t->f[i]    = 0.0;
        t->g[i]    = t->x[2 * i] + t->x[2 * i + 1] - 1.0;
        t->h[i]    = t->x[2 * i] - t->x[2 * i + 1];
        t->viol[i] = heco_violation(&t->space, &t->g[i], &t->h[i]);
    }
}

static void repair_of_linear_constraints(void **state) {
    (void)state;
    fixture t;
    fixture_make(&t, 2, 1, 1);
    t.option[EPSMAG_LAMBDA] = 8, t.option[EPSMAG_REPAIR] = 1.0;
    fixture_open(&t);
    assert_int_equal(t.max_batch, 8);
    for (int turn = 0; turn < 2; turn++) {
        epsmag_es_ask(&t.s, &t.batch);
        assert_int_equal(t.batch.count, 8);
        for (size_t j = 0; j < 16 && turn == 1; j++) t.x[j] = 3.0 + 0.1 * (double)j; /* g > 0 */
        fill(&t);
        epsmag_es_tell(&t.s, &t.batch);
    }
    for (int half = 0; half < 2; half++) {
        assert_int_equal(t.s.e.phase, EPSMAG_UNDER_REPAIR);
        epsmag_es_ask(&t.s, &t.batch);
        assert_int_equal(t.batch.count, 8);
        fill(&t);
        epsmag_es_tell(&t.s, &t.batch);
        epsmag_es_ask(&t.s, &t.batch);
        assert_int_equal(t.batch.count, 4);
        for (size_t i = 0; i < 8; i++) assert_near(t.x[i], 0.5, 1e-8);
        fill(&t);
        for (size_t i = 0; i < 4; i++) t.viol[i] = 0.0; /* rounding may leave 1e-9 */
        epsmag_es_tell(&t.s, &t.batch);
    }
    assert_int_equal(t.s.e.phase, EPSMAG_OFFSPRING);
    assert_double(t.s.e.g, 1.0);
    epsmag_es_ask(&t.s, &t.batch); /* generation 1 is none of every n-th */
    fill(&t);
    epsmag_es_tell(&t.s, &t.batch);
    assert_double(t.s.e.g, 2.0);
    heco_arena_release(&t.arena);
}

/* Between two looks at the clock there would be half a minute. */
static void too_many_variables_are_refused(void **state) {
    (void)state;
    static double    lower[1001], upper[1001];
    heco_run_options o     = heco_run_options_default();
    heco_space       space = {.n = 1001, .lower = lower, .upper = upper};
    heco_run        *run;
    heco_error       error;
    for (size_t j = 0; j < 1001; j++) upper[j] = 1.0;
    o.max_evals                = 1000000;
    const heco_algorithm *self = &heco_algorithm_epsmag_es;
    assert_int_equal(heco_run_new(&run, self, &space, &o, &error), HECO_ERR_ARG);
    assert_text(error.text, "epsmag-es: 1001 variables are too many (at most 1000)");
    space.n = 1000;
    assert_int_equal(heco_run_new(&run, self, &space, &o, &error), HECO_OK);
    heco_run_free(run);
}

static void solves_a_known_problem(void **state) {
    (void)state;
    assert_solves_known("epsmag-es", SET(0), 10000);
    assert_solves_known("epsmag-es", SET("repair=0"), 10000);
    assert_solves_known("epsmag-es", SET("ranking=lexicographic"), 10000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rates),
        cmocka_unit_test(level_and_centre),
        cmocka_unit_test(adaptation_by_hand),
        cmocka_unit_test(repair_of_linear_constraints),
        cmocka_unit_test(too_many_variables_are_refused),
        cmocka_unit_test(solves_a_known_problem),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
