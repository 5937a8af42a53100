/* Orders and comparators, with the schedules that go with them (popsize.h, epsilon.h). */
#include "testing.h"

#include "solver/common/epsilon.h"
#include "solver/common/order.h"
#include "solver/common/popsize.h"

static const double f[5] = {5, 1, 3, 3, 0}, v[5] = {0, 2, 0, 0, 0.5};

static void orders_by_hand(void **state) {
    (void)state;
    size_t order[5], scratch[5];
    double key[5];
    heco_order_feasible(order, f, v, 5, scratch);
    assert_memory_equal(order, ((size_t[]){2, 3, 0, 4, 1}), sizeof order); /* 2 and 3 tie: by index */
    heco_order_epsilon(order, f, v, 0.5, 5, (heco_order_work){key, scratch});
    assert_memory_equal(order, ((size_t[]){4, 2, 3, 0, 1}), sizeof order);
}

static void the_epsilon_rule(void **state) {
    (void)state;
    assert_true(heco_better_epsilon(1, 0.4, 2, 0.0, 0.5));  /* both count as feasible */
    assert_false(heco_better_epsilon(1, 0.6, 2, 0.0, 0.5));
    assert_true(heco_better_epsilon(1, 0.6, 2, 0.6, 0.5));  /* equal violations: f */
    assert_false(heco_better_epsilon(1, 0.5, 1, 0.0, 0.5)); /* strict */
}

static void acceptance_is_not_strict(void **state) {
    (void)state;
    assert_true(heco_accepts(1, 0, 1, 0));
    assert_false(heco_accepts(2, 0, 1, 0));
    assert_true(heco_accepts(9, 0, 1, 0.5));
    assert_false(heco_accepts(0, 0.5, 1, 0));
    assert_true(heco_accepts(9, 0.5, 1, 0.5)); /* equal violations: f does not count */
    assert_true(heco_accepts(INFINITY, INFINITY, INFINITY, INFINITY));
}

static void schedules_by_hand(void **state) {
    (void)state;
    assert_int_equal(heco_popsize_linear(450, 45, 0.0), 450);
    assert_int_equal(heco_popsize_linear(450, 45, 1.0), 45);
    assert_int_equal(heco_popsize_linear(450, 45, 0.1), 410); /* 409.5, halves away from zero */
    assert_double(heco_epsilon_power(8.0, 0.25, 0.5, 2.0), 2.0);
    assert_double(heco_epsilon_power(8.0, 0.5, 0.5, 2.0), 0.0);
}

static void three_in_order(void **state) {
    (void)state;
    const double F[4] = {1.0, 9.0, 5.0, 2.0}, V[4] = {1.0, 0.0, 0.0, 0.5};
    size_t       a[3] = {0, 1, 2}, b[3] = {3, 2, 0}, c[3] = {2, 1, 3};
    heco_order_three(a, F, V);
    heco_order_three(b, F, V);
    heco_order_three(c, F, V);
    assert_true(a[0] == 2 && a[1] == 1 && a[2] == 0);
    assert_true(b[0] == 2 && b[1] == 3 && b[2] == 0);
    assert_true(c[0] == 2 && c[1] == 1 && c[2] == 3);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(orders_by_hand),
        cmocka_unit_test(the_epsilon_rule),
        cmocka_unit_test(acceptance_is_not_strict),
        cmocka_unit_test(schedules_by_hand),
        cmocka_unit_test(three_in_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
