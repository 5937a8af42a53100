/* Which suffixes of a .nl file are kept, which have no effect, and which are refused. */
#include "models/nl/nl_annotations.h"

#include "testing.h"

static const heco_nl_header head = {.vars = 3, .cons = 2, .objs = 1};

static void sets_are_kept(void **state) {
    (void)state;
    heco_arena    arena;
    heco_nl_annotations annotations;
    double       *values, *again;
    heco_arena_init(&arena);
    assert_int_equal(heco_nl_annotations_init(&annotations, &arena, &head), HECO_OK);
    assert_null(annotations.sosno);
    assert_true(heco_nl_annotations_suffix(&annotations, &head, 0, "sosno", &values));
    assert_ptr_equal(values, annotations.sosno);
    assert_true(heco_nl_annotations_suffix(&annotations, &head, 4, "sosno", &again)); /* as real numbers */
    assert_ptr_equal(again, values);
    assert_true(heco_nl_annotations_suffix(&annotations, &head, 4, "ref", &values) && values == annotations.ref);
    assert_true(heco_nl_annotations_suffix(&annotations, &head, 0, "sos", &values) && values == annotations.sos);
    /* AMPL annotations its own rows; a set of rows means nothing */
    assert_true(heco_nl_annotations_suffix(&annotations, &head, 1, "sos", &values) && values == NULL);
    assert_false(heco_nl_annotations_suffix(&annotations, &head, 1, "sosno", &values));
    assert_string_equal(annotations.unknown, "");
    heco_arena_release(&arena);
}

static void others(void **state) {
    (void)state;
    heco_nl_annotations annotations = {0}; /* nothing is kept */
    double       *values;
    assert_true(heco_nl_annotations_suffix(&annotations, &head, 0, "sosno", &values) && values == NULL);
    assert_true(heco_nl_annotations_suffix(&annotations, &head, 0, "priority", &values) && values == NULL);
    assert_true(heco_nl_annotations_suffix(&annotations, &head, 5, "dual", &values) && values == NULL);
    assert_string_equal(annotations.unknown, "");
    assert_true(heco_nl_annotations_suffix(&annotations, &head, 2, "colour", &values) && values == NULL);
    assert_true(heco_nl_annotations_suffix(&annotations, &head, 3, "weight", &values) && values == NULL);
    assert_string_equal(annotations.unknown, "colour, weight");
    for (int i = 0; i < 100; i++) heco_nl_annotations_suffix(&annotations, &head, 0, "another one", &values);
    assert_true(strlen(annotations.unknown) < sizeof annotations.unknown);
    assert_false(heco_nl_annotations_suffix(&annotations, &head, 0, "semicont", &values));
    assert_false(heco_nl_annotations_suffix(&annotations, &head, 1, "indicator", &values));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sets_are_kept),
        cmocka_unit_test(others),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
