/* A whole search on a function that now and then returns NAN, fails, crashes or hangs: it ends
 * on its budget with a feasible answer and exact counts, and is bit for bit the search that a
 * function gets which only ever reports a failure at the same points. */
#include <signal.h>
#include <unistd.h>

#include "../../examples/models/beam_model.h"
#include "base/hash.h"
#include "heco/heco.h"
#include "testing.h"

enum { EVALS = 1500 };
enum { WILL_WORK, WILL_NAN, WILL_FAIL, WILL_CRASH, WILL_HANG, WILL_COUNT };

/* Decided by the bits of x, so the same in every process and known beforehand. */
static int fate(const double *x) {
    unsigned m = (unsigned)(heco_hash_doubles(x, BEAM_N) % 1000);
    if (m < 50) return WILL_NAN;
    if (m < 70) return WILL_FAIL;
    if (m < 80) return WILL_CRASH;
    return m < 85 ? WILL_HANG : WILL_WORK;
}

static int chaos(void *user, const double *x, double *f, double *g, double *h) {
    (void)user, (void)h;
    beam_values(x, f, g);
    switch (fate(x)) {
    case WILL_NAN:
        *f = NAN;
        break;
    case WILL_FAIL:
        return HECO_POINT_FAILED;
    case WILL_CRASH:
        raise(SIGSEGV);
        break;
    case WILL_HANG:
        for (;;) pause();
    }
    return HECO_POINT_OK;
}

static int tame(void *user, const double *x, double *f, double *g, double *h) {
    (void)h;
    beam_values(x, f, g);
    size_t *count = user;
    int     will  = fate(x);
    count[will]++;
    return will == WILL_WORK ? HECO_POINT_OK : HECO_POINT_FAILED;
}

static heco_solution *search(heco_eval_fn eval, void *user, const char *backend) {
    heco_problem p = heco_problem_default();
    p.space.n = BEAM_N, p.space.ng = BEAM_NG;
    p.space.lower = beam_lower, p.space.upper = beam_upper;
    p.eval = eval, p.user = user;
    heco_minimize_options o = heco_minimize_options_default();
    heco_error            error;
    heco_solution        *s;
    o.run.max_evals     = EVALS;
    o.prices            = HECO_PRICES_NO;
    p.protocol          = 1; /* no restoration: the calls are counted */
    o.backend           = backend;
    o.lanes             = HECO_LANES_NONE; /* the search of one worker */
    o.evaluator.workers = 2;
    o.evaluator.timeout = 0.4;
    if (heco_minimize(&s, &p, &o, &error) != HECO_OK) fail_msg("%s", error.text);
    return s;
}

static void a_search_survives_whatever_the_function_does(void **state) {
    (void)state;
    size_t             count[WILL_COUNT] = {0};
    heco_solution     *a = search(tame, count, "serial"), *b = search(chaos, NULL, "process");
    const heco_result *ra = heco_solution_result(a), *rb = heco_solution_result(b);
    const heco_failures *s = heco_solution_failures(b);
    /* the best point was evaluated once more at the end */
    assert_int_equal(count[WILL_WORK] + count[WILL_NAN] + count[WILL_FAIL] + count[WILL_CRASH] +
                         count[WILL_HANG],
                     EVALS + 1);
    for (int k = 0; k < WILL_COUNT; k++) assert_true(count[k] > 0);
    assert_int_equal(rb->outcome.evals, EVALS);
    assert_int_equal(rb->outcome.stop, HECO_STOP_BUDGET);
    assert_int_equal(rb->outcome.found, HECO_FOUND_FEASIBLE);
    assert_int_equal(rb->outcome.failed,
                     count[WILL_NAN] + count[WILL_FAIL] + count[WILL_CRASH] + count[WILL_HANG]);
    assert_int_equal(s->failed, rb->outcome.failed);
    assert_int_equal(s->timed_out, count[WILL_HANG]);
    assert_int_equal(s->restarted, count[WILL_CRASH] + count[WILL_HANG]);
    assert_int_equal(heco_solution_reproduced(b), 1);
    assert_double(ra->outcome.f, rb->outcome.f);
    assert_memory_equal(ra->x, rb->x, BEAM_N * sizeof(double));
    assert_int_equal(ra->outcome.failed, rb->outcome.failed);
    heco_solution_free(a);
    heco_solution_free(b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_search_survives_whatever_the_function_does),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
