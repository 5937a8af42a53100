/* Points one by one: every backend answers each point that was submitted, with the right values. */
#include "testing.h"

#include <unistd.h>

#include "heco/heco.h"

static const double lower[2] = {-5, -5}, upper[2] = {5, 5};

/* f = x1 + 10 x2; fails at x1 = 3; asks for the end at x1 = 4; dies at x1 = 5. */
static int awkward(void *user, const double *x, double *f, double *g, double *h) {
    (void)user, (void)h;
    if (x[0] == 3.0) return HECO_POINT_FAILED;
    if (x[0] == 4.0) return HECO_POINT_STOP;
    if (x[0] == 5.0) _exit(1);
    f[0] = x[0] + 10.0 * x[1];
    g[0] = -x[1];
    return HECO_POINT_OK;
}

static heco_evaluator *open_evaluator(const char *backend, int maximise) {
    heco_problem           p = heco_problem_default();
    heco_evaluator_options o = {.workers = 3};
    heco_evaluator        *ev;
    p.eval = awkward, p.space.n = 2, p.space.ng = 1, p.space.lower = lower, p.space.upper = upper;
    p.sharing = HECO_SHARE_FREELY, p.maximise = maximise;
    assert_int_equal(heco_evaluator_open(&ev, &p, heco_backend_find(backend, NULL), &o, NULL), HECO_OK);
    return ev;
}

static heco_answer collect(heco_evaluator *ev) {
    heco_answer a = {.id = 0};
    int         got = 0;
    for (int i = 0; i < 1000 && got == 0; i++) got = heco_evaluator_collect(ev, 0.1, &a);
    assert_int_equal(got, 1);
    return a;
}

static const char *const backends[] = {"serial", "threads", "process"};

static void every_point_is_answered(void **state) {
    (void)state;
    for (size_t b = 0; b < 3; b++) {
        heco_evaluator *ev  = open_evaluator(backends[b], b == 1);
        double          sum = 0.0, sign = b == 1 ? -1.0 : 1.0;
        for (uint64_t round = 0; round < 20; round++) {
            for (uint64_t i = 0; i < 3; i++) {
                double x[2] = {(double)i, (double)(round % 5)};
                assert_int_equal(heco_evaluator_submit(ev, 3 * round + i + 1, x), HECO_OK);
            }
            for (int i = 0; i < 3; i++) {
                heco_answer a = collect(ev);
                assert_int_equal(a.state, HECO_ROW_OK);
                assert_int_equal((a.id - 1) / 3, round);
                assert_double(a.f, sign * ((double)((a.id - 1) % 3) + 10.0 * (double)(round % 5)));
                assert_double(a.g[0], -(double)(round % 5));
                sum += a.f;
            }
        }
        assert_double(sum, sign * (20.0 * 3.0 + 3.0 * 10.0 * 40.0));
        heco_evaluator_close(ev);
    }
}

static void failures_and_stops_are_answers(void **state) {
    (void)state;
    for (size_t b = 0; b < 3; b++) {
        heco_evaluator *ev = open_evaluator(backends[b], 0);
        assert_int_equal(heco_evaluator_submit(ev, 1, (double[]){3, 1}), HECO_OK);
        assert_int_equal(collect(ev).state, HECO_ROW_FAILED);
        assert_int_equal(heco_evaluator_failures(ev)->failed, 1);
        assert_int_equal(heco_evaluator_submit(ev, 2, (double[]){4, 1}), HECO_OK);
        assert_int_equal(collect(ev).stop, 1);
        heco_evaluator_abandon(ev);
        assert_int_equal(heco_evaluator_submit(ev, 3, (double[]){1, 1}), HECO_OK);
        assert_double(collect(ev).f, 11.0);
        heco_evaluator_close(ev);
    }
}

/* A dead worker costs its point; batches work after points that were abandoned. */
static void a_dead_worker_costs_its_point(void **state) {
    heco_evaluator *ev = open_evaluator("process", 0);
    heco_space      s  = heco_problem_default().space;
    heco_batch     *b;
    (void)state;
    s.n = 2, s.ng = 1, s.lower = lower, s.upper = upper;
    assert_int_equal(heco_evaluator_submit(ev, 1, (double[]){5, 1}), HECO_OK);
    assert_int_equal(collect(ev).state, HECO_ROW_FAILED);
    assert_int_equal(heco_evaluator_failures(ev)->restarted, 1);
    for (uint64_t i = 2; i < 5; i++) assert_int_equal(heco_evaluator_submit(ev, i, (double[]){1, 1}), HECO_OK);
    assert_int_equal(heco_evaluator_submit(ev, 5, (double[]){1, 1}), HECO_ERR_ORDER); /* 3 workers */
    heco_evaluator_abandon(ev);
    assert_int_equal(heco_batch_new(&b, &s, 4), HECO_OK);
    b->count = 4;
    for (size_t i = 0; i < 8; i++) b->x[i] = 2.0;
    assert_int_equal(heco_evaluate(ev, b), HECO_OK);
    for (size_t i = 0; i < 4; i++) assert_double(b->f[i], 22.0);
    heco_batch_free(b);
    heco_evaluator_close(ev);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_point_is_answered),
        cmocka_unit_test(failures_and_stops_are_answers),
        cmocka_unit_test(a_dead_worker_costs_its_point),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
