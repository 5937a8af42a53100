/* A problem that maximises gives the same search as the minimisation of -f, with f in its own sign. */
#include "testing.h"

#include <unistd.h>

#include "heco/journal.h"
#include "heco/run.h"

static const double lower[2] = {-4, -4}, upper[2] = {4, 4};

/* The maximum of x + 2 y in the unit circle is sqrt(5). `user` is the sign of f. */
static int eval(void *user, const double *x, double *f, double *g, double *h) {
    (void)h;
    f[0] = *(const double *)user * (x[0] + 2.0 * x[1]);
    g[0] = x[0] * x[0] + x[1] * x[1] - 1.0;
    return HECO_POINT_OK;
}

static int derivatives(void *user, const double *x, double *df, double *dg, double *dh) {
    double sign = *(const double *)user;
    (void)dh;
    df[0] = sign, df[1] = 2.0 * sign;
    dg[0] = 2.0 * x[0], dg[1] = 2.0 * x[1];
    return HECO_POINT_OK;
}

static heco_problem circle(int maximise) {
    static double signs[2] = {-1.0, 1.0};
    heco_problem  p        = heco_problem_default();
    p.space.n = 2, p.space.ng = 1;
    p.space.lower = lower, p.space.upper = upper;
    p.eval = eval, p.user = &signs[maximise], p.sharing = HECO_SHARE_FREELY;
    p.maximise = maximise;
    return p;
}

static heco_solution *solve(const heco_problem *p, const heco_minimize_options *o) {
    heco_solution *solution;
    heco_error     error = {HECO_OK, ""};
    if (heco_minimize(&solution, p, o, &error) != HECO_OK) fail_msg("%s", error.text);
    return solution;
}

static void the_search_is_that_of_minus_f(void **state) {
    static const char *const algorithms[] = {"auto", "heco-de", "sqp"};
    static const char *const backends[]   = {"serial", "threads", "process"};
    static const uint64_t    points[]     = {100, 200};
    (void)state;
    for (size_t k = 0; k < 9; k++) {
        heco_minimize_options o = heco_minimize_options_default();
        heco_problem          p[2];
        const heco_result    *r[2];
        heco_solution        *s[2];
        o.algorithm = algorithms[k % 3], o.backend = backends[k / 3], o.evaluator.workers = 2;
        o.run.max_evals = 300, o.run.checkpoints = points, o.run.checkpoint_count = 2;
        for (int i = 0; i < 2; i++) {
            p[i] = circle(i);
            if (k % 3 == 2) p[i].derivatives = derivatives;
            s[i] = solve(&p[i], &o), r[i] = heco_solution_result(s[i]);
        }
        assert_true(r[1]->outcome.f == -r[0]->outcome.f && r[1]->outcome.f > 1.0);
        assert_memory_equal(r[1]->x, r[0]->x, 2 * sizeof(double));
        assert_int_equal(r[1]->outcome.evals, r[0]->outcome.evals);
        assert_int_equal(r[1]->outcome.derivatives, r[0]->outcome.derivatives);
        assert_int_equal(r[1]->outcome.derivatives > 0, k % 3 == 2);
        assert_int_equal(r[1]->checkpoint_count, r[0]->checkpoint_count);
        for (size_t i = 0; i < r[1]->checkpoint_count; i++)
            assert_true(r[1]->checkpoint_f[i] == -r[0]->checkpoint_f[i]);
        assert_int_equal(heco_solution_reproduced(s[1]), 1);
        heco_solution_free(s[0]), heco_solution_free(s[1]);
    }
}

static int rises(void *user, const heco_progress *now) {
    double *last = user;
    if (now->feasible) assert_true(now->f >= *last && now->f < 2.3), *last = now->f;
    return 0;
}

static void target_and_progress_have_the_sign_of_f(void **state) {
    (void)state;
    heco_problem          p    = circle(1);
    heco_minimize_options o    = heco_minimize_options_default();
    double                last = -INFINITY;
    o.run.max_evals = 20000, o.run.target = 2.2, o.algorithm = "heco-de";
    o.run.on_progress = rises, o.run.progress_user = &last;
    heco_solution      *s = solve(&p, &o);
    const heco_outcome *r = &heco_solution_result(s)->outcome;
    assert_int_equal(r->stop, HECO_STOP_TARGET);
    assert_true(r->f >= 2.2 && last == r->f);
    assert_true(r->evals_to_target > 0 && r->evals < 20000);
    heco_solution_free(s);
}

static int best_so_far(void *user, const heco_progress *now) {
    *(double *)user = now->f;
    return 0;
}

static void the_best_run_has_the_largest_f(void **state) {
    (void)state;
    for (unsigned jobs = 1; jobs < 3; jobs++) {
        heco_problem          p    = circle(1);
        heco_minimize_options each = heco_minimize_options_default();
        heco_runs_options     o    = heco_runs_options_default();
        heco_runs            *runs;
        double                last = NAN;
        each.algorithm = "heco-de", each.run.max_evals = 400;
        o.runs = 4, o.jobs = jobs, o.each = &each, o.on_progress = best_so_far, o.user = &last;
        assert_int_equal(heco_minimize_runs(&runs, &p, &o, NULL), HECO_OK);
        const heco_runs_summary *sum = heco_runs_get_summary(runs);
        for (size_t i = 0; i < 4; i++)
            assert_true(heco_runs_at(runs, i)->outcome.f <= sum->f_best);
        assert_true(heco_runs_at(runs, sum->best)->outcome.f == sum->f_best);
        assert_true(sum->f_worst <= sum->f_median && sum->f_median <= sum->f_best);
        assert_true(heco_solution_result(heco_runs_best(runs))->outcome.f == sum->f_best);
        if (jobs == 1) assert_true(last == sum->f_best);
        heco_runs_free(runs);
    }
}

static void a_journal_knows_the_sense(void **state) {
    (void)state;
    char path[] = "/tmp/heco_maximise_XXXXXX";
    close(mkstemp(path));
    for (int maximise = 0; maximise < 2; maximise++) {
        heco_problem          p = circle(maximise);
        heco_minimize_options o = heco_minimize_options_default();
        heco_journal_info    *info;
        unlink(path);
        o.run.max_evals = 200, o.journal = path, o.algorithm = "heco-de";
        heco_solution *first = solve(&p, &o);
        assert_int_equal(heco_journal_read(&info, path, NULL), HECO_OK);
        assert_int_equal(info->maximise, maximise);
        o.resume              = 1;
        heco_solution *second = solve(&p, &o);
        assert_int_equal(heco_solution_replayed(second), 200);
        assert_true(heco_solution_result(second)->outcome.f ==
                    heco_solution_result(first)->outcome.f);
        heco_solution_free(first), heco_solution_free(second);
        p.maximise = !maximise; /* another search */
        assert_int_equal(heco_minimize(&second, &p, &o, NULL), HECO_ERR_CONFLICT);
        heco_journal_info_free(info);
    }
    unlink(path);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_search_is_that_of_minus_f),
        cmocka_unit_test(target_and_progress_have_the_sign_of_f),
        cmocka_unit_test(the_best_run_has_the_largest_f),
        cmocka_unit_test(a_journal_knows_the_sense),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
