#include "testing.h"

#include "base/arena.h"
#include "solver/surrogate/geometry.h"

/* Points on a line through the centre, and one too far away to count. */
static void the_direction_across_a_line(void **state) {
    (void)state;
    const double   lower[2] = {0, 0}, upper[2] = {1, 1}, c[2] = {0.5, 0.5}, y = 0.0;
    heco_space     s = {.n = 2, .lower = lower, .upper = upper};
    heco_arena     arena;
    heco_samples e;
    double         direction[2], work[8];
    heco_arena_init(&arena);
    heco_samples_init(&e, &s, 4, &arena);
    heco_samples_add(&e, c, &y, 0);
    heco_samples_add(&e, (const double[]){0.6, 0.7}, &y, 0);
    heco_samples_add(&e, (const double[]){0.45, 0.4}, &y, 0);
    heco_samples_add(&e, (const double[]){1.0, 0.25}, &y, 0);
    double value = heco_geometry_least_direction(direction, &e, c, 0.1, work);
    assert_near(value, 0.0, 1e-12);
    assert_near(fabs(direction[0]), 1.0, 1e-12);
    assert_near(direction[1] / direction[0], -0.5, 1e-12);
    assert_true(heco_geometry_least_direction(direction, &e, c, 0.25, work) > 0.5); /* now all four */
    heco_arena_release(&arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_direction_across_a_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
