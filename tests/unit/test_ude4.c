/* ude4: what it adds to the family: counters, archive of lost trials, the stagnation step. */
#include "solver/papers/ude4.c"

#include "algorithm_fixture.h"

/* N = 8, T = 2 on the square [-1, 1]^2 with one inequality; f = 1 .. 8, all feasible, at
 * x = (-1, -1), (-0.75, -0.75), .. */
static ude4_state *open_eight(fixture *t, const char *set) {
    fixture_open(t, &heco_algorithm_ude4, 2, 1, 0, 1000, set);
    ude4_state *s = t->state;
    heco_ude_family_ask(s, t->batch);
    for (size_t i = 0; i < t->batch->count; i++) {
        t->batch->x[2 * i] = t->batch->x[2 * i + 1] = -1.0 + 0.25 * (double)i;
        t->batch->f[i] = (double)(i + 1), t->batch->g[i] = 0.0;
    }
    ude4_tell(s, t->batch);
    return s;
}

static void sizes_and_defaults(void **state) {
    (void)state;
    fixture t;
    fixture_open(&t, &heco_algorithm_ude4, 30, 1, 1, 600000, NULL);
    ude4_state *s = t.state;
    assert_int_equal(s->e.p.N, 100);
    assert_int_equal(s->e.p.T, 25);
    assert_int_equal(t.batch->capacity, 150);
    assert_double(s->e.G_max, 4000.0);
    assert_near(s->spread, 0.01, 1e-15); /* 0.005 of width 2 */
    fixture_close(&t);
}

/* ude3 is the same program with parents by rank, its third strategy always from the member, and the
 * stagnation step at half of the population. */
static void ude3_has_its_own_defaults(void **state) {
    (void)state;
    fixture t;
    fixture_open(&t, &heco_algorithm_ude3, 30, 1, 1, 600000, NULL);
    ude4_state *s = t.state;
    assert_int_equal(s->e.p.N, 100);
    assert_int_equal(s->e.p.ranking, UDE_RANK_BOTH);
    assert_double(s->e.p.current, 1.0);
    assert_double(s->SProp, 0.5);
    assert_double(s->SG, 25.0);
    assert_double(s->e.p.cp_max, 33.0);
    fixture_close(&t);
}

/* eps0 = 1e9 would give cp = 38.6; the limit is 33. */
static void the_exponent_is_limited(void **state) {
    (void)state;
    fixture t;
    fixture_open(&t, &heco_algorithm_ude4, 2, 1, 0, 1000, "N=5");
    ude4_state *s = t.state;
    heco_ude_family_ask(s, t.batch);
    for (size_t i = 0; i < 5; i++) t.batch->f[i] = 0.0, t.batch->g[i] = i == 0 ? 1e9 : 1.0;
    ude4_tell(s, t.batch);
    assert_double(s->e.cp, 33.0);
    fixture_close(&t);
}

/* Elite candidates: member 0 gets rows 0..2, member 1 rows 3..5. Row 1 beats member 0, nothing
 * beats member 1; of the bottom only member 7 (row 11) wins, with f = 0.5, and becomes the best. */
static void losers_are_counted_and_kept(void **state) {
    (void)state;
    fixture     t;
    ude4_state *s = open_eight(&t, "N=8");
    heco_ude_family_ask(s, t.batch);
    assert_int_equal(t.batch->count, 12);
    static const double f[12] = {9, 0.75, 9, 30, 20, 40, 31, 32, 33, 34, 35, 0.5};
    for (size_t row = 0; row < 12; row++) {
        t.batch->f[row] = f[row], t.batch->g[row] = 0.0;
        s->e.strategy[row] = row < 6 ? row % 3 : 2; /* the bottom all by the third */
    }
    for (size_t i = 0; i < 8; i++) s->stuck[i] = i;
    ude4_tell(s, t.batch);
    /* wins: trio 1 (rows 1, 4 are by strategy 1), then row 1 against its target, row 11 */
    static const size_t won[3] = {0, 3, 1}, lost[3] = {0, 1, 5};
    for (size_t k = 0; k < 3; k++) {
        assert_int_equal(s->e.tally.all_won[k], won[k]);
        assert_int_equal(s->e.tally.all_lost[k], lost[k]);
    }
    static const size_t stuck[8] = {0, 0, 2, 3, 4, 5, 6, 7}; /* 7 first, 0 second, then 1 .. 6 */
    assert_double(s->e.P.f[0], 0.5);
    assert_double(s->e.P.f[1], 0.75);
    for (size_t i = 0; i < 8; i++) assert_int_equal(s->stuck[i], stuck[i]);
    assert_int_equal(s->A.count, 6);
    assert_double(s->A.f[0], 20.0);
    fixture_close(&t);
}

/* Two more generations of losers: the best eight of eighteen stay. */
static void the_archive_keeps_the_best(void **state) {
    (void)state;
    fixture     t;
    ude4_state *s = open_eight(&t, "N=8");
    for (size_t g = 0; g < 2; g++) {
        heco_ude_family_ask(s, t.batch);
        for (size_t row = 0; row < 12; row++) {
            t.batch->f[row] = 100.0 + (double)(row + 12 * (1 - g));
            t.batch->g[row] = row == 11 ? 1.0 : 0.0; /* infeasible: the worst of each */
        }
        ude4_tell(s, t.batch);
    }
    /* second generation: 100, 103, 106 .. 110 and one infeasible; first: 112, .. */
    assert_int_equal(s->A.count, 8);
    double largest = 0.0;
    for (size_t i = 0; i < 8; i++) {
        assert_double(s->A.v[i], 0.0);
        largest = s->A.f[i] > largest ? s->A.f[i] : largest;
    }
    assert_double(largest, 112.0);
    fixture_close(&t);
}

static void a_stuck_member_leaves(void **state) {
    (void)state;
    fixture     t;
    ude4_state *s = open_eight(&t, "N=8 SG=5 SProp=0.5");
    heco_population_set(&s->A, 0, (double[]){0.5, 0.5}, 77.0, 3.0);
    s->A.count = 1;
    for (size_t i = 0; i < 8; i++) s->stuck[i] = i < 3 ? 5 : 6; /* 5 of 8 are stuck */
    /* centroid -0.125; distances sqrt(2) (0.875 + 0.625 + 0.375 + 0.125) * 2 / 8 */
    assert_near(ude4_spread(s), sqrt(2.0) * 0.5, 1e-15);
    s->spread = 1.0;
    ude4_unstick(s); /* too near together */
    assert_int_equal(s->stuck[3], 6);
    s->spread = 0.7;
    ude4_unstick(s);
    assert_double(s->e.P.f[3], 77.0); /* the first stuck one */
    assert_double(s->e.P.v[3], 3.0);
    assert_int_equal(s->stuck[3], 0);
    ude4_unstick(s); /* 4 of 8 are not more than half */
    assert_int_equal(s->stuck[4], 6);
    s->stuck[0] = 6;
    s->e.g      = (uint64_t)s->e.G_max + 1;
    ude4_unstick(s); /* the run is over */
    assert_int_equal(s->stuck[0], 6);
    fixture_close(&t);
}

static void g01_is_solved(void **state) {
    (void)state;
    assert_near(fixture_solve_cec2006("ude4", "g01", 100000), -15.0, 1e-6);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sizes_and_defaults),
        cmocka_unit_test(ude3_has_its_own_defaults),
        cmocka_unit_test(the_exponent_is_limited),
        cmocka_unit_test(losers_are_counted_and_kept),
        cmocka_unit_test(the_archive_keeps_the_best),
        cmocka_unit_test(a_stuck_member_leaves),
        cmocka_unit_test(g01_is_solved),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
