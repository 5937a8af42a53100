#include "known_problem.h"

#include "algorithms/lshade44_iepsilon.c"

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
    double                  o[IEPSILON_OPTIONS], f[10], v[10];
    size_t                  order[10], scratch[10];
} fixture;

static void fixture_make(fixture *t) {
    memset(t, 0, sizeof *t);
    for (size_t i = 0; i < IEPSILON_OPTIONS; i++) t->o[i] = lshade44_iepsilon_options[i].value;
    t->setup.max_evals = 1000;
    t->s.setup = &t->setup, t->s.o = t->o, t->s.N0 = 10;
    t->s.P.f = t->f, t->s.P.v = t->v, t->s.P.count = 10;
    t->s.order = t->order, t->s.scratch = t->scratch;
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
    t.s.evals = 400;                          /* r / Tc = 1/2 */
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
    t.s.evals = 800;
    lshade44_iepsilon_update_level(&t.s);
    assert_double(t.s.eps, 0.0);
}

/* What the program's swaps leave of target 5 with 2 and 7, and with 8 and 6. */
static void literal_ranking(void **state) {
    (void)state;
    size_t first = 5, second = 2;
    lshade44_iepsilon_failed_swap(&first, &second);
    assert_int_equal(first, 5);
    assert_int_equal(second, 5);
    second = 7;
    lshade44_iepsilon_failed_swap(&first, &second);
    assert_int_equal(second, 7);
}

static void solves_a_known_problem(void **state) {
    (void)state;
    assert_solves_known("lshade44-iepsilon", SET("N0=40"), 10000);
    assert_solves_known("lshade44-iepsilon", SET("N0=40", "ranking=intended"), 10000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gain_at_a_level),
        cmocka_unit_test(the_first_level),
        cmocka_unit_test(the_level_follows_the_feasible_share),
        cmocka_unit_test(literal_ranking),
        cmocka_unit_test(solves_a_known_problem),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
