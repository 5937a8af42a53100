/* serial: every row, in order, until a stop. */
#include "testing.h"

#include "counting_problem.h"

static void rows_in_order(void **state) {
    (void)state;
    for (int batch = 0; batch < 2; batch++) {
        counting        c = {0};
        heco_problem    p = counting_problem(&c);
        heco_batch     *b = counting_batch(&p, 20);
        heco_evaluator *ev;
        p.sharing    = HECO_SHARE_NONE;
        p.eval_batch = batch ? counting_eval_batch : NULL;
        assert_int_equal(heco_evaluator_open(&ev, &p, heco_backend_find("serial", NULL), NULL, NULL),
                         HECO_OK);
        assert_int_equal(heco_evaluate(ev, b), HECO_OK);
        for (size_t i = 0; i < 20; i++) assert_true(counting_row_is_right(b, i));
        assert_int_equal(c.calls, 20);
        assert_int_equal(c.batch_calls, batch);
        b->count = 0;
        assert_int_equal(heco_evaluate(ev, b), HECO_OK);
        assert_int_equal(c.calls, 20);
        heco_evaluator_close(ev);
        heco_batch_free(b);
    }
}

static void a_stop_leaves_the_rest(void **state) {
    (void)state;
    counting        c = {0};
    heco_problem    p = counting_problem(&c);
    heco_batch     *b = counting_batch(&p, 6);
    heco_evaluator *ev;
    b->x[2 * 3] = 2.0;
    assert_int_equal(heco_evaluator_open(&ev, &p, NULL, NULL, NULL), HECO_OK);
    assert_int_equal(heco_evaluate(ev, b), HECO_OK);
    assert_true(b->stop);
    for (size_t i = 0; i < 3; i++) assert_true(counting_row_is_right(b, i));
    for (size_t i = 3; i < 6; i++) assert_int_equal(b->state[i], HECO_ROW_SKIPPED);
    assert_int_equal(c.calls, 4);
    b->x[2 * 3] = 13.0; /* the next batch starts afresh */
    assert_int_equal(heco_evaluate(ev, b), HECO_OK);
    assert_false(b->stop);
    for (size_t i = 0; i < 6; i++) assert_true(counting_row_is_right(b, i));
    heco_evaluator_close(ev);
    heco_batch_free(b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_in_order),
        cmocka_unit_test(a_stop_leaves_the_rest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
