/* The lines of the exec: protocol. */
#include "models/exec_answer.h"
#include "testing.h"

static void sizes(void **state) {
    (void)state;
    heco_exec_sizes s;
    char            why[HECO_EXEC_WHY];
    assert_true(heco_exec_parse_sizes("heco 1 10 11 2", &s, why));
    assert_true(s.n == 10 && s.ng == 11 && s.nh == 2 && !s.maximise && s.tolerance == 1e-4);
    assert_true(heco_exec_parse_sizes("  heco\t1 3 0 1 maximise tolerance=1e-6 \r", &s, why));
    assert_true(s.n == 3 && s.maximise && s.tolerance == 1e-6 && s.batch == 0);
    assert_true(heco_exec_parse_sizes("heco 1 3 0 1 batch=8", &s, why));
    assert_true(s.batch == 8 && !s.maximise);
    static const struct {
        const char *line, *why;
    } bad[] = {
        {"", "heco 1 n NG NH"},
        {"Hello", "heco 1 n NG NH"},
        {"heco", "four whole numbers"},
        {"heco 1 2 3", "four whole"},
        {"heco 1 -2 3 0", "four whole"},
        {"heco 1 2.5 3 0", "four whole"},
        {"heco 2 2 3 0", "version 1"},
        {"heco 1 0 0 0", "at least one"},
        {"heco 1 2 3 0 minimise", "only 'maximise'"},
        {"heco 1 99999999 0 0", "at most"},
        {"heco 1 1 1 1 tolerance=x", "tolerance=T"},
        {"heco 1 1 1 1 tolerance=", "tolerance=T"},
        {"heco 1 1 1 1 tolerance=-1", "tolerance=T"},
        {"heco 1 1 1 1 batch=0", "1 or more"},
        {"heco 1 1 1 1 batch=", "batch=N"},
        {"heco 1 1 1 1 batch=2x", "1 or more"},
        {"heco 1 99999999999999999999999999 0 0", "four whole"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_false(heco_exec_parse_sizes(bad[i].line, &s, why));
        assert_text(why, bad[i].why);
    }
}

static void points(void **state) {
    (void)state;
    char   line[4 * 32];
    double x[] = {0.1, -3.0, 1e300};
    assert_int_equal(heco_exec_write_point(line, 17, x, 3), 17);
    assert_memory_equal(line, "17 0.1 -3 1e+300\n", 17);
}

static void variables(void **state) {
    (void)state;
    heco_exec_variable v;
    char               why[HECO_EXEC_WHY];
    assert_true(heco_exec_parse_variable("-1 2.5e3", &v, why));
    assert_true(v.lower == -1.0 && v.upper == 2500.0 && !v.integer && !v.has_start &&
                v.name[0] == '\0');
    assert_true(heco_exec_parse_variable("0 9 integer start=4 name=teeth\r", &v, why));
    assert_true(v.integer && v.has_start && v.start == 4.0);
    assert_string_equal(v.name, "teeth");
    static const struct {
        const char *line, *why;
    } bad[] = {
        {"", "lower upper"},
        {"1", "lower upper"},
        {"a b", "lower upper"},
        {"1 2x", "lower upper"},
        {"2 1", "not above"},
        {"0 inf", "finite"},
        {"nan 1", "finite"},
        {"0 1 whole", "only 'integer'"},
        {"0 1 start=2", "between the bounds"},
        {"0 1 start=x", "between"},
        {"0 1 start=", "only"},
        {"0 1 name=aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "at most"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_false(heco_exec_parse_variable(bad[i].line, &v, why));
        assert_text(why, bad[i].why);
    }
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
    assert_true(heco_exec_parse_answer("3 fail", &a, v, 3, why));
    assert_string_equal(a.words, "");
    static const struct {
        const char *line, *why;
    } bad[] = {
        {"", "standard error"},
        {"iteration 3", "standard error"},
        {"-1 ok 1 2 3", "standard error"},
        {"1", "'ok' or 'fail'"},
        {"1 okay 1 2 3", "'ok' or 'fail'"},
        {"1 ok 1 2", "2 numbers came, 3"},
        {"1 ok 1 2 3 4", "4 numbers came, 3 are wanted: f and 2 constraints"},
        {"1 ok 1 2 3D0", "'3D0' is not a number"},
        {"99999999999999999999 ok 1 2 3", "standard error"},
        {"1 ok", "0 numbers"},
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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sizes),
        cmocka_unit_test(points),
        cmocka_unit_test(variables),
        cmocka_unit_test(answers),
        cmocka_unit_test(quotes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
