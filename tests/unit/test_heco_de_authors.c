/* The `authors` profile: the points in which it departs from `reference`. Includes the source. */
#include "island_fixture.h"

#include "../../src/solver/heco/heco_de_authors.c"

typedef struct {
    island_fixture   i;
    heco_de_authors *a;
} fixture;

enum { LAMBDA = 5, SIZE = 8 };

static void fixture_open(fixture *t) {
    heco_de_params p = {.lambda = LAMBDA, .N0 = SIZE, .H = 5, .gamma = 0.1, .archive = 4.0,
                        .cr_sample = HECO_DE_SAMPLE_AUTHORS, .cr_mean = HECO_MEAN_ARITHMETIC, .keep_max = 2};
    island_fixture_open(&t->i, &p, 21);
    for (size_t m = 0; m < SIZE; m++)
        heco_population_set(&t->i.d.P, m, (double[]){0.1 * (double)m, 1.0}, 10.0 + (double)m, 1.0);
    t->i.d.P.count = SIZE;
    heco_pick_identity(t->i.d.perm, SIZE);
    assert_int_equal(heco_de_authors_init(&t->a, &t->i.d, &t->i.setup), HECO_OK);
}

/* An accepted child is in Q immediately, in P only after the last target; the archive holds its row. */
static void children_enter_Q_immediately(void **state) {
    (void)state;
    fixture t;
    double  row[2];
    fixture_open(&t);
    heco_de_authors_ask(t.a, 0.1, row);
    size_t first = t.i.d.perm[0];
    double old   = t.i.d.P.f[first];
    assert_int_equal(heco_de_authors_tell(t.a, row, 1.0, 0.0), 0);
    assert_double(t.a->Q.f[0], 1.0);
    assert_double(t.i.d.P.f[first], old);
    assert_int_equal(t.a->entries, 1);
    assert_int_equal(t.a->entry[0], 0);
    heco_de_authors_ask(t.a, 0.1, row);
    assert_double(t.i.d.extremes.f_star, 1.0); /* the next target is compared with it */
    for (int i = 1; i < LAMBDA; i++) {
        if (i > 1) heco_de_authors_ask(t.a, 0.1, row);
        assert_int_equal(heco_de_authors_tell(t.a, row, 99.0, 99.0), i == LAMBDA - 1);
    }
    assert_double(t.i.d.P.f[first], 1.0);
    assert_int_equal(t.a->in_generation, 0);
    island_fixture_close(&t.i);
}

/* Point 2: all successes of the strategy have CR = 0, so the mean is 0.5. */
static void the_terminal_value_has_no_effect(void **state) {
    (void)state;
    fixture t;
    fixture_open(&t);
    t.i.d.memory[1].CR[3] = 0.2;
    assert_double(heco_de_authors_cr_mean(&t.i.d, 1, 3), 0.2);
    heco_successes_add(&t.i.d.success[1], 0.5, 0.0, 1.0);
    assert_double(heco_de_authors_cr_mean(&t.i.d, 1, 3), 0.5);
    heco_successes_add(&t.i.d.success[1], 0.5, 0.3, 1.0);
    assert_double(heco_de_authors_cr_mean(&t.i.d, 1, 3), 0.2);
    island_fixture_close(&t.i);
}

/* Point 3: mean 0.308, deviation 0.887, range -0.803 .. 1.711. */
static void the_normal_number_is_none(void **state) {
    (void)state;
    fixture t;
    double  sum = 0, square = 0, low = 9, high = -9;
    int     draws = 200000;
    fixture_open(&t);
    for (int d = 0; d < draws; d++) {
        double z = heco_de_draw_z(&t.i.d);
        sum += z, square += z * z, low = fmin(low, z), high = fmax(high, z);
    }
    assert_near(sum / draws, 0.308, 0.01);
    assert_near(sqrt(square / draws - sum / draws * sum / draws), 0.887, 0.01);
    assert_near(low, -0.803, 0.001);
    assert_near(high, 1.711, 0.001);
    island_fixture_close(&t.i);
}

/* Points 10 and 11: 6.5 rounds to the even 6; rows close up. */
static void the_size_is_rounded_to_even(void **state) {
    (void)state;
    fixture t;
    fixture_open(&t);
    heco_de_authors_shrink(t.a, 0.5); /* 8 - 0.5 (8 - 5) = 6.5 */
    assert_int_equal(t.i.d.P.count, 6);
    for (size_t m = 1; m < 6; m++) assert_true(t.i.d.P.f[m] > t.i.d.P.f[m - 1]); /* the order is kept */
    assert_double(t.i.d.P.f[0], 10.0);                                         /* the best was spared */
    island_fixture_close(&t.i);
}

static void the_archive_stays_within_its_limit(void **state) {
    (void)state;
    fixture t;
    fixture_open(&t);
    t.a->entry_limit = 3;
    for (size_t k = 0; k < 50; k++) {
        heco_de_authors_archive(t.a, k % LAMBDA);
        assert_true(t.a->entries <= 3);
    }
    island_fixture_close(&t.i);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(children_enter_Q_immediately),  cmocka_unit_test(the_terminal_value_has_no_effect),
        cmocka_unit_test(the_normal_number_is_none), cmocka_unit_test(the_size_is_rounded_to_even),
        cmocka_unit_test(the_archive_stays_within_its_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
