/* Numbers as people type them, and the nearest names. */
#include "testing.h"

#include "base/error.h"
#include "base/text.h"

static void doubles(void **state) {
    (void)state;
    double v = 0.0;
    assert_true(heco_text_double("1.5", &v));
    assert_double(v, 1.5);
    assert_true(heco_text_double("  -2e-3 \n", &v));
    assert_double(v, -2e-3);
    assert_true(heco_text_double("inf", &v));
    assert_true(isinf(v));
    static const char *const bad[] = {"", " ", "x", "1.5x", "1 2", "--1", "1,5"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        v = 7.0;
        assert_false(heco_text_double(bad[i], &v));
        assert_double(v, 7.0);
    }
    assert_false(heco_text_double(NULL, &v));
}

static void counts(void **state) {
    (void)state;
    uint64_t v = 0;
    assert_true(heco_text_uint64("500000", &v));
    assert_int_equal(v, 500000);
    assert_true(heco_text_uint64("2e5", &v));
    assert_int_equal(v, 200000);
    assert_true(heco_text_uint64(" 0 ", &v));
    assert_int_equal(v, 0);
    assert_true(heco_text_uint64("18446744073709551615", &v));
    assert_true(v == UINT64_MAX);
    static const char *const bad[] = {
        "", " ", "-1", " -1", "1.5", "1e30", "nan", "inf", "2e5x", "18446744073709551616", "0.1e0"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        v = 7;
        if (heco_text_uint64(bad[i], &v)) fail_msg("\"%s\" was taken as %ju", bad[i], (uintmax_t)v);
        assert_int_equal(v, 7);
    }
    assert_false(heco_text_uint64(NULL, &v));
}

static void distances(void **state) {
    (void)state;
    assert_int_equal(heco_text_distance("", ""), 0);
    assert_int_equal(heco_text_distance("", "abc"), 3);
    assert_int_equal(heco_text_distance("abc", ""), 3);
    assert_int_equal(heco_text_distance("kitten", "sitting"), 3); /* the textbook example */
    assert_int_equal(heco_text_distance("heco-de", "HECO-DE"), 0);
    assert_int_equal(heco_text_distance("hceo-de", "heco-de"), 1); /* one transposition */
    assert_int_equal(heco_text_distance("lshade44", "lshade"), 2);
    assert_int_equal(heco_text_distance("ca", "abc"), 3); /* restricted, not the full distance */
    char long_a[200], long_b[200];
    memset(long_a, 'a', 199), long_a[199] = '\0';
    memset(long_b, 'b', 199), long_b[199] = '\0';
    assert_int_equal(heco_text_distance(long_a, long_b), 64); /* cut there, but no overrun */
}

static void nearest_names(void **state) {
    (void)state;
    static const char *const names[] = {"lshade44", "heco-de", "heco-de-fr", "hco-de", "isres"};
    char                     out[100];
    heco_text_nearest(out, sizeof out, "heco-d", names, 5);
    assert_string_equal(out, "heco-de, hco-de or heco-de-fr");
    heco_text_nearest(out, sizeof out, "x", names, 1);
    assert_string_equal(out, "lshade44");
    heco_text_nearest(out, sizeof out, "iseres", names + 3, 2);
    assert_string_equal(out, "isres or hco-de");
    heco_text_nearest(out, sizeof out, "x", names, 0);
    assert_string_equal(out, "");
    heco_text_nearest(out, 10, "heco-d", names, 5);
    assert_true(strlen(out) < 10);
}

static void text_of_a_file_is_one_safe_line(void **state) {
    (void)state;
    char text[] = "a\033]0;pwn\007b\nc\td\r\x7f \xC3\xA4 \xC2\x9B" "2J\x9B\xE2\x82 \xE2\x82\xAC\xC2";
    heco_text_clean(text);
    assert_string_equal(text, "a?]0;pwn?b c d ? \xC3\xA4 ??2J??? \xE2\x82\xAC?");
    heco_error error;
    heco_fail(&error, HECO_ERR_MODEL, "%s", "x\033[2J\ny");
    assert_string_equal(error.text, "x?[2J y");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(doubles),
        cmocka_unit_test(counts),
        cmocka_unit_test(distances),
        cmocka_unit_test(nearest_names),
        cmocka_unit_test(text_of_a_file_is_one_safe_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
