#include "testing.h"

#include "base/quantile.h"

/* R: quantile(c(7, 1, 4, 2, 11), c(0, .1, .25, .5, .9, 1)) */
static void agrees_with_r(void **state) {
    const double v[] = {7.0, 1.0, 4.0, 2.0, 11.0}, p[] = {0.0, 0.1, 0.25, 0.5, 0.9, 1.0};
    const double want[] = {1.0, 1.4, 2.0, 4.0, 9.4, 11.0};
    size_t       order[5], scratch[5];
    (void)state;
    for (size_t i = 0; i < 6; i++)
        assert_near(heco_quantile(v, 5, p[i], order, scratch), want[i], 1e-14);
    assert_double(heco_quantile(v, 1, 0.3, order, scratch), 7.0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(agrees_with_r)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
