/* A callback that leaves by longjmp() instead of returning: not allowed, because the memory of the search is
 * lost. Nothing else is: the library has no state outside of the search. */
#include "testing.h"

#include <setjmp.h>

#include "heco/heco.h"

#if defined(__SANITIZE_ADDRESS__)
__attribute__((visibility("default"))) const char *__asan_default_options(void);
const char *__asan_default_options(void) { return "detect_leaks=0"; } /* the searches that were left */
#endif

typedef struct {
    jmp_buf  out;
    uint64_t calls, leave; /* leaves at that call; 0: never */
} jumper;

static int eval(void *user, const double *x, double *f, double *g, double *h) {
    jumper *j = user;
    (void)h;
    if (++j->calls == j->leave) longjmp(j->out, 1);
    *f   = x[0] * x[0] + x[1] * x[1];
    g[0] = 1.0 - x[0] - x[1];
    return HECO_POINT_OK;
}

static int leave_progress(void *user, const heco_progress *now) {
    jumper *j = user;
    (void)now;
    if (++j->calls == j->leave) longjmp(j->out, 1);
    return 0;
}

/* Returns f of a search, or NAN if it was left. */
static double search(jumper *j, const char *algorithm, int by_progress) {
    static const double   lower[] = {-5, -5}, upper[] = {5, 5};
    heco_problem          p = heco_problem_default();
    heco_minimize_options o = heco_minimize_options_default();
    jumper                quiet = {.leave = 0};
    heco_solution        *s = NULL;
    p.space.n = 2, p.space.ng = 1, p.space.lower = lower, p.space.upper = upper;
    p.eval = eval, p.user = by_progress ? &quiet : j;
    o.algorithm = algorithm, o.run.max_evals = 600;
    if (by_progress) o.run.on_progress = leave_progress, o.run.progress_user = j;
    if (setjmp(j->out) != 0) return NAN;
    assert_int_equal(heco_minimize(&s, &p, &o, NULL), HECO_OK);
    double f = heco_solution_result(s)->outcome.f;
    heco_solution_free(s);
    return f;
}

static void other_searches_go_on(void **state) {
    (void)state;
    static const char *const names[] = {"auto", "heco-de", "sqp", "lshade44"};
    for (size_t k = 0; k < sizeof names / sizeof names[0]; k++) {
        jumper whole = {.leave = 0};
        double want  = search(&whole, names[k], 0);
        for (uint64_t leave = 1; leave < 200; leave = 3 * leave + 1) {
            jumper by_eval = {.leave = leave}, by_progress = {.leave = 1 + leave % 2}, again = {.leave = 0};
            assert_true(isnan(search(&by_eval, names[k], 0)));
            assert_true(isnan(search(&by_progress, names[k], 1)));
            assert_double(search(&again, names[k], 0), want);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(other_searches_go_on)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
