/* Results as bytes: they come back as they were, and nothing else is taken for one. */
#include "testing.h"

#include "experiment/job.h"

static heco_plan *small_plan(void) {
    heco_plan_options o = heco_plan_options_default();
    heco_error        error;
    heco_plan        *plan;
    o.suites = "cec2006", o.problems = "g06", o.algorithms = "heco-de";
    o.runs = 2, o.evals = 400;
    assert_int_equal(heco_plan_new(&plan, &o, &error), HECO_OK);
    return plan;
}

static void a_result_comes_back_as_it_was(void **state) {
    (void)state;
    heco_plan       *plan = small_plan();
    const heco_job  *job  = heco_plan_at(plan, 1);
    heco_job_result *r;
    size_t           size;
    assert_int_equal(heco_job_run(&r, job, NULL, NULL, 0, NULL), HECO_OK);
    unsigned char   *bytes = heco_job_pack(job, r, &size);
    heco_job_result *back  = heco_job_unpack(job, bytes, size);
    assert_non_null(back);
    assert_memory_equal(&back->outcome, &r->outcome, sizeof r->outcome);
    assert_memory_equal(back->x, r->x, job->what->space.n * sizeof *r->x);
    assert_string_equal(back->options, r->options);
    assert_int_equal(back->trace_size, r->trace_size);
    assert_memory_equal(back->trace, r->trace, r->trace_size);
    assert_true(back->viol_sum == r->viol_sum && back->first_evals == r->first_evals);
    free(back);
    for (size_t cut = 0; cut < size; cut++) assert_null(heco_job_unpack(job, bytes, cut));
    free(bytes);
    free(r);
    heco_plan_free(plan);
}

static int never(void *user, const heco_progress *progress) {
    (void)progress;
    ++*(int *)user;
    return 0;
}

static int at_once(void *user, const heco_progress *progress) {
    (void)progress;
    ++*(int *)user;
    return 1;
}

static void work_is_asked_whether_to_go_on(void **state) {
    (void)state;
    heco_plan *plan = small_plan();
    heco_job_bytes out;
    int            asked = 0;
    assert_int_equal(heco_job_work(&out, plan, 0, never, &asked, NULL), HECO_OK);
    assert_non_null(out.bytes);
    assert_true(asked > 1);
    free(out.bytes);
    asked = 0;
    assert_int_equal(heco_job_work(&out, plan, 0, at_once, &asked, NULL), HECO_OK);
    assert_null(out.bytes);
    assert_int_equal(out.size, 0);
    assert_int_equal(asked, 1);
    assert_int_equal(heco_job_work(&out, plan, 2, NULL, NULL, NULL), HECO_ERR_ARG);
    heco_plan_free(plan);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_result_comes_back_as_it_was),
                                       cmocka_unit_test(work_is_asked_whether_to_go_on)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
