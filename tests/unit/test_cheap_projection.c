/* Points are moved onto cheap constraints, inside the box, and integers stay. */
#include "testing.h"

#include <math.h>

#include "base/arena.h"
#include "run/cheap_projection.h"

static int disc_and_line(void *user, const double *x, double *g) {
    (void)user;
    g[0] = x[0] * x[0] + x[1] * x[1] - 2.0;
    g[1] = 1.0 - x[0] - x[1];
    return HECO_POINT_OK;
}

static int impossible(void *user, const double *x, double *g) {
    (void)user;
    g[0] = 1.0 + x[0] * x[0], g[1] = 0.0;
    return HECO_POINT_OK;
}

static int without_values(void *user, const double *x, double *g) {
    (void)user, (void)x, (void)g;
    return HECO_POINT_FAILED;
}

/* Moves a point and returns whether it was moved. */
static int move(heco_cheap_fn cheap, const unsigned char *integer, double *x) {
    static const double lower[] = {-2.0, -2.0}, upper[] = {3.0, 3.0}, tol[] = {1e-8, 1e-8};
    heco_problem        p = heco_problem_default();
    heco_arena          arena;
    p.space.n = 2, p.space.ng = 2, p.space.lower = lower, p.space.upper = upper;
    p.space.tol = tol, p.space.integer = integer;
    p.cheap = 2, p.eval_cheap = cheap;
    heco_arena_init(&arena);
    heco_cheap_projection *c = heco_cheap_projection_new(&p, &p.space, &arena);
    assert_non_null(c);
    int moved = heco_cheap_projection_move(c, x);
    heco_arena_release(&arena);
    return moved;
}

static void the_nearest_point_of_a_disc(void **state) {
    (void)state;
    double x[] = {3.0, 3.0};
    assert_true(move(disc_and_line, NULL, x));
    assert_near(x[0], 1.0, 1e-7);
    assert_near(x[1], 1.0, 1e-7);
    assert_true(x[0] * x[0] + x[1] * x[1] - 2.0 <= 1e-8);
}

static void points_that_meet_them_stay(void **state) {
    (void)state;
    double x[] = {0.9, 0.8};
    assert_false(move(disc_and_line, NULL, x));
    assert_near(x[0], 0.9, 0.0);
}

static void bounds_and_integers_hold(void **state) {
    (void)state;
    static const unsigned char second[] = {0, 1};
    double                     x[] = {-2.0, 1.0}, y[] = {0.0, -2.0};
    assert_true(move(disc_and_line, second, x));
    assert_near(x[1], 1.0, 0.0);
    assert_near(x[0], 0.0, 1e-7);                 /* both constraints leave x1 in [0, 1] */
    assert_false(move(disc_and_line, second, y)); /* no x1 meets both at x2 = -2 */
    assert_near(y[0], 0.0, 0.0);
}

static void without_such_a_point_nothing_moves(void **state) {
    (void)state;
    double x[] = {1.0, 1.0};
    assert_false(move(impossible, NULL, x));
    assert_false(move(without_values, NULL, x));
    assert_near(x[0], 1.0, 0.0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_nearest_point_of_a_disc),
        cmocka_unit_test(points_that_meet_them_stay),
        cmocka_unit_test(bounds_and_integers_hold),
        cmocka_unit_test(without_such_a_point_nothing_moves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
