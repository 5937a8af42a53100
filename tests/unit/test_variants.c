#include "testing.h"

#include "experiment/variants.h"

static heco_arena    arena;
static heco_variant *v;
static size_t        count;
static heco_error    error;

static heco_status parse(const char *algorithms, const char *const *set, size_t sets) {
    heco_plan_options o = heco_plan_options_default();
    o.algorithms        = algorithms;
    o.set               = set;
    o.sets              = sets;
    heco_arena_release(&arena);
    heco_arena_init(&arena);
    error = (heco_error){0};
    return heco_variants_parse(&v, &count, &o, &arena, &error);
}

static void a_label_is_what_is_written(void **state) {
    (void)state;
    assert_int_equal(parse(" heco-de , heco-de[lambda=25, gamma=0.2],mine: hco-de", NULL, 0), HECO_OK);
    assert_int_equal(count, 3);
    assert_string_equal(v[0].label, "heco-de");
    assert_int_equal(v[0].sets, 0);
    assert_string_equal(v[1].label, "heco-de[lambda=25, gamma=0.2]");
    assert_string_equal(v[1].algorithm->name, "heco-de");
    assert_int_equal(v[1].sets, 2);
    assert_string_equal(v[1].set[0], "lambda=25");
    assert_string_equal(v[1].set[1], "gamma=0.2");
    assert_string_equal(v[2].label, "mine");
    assert_string_equal(v[2].algorithm->name, "hco-de");
}

/* Algorithm-wide, then brackets, then the label. */
static void later_layers_win(void **state) {
    (void)state;
    const char *const set[] = {"mine.gamma=0.4", "heco-de.gamma=0.3", "heco-de.lambda=30"};
    assert_int_equal(
        parse("heco-de,heco-de[gamma=0.2],mine:heco-de[gamma=0.2]", set, 3), HECO_OK);
    assert_text(v[0].options, "gamma=0.3");
    assert_text(v[1].options, "gamma=0.2");
    assert_text(v[2].options, "gamma=0.4");
    for (size_t i = 0; i < 3; i++) assert_text(v[i].options, "lambda=30");
}

/* All options are in the text, in the order of the table. */
static void options_are_complete(void **state) {
    (void)state;
    assert_int_equal(parse("heco-de", NULL, 0), HECO_OK);
    const char *at = v[0].options;
    for (const heco_option *o = v[0].algorithm->options; o->name != NULL; o++) {
        assert_int_equal(strncmp(at, o->name, strlen(o->name)), 0);
        assert_true(at[strlen(o->name)] == '=');
        at += strcspn(at, " ");
        at += *at == ' ';
    }
    assert_true(*at == '\0');
}

static void bad_input_is_refused(void **state) {
    (void)state;
    static const struct {
        const char *list, *part;
        heco_status status;
    } bad[] = {
        {"", "empty", HECO_ERR_ARG},
        {" , ,", "empty", HECO_ERR_ARG},
        {"heco-de,heco-de", "twice", HECO_ERR_ARG},
        {"x:heco-de,x:hco-de", "twice", HECO_ERR_ARG},
        {"heko-de", "heco-de", HECO_ERR_NAME},
        {":heco-de", "label", HECO_ERR_ARG},
        {"heco-de[lambda=2", "option=value", HECO_ERR_ARG},
        {"heco-de[lambda=2]x", "option=value", HECO_ERR_ARG},
        {"heco-de[lambda=-4]", "lambda", HECO_ERR_ARG},
        {"heco-de[lambda]", "lambda", HECO_ERR_ARG},
        {"heco-de[nothing=2]", "nothing", HECO_ERR_NAME},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_int_equal(parse(bad[i].list, NULL, 0), bad[i].status);
        assert_text(error.text, bad[i].part);
    }
    static const char *const lost[] = {"other.lambda=2"};
    assert_int_equal(parse("heco-de", lost, 1), HECO_ERR_NAME);
    assert_text(error.text, "other.lambda=2");
    heco_arena_release(&arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_label_is_what_is_written),
        cmocka_unit_test(later_layers_win),
        cmocka_unit_test(options_are_complete),
        cmocka_unit_test(bad_input_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
