/* Each memory request of two journaled runs fails in turn: the call says so, nothing is lost, and
 * what the journals hold by then can be resumed to the same answers. */
#include "testing.h"

#include <unistd.h>

#include "heco/heco.h"

static long countdown = -1; /* the request that fails; below 0: none */

static int refuse(void) { return countdown >= 0 && countdown-- == 0; }

#include "refused_memory.h"

static int evaluate(void *user, const double *x, double *f, double *g, double *h) {
    (void)user, (void)h;
    f[0] = x[0] * x[0] + x[1] * x[1];
    g[0] = 1.0 - x[0] - x[1];
    return HECO_POINT_OK;
}

/* Request `k` fails (below 0: none); 1 when there were so many. */
static int solve(double f[2], const char *path, int resume, long k, heco_status *status) {
    static const double      lower[2] = {-5, -5}, upper[2] = {5, 5};
    static const char *const set[] = {"N0=12"};
    heco_problem             p     = heco_problem_default();
    heco_minimize_options    o     = heco_minimize_options_default();
    heco_runs_options        how   = heco_runs_options_default();
    heco_runs               *r     = NULL;
    heco_error               error = {0};
    p.name = "test", p.eval = evaluate;
    p.space.n = 2, p.space.ng = 1, p.space.lower = lower, p.space.upper = upper;
    o.algorithm = "lshade44", o.run.set = set, o.run.sets = 1, o.run.max_evals = 60;
    o.journal = path, o.resume = resume, o.journal_metadata = "note";
    how.runs = 2, how.jobs = 1, how.each = &o;
    countdown = k;
    *status   = heco_minimize_runs(&r, &p, &how, &error);
    int spent = k >= 0 && countdown < 0;
    countdown = -1;
    if (*status != HECO_OK)
        assert_int_equal(error.status, *status);
    else
        for (size_t i = 0; i < 2; i++) f[i] = heco_runs_at(r, i)->outcome.f;
    heco_runs_free(r);
    return spent;
}

static void runs_survive(void **state) {
    (void)state;
    char        path[64], second[80];
    heco_status status;
    double      want[2], f[2];
    snprintf(path, sizeof path, "/tmp/heco-test-%ld-runs", (long)getpid());
    snprintf(second, sizeof second, "%s.2", path);
    unlink(path), unlink(second);
    solve(want, NULL, 0, -1, &status);
    for (long k = 0; solve(f, path, 0, k, &status); k++) {
        assert_int_equal(status, HECO_ERR_MEMORY);
        solve(f, path, 1, -1, &status);
        assert_int_equal(status, HECO_OK);
        assert_double(f[0], want[0]);
        assert_double(f[1], want[1]);
        unlink(path), unlink(second);
    }
    assert_int_equal(status, HECO_OK);
    unlink(path), unlink(second);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(runs_survive)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
