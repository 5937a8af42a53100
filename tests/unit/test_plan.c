#include "testing.h"

#include "experiment/plan.h"

static heco_plan_options options(const char *suites, const char *problems) {
    heco_plan_options o = heco_plan_options_default();
    o.suites            = suites;
    o.problems          = problems;
    o.algorithms        = "heco-de";
    o.runs              = 2;
    return o;
}

static heco_plan *plan(const heco_plan_options *o) {
    heco_plan *p;
    heco_error error = {0};
    if (heco_plan_new(&p, o, &error) != HECO_OK) fail_msg("%s", error.text);
    return p;
}

static void refused(const heco_plan_options *o, heco_status status, const char *part) {
    heco_plan *p;
    heco_error error = {0};
    assert_int_equal(heco_plan_new(&p, o, &error), status);
    assert_null(p);
    assert_text(error.text, part);
}

static void jobs_come_in_order(void **state) {
    (void)state;
    heco_plan_options o = options("cec2006", "g08,g01-g03");
    o.algorithms        = "heco-de, hco-de";
    heco_plan *p        = plan(&o);
    assert_int_equal(heco_plan_count(p), 4 * 2 * 2);
    static const char *const names[] = {"g01", "g02", "g03", "g08"};
    for (size_t i = 0; i < 16; i++) {
        const heco_job *job = heco_plan_at(p, i);
        assert_string_equal(job->suite, "cec2006");
        assert_string_equal(job->problem, names[i / 4]);
        assert_string_equal(job->label, i / 2 % 2 == 0 ? "heco-de" : "hco-de");
        assert_string_equal(job->algorithm->name, job->label);
        assert_int_equal(job->run, i % 2 + 1);
        assert_true(job->max_evals == 500000);
        assert_int_equal(job->points, 2000);
        assert_true(job->stream == heco_job_stream(1, "cec2006", names[i / 4], job->what->space.n,
                                                   job->label, job->run));
    }
    assert_null(heco_plan_at(p, 16));
    assert_near(heco_plan_at(p, 0)->target, -15.0 + 1e-4, 1e-9); /* g01: f_ref is -15 */
    heco_plan_free(p);
}

/* Names may hold the dash of a range; targets may be relative to the best known value. */
static void names_with_dashes_make_ranges(void **state) {
    (void)state;
    heco_plan_options o = options("design", "pressure-vessel-spring-discrete,bulkhead");
    heco_plan        *p = plan(&o);
    static const char *const names[] = {"pressure-vessel", "spring", "spring-discrete", "bulkhead"};
    assert_int_equal(heco_plan_count(p), 4 * 2);
    for (size_t i = 0; i < 4; i++)
        assert_string_equal(heco_plan_at(p, 2 * i)->problem, names[i]);
    assert_near(heco_plan_at(p, 0)->target, 6059.714335 * 1.0001, 1e-4);
    assert_true(heco_plan_at(p, 0)->max_evals == 100000);
    heco_plan_free(p);
    o.problems = "spring-vessel";
    refused(&o, HECO_ERR_NAME, "'vessel'");
}

static void defaults_follow_the_protocol(void **state) {
    (void)state;
    heco_plan_options o = options("cec2006", NULL);
    heco_plan        *p = plan(&o);
    assert_int_equal(heco_plan_count(p), 22 * 2); /* without g20 and g22 */
    heco_plan_free(p);
    o = options("cec2006", "g20");
    p = plan(&o);
    assert_int_equal(heco_plan_count(p), 2);
    heco_plan_free(p);
    o       = options("cec2006", "g01");
    o.evals = 50;
    o.trace = HECO_TRACE_COARSE;
    p       = plan(&o);
    assert_true(heco_plan_at(p, 0)->max_evals == 50);
    assert_int_equal(heco_plan_at(p, 0)->points, 50); /* not more than evaluations */
    heco_plan_free(p);
    o.algorithms = NULL;
    o.trace      = HECO_TRACE_NONE;
    p            = plan(&o);
    assert_ptr_equal(heco_plan_at(p, 0)->algorithm, heco_algorithm_default());
    assert_int_equal(heco_plan_at(p, 0)->points, 0);
    heco_plan_free(p);
}

static void dimensions(void **state) {
    (void)state;
    heco_plan_options o = options("cec2006", NULL); /* fixed dimensions: --dims chooses */
    o.dims              = "13, 20";
    heco_plan *p        = plan(&o);
    assert_int_equal(heco_plan_count(p), 4);
    assert_string_equal(heco_plan_at(p, 0)->problem, "g01");
    assert_string_equal(heco_plan_at(p, 2)->problem, "g02");
    heco_plan_free(p);
    o                = options("cec2017", "C01,C03");
    o.suite.instance = "1";
    o.dims           = "10,30";
    p                = plan(&o);
    assert_int_equal(heco_plan_count(p), 8);
    assert_string_equal(heco_plan_at(p, 0)->instance, "1");
    assert_int_equal(heco_plan_at(p, 0)->what->space.n, 10);
    assert_true(heco_plan_at(p, 0)->max_evals == 200000);
    assert_int_equal(heco_plan_at(p, 2)->what->space.n, 30);
    assert_true(heco_plan_at(p, 2)->max_evals == 600000);
    assert_true(isnan(heco_plan_at(p, 0)->target));
    heco_plan_free(p);
    o        = options("cec2006,cec2017", "g01,C01");
    o.dims   = "13,10"; /* g01 has 13 variables, C01 as many as one likes: odd ones are refused */
    o.suite.instance = "1";
    refused(&o, HECO_ERR_ARG, "C01");
    o.dims = "10";
    p      = plan(&o);
    assert_int_equal(heco_plan_count(p), 2);
    heco_plan_free(p);
}

/* Where a job is in the plan does not touch its stream. */
static void streams_do_not_depend_on_the_plan(void **state) {
    (void)state;
    heco_plan_options o    = options("cec2006", "g05");
    heco_plan        *one  = plan(&o);
    o.problems             = "g01-g06";
    o.algorithms           = "hco-de,other:heco-de[lambda=25]";
    o.runs                 = 5;
    o.evals                = 100;
    heco_plan      *many   = plan(&o);
    const heco_job *wanted = heco_plan_at(one, 1), *found = NULL;
    for (size_t i = 0; i < heco_plan_count(many); i++) {
        const heco_job *job = heco_plan_at(many, i);
        if (strcmp(job->problem, "g05") == 0 && strcmp(job->label, "other") == 0 && job->run == 2)
            found = job;
    }
    assert_non_null(found);
    assert_true(found->stream == wanted->stream);
    heco_plan_free(one);
    heco_plan_free(many);
}

static void bad_input_is_refused(void **state) {
    (void)state;
    heco_plan_options o = options("", NULL);
    refused(&o, HECO_ERR_ARG, "no suite");
    o = options("cec2007", NULL);
    refused(&o, HECO_ERR_NAME, "cec2006");
    o = options("cec2006,cec2006", NULL);
    refused(&o, HECO_ERR_ARG, "twice");
    o = options("cec2006", "g1x");
    refused(&o, HECO_ERR_NAME, "g1x");
    o = options("cec2006", "g01-g77");
    refused(&o, HECO_ERR_NAME, "g77");
    o = options("cec2006", "g03-g01");
    refused(&o, HECO_ERR_ARG, "backwards");
    o = options("cec2006", NULL);
    o.dims = "0";
    refused(&o, HECO_ERR_ARG, "'0'");
    o.dims = "10,10";
    refused(&o, HECO_ERR_ARG, "twice");
    o.dims = "1.5";
    refused(&o, HECO_ERR_ARG, "'1.5'");
    o.dims = "";
    refused(&o, HECO_ERR_ARG, "empty");
    o.dims = "99";
    refused(&o, HECO_ERR_ARG, "nothing to run");
    o      = options("cec2006", NULL);
    o.runs = 0;
    refused(&o, HECO_ERR_ARG, "at least one run");
    o.runs = 4000000000u;
    refused(&o, HECO_ERR_ARG, "more than");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(jobs_come_in_order),
        cmocka_unit_test(names_with_dashes_make_ranges),
        cmocka_unit_test(defaults_follow_the_protocol),
        cmocka_unit_test(dimensions),
        cmocka_unit_test(streams_do_not_depend_on_the_plan),
        cmocka_unit_test(bad_input_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
