/* Lanes that hear of each other at once, without waiting: the test of their determinism notices. */
#include "testing.h"

#include <math.h>

#include "run/lanes_state.h"

#define heco_lanes_news(lanes, until) (heco_lanes_news)((lanes), UINT64_MAX)
#include "../../src/run/lanes.c"

#include "../lanes_orders.h"

static void instant_sharing_depends_on_the_order(void **state) {
    heco_problem     p = lanes_bumpy_problem();
    heco_run_options o = heco_run_options_default();
    size_t           differ = 0;
    (void)state;
    o.max_evals = 3000;
    for (o.seed = 1; o.seed <= 8; o.seed++) {
        uint64_t first = lanes_search(&p, &o, 6, &(lanes_cluster){1, 0, 0, 0});
        for (uint64_t k = 1; k < 4; k++) differ += lanes_search(&p, &o, 6, &(lanes_cluster){16, k, 0, 0}) != first;
    }
    assert_true(differ > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(instant_sharing_depends_on_the_order)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
