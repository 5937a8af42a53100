/* The box that a .nl model gets where its file leaves bounds out. */
#include "models/nl/nl_box.h"

#include <math.h>

#include "testing.h"

/* One variable: its box and start. */
static void check(double lower, double upper, double guess, int integer, const double want[3],
                  int open) {
    unsigned char flag  = (unsigned char)integer;
    heco_nl_box_input given = {.path = "m.nl", .n = 1, .lower = &lower, .upper = &upper};
    heco_space    space = {.n = 1};
    heco_arena    arena;
    const double *start;
    heco_error    error = {HECO_OK, ""};
    given.guess         = isnan(guess) ? NULL : &guess;
    given.integer       = &flag;
    heco_arena_init(&arena);
    if (heco_nl_box(&given, &arena, &space, &start, &error) != HECO_OK) fail_msg("%s", error.text);
    assert_double(space.lower[0], want[0]);
    assert_double(space.upper[0], want[1]);
    assert_double(start[0], want[2]);
    assert_int_equal(space.missing != NULL ? space.missing[0] : 0, open);
    heco_arena_release(&arena);
}

static void made_up_bounds(void **state) {
    (void)state;
    const int    both = HECO_LOWER_MISSING | HECO_UPPER_MISSING;
    const double far  = HECO_DEFAULT_BOUND;
    check(-INFINITY, INFINITY, NAN, 0, (double[]){-far, far, 0}, both);
    check(-1e20, 1e20, 0, 0, (double[]){-far, far, 0}, both);
    check(-INFINITY, INFINITY, -500, 0, (double[]){-far, far, -500}, both);
    check(-INFINITY, INFINITY, 2.5, 1, (double[]){-far, far, 2}, both);
    check(-INFINITY, INFINITY, 1e15, 0, (double[]){-1e16, 1e16, 1e15}, both);
    check(0, INFINITY, -7, 0, (double[]){0, far, 0}, HECO_UPPER_MISSING);
    check(3e12, INFINITY, NAN, 0, (double[]){3e12, 4e12, 3e12}, HECO_UPPER_MISSING);
    check(-INFINITY, 1e6, NAN, 0, (double[]){-far, 1e6, 0}, HECO_LOWER_MISSING);
    check(-INFINITY, -4, 3, 1, (double[]){-4 - far, -4, -4}, HECO_LOWER_MISSING);
    /* a guess that is none; bounds that are there */
    check(-INFINITY, INFINITY, INFINITY, 0, (double[]){-far, far, 0}, both);
    check(2, 3, NAN, 0, (double[]){2, 3, 2}, 0);
    check(0.5, 3.5, 9, 1, (double[]){0.5, 3.5, 3}, 0);
}

static void many_are_named_and_counted(void **state) {
    (void)state;
    double        lower[40], upper[40];
    unsigned char integer[40] = {0};
    heco_nl_box_input given       = {.path = "m.nl", .n = 40, .lower = lower, .upper = upper};
    heco_space    space       = {.n = 40};
    heco_arena    arena;
    const double *start;
    heco_error    error = {HECO_OK, ""};
    given.integer = integer, given.strict = 1;
    for (int j = 0; j < 40; j++) lower[j] = -INFINITY, upper[j] = j % 2 ? INFINITY : 0;
    heco_arena_init(&arena);
    assert_int_equal(heco_nl_box(&given, &arena, &space, &start, &error), HECO_ERR_MODEL);
    assert_text(error.text,
                "'m.nl': variables without bounds: 'x1' (no lower), 'x2' (no bounds), ");
    assert_text(error.text, " more: bound them in the model");
    heco_arena_release(&arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(made_up_bounds),
        cmocka_unit_test(many_are_named_and_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
