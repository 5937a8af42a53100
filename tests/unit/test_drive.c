/* The loop around a run: how it ends, and what it says when something broke. */
#include "testing.h"

#include "scripted_algorithm.h"

static const double lower[2] = {0.0, 0.0}, upper[2] = {1.0, 1.0};

static int eval(void *user, const double *x, double *f, double *g, double *h) {
    (void)user, (void)g, (void)h;
    f[0] = x[0] + x[1];
    return HECO_POINT_OK;
}

static heco_problem plain(void) {
    heco_problem p = heco_problem_default();
    p.space.n      = 2;
    p.space.lower = lower, p.space.upper = upper;
    p.eval = eval;
    return p;
}

/* What one drive gave. */
typedef struct {
    heco_status status, run_status;
    heco_error  error;
    heco_stop   stop;
    uint64_t    evals;
    int         batches;
    int         stop_after; /* batches; 0: never */
} ending;

static int after(void *user, const heco_progress *now) {
    ending *e = user;
    e->batches++;
    assert_true(now->evals > e->evals);
    e->evals = now->evals;
    return e->batches == e->stop_after;
}

static ending drive(const heco_algorithm *algorithm, const char *set, int stop_after) {
    heco_problem     p = plain();
    heco_run_options o = heco_run_options_default();
    heco_run        *run;
    heco_evaluator  *ev;
    ending           e = {.stop_after = stop_after};
    o.max_evals = 20, o.set = &set, o.sets = set != NULL;
    o.on_progress = after, o.progress_user = &e;
    assert_int_equal(heco_run_new(&run, algorithm, &p.space, &o, NULL), HECO_OK);
    assert_int_equal(heco_evaluator_open(&ev, &p, NULL, NULL, NULL), HECO_OK);
    e.status     = heco_run_drive(run, ev, &e.error);
    e.run_status = heco_run_status(run);
    e.stop       = heco_run_result(run)->outcome.stop;
    e.evals      = heco_run_result(run)->outcome.evals;
    heco_evaluator_close(ev);
    heco_run_free(run);
    return e;
}

static void until_a_rule_ends_it(void **state) {
    (void)state;
    ending e = drive(&scripted_algorithm, NULL, 0);
    assert_true(e.status == HECO_OK && e.stop == HECO_STOP_BUDGET && e.evals == 20);
    e = drive(&scripted_algorithm, NULL, 2);
    assert_true(e.status == HECO_OK && e.stop == HECO_STOP_USER && e.evals == 8);
    e = drive(&scripted_algorithm, "end=3", 0); /* nothing more to ask is not an error */
    assert_true(e.status == HECO_OK && e.run_status == HECO_OK && e.stop == HECO_STOP_ALGORITHM);
    assert_true(e.evals == 12 && e.error.text[0] == '\0');
}

static heco_status broken_ask(void *state, heco_batch *out) {
    const scripted *s = state;
    if (s->batches != 2) return scripted_ask(state, out);
    heco_error *error = s->setup->error;
    if (s->setup->option[SCRIPTED_MODE] == 1.0)
        snprintf(error->text, sizeof error->text, "lost its way");
    return HECO_ERR_UNSUPPORTED;
}

static void what_broke_keeps_its_status(void **state) {
    (void)state;
    heco_algorithm a = scripted_algorithm;
    a.ask            = broken_ask;
    ending e         = drive(&a, NULL, 0);
    assert_true(e.status == HECO_ERR_UNSUPPORTED && e.run_status == HECO_ERR_UNSUPPORTED);
    assert_true(e.stop == HECO_STOP_ERROR && e.evals == 8);
    assert_string_equal(e.error.text, "scripted: this build lacks the feature");
    e = drive(&a, "mode=two", 0);
    assert_true(e.status == HECO_ERR_UNSUPPORTED && e.stop == HECO_STOP_ERROR);
    assert_string_equal(e.error.text, "scripted: lost its way");
    assert_string_equal(heco_stop_text(e.stop), "error");
    e = drive(&scripted_algorithm, "break=1", 0); /* tell */
    assert_true(e.status == HECO_ERR_ARG && e.run_status == HECO_ERR_ARG);
    assert_true(e.stop == HECO_STOP_ERROR && e.evals == 8);
}

static heco_status outside_ask(void *state, heco_batch *out) {
    heco_status status = scripted_ask(state, out);
    out->x[5]          = 1.5;
    return status;
}

static heco_status nan_ask(void *state, heco_batch *out) {
    heco_status status = scripted_ask(state, out);
    out->x[2]          = NAN;
    return status;
}

/* Nothing of such a batch is evaluated, whoever drives. */
static void points_outside_the_box_are_refused(void **state) {
    (void)state;
    heco_algorithm a = scripted_algorithm;
    a.ask            = outside_ask;
    ending e         = drive(&a, NULL, 0);
    assert_true(e.status == HECO_ERR_ARG && e.stop == HECO_STOP_ERROR && e.evals == 0);
    assert_text(e.error.text, "scripted: point 3 of the batch");
    assert_text(e.error.text, "variable 2 is 1.5, its range is 0 .. 1");
    a.ask = nan_ask;
    e     = drive(&a, NULL, 0);
    assert_true(e.status == HECO_ERR_ARG && e.stop == HECO_STOP_ERROR && e.evals == 0);
    assert_text(e.error.text, "point 2 of the batch it asks for is not a number in variable 1");
}

static void a_run_is_checked_without_being_made(void **state) {
    (void)state;
    heco_problem     p     = plain();
    heco_run_options o     = heco_run_options_default();
    heco_error       error = {HECO_OK, ""};
    const char      *set   = "batch=200";
    o.max_seconds = -1.0;
    assert_int_equal(heco_run_check(&scripted_algorithm, &p.space, &o, &error), HECO_ERR_ARG);
    assert_text(error.text, "time limit is -1");
    o.max_seconds = 0.0, o.max_evals = 10;
    assert_int_equal(heco_run_check(&scripted_algorithm, &p.space, &o, &error), HECO_OK);
    o.set = &set, o.sets = 1;
    assert_int_equal(heco_run_check(&scripted_algorithm, &p.space, &o, &error), HECO_ERR_ARG);
    assert_text(error.text, "option batch is 200");
}

static void progress_at_any_time(void **state) {
    (void)state;
    heco_problem     p = plain();
    heco_run_options o = heco_run_options_default();
    heco_progress    now;
    heco_run        *run;
    o.max_evals = 10;
    assert_int_equal(heco_run_new(&run, &scripted_algorithm, &p.space, &o, NULL), HECO_OK);
    heco_run_progress(run, &now);
    assert_true(now.evals == 0 && now.max_evals == 10 && !now.feasible && isinf(now.f));
    heco_batch *b = heco_run_ask(run);
    for (size_t i = 0; i < b->count; i++) b->f[i] = 3.0 - (double)i;
    assert_int_equal(heco_run_tell(run), HECO_OK);
    heco_run_progress(run, &now);
    assert_true(now.evals == 4 && now.feasible && now.f == 0.0 && now.seconds >= 0.0);
    heco_run_free(run);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(until_a_rule_ends_it),
        cmocka_unit_test(what_broke_keeps_its_status),
        cmocka_unit_test(points_outside_the_box_are_refused),
        cmocka_unit_test(a_run_is_checked_without_being_made),
        cmocka_unit_test(progress_at_any_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
