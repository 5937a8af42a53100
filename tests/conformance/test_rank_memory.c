/* Each memory request of a ranking fails in turn: reading, ranking by every rule in every view,
 * writing in every format. The call says so, gives nothing back and loses nothing. */
#include "testing.h"

#include <unistd.h>

#include "heco/report.h"

static long countdown = -1; /* the request that fails; below 0: none */

static int refuse(void) { return countdown >= 0 && countdown-- == 0; }

#include "refused_memory.h"

/* Two algorithms, two problems, two dimensions, three runs with traces. */
static heco_status fill(heco_records *r, const char *suite, heco_error *error) {
    for (size_t i = 0; i < 24; i++) {
        double      f[4] = {4, 3, 2, (double)(i % 5)}, viol[4] = {1, 0, 0, 0};
        heco_record run    = {.size = sizeof run,
                              .suite       = suite,
                              .problem     = i / 2 % 2 ? "C01" : "C02",
                              .algorithm   = i % 2 ? "A" : "B",
                              .instance    = "1",
                              .n           = i / 4 % 2 ? 10 : 30,
                              .run         = 1 + i / 8,
                              .outcome     = {.f = f[3], .evals_to_feasible = 1, .evals_to_target = 2},
                              .points = 3,
                              .trace_f     = f,
                              .trace_viol  = viol};
        heco_status status = heco_records_add(r, &run, error);
        if (status != HECO_OK) return status;
    }
    return HECO_OK;
}

static void adding(void **state) {
    (void)state;
    for (long k = 0;; k++) {
        heco_records *r     = NULL;
        heco_error    error = {0};
        countdown           = k;
        heco_status status  = heco_records_new(&r);
        if (status == HECO_OK) status = fill(r, "cec2017", &error);
        int spent = countdown < 0;
        countdown = -1;
        heco_records_free(r);
        if (!spent) break;
        assert_int_equal(status, HECO_ERR_MEMORY);
    }
}

static void ranking(const heco_records *r, const char *rule, heco_rank_view view, int wide) {
    heco_rank_options o = heco_rank_options_default();
    o.rule              = rule;
    o.view              = view;
    o.wide              = wide;
    o.resamples         = 20; /* no request depends on their number */
    for (long k = 0;; k++) {
        heco_table *t;
        heco_error  error  = {0};
        countdown          = k;
        heco_status status = heco_rank_compute(&t, r, &o, &error);
        int         spent  = countdown < 0;
        countdown          = -1;
        if (!spent) {
            if (status != HECO_OK) fail_msg("%s: %s", rule, error.text);
            heco_table_free(t);
            return;
        }
        if (status != HECO_ERR_MEMORY)
            fail_msg("%s %d %d: request %ld failed unnoticed", rule, (int)view, wide, k);
        assert_null(t);
        assert_true(strlen(error.text) > 0);
    }
}

static void rankings_of(const char *suite) {
    heco_records *r;
    heco_error    error;
    assert_int_equal(heco_records_new(&r), HECO_OK);
    assert_int_equal(fill(r, suite, &error), HECO_OK);
    for (size_t i = 0; heco_rank_rule_at(i) != NULL; i++)
        for (int view = HECO_VIEW_TOTALS; view <= HECO_VIEW_VALUES; view++)
            for (int wide = 0; wide < 2; wide++)
                ranking(r, heco_rank_rule_at(i), (heco_rank_view)view, wide);
    heco_records_free(r);
}

/* Of a suite in the table, and of one whose results have to tell what its dimensions mean. */
static void rankings(void **state) {
    (void)state;
    rankings_of("cec2017");
    rankings_of("unknown");
}

static void writing(void **state) {
    (void)state;
    heco_records     *r;
    heco_table       *t;
    heco_error        error;
    heco_rank_options o    = heco_rank_options_default();
    FILE             *file = fopen("/dev/null", "w");
    assert_non_null(file);
    assert_int_equal(heco_records_new(&r), HECO_OK);
    assert_int_equal(fill(r, "cec2017", &error), HECO_OK);
    assert_int_equal(heco_rank_compute(&t, r, &o, &error), HECO_OK);
    for (size_t i = 0; heco_format_at(i) != NULL; i++)
        for (long k = 0;; k++) {
            countdown          = k;
            heco_status status = heco_table_write(t, heco_format_at(i), file, &error);
            int         spent  = countdown < 0;
            countdown          = -1;
            if (!spent) break;
            assert_int_equal(status, HECO_ERR_MEMORY);
        }
    fclose(file);
    heco_table_free(t);
    heco_records_free(r);
}

static void reading(void **state) {
    (void)state;
    char  path[] = "/tmp/heco_rank_memory_XXXXXX";
    int   fd     = mkstemp(path);
    FILE *file   = fd < 0 ? NULL : fdopen(fd, "w");
    assert_non_null(file);
    fputs("algorithm,dim,function,run,obj,vio\nA,10,C01,1,0,0\nB,10,C02,1,0,0\n", file);
    fclose(file);
    for (long k = 0;; k++) {
        heco_records *r;
        heco_error    error;
        assert_int_equal(heco_records_new(&r), HECO_OK);
        countdown          = k;
        heco_status status = heco_records_read_csv(r, path, &error);
        int         spent  = countdown < 0;
        countdown          = -1;
        size_t count       = heco_records_count(r);
        heco_records_free(r);
        if (!spent) break;
        assert_int_equal(status, HECO_ERR_MEMORY);
        assert_int_equal(count, 0);
    }
    unlink(path);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(adding), cmocka_unit_test(rankings),
                                       cmocka_unit_test(writing), cmocka_unit_test(reading)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
