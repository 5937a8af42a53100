/* The lines with which a program describes its problem. */
#include "models/exec/exec_header.h"
#include "testing.h"

static void sizes(void **state) {
    (void)state;
    heco_exec_sizes s;
    char            why[HECO_EXEC_WHY];
    assert_true(heco_exec_parse_sizes("heco 1 10 11 2", &s, why));
    assert_true(s.n == 10 && s.ng == 11 && s.nh == 2 && !s.maximise && s.tolerance == 1e-4);
    assert_true(heco_exec_parse_sizes("  heco\t1 3 0 1 maximise tolerance=1e-6 \r", &s, why));
    assert_true(s.n == 3 && s.maximise && s.tolerance == 1e-6 && s.batch == 0 && s.ineq_tol < 0.0);
    assert_true(heco_exec_parse_sizes("heco 1 3 1 1 ineq_tol=0.5 tolerance=2", &s, why));
    assert_true(s.ineq_tol == 0.5 && s.tolerance == 2.0);
    assert_true(heco_exec_parse_sizes("heco 1 3 0 1 batch=8", &s, why));
    assert_true(s.batch == 8 && !s.maximise && !s.constraints && s.unit[0] == '\0');
    assert_true(heco_exec_parse_sizes("heco 1 3 0 1 constraints unit=kg", &s, why));
    assert_true(s.constraints);
    assert_string_equal(s.unit, "kg");
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
        {"heco 1 1 1 1 ineq_tol=-1", "ineq_tol=T"},
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

static void variables(void **state) {
    (void)state;
    heco_exec_variable v;
    heco_arena         arena;
    heco_arena_init(&arena);
    char why[HECO_EXEC_WHY];
    assert_true(heco_exec_parse_variable("-1 2.5e3", &v, &arena, why));
    assert_true(v.lower == -1.0 && v.upper == 2500.0 && !v.integer && !v.has_start &&
                v.name[0] == '\0');
    assert_true(heco_exec_parse_variable("0 9 integer start=4 name=teeth\r", &v, &arena, why));
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
        {"inf inf", "-inf or inf"},
        {"nan 1", "must be numbers"},
        {"0 1 log", "above 0"},
        {"1 9 integer log", "continuous"},
        {"0 1 whole", "only 'integer'"},
        {"0 1 start=2", "between the bounds"},
        {"0 1 start=x", "between"},
        {"0 1 start=", "only"},
        {"0 1 unit=aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "at most"},
        {"binary 0 1", "only 'integer'"},
        {"list", "1 to 10000 values"},
        {"list name=a", "this one has 0"},
        {"list 4 five", "numbers only"},
        {"list 4 inf", "numbers only"},
        {"list 4 5 4", "'4' appears twice"},
        {"list 4 5 start=4.5", "one of the values"},
        {"list 4 5 start=9", "one of the values"},
        {"list 4 5 name=a integer", "only"},
        {"category a b a", "'a' appears twice"},
        {"category a b start=c", "one of the values"},
        {"category a b start=1", "one of the values"},
        {"category aaaaaaaaaaaaaaaaaaaaaaaaa", "at most 24"},
        {"0 1 name=aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "at most"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_false(heco_exec_parse_variable(bad[i].line, &v, &arena, why));
        assert_text(why, bad[i].why);
    }
    heco_arena_release(&arena);
}

static void lists_and_categories(void **state) {
    (void)state;
    heco_exec_variable v;
    char               why[HECO_EXEC_WHY];
    heco_arena         arena;
    heco_arena_init(&arena);
    assert_true(
        heco_exec_parse_variable("list 10 4 6.5 name=plate unit=mm start=4", &v, &arena, why));
    assert_true(v.choice.count == 3 && v.choice.values[0] == 4 && v.choice.values[1] == 6.5);
    assert_true(v.lower == 4 && v.upper == 10 && v.start == 4 && v.has_start && !v.integer);
    assert_true(!v.choice.unordered && v.choice.labels == NULL);
    assert_string_equal(v.unit, "mm");
    assert_true(heco_exec_parse_variable("category S355 S235 X5 start=X5", &v, &arena, why));
    assert_true(v.choice.count == 3 && v.choice.unordered && v.start == 3 && v.upper == 3);
    assert_string_equal(v.choice.labels[0], "S355");
    assert_true(heco_exec_parse_variable("category 7 3 5", &v, &arena, why));
    assert_true(v.choice.unordered && v.choice.labels == NULL && v.choice.values[0] == 7);
    assert_true(v.lower == 3 && v.upper == 7);
    assert_true(heco_exec_parse_variable("binary start=1 name=pump", &v, &arena, why));
    assert_true(v.lower == 0 && v.upper == 1 && v.integer && v.start == 1 && v.choice.count == 0);
    heco_arena_release(&arena);
}

static void constraints(void **state) {
    (void)state;
    heco_exec_constraint c;
    char                 why[HECO_EXEC_WHY];
    assert_true(heco_exec_parse_constraint("c name=drop <= 30000 unit=Pa", &c, why));
    assert_true(c.sense == '<' && c.bound == 30000 && c.tolerance < 0);
    assert_string_equal(c.name, "drop");
    assert_string_equal(c.unit, "Pa");
    assert_true(heco_exec_parse_constraint("c >= -0.5 name=v\r", &c, why));
    assert_true(c.sense == '>' && c.bound == -0.5 && c.unit[0] == '\0');
    assert_true(heco_exec_parse_constraint("c = 1 tolerance=0.25", &c, why));
    assert_true(c.sense == '=' && c.tolerance == 0.25 && c.name[0] == '\0');
    assert_true(heco_exec_is_constraint(" c <= 1") && !heco_exec_is_constraint("1 ok 2"));
    assert_false(heco_exec_is_constraint("cc <= 1"));
    static const struct {
        const char *line, *why;
    } bad[] = {
        {"", "'c <= bound'"},
        {"1 ok 3", "'c <= bound'"},
        {"c name=a", "a sense and a bound"},
        {"c name=a <=", "a finite number"},
        {"c <= x", "a finite number"},
        {"c <= inf", "a finite number"},
        {"c <= 3 >= 1", "only a sense"},
        {"c != 3", "only a sense"},
        {"c <= 3 tolerance=-1", "tolerance=T"},
        {"c <= 3 4", "only a sense"},
        {"c <= 3 name=aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "at most"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_false(heco_exec_parse_constraint(bad[i].line, &c, why));
        assert_text(why, bad[i].why);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sizes),
        cmocka_unit_test(variables),
        cmocka_unit_test(lists_and_categories),
        cmocka_unit_test(constraints),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
