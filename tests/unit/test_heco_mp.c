/* heco-mp: one island is heco-de bit for bit; the split; a migration worked by hand; a problem solved. */
#include "solver/heco/heco_mp.c"

#include "algorithm_fixture.h"
#include "known_problem.h"

static int ripple_eval(void *user, const double *x, double *f, double *g, double *h) {
    (void)user;
    f[0] = (x[0] - 1) * (x[0] - 1) + 3 * x[1] * x[1] + 0.1 * cos(9 * x[2]) + x[2] * x[3];
    g[0] = x[0] + x[1] + x[2] + x[3] - 1;
    h[0] = x[0] * x[1] - 0.2;
    return HECO_POINT_OK;
}

/* Fingerprint of everything a run asks for. */
static uint64_t asked(const char *algorithm, const char *const *set, size_t sets) {
    static const double lower[4] = {-2, -2, -2, -2}, upper[4] = {2, 3, 2, 2};
    heco_space          space = {.n = 4, .ng = 1, .nh = 1, .lower = lower, .upper = upper, .eq_tol = 1e-4};
    heco_run_options    o     = heco_run_options_default();
    heco_run           *run;
    heco_batch         *b;
    heco_error          error;
    uint64_t            hash = 0xcbf29ce484222325u;
    o.seed = 5, o.max_evals = 12345, o.set = set, o.sets = sets;
    if (heco_run_new(&run, heco_algorithm_find(algorithm, NULL), &space, &o, &error) != HECO_OK)
        fail_msg("%s", error.text);
    while ((b = heco_run_ask(run)) != NULL) {
        for (size_t i = 0; i < b->count; i++)
            ripple_eval(NULL, b->x + i * 4, b->f + i, b->g + i, b->h + i);
        const unsigned char *byte = (const unsigned char *)b->x;
        for (size_t k = 0; k < b->count * 4 * sizeof(double); k++) hash = (hash ^ byte[k]) * 0x100000001b3u;
        assert_int_equal(heco_run_tell(run), HECO_OK);
    }
    heco_run_free(run);
    return hash;
}

static void one_island_is_heco_de(void **state) {
    (void)state;
    const char *mp[] = {"islands=1", "migration=1"};
    assert_true(asked("heco-mp", mp, 2) == asked("heco-de", NULL, 0));
    const char *mp2[] = {"islands=1", "archive=2", "base=P", "equivalent=feasibility-rule", "lambda=30"};
    assert_true(asked("heco-mp", mp2, 5) == asked("heco-de", mp2 + 1, 4));
    assert_true(asked("heco-mp", NULL, 0) != asked("heco-de", NULL, 0)); /* four islands are not one */
}

/* lambda = 23, N0 = 102 on 4 islands: 6 6 6 5 subproblems, 26 26 25 25 members. */
static void islands_share_subproblems_and_members(void **state) {
    (void)state;
    static const size_t lambda[4] = {6, 6, 6, 5}, size[4] = {26, 26, 25, 25};
    fixture t;
    fixture_open(&t, &heco_algorithm_heco_mp, 3, 1, 0, 5000, "lambda=23 N0=102");
    heco_mp_state *s = t.state;
    assert_int_equal(s->B, 4);
    assert_double(t.option[HECO_MP_ISLANDS], 4.0);
    assert_int_equal(t.batch->capacity, 102);
    for (size_t b = 0; b < 4; b++) {
        assert_int_equal(s->island[b].p.lambda, lambda[b]);
        assert_int_equal(s->island[b].p.N0, size[b]);
        for (size_t k = 0; k < lambda[b]; k++)
            assert_double(s->island[b].s[k], (double)(1 + b + 4 * k) / 23.0);
    }
    assert_int_equal(heco_mp_ask(s, t.batch), HECO_OK);
    for (size_t i = 0; i < 102; i++) t.batch->f[i] = (double)i, t.batch->g[i] = -1.0;
    assert_int_equal(heco_mp_tell(s, fixture_count(&t)), HECO_OK);
    for (size_t b = 0; b < 4; b++) { /* dealt in turn */
        assert_int_equal(s->island[b].P.count, size[b]);
        for (size_t m = 0; m < size[b]; m++) assert_double(s->island[b].P.f[m], (double)(b + 4 * m));
    }
    assert_int_equal(heco_mp_ask(s, t.batch), HECO_OK);
    assert_int_equal(t.batch->count, 23);
    /* rows 12 to 17 are the trials of island 2: all of them better than anything before */
    for (size_t i = 0; i < 23; i++) t.batch->f[i] = i >= 12 && i < 18 ? -1.0 : 1e3;
    assert_int_equal(heco_mp_tell(s, fixture_count(&t)), HECO_OK);
    for (size_t b = 0; b < 4; b++) {
        size_t improved = 0;
        for (size_t m = 0; m < s->island[b].P.count; m++) improved += s->island[b].P.f[m] == -1.0;
        assert_int_equal(improved, b == 2 ? 6 : 0); /* rows reach the island that made them */
    }
    fixture_close(&t);
}

static void fewer_islands_where_lambda_is_small(void **state) {
    (void)state;
    static const struct { const char *set; size_t B; } cases[] = {
        {"lambda=20", 4}, {"lambda=19", 3}, {"lambda=10", 2}, {"lambda=9", 1}, {"lambda=4", 1},
        {"lambda=45 islands=9", 9}};
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        fixture t;
        fixture_open(&t, &heco_algorithm_heco_mp, 10, 1, 0, 200000, cases[k].set);
        assert_int_equal(((heco_mp_state *)t.state)->B, cases[k].B);
        fixture_close(&t);
    }
    const char      *set[] = {"lambda=20", "islands=5"};
    heco_space       space = {.n = 2, .lower = KNOWN_LOWER, .upper = KNOWN_UPPER};
    heco_run_options o     = heco_run_options_default();
    heco_run        *run;
    heco_error       error;
    o.max_evals = 5000, o.set = set, o.sets = 2;
    assert_int_equal(heco_run_new(&run, &heco_algorithm_heco_mp, &space, &o, &error), HECO_ERR_ARG);
    assert_text(error.text, "use at most 4 islands");
}

/* Two islands of five members, (f, v) as below, tau = 1/2, gamma = 0.1; at s = 1 the value is
 * 0.5 e + 0.6 v. Island 0: x* is (4, 0), e = 1 0.5 0 0.25 0.75, v = 0.25 0 0 1 0.5: 0.65, 0.25, 0.
 * Island 1: no feasible member, x* is (7, 1): e = 0, v = 0. Both send their x*, but island 0's best
 * by the weighted sum and island 1's random place are what the test looks at. */
static void migration_by_hand(void **state) {
    (void)state;
    static const double f[2][5] = {{0, 2, 4, 3, 1}, {7, 5, 3, 9, 8}}, v[2][5] = {{1, 0.5, 0, 4, 2}, {1, 2, 3, 4, 5}};
    int places[5] = {0};
    for (int round = 0; round < 200; round++) {
        fixture t;
        fixture_open(&t, &heco_algorithm_heco_mp, 1, 1, 0, 1000, "lambda=10 N0=10 gamma=0.1");
        heco_mp_state *s = t.state;
        heco_rng_init(&t.rng, (uint64_t)round, 0);
        heco_rng_init(s->island[1].rng, (uint64_t)round, 1);
        assert_int_equal(s->B, 2);
        t.evals = 500;
        for (size_t b = 0; b < 2; b++)
            for (size_t m = 0; m < 5; m++)
                heco_de_island_add(&s->island[b], (double[]){0.1 * (double)m}, f[b][m], &v[b][m], NULL);
        assert_int_equal(heco_mp_emigrant(&s->island[0], 0.5), 2);
        assert_int_equal(heco_mp_emigrant(&s->island[1], 0.5), 0);
        heco_mp_migrate(s);
        size_t changed[2] = {0, 0};
        for (size_t b = 0; b < 2; b++)
            for (size_t m = 0; m < 5; m++)
                if (s->island[b].P.f[m] != f[b][m] || s->island[b].P.v[m] != v[b][m]) {
                    changed[b]++;
                    places[m] += b == 1;
                    assert_double(s->island[b].P.f[m], b == 1 ? 4.0 : 7.0); /* the other's best */
                    assert_double(heco_population_row(&s->island[b].P, m)[0], b == 1 ? 0.2 : 0.0);
                }
        assert_int_equal(changed[0], 1);
        assert_int_equal(changed[1], 1);
        assert_double(s->island[0].P.f[2], 4.0); /* each keeps its own best */
        assert_double(s->island[1].P.f[0], 7.0);
        fixture_close(&t);
    }
    assert_int_equal(places[0], 0);
    for (size_t m = 1; m < 5; m++) assert_in_range(places[m], 25, 80);
}

/* Not x*: a member with little violation and an f close to the best wins when tau is small. */
static void the_emigrant_follows_the_weighted_sum(void **state) {
    (void)state;
    fixture t;
    fixture_open(&t, &heco_algorithm_heco_mp, 1, 1, 0, 1000, "lambda=4 N0=4 gamma=0.1 equivalent=none");
    heco_de_island *d = ((heco_mp_state *)t.state)->island;
    /* e = f here: (f, v) normalised (1, 0), (0, 0.5), (0.5, 1), (0.25, 0.75) */
    static const double f[4] = {8, 0, 4, 2}, v[4] = {0, 1, 2, 1.5};
    for (size_t m = 0; m < 4; m++) heco_de_island_add(d, (double[]){0}, f[m], &v[m], NULL);
    assert_int_equal(heco_mp_emigrant(d, 0.0), 0);  /* 0.1 v: 0, 0.05, 0.1, 0.075 */
    assert_int_equal(heco_mp_emigrant(d, 0.5), 1);  /* 0.5, 0.3, .. */
    for (size_t m = 0; m < 4; m++) d->P.f[m] = INFINITY;
    assert_int_equal(heco_mp_emigrant(d, 0.5), 0);  /* nobody is finite: the first */
    fixture_close(&t);
}

static void known_problems_are_solved(void **state) {
    (void)state;
    assert_solves_known("heco-mp", SET(0), 20000);
    assert_near(fixture_solve_cec2006("heco-mp", "g01", 150000), -15.0, 1e-6);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_island_is_heco_de),
        cmocka_unit_test(islands_share_subproblems_and_members),
        cmocka_unit_test(fewer_islands_where_lambda_is_small),
        cmocka_unit_test(migration_by_hand),
        cmocka_unit_test(the_emigrant_follows_the_weighted_sum),
        cmocka_unit_test(known_problems_are_solved),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
