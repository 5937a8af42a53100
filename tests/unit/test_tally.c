/* tally: sums over the window, what is forgotten, probabilities. */
#include "testing.h"

#include "solver/de/tally.h"

static heco_arena arena;

static void play(heco_tally *t, size_t k, size_t wins, size_t losses) {
    for (size_t i = 0; i < wins; i++) heco_tally_add(t, k, 1);
    for (size_t i = 0; i < losses; i++) heco_tally_add(t, k, 0);
}

/* Window of two generations: the third forgets the first. */
static void old_generations_are_forgotten(void **state) {
    (void)state;
    heco_tally t;
    double     q[3];
    heco_tally_init(&t, 3, 2, &arena);
    heco_tally_next(&t);
    play(&t, 0, 3, 1);
    heco_tally_next(&t);
    play(&t, 0, 1, 3);
    play(&t, 1, 2, 2);
    heco_tally_shares(q, &t, 0.01); /* 4/8, 2/4, never: 0.51, 0.51, 0.01 over 1.03 */
    assert_near(q[0], 0.51 / 1.03, 1e-15);
    assert_near(q[1], 0.51 / 1.03, 1e-15);
    assert_near(q[2], 0.01 / 1.03, 1e-15);
    heco_tally_next(&t); /* only 1 of 4 is left of strategy 0 */
    heco_tally_shares(q, &t, 0.01);
    assert_near(q[0], 0.26 / 0.78, 1e-15);
    assert_near(q[1], 0.51 / 0.78, 1e-15);
    heco_tally_next(&t);
    heco_tally_next(&t);
    heco_tally_shares(q, &t, 0.01); /* nothing known */
    for (size_t k = 0; k < 3; k++) assert_near(q[k], 1.0 / 3.0, 1e-15);
    heco_tally_shares(q, &t, 0.0);
    for (size_t k = 0; k < 3; k++) assert_near(q[k], 1.0 / 3.0, 1e-15);
}

static void a_window_of_one(void **state) {
    (void)state;
    heco_tally t;
    double     q[2];
    heco_tally_init(&t, 2, 1, &arena);
    heco_tally_next(&t);
    play(&t, 0, 5, 0);
    heco_tally_next(&t);
    play(&t, 1, 1, 1);
    heco_tally_shares(q, &t, 0.5);
    assert_near(q[0], 1.0 / 3.0, 1e-15);
    assert_near(q[1], 2.0 / 3.0, 1e-15);
}

int main(void) {
    heco_arena_init(&arena);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(old_generations_are_forgotten),
        cmocka_unit_test(a_window_of_one),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    heco_arena_release(&arena);
    return failed;
}
