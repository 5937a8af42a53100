/* Each memory request of planning, benching and reading fails in turn: the call says so, leaks
 * nothing, and the database stays whole. */
#include <stdatomic.h>
#include <unistd.h>

#include "bench_files.h"
#include "heco/heco.h"

static atomic_long countdown = -1; /* the request that fails; below 0: none */

static int refuse(void) { return atomic_load(&countdown) >= 0 && atomic_fetch_sub(&countdown, 1) == 0; }

#include "refused_memory.h"

/* 1: the request that failed was noticed. 0: all requests have been tried. */
static int noticed(heco_status status, const heco_error *error, long k) {
    int spent = atomic_exchange(&countdown, -1) < 0;
    if (status == HECO_OK) {
        if (spent) fail_msg("request %ld failed unnoticed", k);
        return 0;
    }
    if (status != HECO_ERR_MEMORY) fail_msg("request %ld: %s", k, error->text);
    assert_true(strlen(error->text) > 0);
    return 1;
}

static heco_plan_options options(void) {
    static const char *const set[] = {"heco-de.lambda=30"};
    heco_plan_options        o     = heco_plan_options_default();
    o.suites                       = "cec2006";
    o.problems                     = "g06,g08";
    o.algorithms                   = "heco-de,mine:heco-de[gamma=0.2]";
    o.set                          = set;
    o.sets                         = 1;
    o.runs                         = 1;
    o.evals                        = 500;
    return o;
}

static void planning_survives(void **state) {
    (void)state;
    for (long k = 0;; k++) {
        heco_plan        *p;
        heco_error        error = {0};
        heco_plan_options o     = options();
        atomic_store(&countdown, k);
        heco_status status = heco_plan_new(&p, &o, &error);
        if (!noticed(status, &error, k)) {
            heco_plan_free(p);
            return;
        }
        assert_null(p);
    }
}

static size_t stored(void) {
    heco_results *r;
    heco_error    error = {0};
    if (access(path, F_OK) != 0 || heco_results_open(&r, path, &error) != HECO_OK) return 0;
    size_t count = heco_results_count(r);
    heco_results_close(r);
    return count;
}

static void benching_survives(void **state) {
    (void)state;
    heco_plan        *p;
    heco_plan_options o = options();
    assert_int_equal(heco_plan_new(&p, &o, NULL), HECO_OK);
    for (long k = 0;; k++) {
        heco_error         error = {0};
        heco_bench_options b     = heco_bench_options_default();
        heco_bench_summary summary;
        b.db   = path;
        b.jobs = 1;
        snprintf(path, sizeof path, "%s/%ld.db", folder, k);
        atomic_store(&countdown, k);
        heco_status status = heco_bench(p, &b, &summary, &error);
        int         again  = noticed(status, &error, k);
        assert_int_equal(stored(), summary.done);
        if (!again) break;
        if (k % 16 == 0) { /* what is there is good to go on with */
            assert_int_equal(heco_bench(p, &b, &summary, &error), HECO_OK);
            assert_int_equal(stored(), 4);
        }
        unlink(path);
    }
    heco_plan_free(p);
}

/* Works on the database that the bench left. */
static void reading_survives(void **state) {
    (void)state;
    assert_int_equal(stored(), 4);
    for (long k = 0;; k++) {
        heco_results *r;
        heco_trace   *trace = NULL;
        double        x[200];
        heco_error    error = {0};
        atomic_store(&countdown, k);
        heco_status status = heco_results_open(&r, path, &error);
        if (status == HECO_OK) status = heco_results_point(r, 1, x, &error);
        if (status == HECO_OK) status = heco_results_trace(r, 1, &trace, &error);
        int again = noticed(status, &error, k);
        heco_trace_free(trace);
        heco_results_close(r);
        if (!again) return;
    }
}

/* The same database as records: all of it, or nothing. */
static void reading_records_survives(void **state) {
    (void)state;
    for (long k = 0;; k++) {
        heco_records *r;
        heco_error    error = {0};
        assert_int_equal(heco_records_new(&r), HECO_OK);
        atomic_store(&countdown, k);
        heco_status status = heco_records_read_db(r, path, 1, &error);
        int         again  = noticed(status, &error, k);
        assert_int_equal(heco_records_count(r), again ? 0 : 4);
        heco_records_free(r);
        if (!again) return;
    }
}

int main(void) {
    if (strstr(heco_version_features(), "sqlite") == NULL) return 77;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(planning_survives),
        cmocka_unit_test(benching_survives),
        cmocka_unit_test(reading_survives),
        cmocka_unit_test(reading_records_survives),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
