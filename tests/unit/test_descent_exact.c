/* Exact derivatives of a descent: when they are asked for, which rows go with them, and the sentence
 * about them in the answer. test_descent.c drives whole descents with them. */
#include "descent_drive.h"

#include "solver/sqp/descent_internal.h"

/* f = x_0^2 + 3 x_1, g = x_0 x_1; derivatives (2 x_0, 3), (x_1, x_0). */
static int smooth(void *user, const double *x, double *f, double *g, double *h) {
    (void)user, (void)h;
    f[0] = x[0] * x[0] + 3.0 * x[1];
    g[0] = x[0] * x[1];
    return HECO_POINT_OK;
}

static heco_descent *open(drive *t) {
    drive_open(t, smooth, 2, 1, 0);
    drive_begin(t, (double[]){0.5, -0.25}, 0.5, NULL);
    t->descent.exact.available = t->descent.exact.has_room = 1;
    return &t->descent;
}

static void when_they_are_asked_for(void **state) {
    (void)state;
    drive         t;
    heco_descent *s = open(&t);
    assert_int_equal(heco_descent_may_ask_exact(s), 1);
    assert_int_equal(heco_descent_wants_derivatives(s), 0); /* not before it asks */
    int *const flags[] = {&s->exact.refused, &s->exact.distrusted, &s->differences.level};
    for (size_t i = 0; i < 3; i++) {
        *flags[i] = 1;
        assert_int_equal(heco_descent_may_ask_exact(s), 0);
        *flags[i] = 0;
    }
    s->exact.available = 0;
    assert_int_equal(heco_descent_may_ask_exact(s), 0);
    s->exact.available = 1, s->exact.has_room = 0;
    assert_int_equal(heco_descent_may_ask_exact(s), 0);
    s->exact.has_room = 1, s->exact.mismatches = 3;
    assert_int_equal(heco_descent_may_ask_exact(s), 0);
    s->exact.mismatches = 1, s->exact.missing = 3;
    assert_int_equal(heco_descent_may_ask_exact(s), 0); /* three requests without an answer */
    s->exact.supplied = 3;
    assert_int_equal(heco_descent_may_ask_exact(s), 1); /* no more often than not */
    drive_close(&t);
}

/* The point itself and two rows along one line, the second twice as far; once they agree only the point. */
static void rows_that_check_them(void **state) {
    (void)state;
    drive         t;
    heco_descent *s = open(&t);
    double       *x = t.batch->x;
    assert_int_equal(heco_descent_ask(s, x), 3);
    assert_int_equal(heco_descent_wants_derivatives(s), 1);
    assert_true(x[0] == 0.5 && x[1] == -0.25);
    assert_true(x[2] < 0.5 && x[3] > -0.25); /* towards the side with more room */
    assert_near(x[4] - 0.5, 2.0 * (x[2] - 0.5), 1e-14);
    assert_near(x[5] + 0.25, 2.0 * (x[3] + 0.25), 1e-14);
    s->exact.checked = 1;
    assert_int_equal(heco_descent_ask(s, x), 1);
    drive_close(&t);
}

/* One answer with these derivatives. */
static const heco_descent_exact *answer(heco_descent *s, drive *t, double df0, double dg1) {
    static double df[2], dg[2];
    df[0] = df0, df[1] = 3.0, dg[0] = -0.25, dg[1] = dg1;
    t->batch->count = heco_descent_ask(s, t->batch->x);
    drive_evaluate(t, t->batch);
    t->batch->derivatives = 1, t->batch->df = df, t->batch->dg = dg;
    assert_int_equal(heco_descent_tell(s, t->batch), HECO_DESCENT_RUNNING);
    return &s->exact;
}

static void right_ones_are_taken(void **state) {
    (void)state;
    drive         t;
    heco_descent *s = open(&t);
    const heco_descent_exact *trust = answer(s, &t, 1.0, 0.5);
    assert_true(trust->supplied == 1 && trust->checked && trust->wrong == 0 && s->exact.used);
    assert_near(s->linear.grad[0], 2.0, 1e-15); /* in widths of the box: twice */
    assert_near(s->linear.grad[1], 6.0, 1e-15);
    assert_near(s->linear.A[1], 1.0, 1e-15);
    assert_int_equal(s->phase, HECO_DESCENT_TRIAL);
    drive_close(&t);
}

/* Trusted derivatives come without the two rows of a check, also after a descent without progress. */
static void trusted_ones_are_not_checked(void **state) {
    (void)state;
    drive         t;
    heco_descent *s = open(&t);
    double        rows[16];
    s->phase        = HECO_DESCENT_DIFFERENCES;
    assert_int_equal(heco_descent_ask(s, rows), 3);
    s->exact.trusted = 1;
    heco_descent_distrust_exact(s);
    assert_int_equal(s->exact.checked, 1);
    s->exact.distrusted = 0;
    s->phase            = HECO_DESCENT_DIFFERENCES;
    assert_int_equal(heco_descent_ask(s, rows), 1);
    drive_close(&t);
}

/* One of f wrong by a tenth, one of the constraint of the wrong sign: said which, differences instead. */
static void wrong_ones_are_named(void **state) {
    (void)state;
    static const struct { double df0, dg1; size_t wrong; const char *text; } cases[] = {
        {1.1, 0.5, 1, "of the objective are wrong: not used"},
        {1.0, -0.5, 2, "of constraint 1 are wrong: not used"},
    };
    for (size_t i = 0; i < 2; i++) {
        drive         t;
        char          text[100];
        heco_descent *s = open(&t);
        const heco_descent_exact *trust = answer(s, &t, cases[i].df0, cases[i].dg1);
        assert_int_equal(trust->wrong, cases[i].wrong);
        assert_true(trust->supplied == 0 && trust->mismatches == 1 && !s->exact.used);
        assert_int_equal(s->phase, HECO_DESCENT_DIFFERENCES);
        assert_int_equal(s->differences.count, 2);
        heco_descent_describe(s, text, sizeof text);
        assert_string_equal(text, ""); /* one point is not enough */
        s->exact.mismatches = 3;
        heco_descent_describe(s, text, sizeof text);
        assert_text(text, cases[i].text);
        drive_close(&t);
    }
}

/* The two rows fail: nothing can be said, so they are believed. */
static void without_a_check_they_are_believed(void **state) {
    (void)state;
    drive         t;
    static double df[] = {1.1, 3.0}, dg[] = {-0.25, 0.5};
    heco_descent *s = open(&t);
    t.batch->count  = heco_descent_ask(s, t.batch->x);
    drive_evaluate(&t, t.batch);
    t.batch->f[2] = NAN, t.batch->viol[2] = INFINITY;
    t.batch->derivatives = 1, t.batch->df = df, t.batch->dg = dg;
    heco_descent_tell(s, t.batch);
    assert_true(s->exact.used && s->exact.supplied == 1);
    drive_close(&t);
}

static void the_answer_describes_them(void **state) {
    (void)state;
    drive         t;
    char          text[100] = "old";
    heco_descent *s = open(&t);
    heco_descent_describe(s, text, sizeof text);
    assert_string_equal(text, "");
    s->exact.missing = 3;
    heco_descent_describe(s, text, sizeof text);
    assert_string_equal(text, "exact derivatives were not given when asked for");
    s->exact.missing = 0, s->exact.checked = 1;
    heco_descent_distrust_exact(s);
    heco_descent_describe(s, text, sizeof text);
    assert_string_equal(text, "exact derivatives were replaced by differences in 1 descent");
    heco_descent_distrust_exact(s);
    assert_true(s->exact.distrusted && !s->exact.checked);
    heco_descent_describe(s, text, sizeof text);
    assert_string_equal(text, "exact derivatives were replaced by differences in 2 descents");
    heco_descent_describe(s, text, 6);
    assert_string_equal(text, "exact");
    heco_descent_describe(s, NULL, 0);
    drive_close(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(when_they_are_asked_for),
        cmocka_unit_test(rows_that_check_them),
        cmocka_unit_test(right_ones_are_taken),
        cmocka_unit_test(wrong_ones_are_named),
        cmocka_unit_test(trusted_ones_are_not_checked),
        cmocka_unit_test(without_a_check_they_are_believed),
        cmocka_unit_test(the_answer_describes_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
