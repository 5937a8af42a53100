/* Competition of strategies: probabilities and both reset rules, worked by hand. */
#include "testing.h"

#include "solver/de/compete.h"

static void probabilities_and_reset(void **state) {
    (void)state;
    heco_compete c;
    heco_compete_init(&c, 4, 2.0, 1.0 / 20.0);
    assert_double(c.q[0], 0.25);
    assert_double(c.q[3], 1.0);
    c.n[1] = 24.0; /* (2, 26, 2, 2)/32: the smallest is 1/16 */
    heco_compete_refresh(&c);
    assert_double(c.q[0], 2.0 / 32.0);
    assert_double(c.q[1], 28.0 / 32.0);
    c.n[1] = 33.0; /* 2/41 < 1/20 */
    heco_compete_refresh(&c);
    assert_double(c.n[1], 0.0);
    assert_double(c.q[1], 0.5);
}

static void the_program_of_lshade44_draws_before_it_resets(void **state) {
    (void)state;
    heco_compete c;
    heco_rng     rng;
    heco_rng_init(&rng, 5, 0);
    int second = 0;
    for (int d = 0; d < 20000; d++) {
        heco_compete_init(&c, 4, 2.0, 1.0 / 20.0);
        c.n[1] = 72.0; /* 74 of 80 for strategy 1, the others 2 of 80 */
        second += heco_compete_draw_then_reset(&c, &rng) == 1;
        assert_double(c.n[1], 0.0);
    }
    assert_near(second / 20000.0, 74.0 / 80.0, 0.01);
}

static void picks_follow_the_probabilities(void **state) {
    (void)state;
    heco_compete c;
    heco_rng     rng;
    heco_rng_init(&rng, 6, 0);
    heco_compete_init(&c, 3, 1.0, 0.0);
    c.n[0] = 3.0, c.n[2] = 1.0; /* 4, 1, 2 of 7 */
    heco_compete_refresh(&c);
    int count[3] = {0};
    for (int d = 0; d < 70000; d++) count[heco_compete_pick(&c, &rng)]++;
    assert_near(count[0], 40000.0, 700.0);
    assert_near(count[1], 10000.0, 500.0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(probabilities_and_reset),
        cmocka_unit_test(the_program_of_lshade44_draws_before_it_resets),
        cmocka_unit_test(picks_follow_the_probabilities),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
