/* Each memory request fails in turn while a report page is made, a journal walked, databases joined
 * and a dump written: the call says so and leaks nothing (the sanitizer looks). */
#include <unistd.h>

#include "bench_files.h"
#include "heco/heco.h"
#include "refused_request.h"

static char journal[100], second[100];

/* A database of two algorithms with traces, another one with more runs, and a journal with failed
 * points. */
static int eval(void *user, const double *x, double *f, double *g, double *h) {
    (void)user;
    f[0] = x[0] * x[0] + x[1];
    g[0] = 1.0 - x[0], h[0] = x[0] - 1.5;
    return x[1] > 1.8 ? HECO_POINT_FAILED : HECO_POINT_OK;
}

static void make_bench(const char *to, unsigned runs) {
    heco_plan         *p;
    heco_error         error = {HECO_OK, ""};
    heco_plan_options  o     = heco_plan_options_default();
    heco_bench_options b     = heco_bench_options_default();
    o.suites = "cec2006", o.problems = "g06,g08,g24", o.algorithms = "heco-de,lshade44";
    o.runs = runs, o.evals = 400, o.trace = HECO_TRACE_COARSE;
    b.db = to, b.jobs = 1;
    if (heco_plan_new(&p, &o, &error) != HECO_OK) fail_msg("%s", error.text);
    if (heco_bench(p, &b, NULL, &error) != HECO_OK) fail_msg("%s", error.text);
    heco_plan_free(p);
}

static int make_all(void **state) {
    static const double   lower[] = {-2, -2}, upper[] = {2, 2};
    heco_problem          p = heco_problem_default();
    heco_minimize_options o = heco_minimize_options_default();
    heco_solution        *s;
    if (make_folder(state) != 0) return -1;
    snprintf(path, sizeof path, "%s/a.db", folder);
    snprintf(second, sizeof second, "%s/b.db", folder);
    snprintf(journal, sizeof journal, "%s/j", folder);
    expect_failure(-1);
    p.space.n = 2, p.space.ng = 1, p.space.nh = 1, p.space.lower = lower, p.space.upper = upper;
    p.eval          = eval;
    o.run.max_evals = 400, o.journal = journal, o.algorithm = "lshade44";
    if (heco_minimize(&s, &p, &o, NULL) != HECO_OK) return -1;
    heco_solution_free(s);
    if (strstr(heco_version_features(), "sqlite") == NULL) return 0;
    make_bench(path, 2);
    make_bench(second, 3);
    return 0;
}

/* Calls `work` with one request after the other failing, until none is left to fail, or with every
 * request number that `step` divides. */
static void requests_fail(heco_status (*work)(heco_error *error), const char *name, long step) {
    for (long at = 0;; at += step) {
        heco_error error = {HECO_OK, ""};
        expect_failure(at);
        heco_status status = work(&error);
        int         hit    = requests > at;
        expect_failure(-1);
        if (!hit) {
            if (status != HECO_OK) fail_msg("%s: %s", name, error.text);
            assert_true(at > 3);
            return;
        }
        if (status != HECO_ERR_MEMORY)
            fail_msg("%s: request %ld fails, but the status is \"%s\" (%s)", name, at,
                     heco_status_text(status), error.text);
        if (strstr(error.text, "memory") == NULL)
            fail_msg("%s: request %ld fails without a word: \"%s\"", name, at, error.text);
    }
}

static void each_request_fails(heco_status (*work)(heco_error *error), const char *name) {
    requests_fail(work, name, 1);
}

static heco_status page(heco_status (*make)(FILE *, const heco_page_options *, heco_error *),
                        heco_error *error) {
    const char       *db[] = {path, second};
    heco_page_options how  = heco_page_options_default();
    FILE             *out  = fopen("/dev/null", "w");
    how.db = db, how.dbs = 1;
    heco_status status = make(out, &how, error);
    fclose(out);
    return status;
}

static heco_status bench_page(heco_error *error) { return page(heco_page_bench, error); }
static heco_status bench_data(heco_error *error) { return page(heco_page_bench_data, error); }

static heco_status solve_page(heco_error *error) {
    heco_page_options how    = heco_page_options_default();
    FILE             *out    = fopen("/dev/null", "w");
    heco_status       status = heco_page_solve(out, journal, &how, error);
    fclose(out);
    return status;
}

static heco_status walk(heco_error *error) {
    heco_journal_walk *w;
    heco_journal_point point;
    int                more   = 0;
    heco_status        status = heco_journal_walk_open(&w, journal, error);
    if (status != HECO_OK) {
        assert_null(w);
        return status;
    }
    while ((more = heco_journal_walk_next(w, &point, error)) == 1) continue;
    heco_journal_walk_close(w);
    return more < 0 ? error->status : HECO_OK;
}

static heco_status dump(heco_error *error) {
    heco_results *r;
    heco_status   status = heco_results_open(&r, path, error);
    if (status != HECO_OK) return status;
    FILE *out = fopen("/dev/null", "w");
    status    = heco_results_dump(r, HECO_DUMP_ALL, out, error);
    fclose(out);
    heco_results_close(r);
    return status;
}

/* Writes the formats that take coarse traces into a folder that is removed afterwards. */
static heco_status exports(heco_error *error) {
    char          command[160], to[120];
    heco_results *r;
    heco_status   status = heco_results_open(&r, path, error);
    if (status != HECO_OK) return status;
    snprintf(to, sizeof to, "%s/export", folder);
    for (size_t i = 0; status == HECO_OK && i < 3; i++)
        status = heco_results_export(r, heco_export_format_at(i), to, error);
    heco_results_close(r);
    long used = requests; /* removing the files is not the test */
    fail_at   = -1;
    snprintf(command, sizeof command, "rm -rf %s", to);
    assert_int_equal(system(command), 0);
    requests = used;
    return status;
}

/* Anew each time. Each of the files, of 12 and 18 runs, is in it whole or not at all. */
static heco_status merge(heco_error *error) {
    const char   *in[] = {path, second};
    char          out[120];
    size_t        added = 0;
    heco_results *r     = NULL;
    heco_error    ignored;
    snprintf(out, sizeof out, "%s/merged.db", folder);
    heco_status status = heco_results_merge(out, in, 2, &added, error);
    long        used   = requests; /* looking at it is not the test */
    fail_at            = -1;
    if (heco_results_open(&r, out, &ignored) == HECO_OK) {
        size_t count = heco_results_count(r);
        assert_true(count == 0 || count == 12 || count == 18);
        assert_true(status != HECO_OK || (count == 18 && added == 18));
    } else assert_int_not_equal(status, HECO_OK);
    heco_results_close(r);
    requests = used;
    unlink(out);
    return status;
}

static void journals(void **state) {
    (void)state;
    each_request_fails(walk, "walk");
    each_request_fails(solve_page, "page of a solve");
}

static void databases(void **state) {
    (void)state;
    if (strstr(heco_version_features(), "sqlite") == NULL) skip();
    each_request_fails(dump, "dump");
    each_request_fails(exports, "exports");
    each_request_fails(merge, "merge");
    each_request_fails(bench_data, "data of a bench");
    requests_fail(bench_page, "page of a bench", 16); /* the page makes the requests of its data */
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(journals), cmocka_unit_test(databases)};
    return cmocka_run_group_tests(tests, make_all, remove_folder);
}
