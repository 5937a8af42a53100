/* Equivalent and helper objectives on a set of four points, worked by hand:
 *   f = 1 2 4 3,  v = 0.5 0 0 1,  so x* is the second point. */
#include "testing.h"

#include "solver/de/helper.h"

static const double f[4] = {1, 2, 4, 3}, v[4] = {0.5, 0, 0, 1};

static heco_helper made(heco_equivalent kind) {
    heco_extremes x;
    heco_helper   h;
    heco_extremes_init(&x);
    for (int i = 0; i < 4; i++) heco_extremes_add(&x, kind, f[i], v[i]);
    heco_helper_set(&h, &x, kind);
    return h;
}

static void check(heco_equivalent kind, const double *e) {
    heco_helper h = made(kind);
    for (int i = 0; i < 4; i++) {
        heco_objectives o = heco_helper_objectives(&h, f[i], v[i]);
        assert_near(o.e, e[i], 1e-15);
        assert_near(o.v, v[i], 1e-15);
        assert_near(o.f, (f[i] - 1.0) / 3.0, 1e-15);
    }
}

static void objectives_by_hand(void **state) {
    (void)state;
    check(HECO_EQUIVALENT_NEW, (double[]){0.5, 0, 1, 0.5}); /* |f - 2| / 2 */
    /* f for the feasible, v + 4 for the others: 4.5 2 4 5, then (e - 2)/3 */
    check(HECO_EQUIVALENT_FEASIBILITY, (double[]){2.5 / 3, 0, 2.0 / 3, 1});
    check(HECO_EQUIVALENT_DEATH, (double[]){1, 0, 1, 1});
    check(HECO_EQUIVALENT_NONE, (double[]){0, 1.0 / 3, 1, 2.0 / 3});
}

static void the_slip_puts_infeasible_points_first(void **state) {
    (void)state;
    heco_helper h = made(HECO_EQUIVALENT_FEASIBILITY_SLIP);
    assert_double(h.f_worst, -2147483647.0);
    assert_true(heco_helper_objectives(&h, 1, 0.5).e < 1e-6);
    assert_true(heco_helper_objectives(&h, 2, 0).e > 0.999);
}

static void equal_values_normalise_to_zero(void **state) {
    (void)state;
    for (int kind = HECO_EQUIVALENT_NEW; kind <= HECO_EQUIVALENT_NONE; kind++) {
        heco_extremes x;
        heco_helper   h;
        heco_extremes_init(&x);
        heco_extremes_add(&x, (heco_equivalent)kind, 7.0, 3.0);
        heco_extremes_add(&x, (heco_equivalent)kind, 7.0, 3.0);
        heco_helper_set(&h, &x, (heco_equivalent)kind);
        heco_objectives o = heco_helper_objectives(&h, 7.0, 3.0);
        assert_double(o.e, 0.0);
        assert_double(o.v, 0.0);
        assert_double(o.f, 0.0);
    }
}

/* hold says "nothing moves" exactly when adding changes nothing that is used. */
static void hold_agrees_with_add(void **state) {
    (void)state;
    for (int kind = HECO_EQUIVALENT_NEW; kind <= HECO_EQUIVALENT_NONE; kind++)
        for (int a = -2; a <= 12; a++)
            for (int b = 0; b <= 6; b++) {
                heco_equivalent k     = (heco_equivalent)kind;
                heco_extremes   x;
                heco_helper     before, after;
                double          at_f = 0.5 * a, at_v = 0.25 * b;
                heco_extremes_init(&x);
                for (int i = 0; i < 4; i++) heco_extremes_add(&x, k, f[i], v[i]);
                int hold = heco_extremes_are_kept(&x, k, at_f, at_v);
                memset(&before, 0, sizeof before);
                memset(&after, 0, sizeof after);
                heco_helper_set(&before, &x, k);
                heco_extremes_add(&x, k, at_f, at_v);
                heco_helper_set(&after, &x, k);
                if (hold) assert_memory_equal(&before, &after, sizeof before);
                else if (k == HECO_EQUIVALENT_NEW || k == HECO_EQUIVALENT_NONE)
                    assert_memory_not_equal(&before, &after, sizeof before);
            }
}

static void only_finite_points_are_finite(void **state) {
    (void)state;
    assert_true(heco_helper_is_finite(1.0, 0.0));
    assert_false(heco_helper_is_finite(INFINITY, 0.0));
    assert_false(heco_helper_is_finite(1.0, INFINITY));
    assert_false(heco_helper_is_finite(NAN, 0.0));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(objectives_by_hand),       cmocka_unit_test(the_slip_puts_infeasible_points_first),
        cmocka_unit_test(equal_values_normalise_to_zero), cmocka_unit_test(hold_agrees_with_add),
        cmocka_unit_test(only_finite_points_are_finite),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
