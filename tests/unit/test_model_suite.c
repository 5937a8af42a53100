/* model, model_table and model_suite: from a spec to a problem. */
#include "testing.h"

#include "heco/model.h"
#include "models/model_table.h"

static heco_error error;

static void a_spec_becomes_the_problem(void **state) {
    (void)state;
    heco_model *m;
    size_t      starts = 7;
    assert_int_equal(heco_model_open(&m, "cec2006:g10", NULL, &error), HECO_OK);
    const heco_problem *p = heco_model_problem(m);
    assert_int_equal(p->space.n, 8);
    assert_int_equal(p->space.ng, 6);
    assert_double(p->f_ref, 7049.2480205286);
    assert_string_equal(heco_model_kind(m), "suite");
    assert_string_equal(heco_model_instance(m), "");
    assert_int_equal(heco_model_budget(m), 500000);
    assert_int_equal(heco_model_problem(m)->maximise, 0);
    heco_model_start(m, &starts);
    assert_int_equal(starts, 0);
    heco_model_close(m);
    heco_model_close(NULL);
}

static void the_dimension_may_follow_a_slash(void **state) {
    (void)state;
    heco_model *m;
    assert_int_equal(heco_model_open(&m, "cec2006:g10/8", NULL, &error), HECO_OK);
    heco_model_close(m);
    assert_int_equal(heco_model_open(&m, "cec2006:g10/9", NULL, &error), HECO_ERR_ARG);
    assert_text(error.text, "dimension 9, only in 8");
    const char *const wrong[] = {"cec2006:g10/", "cec2006:g10/x", "cec2006:g10/0", "cec2006:g10/-8",
                                 "cec2006:g10/8/8"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        assert_int_equal(heco_model_open(&m, wrong[i], NULL, &error), HECO_ERR_ARG);
        assert_text(error.text, "after the slash comes the dimension");
        assert_null(m);
    }
}

static void misspelt_parts_get_the_nearest(void **state) {
    (void)state;
    heco_model *m;
    assert_int_equal(heco_model_open(&m, "cec2066:g10", NULL, &error), HECO_ERR_NAME);
    assert_text(error.text, "cec2006");
    assert_int_equal(heco_model_open(&m, "cec2006:g1o", NULL, &error), HECO_ERR_NAME);
    assert_text(error.text, "g10");
    assert_int_equal(heco_model_open(&m, "cec2006:", NULL, NULL), HECO_ERR_NAME);
}

static void a_spec_of_no_kind_is_told_the_kinds(void **state) {
    (void)state;
    heco_model       *m;
    const char *const none[] = {"beam.xyz", "", ":", "./a:b", "some words"};
    for (size_t i = 0; i < sizeof none / sizeof none[0]; i++) {
        assert_int_equal(heco_model_open(&m, none[i], NULL, &error), HECO_ERR_NAME);
        assert_null(m);
        assert_text(error.text, "unknown kind");
        assert_text(error.text, "SUITE:PROBLEM");
        assert_null(strchr(error.text, '\n'));
    }
}

static void the_table_lists_the_kinds(void **state) {
    (void)state;
    size_t count = 0, suite = 0;
    for (; heco_model_kind_at(count) != NULL; count++) {
        assert_true(strlen(heco_model_kind_help(count)) > 0);
        suite += strcmp(heco_model_kind_at(count), "suite") == 0;
    }
    assert_int_equal(suite, 1);
    assert_null(heco_model_kind_help(count));
    assert_true(heco_model_begins("exec:a", "exec:") && !heco_model_begins("exe", "exec:"));
    assert_true(heco_model_ends("a.lua", ".lua") && !heco_model_ends(".lua", ".lua"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_spec_becomes_the_problem),
        cmocka_unit_test(the_dimension_may_follow_a_slash),
        cmocka_unit_test(misspelt_parts_get_the_nearest),
        cmocka_unit_test(a_spec_of_no_kind_is_told_the_kinds),
        cmocka_unit_test(the_table_lists_the_kinds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
