/* Success history: means worked by hand, cyclic writing, the terminal mark, sampling limits. */
#include "testing.h"

#include "solver/de/history.h"

static int setup_arena(void **state) {
    static heco_arena arena;
    heco_arena_init(&arena);
    *state = &arena;
    return 0;
}

static int drop_arena(void **state) {
    heco_arena_release(*state);
    return 0;
}

static void means_by_hand(void **state) {
    (void)state;
    double x[2] = {0.5, 1.0}, gain[2] = {1.0, 3.0}, zero[2] = {0.0, 0.0}, none[2] = {0.0, 0.0};
    /* weights 1/4 and 3/4: 0.875; squares 0.8125 over 0.875 */
    assert_double(heco_mean_weighted(x, gain, 2, HECO_MEAN_ARITHMETIC), 0.875);
    assert_near(heco_mean_weighted(x, gain, 2, HECO_MEAN_LEHMER), 0.8125 / 0.875, 1e-15);
    assert_double(heco_mean_weighted(x, none, 2, HECO_MEAN_ARITHMETIC), 0.75); /* equal weights */
    assert_double(heco_mean_weighted(zero, gain, 2, HECO_MEAN_LEHMER), 0.0);
}

static void slots_are_written_in_turn(void **state) {
    heco_history   h;
    heco_successes s;
    heco_history_init(&h, 2, 0.5, 0.25, *state);
    heco_successes_init(&s, 4, *state);
    heco_history_update(&h, &s, HECO_MEAN_LEHMER, 0);
    assert_int_equal(h.at, 0); /* no success, no step */
    heco_successes_add(&s, 0.75, 0.5, 2.0);
    for (size_t turn = 1; turn <= 3; turn++) {
        heco_history_update(&h, &s, HECO_MEAN_ARITHMETIC, 0);
        assert_int_equal(h.at, turn % 2);
    }
    assert_double(h.F[0], 0.75);
    assert_double(h.CR[1], 0.5);
}

/* F: weights 1/4, 3/4 of 0.5 and 1 give 0.8125/0.875 = 13/14; CR: 0 and 0.4 give 0.4. */
static void slots_are_blended(void **state) {
    heco_history   h;
    heco_successes s;
    heco_history_init(&h, 2, 0.3, 1.0, *state);
    heco_successes_init(&s, 2, *state);
    heco_history_blend(&h, &s, 0.35);
    assert_int_equal(h.at, 0); /* no success, nothing changes */
    heco_successes_add(&s, 0.5, 0.0, 1.0);
    heco_successes_add(&s, 1.0, 0.4, 3.0);
    heco_history_blend(&h, &s, 0.35);
    assert_near(h.F[0], 0.35 * 13.0 / 14.0 + 0.65 * 0.3, 1e-15);
    assert_near(h.CR[0], 0.35 * 0.4 + 0.65, 1e-15);
    assert_double(h.F[1], 0.3);
    s.gain[0] = s.gain[1] = 0.0; /* nothing gained: the mean counts as 1 */
    heco_history_blend(&h, &s, 0.5);
    assert_near(h.F[1], 0.65, 1e-15);
    assert_int_equal(h.at, 0);
    s.gain[1] = 1.0, s.CR[1] = 0.0; /* a mean of 0 counts as 1 as well */
    heco_history_blend(&h, &s, 1.0);
    assert_double(h.CR[0], 1.0);
    assert_double(h.F[0], 1.0);
}

static void terminal_slots_stay_terminal(void **state) {
    heco_history   h;
    heco_successes s;
    heco_rng       rng;
    heco_rng_init(&rng, 1, 0);
    heco_history_init(&h, 1, 0.5, 0.5, *state);
    heco_successes_init(&s, 4, *state);
    heco_successes_add(&s, 0.5, 0.0, 1.0);
    heco_history_update(&h, &s, HECO_MEAN_ARITHMETIC, 1);
    assert_true(isnan(h.CR[0]));
    assert_double(heco_history_draw_CR(h.CR[0], 0.1, &rng), 0.0);
    s.CR[0] = 0.9;
    heco_history_update(&h, &s, HECO_MEAN_ARITHMETIC, 1);
    assert_true(isnan(h.CR[0]));
    heco_history_update(&h, &s, HECO_MEAN_ARITHMETIC, 0); /* without the rule it comes back */
    assert_double(h.CR[0], 0.9);
}

/* P(F = 1) = P(C >= (1 - m)/0.1), with F <= 0 redrawn; m = 0.5: tails of arctan(5). */
static void sampling_has_the_right_shape(void **state) {
    (void)state;
    heco_rng rng;
    heco_rng_init(&rng, 2, 0);
    int    cut = 0, low = 0, draws = 200000;
    double sum = 0.0;
    for (int d = 0; d < draws; d++) {
        double F = heco_history_draw_F(0.5, 0.1, &rng), CR = heco_history_draw_CR(0.5, 0.1, &rng);
        assert_true(F > 0.0 && F <= 1.0 && CR >= 0.0 && CR <= 1.0);
        cut += F == 1.0;
        low += CR < 0.4;
        sum += CR;
    }
    double tail = 0.5 - atan(5.0) / 3.141592653589793;
    assert_near((double)cut / draws, tail / (1.0 - tail), 0.002);
    assert_near((double)low / draws, 0.158655, 0.004); /* one deviation below the mean */
    assert_near(sum / draws, 0.5, 0.001);
}

static void redrawn_numbers_stay_inside(void **state) {
    (void)state;
    heco_rng rng;
    heco_rng_init(&rng, 1, 0);
    double sum = 0.0;
    for (int i = 0; i < 10000; i++) {
        double x = heco_history_redraw_normal(0.0, 0.1, &rng);
        double y = heco_history_redraw_cauchy(1.0, 0.1, &rng);
        assert_true(x > 0.0 && x <= 1.0 && y > 0.0 && y < 1.0);
        sum += x;
    }
    assert_near(sum / 10000, 0.1 * sqrt(2.0 / 3.14159265358979), 0.003); /* half normal */
}

static void a_generation_without_success_carries_on(void **state) {
    (void)state;
    double       F[3] = {0.1, 0.2, 0.3}, CR[3] = {0.4, 0.5, 0.6};
    heco_history h = {.H = 3, .at = 0, .F = F, .CR = CR};
    heco_history_repeat_slot(&h);
    assert_double(F[0], 0.3);
    assert_double(CR[0], 0.6);
    assert_int_equal(h.at, 1);
    h.at = 2;
    heco_history_repeat_slot(&h);
    assert_double(F[2], 0.2);
    assert_int_equal(h.at, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(means_by_hand),
        cmocka_unit_test_setup_teardown(slots_are_written_in_turn, setup_arena, drop_arena),
        cmocka_unit_test_setup_teardown(slots_are_blended, setup_arena, drop_arena),
        cmocka_unit_test_setup_teardown(terminal_slots_stay_terminal, setup_arena, drop_arena),
        cmocka_unit_test(sampling_has_the_right_shape),
        cmocka_unit_test(redrawn_numbers_stay_inside),
        cmocka_unit_test(a_generation_without_success_carries_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
