/* Choosing members: exclusions hold, every allowed index is equally likely. */
#include "testing.h"

#include "solver/common/pick.h"

enum { DRAWS = 120000 };

/* Each of the `allowed` indices within five standard deviations of its share. */
static void check_uniform(const size_t *count, size_t n, size_t allowed) {
    double share = (double)DRAWS / (double)allowed, spread = 5.0 * sqrt(share);
    size_t seen = 0;
    for (size_t i = 0; i < n; i++)
        if (count[i] > 0) {
            seen++;
            assert_near((double)count[i], share, spread);
        }
    assert_int_equal(seen, allowed);
}

static void others_are_uniform_and_exclude(void **state) {
    (void)state;
    heco_rng rng;
    heco_rng_init(&rng, 7, 0);
    size_t one[6] = {0}, two[6] = {0}, three[6] = {0};
    for (int d = 0; d < DRAWS; d++) {
        one[heco_pick_other(&rng, 6, 2)]++;
        two[heco_pick_other2(&rng, 6, 4, 0)]++;
        three[heco_pick_other3(&rng, 6, 5, 0, 3)]++;
    }
    assert_int_equal(one[2], 0);
    assert_int_equal(two[0] + two[4], 0);
    assert_int_equal(three[0] + three[3] + three[5], 0);
    check_uniform(one, 6, 5);
    check_uniform(two, 6, 4);
    check_uniform(three, 6, 3);
}

static void the_smallest_sets_work(void **state) {
    (void)state;
    heco_rng rng;
    heco_rng_init(&rng, 8, 0);
    for (int d = 0; d < 100; d++) {
        size_t r[3];
        assert_int_equal(heco_pick_other(&rng, 2, 0), 1);
        assert_int_equal(heco_pick_other2(&rng, 3, 2, 0), 1);
        heco_pick_three(r, &rng, 4, 1);
        assert_int_equal(r[0] + r[1] + r[2], 0 + 2 + 3);
        assert_true(r[0] != r[1] && r[1] != r[2] && r[0] != r[2]);
    }
}

static void a_subset_is_a_uniform_sample(void **state) {
    (void)state;
    heco_rng rng;
    heco_rng_init(&rng, 9, 0);
    size_t perm[5], first[5] = {0}, member[5] = {0};
    heco_pick_identity(perm, 5);
    for (int d = 0; d < DRAWS; d++) {
        heco_pick_subset(perm, 5, 2, &rng);
        assert_true(perm[0] != perm[1]);
        first[perm[0]]++;
        member[perm[0]]++;
        member[perm[1]]++;
    }
    check_uniform(first, 5, 5);
    for (size_t i = 0; i < 5; i++) assert_near((double)member[i], 0.4 * DRAWS, 900.0);
    size_t sum = 0;
    for (size_t i = 0; i < 5; i++) sum += 1u << perm[i];
    assert_int_equal(sum, 31); /* still a permutation */
}

static void roulette_follows_the_weights(void **state) {
    (void)state;
    heco_rng rng;
    heco_rng_init(&rng, 10, 0);
    double weight[3] = {1.0, 0.0, 3.0};
    size_t count[3]  = {0};
    for (int d = 0; d < DRAWS; d++) count[heco_pick_roulette(weight, 3, &rng)]++;
    assert_int_equal(count[1], 0);
    assert_near((double)count[0], 0.25 * DRAWS, 750.0);
}

/* Place r of n is proposed with 1/n and accepted with (n-1-r)/n: shares 3, 2, 1, 0 of 6. */
static void ranks_are_drawn_by_acceptance(void **state) {
    (void)state;
    heco_rng rng;
    heco_rng_init(&rng, 11, 0);
    size_t count[4] = {0};
    for (int d = 0; d < DRAWS; d++) count[heco_pick_ranked(4, &rng)]++;
    assert_near((double)count[0], DRAWS / 2.0, 900.0);
    assert_near((double)count[1], DRAWS / 3.0, 900.0);
    assert_near((double)count[2], DRAWS / 6.0, 900.0);
    assert_int_equal(count[3], 0);
    assert_int_equal(heco_pick_ranked(1, &rng), 0);
}

/* Weights 5, 4, 3 of places 0, 1, 2 of 5. */
static void linear_ranks(void **state) {
    (void)state;
    heco_rng rng;
    heco_rng_init(&rng, 12, 0);
    size_t count[5] = {0};
    for (int d = 0; d < DRAWS; d++) count[heco_pick_linear(3, 5, &rng)]++;
    for (size_t k = 0; k < 3; k++) assert_near((double)count[k], DRAWS * (5.0 - (double)k) / 12.0, 900.0);
    assert_int_equal(count[3] + count[4], 0);
    assert_int_equal(heco_pick_linear(1, 1, &rng), 0);
}

/* Weights 1, q, q^2, .. with and without a place; `a` = n: none left out. */
static void check_geometric(size_t n, double rate, size_t a, heco_rng *rng) {
    size_t count[8] = {0};
    double total    = 0.0;
    for (size_t k = 0; k < n; k++) total += k == a ? 0.0 : exp(-rate * (double)k);
    for (int d = 0; d < DRAWS; d++)
        count[a < n ? heco_pick_geometric_other(n, rate, a, rng) : heco_pick_geometric(n, rate, rng)]++;
    for (size_t k = 0; k < n; k++) {
        double p = k == a ? 0.0 : exp(-rate * (double)k) / total;
        assert_near((double)count[k], p * DRAWS, 5.0 * sqrt(p * (1.0 - p) * DRAWS) + 1e-9 * DRAWS);
    }
}

static void geometric_ranks(void **state) {
    (void)state;
    static const double rates[] = {0.0, 1e-9, 0.2, 1.0, 3.5};
    heco_rng rng;
    heco_rng_init(&rng, 13, 0);
    for (size_t r = 0; r < sizeof rates / sizeof rates[0]; r++)
        for (size_t a = 0; a <= 5; a++) check_geometric(5, rates[r], a, &rng);
    for (int d = 0; d < 100; d++) { /* nearly all the weight is left out */
        assert_int_equal(heco_pick_geometric_other(4, 1e3, 0, &rng), 1);
        assert_int_equal(heco_pick_geometric_other(4, 1e3, 2, &rng), 0);
        assert_int_equal(heco_pick_geometric_other(2, 7.0, 1, &rng), 0);
    }
    assert_int_equal(heco_pick_geometric(1, 7.0, &rng), 0);
}

static void pairs_are_distinct_and_reach_everywhere(void **state) {
    (void)state;
    heco_rng rng;
    size_t   r[2], seen0[4] = {0}, seen1[6] = {0};
    heco_rng_init(&rng, 1, 0);
    for (int k = 0; k < 6000; k++) {
        size_t i = (size_t)k % 4, b = (size_t)k / 4 % 4;
        heco_pick_pair(r, &rng, 4, 6, i, b);
        assert_true(r[0] < 4 && r[0] != i && r[0] != b);
        assert_true(r[1] < 6 && r[1] != i && r[1] != b && r[1] != r[0]);
        seen0[r[0]]++, seen1[r[1]]++;
    }
    for (int k = 0; k < 4; k++) assert_in_range(seen0[k], 1350, 1650);
    for (int k = 4; k < 6; k++) assert_in_range(seen1[k], 1750, 2200); /* 1/3.25 on average */
}

/* k = 4 of 6 without 2: each of the other five in each place about equally often. */
static void distinct_members(void **state) {
    (void)state;
    heco_rng rng;
    size_t   r[4], seen[4][6] = {{0}};
    heco_rng_init(&rng, 3, 0);
    for (int k = 0; k < 10000; k++) {
        heco_pick_distinct(r, 4, &rng, 6, 2);
        for (int a = 0; a < 4; a++) {
            assert_true(r[a] < 6 && r[a] != 2);
            for (int b = 0; b < a; b++) assert_true(r[a] != r[b]);
            seen[a][r[a]]++;
        }
    }
    for (int a = 0; a < 4; a++)
        for (int m = 0; m < 6; m++)
            if (m != 2) assert_in_range(seen[a][m], 1850, 2150);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(others_are_uniform_and_exclude), cmocka_unit_test(the_smallest_sets_work),
        cmocka_unit_test(a_subset_is_a_uniform_sample),   cmocka_unit_test(roulette_follows_the_weights),
        cmocka_unit_test(ranks_are_drawn_by_acceptance),  cmocka_unit_test(linear_ranks),
        cmocka_unit_test(geometric_ranks),
        cmocka_unit_test(pairs_are_distinct_and_reach_everywhere),
        cmocka_unit_test(distinct_members),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
