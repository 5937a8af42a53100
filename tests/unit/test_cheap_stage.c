/* Cheap constraints and evaluations that stop early: which points are simulated, what rows hold,
 * and the same bits on every backend, in lanes and after a resume. */
#include "testing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "folder.h"
#include "heco/heco.h"
#include "heco/lanes.h"

/* Minimise (x - 2)^2 + (y - 1)^2 in a disc (cheap), below a cheap line, with x y <= 0.5. The
 * simulation ends the process at a point that violates a cheap constraint. */
static int cheap(void *user, const double *x, double *g) {
    (void)user;
    g[0] = x[0] * x[0] + x[1] * x[1] - 2.0;
    g[1] = x[1] - x[0] - 0.5;
    return HECO_POINT_OK;
}

static int eval(void *user, const double *x, double *f, double *g, double *h) {
    double first[2];
    (void)h;
    cheap(user, x, first);
    if (first[0] > 1e-8 || first[1] > 1e-8) abort();
    f[0] = (x[0] - 2.0) * (x[0] - 2.0) + (x[1] - 1.0) * (x[1] - 1.0);
    g[2] = x[0] * x[1] - 0.5;
    return HECO_POINT_OK;
}

static int eval_batch(void *user, const double *x, size_t count, double *f, double *g, double *h) {
    for (size_t i = 0; i < count; i++) eval(user, x + 2 * i, f + i, g + 3 * i, h);
    return HECO_POINT_OK;
}

static const double lower[] = {-3.0, -3.0}, upper[] = {3.0, 3.0};

static heco_problem disc(void) {
    heco_problem p = heco_problem_default();
    p.space.n = 2, p.space.ng = 3, p.space.lower = lower, p.space.upper = upper;
    p.eval = eval, p.cheap = 2, p.eval_cheap = cheap;
    p.sharing = HECO_SHARE_FREELY;
    return p;
}

static size_t reported;

static void count_rows(void *user, const heco_batch *batch, size_t begin, size_t end) {
    (void)user;
    for (size_t i = begin; i < end; i++) reported += batch->state[i] != HECO_ROW_SKIPPED;
}

static void only_points_that_meet_them_are_simulated(void **state) {
    (void)state;
    static const char *const backends[] = {"serial", "threads", "process"};
    static const double      points[]   = {2.0, 2.0, 0.5, 0.5, -1.0, 1.0, 1.0, -0.5};
    for (size_t k = 0; k < 6; k++) {
        heco_problem           p   = disc();
        heco_evaluator_options how = {.workers = 2};
        heco_evaluator        *ev;
        heco_batch            *b;
        if (k % 2 == 1) p.eval = NULL, p.eval_batch = eval_batch;
        const heco_backend *backend = heco_backend_find(backends[k / 2], NULL);
        if (backend == NULL) continue; /* not in this build */
        assert_int_equal(heco_evaluator_open(&ev, &p, backend, &how, NULL), HECO_OK);
        assert_int_equal(heco_batch_new(&b, &p.space, 4), HECO_OK);
        memcpy(b->x, points, sizeof points);
        b->count = 4;
        reported = 0;
        heco_evaluator_on_rows(ev, count_rows, NULL);
        assert_int_equal(heco_evaluate(ev, b), HECO_OK);
        assert_int_equal(reported, 4);
        assert_int_equal(b->state[0], HECO_ROW_REJECTED);
        assert_int_equal(b->state[1], HECO_ROW_OK);
        assert_int_equal(b->state[2], HECO_ROW_REJECTED);
        assert_int_equal(b->state[3], HECO_ROW_OK);
        assert_near(b->g[0], 6.0, 0.0);
        assert_near(b->g[1], -0.5, 0.0);
        assert_true(isnan(b->g[2]) && isnan(b->f[0]));
        assert_near(b->f[1], 2.5, 0.0);
        assert_near(b->g[3], -1.5, 0.0);
        assert_near(b->g[5], -0.25, 0.0);
        assert_int_equal(heco_evaluator_failures(ev)->failed, 0);
        heco_batch_free(b);
        heco_evaluator_close(ev);
    }
}

typedef struct {
    double   f, x[2], g[3];
    uint64_t evals, rejected, partial, failed;
} outcome;

static outcome search(const heco_problem *p, const heco_minimize_options *how) {
    heco_solution *s;
    heco_error     error = {HECO_OK, ""};
    if (heco_minimize(&s, p, how, &error) != HECO_OK) fail_msg("%s", error.text);
    const heco_result *r = heco_solution_result(s);
    outcome            o = {.f        = r->outcome.f,
                            .evals    = r->outcome.evals,
                            .rejected = r->rejected,
                            .partial  = r->partial,
                            .failed   = r->outcome.failed};
    memcpy(o.x, r->x, sizeof o.x);
    memcpy(o.g, r->g, sizeof o.g);
    heco_solution_free(s);
    return o;
}

static void assert_same(const outcome *a, const outcome *b) {
    assert_memory_equal(a, b, sizeof *a);
}

/* At the solution the disc and x y = 0.5 meet: x^2 + 0.25 / x^2 = 2. */
static void assert_solved(const outcome *o, double within) {
    double x = sqrt(1.0 + sqrt(0.75));
    assert_near(o->x[0], x, within);
    assert_near(o->x[1], 0.5 / x, within);
    assert_int_equal(o->failed, 0);
}

static void every_backend_gives_the_same_bits(void **state) {
    (void)state;
    static const char *const algorithms[] = {"auto", "sqp", "heco-de", "surrogate"};
    for (size_t a = 0; a < sizeof algorithms / sizeof *algorithms; a++) {
        heco_problem          p   = disc();
        heco_minimize_options how = heco_minimize_options_default();
        how.algorithm             = algorithms[a];
        how.run.max_evals         = a == 2 ? 3000 : 400;
        how.run.batch             = 2;
        how.lanes                 = HECO_LANES_NONE;
        outcome serial            = search(&p, &how);
        if (a != 3) assert_solved(&serial, a == 2 ? 1e-3 : 1e-5);
        how.evaluator.workers = 2;
        how.backend           = "threads";
        outcome other         = search(&p, &how);
        assert_same(&serial, &other);
        p.eval = NULL, p.eval_batch = eval_batch;
        other = search(&p, &how);
        assert_same(&serial, &other);
        if (heco_backend_find("process", NULL) == NULL) continue;
        how.backend = "process";
        other       = search(&p, &how);
        assert_same(&serial, &other);
    }
}

static void lanes_do_not_depend_on_the_backend(void **state) {
    (void)state;
    heco_problem          p   = disc();
    heco_minimize_options how = heco_minimize_options_default();
    how.run.max_evals         = 600;
    how.lanes                 = 3;
    outcome serial            = search(&p, &how);
    assert_solved(&serial, 1e-5);
    how.backend           = "threads";
    how.evaluator.workers = 3;
    outcome other         = search(&p, &how);
    assert_same(&serial, &other);
}

/* Ends the search after some evaluations. */
static int after_forty(void *user, const heco_progress *now) {
    (void)user;
    return now->evals >= 40;
}

static void a_resumed_search_has_the_same_bits(void **state) {
    (void)state;
    test_folder           folder = test_folder_new();
    heco_problem          p      = disc();
    heco_minimize_options how    = heco_minimize_options_default();
    char                  path[100];
    snprintf(path, sizeof path, "%s/journal", folder.path);
    how.run.max_evals   = 400;
    how.algorithm       = "sqp";
    outcome whole       = search(&p, &how);
    how.journal         = path;
    how.run.on_progress = after_forty;
    search(&p, &how);
    how.run.on_progress = NULL;
    how.resume          = 1;
    outcome resumed     = search(&p, &how);
    assert_true(whole.rejected > 0);
    assert_same(&whole, &resumed);
    heco_journal_walk *walk;
    heco_journal_point point;
    uint64_t           rejected = 0;
    assert_int_equal(heco_journal_walk_open(&walk, path, NULL), HECO_OK);
    while (heco_journal_walk_next(walk, &point, NULL) == 1) {
        rejected += point.state == HECO_ROW_REJECTED;
        assert_int_equal(point.failed, 0);
        assert_true(point.state == HECO_ROW_OK || (isnan(point.f) && isfinite(point.g[0])));
    }
    assert_true(rejected == whole.rejected);
    heco_journal_walk_close(walk);
    test_folder_drop(&folder);
}

/* The same problem with an evaluation that stops at the first violated constraint. */
static int eval_stopping(void *user, const double *x, double *f, double *g, double *h) {
    (void)h;
    cheap(user, x, g);
    if (g[0] > 1e-8 || g[1] > 1e-8) {
        if (g[0] > 1e-8) g[1] = NAN;
        return HECO_POINT_PARTIAL;
    }
    g[2] = x[0] * x[1] - 0.5;
    if (g[2] > 1e-8) return HECO_POINT_PARTIAL;
    f[0] = (x[0] - 2.0) * (x[0] - 2.0) + (x[1] - 1.0) * (x[1] - 1.0);
    return HECO_POINT_OK;
}

static void a_search_uses_partial_rows(void **state) {
    (void)state;
    static const char *const backends[] = {"serial", "threads", "process"};
    heco_problem             p          = disc();
    heco_minimize_options    how        = heco_minimize_options_default();
    outcome                  first      = {0};
    p.cheap = 0, p.eval_cheap = NULL, p.eval = eval_stopping;
    how.algorithm     = "heco-de";
    how.run.max_evals = 4000;
    for (size_t k = 0; k < 3; k++) {
        if (heco_backend_find(backends[k], NULL) == NULL) continue;
        how.backend = backends[k];
        outcome o   = search(&p, &how);
        if (k == 0) first = o;
        assert_same(&first, &o);
    }
    assert_true(first.partial > 0);
    assert_solved(&first, 1e-3);
}

static int eval_nothing(void *user, const double *x, double *f, double *g, double *h) {
    (void)user, (void)x, (void)f, (void)g, (void)h;
    return HECO_POINT_PARTIAL;
}

static void without_a_violated_constraint_a_partial_row_has_failed(void **state) {
    (void)state;
    heco_problem    p = disc();
    heco_evaluator *ev;
    heco_batch     *b;
    p.cheap = 0, p.eval_cheap = NULL, p.eval = eval_nothing;
    assert_int_equal(heco_evaluator_open(&ev, &p, NULL, NULL, NULL), HECO_OK);
    assert_int_equal(heco_batch_new(&b, &p.space, 1), HECO_OK);
    b->count = 1;
    assert_int_equal(heco_evaluate(ev, b), HECO_OK);
    assert_int_equal(b->state[0], HECO_ROW_FAILED);
    heco_batch_free(b);
    heco_evaluator_close(ev);
}

static int never(void *user, const double *x, double *g) {
    (void)user;
    g[0] = 4.0 + x[0], g[1] = -1.0;
    return HECO_POINT_OK;
}

static void if_every_point_is_rejected_nothing_was_found(void **state) {
    (void)state;
    heco_problem          p   = disc();
    heco_minimize_options how = heco_minimize_options_default();
    heco_solution        *s;
    p.eval_cheap      = never;
    how.run.max_evals = 500;
    how.algorithm     = "lshade44";
    assert_int_equal(heco_minimize(&s, &p, &how, NULL), HECO_OK);
    const heco_result *r = heco_solution_result(s);
    assert_int_equal(r->outcome.found, HECO_FOUND_NONE);
    assert_int_equal(r->rejected, 500);
    assert_int_equal(r->outcome.failed, 0);
    assert_near(r->x[0], -3.0, 0.5); /* the least violation */
    heco_solution_free(s);
}

static void bad_descriptions_are_refused(void **state) {
    (void)state;
    heco_problem p = disc();
    heco_error   error;
    p.cheap = 4;
    assert_int_equal(heco_problem_check(&p, &error), HECO_ERR_ARG);
    assert_string_equal(error.text, "4 cheap constraints among 3 inequalities: the first "
                                    "inequalities are the cheap ones, an equality cannot be cheap");
    p.cheap = 2, p.eval_cheap = NULL;
    assert_int_equal(heco_problem_check(&p, &error), HECO_ERR_ARG);
    assert_string_equal(error.text, "2 cheap constraints without eval_cheap: give the function "
                                    "that writes them");
    p.cheap = 0, p.eval_cheap = cheap;
    assert_int_equal(heco_problem_check(&p, &error), HECO_ERR_ARG);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_points_that_meet_them_are_simulated),
        cmocka_unit_test(every_backend_gives_the_same_bits),
        cmocka_unit_test(lanes_do_not_depend_on_the_backend),
        cmocka_unit_test(a_resumed_search_has_the_same_bits),
        cmocka_unit_test(a_search_uses_partial_rows),
        cmocka_unit_test(without_a_violated_constraint_a_partial_row_has_failed),
        cmocka_unit_test(if_every_point_is_rejected_nothing_was_found),
        cmocka_unit_test(bad_descriptions_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
