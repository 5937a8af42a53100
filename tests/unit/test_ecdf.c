#include "testing.h"

#include "report/stats/stats.h"

static void steps(void **state) {
    (void)state;
    const double v[] = {30, 10, NAN, 20, 10}, at[] = {5, 10, 19, 20, 100},
                 want[] = {0, 0.4, 0.4, 0.6, 0.8};
    double fraction[5];
    assert_int_equal(heco_ecdf_at(v, 5, at, 5, fraction), HECO_OK);
    for (int i = 0; i < 5; i++) assert_double(fraction[i], want[i]);
    assert_int_equal(heco_ecdf_at(v, 0, at, 5, fraction), HECO_ERR_ARG);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(steps)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
