/* Turns of ask and tell around an algorithm that just counts. */
#include "testing.h"

#include <limits.h>

#include "scripted_algorithm.h"

static const double        lower[2] = {1.0, 2.5}, upper[2] = {2.0, 7.5};
static const unsigned char second_integer[2] = {0, 1};

static heco_space box(void) {
    heco_space s = heco_problem_default().space;
    s.n = 2, s.lower = lower, s.upper = upper;
    return s;
}

static heco_run *open_run(const heco_space *s, const heco_run_options *o) {
    heco_run  *run;
    heco_error error = {HECO_OK, ""};
    if (heco_run_new(&run, &scripted_algorithm, s, o, &error) != HECO_OK)
        fail_msg("%s", error.text);
    return run;
}

static heco_run *open_hundred(void) {
    heco_space       s = box();
    heco_run_options o = heco_run_options_default();
    o.max_evals        = 100;
    return open_run(&s, &o);
}

static void refuse(const heco_space *s, const heco_run_options *o, heco_status why,
                   const char *words) {
    heco_run  *run   = (heco_run *)&why;
    heco_error error = {HECO_OK, ""};
    assert_int_equal(heco_run_new(&run, &scripted_algorithm, s, o, &error), why);
    assert_null(run);
    assert_text(error.text, words);
}

/* f falls from row to row, so that the last one told is the best. */
static void fill(heco_batch *b, double first) {
    for (size_t i = 0; i < b->count; i++) b->f[i] = first - (double)i;
}

static void the_last_batch_is_cut(void **state) {
    (void)state;
    heco_space       s = box();
    heco_run_options o = heco_run_options_default();
    o.max_evals        = 10;
    heco_run *run      = open_run(&s, &o);
    size_t    counts[3];
    for (size_t k = 0; k < 3; k++) {
        heco_batch *b = heco_run_ask(run);
        counts[k]     = b->count;
        fill(b, -10.0 * (double)k);
        assert_int_equal(heco_run_result(run)->outcome.stop, HECO_STOP_NOT_YET);
        assert_int_equal(heco_run_tell(run), HECO_OK);
    }
    assert_int_equal(counts[0], 4);
    assert_int_equal(counts[1], 4);
    assert_int_equal(counts[2], 2);
    assert_null(heco_run_ask(run));
    const heco_result *r = heco_run_result(run);
    assert_int_equal(r->outcome.stop, HECO_STOP_BUDGET);
    assert_int_equal(r->outcome.evals, 10);
    assert_double(r->outcome.f, -21.0);
    assert_int_equal(r->outcome.found, HECO_FOUND_FEASIBLE); /* no constraints */
    assert_near(r->x[0], 1.009, 1e-15);
    assert_int_equal(r->outcome.evals_at_best, 10);
    heco_run_free(run);
}

static void out_of_turn(void **state) {
    (void)state;
    heco_run *run = open_hundred();
    assert_int_equal(heco_run_tell(run), HECO_ERR_ORDER);
    assert_text(heco_run_message(run), "tell");
    heco_batch *b = heco_run_ask(run);
    assert_non_null(b);
    assert_null(heco_run_ask(run)); /* refused, and nothing is lost */
    assert_text(heco_run_message(run), "ask");
    fill(b, 1.0);
    assert_int_equal(heco_run_tell(run), HECO_OK);
    assert_int_equal(heco_run_result(run)->outcome.evals, 4);
    assert_int_equal(heco_run_tell(run), HECO_ERR_ORDER);
    assert_non_null(heco_run_ask(run));
    heco_run_free(run);
    heco_run_free(NULL);
}

static void a_wrong_count_is_refused(void **state) {
    (void)state;
    heco_run   *run     = open_hundred();
    heco_batch *b       = heco_run_ask(run);
    size_t      wrong[] = {0, 3, 5, 1000000};
    fill(b, 1.0);
    for (size_t i = 0; i < 4; i++) {
        b->count = wrong[i];
        assert_int_equal(heco_run_tell(run), HECO_ERR_ARG);
        assert_text(heco_run_message(run), "rows, 4 were asked for");
    }
    assert_int_equal(heco_run_result(run)->outcome.evals, 0);
    b->count = 4; /* nothing is lost */
    assert_int_equal(heco_run_tell(run), HECO_OK);
    assert_int_equal(heco_run_result(run)->outcome.evals, 4);
    assert_non_null(heco_run_ask(run));
    heco_run_free(run);
}

static void a_stop_needs_no_reason(void **state) {
    (void)state;
    heco_run *run = open_hundred();
    assert_non_null(heco_run_ask(run));
    heco_run_stop(run, HECO_STOP_NOT_YET);
    assert_int_equal(heco_run_result(run)->outcome.stop, HECO_STOP_USER);
    assert_null(heco_run_ask(run)); /* the batch that is out was never told */
    heco_run_free(run);
}

static void integers_are_rounded_into_the_box(void **state) {
    (void)state;
    static const double start[4] = {1.5, 99.0, -3.0, 4.4};
    heco_space          s        = box();
    heco_run_options    o        = heco_run_options_default();
    s.integer                    = second_integer;
    o.max_evals                  = 100;
    o.start = start, o.starts = 2;
    heco_run   *run = open_run(&s, &o);
    heco_batch *b   = heco_run_ask(run);
    assert_double(b->x[0], 1.5);
    assert_double(b->x[1], 7.0); /* 7.5 is the bound, 7 the last integer */
    assert_double(b->x[2], 1.0);
    assert_double(b->x[3], 4.0);
    assert_double(b->x[5], 3.0); /* 2.5 + 0.002, and 2 would be outside */
    heco_run_free(run);
}

static void always_a_point(void **state) {
    (void)state;
    static const double start[2] = {1.75, 3.25};
    for (int starts = 0; starts < 2; starts++) {
        heco_space       s = box();
        heco_run_options o = heco_run_options_default();
        s.ng = 1, s.integer = second_integer;
        o.max_evals = 100;
        o.start = start, o.starts = (size_t)starts;
        heco_run *run = open_run(&s, &o);
        heco_run_stop(run, HECO_STOP_USER);
        const heco_result *r = heco_run_result(run);
        assert_int_equal(r->outcome.found, HECO_FOUND_NONE);
        assert_int_equal(r->outcome.stop, HECO_STOP_USER);
        assert_double(r->x[0], starts ? 1.75 : 1.0);
        assert_double(r->x[1], 3.0);
        assert_double(r->outcome.viol, INFINITY);
        assert_false(r->g[0] <= 0.0); /* nothing is claimed of it */
        heco_run_stop(run, HECO_STOP_TIME);
        assert_int_equal(r->outcome.stop, HECO_STOP_USER); /* the first reason stays */
        heco_run_free(run);
    }
}

static void ends_of_an_algorithm(void **state) {
    (void)state;
    heco_space        s      = box();
    heco_run_options  o      = heco_run_options_default();
    const char *const end[]  = {"end=2"};
    const char *const fail[] = {"break=1"};
    o.max_evals = 100, o.set = end, o.sets = 1;
    heco_run   *run = open_run(&s, &o);
    heco_batch *b;
    while ((b = heco_run_ask(run)) != NULL) {
        fill(b, 1.0);
        assert_int_equal(heco_run_tell(run), HECO_OK);
    }
    assert_int_equal(heco_run_result(run)->outcome.stop, HECO_STOP_ALGORITHM);
    assert_int_equal(heco_run_result(run)->outcome.evals, 8);
    heco_run_free(run);

    o.set = fail;
    run   = open_run(&s, &o);
    fill(heco_run_ask(run), 1.0);
    assert_int_equal(heco_run_tell(run), HECO_OK);
    fill(heco_run_ask(run), 0.0);
    assert_int_equal(heco_run_tell(run), HECO_ERR_ARG);
    assert_text(heco_run_message(run), "scripted");
    assert_null(heco_run_ask(run));
    assert_int_equal(heco_run_result(run)->outcome.evals, 8); /* what was told counts */
    heco_run_free(run);
}

static void options_are_resolved(void **state) {
    (void)state;
    heco_space       s      = box();
    heco_run_options o      = heco_run_options_default();
    char             text[] = "mode=three";
    const char      *set[]  = {"batch=7", text, "batch=8"};
    o.max_evals = 100, o.set = set, o.sets = 3;
    heco_run *run   = open_run(&s, &o);
    text[5]         = 'x'; /* copied */
    const double *v = heco_run_settings(run);
    assert_double(v[SCRIPTED_BATCH], 8.0); /* the last one counts */
    assert_double(v[SCRIPTED_REAL], 0.25);
    assert_double(v[SCRIPTED_MODE], 2.0);
    assert_int_equal(heco_run_ask(run)->count, 8);
    assert_ptr_equal(heco_run_algorithm(run), &scripted_algorithm);
    heco_run_free(run);
}

static void bad_requests(void **state) {
    (void)state;
    heco_space       s = box();
    heco_run_options o = heco_run_options_default();
    o.max_evals   = 100;
    o.max_seconds = -1.0;
    refuse(&s, &o, HECO_ERR_ARG, "time limit");
    o.max_seconds = NAN;
    refuse(&s, &o, HECO_ERR_ARG, "time limit");
    o.max_seconds = 0.0;
    o.starts      = 1;
    refuse(&s, &o, HECO_ERR_ARG, "initial points");
    static const double start[2] = {1.0, NAN};
    o.start                      = start;
    refuse(&s, &o, HECO_ERR_ARG, "initial point 1");
    o.starts                   = 0;
    static const uint64_t at[] = {5, 3};
    o.checkpoints = at, o.checkpoint_count = 2;
    refuse(&s, &o, HECO_ERR_ARG, "checkpoint 2");
    o.checkpoints = NULL;
    refuse(&s, &o, HECO_ERR_ARG, "checkpoint");
    o.checkpoint_count = 0;
    s.n                = 0;
    refuse(&s, &o, HECO_ERR_ARG, "n = 0");
    s                               = box();
    static const double high_low[2] = {3.0, 2.5};
    s.lower                         = high_low;
    refuse(&s, &o, HECO_ERR_ARG, "above upper bound");
    refuse(NULL, &o, HECO_ERR_ARG, "needs");
    s                       = box();
    const char *const set[] = {"batc=3"};
    o.set = set, o.sets = 1;
    refuse(&s, &o, HECO_ERR_NAME, "did you mean batch");
    const char *const none[] = {NULL};
    o.set                    = none;
    refuse(&s, &o, HECO_ERR_ARG, "option");
}

typedef struct {
    int           calls, stop_at;
    heco_progress last;
} watcher;

static int watch(void *user, const heco_progress *p) {
    watcher *w = user;
    w->last    = *p;
    return ++w->calls == w->stop_at;
}

static void progress_after_every_batch(void **state) {
    (void)state;
    heco_space       s = box();
    heco_run_options o = heco_run_options_default();
    watcher          w = {0, 2, {0}};
    o.max_evals = 100, o.on_progress = watch, o.progress_user = &w;
    heco_run   *run = open_run(&s, &o);
    heco_batch *b;
    while ((b = heco_run_ask(run)) != NULL) {
        fill(b, 5.0);
        b->f[0] = NAN;
        assert_int_equal(heco_run_tell(run), HECO_OK);
    }
    assert_int_equal(w.calls, 2);
    assert_int_equal(w.last.evals, 8);
    assert_int_equal(w.last.failed, 2);
    assert_int_equal(w.last.max_evals, 100);
    assert_double(w.last.f, 2.0);
    assert_true(w.last.feasible);
    assert_int_equal(heco_run_result(run)->outcome.stop, HECO_STOP_USER);
    heco_run_free(run);
}

/* A batch that was not evaluated to its end is the last, and what was evaluated counts. */
static void a_cut_batch_ends_the_run(void **state) {
    (void)state;
    heco_space       s = box();
    heco_run_options o = heco_run_options_default();
    o.max_evals        = 100;
    heco_run   *run    = open_run(&s, &o);
    heco_batch *b      = heco_run_ask(run);
    fill(b, 5.0);
    b->state[2] = b->state[3] = HECO_ROW_SKIPPED;
    assert_int_equal(heco_run_tell(run), HECO_OK);
    assert_int_equal(heco_run_result(run)->outcome.evals, 2);
    assert_double(heco_run_result(run)->outcome.f, 4.0);
    assert_int_equal(heco_run_result(run)->outcome.stop, HECO_STOP_USER);
    assert_null(heco_run_ask(run));
    heco_run_free(run);
}

/* What an algorithm hears of the time: nothing without a limit; after a yes it is not asked again. */
static int late_heard; /* -1: it may not ask */

static heco_status late_tell(void *state, const heco_batch *in) {
    const heco_setup *setup = ((scripted *)state)->setup;
    late_heard = setup->is_timed_out == NULL ? -1 : 0;
    for (long k = 0; late_heard == 0 && k < (setup->max_evals == 8 ? 1 : LONG_MAX); k++)
        late_heard = setup->is_timed_out(setup->timeout_user);
    return scripted_tell(state, in);
}

static void algorithms_can_ask_for_the_time(void **state) {
    (void)state;
    const double   seconds[] = {0.0, 1e6, 0.02}; /* the last: until it is late */
    const uint64_t evals[]   = {8, 8, 12};
    const int      heard[]   = {-1, 0, 1};
    heco_space     s         = box();
    heco_algorithm a         = scripted_algorithm;
    a.tell                   = late_tell;
    for (size_t k = 0; k < 3; k++) {
        heco_run_options o = heco_run_options_default();
        heco_run        *run;
        o.max_evals = evals[k], o.max_seconds = seconds[k];
        assert_int_equal(heco_run_new(&run, &a, &s, &o, NULL), HECO_OK);
        fill(heco_run_ask(run), 5.0);
        late_heard = 7;
        assert_int_equal(heco_run_tell(run), HECO_OK);
        if (late_heard == 7) assert_int_equal(heco_run_result(run)->outcome.stop, HECO_STOP_TIME);
        else assert_int_equal(late_heard, heard[k]);
        assert_int_equal(heco_run_ask(run) != NULL, k < 2);
        if (k == 2) assert_int_equal(heco_run_result(run)->outcome.stop, HECO_STOP_TIME);
        heco_run_free(run);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_last_batch_is_cut),
        cmocka_unit_test(out_of_turn),
        cmocka_unit_test(algorithms_can_ask_for_the_time),
        cmocka_unit_test(a_wrong_count_is_refused),
        cmocka_unit_test(a_stop_needs_no_reason),
        cmocka_unit_test(integers_are_rounded_into_the_box),
        cmocka_unit_test(always_a_point),
        cmocka_unit_test(ends_of_an_algorithm),
        cmocka_unit_test(options_are_resolved),
        cmocka_unit_test(bad_requests),
        cmocka_unit_test(progress_after_every_batch),
        cmocka_unit_test(a_cut_batch_ends_the_run),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
