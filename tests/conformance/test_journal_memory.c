/* Each memory request of a journaled search and of its resume fails in turn: the call says so, and what
 * the journal holds by then can be resumed to the same answer. */
#include "testing.h"

#include <unistd.h>

#include "heco/heco.h"

static long countdown = -1; /* the request that fails; below 0: none */

static int refuse(void) { return countdown >= 0 && countdown-- == 0; }

#include "refused_memory.h"

typedef struct {
    unsigned calls, stop_after; /* 0: never */
} counter;

static int evaluate(void *user, const double *x, double *f, double *g, double *h) {
    counter *c = user;
    (void)h;
    if (c->stop_after > 0 && c->calls >= c->stop_after) return HECO_POINT_STOP;
    c->calls++;
    f[0] = x[0] * x[0] + x[1] * x[1];
    g[0] = 1.0 - x[0] - x[1];
    return HECO_POINT_OK;
}

enum { EVALS = 120, PART = 50 };

/* Request `k` fails (below 0: none); 1 when there were so many. */
static int solve(double *f, const char *path, int resume, unsigned stop_after, long k,
                 heco_status *status) {
    static const double      lower[2] = {-5, -5}, upper[2] = {5, 5};
    static const char *const set[] = {"N0=12"};
    heco_problem             p     = heco_problem_default();
    heco_minimize_options    o     = heco_minimize_options_default();
    heco_solution           *s     = NULL;
    heco_error               error = {0};
    counter                  c     = {0, stop_after};
    p.name = "test", p.eval = evaluate, p.user = &c;
    p.space.n = 2, p.space.ng = 1, p.space.lower = lower, p.space.upper = upper;
    o.algorithm = "lshade44", o.run.set = set, o.run.sets = 1, o.run.max_evals = EVALS;
    o.journal = path, o.resume = resume, o.journal_metadata = "note";
    countdown = k;
    *status   = heco_minimize(&s, &p, &o, &error);
    int spent = k >= 0 && countdown < 0;
    countdown = -1;
    if (*status != HECO_OK) assert_int_equal(error.status, *status);
    if (s != NULL) *f = heco_solution_result(s)->outcome.f;
    heco_solution_free(s);
    return spent;
}

static void copy(const char *from, const char *to) {
    char command[300];
    snprintf(command, sizeof command, "cp '%s' '%s'", from, to);
    assert_int_equal(system(command), 0);
}

static void a_search_survives(void **state) {
    (void)state;
    char        path[64];
    heco_status status;
    double      want, f;
    snprintf(path, sizeof path, "/tmp/heco-test-%ld-journal", (long)getpid());
    unlink(path);
    solve(&want, NULL, 0, 0, -1, &status);
    for (long k = 0; solve(&f, path, 0, 0, k, &status); k++) {
        assert_int_equal(status, HECO_ERR_MEMORY);
        heco_journal_info *info;
        if (heco_journal_read(&info, path, NULL) == HECO_OK) {
            heco_journal_info_free(info);
            solve(&f, path, 1, 0, -1, &status);
            assert_int_equal(status, HECO_OK);
            assert_double(f, want);
        }
        unlink(path);
    }
    assert_int_equal(status, HECO_OK);
    assert_double(f, want);
    unlink(path);
}

static void a_resume_survives(void **state) {
    (void)state;
    char        part[64], path[64];
    heco_status status;
    double      want, f;
    snprintf(part, sizeof part, "/tmp/heco-test-%ld-part", (long)getpid());
    snprintf(path, sizeof path, "/tmp/heco-test-%ld-journal", (long)getpid());
    unlink(part);
    solve(&want, NULL, 0, 0, -1, &status);
    solve(&f, part, 0, PART, -1, &status);
    assert_int_equal(status, HECO_OK);
    copy(part, path);
    for (long k = 0; solve(&f, path, 1, 0, k, &status); k++) {
        assert_int_equal(status, HECO_ERR_MEMORY);
        solve(&f, path, 1, 0, -1, &status);
        assert_int_equal(status, HECO_OK);
        assert_double(f, want);
        copy(part, path);
    }
    assert_int_equal(status, HECO_OK);
    assert_double(f, want);
    unlink(part);
    unlink(path);
}

static void reading_survives(void **state) {
    (void)state;
    char               path[64];
    heco_status        status;
    heco_journal_info *info;
    heco_error         error;
    double             f;
    int                failures = 0;
    snprintf(path, sizeof path, "/tmp/heco-test-%ld-journal", (long)getpid());
    unlink(path);
    solve(&f, path, 0, PART, -1, &status);
    for (long k = 0;; k++) {
        countdown = k;
        status    = heco_journal_read(&info, path, &error);
        countdown = -1;
        if (status == HECO_OK) break;
        assert_int_equal(status, HECO_ERR_MEMORY);
        assert_null(info);
        failures++;
    }
    assert_true(failures > 2);
    assert_int_equal(info->evals, PART);
    heco_journal_info_free(info);
    unlink(path);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_search_survives),
                                       cmocka_unit_test(a_resume_survives),
                                       cmocka_unit_test(reading_survives)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
