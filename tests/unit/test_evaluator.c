/* The result of a function becomes the state of its row. */
#include "testing.h"

#include "counting_problem.h"

static void opens_what_it_is_told(void **state) {
    (void)state;
    counting        c     = {0};
    heco_problem    p     = counting_problem(&c);
    heco_evaluator *ev    = (heco_evaluator *)&c;
    heco_error      error = {HECO_OK, ""};
    p.eval                = NULL;
    assert_int_equal(heco_evaluator_open(&ev, &p, NULL, NULL, &error), HECO_ERR_ARG);
    assert_null(ev);
    assert_text(error.text, "no evaluation function");
    p.eval = counting_eval;
    assert_int_equal(heco_evaluator_open(&ev, &p, NULL, NULL, &error), HECO_OK);
    assert_int_equal(c.calls, 0);
    heco_evaluator_close(ev);
    heco_evaluator_close(NULL);
}

static void backends_have_names(void **state) {
    (void)state;
    assert_string_equal(heco_backend_at(0)->name, "serial");
    for (size_t i = 0; heco_backend_at(i) != NULL; i++)
        assert_ptr_equal(heco_backend_find(heco_backend_at(i)->name, NULL), heco_backend_at(i));
    assert_non_null(heco_backend_find("threads", NULL));
    assert_null(heco_backend_find("thread", NULL));
    assert_null(heco_backend_at(1000));
}

static void failed_rows_are_nan_and_counted(void **state) {
    (void)state;
    counting        c = {0};
    heco_problem    p = counting_problem(&c);
    heco_batch     *b = counting_batch(&p, 6);
    heco_evaluator *ev;
    for (int batch = 0; batch < 2; batch++) {
        p.eval_batch = batch ? counting_eval_batch : NULL;
        b->x[2 * 2] = 1.0, b->x[2 * 4] = 3.0;
        memset(b->g, 0, 12 * sizeof *b->g);
        assert_int_equal(heco_evaluator_open(&ev, &p, NULL, NULL, NULL), HECO_OK);
        assert_int_equal(heco_evaluate(ev, b), HECO_OK);
        for (size_t i = 0; i < 6; i++)
            assert_true(i == 2 || i == 4 ? counting_row_failed(b, i) : counting_row_is_right(b, i));
        assert_int_equal(heco_evaluator_failures(ev)->failed, 2);
        assert_int_equal(heco_evaluate(ev, b), HECO_OK);
        assert_int_equal(heco_evaluator_failures(ev)->failed, 4);
        assert_false(b->stop);
        heco_evaluator_close(ev);
    }
    heco_batch_free(b);
}

/* Forgets the second constraint: it must not get the value that another point had there. */
static int forgets(void *user, const double *x, double *f, double *g, double *h) {
    (void)user, (void)h;
    f[0] = x[0];
    g[0] = x[1];
    return HECO_POINT_OK;
}

static void what_is_not_written_is_no_number(void **state) {
    (void)state;
    counting        c = {0};
    heco_problem    p = counting_problem(&c);
    heco_batch     *b = counting_batch(&p, 6);
    heco_evaluator *ev;
    assert_true(p.space.ng == 2);
    p.eval = forgets, p.eval_batch = NULL;
    for (size_t i = 0; heco_backend_at(i) != NULL; i++) {
        heco_evaluator_options how = {.workers = 1};
        for (size_t k = 0; k < 12; k++) b->g[k] = -1.0;
        assert_int_equal(heco_evaluator_open(&ev, &p, heco_backend_at(i), &how, NULL), HECO_OK);
        assert_int_equal(heco_evaluate(ev, b), HECO_OK);
        for (size_t k = 0; k < 6; k++)
            assert_true(b->f[k] == b->x[2 * k] && b->g[2 * k] == b->x[2 * k + 1] &&
                        isnan(b->g[2 * k + 1]));
        heco_evaluator_close(ev);
    }
    heco_batch_free(b);
}

static int refuse_all(void *user, const double *x, size_t count, double *f, double *g, double *h) {
    (void)user, (void)x, (void)count, (void)g, (void)h;
    f[0] = 1.0;
    return HECO_POINT_FAILED;
}

static void a_batch_function_may_fail_as_a_whole(void **state) {
    (void)state;
    counting        c = {0};
    heco_problem    p = counting_problem(&c);
    heco_batch     *b = counting_batch(&p, 3);
    heco_evaluator *ev;
    p.eval = NULL, p.eval_batch = refuse_all; /* a batch function alone is enough */
    assert_int_equal(heco_evaluator_open(&ev, &p, NULL, NULL, NULL), HECO_OK);
    assert_int_equal(heco_evaluate(ev, b), HECO_OK);
    for (size_t i = 0; i < 3; i++) assert_true(counting_row_failed(b, i));
    heco_evaluator_close(ev);
    heco_batch_free(b);
}

/* A function that keeps its intermediate values for the derivatives at the same x. */
typedef struct {
    double last[2];
} keeper;

static int keeper_eval(void *user, const double *x, double *f, double *g, double *h) {
    memcpy(((keeper *)user)->last, x, 2 * sizeof *x);
    *f = x[0], g[0] = g[1] = h[0] = x[1];
    return HECO_POINT_OK;
}

static int keeper_eval_batch(void *user, const double *x, size_t count, double *f, double *g,
                             double *h) {
    for (size_t i = 0; i < count; i++) keeper_eval(user, x + 2 * i, f + i, g + 2 * i, h + i);
    return HECO_POINT_OK;
}

static int keeper_derivatives(void *user, const double *x, double *df, double *dg, double *dh) {
    const keeper *k = user;
    for (int j = 0; j < 2; j++) df[j] = dg[j] = dg[2 + j] = dh[j] = k->last[j];
    return memcmp(k->last, x, 2 * sizeof *x) == 0 ? HECO_POINT_OK : HECO_POINT_FAILED;
}

static void *keeper_clone(const void *user) {
    keeper *k = malloc(sizeof *k);
    if (k != NULL) *k = *(const keeper *)user;
    return k;
}

/* Of the first point everything, of others the objective alone. */
static int lazy_derivatives(void *user, const double *x, double *df, double *dg, double *dh) {
    if (x[0] == 10.0) return keeper_derivatives(user, x, df, dg, dh);
    df[0] = df[1] = 1.0;
    return HECO_POINT_OK;
}

static void derivatives_that_are_not_written_are_not_those_of_before(void **state) {
    (void)state;
    keeper          kept = {{0.0, 0.0}};
    heco_problem    p    = counting_problem(NULL);
    heco_batch     *b    = counting_batch(&p, 1);
    double          slopes[8];
    heco_evaluator *ev;
    p.user = &kept, p.eval = keeper_eval, p.derivatives = lazy_derivatives;
    b->df = slopes, b->dg = slopes + 2, b->dh = slopes + 6;
    for (size_t i = 0; heco_backend_at(i) != NULL; i++) {
        heco_evaluator_options how = {.workers = 1};
        assert_int_equal(heco_evaluator_open(&ev, &p, heco_backend_at(i), &how, NULL), HECO_OK);
        for (int turn = 0; turn < 4; turn++) {
            b->x[0]        = 10.0 + turn % 2;
            b->derivatives = 1;
            assert_int_equal(heco_evaluate(ev, b), HECO_OK);
            assert_int_equal(b->derivatives, turn % 2 == 0);
        }
        heco_evaluator_close(ev);
    }
    heco_batch_free(b);
}

static void derivatives_come_right_after_their_row(void **state) {
    (void)state;
    keeper          kept = {{0.0, 0.0}};
    heco_problem    p    = counting_problem(NULL);
    heco_batch     *b    = counting_batch(&p, 40);
    double          slopes[8];
    heco_evaluator *ev;
    p.user = &kept, p.derivatives = keeper_derivatives;
    p.sharing = HECO_SHARE_CLONE, p.clone = keeper_clone, p.drop = free;
    b->df = slopes, b->dg = slopes + 2, b->dh = slopes + 6;
    for (size_t i = 0; heco_backend_at(i) != NULL; i++)
        for (int batched = 0; batched < 2; batched++) {
            heco_evaluator_options how = {.workers = 2};
            p.eval       = batched ? NULL : keeper_eval;
            p.eval_batch = batched ? keeper_eval_batch : NULL;
            assert_int_equal(heco_evaluator_open(&ev, &p, heco_backend_at(i), &how, NULL), HECO_OK);
            for (int turn = 0; turn < 3; turn++) {
                b->derivatives = 1;
                assert_int_equal(heco_evaluate(ev, b), HECO_OK);
                assert_true(b->derivatives && b->df[0] == b->x[0] && b->dh[1] == b->x[1]);
                for (size_t k = 0; k < b->count; k++)
                    assert_true(b->state[k] == HECO_ROW_OK && b->f[k] == b->x[2 * k]);
            }
            heco_evaluator_close(ev);
        }
    heco_batch_free(b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(opens_what_it_is_told),
        cmocka_unit_test(backends_have_names),
        cmocka_unit_test(failed_rows_are_nan_and_counted),
        cmocka_unit_test(a_batch_function_may_fail_as_a_whole),
        cmocka_unit_test(what_is_not_written_is_no_number),
        cmocka_unit_test(derivatives_that_are_not_written_are_not_those_of_before),
        cmocka_unit_test(derivatives_come_right_after_their_row),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
