#include "known_problem.h"

#include "solver/papers/lshade44_iepsilon.c"

/* c = max(0, v - eps) first, then f, both strict. */
static void gain_at_a_level(void **state) {
    (void)state;
    assert_double(lshade44_iepsilon_gain(5.0, 3.0, 9.0, 1.0, 0.5), 2.0); /* both above: v */
    assert_double(lshade44_iepsilon_gain(5.0, 3.0, 9.0, 1.0, 2.0), 2.0); /* only y below */
    assert_double(lshade44_iepsilon_gain(5.0, 1.0, 4.0, 1.5, 2.0), 1.0); /* both below: f */
    assert_double(lshade44_iepsilon_gain(5.0, 3.0, 4.0, 3.0, 0.0), 1.0); /* equal v: f */
    assert_true(lshade44_iepsilon_gain(5.0, 1.0, 5.0, 1.0, 0.0) < 0.0);  /* equal: kept out */
    assert_true(lshade44_iepsilon_gain(5.0, 1.0, 4.0, 1.5, 1.2) < 0.0);  /* y above, x below */
    assert_double(lshade44_iepsilon_gain(5.0, 7.0, 4.0, 9.0, INFINITY), 1.0);
    assert_true(lshade44_iepsilon_gain(INFINITY, INFINITY, INFINITY, INFINITY, 1.0) < 0.0);
}

typedef struct {
    lshade44_iepsilon_state s;
    heco_setup              setup;
    uint64_t                evals;
    double                  o[IEPSILON_OPTIONS], f[10], v[10];
    size_t                  order[10], scratch[10];
} fixture;

static void fixture_make(fixture *t) {
    memset(t, 0, sizeof *t);
    for (size_t i = 0; i < IEPSILON_OPTIONS; i++) t->o[i] = lshade44_iepsilon_options[i].value;
    t->setup.max_evals = 1000, t->setup.evals = &t->evals;
    t->s.e.setup = &t->setup, t->s.o = t->o, t->s.e.N0 = 10;
    t->s.e.P.f = t->f, t->s.e.P.v = t->v, t->s.e.P.count = 10;
    t->s.e.order = t->order, t->s.scratch = t->scratch;
}

/* theta N0 = 2: the second largest violation. */
static void the_first_level(void **state) {
    (void)state;
    fixture t;
    fixture_make(&t);
    const double v[10] = {0, 4, 1, 9, 2, 7, 0, 0, 3, 5};
    memcpy(t.v, v, sizeof v);
    lshade44_iepsilon_first_level(&t.s);
    assert_double(t.s.eps, 7.0);
    memset(t.v, 0, sizeof t.v);
    lshade44_iepsilon_first_level(&t.s);
    assert_true(isinf(t.s.eps));
}

static void the_level_follows_the_feasible_share(void **state) {
    (void)state;
    fixture t;
    fixture_make(&t);
    t.s.max_cv = 20.0, t.s.eps = 8.0;
    for (int i = 0; i < 3; i++) t.v[i] = 1.0; /* share 0.7 < alpha */
    t.evals = 400;                            /* r / Tc = 1/2 */
    lshade44_iepsilon_update_level(&t.s);
    assert_near(t.s.eps, 2.0, 1e-15); /* 8 (1 - 1/2)^2 */
    lshade44_iepsilon_update_level(&t.s);
    assert_near(t.s.eps, 0.5, 1e-15); /* multiplies the current level */
    t.s.eps = INFINITY;
    lshade44_iepsilon_update_level(&t.s);
    assert_near(t.s.eps, 5.0, 1e-15); /* max_cv / 4 */
    t.v[0] = 0.0;                     /* share 0.8 */
    lshade44_iepsilon_update_level(&t.s);
    assert_near(t.s.eps, 22.0, 1e-14);
    t.evals = 800;
    lshade44_iepsilon_update_level(&t.s);
    assert_double(t.s.eps, 0.0);
}

/* Place 5 against the better 2 and the worse 7. */
static void swaps_as_in_the_program_or_as_meant(void **state) {
    (void)state;
    for (int literal = 0; literal < 2; literal++) {
        size_t first = 5, second = 2;
        lshade44_iepsilon_swap(&first, &second, literal);
        assert_int_equal(first, literal ? 5 : 2);
        assert_int_equal(second, 5);
        second = 7;
        lshade44_iepsilon_swap(&first, &second, literal);
        assert_int_equal(first, literal ? 5 : 2);
        assert_int_equal(second, 7);
    }
}

/* Members 0 to 3, best first, each a point of its own on a line: with F = 1/2 the mutant of target
 * 1 tells which points it was made of. The better one of two partners becomes the target itself. */
static void base_of_the_literal_ranking(void **state) {
    (void)state;
    static const double where[4] = {1.0, 10.0, 100.0, 1000.0};
    int                 seen[5]  = {0};
    double              x[4], u;
    heco_rng            rng = {0};
    fixture             t;
    fixture_make(&t);
    heco_rng_init(&rng, 3, 0);
    double F[4]   = {0.5, 0.5, 0.5, 0.5};
    t.setup.rng   = &rng;
    t.s.e.P.n       = 1;
    t.s.e.P.x       = x;
    t.s.e.P.count   = 4;
    t.s.e.F         = F;
    memcpy(x, where, sizeof x);
    const double expected[] = {10 + 0.5 * (10 - 100), 10 + 0.5 * (10 - 1000), 10 + 0.5 * (100 - 10),
                               10 + 0.5 * (1000 - 10)};
    for (int k = 0; k < 200; k++) {
        assert_ptr_equal(lshade44_iepsilon_ranked(&t.s, 1, &u), x + 1);
        if (u == 10 + 0.5 * (100 - 1000) || u == 10 + 0.5 * (1000 - 100)) seen[4]++;
        for (int e = 0; e < 4; e++) seen[e] += u == expected[e];
    }
    for (int e = 0; e < 5; e++) assert_true(seen[e] > 10); /* a sixth each, the last a third */
    assert_int_equal(seen[0] + seen[1] + seen[2] + seen[3] + seen[4], 200);
}

/* Past the first place the run always goes on, with CR = 1 past every place. */
static void run_of_the_literal_crossover(void **state) {
    (void)state;
    enum { N = 5 };
    const double parent[N] = {0};
    int          starts[N] = {0};
    heco_rng     rng       = {0};
    heco_rng_init(&rng, 5, 0);
    for (int k = 0; k < 100; k++) {
        double row[N] = {1, 1, 1, 1, 1};
        size_t run    = lshade44_iepsilon_cross(row, parent, 1e-12, N, &rng), start = 0;
        while (row[start] == 0.0) start++;
        starts[start]++;
        assert_int_equal(run, start == 0 ? 2 : 1);
        for (size_t j = 0; j < N; j++) assert_double(row[j], j >= start && j < start + run);
        assert_int_equal(lshade44_iepsilon_cross(row, parent, 1.0, N, &rng), N);
    }
    for (size_t j = 0; j < N; j++) assert_true(starts[j] > 0);
}

static void solves_a_known_problem(void **state) {
    (void)state;
    assert_solves_known("lshade44-iepsilon", SET("N0=40"), 10000);
    assert_solves_known("lshade44-iepsilon", SET("N0=40", "ranking=intended"), 10000);
    assert_solves_known("lshade44-iepsilon", SET("N0=40", "exponential=usual"), 10000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gain_at_a_level),
        cmocka_unit_test(the_first_level),
        cmocka_unit_test(the_level_follows_the_feasible_share),
        cmocka_unit_test(swaps_as_in_the_program_or_as_meant),
        cmocka_unit_test(base_of_the_literal_ranking),
        cmocka_unit_test(run_of_the_literal_crossover),
        cmocka_unit_test(solves_a_known_problem),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
