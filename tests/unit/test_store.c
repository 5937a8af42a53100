#include "bench_files.h"

#include "experiment/database.h"
#include "experiment/store.h"
#include "experiment/trace.h"

static heco_plan *plan(const char *algorithms, uint64_t seed, uint64_t evals) {
    heco_plan        *p;
    heco_error        error = {0};
    heco_plan_options o     = heco_plan_options_default();
    o.suites                = "cec2006";
    o.problems              = "g06,g08";
    o.algorithms            = algorithms;
    o.runs                  = 3;
    o.seed                  = seed;
    o.evals                 = evals;
    if (heco_plan_new(&p, &o, &error) != HECO_OK) fail_msg("%s", error.text);
    return p;
}

static heco_store *open_store(const heco_plan *p) {
    heco_store        *s;
    heco_error         error = {0};
    heco_bench_options o     = heco_bench_options_default();
    o.db                     = path;
    if (heco_store_open(&s, p, &o, &error) != HECO_OK) fail_msg("%s", error.text);
    return s;
}

static void refused(const heco_plan *p, heco_status status, const char *part) {
    heco_store        *s;
    heco_error         error = {0};
    heco_bench_options o     = heco_bench_options_default();
    o.db                     = path;
    assert_int_equal(heco_store_open(&s, p, &o, &error), status);
    assert_null(s);
    assert_text(error.text, part);
}

/* A result with a value of its own in every field. */
static heco_job_result result(double *x, char *options, unsigned char *trace, const double *f,
                              const double *viol, size_t rows) {
    heco_job_result r = {.outcome = {.f = -1.0 / 3.0, .viol = 0.1, .c = {1, 2, 3},
                                     .found = HECO_FOUND_INFEASIBLE, .stop = HECO_STOP_BUDGET,
                                     .evals = 990, .failed = 5, .evals_at_best = 901,
                                     .evals_to_feasible = 17, .evals_to_target = 19,
                                     .seconds = 0.125},
                         .viol_sum = 0.2, .first_evals = 40, .x = x, .options = options,
                         .trace = trace};
    r.trace_size = heco_trace_encode(trace, f, viol, rows);
    return r;
}

static void what_goes_in_comes_out(void **state) {
    (void)state;
    heco_plan     *p = plan("heco-de,hco-de", 7, 1000);
    heco_store    *s = open_store(p);
    double         x[] = {0.1, -2.5e-300}, f[1001], viol[1001];
    unsigned char *trace = malloc(heco_trace_room(1001));
    char           text[] = "lambda=20 gamma=0.1";
    for (int k = 0; k <= 1000; k++) f[k] = 1.0 / (k + 1), viol[k] = k < 300 ? 3.0 : 0.0;
    heco_job_result one = result(x, text, trace, f, viol, 1001), *const list[] = {&one, &one};
    size_t        jobs[] = {10, 2}; /* g08 hco-de run 2; g06 heco-de run 3 */
    unsigned char have[12] = {0};
    assert_int_equal(heco_store_put(s, jobs, list, 2, NULL), HECO_OK);
    assert_int_equal(heco_store_have(s, have, NULL), HECO_OK);
    for (size_t i = 0; i < 12; i++) assert_int_equal(have[i], i == 10 || i == 2);

    heco_results *r;
    heco_error    error = {0};
    assert_int_equal(heco_results_open(&r, path, &error), HECO_OK); /* while it is written to */
    assert_int_equal(heco_results_count(r), 2);
    assert_null(heco_results_at(r, 2));
    const heco_record *row = heco_results_at(r, 1);
    assert_string_equal(heco_results_at(r, 0)->problem, "g06");
    assert_string_equal(row->problem, "g08");
    assert_string_equal(row->suite, "cec2006");
    assert_string_equal(row->label, "hco-de");
    assert_string_equal(row->algorithm, "hco-de");
    assert_string_equal(row->options, text);
    assert_string_equal(row->build, heco_version_build());
    assert_int_equal(row->outcome.stop, HECO_STOP_BUDGET);
    assert_int_equal(row->outcome.found, HECO_FOUND_INFEASIBLE);
    assert_true(row->seed == 7 && row->stream == heco_plan_at(p, 10)->stream && row->run == 2);
    assert_true(row->n == 2 && row->ng == 2 && row->nh == 0);
    assert_double(row->f_ref, heco_plan_at(p, 10)->what->f_ref);
    assert_double(row->target, heco_plan_at(p, 10)->target);
    assert_true(row->max_evals == 1000 && row->outcome.evals == 990 && row->outcome.failed == 5);
    assert_double(row->outcome.f, -1.0 / 3.0);
    assert_double(row->outcome.viol, 0.1);
    assert_true(row->outcome.c[0] == 1 && row->outcome.c[1] == 2 && row->outcome.c[2] == 3);
    assert_true(row->outcome.evals_at_best == 901 && row->outcome.evals_to_feasible == 17 &&
                row->outcome.evals_to_target == 19 && row->points == 1000);
    assert_double(row->outcome.seconds, 0.125);
    double      point[sizeof x / sizeof x[0]];
    heco_trace *back;
    assert_int_equal(heco_results_point(r, 1, point, &error), HECO_OK);
    assert_memory_equal(point, x, sizeof x);
    assert_int_equal(heco_results_trace(r, 1, &back, &error), HECO_OK);
    assert_int_equal(back->count, 1001);
    assert_memory_equal(back->f, f, sizeof f);
    assert_memory_equal(back->viol, viol, sizeof viol);
    assert_true(back->evals[0] == 40 && back->evals[1] == 1 && back->evals[1000] == 1000);
    heco_trace_free(back);
    heco_results_close(r);
    heco_store_close(s);
    free(trace);
    heco_plan_free(p);
}

/* The sum of violations is stored beside the mean, and dumped. */
static void a_dump_has_the_sum(void **state) {
    (void)state;
    heco_plan      *p = plan("heco-de", 1, 1000);
    heco_store     *s = open_store(p);
    double          x[2] = {0}, zero[1] = {0};
    unsigned char   trace[32];
    char            text[] = "", line[600];
    heco_job_result one = result(x, text, trace, zero, zero, 1), *const list[] = {&one};
    size_t          job = 0;
    heco_results   *r;
    FILE           *file = tmpfile();
    assert_non_null(file);
    assert_int_equal(heco_store_put(s, &job, list, 1, NULL), HECO_OK);
    heco_store_close(s);
    assert_int_equal(heco_results_open(&r, path, NULL), HECO_OK);
    assert_int_equal(heco_results_dump(r, HECO_DUMP_FINALS, file, NULL), HECO_OK);
    rewind(file);
    assert_non_null(fgets(line, sizeof line, file));
    assert_text(line, "algorithm,dim,function,run,obj,vio,c1,c2,c3,vio_sum,evals,failed,stop,");
    assert_non_null(fgets(line, sizeof line, file));
    assert_text(line, "heco-de,2,g06,1,-0.33333333333333331,0.10000000000000001,1,2,3,"
                      "0.20000000000000001,990,5,budget,");
    fclose(file);
    heco_results_close(r);
    heco_plan_free(p);
}

/* All or nothing: the second of two is there already. */
static void a_failed_transaction_leaves_nothing(void **state) {
    (void)state;
    heco_plan    *p = plan("heco-de", 1, 1000);
    heco_store   *s = open_store(p);
    double        x[2] = {0}, zero[1] = {0};
    unsigned char trace[32], have[6] = {0};
    char          text[] = "";
    heco_job_result one = result(x, text, trace, zero, zero, 1), *const list[] = {&one, &one};
    size_t        first[] = {3}, both[] = {4, 3};
    heco_error    error = {0};
    assert_int_equal(heco_store_put(s, first, list, 1, &error), HECO_OK);
    assert_int_not_equal(heco_store_put(s, both, list, 2, &error), HECO_OK);
    assert_int_equal(heco_store_have(s, have, NULL), HECO_OK);
    for (size_t i = 0; i < 6; i++) assert_int_equal(have[i], i == 3);
    both[1] = 5;
    assert_int_equal(heco_store_put(s, both, list, 2, &error), HECO_OK); /* and it can go on */
    heco_store_close(s);
    heco_plan_free(p);
}

static void other_conditions_are_refused(void **state) {
    (void)state;
    heco_plan    *p = plan("heco-de", 1, 1000);
    heco_store   *s = open_store(p);
    double        x[2] = {0}, zero[1] = {0};
    unsigned char trace[32];
    char          text[] = "";
    heco_job_result one = result(x, text, trace, zero, zero, 1), *const list[] = {&one};
    size_t        job = 0; /* g06 */
    heco_store_close(s);

    static const struct {
        const char *algorithms, *part;
        uint64_t    seed, evals;
    } other[] = {
        {"heco-de", "seed 1, this bench asks for 2", 2, 1000},
        {"heco-de", "1000 evaluations, this bench asks for 2000", 1, 2000},
        {"heco-de:heco-de[gamma=0.5]", ", this bench asks for gamma=0.5", 1, 1000},
        {"heco-de:hco-de", "algorithm heco-de, this bench asks for hco-de", 1, 1000},
    };
    /* without a run nothing binds */
    for (int stored = 0; stored < 2; stored++) {
        for (size_t i = 0; i < sizeof other / sizeof *other; i++) {
            heco_plan *q = plan(other[i].algorithms, other[i].seed, other[i].evals);
            if (stored) refused(q, HECO_ERR_CONFLICT, other[i].part);
            else heco_store_close(open_store(q));
            heco_plan_free(q);
        }
        if (stored) break;
        s = open_store(p);
        assert_int_equal(heco_store_put(s, &job, list, 1, NULL), HECO_OK);
        heco_store_close(s);
    }
    heco_plan *more = plan("heco-de,heco-de[gamma=0.5]", 1, 1000); /* another label is welcome */
    heco_store_close(open_store(more));
    heco_plan_free(more);
    heco_store_close(open_store(p));
    heco_plan_free(p);
}

/* An older file has no column for it: the suite is asked, and the next bench writes it. */
static void what_dimensions_mean_is_kept(void **state) {
    (void)state;
    heco_plan      *p = plan("heco-de", 1, 1000);
    heco_store     *s = open_store(p);
    double          x[2] = {0}, zero[1] = {0};
    unsigned char   trace[32];
    char            text[] = "";
    heco_job_result one = result(x, text, trace, zero, zero, 1), *const list[] = {&one};
    size_t          job = 0;
    heco_database   db;
    heco_results   *r;
    int             has;
    assert_int_equal(heco_plan_at(p, 0)->dims, HECO_DIMS_OWN);
    assert_int_equal(heco_store_put(s, &job, list, 1, NULL), HECO_OK);
    heco_store_close(s);
    static const struct {
        const char *sql;
        heco_dims   wanted;
    } files[] = {{"UPDATE suite SET dims = 'shared'", HECO_DIMS_SHARED}, /* the file's word counts */
                 {"UPDATE suite SET name = 'rw2999', dims = 'own'", HECO_DIMS_OWN},
                 {"ALTER TABLE suite DROP COLUMN dims", HECO_DIMS_UNKNOWN},
                 {"UPDATE suite SET name = 'cec2006'", HECO_DIMS_OWN}};
    for (size_t i = 0; i < 4; i++) {
        assert_int_equal(heco_database_open(&db, path, 1, NULL), HECO_OK);
        assert_int_equal(heco_database_exec(&db, files[i].sql, NULL), HECO_OK);
        assert_int_equal(heco_database_exec(&db, "DELETE FROM checksum", NULL), HECO_OK);
        heco_database_close(&db);
        assert_int_equal(heco_results_open(&r, path, NULL), HECO_OK);
        assert_int_equal(heco_results_at(r, 0)->dims, files[i].wanted);
        heco_results_close(r);
    }
    assert_int_equal(heco_database_open(&db, path, 1, NULL), HECO_OK);
    assert_int_equal(heco_database_exec(&db, "ALTER TABLE run DROP COLUMN build; DROP TABLE build",
                                        NULL), HECO_OK);
    heco_database_close(&db);
    assert_int_equal(heco_results_open(&r, path, NULL), HECO_OK);
    assert_string_equal(heco_results_at(r, 0)->build, "");
    heco_results_close(r);
    heco_store_close(open_store(p));
    assert_int_equal(heco_database_open(&db, path, 0, NULL), HECO_OK);
    assert_int_equal(heco_database_has(&db, "main", "suite", "dims", &has, NULL), HECO_OK);
    assert_true(has);
    assert_int_equal(heco_database_has(&db, "main", "run", "build", &has, NULL), HECO_OK);
    assert_true(has);
    int64_t known = 0;
    assert_int_equal(heco_database_number(&db, "SELECT count(*) FROM suite WHERE dims = 'own'",
                                          &known, NULL),
                     HECO_OK);
    assert_int_equal(known, 1);
    heco_database_close(&db);
    heco_plan_free(p);
}

/* A stored run that got other random numbers than the plan says. */
static void another_stream_is_noticed(void **state) {
    (void)state;
    heco_plan    *p = plan("heco-de", 1, 1000);
    heco_store   *s = open_store(p);
    double        x[2] = {0}, zero[1] = {0};
    unsigned char trace[32], have[6] = {0};
    char          text[] = "";
    heco_job_result one = result(x, text, trace, zero, zero, 1), *const list[] = {&one};
    size_t        job = 0;
    heco_error    error = {0};
    heco_database db;
    assert_int_equal(heco_store_put(s, &job, list, 1, NULL), HECO_OK);
    heco_store_close(s);
    assert_int_equal(heco_database_open(&db, path, 1, &error), HECO_OK);
    assert_int_equal(heco_database_exec(&db, "UPDATE run SET stream = stream + 1", &error), HECO_OK);
    heco_database_close(&db);
    s = open_store(p);
    assert_int_equal(heco_store_have(s, have, &error), HECO_ERR_CONFLICT);
    assert_text(error.text, "random stream");
    heco_store_close(s);
    heco_plan_free(p);
}

static void differences_are_named(void **state) {
    (void)state;
    char there[80], here[80];
    assert_false(heco_plan_entry_difference("a=1 b=2", "a=1 b=2", there, here));
    assert_false(heco_plan_entry_difference("", "", there, here));
    assert_true(heco_plan_entry_difference("a=1 b=2", "a=1 b=3", there, here));
    assert_string_equal(there, "b=2");
    assert_string_equal(here, "b=3");
    assert_true(heco_plan_entry_difference("a=1", "a=1 new=3", there, here));
    assert_string_equal(there, "no such option");
    assert_string_equal(here, "new=3");
}

static void damaged_rows_are_named(void **state) {
    (void)state;
    heco_plan    *p = plan("heco-de", 1, 1000);
    heco_store   *s = open_store(p);
    double        x[2] = {0}, zero[1] = {0}, point[2];
    unsigned char trace[32];
    char          text[] = "";
    heco_job_result one = result(x, text, trace, zero, zero, 1), *const list[] = {&one};
    size_t        job = 0;
    heco_error    error = {0};
    heco_database db;
    heco_results *r;
    heco_trace   *t;
    assert_int_equal(heco_store_put(s, &job, list, 1, NULL), HECO_OK);
    heco_store_close(s);
    assert_int_equal(heco_database_open(&db, path, 1, &error), HECO_OK);
    assert_int_equal(heco_database_exec(&db, "UPDATE run SET x = x'00'", &error), HECO_OK);
    assert_int_equal(heco_results_open(&r, path, &error), HECO_ERR_FORMAT);
    assert_text(error.text, "run 1 of heco-de on cec2006:g06/2 is damaged, its checksum differs");
    assert_int_equal(heco_database_exec(&db, "DELETE FROM checksum", &error), HECO_OK);
    heco_database_close(&db);
    assert_int_equal(heco_results_open(&r, path, &error), HECO_OK);
    assert_int_equal(heco_results_point(r, 0, point, &error), HECO_ERR_FORMAT);
    assert_text(error.text, "run 1 of heco-de on cec2006:g06/2 is damaged");
    assert_int_equal(heco_results_trace(r, 0, &t, &error), HECO_ERR_FORMAT); /* 1 row, not 1001 */
    assert_int_equal(heco_results_trace(r, 9, &t, &error), HECO_ERR_ARG);
    heco_results_close(r);
    heco_plan_free(p);
}

/* Not a request for that much memory. */
static void impossible_traces_are_damaged(void **state) {
    (void)state;
    static const char *const changes[] = {"UPDATE trace SET points = -9",
                                          "UPDATE trace SET points = 1099511627776"};
    heco_plan      *p    = plan("heco-de", 1, 1000);
    double          x[2] = {0}, zero[1] = {0};
    unsigned char   trace[32];
    char            text[] = "";
    heco_job_result one = result(x, text, trace, zero, zero, 1), *const list[] = {&one};
    heco_store     *s   = open_store(p);
    size_t          job = 0;
    heco_error      error = {0};
    heco_database   db;
    heco_results   *r;
    heco_trace     *t;
    assert_int_equal(heco_store_put(s, &job, list, 1, NULL), HECO_OK);
    heco_store_close(s);
    for (size_t i = 0; i < 2; i++) {
        assert_int_equal(heco_database_open(&db, path, 1, &error), HECO_OK);
        assert_int_equal(heco_database_exec(&db, "DELETE FROM checksum", &error), HECO_OK);
        assert_int_equal(heco_database_exec(&db, changes[i], &error), HECO_OK);
        heco_database_close(&db);
        assert_int_equal(heco_results_open(&r, path, &error), HECO_OK);
        assert_int_equal(heco_results_trace(r, 0, &t, &error), HECO_ERR_FORMAT);
        assert_text(error.text, "run 1 of heco-de on cec2006:g06/2 is damaged");
        heco_results_close(r);
    }
    heco_plan_free(p);
}

/* Each value that a dump or a ranking could show, changed by hand: noticed; a trace when it is read
 * or the whole file is looked at. Files from before there were checksums are read as they are. */
static void checksums_cover_every_value(void **state) {
    (void)state;
    static const char *const change[] = {
        "UPDATE run SET f = f + 1e-13",
        "UPDATE run SET viol = -viol",
        "UPDATE run SET c2 = c2 + 1",
        "UPDATE run SET evals_to_feasible = 18",
        "UPDATE run SET x = x'00000000000000000000000000000001'",
        "UPDATE run SET stream = stream + 1",
        "UPDATE run SET version = '9'",
        "UPDATE problem SET max_evals = 1001",
        "UPDATE problem SET f_ref = 0.5",
        "UPDATE variant SET label = 'heco-df'",
        "UPDATE meta SET value = '2' WHERE key = 'seed'",
    };
    heco_plan    *p    = plan("heco-de", 1, 1000);
    heco_store   *s    = open_store(p);
    double        x[2] = {0}, values[1001] = {0};
    unsigned char trace[64];
    char          text[] = "";
    size_t        job = 0, without = 9;
    heco_error    error;
    heco_database db;
    heco_results *r;
    heco_trace   *t;
    heco_job_result one = result(x, text, trace, values, values, 1001), *const list[] = {&one};
    assert_int_equal(heco_store_put(s, &job, list, 1, NULL), HECO_OK);
    heco_store_close(s);
    for (size_t i = 0; i < sizeof change / sizeof change[0]; i++) {
        assert_int_equal(heco_database_open(&db, path, 1, &error), HECO_OK);
        assert_int_equal(heco_database_exec(&db, "BEGIN", &error), HECO_OK);
        assert_int_equal(heco_checksum_verify(&db, 1, &without, &error), HECO_OK);
        assert_int_equal(without, 0);
        assert_int_equal(heco_database_exec(&db, change[i], &error), HECO_OK);
        if (heco_checksum_verify(&db, 0, &without, &error) != HECO_ERR_FORMAT)
            fail_msg("not noticed: %s", change[i]);
        assert_int_equal(heco_database_exec(&db, "ROLLBACK", &error), HECO_OK);
        heco_database_close(&db);
    }
    assert_int_equal(heco_database_open(&db, path, 1, &error), HECO_OK);
    assert_int_equal(heco_database_exec(&db, "UPDATE trace SET first_evals = 41", &error), HECO_OK);
    assert_int_equal(heco_results_open(&r, path, &error), HECO_OK);
    assert_int_equal(heco_results_trace(r, 0, &t, &error), HECO_ERR_FORMAT);
    assert_int_equal(heco_results_check(r, &without, &error), HECO_ERR_FORMAT);
    heco_results_close(r);
    assert_int_equal(heco_database_exec(&db, "DROP TABLE checksum", &error), HECO_OK);
    heco_database_close(&db);
    assert_int_equal(heco_results_open(&r, path, &error), HECO_OK);
    assert_int_equal(heco_results_check(r, &without, &error), HECO_OK);
    assert_int_equal(without, 1);
    heco_results_close(r);
    heco_store_close(open_store(p)); /* the next bench has the table again */
    assert_int_equal(heco_database_open(&db, path, 0, &error), HECO_OK);
    int known = 0;
    assert_int_equal(heco_checksum_known(&db, &known, &error), HECO_OK);
    assert_true(known);
    heco_database_close(&db);
    heco_plan_free(p);
}

/* After the third run the file takes no more: another program has renamed a table. */
static void refuse_rows(void *user, const heco_bench_progress *p) {
    sqlite3 **other = user;
    if (p->done < 3 || *other != NULL) return;
    assert_int_equal(sqlite3_open(path, other), SQLITE_OK);
    assert_int_equal(sqlite3_exec(*other, "ALTER TABLE trace RENAME TO gone", NULL, NULL, NULL), SQLITE_OK);
}

/* The bench ends with the reason while its threads still hand in results, keeps what is stored, and goes
 * on from there later. */
static void a_bench_that_cannot_store_ends(void **state) {
    (void)state;
    heco_plan         *p;
    sqlite3           *other = NULL;
    heco_error         error = {0};
    heco_bench_summary summary;
    heco_bench_options o    = heco_bench_options_default();
    heco_plan_options  what = heco_plan_options_default();
    what.suites = "cec2006", what.problems = "g06,g08", what.algorithms = "heco-de";
    what.runs = 200, what.evals = 60;
    assert_int_equal(heco_plan_new(&p, &what, &error), HECO_OK);
    o.db = path, o.jobs = 2, o.on_progress = refuse_rows, o.user = &other;
    assert_int_equal(heco_bench(p, &o, &summary, &error), HECO_ERR_IO);
    assert_text(error.text, "no such table: trace");
    assert_non_null(other);
    assert_true(summary.done >= 3 && summary.done < 400);
    uint64_t stored = summary.done;
    assert_int_equal(sqlite3_exec(other, "ALTER TABLE gone RENAME TO trace", NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(other);
    o.on_progress = NULL;
    if (heco_bench(p, &o, &summary, &error) != HECO_OK) fail_msg("%s", error.text);
    assert_int_equal(summary.skipped, stored); /* none lost, none twice */
    assert_int_equal(summary.done, 400 - stored);
    heco_plan_free(p);
}

static int stop_now(void *user, const heco_progress *progress) {
    (void)progress;
    ++*(int *)user;
    return 1;
}

/* Rows that runs belong to are missing: readers would pass over these runs, with or without checksums. */
static void runs_without_a_problem_are_damage(void **state) {
    (void)state;
    static const char *const change[] = {"DELETE FROM variant", "DELETE FROM problem", "DELETE FROM suite",
                                         "UPDATE run SET variant = 77"};
    heco_plan    *p    = plan("heco-de", 1, 1000);
    heco_store   *s    = open_store(p);
    double        x[2] = {0}, values[1001] = {0};
    unsigned char trace[64];
    char          text[] = "";
    size_t        job = 0, without = 9;
    heco_error    error;
    heco_database db;
    heco_results *r;
    heco_job_result one = result(x, text, trace, values, values, 1001), *const list[] = {&one};
    assert_int_equal(heco_store_put(s, &job, list, 1, NULL), HECO_OK);
    heco_store_close(s);
    for (size_t k = 0; k < 2; k++) {
        for (size_t i = 0; i < sizeof change / sizeof change[0]; i++) {
            assert_int_equal(heco_database_open(&db, path, 1, &error), HECO_OK);
            assert_int_equal(heco_database_exec(&db, "PRAGMA foreign_keys=OFF", &error), HECO_OK);
            assert_int_equal(heco_database_exec(&db, "BEGIN", &error), HECO_OK);
            assert_int_equal(heco_checksum_verify(&db, 1, &without, &error), HECO_OK);
            assert_int_equal(without, k);
            assert_int_equal(heco_database_exec(&db, change[i], &error), HECO_OK);
            assert_int_equal(heco_checksum_verify(&db, 0, &without, &error), HECO_ERR_FORMAT);
            assert_text(error.text, "is damaged: it has 1 runs, of which 0 can be read");
            assert_int_equal(heco_database_exec(&db, "ROLLBACK", &error), HECO_OK);
            heco_database_close(&db);
        }
        assert_int_equal(heco_database_open(&db, path, 1, &error), HECO_OK);
        assert_int_equal(heco_database_exec(&db, "DROP TABLE IF EXISTS checksum", &error), HECO_OK);
        heco_database_close(&db);
    }
    assert_int_equal(heco_results_open(&r, path, &error), HECO_OK);
    assert_int_equal(heco_results_check(r, &without, &error), HECO_OK);
    assert_int_equal(without, 1);
    heco_results_close(r);
    heco_plan_free(p);
}

/* A stop ends the queries with which a bench begins. The runs have no checksums and belong to no plan. */
static void a_stop_ends_long_queries(void **state) {
    (void)state;
    heco_plan         *p = plan("heco-de", 7, 100);
    int                calls = 0;
    sqlite3           *sql;
    heco_error         error = {0};
    heco_bench_summary summary;
    heco_bench_options o = heco_bench_options_default();
    o.db = path, o.jobs = 1;
    assert_int_equal(heco_bench(p, &o, NULL, NULL), HECO_OK);
    assert_int_equal(sqlite3_open(path, &sql), SQLITE_OK);
    assert_int_equal(
        sqlite3_exec(sql,
                     "WITH RECURSIVE c(i) AS (SELECT 1000 UNION ALL SELECT i + 1 FROM c WHERE i < 100000) "
                     "INSERT INTO run SELECT i, problem, variant, i, stream, options, version, stop, evals, "
                     "failed, f, viol, viol_sum, c1, c2, c3, evals_at_best, evals_to_feasible, "
                     "evals_to_success, seconds, x, build FROM c, run AS r WHERE r.id = 1",
                     NULL, NULL, NULL),
        SQLITE_OK);
    sqlite3_close(sql);
    o.should_stop = stop_now, o.user = &calls;
    assert_int_equal(heco_bench(p, &o, &summary, &error), HECO_ERR_CONFLICT);
    assert_text(error.text, "stopped while it was read");
    assert_int_equal(calls, 1);
    heco_results *results;
    assert_int_equal(heco_results_open_until(&results, path, stop_now, &calls, &error),
                     HECO_ERR_CONFLICT);
    assert_null(results);
    assert_text(error.text, "stopped while it was read");
    assert_int_equal(calls, 2);
    heco_plan_free(p);
}

/* A database whose problem has another target or other constraints, as another version might write. */
static void another_problem_is_noticed(void **state) {
    (void)state;
    static const struct { const char *sql, *text; } cases[] = {
        {"UPDATE problem SET target = -1.5", "a success target on cec2006:g06/2 of -1.5"},
        {"UPDATE problem SET ng = ng + 1", "with other constraints: use another file"}};
    for (int i = 0; i < 2; i++) {
        heco_plan         *p = plan("heco-de", 7, 100);
        sqlite3           *sql;
        heco_bench_options o = heco_bench_options_default();
        fresh(state);
        o.db = path, o.jobs = 1;
        assert_int_equal(heco_bench(p, &o, NULL, NULL), HECO_OK);
        assert_int_equal(sqlite3_open(path, &sql), SQLITE_OK);
        assert_int_equal(sqlite3_exec(sql, cases[i].sql, NULL, NULL, NULL), SQLITE_OK);
        assert_true(sqlite3_changes(sql) > 0);
        sqlite3_close(sql);
        refused(p, HECO_ERR_CONFLICT, cases[i].text);
        heco_plan_free(p);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(what_goes_in_comes_out, fresh),
        cmocka_unit_test_setup(a_dump_has_the_sum, fresh),
        cmocka_unit_test_setup(a_failed_transaction_leaves_nothing, fresh),
        cmocka_unit_test_setup(other_conditions_are_refused, fresh),
        cmocka_unit_test_setup(what_dimensions_mean_is_kept, fresh),
        cmocka_unit_test_setup(another_stream_is_noticed, fresh),
        cmocka_unit_test(differences_are_named),
        cmocka_unit_test_setup(damaged_rows_are_named, fresh),
        cmocka_unit_test_setup(impossible_traces_are_damaged, fresh),
        cmocka_unit_test_setup(checksums_cover_every_value, fresh),
        cmocka_unit_test_setup(runs_without_a_problem_are_damage, fresh),
        cmocka_unit_test_setup(a_bench_that_cannot_store_ends, fresh),
        cmocka_unit_test_setup(a_stop_ends_long_queries, fresh),
        cmocka_unit_test(another_problem_is_noticed),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
