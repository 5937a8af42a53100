/* Initial designs. */
#include "testing.h"

#include "base/arena.h"
#include "solver/common/sample.h"

static const double     lower[2] = {-1, 3}, upper[2] = {1, 3};
static const heco_space space    = {.n = 2, .lower = lower, .upper = upper};

static void given_points_come_first(void **state) {
    (void)state;
    heco_rng rng;
    heco_rng_init(&rng, 1, 0);
    double     start[4] = {0.25, 3, 0.5, 3}, x[8];
    heco_setup setup    = {.space = &space, .start = start, .starts = 2, .rng = &rng};
    heco_batch batch    = {.n = 2, .x = x};
    assert_int_equal(heco_sample_initial(&batch, 4, &setup), HECO_OK);
    assert_int_equal(batch.count, 4);
    assert_memory_equal(x, start, sizeof start);
    for (size_t i = 2; i < 4; i++) assert_true(x[2 * i] >= -1 && x[2 * i] <= 1 && x[2 * i + 1] == 3);
    heco_sample_initial(&batch, 1, &setup); /* more points than room: the first ones */
    assert_int_equal(batch.count, 1);
    assert_double(x[0], 0.25);
    heco_sample_rows(&batch, 4, &setup); /* none of them is an initial point */
    assert_int_equal(batch.count, 4);
    assert_true(x[0] != 0.25 && x[2] != 0.5);
}

static void latin_has_one_point_per_slice(void **state) {
    (void)state;
    heco_rng rng;
    heco_rng_init(&rng, 2, 0);
    double x[20];
    size_t slot[10], seen = 0;
    heco_sample_latin(x, 10, &space, &rng, slot);
    for (size_t i = 0; i < 10; i++) seen |= (size_t)1 << (int)floor((x[2 * i] + 1.0) * 5.0);
    assert_int_equal(seen, 1023);
}

static void a_budget_too_small_is_refused_in_words(void **state) {
    (void)state;
    heco_error error = {HECO_OK, ""};
    heco_setup setup = {.max_evals = 10, .error = &error};
    assert_int_equal(heco_sample_check_budget(&setup, 10), HECO_OK);
    assert_int_equal(heco_sample_check_budget(&setup, 11), HECO_ERR_ARG);
    assert_text(error.text, "10 evaluations");
    assert_text(error.text, "population of 11");
}

static void disturbed_coordinates(void **state) {
    (void)state;
    const double low[3] = {0, 0, 5}, high[3] = {1, 1, 5}, from[3] = {0.25, 0.75, 5};
    heco_space   box = {.n = 3, .lower = low, .upper = high};
    double       x[3];
    int          kept = 0;
    heco_rng     rng;
    heco_rng_init(&rng, 1, 0);
    for (int k = 0; k < 10000; k++) {
        heco_sample_disturb(x, from, 0.3, &box, &rng);
        assert_true(x[0] >= 0.0 && x[0] <= 1.0);
        assert_double(x[2], 5.0);
        kept += x[0] == from[0];
        kept += x[1] == from[1];
    }
    assert_in_range(kept, 13700, 14300); /* 2 * 10000 * 0.7 */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(given_points_come_first),
        cmocka_unit_test(latin_has_one_point_per_slice),
        cmocka_unit_test(a_budget_too_small_is_refused_in_words),
        cmocka_unit_test(disturbed_coordinates),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
