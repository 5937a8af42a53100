#include "testing.h"

#include "experiment/job.h"
#include "experiment/trace.h"
#include "scripted_algorithm.h"

/* f = x, g = 0.0105 - x: the scripted algorithm walks x = 0, 0.001, 0.002, ... so that points
 * 1 .. 11 are infeasible and 12 (x = 0.011) is the first feasible one and the best of all. */
static int line_eval(void *user, const double *x, double *f, double *g, double *h) {
    (void)user, (void)h;
    f[0] = x[0];
    g[0] = 0.0105 - x[0];
    return HECO_POINT_OK;
}

static heco_problem line(void) {
    static const double lower[] = {0.0}, upper[] = {1.0};
    heco_problem        p = heco_problem_default();
    p.name                = "line";
    p.space.n = p.space.ng = 1;
    p.space.lower          = lower;
    p.space.upper          = upper;
    p.eval                 = line_eval;
    p.sharing              = HECO_SHARE_FREELY;
    return p;
}

static void a_job_keeps_what_happened(void **state) {
    (void)state;
    heco_problem  p    = line();
    const char   *set  = "batch=3";
    heco_job      job  = {.suite = "s", .instance = "", .problem = "line", .label = "scripted",
                          .algorithm = &scripted_algorithm, .what = &p, .set = &set, .sets = 1,
                          .run = 1, .stream = 5, .max_evals = 20, .target = 0.012, .points = 4};
    heco_job_result *o;
    heco_error    error = {0};
    assert_int_equal(heco_job_run(&o, &job, NULL, NULL, 0.0, &error), HECO_OK);
    assert_true(o->outcome.evals == 20 && o->outcome.failed == 0 && o->outcome.stop == HECO_STOP_BUDGET);
    assert_true(o->first_evals == 3);
    assert_double(o->outcome.f, 0.0 + 0.001 * 11.0);
    assert_double(o->outcome.viol, 0.0);
    assert_double(o->viol_sum, 0.0);
    assert_true(o->outcome.evals_at_best == 12 && o->outcome.evals_to_feasible == 12 && o->outcome.evals_to_target == 12);
    assert_double(o->x[0], 0.001 * 11.0);
    assert_string_equal(o->options, "batch=3 end=1000000 break=1000000 real=0.25 mode=one");
    double f[5], viol[5]; /* after 3 evaluations, then at 5, 10, 15, 20 */
    assert_true(heco_trace_decode(f, viol, 5, o->trace, o->trace_size));
    assert_double(f[0], 0.001 * 2.0);
    assert_double(viol[0], 0.0105 - 0.001 * 2.0);
    assert_double(f[1], 0.001 * 4.0);
    assert_double(f[2], 0.001 * 9.0);
    assert_double(f[3], 0.001 * 11.0);
    assert_double(viol[3], 0.0);
    assert_double(f[4], 0.001 * 11.0);
    free(o);
}

/* A run that ends early keeps its last values to the end of its trace. */
static void an_early_end_is_padded(void **state) {
    (void)state;
    heco_problem  p    = line();
    const char   *set[] = {"batch=3", "end=2"};
    heco_job      job  = {.suite = "s", .instance = "", .problem = "line", .label = "scripted",
                          .algorithm = &scripted_algorithm, .what = &p, .set = set, .sets = 2,
                          .run = 1, .max_evals = 20, .target = NAN, .points = 4};
    heco_job_result *o;
    assert_int_equal(heco_job_run(&o, &job, NULL, NULL, 0.0, NULL), HECO_OK);
    assert_true(o->outcome.evals == 6 && o->outcome.stop == HECO_STOP_ALGORITHM && o->outcome.evals_to_feasible == 0);
    assert_near(o->viol_sum, 0.0105 - 0.005, 1e-15);
    assert_true(o->outcome.c[0] == 0 && o->outcome.c[1] == 0 && o->outcome.c[2] == 1);
    double f[5], viol[5];
    assert_true(heco_trace_decode(f, viol, 5, o->trace, o->trace_size));
    for (int k = 2; k < 5; k++) assert_double(f[k], 0.001 * 5.0);
    free(o);
}

static int flag_is_up(void *user, const heco_progress *progress) {
    (void)progress;
    return *(const int *)user;
}

static void stops_and_failures(void **state) {
    (void)state;
    heco_problem  p    = line();
    heco_job      job  = {.suite = "s", .instance = "", .problem = "line", .label = "me",
                          .algorithm = &scripted_algorithm, .what = &p, .run = 7,
                          .max_evals = 20, .target = NAN};
    int           stop = 1;
    heco_job_result *o = (heco_job_result *)&job;
    heco_error    error = {0};
    assert_int_equal(heco_job_run(&o, &job, flag_is_up, &stop, 0.0, &error), HECO_OK);
    assert_null(o);
    stop             = 0;
    const char *fail = "break=1";
    job.set          = &fail;
    job.sets         = 1;
    assert_int_equal(heco_job_run(&o, &job, flag_is_up, &stop, 0.0, &error), HECO_ERR_ARG);
    assert_null(o);
    assert_text(error.text, "me on s:line/1, run 7: ");
    fail = "nothing=1";
    assert_int_equal(heco_job_run(&o, &job, flag_is_up, &stop, 0.0, &error), HECO_ERR_NAME);
}

static int never_eval(void *user, const double *x, double *f, double *g, double *h) {
    (void)user, (void)x, (void)f, (void)g, (void)h;
    fail_msg("evaluated");
    return HECO_POINT_FAILED;
}

static heco_status picky_init(void *state, const heco_setup *setup, size_t *max_batch) {
    (void)state, (void)max_batch;
    setup->error->status = HECO_ERR_ARG;
    snprintf(setup->error->text, sizeof setup->error->text, "needs two variables");
    return HECO_ERR_ARG;
}

/* A refusal of the algorithm is known before anything is evaluated. */
static void a_check_evaluates_nothing(void **state) {
    (void)state;
    heco_problem   p     = line();
    heco_algorithm picky = scripted_algorithm;
    heco_job       job   = {.suite = "s", .instance = "", .problem = "line", .label = "me",
                            .algorithm = &scripted_algorithm, .what = &p, .run = 1,
                            .max_evals = 20, .target = NAN};
    heco_error     error = {0};
    p.eval               = never_eval;
    assert_int_equal(heco_job_check(&job, &error), HECO_OK);
    picky.init    = picky_init;
    job.algorithm = &picky;
    assert_int_equal(heco_job_check(&job, &error), HECO_ERR_ARG);
    assert_text(error.text, "me on s:line/1");
    assert_text(error.text, "needs two variables");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_job_keeps_what_happened), cmocka_unit_test(an_early_end_is_padded),
        cmocka_unit_test(stops_and_failures), cmocka_unit_test(a_check_evaluates_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
