/* Bounds worked out by hand. */
#include "testing.h"

#include "run/presolve/propagate.h"

enum { N = 4 };
static double        lower[N], upper[N];
static unsigned char open_ends[N], integer[N];

typedef struct {
    heco_space  space;
    heco_linear rows;
    size_t      constraint[4], begin[5], index[16];
    double      coef[16], constant[4];
} linear_space;

static linear_space all;

/* Variables 0 .. 10, all ends given; `open` below. */
static heco_box start(size_t ng, size_t nh) {
    memset(&all, 0, sizeof all);
    all.space    = heco_problem_default().space;
    all.space.n  = N;
    all.space.ng = ng, all.space.nh = nh;
    all.rows = (heco_linear){0, all.constraint, all.begin, all.index, all.coef, all.constant};
    all.space.linear  = &all.rows;
    all.space.integer = integer;
    for (size_t j = 0; j < N; j++) lower[j] = 0, upper[j] = 10, open_ends[j] = integer[j] = 0;
    return (heco_box){lower, upper, open_ends, 0, 0};
}

/* constant + c0 x0 + c1 x1 + ... as constraint k. */
static void row(size_t k, double constant, const double c[N]) {
    size_t i = all.rows.count++, at = all.begin[i];
    all.constraint[i] = k;
    all.constant[i]   = constant;
    for (size_t j = 0; j < N; j++)
        if (c[j] != 0.0) all.index[at] = j, all.coef[at] = c[j], at++;
    all.begin[i + 1] = at;
}
#define ROW(k, constant, ...) row(k, constant, (const double[N]){__VA_ARGS__})

static void works(heco_box *box) {
    heco_error error = {HECO_OK, ""};
    if (heco_propagate_bounds(box, &all.space, &error) != HECO_OK) fail_msg("%s", error.text);
}

static void refuses(heco_box *box, const char *words) {
    heco_error error = {HECO_OK, ""};
    assert_int_equal(heco_propagate_bounds(box, &all.space, &error), HECO_ERR_MODEL);
    assert_text(error.text, "contradict");
    assert_text(error.text, words);
}

static void an_inequality_gives_upper_and_lower_bounds(void **state) {
    (void)state;
    heco_box box = start(2, 0);
    ROW(0, -6.0, 2.0, 3.0);        /* 2 x + 3 y <= 6  */
    ROW(1, 4.0, 0.0, 0.0, -1, -1); /* z + w >= 4      */
    works(&box);
    assert_near(upper[0], 3.0, 1e-12);
    assert_near(upper[1], 2.0, 1e-12);
    assert_true(upper[0] >= 3.0 && upper[1] >= 2.0); /* nothing feasible is cut off */
    assert_double(lower[2], 0.0);
    assert_int_equal(box.moved, 2);
    box      = start(1, 0);
    upper[2] = 1.0;
    ROW(0, 4.0, 0.0, 0.0, -1, -1);
    works(&box);
    assert_near(lower[3], 3.0, 1e-12);
}

static void missing_bounds_are_found_along_a_chain(void **state) {
    (void)state;
    heco_box box = start(0, 2);
    for (size_t j = 1; j < 3; j++) lower[j] = -1e12, upper[j] = 1e12, open_ends[j] = 3;
    ROW(1, 0.0, 0.0, 1.0, -2.0);       /* y = 2 z, nothing known of either */
    ROW(0, -1.0, 3.0, -1.0, 0.0, 1.0); /* y = 3 x + w - 1                 */
    works(&box);
    assert_near(lower[1], -1.0, 1e-8);
    assert_near(upper[1], 39.0, 1e-7);
    assert_near(lower[2], -0.5, 1e-8);
    assert_near(upper[2], 19.5, 1e-7);
    assert_int_equal(open_ends[1] | open_ends[2], 0);
    assert_int_equal(box.closed, 4);
}

static void what_does_not_follow_stays_open(void **state) {
    (void)state;
    heco_box box = start(0, 1);
    for (size_t j = 0; j < 3; j++) lower[j] = -1e12, upper[j] = 1e12, open_ends[j] = 3;
    ROW(0, 0.0, 1.0, -1.0, 1.0);
    works(&box);
    assert_int_equal(box.closed + box.moved, 0);
    assert_int_equal(open_ends[0], 3);
    /* A known end on the far side of a made-up one moves that one along. */
    box      = start(1, 0);
    lower[0] = -5.0, upper[0] = 5.0, open_ends[0] = 3;
    ROW(0, 100.0, -1.0); /* x >= 100 */
    works(&box);
    assert_near(lower[0], 100.0, 1e-9);
    assert_int_equal(open_ends[0], HECO_UPPER_MISSING);
    assert_true(upper[0] > lower[0]);
}

static void integers_go_to_the_next_whole_number(void **state) {
    (void)state;
    heco_box box = start(1, 0);
    integer[0] = integer[1] = 1;
    ROW(0, -7.5, 2.0, 1.0);
    works(&box);
    assert_double(upper[0], 3.0);
    assert_double(upper[1], 7.0);
}

static void contradictions_are_named(void **state) {
    (void)state;
    heco_box box = start(1, 1);
    ROW(1, -30.0, 1.0, 1.0); /* x + y = 30, both at most 10 */
    refuses(&box, "constraint 2");
    box = start(1, 0);
    ROW(0, 1.0, 1.0); /* x <= -1 */
    refuses(&box, "constraint 1 leaves no value for variable 1");
    box = start(1, 0);
    ROW(0, 0.5, 0.0); /* 0.5 <= 0 */
    refuses(&box, "constraint 1 is always 0.5");
    box        = start(0, 1);
    integer[0] = 1;
    ROW(0, -0.5, 1.0); /* x = 0.5, x whole */
    refuses(&box, "variable 1");
}

static void a_bound_that_is_met_exactly_is_no_contradiction(void **state) {
    (void)state;
    heco_box box = start(0, 1);
    for (size_t j = 0; j < 3; j++) upper[j] = 0.1;
    ROW(0, -0.30000000000000004, 1.0, 1.0, 1.0); /* all at their upper bounds */
    works(&box);
    for (size_t j = 0; j < 3; j++) assert_near(lower[j], 0.1, 1e-8);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_inequality_gives_upper_and_lower_bounds),
        cmocka_unit_test(missing_bounds_are_found_along_a_chain),
        cmocka_unit_test(what_does_not_follow_stays_open),
        cmocka_unit_test(integers_go_to_the_next_whole_number),
        cmocka_unit_test(contradictions_are_named),
        cmocka_unit_test(a_bound_that_is_met_exactly_is_no_contradiction),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
