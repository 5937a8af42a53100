/* The kinds of models: the kind of a spec, and the message for an unknown kind. */
#include "model_files.h"

#include <sys/stat.h>

#include "models/model_table.h"

static void specs_have_a_kind(void **state) {
    (void)state;
    static const struct { const char *spec, *kind; } cases[] = {
        {"exec:./program", "exec"}, {"model.so", "plugin"}, {"cec2006:g01", "suite"}, {"nothing", NULL},
        {"", NULL},                 {".so", NULL},
#ifdef HECO_HAVE_LUA
        {"a/model.lua", "lua"},
#endif
#ifdef HECO_HAVE_ASL
        {"model.nl", "nl"},
#endif
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *kind = heco_model_kind_of(cases[i].spec);
        if (cases[i].kind == NULL && kind != NULL) fail_msg("'%s' is of kind %s", cases[i].spec, kind);
        if (cases[i].kind != NULL) assert_string_equal(kind, cases[i].kind);
    }
}

static void every_kind_is_in_the_list(void **state) {
    (void)state;
    size_t count = 0;
    for (; heco_model_kind_at(count) != NULL; count++)
        assert_true(heco_model_kind_help(count)[0] != '\0');
    assert_true(count >= 3);
    assert_null(heco_model_kind_help(count));
}

static void a_spec_of_no_kind_is_told_them(void **state) {
    (void)state;
    heco_error error;
    assert_null(heco_model_row_for("nothing", &error));
    assert_int_equal(error.status, HECO_ERR_NAME);
    assert_text(error.text, "model 'nothing' has an unknown kind: write ");
    assert_text(error.text, "exec:");
    assert_text(error.text, ".so");
    assert_null(strstr(error.text, "did you mean"));
}

/* A program without exec: in front of it. */
static void a_program_is_recognised(void **state) {
    (void)state;
    heco_error  error;
    char        hint[300], old[400];
    const char *path = files_write("beam", "#!/bin/sh\n");
    assert_null(heco_model_row_for(path, &error));
    assert_null(strstr(error.text, "did you mean")); /* not executable */
    assert_int_equal(chmod(path, 0755), 0);
    assert_null(heco_model_row_for(path, &error));
    snprintf(hint, sizeof hint, "; did you mean exec:%s?", path);
    assert_text(error.text, hint);
    assert_non_null(getcwd(old, sizeof old));
    assert_int_equal(chdir(files_folder), 0);
    assert_null(heco_model_row_for("beam", &error));
    assert_int_equal(chdir(old), 0);
    assert_text(error.text, "; did you mean exec:./beam?"); /* the shell would look elsewhere */
    assert_null(heco_model_row_for("/tmp", &error));        /* a folder is executable, in a way */
    assert_null(strstr(error.text, "did you mean"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(specs_have_a_kind),
        cmocka_unit_test(every_kind_is_in_the_list),
        cmocka_unit_test(a_spec_of_no_kind_is_told_them),
        cmocka_unit_test(a_program_is_recognised),
    };
    return cmocka_run_group_tests(tests, files_setup, files_teardown);
}
