/* Evaluated points in the unit cube: scaling, grids, distances. */
#include "testing.h"

#include "base/arena.h"
#include "solver/surrogate/samples.h"

/* A continuous, a fixed and an integer variable between 0.5 and 4.2: 1, 2, 3, 4. */
static const double        LOWER[3] = {-1, 7, 0.5}, UPPER[3] = {3, 7, 4.2};
static const unsigned char INTEGER[3] = {0, 0, 1};
static const double        TOL[2]     = {0.5, 0.25};

static heco_space space(void) {
    return (heco_space){
        .n = 3, .ng = 1, .nh = 1, .lower = LOWER, .upper = UPPER, .integer = INTEGER, .tol = TOL};
}

static void to_the_cube_and_back(void **state) {
    (void)state;
    heco_arena     arena;
    heco_samples e;
    heco_space     s    = space();
    double         x[3] = {1, 7, 3}, u[2], v[2] = {1.5, 0.4};
    heco_arena_init(&arena);
    heco_samples_init(&e, &s, 5, &arena);
    assert_int_equal(e.n, 2);
    heco_samples_to_cube(&e, u, x);
    assert_near(u[0], 0.5, 1e-15);
    assert_near(u[1], 2.0 / 3.0, 1e-15);
    x[0] = x[1] = x[2] = 0.0;
    heco_samples_to_space(&e, x, u);
    assert_double(x[0], 1.0);
    assert_double(x[1], 7.0);
    assert_double(x[2], 3.0);
    heco_samples_round(&e, v);
    assert_double(v[0], 1.0);
    assert_near(v[1], 1.0 / 3.0, 1e-15);
    heco_arena_release(&arena);
}

static void rows_and_distances(void **state) {
    (void)state;
    heco_arena     arena;
    heco_rng       rng;
    heco_samples e;
    heco_space     s    = space();
    double         y[3] = {1, 2, 3}, u[2] = {0, 0}, far[2];
    heco_batch    *b;
    heco_arena_init(&arena);
    heco_rng_init(&rng, 1, 0);
    heco_samples_init(&e, &s, 5, &arena);
    assert_true(isinf(heco_samples_distance(&e, u)));
    heco_samples_add(&e, u, y, 4);
    y[1] = NAN;
    u[0] = 1.0;
    heco_samples_add(&e, u, y, -1);
    y[1] = 1e200;
    heco_samples_add(&e, u, y, 0);
    assert_int_equal(e.usable[0], 1);
    assert_int_equal(e.usable[1], 0);
    assert_int_equal(e.usable[2], 0);
    assert_int_equal(e.run[0], 4);
    u[0] = 0.25;
    assert_near(heco_samples_distance(&e, u), 0.25, 1e-15);
    double distance = heco_samples_draw_farthest(&e, far, NULL, 0.0, 200, &rng);
    assert_double(far[1], 1.0); /* the other end of the grid */
    assert_near(distance, sqrt(1.25), 0.02);
    heco_samples_draw_farthest(&e, far, u, 0.1, 50, &rng);
    assert_true(far[0] >= 0.15 && far[0] <= 0.35 && far[1] == 0.0);
    assert_int_equal(heco_batch_new(&b, &s, 2), HECO_OK);
    b->f[1] = 5, b->g[1] = 2, b->h[1] = -3;
    heco_samples_outputs(&e, y, b, 1);
    assert_double(y[0], 5.0);
    assert_double(y[1], 1.5); /* less its tolerance */
    assert_double(y[2], -3.0);
    heco_batch_free(b);
    heco_arena_release(&arena);
}

static void a_grid_is_used_up(void **state) {
    (void)state;
    heco_arena          arena;
    heco_samples      e;
    const double        lower[2] = {0, 0}, upper[2] = {1, 2};
    const unsigned char integer[2] = {1, 1};
    heco_space          s          = {.n = 2, .lower = lower, .upper = upper, .integer = integer};
    double              u[2], y = 0.0;
    heco_arena_init(&arena);
    heco_samples_init(&e, &s, 8, &arena);
    for (int i = 0; i < 6; i++) {
        assert_int_equal(heco_samples_find_unused(&e, u), 1);
        assert_true(heco_samples_distance(&e, u) > 0.4);
        heco_samples_add(&e, u, &y, 0);
    }
    assert_int_equal(heco_samples_find_unused(&e, u), 0);
    e.integer[0] = 0; /* no grid */
    e.count      = 0;
    assert_int_equal(heco_samples_find_unused(&e, u), 0);
    heco_arena_release(&arena);
}

/* Bounds whose difference overflows. */
/* A layer of failed points is left out, up to the nearest point that is usable. */
static void layers_of_failed_points(void **state) {
    (void)state;
    static const double low[1] = {0}, high[1] = {1};
    heco_arena          arena;
    heco_samples        e;
    heco_space          s = {.n = 1, .lower = low, .upper = high};
    double              lower, upper;
    heco_arena_init(&arena);
    heco_samples_init(&e, &s, 10, &arena);
    heco_samples_add(&e, (double[]){0.0}, (double[]){NAN}, -1); /* only proposed */
    heco_samples_add(&e, (double[]){0.5}, (double[]){NAN}, 0);  /* far from both ends */
    heco_samples_range(&e, 0, &lower, &upper);
    assert_true(lower == 0.0 && upper == 1.0);
    heco_samples_add(&e, (double[]){0.0}, (double[]){NAN}, 0);
    heco_samples_range(&e, 0, &lower, &upper);
    assert_true(lower == 1e-8 && upper == 1.0);
    heco_samples_add(&e, (double[]){1e-4}, (double[]){NAN}, 0);
    heco_samples_range(&e, 0, &lower, &upper);
    assert_near(lower, 1e-3, 1e-15);
    heco_samples_add(&e, (double[]){1e-6}, (double[]){1.0}, 0); /* the failures have another reason */
    heco_samples_range(&e, 0, &lower, &upper);
    assert_double(lower, 0.0);
    heco_arena_release(&arena);
}

static void a_huge_box(void **state) {
    (void)state;
    heco_arena     arena;
    heco_samples e;
    const double   lower = -1.5e308, upper = 1.5e308;
    heco_space     s = {.n = 1, .lower = &lower, .upper = &upper};
    double         u = 0.25, x;
    heco_arena_init(&arena);
    heco_samples_init(&e, &s, 1, &arena);
    heco_samples_to_space(&e, &x, &u);
    assert_near(x / 1e308, -0.75, 1e-12);
    heco_samples_to_cube(&e, &u, &x);
    assert_near(u, 0.25, 1e-12);
    heco_arena_release(&arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(to_the_cube_and_back),
        cmocka_unit_test(rows_and_distances),
        cmocka_unit_test(a_grid_is_used_up),
        cmocka_unit_test(layers_of_failed_points),
        cmocka_unit_test(a_huge_box),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
