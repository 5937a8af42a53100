/* How far a logical constraint of a .nl file is from being true: each operator at points worked by hand. */
#include "model_files.h"

/* A model of three variables in [-10, 10] with one logical constraint; words are its lines. */
static heco_model *open_rule(const char *rule) {
    char text[2000], lines[500];
    snprintf(lines, sizeof lines, "%s", rule);
    for (char *c = lines; *c != '\0'; c++)
        if (*c == ' ') *c = '\n';
    snprintf(text, sizeof text,
             "g3 1 1 0\t# one rule\n 3 0 1 0 0 1\n 0 0 0 0 0 0\n 0 0\n 0 0 0\n 0 0 0 1\n 0 0 0 0 0\n 0 1\n 0 0\n"
             " 0 0 0 0 0\nL0\n%s\nO0 0\nn0\nb\n0 -10 10\n0 -10 10\n0 -10 10\nk2\n0\n0\nG0 1\n0 1\n",
             lines);
    return files_open(files_write("rule.nl", text), NULL);
}

static void assert_miss(const char *rule, double x0, double x1, double miss) {
    heco_model         *m = open_rule(rule);
    const heco_problem *p = heco_model_problem(m);
    double              x[3] = {x0, x1, 0.0}, f = NAN, g = NAN, h;
    assert_true(p->space.n == 3 && p->space.ng == 1 && p->space.nh == 0);
    assert_int_equal(p->eval(p->user, x, &f, &g, &h), HECO_POINT_OK);
    if (!(fabs(g - miss) <= 1e-12)) fail_msg("%s at (%g, %g): %g, expected %g", rule, x0, x1, g, miss);
    assert_near(f, x0, 1e-12);
    heco_model_close(m);
}

#define LOW "o23 v0 n1"  /* x0 <= 1 */
#define HIGH "o28 v1 n2" /* x1 >= 2 */

static void comparisons(void **state) {
    (void)state;
    assert_miss("o23 v0 n1", 3, 0, 2);
    assert_miss("o23 v0 n1", 1, 0, 0);
    assert_miss("o28 v0 n1", -3, 0, 4);
    assert_miss("o22 v0 n1", 3, 0, 3); /* strict: one more than the gap of the negation */
    assert_miss("o22 v0 n1", 1, 0, 1);
    assert_miss("o22 v0 n1", 0.9, 0, 0);
    assert_miss("o29 v0 n1", 0, 0, 2);
    assert_miss("o29 v0 n1", 2, 0, 0);
    assert_miss("o24 v0 n2", 5, 0, 3);
    assert_miss("o24 v0 n2", 2, 0, 0);
    assert_miss("o30 v0 n2", 2, 0, 1);
    assert_miss("o30 v0 n2", 5, 0, 0);
}

static void connectives(void **state) {
    (void)state;
    assert_miss("o21 " LOW " " HIGH, 3, 1, 2 + 1); /* and: both are missed      */
    assert_miss("o21 " LOW " " HIGH, 0, 1, 1);
    assert_miss("o20 " LOW " " HIGH, 3, 1, 1); /* or: the nearer one        */
    assert_miss("o20 " LOW " " HIGH, 3, 2, 0);
    assert_miss("o34 " LOW, 0, 0, 1 + 1);             /* not                       */
    assert_miss("o73 " LOW " " HIGH, 0, 0, 2);        /* iff: x1 up by 2, or x0 beyond 1, by 2 */
    assert_miss("o73 " LOW " " HIGH, 0.5, 0, 1.5);
    assert_miss("o73 " LOW " " HIGH, 0, 3, 0);        /* both true                 */
    assert_miss("o73 " LOW " " HIGH, 3, 0, 0);        /* both false                */
    assert_miss("o72 " LOW " " HIGH " n1", 0, 0, 2);  /* if x0 <= 1 then x1 >= 2   */
    assert_miss("o72 " LOW " " HIGH " n1", 3, 0, 0);
    assert_miss("o72 " LOW " " HIGH " o23 v1 n-1", 3, 0, 1);     /* else x1 <= -1, by 1  */
    assert_miss("o72 " LOW " " HIGH " o23 v1 n-1", 3, 1.75, 2.25); /* then: 2 + 0.25       */
}

static void lists(void **state) {
    (void)state;
    assert_miss("o70 3 o23 v0 n1 o23 v0 n2 o28 v1 n0", 4, -1, 3 + 2 + 1);
    assert_miss("o70 3 o23 v0 n1 o23 v0 n2 o28 v1 n0", 0, 0, 0);
    assert_miss("o71 3 o23 v0 n1 o23 v0 n2 o28 v1 n5", 4, -1, 2);
    assert_miss("o71 3 o23 v0 n1 o23 v0 n2 o28 v1 n5", 4, 5, 0);
}

/* Of x0 <= 1, x0 <= 2, x1 >= 2 that many hold. */
#define COUNT "o59 3 o23 v0 n1 o23 v0 n2 " HIGH
static void counts(void **state) {
    (void)state;
    assert_miss("o62 n2 " COUNT, 3, 0, 2); /* at least two: none holds */
    assert_miss("o62 n2 " COUNT, 1.5, 0, 1);
    assert_miss("o62 n2 " COUNT, 0, 0, 0);
    assert_miss("o63 n1 " COUNT, 0, 2, 2); /* at most one: all three */
    assert_miss("o63 n1 " COUNT, 1.5, 0, 0);
    assert_miss("o66 n2 " COUNT, 0, 2, 1); /* exactly two */
    assert_miss("o66 n2 " COUNT, 3, 0, 2);
    assert_miss("o66 n2 " COUNT, 0, 0, 0);
}

/* log(-1) is not needed to see that x0 <= 1 fails; how far all of it is cannot be said. */
static void parts_without_a_value(void **state) {
    (void)state;
    assert_miss("o21 " LOW " o28 o43 v1 n0", 3, -1, 1);
    assert_miss("o21 " LOW " o28 o43 v1 n0", 3, 1, 2);
    assert_miss("n0", 0, 0, 1); /* never true */
    assert_miss("n1", 0, 0, 0);
    heco_model         *m = open_rule("o21 " LOW " o28 o43 v1 n0");
    const heco_problem *p = heco_model_problem(m);
    double              x[3] = {0, -1, 0}, f, g, h;
    assert_int_equal(p->eval(p->user, x, &f, &g, &h), HECO_POINT_FAILED); /* here it is needed */
    heco_model_close(m);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(comparisons), cmocka_unit_test(connectives),
        cmocka_unit_test(lists),       cmocka_unit_test(counts),
        cmocka_unit_test(parts_without_a_value),
    };
    return cmocka_run_group_tests(tests, files_setup, files_teardown);
}
