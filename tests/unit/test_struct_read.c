/* Structs of several ages: defaults for as many bytes as the caller has, and what is refused. */
#include "testing.h"

#include "base/struct_read.h"
#include "heco/heco.h"

typedef struct {
    size_t size;
    double first;
    int    second;
    double third;
} sample;

static const sample sample_defaults = {sizeof(sample), 1.5, 2, 3.5};

static heco_status adopt(sample *out, const void *given, heco_error *error) {
    *out = sample_defaults;
    return heco_struct_read(out, sizeof *out, given, "a sample", "start from sample_default()", error);
}

static void defaults_end_where_the_caller_ends(void **state) {
    (void)state;
    for (size_t size = sizeof(size_t); size <= sizeof(sample) + 40; size++) {
        unsigned char room[sizeof(sample) + 48], expected[sizeof room];
        memset(room, 0xa5, sizeof room);
        memset(expected, 0xa5, sizeof expected);
        memset(expected, 0, size);
        memcpy(expected, &sample_defaults, size < sizeof(sample) ? size : sizeof(sample));
        memcpy(expected, &size, sizeof size);
        heco_struct_defaults(room, size, &sample_defaults, sizeof(sample));
        assert_memory_equal(room, expected, sizeof room);
    }
}

static void an_older_one_is_laid_over_the_defaults(void **state) {
    (void)state;
    sample     given = {offsetof(sample, third), 7.5, 8, 9.5}, got;
    heco_error error = {0};
    assert_int_equal(adopt(&got, &given, &error), HECO_OK);
    assert_true(got.size == sizeof got && got.first == 7.5 && got.second == 8 && got.third == 3.5);
    given.size = sizeof given;
    assert_int_equal(adopt(&got, &given, &error), HECO_OK);
    assert_true(got.third == 9.5);
}

static void a_newer_one_may_set_what_is_known(void **state) {
    (void)state;
    struct {
        sample known;
        double later;
    } given          = {{sizeof given, 7.5, 8, 9.5}, 0.0};
    sample     got   = {0};
    heco_error error = {0};
    assert_int_equal(adopt(&got, &given, &error), HECO_OK);
    assert_true(got.size == sizeof got && got.third == 9.5);
    given.later = 1.0;
    assert_int_equal(adopt(&got, &given, &error), HECO_ERR_UNSUPPORTED);
    assert_text(error.text, "a sample sets fields that heco ");
    assert_text(error.text, "does not know: it was built for a newer one");
}

static void what_was_never_set_is_refused(void **state) {
    (void)state;
    static const size_t bad[] = {0, 1, sizeof(size_t), sizeof(sample) + 1,
                                 sizeof(sample) + 520, 4096, SIZE_MAX};
    sample              given = sample_defaults, got;
    heco_error          error = {0};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        given.size = bad[i];
        assert_int_equal(adopt(&got, &given, &error), HECO_ERR_ARG);
        assert_text(error.text, "start from sample_default()");
    }
    assert_int_equal(adopt(&got, NULL, &error), HECO_ERR_ARG);
    assert_string_equal(error.text, "a sample is NULL: start from sample_default()");
    assert_int_equal(adopt(&got, NULL, NULL), HECO_ERR_ARG); /* nobody wants to know why */
}

/* Every public struct that was zeroed instead of taking its defaults: one line with the remedy. */
static void zeroed_structs_are_refused(void **state) {
    (void)state;
    heco_error             error = {0};
    heco_solution         *solution;
    heco_run              *run;
    heco_model            *model;
    heco_plan             *plan;
    heco_table            *table;
    heco_records          *records;
    static const double    lower = 0.0, upper = 1.0;
    heco_space             space = {.n = 1, .lower = &lower, .upper = &upper};
    heco_problem           p     = {.space = space};
    heco_run_options       r     = {.max_evals = 10};
    heco_minimize_options  m     = {.run = r};
    assert_int_equal(heco_records_new(&records), HECO_OK);
#define REFUSED(call, type)                                                 \
    assert_int_equal(call, HECO_ERR_ARG);                                   \
    assert_text(error.text, "has size 0: start from " type "_default()")
    REFUSED(heco_problem_check(&p, &error), "heco_problem");
    REFUSED(heco_minimize(&solution, &p, &m, &error), "heco_problem");
    REFUSED(heco_run_new(&run, heco_algorithm_default(), &space, &r, &error), "heco_run_options");
    REFUSED(heco_model_open(&model, "cec2006:g06", &(heco_model_options){0}, &error),
            "heco_model_options");
    REFUSED(heco_plan_new(&plan, &(heco_plan_options){0}, &error), "heco_plan_options");
    REFUSED(heco_bench(NULL, &(heco_bench_options){0}, NULL, &error), "heco_bench_options");
    REFUSED(heco_rank_compute(&table, records, &(heco_rank_options){0}, &error),
            "heco_rank_options");
    REFUSED(heco_records_add(records, &(heco_record){0}, &error), "heco_record");
    REFUSED(heco_records_add_published(records, &(heco_published){0}, &error), "heco_published");
#undef REFUSED
    assert_null(solution);
    assert_null(model);
    heco_records_free(records);
}

static int sphere(void *user, const double *x, double *f, double *g, double *h) {
    (void)user, (void)g, (void)h;
    f[0] = x[0] * x[0];
    return HECO_POINT_OK;
}

/* The options of a run inside those of minimize() are looked at, too. */
static void parts_that_were_zeroed_are_refused(void **state) {
    (void)state;
    heco_error            error = {0};
    heco_solution        *solution;
    static const double   lower = 0.0, upper = 1.0;
    heco_problem          p = heco_problem_default();
    heco_minimize_options m = heco_minimize_options_default();
    p.space.n = 1, p.space.lower = &lower, p.space.upper = &upper, p.eval = sphere;
    m.run = (heco_run_options){.max_evals = 10};
    assert_int_equal(heco_minimize(&solution, &p, &m, &error), HECO_ERR_ARG);
    assert_text(error.text, "heco_run_options has size 0");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(defaults_end_where_the_caller_ends),
        cmocka_unit_test(an_older_one_is_laid_over_the_defaults),
        cmocka_unit_test(a_newer_one_may_set_what_is_known),
        cmocka_unit_test(what_was_never_set_is_refused),
        cmocka_unit_test(zeroed_structs_are_refused),
        cmocka_unit_test(parts_that_were_zeroed_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
