/* Holm's adjustment by hand: p times the number of hypotheses left, never decreasing. */
#include "testing.h"

#include "report/stats/stats.h"

static void holm(void **state) {
    (void)state;
    const double p[] = {0.01, 0.04, NAN, 0.03, 0.005}, want[] = {0.03, 0.06, NAN, 0.06, 0.02};
    double       adjusted[5];
    assert_int_equal(heco_holm_adjust(p, 5, adjusted), HECO_OK);
    for (int i = 0; i < 5; i++) {
        if (i == 2)
            assert_true(isnan(adjusted[i]));
        else
            assert_near(adjusted[i], want[i], 1e-15);
    }
    double place[] = {0.9, 0.4, 0.5};
    assert_int_equal(heco_holm_adjust(place, 3, place), HECO_OK);
    for (int i = 0; i < 3; i++) assert_double(place[i], 1.0);
    assert_int_equal(heco_holm_adjust(place, 0, place), HECO_OK);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(holm)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
