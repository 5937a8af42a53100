/* Values of JSON documents by their paths; documents that are cut or have two parts are refused. */
#include "testing.h"

#include "base/json_find.h"

static const char document[] = " {\"a\": [1, {\"b\": -2.5e1}, \"x\\\"y\"], \"c\": null, \"\": 3, "
                               "\"twice\": 1, \"twice\": 2, \"n\": NaN}\n";

static heco_json_value find(const char *path) {
    heco_json_value v;
    assert_null(heco_json_find(document, path, &v));
    return v;
}

static void values_are_found(void **state) {
    (void)state;
    assert_true(find("a.0").kind == HECO_JSON_NUMBER && find("a.0").number == 1.0);
    assert_true(find("a.1.b").number == -25.0);
    assert_true(find("a.2").kind == HECO_JSON_STRING && find("a.2").length == 4);
    assert_memory_equal(find("a.2").text, "x\\\"y", 4);
    assert_true(find("c").kind == HECO_JSON_OTHER && find("n").kind == HECO_JSON_OTHER);
    assert_true(find("a").kind == HECO_JSON_OTHER && find("a.1").kind == HECO_JSON_OTHER);
    assert_true(find("d").kind == HECO_JSON_NONE && find("a.3").kind == HECO_JSON_NONE);
    assert_int_equal(find("twice").count, 2);
}

static void what_is_not_json_is_refused(void **state) {
    (void)state;
    static const char *const bad[] = {"",      "{",     "{\"a\"",    "{\"a\": }", "[1, 2",
                                      "[1,]",  "\"abc", "{\"a\" 1}", "nul",       "1 2",
                                      "{} {}", "1e",    "[1 2]",     "\"a\\"};
    heco_json_value          v;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        if (heco_json_find(bad[i], "a", &v) == NULL) fail_msg("accepted: %s", bad[i]);
    char deep[300];
    memset(deep, '[', sizeof deep);
    deep[sizeof deep - 1] = '\0';
    assert_string_equal(heco_json_find(deep, "0", &v), "is not complete JSON");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_are_found),
        cmocka_unit_test(what_is_not_json_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
