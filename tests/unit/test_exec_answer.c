/* Points and answers of the exec: protocol. */
#include "models/exec/exec_answer.h"
#include "testing.h"

#include <math.h>

static void points(void **state) {
    (void)state;
    char   line[4 * 32];
    double x[] = {0.1, -3.0, 1e300};
    assert_int_equal(heco_exec_write_point(line, 17, x, 3, NULL), 17);
    assert_memory_equal(line, "17 0.1 -3 1e+300\n", 17);
    /* a category in words is sent as a word, one in numbers as a number */
    static const char *const word[]  = {"S235", "S355"};
    static const double      value[] = {1, 2};
    heco_choice              c[]     = {{2, value, word, 1}, {0}, {2, value, NULL, 1}};
    double                   y[]     = {2, 0.5, 1};
    assert_int_equal(heco_exec_write_point(line, 1, y, 3, c), 13);
    assert_memory_equal(line, "1 S355 0.5 1\n", 13);
}

static void answers(void **state) {
    (void)state;
    heco_exec_answer a;
    double           v[3];
    char             why[HECO_EXEC_WHY];
    assert_true(heco_exec_parse_answer("17 ok 1.5 -2e-3 0x1p-3\r", &a, v, 3, why));
    assert_true(a.id == 17 && a.ok && v[0] == 1.5 && v[1] == -2e-3 && v[2] == 0.125);
    assert_true(heco_exec_parse_answer("0 ok nan inf 1", &a, v, 3, why));
    assert_true(isnan(v[0]) && isinf(v[1]));
    assert_true(heco_exec_parse_answer("3 fail  the mesh is bad", &a, v, 3, why));
    assert_false(a.ok);
    assert_string_equal(a.words, "the mesh is bad");
    assert_true(heco_exec_parse_answer("4 partial nan 2 nan", &a, v, 3, why));
    assert_true(a.ok && a.partial && isnan(v[0]) && v[1] == 2.0);
    assert_true(heco_exec_parse_answer("3 fail", &a, v, 3, why));
    assert_string_equal(a.words, "");
    static const struct {
        const char *line, *why;
    } bad[] = {
        {"", "standard error"},
        {"iteration 3", "standard error"},
        {"-1 ok 1 2 3", "standard error"},
        {"1", "'ok', 'partial' or 'fail'"},
        {"1 okay 1 2 3", "'ok', 'partial' or 'fail'"},
        {"1 ok 1 2", "expected 3 numbers (f and 2 constraints), got 2"},
        {"1 ok 1 2 3 4", "expected 3 numbers (f and 2 constraints), got 4"},
        {"1 ok 1 2 3D0", "'3D0' is not a number"},
        {"99999999999999999999 ok 1 2 3", "standard error"},
        {"1 ok", "got 0"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_false(heco_exec_parse_answer(bad[i].line, &a, v, 3, why));
        assert_text(why, bad[i].why);
    }
}

static void quotes(void **state) {
    (void)state;
    char out[12];
    heco_exec_quote(out, sizeof out, "a\tb\x01", 4);
    assert_string_equal(out, "a?b?");
    heco_exec_quote(out, sizeof out, "0123456789012345", 16);
    assert_string_equal(out, "01234567...");
    heco_exec_quote(out, sizeof out, "01234567890", 11);
    assert_string_equal(out, "01234567890");
}

static void the_last_line_of_a_text(void **state) {
    (void)state;
    static const char *const cases[][2] = {{"one\ntwo\n", "two"},
                                           {"one\r\ntwo \r\n\n", "two"},
                                           {"alone", "alone"},
                                           {"\n", ""},
                                           {"", ""},
                                           {"a\n\tb\x07", "?b?"}};
    char                     out[8];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        heco_exec_quote_last(out, sizeof out, cases[i][0], strlen(cases[i][0]));
        assert_string_equal(out, cases[i][1]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(points),
        cmocka_unit_test(answers),
        cmocka_unit_test(quotes),
        cmocka_unit_test(the_last_line_of_a_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
