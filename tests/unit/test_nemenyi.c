/* The example of Demsar (2006), section 3.2.2: four classifiers on 14 data sets. */
#include "testing.h"

#include "report/stats/stats.h"

static void demsar(void **state) {
    (void)state;
    /* q = 2.569 and 2.291 (table 5 there): 2.569 * sqrt(4 * 5 / (6 * 14)) */
    assert_near(heco_nemenyi_difference(0.05, 14, 4), 2.569 * sqrt(20.0 / 84.0), 2e-4);
    assert_near(heco_nemenyi_difference(0.10, 14, 4), 2.291 * sqrt(20.0 / 84.0), 2e-4);
    assert_near(heco_nemenyi_difference(0.05, 14, 4), 1.25, 5e-3); /* as printed there */
    assert_near(heco_nemenyi_difference(0.10, 14, 4), 1.12, 5e-3);
    double difference = heco_nemenyi_difference(0.05, 14, 4);
    assert_near(heco_nemenyi(1.5, 1.5 + difference, 14, 4), 0.05, 1e-12);
    assert_double(heco_nemenyi(2.0, 2.0, 14, 4), 1.0);
}

/* Two algorithms are one pair: Nemenyi's p is that of the normal contrast. */
static void two(void **state) {
    (void)state;
    assert_near(heco_nemenyi(1.2, 1.8, 10, 2), heco_friedman_contrast(1.2, 1.8, 10, 2), 1e-13);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(demsar), cmocka_unit_test(two)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
