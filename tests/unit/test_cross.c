/* Crossovers: shares, runs and the forced coordinate. Parent is 0 everywhere, mutant 1. */
#include "testing.h"

#include "solver/de/cross.h"

enum { N = 7, DRAWS = 40000 };

static size_t fresh(double *trial) {
    for (size_t j = 0; j < N; j++) trial[j] = 1.0;
    return N;
}

static size_t ones(const double *trial) {
    size_t sum = 0;
    for (size_t j = 0; j < N; j++) sum += trial[j] == 1.0;
    return sum;
}

static const double parent[300];

static double mean_taken(double CR, heco_force force, size_t *least) {
    heco_rng rng;
    double   trial[N], sum = 0.0;
    heco_rng_init(&rng, 3, 0);
    *least = N;
    for (int d = 0; d < DRAWS; d++) {
        size_t taken = heco_cross_binomial(trial, parent, CR, fresh(trial), force, &rng);
        assert_int_equal(taken, ones(trial));
        if (taken < *least) *least = taken;
        sum += (double)taken;
    }
    return sum / DRAWS;
}

static void binomial_takes_its_share(void **state) {
    (void)state;
    size_t least;
    /* forced: 1 + 6 CR; nothing forced: 7 CR; if none: 7 CR + (1 - CR)^7 */
    assert_near(mean_taken(0.3, HECO_FORCE_ONE, &least), 1.0 + 6.0 * 0.3, 0.03);
    assert_int_equal(least, 1);
    assert_near(mean_taken(0.3, HECO_FORCE_NOTHING, &least), 7.0 * 0.3, 0.03);
    assert_int_equal(least, 0);
    assert_near(mean_taken(0.3, HECO_FORCE_IF_NONE, &least), 7.0 * 0.3 + pow(0.7, 7), 0.03);
    assert_int_equal(least, 1);
    assert_near(mean_taken(0.0, HECO_FORCE_ONE, &least), 1.0, 0.0);
    assert_near(mean_taken(0.0, HECO_FORCE_NOTHING, &least), 0.0, 0.0);
    assert_near(mean_taken(1.0, HECO_FORCE_ONE, &least), N, 0.0);
}

/* Longer than one chunk of random bits. */
static void binomial_works_on_long_rows(void **state) {
    (void)state;
    heco_rng rng;
    heco_rng_init(&rng, 4, 0);
    double trial[300], sum = 0.0;
    for (int d = 0; d < 400; d++) {
        for (size_t j = 0; j < 300; j++) trial[j] = 1.0;
        sum += (double)heco_cross_binomial(trial, parent, 0.5, 300, HECO_FORCE_ONE, &rng);
    }
    assert_near(sum / 400.0, 150.5, 2.5);
}

/* The ones (or zeros) of a cyclic row form one run. */
static size_t changes(const double *trial) {
    size_t sum = 0;
    for (size_t j = 0; j < N; j++) sum += trial[j] != trial[(j + 1) % N];
    return sum;
}

static void exponential_takes_one_run(void **state) {
    (void)state;
    heco_rng rng;
    heco_rng_init(&rng, 5, 0);
    double trial[N], sum = 0.0;
    for (int d = 0; d < DRAWS; d++) {
        size_t taken = heco_cross_exponential(trial, parent, 0.5, fresh(trial), &rng);
        assert_int_equal(taken, ones(trial));
        assert_true(taken >= 1 && changes(trial) <= 2);
        sum += (double)taken;
    }
    /* lengths 1..7 with P(L > l) = 0.5^l: the mean is the sum of 0.5^l, l = 0..6 */
    assert_near(sum / DRAWS, 2.0 - 1.0 / 64.0, 0.03);
    assert_int_equal(heco_cross_exponential(trial, parent, 1.0, fresh(trial), &rng), N);
    assert_int_equal(heco_cross_exponential(trial, parent, 0.0, fresh(trial), &rng), 1);
}

static void keep_run_is_the_mirror_image(void **state) {
    (void)state;
    heco_rng rng;
    heco_rng_init(&rng, 6, 0);
    double trial[N], sum = 0.0;
    for (int d = 0; d < DRAWS; d++) {
        size_t taken = heco_cross_keep_run(trial, parent, 0.5, N - 1, fresh(trial), &rng);
        assert_int_equal(taken, ones(trial));
        assert_true(taken >= 1 && changes(trial) <= 2);
        sum += (double)(N - taken);
    }
    assert_near(sum / DRAWS, 1.0 - 1.0 / 64.0, 0.03); /* sum of 0.5^l, l = 1..6 */
    assert_int_equal(heco_cross_keep_run(trial, parent, 1.0, N - 1, fresh(trial), &rng), 1);
    assert_int_equal(heco_cross_keep_run(trial, parent, 1.0, N, fresh(trial), &rng), 0);
    assert_int_equal(heco_cross_keep_run(trial, parent, 0.0, N, fresh(trial), &rng), N);
}

static void one_coordinate_gives_the_mutant(void **state) {
    (void)state;
    heco_rng rng;
    heco_rng_init(&rng, 7, 0);
    for (int d = 0; d < 50; d++) {
        double trial = 1.0;
        assert_int_equal(heco_cross_binomial(&trial, parent, 0.1, 1, HECO_FORCE_ONE, &rng), 1);
        assert_int_equal(heco_cross_exponential(&trial, parent, 0.1, 1, &rng), 1);
        assert_int_equal(heco_cross_keep_run(&trial, parent, 0.9, 0, 1, &rng), 1);
        assert_double(trial, 1.0);
    }
}

/* Taken coordinates are the mutant's, the others lie around the parent's with the scale given; the
 * coordinates chosen are those of the plain crossover. */
static void jumps_move_what_is_not_taken(void **state) {
    (void)state;
    double   scale[N] = {0.5, 0.5, 0.5, 0.0, 2.0, 2.0, 2.0}, trial[N], plain[N];
    double   below[3] = {0}, jumps[3] = {0};
    heco_rng rng, same;
    heco_rng_init(&rng, 8, 0);
    for (int d = 0; d < DRAWS; d++) {
        same         = rng;
        size_t taken = heco_cross_binomial_jump(trial, parent, 0.4, scale, fresh(trial), &rng);
        assert_int_equal(heco_cross_binomial(plain, parent, 0.4, fresh(plain), HECO_FORCE_ONE, &same), taken);
        for (size_t j = 0; j < N; j++) {
            size_t kind = j < 3 ? 0 : j == 3 ? 1 : 2;
            if (plain[j] == 1.0) {
                assert_double(trial[j], 1.0);
                continue;
            }
            jumps[kind] += 1.0;
            below[kind] += fabs(trial[j]) < scale[j]; /* half of a Cauchy lies within its scale */
            if (kind == 1) assert_double(trial[j], 0.0);
        }
    }
    for (size_t k = 0; k < 3; k += 2) assert_near(below[k] / jumps[k], 0.5, 0.01);
    assert_int_equal(heco_cross_binomial_jump(trial, parent, 1.0, scale, fresh(trial), &rng), N);
    assert_int_equal(ones(trial), N);
    assert_int_equal(heco_cross_binomial_jump(trial, parent, 0.0, scale, fresh(trial), &rng), 1);
    assert_int_equal(heco_cross_binomial_jump(trial, parent, 0.0, scale, 1, &rng), 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(binomial_takes_its_share),     cmocka_unit_test(binomial_works_on_long_rows),
        cmocka_unit_test(exponential_takes_one_run),    cmocka_unit_test(keep_run_is_the_mirror_image),
        cmocka_unit_test(one_coordinate_gives_the_mutant), cmocka_unit_test(jumps_move_what_is_not_taken),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
