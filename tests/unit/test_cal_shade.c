#include "known_problem.h"

#include "solver/papers/cal_shade.c"

/* Violations up to eps count as 0; not strict; above the level f does not matter. */
static void acceptance_at_a_level(void **state) {
    (void)state;
    assert_true(cal_shade_accepts(5.0, 0.1, 5.0, 0.2, 0.5));   /* both below: equal f */
    assert_false(cal_shade_accepts(5.0, 0.1, 5.1, 0.0, 0.5));  /* both below: f is worse */
    assert_true(cal_shade_accepts(5.0, 0.6, 99.0, 0.5, 0.5));  /* only the trial below */
    assert_false(cal_shade_accepts(5.0, 0.5, 1.0, 0.6, 0.5));  /* only the target below */
    assert_true(cal_shade_accepts(5.0, 0.7, 99.0, 0.7, 0.5));  /* both above, equal v, worse f */
    assert_false(cal_shade_accepts(5.0, 0.7, 1.0, 0.8, 0.5));  /* both above, worse v */
    assert_false(cal_shade_accepts(5.0, 0.0, INFINITY, INFINITY, 0.5));
}

static void gain_is_violation_first(void **state) {
    (void)state;
    assert_double(cal_shade_gain(5.0, 3.0, 9.0, 1.0), 2.0);
    assert_double(cal_shade_gain(5.0, 1.0, 2.0, 1.5), 3.0); /* larger v, below the level */
    assert_double(cal_shade_gain(5.0, 1.0, 7.0, 1.0), 0.0);
    assert_double(cal_shade_gain(INFINITY, INFINITY, 7.0, 1.0), INFINITY); /* counted as 0 */
}

/* N0 = 12, share 0.2: rank 3 from below; failed points are passed over. */
static void the_first_level(void **state) {
    (void)state;
    double          o[CAL_SHADE_OPTIONS] = {0}, f[12] = {0};
    double          v[12] = {9, 8, 0.5, 7, 3, 6, 2, 5, 4, 10, 11, 12};
    size_t          order[12];
    cal_shade_state s = {.o = o, .e = {.N0 = 12, .order = order}};
    s.e.P.f = f, s.e.P.v = v, s.e.P.count = 12;
    o[CAL_SHADE_SHARE] = 0.2;
    cal_shade_first_level(&s);
    assert_double(s.eps0, 3.0);
    for (int i = 2; i < 12; i++) v[i] = INFINITY;
    cal_shade_first_level(&s);
    assert_double(s.eps0, 9.0);
    o[CAL_SHADE_SHARE] = 0.0;
    cal_shade_first_level(&s);
    assert_double(s.eps0, 0.0);
}

/* At level 4 members 4, 6, 2 and 8 count as feasible and are ordered by f. */
static void pbest_by_the_level(void **state) {
    (void)state;
    double          f[10] = {0, 0, 9, 0, 1, 0, 2, 0, 8, 0}, key[10];
    double          v[10] = {9, 8, 0.5, 7, 3, 6, 2, 5, 4, 10};
    size_t          order[10];
    cal_shade_state s = {.eps = 4.0, .e.order = order, .key = key};
    s.e.P.f = f, s.e.P.v = v, s.e.P.count = 10;
    cal_shade_find_best(&s, 2);
    assert_int_equal(order[0] + order[1], 10);
    assert_true(order[0] == 4 || order[1] == 4);
    cal_shade_find_best(&s, 1);
    assert_int_equal(order[0], 4);
}

static void solves_a_known_problem(void **state) {
    (void)state;
    assert_solves_known("cal-shade", SET(0), 10000);
    assert_solves_known("cal-shade", SET("variant=published-like", "N0=40"), 10000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(acceptance_at_a_level),
        cmocka_unit_test(gain_is_violation_first),
        cmocka_unit_test(the_first_level),
        cmocka_unit_test(pbest_by_the_level),
        cmocka_unit_test(solves_a_known_problem),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
