/* Rows of a .nl model as inequalities and equalities: order, names, original forms, pairs. */
#include "models/nl/nl_rows.h"

#include <math.h>

#include "testing.h"

enum { ROWS = 6 };

static void rows_in_order(void **state) {
    (void)state;
    heco_nl_header head            = {.vars = 2, .cons = ROWS, .logical = 1, .objs = 1};
    int            partner[ROWS]   = {0, 0, 0, 0, 0, 2};
    unsigned char  side[ROWS]      = {0, 0, 0, 0, 0, 3};
    const double   lower[ROWS]     = {1, -1e20, 2, -INFINITY, 5, 0};
    const double   upper[ROWS]     = {4, 3, 1e20, INFINITY, 5, INFINITY};
    const double   x_lower[2]      = {0, -7};
    const double   x_upper[2]      = {1, INFINITY};
    const char    *names[ROWS + 2] = {"range", NULL, "least", "free", "equal", "pair", "rule"};
    heco_nl_sos_set    set             = {.type = 2, .number = 4, .count = 3};
    heco_nl_sos   sets            = {.count = 1, .set = &set};
    heco_nl_annotations  annotations           = {.partner = partner, .bounds = side};
    heco_nl_source source = {&head, &annotations, &sets, lower, upper, x_lower, x_upper, NULL, names};
    static const char *const want[] = {
        "range (lower)", "range (upper)", "c2",    "least",
        "SOS2 4",        "rule",          "equal", "pair (complements x2)"};
    const char   senses[] = {'>', '<', '<', '>', 0, 0, '=', 0};
    const double bounds[] = {1, 4, 3, 2, 0, 0, 5, 0};
    heco_nl_rows rows;
    heco_arena   arena;
    heco_arena_init(&arena);
    assert_int_equal(heco_nl_rows_init(&rows, &arena, &source), HECO_OK);
    assert_int_equal(rows.ng, 6);
    assert_int_equal(rows.nh, 2);
    for (size_t k = 0; k < 8; k++) {
        assert_string_equal(rows.names[k], want[k]);
        assert_int_equal(rows.forms[k].sense, senses[k]);
        assert_double(rows.forms[k].bound, bounds[k]);
        if (senses[k] != 0) assert_double(rows.forms[k].factor, senses[k] == '>' ? -1.0 : 1.0);
    }
    assert_true(rows.constraint[3].kind == HECO_NL_ABOVE && rows.constraint[3].row == 2);
    assert_true(rows.constraint[7].variable == 1 && rows.constraint[7].lower == -7 &&
                isinf(rows.constraint[7].upper));
    heco_arena_release(&arena);
}

/* The middle one of x - l, body and x - u. */
static void pairs(void **state) {
    (void)state;
    heco_nl_constraint both = {.kind = HECO_NL_COMPLEMENTARITY, .variable = 1, .lower = 0, .upper = 3};
    heco_nl_constraint one  = {.kind = HECO_NL_COMPLEMENTARITY, .lower = 0, .upper = INFINITY};
    heco_nl_constraint none = {.kind = HECO_NL_COMPLEMENTARITY, .lower = -INFINITY, .upper = INFINITY};
    assert_double(heco_nl_complementarity_residual(&both, 0, 5), 0);
    assert_double(heco_nl_complementarity_residual(&both, 3, -5), 0);
    assert_double(heco_nl_complementarity_residual(&both, 1, 0), 0);
    assert_double(heco_nl_complementarity_residual(&both, 1, 5), 1);
    assert_double(heco_nl_complementarity_residual(&both, 1, -5), -2);
    assert_double(heco_nl_complementarity_residual(&one, 2, -5), -5);
    assert_double(heco_nl_complementarity_residual(&one, 2, 7), 2);
    assert_double(heco_nl_complementarity_residual(&none, 2, 7), 7);
    double slope[3] = {5, 6, 7};
    heco_nl_complementarity_gradient(&both, 1, 0.5, slope, 3);
    assert_memory_equal(slope, ((double[]){5, 6, 7}), sizeof slope);
    heco_nl_complementarity_gradient(&both, 1, 5, slope, 3);
    assert_memory_equal(slope, ((double[]){0, 1, 0}), sizeof slope);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_in_order),
        cmocka_unit_test(pairs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
