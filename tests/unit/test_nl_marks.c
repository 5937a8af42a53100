/* Which suffixes of a .nl file are kept, which have no effect, and which are refused. */
#include "models/nl_marks.h"

#include "testing.h"

static const heco_nl_header head = {.vars = 3, .cons = 2, .objs = 1};

static void sets_are_kept(void **state) {
    (void)state;
    heco_arena    arena;
    heco_nl_marks marks;
    double       *values, *again;
    heco_arena_init(&arena);
    assert_int_equal(heco_nl_marks_init(&marks, &arena, &head), HECO_OK);
    assert_null(marks.sosno);
    assert_true(heco_nl_marks_suffix(&marks, &head, 0, "sosno", &values));
    assert_ptr_equal(values, marks.sosno);
    assert_true(heco_nl_marks_suffix(&marks, &head, 4, "sosno", &again)); /* as real numbers */
    assert_ptr_equal(again, values);
    assert_true(heco_nl_marks_suffix(&marks, &head, 4, "ref", &values) && values == marks.ref);
    assert_true(heco_nl_marks_suffix(&marks, &head, 0, "sos", &values) && values == marks.sos);
    /* AMPL marks its own rows; a set of rows means nothing */
    assert_true(heco_nl_marks_suffix(&marks, &head, 1, "sos", &values) && values == NULL);
    assert_false(heco_nl_marks_suffix(&marks, &head, 1, "sosno", &values));
    assert_string_equal(marks.unknown, "");
    heco_arena_release(&arena);
}

static void others(void **state) {
    (void)state;
    heco_nl_marks marks = {0}; /* nothing is kept */
    double       *values;
    assert_true(heco_nl_marks_suffix(&marks, &head, 0, "sosno", &values) && values == NULL);
    assert_true(heco_nl_marks_suffix(&marks, &head, 0, "priority", &values) && values == NULL);
    assert_true(heco_nl_marks_suffix(&marks, &head, 5, "dual", &values) && values == NULL);
    assert_string_equal(marks.unknown, "");
    assert_true(heco_nl_marks_suffix(&marks, &head, 2, "colour", &values) && values == NULL);
    assert_true(heco_nl_marks_suffix(&marks, &head, 3, "weight", &values) && values == NULL);
    assert_string_equal(marks.unknown, "colour, weight");
    for (int i = 0; i < 100; i++) heco_nl_marks_suffix(&marks, &head, 0, "another one", &values);
    assert_true(strlen(marks.unknown) < sizeof marks.unknown);
    assert_false(heco_nl_marks_suffix(&marks, &head, 0, "semicont", &values));
    assert_false(heco_nl_marks_suffix(&marks, &head, 1, "indicator", &values));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sets_are_kept),
        cmocka_unit_test(others),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
