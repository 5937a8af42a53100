/* The generator against the published sequence of xoshiro256++, and its streams. */
#include "testing.h"

#include "base/arena.h"
#include "base/rng.h"

/* First outputs from the state 1, 2, 3, 4: made with the reference program of Blackman and Vigna
 * (prng.di.unimi.it/xoshiro256plusplus.c), the same as in the tests of the crate rand_xoshiro. */
static void outputs_match_the_reference_program(void **state) {
    (void)state;
    static const uint64_t expected[10] = {
        41943041u,
        58720359u,
        3588806011781223u,
        3591011842654386u,
        9228616714210784205u,
        9973669472204895162u,
        14011001112246962877u,
        12406186145184390807u,
        15849039046786891736u,
        10450023813501588000u,
    };
    heco_rng rng = {{1, 2, 3, 4}};
    for (size_t i = 0; i < 10; i++) assert_int_equal(heco_rng_next(&rng), expected[i]);
}

/* splitmix64 from state 0 gives 0xe220a8397b1dcdaf first (Vigna's splitmix64.c). The second
 * number is chosen such that the second step starts from state 0 again. */
static void mixing_is_two_steps_of_splitmix(void **state) {
    (void)state;
    uint64_t first = 0xe220a8397b1dcdafu;
    assert_int_equal(heco_rng_mix(0, first - 0x632be59bd9b4e019u), first);
}

/* Pins the seeding, on which every seeded result depends: see CHANGELOG, "Results changed". */
static void seeding_stays_as_it_is(void **state) {
    (void)state;
    heco_rng rng;
    heco_rng_init(&rng, 1, 0);
    assert_int_equal(heco_rng_next(&rng), 9064113577751442999u);
    assert_int_equal(heco_rng_next(&rng), 16110592948113566853u);
}

static void seeds_and_streams_differ(void **state) {
    (void)state;
    uint64_t seen[400];
    size_t   count = 0;
    for (uint64_t seed = 0; seed < 20; seed++)
        for (uint64_t stream = 0; stream < 20; stream++) {
            heco_rng rng;
            heco_rng_init(&rng, seed, stream);
            uint64_t x = heco_rng_next(&rng);
            for (size_t i = 0; i < count; i++) assert_int_not_equal(x, seen[i]);
            seen[count++] = x;
        }
}

static void uniform_numbers_fill_the_interval(void **state) {
    (void)state;
    enum { DRAWS = 100000, CELLS = 20 };
    heco_rng rng;
    heco_rng_init(&rng, 7, 0);
    size_t cell[CELLS] = {0};
    for (size_t i = 0; i < DRAWS; i++) {
        double u = heco_rng_uniform(&rng);
        assert_true(u >= 0.0 && u < 1.0);
        cell[(size_t)(u * CELLS)]++;
    }
    double chi2 = 0.0, mean = (double)DRAWS / CELLS;
    for (size_t k = 0; k < CELLS; k++) chi2 += (cell[k] - mean) * (cell[k] - mean) / mean;
    assert_true(chi2 < 43.8); /* 19 degrees of freedom, 99.9 % */
    rng = (heco_rng){{0, 0, 0, 0}};
    assert_double(heco_rng_uniform_inline(&rng), 0.0);
    /* all ones leave the generator as rotl(-2, 23) - 1: the largest mantissa is below 1 */
    rng = (heco_rng){{UINT64_MAX, 0, 0, 0}};
    assert_true(heco_rng_uniform_inline(&rng) < 1.0);
}

static void indices_are_unbiased(void **state) {
    (void)state;
    enum { DRAWS = 70000 };
    heco_rng rng;
    heco_rng_init(&rng, 11, 3);
    for (size_t n = 1; n <= 7; n++) {
        size_t seen[7] = {0};
        for (size_t i = 0; i < DRAWS; i++) {
            size_t k = heco_rng_index(&rng, n);
            assert_true(k < n);
            seen[k]++;
        }
        double p = 1.0 / (double)n, sd = sqrt(DRAWS * p * (1.0 - p));
        for (size_t k = 0; k < n; k++) assert_near((double)seen[k], DRAWS * p, 4.5 * sd + 1e-9);
    }
    assert_int_equal(heco_rng_index(&rng, 0), 0);
}

/* Lemire's rejection: with n = 3 * 2^30 a quarter of the 32-bit draws would be doubled. The
 * lower third then has to hold one third of the draws, not one half. */
static void a_large_range_is_unbiased_too(void **state) {
    (void)state;
    heco_rng rng;
    heco_rng_init(&rng, 5, 0);
    size_t n = (size_t)3 << 30, low = 0;
    for (size_t i = 0; i < 30000; i++) low += heco_rng_index_inline(&rng, n) < n / 3;
    assert_near((double)low, 10000.0, 4.5 * sqrt(30000 * 2.0 / 9.0));
}

static void the_arena_owns_a_stream(void **state) {
    (void)state;
    heco_arena arena;
    heco_rng   rng;
    heco_arena_init(&arena);
    heco_rng_init(&rng, 9, 4);
    heco_rng *taken = heco_arena_take_rng(&arena, 9, 4);
    for (int i = 0; i < 5; i++) assert_double(heco_rng_uniform(taken), heco_rng_uniform(&rng));
    heco_arena_release(&arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(outputs_match_the_reference_program),
        cmocka_unit_test(mixing_is_two_steps_of_splitmix),
        cmocka_unit_test(seeding_stays_as_it_is),
        cmocka_unit_test(seeds_and_streams_differ),
        cmocka_unit_test(uniform_numbers_fill_the_interval),
        cmocka_unit_test(indices_are_unbiased),
        cmocka_unit_test(a_large_range_is_unbiased_too),
        cmocka_unit_test(the_arena_owns_a_stream),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
