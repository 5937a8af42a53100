/* Bounds: each rule on the box [0, 4], worked by hand; all leave the inside alone. */
#include "testing.h"

#include "solver/common/repair.h"

enum { N = 6 };
static const double     lower[N]  = {0, 0, 0, 0, 0, 2};
static const double     upper[N]  = {4, 4, 4, 4, 4, 2}; /* the last variable is fixed */
static const heco_space space     = {.n = N, .lower = lower, .upper = upper};
static const double     outside[N] = {-1, 5, -7, 17, 2.5, 9};
static const double     target[N]  = {2, 2, 1, 3, 2, 2};

static void check(const double *u, const double *expected) {
    for (size_t j = 0; j < N; j++) assert_double(u[j], expected[j]);
}

static double *start(double *u) { return memcpy(u, outside, sizeof outside); }

static void rules_by_hand(void **state) {
    (void)state;
    double   u[N];
    heco_repair_reflect_once(start(u), &space);
    check(u, (double[]){1, 3, 4, 0, 2.5, 2}); /* -7 -> 7 -> 4; 17 -> -9 -> 0 */
    heco_repair_reflect(start(u), &space);
    check(u, (double[]){1, 3, 1, 1, 2.5, 2}); /* -7 -> 7 -> 1; 17 -> -9 -> 9 -> -1 -> 1 */
    heco_repair_reflect_mod(start(u), &space);
    check(u, (double[]){1, 3, 3, 3, 2.5, 2}); /* 7 mod 4 = 3; 13 mod 4 = 1, 4 - 1 */
    heco_repair_clip(start(u), &space);
    check(u, (double[]){0, 4, 0, 4, 2.5, 2});
    heco_repair_midpoint(start(u), target, &space);
    check(u, (double[]){1, 3, 0.5, 3.5, 2.5, 2});
    heco_repair_blend(start(u), target, 0.25, &space);
    check(u, (double[]){1.5, 2.5, 0.75, 3.25, 2.5, 2});
}

static void resampling_redraws_only_what_is_outside(void **state) {
    (void)state;
    heco_rng rng;
    heco_rng_init(&rng, 1, 0);
    double u[N], sum = 0.0;
    for (int d = 0; d < 4000; d++) {
        heco_repair_resample(start(u), &space, &rng);
        for (size_t j = 0; j < N; j++) assert_true(u[j] >= lower[j] && u[j] <= upper[j]);
        assert_double(u[4], 2.5);
        assert_double(u[5], 2.0);
        sum += u[0];
    }
    assert_near(sum / 4000.0, 2.0, 0.1);
}

/* Coordinates 0 and 2 are below, 1 and 3 above: three ways for each pair, and the two decisions are
 * independent. -7 mirrored is 7, outside: set to 4; 17 mirrored is -9: also set to 4. */
static void reflect_or_bound_decides_once_per_side(void **state) {
    (void)state;
    static const double ways[2][3][2] = {{{1, 4}, {0, 0}, {4, 4}}, {{3, 4}, {0, 0}, {4, 4}}};
    size_t              seen[3][3] = {{0}};
    heco_rng            rng;
    heco_rng_init(&rng, 1, 0);
    for (size_t round = 0; round < 1600; round++) {
        double u[N];
        size_t way[2];
        heco_repair_reflect_or_bound(start(u), &space, &rng);
        for (size_t side = 0; side < 2; side++) {
            way[side] = 0;
            while (way[side] < 3 &&
                   (u[side] != ways[side][way[side]][0] || u[side + 2] != ways[side][way[side]][1]))
                way[side]++;
            assert_true(way[side] < 3);
        }
        seen[way[0]][way[1]]++;
        assert_double(u[4], 2.5);
        assert_double(u[5], 2.0);
    }
    for (size_t a = 0; a < 3; a++)
        for (size_t b = 0; b < 3; b++) { /* 400, 200 or 100 of 1600 */
            double expected = 1600.0 / ((a ? 4.0 : 2.0) * (b ? 4.0 : 2.0));
            assert_near((double)seen[a][b], expected, 5.0 * sqrt(expected));
        }
}

static void rounding_never_leaves_the_box(void **state) {
    (void)state;
    const double lo[1] = {0.1}, hi[1] = {0.3};
    heco_space   tiny = {.n = 1, .lower = lo, .upper = hi};
    for (int k = -4000; k < 4000; k++) {
        double at[1] = {0.1 + 0.2 * fabs(sin(k))}, u[1];
        for (int rule = 0; rule < 4; rule++) {
            u[0] = 0.001 * k;
            if (rule == 0) heco_repair_reflect_once(u, &tiny);
            if (rule == 1) heco_repair_reflect(u, &tiny);
            if (rule == 2) heco_repair_reflect_mod(u, &tiny);
            if (rule == 3) heco_repair_midpoint(u, at, &tiny);
            assert_true(u[0] >= 0.1 && u[0] <= 0.3);
        }
    }
}

/* Twice a bound is infinite here, and so may be what a mutation gives. Mirroring once, the inner loop of
 * HECO-DE, is not among these: there the run puts points back (test_wide_boxes, every algorithm). */
static void wide_boxes_are_not_left(void **state) {
    (void)state;
    static const double box[][2] = {{0, 9.1e307}, {-1e308, 0}, {1e308, 1.7e308}, {-1.7e308, -1e308}};
    static const double at[]     = {-INFINITY, -1.79e308, -1e307, 0, 1e307, 1.79e308, INFINITY};
    heco_rng            rng;
    heco_rng_init(&rng, 2, 0);
    for (size_t k = 0; k < sizeof box / sizeof box[0]; k++)
        for (size_t i = 0; i < sizeof at / sizeof at[0]; i++)
            for (int rule = 1; rule < 5; rule++) {
                heco_space wide = {.n = 1, .lower = &box[k][0], .upper = &box[k][1]};
                double     u[1] = {at[i]};
                if (rule == 1) heco_repair_reflect(u, &wide);
                if (rule == 2) heco_repair_reflect_mod(u, &wide);
                if (rule == 3) heco_repair_reflect_or_bound(u, &wide, &rng);
                if (rule == 4) heco_repair_resample(u, &wide, &rng);
                assert_true(u[0] >= box[k][0] && u[0] <= box[k][1]);
            }
}

static void near_the_bound_on_the_side_of_the_target(void **state) {
    (void)state;
    const double lo[3] = {0, 0, 2}, hi[3] = {10, 10, 2}, at[3] = {5, 5, 2};
    heco_space   box = {.n = 3, .lower = lo, .upper = hi};
    heco_rng     rng;
    double       least = 10.0, most = 0.0;
    heco_rng_init(&rng, 5, 0);
    for (int k = 0; k < 1000; k++) {
        double u[3] = {-1e300, INFINITY, 7.0};
        heco_repair_near(u, at, 0.1, &box, &rng);
        assert_true(u[0] >= 0.0 && u[0] < 0.5); /* b target, b < 0.1 */
        assert_true(u[1] <= 10.0 && u[1] > 9.5);
        assert_double(u[2], 2.0);
        least = fmin(least, u[0]), most = fmax(most, u[0]);
    }
    assert_true(least < 0.01 && most > 0.49);
    double inside[3] = {1, 9, 2};
    heco_repair_near(inside, at, 0.1, &box, &rng);
    assert_double(inside[0], 1.0);
    assert_double(inside[1], 9.0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rules_by_hand),
        cmocka_unit_test(resampling_redraws_only_what_is_outside),
        cmocka_unit_test(reflect_or_bound_decides_once_per_side),
        cmocka_unit_test(rounding_never_leaves_the_box),
        cmocka_unit_test(wide_boxes_are_not_left),
        cmocka_unit_test(near_the_bound_on_the_side_of_the_target),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
