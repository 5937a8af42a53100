#include "bench_files.h"

#include "experiment/plan.h"
#include "heco/common.h"

static heco_plan *plan(const char *problems, unsigned runs, uint64_t evals) {
    heco_plan        *p;
    heco_error        error = {0};
    heco_plan_options o     = heco_plan_options_default();
    o.suites                = "cec2006";
    o.problems              = problems;
    o.algorithms            = "heco-de,hco-de";
    o.runs                  = runs;
    o.evals                 = evals;
    if (heco_plan_new(&p, &o, &error) != HECO_OK) fail_msg("%s", error.text);
    return p;
}

/* What the callbacks saw, and a flag that they may raise. */
typedef struct {
    size_t       calls, last, stop_at;
    volatile int interrupt;
} watch;

static void watch_progress(void *user, const heco_bench_progress *p) {
    watch *w = user;
    w->calls++;
    assert_true(p->done >= w->last && p->done <= p->total);
    w->last = p->done;
    if (w->stop_at > 0 && p->done >= w->stop_at) w->interrupt = 1;
}

static int watch_ask(void *user, const heco_progress *progress) {
    (void)progress;
    return ((const watch *)user)->interrupt;
}

static heco_bench_summary bench(const heco_plan *p, unsigned jobs, watch *w) {
    heco_error         error = {0};
    heco_bench_summary summary;
    heco_bench_options o = heco_bench_options_default();
    o.db                 = path;
    o.jobs               = jobs;
    o.should_stop        = watch_ask;
    o.on_progress        = watch_progress;
    o.user               = w;
    if (heco_bench(p, &o, &summary, &error) != HECO_OK) fail_msg("%s", error.text);
    return summary;
}

static char *dump(size_t *rows) {
    heco_results *r;
    heco_error    error = {0};
    FILE         *file  = tmpfile();
    if (heco_results_open(&r, path, &error) != HECO_OK) fail_msg("%s", error.text);
    *rows = heco_results_count(r);
    assert_int_equal(heco_results_dump(r, HECO_DUMP_ALL, file, &error), HECO_OK);
    heco_results_close(r);
    long  size = ftell(file);
    char *text = calloc((size_t)size + 1, 1);
    rewind(file);
    assert_int_equal(fread(text, 1, (size_t)size, file), size);
    fclose(file);
    return text;
}

/* One, two and five at a time, and with interruptions: the same rows. */
static void threads_and_stops_do_not_show(void **state) {
    heco_plan *p = plan("g06,g08,g11", 3, 1500);
    watch      w = {0};
    size_t     rows;
    heco_bench_summary s = bench(p, 1, &w);
    assert_true(s.total == 18 && s.skipped == 0 && s.done == 18 && s.evals == 18 * 1500);
    assert_true(w.last == 18 && w.calls >= 2 && !s.interrupted);
    char *one = dump(&rows);
    assert_int_equal(rows, 18);
    s = bench(p, 1, &(watch){0}); /* all there */
    assert_true(s.done == 0 && s.skipped == 18 && s.evals == 0);
    for (unsigned jobs = 2; jobs <= 5; jobs += 3) {
        fresh(state);
        bench(p, jobs, &(watch){0});
        char *many = dump(&rows);
        assert_string_equal(one, many);
        free(many);
    }
    fresh(state);
    size_t stored = 0;
    for (int turn = 0; turn < 20 && stored < 18; turn++) {
        watch stopping = {.stop_at = stored + 2};
        s              = bench(p, 2, &stopping);
        assert_int_equal(s.skipped, stored);
        stored = s.skipped + s.done;
        assert_int_equal(stopping.last, stored); /* reported means stored */
        assert_int_equal(s.interrupted, stored < 18);
        free(dump(&rows));
        assert_int_equal(rows, stored);
    }
    char *parts = dump(&rows);
    assert_string_equal(one, parts);
    free(parts);
    free(one);
    heco_plan_free(p);
}

/* --- a pool --------------------------------------------------------------------------------- */

enum { WORKERS = 3 };

/* Members that finish in turn, backwards; the work is done when it is asked for. */
typedef struct {
    const heco_plan *plan;
    size_t           job[WORKERS], given;
    int              has[WORKERS], stopped, wrong;
    void            *bytes;
} pool_state;

static heco_status pool_submit(void *user, unsigned worker, size_t job, heco_error *error) {
    pool_state *c = user;
    (void)error;
    assert_false(c->has[worker]);
    c->job[worker] = job, c->has[worker] = 1;
    c->given++;
    return HECO_OK;
}

static heco_status pool_collect(void *user, double seconds, unsigned *worker, const void **bytes,
                             size_t *size, heco_error *error) {
    pool_state *c = user;
    (void)seconds;
    *worker = WORKERS;
    for (unsigned m = WORKERS; m-- > 0 && *worker == WORKERS;)
        if (c->has[m]) *worker = m;
    if (*worker == WORKERS) return HECO_OK;
    c->has[*worker] = 0;
    free(c->bytes);
    c->bytes = NULL, *size = 0;
    if (c->wrong && c->given > 4) {
        error->status = HECO_ERR_EVAL;
        strcpy(error->text, "a worker is lost");
        return HECO_ERR_EVAL;
    }
    if (c->stopped) return HECO_OK;
    heco_job_bytes out;
    heco_status    status = heco_job_work(&out, c->plan, c->job[*worker], NULL, NULL, error);
    *bytes = c->bytes = out.bytes, *size = out.size;
    return status;
}

static void pool_stop(void *user) { ((pool_state *)user)->stopped = 1; }

static heco_status lead(pool_state *c, watch *w, heco_bench_summary *summary, heco_error *error) {
    heco_job_pool          pool = {.size  = sizeof pool,
                               .count = WORKERS,
                               .user  = c,
                               .submit = pool_submit,
                               .collect = pool_collect,
                               .stop  = pool_stop};
    heco_bench_options o    = heco_bench_options_default();
    o.db = path, o.pool = &pool, o.on_progress = watch_progress, o.user = w;
    o.should_stop      = watch_ask;
    heco_status status = heco_bench(c->plan, &o, summary, error);
    free(c->bytes);
    c->bytes = NULL;
    return status;
}

static void a_pool_stores_the_same_rows(void **state) {
    heco_plan         *p     = plan("g01,g06,g08", 3, 300);
    heco_error         error = {0};
    heco_bench_summary summary;
    size_t             rows;
    watch              alone = {0}, stop = {.stop_at = 5}, rest = {0}, lost = {0};
    bench(p, 1, &alone);
    char *want = dump(&rows);
    fresh(state);
    pool_state c = {.plan = p};
    assert_int_equal(lead(&c, &stop, &summary, &error), HECO_OK);
    assert_true(summary.interrupted && summary.done >= 5 && summary.done < rows);
    c = (pool_state){.plan = p, .wrong = 1};
    assert_int_equal(lead(&c, &lost, &summary, &error), HECO_ERR_EVAL);
    assert_string_equal(error.text, "a worker is lost");
    c = (pool_state){.plan = p};
    assert_int_equal(lead(&c, &rest, &summary, &error), HECO_OK);
    assert_int_equal(summary.done + summary.skipped, rows);
    assert_true(summary.skipped >= 8); /* five of the first, three of the second */
    char *got = dump(&rows);
    assert_string_equal(got, want);
    free(want);
    free(got);
    heco_plan_free(p);
}

/* Bytes that are no result, a pool without members, and one of an older layout. */
static heco_status pool_rubbish(void *user, double seconds, unsigned *worker, const void **bytes,
                                size_t *size, heco_error *error) {
    (void)user, (void)seconds, (void)error;
    *worker = 1, *bytes = "rubbish", *size = 7;
    return HECO_OK;
}

static void a_pool_that_cannot_work_is_refused(void **state) {
    (void)state;
    heco_plan         *p     = plan("g06,g08", 3, 300);
    pool_state         c     = {.plan = p};
    heco_error         error = {0};
    heco_bench_summary summary;
    heco_job_pool pool = {.size = sizeof pool, .count = WORKERS, .user = &c, .submit = pool_submit,
                      .collect = pool_rubbish, .stop = pool_stop};
    heco_bench_options o = heco_bench_options_default();
    o.db = path, o.pool = &pool;
    assert_int_equal(heco_bench(p, &o, &summary, &error), HECO_ERR_EVAL);
    assert_text(error.text, "worker 1 of the pool sent a malformed result");
    pool.count = 0;
    assert_int_equal(heco_bench(p, &o, &summary, &error), HECO_ERR_ARG);
    assert_text(error.text, "the job pool is incomplete");
    pool.count = WORKERS, pool.size = 8;
    assert_int_equal(heco_bench(p, &o, &summary, &error), HECO_ERR_ARG);
    heco_plan_free(p);
}

static void parts_share_out_the_plan(void **state) {
    heco_plan *p     = plan("g06,g08", 3, 300);
    size_t     total = 0;
    (void)state;
    for (unsigned part = 1; part <= 5; part++) {
        heco_bench_summary summary;
        heco_bench_options o = heco_bench_options_default();
        o.db = path, o.part = part, o.parts = 5; /* into one file: none may come twice */
        assert_int_equal(heco_bench(p, &o, &summary, NULL), HECO_OK);
        assert_int_equal(summary.skipped, 0);
        assert_true(summary.done >= 2 && summary.done <= 3);
        total += summary.done;
    }
    assert_int_equal(total, heco_plan_count(p));
    heco_bench_options o = heco_bench_options_default();
    o.db = path, o.part = 6, o.parts = 5;
    assert_int_equal(heco_bench(p, &o, NULL, NULL), HECO_ERR_ARG);
    heco_plan_free(p);
}

static void the_longest_come_first(void **state) {
    (void)state;
    heco_plan *p       = plan("g01-g08", 1, 100);
    size_t     order[16];
    for (size_t i = 0; i < 16; i++) order[i] = i;
    assert_int_equal(heco_cost_sort(order, 16, p, NULL), HECO_OK);
    for (size_t i = 1; i < 16; i++) {
        double before = heco_cost(heco_plan_at(p, order[i - 1])), now = heco_cost(heco_plan_at(p, order[i]));
        assert_true(before > now || (before == now && order[i - 1] < order[i]));
    }
    assert_string_equal(heco_plan_at(p, order[0])->problem, "g02"); /* 20 variables */
    heco_plan_free(p);
}

static void an_estimate_runs_nothing(void **state) {
    (void)state;
    heco_plan *p = plan("g06,g08", 4, 3000), *q = plan("g06,g08", 2, 3000);
    heco_bench_summary e;
    heco_error         error = {0};
    heco_bench_options o     = heco_bench_options_default();
    o.db                     = path;
    assert_int_equal(heco_bench_estimate(p, &o, &e, &error), HECO_OK);
    assert_true(e.total == 16 && e.skipped == 0 && e.seconds > 0.0 && e.seconds < 60.0);
    assert_true(e.evals == 16 * 3000);
    assert_int_not_equal(access(path, F_OK), 0);
    bench(q, 2, &(watch){0});
    assert_int_equal(heco_bench_estimate(p, &o, &e, &error), HECO_OK);
    assert_true(e.total == 16 && e.skipped == 8 && e.seconds > 0.0);
    assert_int_equal(heco_bench_estimate(q, &o, &e, &error), HECO_OK);
    assert_true(e.total == 8 && e.skipped == 8 && e.seconds == 0.0);
    o.db = NULL;
    assert_int_equal(heco_bench_estimate(q, &o, &e, &error), HECO_OK);
    assert_true(e.total == 8 && e.skipped == 0);
    heco_plan_free(p);
    heco_plan_free(q);
}

/* Runs 1 and 2 of every algorithm and problem are stored, of which a third of the jobs is asked
 * for: runs of the plan are numbered from 0, so these are 0, 3, 6, .. of 0 .. 15. */
static void an_estimate_knows_its_part(void **state) {
    (void)state;
    heco_plan         *p = plan("g06,g08", 4, 3000), *q = plan("g06,g08", 2, 3000);
    heco_bench_summary e;
    heco_error         error = {0};
    heco_bench_options o     = heco_bench_options_default();
    o.db = path, o.part = 1, o.parts = 3;
    bench(q, 2, &(watch){0});
    assert_int_equal(heco_bench_estimate(p, &o, &e, &error), HECO_OK);
    assert_true(e.total == 6 && e.skipped == 3 && e.evals == 6 * 3000 && e.seconds > 0.0);
    o.parts = 16; /* the first job alone, which is stored */
    assert_int_equal(heco_bench_estimate(p, &o, &e, &error), HECO_OK);
    assert_true(e.total == 1 && e.skipped == 1 && e.seconds == 0.0);
    o.part = 17;
    assert_int_equal(heco_bench_estimate(p, &o, &e, &error), HECO_ERR_ARG);
    assert_text(error.text, "the part must be from 1");
    heco_plan_free(p);
    heco_plan_free(q);
}

static void bad_calls_are_refused(void **state) {
    (void)state;
    heco_plan         *p     = plan("g06", 1, 100);
    heco_error         error = {0};
    heco_bench_options o     = heco_bench_options_default();
    assert_int_equal(heco_bench(p, &o, NULL, &error), HECO_ERR_ARG);
    assert_text(error.text, "file");
    o.db = "/nowhere/at/all.db";
    assert_int_equal(heco_bench(p, &o, NULL, &error), HECO_ERR_IO);
    assert_text(error.text, "/nowhere/at/all.db");
    heco_plan_free(p);
}

int main(void) {
    if (strstr(heco_version_features(), "sqlite") == NULL) return 77;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(threads_and_stops_do_not_show, fresh),
        cmocka_unit_test_setup(a_pool_stores_the_same_rows, fresh),
        cmocka_unit_test_setup(a_pool_that_cannot_work_is_refused, fresh),
        cmocka_unit_test_setup(parts_share_out_the_plan, fresh),
        cmocka_unit_test(the_longest_come_first),
        cmocka_unit_test_setup(an_estimate_runs_nothing, fresh),
        cmocka_unit_test_setup(an_estimate_knows_its_part, fresh),
        cmocka_unit_test(bad_calls_are_refused),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
