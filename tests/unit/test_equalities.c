/* Linear equalities: what is eliminated, projected, redundant, contradictory; and the nearest point
 * of a box on rows, compared with what it is by hand. */
#include "testing.h"

#include "run/presolve/presolve.h"

enum { N = 5 };
static double        lower[N], upper[N], coef[32], constant[4];
static unsigned char open_ends[N], integer[N];
static size_t        constraint[4], begin[5], entry[32];
static heco_linear   rows;
static heco_space    space;
static heco_arena    arena;
static heco_presolve presolve;

static void start(void) {
    space   = heco_problem_default().space;
    rows    = (heco_linear){0, constraint, begin, entry, coef, constant};
    space.n = N, space.nh = 4;
    space.lower = lower, space.upper = upper, space.missing = open_ends, space.integer = integer;
    space.linear = &rows;
    for (size_t j = 0; j < N; j++) lower[j] = 0, upper[j] = 1, open_ends[j] = integer[j] = 0;
}

static void row(double by, const double c[N]) {
    size_t i = rows.count++, at = begin[i];
    constraint[i] = i;
    constant[i]   = by;
    for (size_t j = 0; j < N; j++)
        if (c[j] != 0.0) entry[at] = j, coef[at] = c[j], at++;
    begin[i + 1] = at;
}
#define ROW(by, ...) row(by, (const double[N]){__VA_ARGS__})

static heco_status solve(heco_error *error) {
    heco_arena_release(&arena);
    heco_arena_init(&arena);
    return heco_presolve_init(&presolve, &space, &arena, error);
}

static void solves(size_t eliminated, size_t projected, size_t redundant, size_t left) {
    heco_error    error = {HECO_OK, ""};
    const size_t *count = presolve.equalities.count;
    if (solve(&error) != HECO_OK) fail_msg("%s", error.text);
    assert_int_equal(count[HECO_EQUALITY_ELIMINATED], eliminated);
    assert_int_equal(count[HECO_EQUALITY_PROJECTED], projected);
    assert_int_equal(count[HECO_EQUALITY_REDUNDANT], redundant);
    assert_int_equal(count[HECO_EQUALITY_LEFT], left);
}

static double residual(const double *x) {
    double worst = 0.0;
    for (size_t i = 0; i < rows.count; i++) {
        double sum = constant[i];
        for (size_t e = begin[i]; e < begin[i + 1]; e++) sum += coef[e] * x[entry[e]];
        worst = fmax(worst, fabs(sum));
    }
    return worst;
}

static void variables_without_bounds_are_eliminated(void **state) {
    (void)state;
    start();
    open_ends[3] = open_ends[4] = 3;
    ROW(-1.0, 1, 2, 0, -1, 0);  /* x4 = x1 + 2 x2 - 1      */
    ROW(0.5, 0, 0, 1, 1, -2.0); /* x5 = (x3 + x4 + 0.5) / 2 */
    solves(2, 0, 0, 0);
    double x[N] = {0.3, 0.9, 0.25, 77, 77};
    heco_equalities_complete(&presolve.equalities, x);
    assert_near(x[3], 1.1, 1e-15);
    assert_near(x[4], 0.925, 1e-15);
    assert_true(heco_presolve_is_eliminated(&presolve, 3));
    assert_false(heco_presolve_is_eliminated(&presolve, 0));
}

/* A variable with bounds is eliminated only where it can never leave them. */
static void bounds_that_follow_anyway_do_not_matter(void **state) {
    (void)state;
    start();
    upper[4] = 10.0;
    ROW(0.0, 1, 2, 3, 0, -1); /* x5 = x1 + 2 x2 + 3 x3, within 0 .. 6 */
    solves(1, 0, 0, 0);
    assert_int_equal(presolve.equalities.pivot[0], 4);
    start();
    upper[4] = 5.0;
    ROW(0.0, 1, 2, 3, 0, -1); /* may be 6: not within 0 .. 5 */
    solves(0, 1, 0, 0);
}

static void integers_are_not_eliminated(void **state) {
    (void)state;
    start();
    for (size_t j = 0; j < N; j++) integer[j] = 1, upper[j] = 9, open_ends[j] = 0;
    ROW(-4.0, 1, 1, 1, 1, 1);
    solves(0, 0, 0, 1);
    integer[2] = 0;
    solves(0, 1, 0, 0);
    double x[N] = {3, 1, 5.5, 2, 0};
    assert_int_equal(heco_project_point(&presolve.projection, x), 1);
    assert_near(residual(x), 2.0, 1e-12); /* as near as x3 alone can bring it */
    assert_double(x[2], 0.0);
    assert_double(x[0], 3.0);
    x[0] = 1.0, x[2] = 5.5, x[3] = 1.0;
    heco_project_point(&presolve.projection, x);
    assert_near(x[2], 1.0, 1e-14);
}

static void redundant_rows_are_found_and_contradictions_named(void **state) {
    (void)state;
    heco_error error = {HECO_OK, ""};
    start();
    ROW(-1.0, 1, 1, 1, 0, 0);
    ROW(-1.0, 0, 0, 1, 1, 1);
    ROW(-2.0, 1, 1, 2, 1, 1); /* the sum of the two */
    solves(0, 2, 1, 0);
    assert_int_equal(heco_presolve_fate(&presolve, 2), HECO_EQUALITY_REDUNDANT);
    constant[2] = -2.1;
    assert_int_equal(solve(&error), HECO_ERR_MODEL);
    assert_text(error.text, "the linear constraints contradict each other: constraint 3");
}

/* On one row with weights 1 the nearest point is known: the mean is taken off, what becomes
 * negative is 0 and the rest shares the difference. */
static void the_nearest_point_of_a_simplex(void **state) {
    (void)state;
    start();
    ROW(-1.0, 1, 1, 1, 1, 1);
    solves(0, 1, 0, 0);
    double x[N] = {0.5, 0.5, 0.3, 0.1, 0.0};
    assert_int_equal(heco_project_point(&presolve.projection, x), 1);
    /* -0.4 over five leaves x4 at 0.02 and x5 at -0.08, which is held at 0: -0.1 over four */
    static const double best[N] = {0.4, 0.4, 0.2, 0.0, 0.0};
    for (size_t j = 0; j < N; j++) assert_near(x[j], best[j], 1e-14);
    assert_int_equal(heco_project_point(&presolve.projection, x), 0); /* it is there */
}

static void points_land_on_the_rows_inside_the_box(void **state) {
    (void)state;
    start();
    lower[1] = -3.0, upper[1] = 2.0, upper[3] = 100.0;
    ROW(-1.0, 1, 2, 0, 0.01, 1);
    ROW(-0.5, 0, 1, 1, 0, -1);
    ROW(-0.9, 1, 0, 1, 0.02, 0);
    solves(1, 2, 0, 0); /* x2 = 0.5 - x3 + x5 is within its bounds anyway */
    uint64_t seed = 1;
    for (int t = 0; t < 1000; t++) {
        double x[N];
        for (size_t j = 0; j < N; j++) {
            seed = seed * 6364136223846793005u + 1442695040888963407u;
            x[j] = lower[j] + (upper[j] - lower[j]) * (double)(seed >> 11) * 0x1.0p-53;
        }
        heco_project_point(&presolve.projection, x);
        heco_equalities_complete(&presolve.equalities, x);
        for (size_t j = 0; j < N; j++) assert_true(x[j] >= lower[j] && x[j] <= upper[j]);
        assert_true(residual(x) < 1e-11);
    }
}

static void what_it_did_is_said_in_one_line(void **state) {
    (void)state;
    char text[200];
    start();
    open_ends[4] = 3, lower[4] = -1e12, upper[4] = 1e12;
    ROW(-1.0, 1, 1, 1, 0, 0);
    ROW(-1.0, 1, 0, 0, 0, 1);
    ROW(-2.0, 2, 2, 2, 0, 0);
    solves(1, 1, 1, 0);
    heco_presolve_describe(&presolve, text, sizeof text);
    assert_string_equal(text,
                        "2 missing bounds found, 1 variable eliminated, 1 linear equality met "
                        "by projection, 1 redundant equality");
    heco_presolve_describe(&presolve, text, 10); /* cut, not overrun */
    assert_string_equal(text, "2 missing");
}

static int end(void **state) {
    (void)state;
    heco_arena_release(&arena);
    return 0;
}

int main(void) {
    heco_arena_init(&arena);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(variables_without_bounds_are_eliminated),
        cmocka_unit_test(bounds_that_follow_anyway_do_not_matter),
        cmocka_unit_test(integers_are_not_eliminated),
        cmocka_unit_test(redundant_rows_are_found_and_contradictions_named),
        cmocka_unit_test(the_nearest_point_of_a_simplex),
        cmocka_unit_test(points_land_on_the_rows_inside_the_box),
        cmocka_unit_test(what_it_did_is_said_in_one_line),
    };
    return cmocka_run_group_tests(tests, NULL, end);
}
