/* Several runs: the same bits as one by one, in any number of threads; journals, stops, summary. */
#include <stdatomic.h>
#include <sys/stat.h>
#include <unistd.h>

#include "testing.h"

#include "folder.h"
#include "heco/heco.h"

static const double lower[2] = {-2.0, -2.0}, upper[2] = {2.0, 2.0};

typedef struct {
    atomic_int clones, evals;
    int        stop_at; /* evaluation that says HECO_POINT_STOP; 0: none */
    int        broken;
    int        most; /* clones there may be; 0: any number */
} counts;

typedef struct {
    counts *shared;
    int     busy; /* two threads on one of these would see each other here */
} own;

/* Two basins: x = 1 with f = 0 and x = -1 with f = 0.1, y = 0; x + y <= 3. */
static int eval(void *user, const double *x, double *f, double *g, double *h) {
    own *w = user;
    (void)h;
    int number = atomic_fetch_add(&w->shared->evals, 1) + 1;
    if (w->busy++ != 0) return HECO_POINT_STOP;
    double a = x[0] * x[0] - 1.0;
    f[0]     = a * a + x[1] * x[1] + 0.05 * (1.0 - x[0]);
    g[0]     = x[0] + x[1] - 3.0;
    w->busy--;
    if (w->shared->stop_at > 0 && number >= w->shared->stop_at) return HECO_POINT_STOP;
    return w->shared->broken ? HECO_POINT_FAILED : HECO_POINT_OK;
}

static void *clone(const void *user) {
    counts *shared = ((const own *)user)->shared;
    if (shared->most > 0 && atomic_load(&shared->clones) >= shared->most) return NULL;
    own *w = calloc(1, sizeof *w);
    if (w == NULL) return NULL;
    w->shared = shared;
    atomic_fetch_add(&w->shared->clones, 1);
    return w;
}

static void drop(void *user) {
    own *w = user;
    atomic_fetch_sub(&w->shared->clones, 1);
    free(w);
}

static heco_problem two_basins(own *user) {
    heco_problem p = heco_problem_default();
    p.space.n = 2, p.space.ng = 1;
    p.space.lower = lower, p.space.upper = upper;
    p.eval = eval, p.user = user;
    p.sharing = HECO_SHARE_CLONE, p.clone = clone, p.drop = drop;
    return p;
}

static heco_minimize_options each(uint64_t seed) {
    heco_minimize_options o = heco_minimize_options_default();
    o.run.seed = seed, o.run.max_evals = 400, o.algorithm = "lshade44";
    return o;
}

static heco_runs *solve(const heco_problem *p, const heco_minimize_options *o, size_t runs,
                        unsigned jobs) {
    heco_runs_options how = heco_runs_options_default();
    heco_runs        *out;
    heco_error        error = {HECO_OK, ""};
    how.runs = runs, how.jobs = jobs, how.each = o;
    if (heco_minimize_runs(&out, p, &how, &error) != HECO_OK) fail_msg("%s", error.text);
    return out;
}

static void assert_same(const heco_runs_row *row, const heco_problem *p,
                        const heco_minimize_options *o) {
    heco_solution        *one;
    heco_minimize_options single = *o;
    single.run.seed              = row->seed;
    single.journal               = NULL;
    assert_int_equal(heco_minimize(&one, p, &single, NULL), HECO_OK);
    const heco_result *r = heco_solution_result(one);
    assert_memory_equal(row->x, r->x, 2 * sizeof(double));
    assert_double(row->outcome.f, r->outcome.f);
    assert_int_equal(row->outcome.evals, r->outcome.evals);
    assert_int_equal(row->outcome.evals_at_best, r->outcome.evals_at_best);
    heco_solution_free(one);
}

static void each_run_is_that_of_its_seed(void **state) {
    (void)state;
    counts                shared = {.stop_at = 0};
    own                   user   = {.shared = &shared};
    heco_problem          p      = two_basins(&user);
    heco_minimize_options o      = each(7);
    for (unsigned jobs = 1; jobs <= 4; jobs += 3) {
        heco_runs *r = solve(&p, &o, 9, jobs);
        for (size_t i = 0; i < 9; i++) {
            const heco_runs_row *row = heco_runs_at(r, i);
            assert_int_equal(row->seed, 7 + i);
            assert_int_equal(row->reproduced, 1);
            assert_same(row, &p, &o);
        }
        assert_null(heco_runs_at(r, 9));
        const heco_runs_summary *s    = heco_runs_get_summary(r);
        const heco_outcome      *best = &heco_solution_result(heco_runs_best(r))->outcome;
        assert_int_equal(s->runs, 9);
        assert_int_equal(s->finished, 9);
        assert_int_equal(s->feasible, 9);
        assert_int_equal(s->evals, 9 * 400);
        assert_double(s->f_best, best->f);
        assert_double(heco_runs_at(r, s->best)->outcome.f, best->f);
        for (size_t i = 0; i < 9; i++) assert_true(heco_runs_at(r, i)->outcome.f >= best->f);
        assert_near(s->unseen, 1.0 - pow(0.05, 1.0 / 9.0), 1e-15);
        heco_runs_free(r);
        assert_int_equal(shared.clones, 0);
    }
}

static void agreement_and_spread(void **state) {
    (void)state;
    counts                shared  = {.stop_at = 0};
    own                   user    = {.shared = &shared};
    heco_problem          p       = two_basins(&user);
    heco_minimize_options o       = each(1);
    o.run.max_evals               = 6000; /* enough to converge in either basin */
    heco_runs               *r    = solve(&p, &o, 12, 2);
    const heco_runs_summary *s    = heco_runs_get_summary(r);
    size_t                   near = 0;
    for (size_t i = 0; i < 12; i++) near += fabs(heco_runs_at(r, i)->x[0] - 1.0) < 1e-2;
    assert_true(near > 0);
    assert_int_equal(s->same_point, near);
    assert_int_equal(s->same_value, near);
    for (size_t i = 0; i < 12; i++)
        assert_int_equal(heco_runs_at(r, i)->same_point,
                         fabs(heco_runs_at(r, i)->x[0] - 1.0) < 1e-2);
    assert_true(s->f_best <= s->f_lower && s->f_lower <= s->f_median);
    assert_true(s->f_median <= s->f_upper && s->f_upper <= s->f_worst);
    heco_runs_free(r);
}

typedef struct {
    int    calls;
    size_t done;
    double share;
} reports;

static int listen(void *user, const heco_progress *now) {
    reports *r = user;
    assert_true(now->done >= r->done && now->share >= r->share - 1e-12 && now->share <= 1.0 + 1e-9);
    r->calls++, r->done = now->done, r->share = now->share;
    return now->done >= 2;
}

static int always(void *user, const heco_progress *now) {
    (void)user, (void)now;
    return 1;
}

static void a_stop_keeps_what_there_is(void **state) {
    (void)state;
    counts                shared = {.stop_at = 0};
    own                   user   = {.shared = &shared};
    heco_problem          p      = two_basins(&user);
    heco_minimize_options o      = each(1);
    heco_runs_options     how    = heco_runs_options_default();
    reports               heard  = {0};
    heco_runs            *r;
    how.runs = 50, how.jobs = 1, how.each = &o, how.on_progress = listen, how.user = &heard;
    assert_int_equal(heco_minimize_runs(&r, &p, &how, NULL), HECO_OK);
    assert_int_equal(heco_runs_get_summary(r)->begun, 2);
    assert_int_equal(heco_runs_get_summary(r)->finished, 2);
    assert_null(heco_runs_at(r, 2)->x);
    assert_int_equal(heco_runs_at(r, 2)->outcome.stop, HECO_STOP_NOT_YET);
    heco_runs_free(r);
    /* with threads: by the model, in the middle of a run */
    atomic_store(&shared.evals, 0);
    shared.stop_at = 1000;
    how.jobs = 3, how.on_progress = NULL;
    assert_int_equal(heco_minimize_runs(&r, &p, &how, NULL), HECO_OK);
    assert_true(heco_runs_get_summary(r)->begun < 50);
    assert_true(heco_runs_get_summary(r)->begun > heco_runs_get_summary(r)->finished);
    heco_runs_free(r);
    /* by a stop that was wanted before */
    shared.stop_at          = 0;
    o.evaluator.should_stop = always;
    o.run.max_evals         = 50000;
    for (how.jobs = 1; how.jobs < 4; how.jobs += 2) {
        assert_int_equal(heco_minimize_runs(&r, &p, &how, NULL), HECO_OK);
        assert_non_null(r);
        assert_true(heco_runs_get_summary(r)->begun < 10);
        assert_int_equal(heco_runs_get_summary(r)->finished, 0);
        assert_double(heco_runs_get_summary(r)->unseen, 1.0);
        heco_runs_free(r);
    }
    /* a function that never works is not asked by fifty runs */
    o.evaluator.should_stop = NULL, o.run.max_failed = 20, shared.broken = 1, how.jobs = 1;
    assert_int_equal(heco_minimize_runs(&r, &p, &how, NULL), HECO_OK);
    assert_int_equal(heco_runs_get_summary(r)->begun, 1);
    assert_int_equal(heco_runs_get_summary(r)->same_point, 0);
    assert_true(isnan(heco_runs_get_summary(r)->f_median));
    heco_runs_free(r);
    assert_int_equal(shared.clones, 0);
}

static void journals_of_all_runs(void **state) {
    (void)state;
    counts                shared   = {.stop_at = 0};
    own                   user     = {.shared = &shared};
    heco_problem          p        = two_basins(&user);
    heco_minimize_options o        = each(3);
    heco_runs_options     how      = heco_runs_options_default();
    const char           *metadata[4] = {"one", "two", "three", "four"};
    char                  file[100], second[120], fourth[120];
    test_folder           folder = test_folder_new();
    heco_journal_info    *info;
    heco_error            error = {HECO_OK, ""};
    heco_runs            *r;
    snprintf(file, sizeof file, "%s/j", folder.path);
    snprintf(second, sizeof second, "%s.2", file);
    snprintf(fourth, sizeof fourth, "%s.4", file);
    o.journal = file;
    how.runs = 4, how.jobs = 2, how.each = &o, how.journal_metadata = metadata;
    assert_int_equal(heco_minimize_runs(&r, &p, &how, &error), HECO_OK);
    heco_runs_free(r);
    assert_int_equal(heco_journal_read(&info, fourth, NULL), HECO_OK);
    assert_string_equal(info->metadata, "four");
    assert_text(info->identity, "\nseed=6\n");
    heco_journal_info_free(info);
    /* nothing is overwritten, and nothing evaluated before that is known */
    unlink(file);
    atomic_store(&shared.evals, 0);
    assert_int_equal(heco_minimize_runs(&r, &p, &how, &error), HECO_ERR_CONFLICT);
    assert_null(r);
    assert_text(error.text, "j.2 exists already");
    assert_int_equal(shared.evals, 0);
    /* one is cut, one is missing, one is empty: only what is lost is evaluated again */
    o.resume = 1;
    assert_int_equal(truncate(second, 8000), 0);
    fclose(fopen(fourth, "w"));
    assert_int_equal(heco_minimize_runs(&r, &p, &how, &error), HECO_OK);
    for (size_t i = 0; i < 4; i++) assert_same(heco_runs_at(r, i), &p, &o);
    assert_int_equal(heco_runs_at(r, 0)->replayed, 0);
    assert_true(heco_runs_at(r, 1)->replayed > 50 && heco_runs_at(r, 1)->replayed < 400);
    assert_int_equal(heco_runs_at(r, 2)->replayed, 400);
    assert_int_equal(heco_runs_at(r, 3)->replayed, 0);
    heco_runs_free(r);
    test_folder_drop(&folder);
}

static void what_is_refused(void **state) {
    (void)state;
    counts                shared = {.stop_at = 0};
    own                   user   = {.shared = &shared};
    heco_problem          p      = two_basins(&user);
    heco_minimize_options o      = each(3);
    heco_runs_options     how    = heco_runs_options_default();
    heco_error            error  = {HECO_OK, ""};
    heco_runs            *r;
    how.each = &o;
    assert_int_equal(heco_minimize_runs(&r, &p, &how, &error), HECO_ERR_ARG);
    assert_text(error.text, "0 runs");
    how.runs = 3, how.jobs = 2;
    o.algorithm = "lshade45";
    assert_int_equal(heco_minimize_runs(&r, &p, &how, &error), HECO_ERR_NAME);
    assert_null(r);
    assert_text(error.text, "lshade44");
    o.algorithm = NULL, o.run.max_seconds = -1.0;
    assert_int_not_equal(heco_minimize_runs(&r, &p, &how, &error), HECO_OK);
    assert_null(r);
    assert_int_equal(shared.clones, 0);
    heco_runs_free(NULL);
}

/* The third of three clones is not to be had: nothing runs, and the other two are dropped. */
static void a_clone_that_is_missing(void **state) {
    (void)state;
    counts                shared = {.most = 2};
    own                   user   = {.shared = &shared};
    heco_problem          p      = two_basins(&user);
    heco_minimize_options o      = each(3);
    heco_runs_options     how    = heco_runs_options_default();
    heco_error            error  = {HECO_OK, ""};
    heco_runs            *r;
    how.each = &o, how.runs = 5, how.jobs = 3;
    assert_int_equal(heco_minimize_runs(&r, &p, &how, &error), HECO_ERR_MEMORY);
    assert_null(r);
    assert_text(error.text, "a clone of the problem for worker 3");
    assert_int_equal(shared.evals, 0);
    assert_int_equal(shared.clones, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_run_is_that_of_its_seed),
        cmocka_unit_test(agreement_and_spread),
        cmocka_unit_test(a_stop_keeps_what_there_is),
        cmocka_unit_test(journals_of_all_runs),
        cmocka_unit_test(what_is_refused),
        cmocka_unit_test(a_clone_that_is_missing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
