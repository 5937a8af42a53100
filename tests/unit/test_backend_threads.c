/* The backend threads computes the same rows as serial. */
#include "testing.h"

#include "counting_problem.h"

static heco_evaluator *open_threads(const heco_problem *p, unsigned workers) {
    heco_evaluator_options options = {.workers = workers};
    heco_evaluator        *ev;
    heco_error             error = {HECO_OK, ""};
    if (heco_evaluator_open(&ev, p, heco_backend_find("threads", NULL), &options, &error) != HECO_OK)
        fail_msg("%s", error.text);
    return ev;
}

static void every_row_once(void **state) {
    (void)state;
    static const unsigned workers[] = {0, 1, 2, 3, 8};
    for (size_t k = 0; k < sizeof workers / sizeof workers[0]; k++)
        for (int batch = 0; batch < 2; batch++) {
            counting     c       = {0};
            heco_problem p       = counting_problem(&c);
            p.eval_batch         = batch ? counting_eval_batch : NULL;
            heco_evaluator *ev   = open_threads(&p, workers[k]);
            int             rows = 0;
            for (size_t count = 0; count < 40; count += 1 + count / 3) {
                heco_batch *b = counting_batch(&p, count);
                assert_int_equal(heco_evaluate(ev, b), HECO_OK);
                for (size_t i = 0; i < count; i++) assert_true(counting_row_is_right(b, i));
                assert_false(b->stop);
                rows += (int)count;
                heco_batch_free(b);
            }
            assert_int_equal(c.calls, rows);
            heco_evaluator_close(ev);
        }
}

static void many_small_batches(void **state) {
    (void)state;
    counting        c  = {0};
    heco_problem    p  = counting_problem(&c);
    heco_evaluator *ev = open_threads(&p, 4);
    heco_batch     *b  = counting_batch(&p, 3);
    for (int round = 0; round < 2000; round++) assert_int_equal(heco_evaluate(ev, b), HECO_OK);
    assert_int_equal(c.calls, 6000);
    heco_evaluator_close(ev);
    heco_batch_free(b);
}

static void failures_and_stops(void **state) {
    (void)state;
    counting        c  = {0};
    heco_problem    p  = counting_problem(&c);
    heco_evaluator *ev = open_threads(&p, 2);
    heco_batch     *b  = counting_batch(&p, 200);
    b->x[2 * 100]      = 1.0;
    assert_int_equal(heco_evaluate(ev, b), HECO_OK);
    for (size_t i = 0; i < 200; i++)
        assert_true(i == 100 ? counting_row_failed(b, i) : counting_row_is_right(b, i));
    assert_int_equal(heco_evaluator_failures(ev)->failed, 1);
    b->x[2 * 50] = 2.0;
    assert_int_equal(heco_evaluate(ev, b), HECO_OK);
    assert_true(b->stop);
    assert_int_equal(b->state[50], HECO_ROW_SKIPPED);
    for (size_t i = 0; i < 50; i++) assert_int_equal(b->state[i], HECO_ROW_OK);
    heco_evaluator_close(ev);
    heco_batch_free(b);
}

/* Clones: one per worker, each used by one thread at a time, each dropped once. */
typedef struct {
    counting  *shared;
    counting   own;
    atomic_int busy;
} clone_user;

static void *make_clone(const void *user) {
    const clone_user *from = user;
    if (from->shared->clones == 3) return NULL;
    clone_user *to = calloc(1, sizeof *to);
    if (to == NULL) return NULL;
    to->shared = from->shared;
    from->shared->clones++;
    return to;
}

static void drop_clone(void *clone) {
    ((clone_user *)clone)->shared->drops++;
    free(clone);
}

static int eval_clone(void *user, const double *x, double *f, double *g, double *h) {
    clone_user *u = user;
    if (atomic_fetch_add(&u->busy, 1) != 0) return HECO_POINT_FAILED;
    int said = counting_eval(&u->own, x, f, g, h);
    u->shared->calls++;
    atomic_fetch_sub(&u->busy, 1);
    return said;
}

static void a_clone_per_worker(void **state) {
    (void)state;
    counting     c    = {0};
    clone_user   user = {.shared = &c};
    heco_problem p    = counting_problem(&c);
    p.eval = eval_clone, p.user = &user, p.sharing = HECO_SHARE_CLONE;
    p.clone = make_clone, p.drop = drop_clone;
    heco_evaluator *ev = open_threads(&p, 3);
    assert_int_equal(c.clones, 3);
    heco_batch *b = counting_batch(&p, 500);
    assert_int_equal(heco_evaluate(ev, b), HECO_OK);
    for (size_t i = 0; i < 500; i++) assert_true(counting_row_is_right(b, i));
    assert_int_equal(user.own.calls, 0); /* the original is not touched */
    assert_int_equal(c.calls, 500);
    heco_evaluator_close(ev);
    assert_int_equal(c.drops, 3);
    heco_batch_free(b);
}

static void a_clone_that_fails(void **state) {
    (void)state;
    counting               c       = {0};
    clone_user             user    = {.shared = &c};
    heco_problem           p       = counting_problem(&c);
    heco_evaluator_options options = {.workers = 5};
    heco_evaluator        *ev;
    heco_error             error = {HECO_OK, ""};
    p.eval = eval_clone, p.user = &user, p.sharing = HECO_SHARE_CLONE;
    p.clone = make_clone, p.drop = drop_clone;
    assert_int_equal(heco_evaluator_open(&ev, &p, heco_backend_find("threads", NULL), &options, &error),
                     HECO_ERR_MEMORY);
    assert_text(error.text, "worker 4");
    assert_int_equal(c.drops, 3);
}

static void one_thread_only_is_respected(void **state) {
    (void)state;
    counting               c       = {0};
    heco_problem           p       = counting_problem(&c);
    heco_evaluator_options options = {.workers = 2};
    heco_evaluator        *ev;
    heco_error             error = {HECO_OK, ""};
    p.sharing                    = HECO_SHARE_NONE;
    assert_int_equal(heco_evaluator_open(&ev, &p, heco_backend_find("threads", NULL), &options, &error),
                     HECO_ERR_ARG);
    assert_text(error.text, "one thread only");
    ev            = open_threads(&p, 1);
    heco_batch *b = counting_batch(&p, 4);
    assert_int_equal(heco_evaluate(ev, b), HECO_OK);
    assert_int_equal(c.calls, 4);
    heco_evaluator_close(ev);
    heco_batch_free(b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_row_once),     cmocka_unit_test(many_small_batches),
        cmocka_unit_test(failures_and_stops), cmocka_unit_test(a_clone_per_worker),
        cmocka_unit_test(a_clone_that_fails), cmocka_unit_test(one_thread_only_is_respected),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
