/* optima: when a descent is taken for one that ended before. */
#include "testing.h"

#include "solver/sqp/optima.h"

static const double        lower[] = {0, 0, 3}, upper[] = {10, 10, 3};
static const unsigned char whole[] = {0, 1, 0};

static void begin(heco_optima *o, heco_arena *arena, heco_space *space) {
    *space = heco_problem_default().space;
    space->n = 3, space->lower = lower, space->upper = upper, space->integer = whole;
    *o = (heco_optima){0};
    heco_arena_init(arena);
    heco_optima_init(o, space, arena);
}

/* A tenth of the box is 1 for the first variable; for the integer any other value is far; the third
 * is fixed and does not count. */
static void nearness_is_measured_in_widths(void **state) {
    (void)state;
    heco_arena  arena;
    heco_space  space;
    heco_optima o;
    begin(&o, &arena, &space);
    assert_false(heco_optima_is_known(&o, (double[]){5, 2, 3}, 1.0, 0.0, 0.1));
    heco_optima_add(&o, (double[]){5, 2, 3}, 1.0, 0.0);
    assert_true(heco_optima_is_known(&o, (double[]){5.9, 2, 3}, 1.0, 0.0, 0.1));
    assert_false(heco_optima_is_known(&o, (double[]){6.1, 2, 3}, 1.0, 0.0, 0.1));
    assert_false(heco_optima_is_known(&o, (double[]){5, 3, 3}, 1.0, 0.0, 0.1));
    heco_arena_release(&arena);
}

/* The end of another descent is the same optimum up to rounding, also if it is a little better. */
static void the_same_optimum_is_no_basin(void **state) {
    (void)state;
    heco_arena  arena;
    heco_space  space;
    heco_optima o;
    begin(&o, &arena, &space);
    assert_false(heco_optima_is_same(&o, (double[]){5, 2, 3}, 1.0, 1.0));
    heco_optima_add(&o, (double[]){5, 2, 3}, 1.0, 0.0);
    assert_true(heco_optima_is_same(&o, (double[]){5 + 1e-7, 2, 3}, 1.0 - 1e-12, 1.0));
    assert_true(heco_optima_is_same(&o, (double[]){5 - 1e-7, 2, 3}, 1.0 + 1e-12, 1.0));
    assert_false(heco_optima_is_same(&o, (double[]){5, 2, 3}, 1.0 - 1e-8, 1.0)); /* a better value */
    assert_false(heco_optima_is_same(&o, (double[]){5.001, 2, 3}, 1.0, 1.0));    /* another point */
    heco_arena_release(&arena);
}

static void what_is_better_is_new(void **state) {
    (void)state;
    heco_arena  arena;
    heco_space  space;
    heco_optima o;
    const double x[] = {5, 2, 3};
    begin(&o, &arena, &space);
    heco_optima_add(&o, x, 1.0, 0.5);
    assert_true(heco_optima_is_known(&o, x, 0.0, 0.6, 0.1)); /* more violated: f does not matter */
    assert_false(heco_optima_is_known(&o, x, 2.0, 0.4, 0.1));
    assert_false(heco_optima_is_known(&o, x, 9.0, 0.0, 0.1));
    heco_arena_release(&arena);
}

static void the_oldest_is_forgotten_first(void **state) {
    (void)state;
    heco_arena  arena;
    heco_space  space;
    heco_optima o;
    begin(&o, &arena, &space);
    for (size_t i = 0; i <= HECO_OPTIMA_MOST; i++)
        heco_optima_add(&o, (double[]){0.1 * (double)i, 2, 3}, 1.0, 0.0);
    assert_false(heco_optima_is_known(&o, (double[]){0, 2, 3}, 1.0, 0.0, 1e-3));
    assert_true(heco_optima_is_known(&o, (double[]){0.1, 2, 3}, 1.0, 0.0, 1e-3));
    assert_true(heco_optima_is_known(&o, (double[]){6.4, 2, 3}, 1.0, 0.0, 1e-3));
    heco_arena_release(&arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nearness_is_measured_in_widths),
        cmocka_unit_test(the_same_optimum_is_no_basin),
        cmocka_unit_test(what_is_better_is_new),
        cmocka_unit_test(the_oldest_is_forgotten_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
