/* The backend process: same bits as serial, and a crash or hang costs exactly the points that caused it. */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */

#include <signal.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "base/hash.h"
#include "evaluate/backends.h"
#include "testing.h"

enum { N = 3, ROWS = 600 };

static const double lower[N] = {-5, -5, -5}, upper[N] = {5, 5, 5};

static int plain_eval(void *user, const double *x, double *f, double *g, double *h) {
    (void)user;
    *f   = sin(x[0]) * exp(0.3 * x[1]) + x[2] / 3.0;
    g[0] = x[0] * x[1] - 1.0;
    g[1] = cos(x[2]);
    h[0] = x[0] + x[1] * x[2];
    return HECO_POINT_OK;
}

/* Decides by the bits of x how the function fails there: the same in every process, and countable before. */
enum { WILL_WORK, WILL_NAN, WILL_FAIL, WILL_CRASH, WILL_HANG, WILL_EXIT, WILL_ABORT, WILL_COUNT };

static int fate(const double *x) {
    unsigned m = (unsigned)(heco_hash_doubles(x, N) % 1000);
    if (m < 50) return WILL_NAN;
    if (m < 70) return WILL_FAIL;
    if (m < 80) return WILL_CRASH;
    if (m < 85) return WILL_HANG;
    if (m < 90) return WILL_EXIT;
    return m < 95 ? WILL_ABORT : WILL_WORK;
}

static int chaos_eval(void *user, const double *x, double *f, double *g, double *h) {
    plain_eval(user, x, f, g, h);
    switch (fate(x)) {
    case WILL_NAN:
        *f = NAN;
        return HECO_POINT_OK;
    case WILL_FAIL:
        return HECO_POINT_FAILED;
    case WILL_CRASH:
        raise(SIGSEGV);
        break;
    case WILL_HANG:
        for (;;) pause();
    case WILL_EXIT:
        exit(3);
    case WILL_ABORT:
        abort();
    }
    return HECO_POINT_OK;
}

static int plain_batch(void *user, const double *x, size_t count, double *f, double *g, double *h) {
    for (size_t i = 0; i < count; i++) plain_eval(user, x + i * N, f + i, g + i * 2, h + i);
    return HECO_POINT_OK;
}

static int chaos_batch(void *user, const double *x, size_t count, double *f, double *g, double *h) {
    for (size_t i = 0; i < count; i++)
        if (chaos_eval(user, x + i * N, f + i, g + i * 2, h + i) != HECO_POINT_OK) f[i] = NAN;
    return HECO_POINT_OK;
}

static heco_problem make_problem(heco_eval_fn eval) {
    heco_problem p = heco_problem_default();
    p.name         = "test";
    p.space.n = N, p.space.ng = 2, p.space.nh = 1;
    p.space.lower = lower, p.space.upper = upper;
    p.eval    = eval;
    p.sharing = HECO_SHARE_NONE;
    return p;
}

static heco_batch *make_batch(const heco_problem *p, size_t count) {
    heco_batch *b;
    assert_int_equal(heco_batch_new(&b, &p->space, count), HECO_OK);
    b->count      = count;
    uint64_t seed = 12345;
    for (size_t i = 0; i < count * N; i++) {
        seed    = seed * 6364136223846793005u + 1442695040888963407u;
        b->x[i] = -5.0 + 10.0 * (double)(seed >> 11) * 0x1p-53;
    }
    return b;
}

static heco_evaluator *open_process(const heco_problem *p, heco_evaluator_options how) {
    heco_evaluator *ev;
    heco_error      error = {0};
    heco_status     s     = heco_evaluator_open(&ev, p, heco_backend_find("process", NULL), &how, &error);
    if (s != HECO_OK) print_error("%s\n", error.text);
    assert_int_equal(s, HECO_OK);
    return ev;
}

static void check_same_as_serial(const heco_problem *p, unsigned workers) {
    heco_batch     *a = make_batch(p, ROWS), *b = make_batch(p, ROWS);
    heco_evaluator *serial,
        *process = open_process(p, (heco_evaluator_options){.workers = workers});
    assert_int_equal(heco_evaluator_open(&serial, p, NULL, NULL, NULL), HECO_OK);
    for (int round = 0; round < 3; round++) { /* the chunks grow from round to round */
        a->count = b->count = round == 1 ? 7 : ROWS;
        assert_int_equal(heco_evaluate(serial, a), HECO_OK);
        assert_int_equal(heco_evaluate(process, b), HECO_OK);
        assert_memory_equal(a->f, b->f, a->count * sizeof *a->f);
        assert_memory_equal(a->g, b->g, a->count * 2 * sizeof *a->g);
        assert_memory_equal(a->h, b->h, a->count * sizeof *a->h);
        assert_memory_equal(a->state, b->state, a->count);
        memset(b->f, 0, ROWS * sizeof *b->f);
    }
    assert_int_equal(heco_evaluator_failures(process)->restarted, 0);
    heco_evaluator_close(serial);
    heco_evaluator_close(process);
    heco_batch_free(a);
    heco_batch_free(b);
}

static void same_bits_as_serial(void **state) {
    (void)state;
    heco_problem p = make_problem(plain_eval);
    check_same_as_serial(&p, 1);
    check_same_as_serial(&p, 3);
    p.eval_batch = plain_batch;
    check_same_as_serial(&p, 2);
}

static void check_chaos(const heco_problem *p, int batched) {
    heco_batch *b             = make_batch(p, ROWS);
    size_t      n[WILL_COUNT] = {0};
    for (size_t i = 0; i < ROWS; i++) n[fate(b->x + i * N)]++;
    for (int k = 0; k < WILL_COUNT; k++) assert_true(n[k] > 0);

    heco_evaluator *ev = open_process(p, (heco_evaluator_options){.workers = 2, .timeout = 1.5});
    assert_int_equal(heco_evaluate(ev, b), HECO_OK);
    const heco_failures *s    = heco_evaluator_failures(ev);
    size_t                      gone = n[WILL_CRASH] + n[WILL_HANG] + n[WILL_EXIT] + n[WILL_ABORT];
    assert_int_equal(s->failed, gone + n[WILL_FAIL] + n[WILL_NAN]);
    assert_int_equal(s->timed_out, n[WILL_HANG]);
    assert_int_equal(s->retried, 0);
    if (!batched) assert_int_equal(s->restarted, gone);
    assert_non_null(strstr(s->last_failure, "("));
    for (size_t i = 0; i < ROWS; i++) {
        double f, g[2], h;
        int    will = fate(b->x + i * N), said = plain_eval(NULL, b->x + i * N, &f, g, &h);
        assert_int_equal(said, 0);
        if (will == WILL_WORK) {
            assert_int_equal(b->state[i], HECO_ROW_OK);
            assert_memory_equal(&b->f[i], &f, sizeof f);
            assert_memory_equal(b->g + 2 * i, g, sizeof g);
        } else {
            assert_true(isnan(b->f[i]));
            assert_int_equal(b->state[i], HECO_ROW_FAILED);
        }
    }
    heco_evaluator_close(ev);
    heco_batch_free(b);
}

static void crashes_and_hangs_cost_their_points(void **state) {
    (void)state;
    heco_problem p = make_problem(chaos_eval);
    check_chaos(&p, 0);
    p.eval_batch = chaos_batch;
    check_chaos(&p, 1);
}

/* The user's function ends its process once; `user` is memory that all processes share. */
static int dies_once(void *user, const double *x, double *f, double *g, double *h) {
    atomic_int *left = user;
    if (atomic_fetch_sub(left, 1) > 0) _exit(9);
    return plain_eval(NULL, x, f, g, h);
}

static atomic_int *shared_counter(int value) {
    atomic_int *c =
        mmap(NULL, sizeof *c, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    assert_true(c != MAP_FAILED);
    atomic_store(c, value);
    return c;
}

static void a_failed_point_is_tried_again(void **state) {
    (void)state;
    heco_problem p     = make_problem(dies_once);
    atomic_int  *c     = shared_counter(2);
    p.user             = c;
    heco_batch     *b  = make_batch(&p, 20);
    heco_evaluator *ev = open_process(&p, (heco_evaluator_options){.workers = 1, .retries = 2});
    assert_int_equal(heco_evaluate(ev, b), HECO_OK);
    const heco_failures *s = heco_evaluator_failures(ev);
    assert_int_equal(s->failed, 0);
    assert_int_equal(s->retried, 2);
    assert_int_equal(s->restarted, 2);
    heco_evaluator_close(ev);
    heco_batch_free(b);
    munmap(c, sizeof *c);
}

static void the_message_names_signal_and_point(void **state) {
    (void)state;
    heco_problem p = make_problem(dies_once);
    atomic_int  *c = shared_counter(1);
    p.user         = c;
    heco_batch *b  = make_batch(&p, 1);
    b->x[0] = 0.1, b->x[1] = -2, b->x[2] = 3;
    heco_evaluator *ev = open_process(&p, (heco_evaluator_options){.workers = 1});
    assert_int_equal(heco_evaluate(ev, b), HECO_OK);
    assert_string_equal(heco_evaluator_failures(ev)->last_failure,
                        "the worker process ended with exit code 9 at (0.1, -2, 3)");
    heco_evaluator_close(ev);
    heco_batch_free(b);
    munmap(c, sizeof *c);
}

static int eats_memory(void *user, const double *x, double *f, double *g, double *h) {
    if (x[0] > 0.0)
        for (;;) { /* as a program does that never looks at what malloc returns */
            char *volatile p = malloc(1 << 20); /* or clang drops the unused memory */
            memset(p, 1, 1 << 20);
        }
    return plain_eval(user, x, f, g, h);
}

static void runaway_memory_is_a_failed_point(void **state) {
    (void)state;
#ifdef HECO_SANITIZED
    skip(); /* the sanitizers reserve more address space than any limit leaves */
#endif
    heco_problem p = make_problem(eats_memory);
    heco_batch  *b = make_batch(&p, 6);
    size_t       n = 0;
    for (size_t i = 0; i < b->count; i++) n += b->x[i * N] > 0.0;
    assert_true(n > 0 && n < b->count);
    heco_evaluator *ev =
        open_process(&p, (heco_evaluator_options){.workers = 2, .memory_limit = 64u << 20});
    assert_int_equal(heco_evaluate(ev, b), HECO_OK);
    assert_int_equal(heco_evaluator_failures(ev)->failed, n);
    heco_evaluator_close(ev);
    heco_batch_free(b);
}

static int stops(void *user, const double *x, double *f, double *g, double *h) {
    plain_eval(user, x, f, g, h);
    return fate(x) == WILL_NAN ? HECO_POINT_STOP : HECO_POINT_OK;
}

static void a_stop_ends_the_batch(void **state) {
    (void)state;
    heco_problem    p  = make_problem(stops);
    heco_batch     *b  = make_batch(&p, ROWS);
    heco_evaluator *ev = open_process(&p, (heco_evaluator_options){.workers = 2});
    assert_int_equal(heco_evaluate(ev, b), HECO_OK);
    assert_true(b->stop);
    size_t skipped = 0;
    for (size_t i = 0; i < ROWS; i++) skipped += b->state[i] == HECO_ROW_SKIPPED;
    assert_true(skipped > 0);
    heco_evaluator_close(ev);
    heco_batch_free(b);
}

static void *no_clone(const void *user) { return (void)user, NULL; }
static void  drop_nothing(void *clone) { (void)clone; }

static void a_problem_that_cannot_be_cloned_is_refused(void **state) {
    (void)state;
    heco_problem p = make_problem(plain_eval);
    p.sharing      = HECO_SHARE_CLONE;
    p.clone = no_clone, p.drop = drop_nothing;
    heco_evaluator        *ev;
    heco_error             error = {0};
    heco_evaluator_options how   = {.workers = 2};
    assert_int_equal(heco_evaluator_open(&ev, &p, heco_backend_find("process", NULL), &how, &error),
                     HECO_ERR_EVAL);
    assert_non_null(strstr(error.text, "2 of 2 worker processes did not start"));
}

static void *endless_clone(const void *user) {
    while (user == NULL) pause(); /* the problem's is NULL */
    return NULL;
}

static int wants_to_stop(void *user, const heco_progress *progress) {
    (void)progress;
    return ++*(int *)user > 3;
}

/* The stop callback ends a start, and so does a time limit of points. */
static void a_clone_that_never_comes_is_given_up(void **state) {
    (void)state;
    heco_problem p = make_problem(plain_eval);
    p.sharing      = HECO_SHARE_CLONE;
    p.clone = endless_clone, p.drop = drop_nothing;
    heco_evaluator        *ev;
    heco_error             error = {0};
    int                    asked = 0;
    heco_evaluator_options how   = {
          .workers = 2, .should_stop = wants_to_stop, .stop_user = &asked};
    assert_int_equal(heco_evaluator_open(&ev, &p, heco_backend_find("process", NULL), &how, &error),
                     HECO_ERR_EVAL);
    assert_text(error.text, "stopped while 2 of 2 worker processes were starting");
    how = (heco_evaluator_options){.workers = 2, .timeout = 0.1};
    assert_int_equal(heco_evaluator_open(&ev, &p, heco_backend_find("process", NULL), &how, &error),
                     HECO_ERR_EVAL);
    assert_text(error.text, "2 of 2 worker processes did not start");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_bits_as_serial),
        cmocka_unit_test(crashes_and_hangs_cost_their_points),
        cmocka_unit_test(a_failed_point_is_tried_again),
        cmocka_unit_test(the_message_names_signal_and_point),
        cmocka_unit_test(runaway_memory_is_a_failed_point),
        cmocka_unit_test(a_stop_ends_the_batch),
        cmocka_unit_test(a_problem_that_cannot_be_cloned_is_refused),
        cmocka_unit_test(a_clone_that_never_comes_is_given_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
