/* Tests stop callbacks: a stop leaves the rest of a batch on every backend. */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
#include "evaluate/stop_check.h"

#include <stdatomic.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "evaluate/backends.h"
#include "testing.h"

enum { ROWS = 200 };
static const double lower[] = {0}, upper[] = {ROWS};

/* Every row takes a moment, so that a look at the clock is due after each of them. */
static int slow_eval(void *user, const double *x, double *f, double *g, double *h) {
    struct timespec moment = {0, 2000000};
    (void)user, (void)g, (void)h;
    nanosleep(&moment, NULL);
    *f = 3.0 * x[0];
    return HECO_POINT_OK;
}

static int slow_batch(void *user, const double *x, size_t count, double *f, double *g, double *h) {
    for (size_t i = 0; i < count; i++) slow_eval(user, x + i, f + i, g, h);
    return HECO_POINT_OK;
}

static int hangs_from_ten(void *user, const double *x, double *f, double *g, double *h) {
    if (x[0] >= 10.0)
        for (;;) pause();
    return slow_eval(user, x, f, g, h);
}

typedef struct {
    size_t calls, last, stop_at; /* says stop once that many rows are done */
} witness;

static int ask(void *user, const heco_progress *now) {
    witness *w    = user;
    size_t   done = now->evals;
    assert_true(done >= w->last && done <= ROWS);
    w->calls++;
    w->last = done;
    return done >= w->stop_at;
}

static heco_problem make_problem(heco_eval_fn eval, heco_eval_batch_fn batch) {
    heco_problem p = heco_problem_default();
    p.name         = "slow";
    p.space.n      = 1;
    p.space.lower = lower, p.space.upper = upper;
    p.eval = eval, p.eval_batch = batch;
    p.sharing = HECO_SHARE_FREELY;
    return p;
}

static heco_batch *make_batch(const heco_problem *p) {
    heco_batch *b;
    assert_int_equal(heco_batch_new(&b, &p->space, ROWS), HECO_OK);
    b->count = ROWS;
    for (size_t i = 0; i < ROWS; i++) b->x[i] = (double)i;
    return b;
}

static heco_evaluator *open_with_stop(const heco_problem *p, const char *backend, witness *w) {
    heco_evaluator_options how = {.workers = 2, .should_stop = ask, .stop_user = w};
    heco_evaluator        *ev;
    assert_int_equal(heco_evaluator_open(&ev, p, heco_backend_find(backend, NULL), &how, NULL), HECO_OK);
    return ev;
}

static size_t count_rows(const heco_batch *b, int state) {
    size_t rows = 0;
    for (size_t i = 0; i < ROWS; i++) {
        rows += b->state[i] == state;
        if (b->state[i] == HECO_ROW_OK) assert_double(b->f[i], 3.0 * b->x[i]);
    }
    return rows;
}

static void check_stop(const char *backend, heco_eval_batch_fn batch) {
    heco_problem    p  = make_problem(slow_eval, batch);
    heco_batch     *b  = make_batch(&p);
    witness         w  = {.stop_at = 20};
    heco_evaluator *ev = open_with_stop(&p, backend, &w);
    assert_int_equal(heco_evaluate(ev, b), HECO_OK);
    assert_true(b->stop);
    size_t done = count_rows(b, HECO_ROW_OK);
    assert_true(done >= 18 && done < ROWS);
    assert_int_equal(count_rows(b, HECO_ROW_SKIPPED), ROWS - done);
    assert_int_equal(heco_evaluator_failures(ev)->failed, 0);
    /* and nothing of it stays behind: the next batch is complete */
    w = (witness){.stop_at = SIZE_MAX};
    assert_int_equal(heco_evaluate(ev, b), HECO_OK);
    assert_false(b->stop);
    assert_int_equal(count_rows(b, HECO_ROW_OK), ROWS);
    assert_true(w.calls > 2);
    heco_evaluator_close(ev);
    heco_batch_free(b);
}

static void a_stop_leaves_the_rest(void **state) {
    (void)state;
    static const char *const backend[] = {"serial", "threads", "process"};
    for (int k = 0; k < 3; k++) {
        check_stop(backend[k], NULL);
        check_stop(backend[k], slow_batch);
    }
}

static void a_hanging_point_is_left_too(void **state) {
    (void)state;
    heco_problem    p  = make_problem(hangs_from_ten, NULL);
    heco_batch     *b  = make_batch(&p);
    witness         w  = {.stop_at = 10};
    heco_evaluator *ev = open_with_stop(&p, "process", &w);
    assert_int_equal(heco_evaluate(ev, b), HECO_OK);
    assert_true(b->stop);
    assert_int_equal(count_rows(b, HECO_ROW_OK), 10);
    assert_int_equal(count_rows(b, HECO_ROW_SKIPPED), ROWS - 10);
    assert_int_equal(heco_evaluator_failures(ev)->failed, 0);
    heco_evaluator_close(ev);
    heco_batch_free(b);
}

/* A problem that can leave a point: it waits until it is told to. */
typedef struct {
    heco_stop_fn should_stop;
    void         *context;
    atomic_int   *left; /* points left half-way, also by forked workers */
} listener;

static void listen(void *user, heco_stop_fn should_stop, void *context) {
    listener *l = user;
    l->should_stop = should_stop, l->context = context;
}

static int listens_from_ten(void *user, const double *x, double *f, double *g, double *h) {
    listener       *l      = user;
    struct timespec moment = {0, 2000000};
    if (x[0] < 10.0) return slow_eval(NULL, x, f, g, h);
    while (!l->should_stop(l->context, NULL)) nanosleep(&moment, NULL);
    atomic_fetch_add(l->left, 1);
    return HECO_POINT_STOP;
}

/* Enough calls that all workers sit in a point that does not end by itself. */
static int ask_forty_times(void *user, const heco_progress *now) {
    witness *w    = user;
    size_t   done = now->evals;
    assert_true(done >= w->last && done <= ROWS);
    w->last = done;
    return ++w->calls >= 40;
}

static void a_problem_that_listens_leaves_its_point(void **state) {
    (void)state;
    static const char *const backend[] = {"serial", "threads", "process"};
    atomic_int              *left      = mmap(NULL, sizeof *left, PROT_READ | PROT_WRITE,
                                              MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    assert_true(left != MAP_FAILED);
    for (int k = 0; k < 3; k++) {
        listener               l   = {.left = left};
        witness                w   = {0};
        heco_problem           p   = make_problem(listens_from_ten, NULL);
        heco_evaluator_options how = {.workers = 2, .should_stop = ask_forty_times, .stop_user = &w};
        heco_evaluator        *ev;
        p.user = &l, p.set_should_stop = listen;
        heco_batch *b = make_batch(&p);
        atomic_store(left, 0);
        assert_int_equal(
            heco_evaluator_open(&ev, &p, heco_backend_find(backend[k], NULL), &how, NULL), HECO_OK);
        assert_int_equal(heco_evaluate(ev, b), HECO_OK);
        assert_true(b->stop);
        assert_int_equal(count_rows(b, HECO_ROW_OK), 10);
        assert_int_equal(count_rows(b, HECO_ROW_SKIPPED), ROWS - 10);
        assert_int_equal(atomic_load(left), k == 0 ? 1 : 2);
        assert_null(l.should_stop); /* removed between batches */
        heco_evaluator_close(ev);
        heco_batch_free(b);
    }
    munmap(left, sizeof *left);
}

/* The caller's thread has nothing left to do while another one sits in a long point. */
static int listens_on_the_last(void *user, const double *x, double *f, double *g, double *h) {
    if (x[0] == ROWS - 1) return listens_from_ten(user, x, f, g, h);
    return slow_eval(NULL, x, f, g, h);
}

static void the_caller_is_asked_while_others_finish(void **state) {
    (void)state;
    atomic_int             left = 0;
    listener               l    = {.left = &left};
    witness                w    = {0};
    heco_problem           p    = make_problem(listens_on_the_last, NULL);
    heco_evaluator_options how  = {.workers = 4, .should_stop = ask_forty_times, .stop_user = &w};
    heco_evaluator        *ev;
    p.user = &l, p.set_should_stop = listen;
    heco_batch *b = make_batch(&p);
    b->count      = 4;
    for (size_t i = 0; i < 4; i++) b->x[i] = (double)(ROWS - 4 + i);
    assert_int_equal(heco_evaluator_open(&ev, &p, heco_backend_find("threads", NULL), &how, NULL),
                     HECO_OK);
    assert_int_equal(heco_evaluate(ev, b), HECO_OK);
    assert_true(b->stop && b->state[3] == HECO_ROW_SKIPPED);
    for (size_t i = 0; i < 3; i++) assert_int_equal(b->state[i], HECO_ROW_OK);
    assert_int_equal(atomic_load(&left), 1);
    heco_evaluator_close(ev);
    heco_batch_free(b);
}

static void fast_rows_are_not_slowed(void **state) {
    (void)state;
    witness                w   = {.stop_at = SIZE_MAX};
    heco_evaluator_options how = {.should_stop = ask, .stop_user = &w};
    heco_stop_check             one = heco_stop_check_new(&how);
    for (size_t i = 0; i < 1600; i++) assert_false(heco_stop_check_poll(&one, 1));
    assert_true(w.calls >= 100 && w.calls < 500);    /* one call in 16, a few more if it was busy */
    assert_int_equal(heco_stop_check_piece(&one, 50), 1); /* nothing known yet */
    heco_stop_check_learn(&one, 100, 1e-4);
    assert_int_equal(heco_stop_check_piece(&one, 50), 50);
    heco_stop_check_learn(&one, 1, 2.0);
    assert_int_equal(heco_stop_check_piece(&one, 50), 1);
    one.ask = NULL;
    assert_int_equal(heco_stop_check_piece(&one, 50), 50);
    assert_false(heco_stop_check_poll(&one, 1));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_stop_leaves_the_rest),
        cmocka_unit_test(a_hanging_point_is_left_too),
        cmocka_unit_test(a_problem_that_listens_leaves_its_point),
        cmocka_unit_test(the_caller_is_asked_while_others_finish),
        cmocka_unit_test(fast_rows_are_not_slowed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
