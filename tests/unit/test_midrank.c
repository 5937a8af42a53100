#include "testing.h"

#include "report/stats/stats.h"

static void shared_places(void **state) {
    (void)state;
    const double v[] = {5, 1, 5, 3, 5, 1}, want[] = {5, 1.5, 5, 3, 5, 1.5};
    double       ranks[6], ties;
    assert_int_equal(heco_midranks(v, 6, ranks, &ties), HECO_OK);
    for (int i = 0; i < 6; i++) assert_double(ranks[i], want[i]);
    assert_double(ties, 24.0 + 6.0); /* 3^3 - 3 and 2^3 - 2 */
    assert_int_equal(heco_midranks(v, 0, ranks, &ties), HECO_OK);
    assert_double(ties, 0.0);
    const double bad[] = {1, NAN};
    assert_int_equal(heco_midranks(bad, 2, ranks, NULL), HECO_ERR_ARG);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(shared_places)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
