/* Stores results in SQLite. A restarted bench skips stored runs. Rows are only added, never
 * changed, and only if they are comparable with the stored ones. */
#include "experiment/store.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "experiment/database.h"
#include "heco/common.h"

enum {
    STORE_WAIT_MS  = 120000,
    STORE_STOP_OPS = 1000000 /* SQLite instructions between two calls of should_stop */
};

struct heco_store {
    heco_database    db;
    const heco_plan *plan;
    sqlite3_int64   *task, *variant; /* numbers in the database                           */
    sqlite3_stmt    *put_run, *put_trace;
};

static const char store_put_run[] =
    "INSERT INTO run(problem, variant, run, stream, options, version, stop, evals, failed, f, viol,"
    " viol_sum, c1, c2, c3, evals_at_best, evals_to_feasible, evals_to_success, seconds, x, build)"
    " VALUES(?1,?2,?3,?4,?5,?6,?7,?8,?9,?10,?11,?12,?13,?14,?15,?16,?17,?18,?19,?20,"
    " (SELECT id FROM build WHERE text = ?21))";
static const char store_put_trace[] =
    "INSERT INTO trace(run, points, first_evals, data) VALUES(?1,?2,?3,?4)";

/* Refuses a damaged database, because writing to it would make it worse. */
static heco_status store_check_pages(heco_store *s, heco_error *error) {
    sqlite3_stmt *statement;
    int           row;
    heco_status   status =
        heco_database_ask(&s->db, &statement, "PRAGMA quick_check(1)", NULL, &row, error);
    if (status == HECO_OK && row) {
        const char *text = (const char *)sqlite3_column_text(statement, 0);
        if (text != NULL && strrchr(text, '\n') != NULL) text = strrchr(text, '\n') + 1;
        if (text != NULL && strcmp(text, "ok") != 0)
            status = heco_fail(error, HECO_ERR_FORMAT,
                               "%s is damaged (%.200s): nothing was written; use a copy of it, or "
                               "another file",
                               s->db.path, text);
    }
    sqlite3_finalize(statement);
    return status;
}

/* Returns 1 if the algorithm is built in or part of this plan. */
static int store_knows(const heco_store *s, const char *algorithm) {
    size_t              variants;
    const heco_variant *v = heco_plan_variants(s->plan, &variants);
    for (size_t i = 0; i < variants; i++)
        if (strcmp(v[i].algorithm->name, algorithm) == 0) return 1;
    return heco_algorithm_find(algorithm, NULL) != NULL;
}

/* Reports runs of algorithms that this build does not know and runs of another version. */
static heco_status store_tell(heco_store *s, const heco_bench_options *o, heco_error *error) {
    sqlite3_stmt *statement;
    int           row    = 0;
    heco_status   status = heco_database_prepare(
          &s->db, &statement,
          "SELECT algorithm, label, version, count(*) FROM run JOIN variant ON variant.id = "
            "run.variant GROUP BY algorithm, label, version ORDER BY label, version",
          error);
    while (status == HECO_OK) {
        status = heco_database_step(&s->db, statement, &row, error);
        if (status != HECO_OK || !row) break;
        char        line[400];
        const char *algorithm = (const char *)sqlite3_column_text(statement, 0);
        const char *label     = (const char *)sqlite3_column_text(statement, 1);
        const char *version   = (const char *)sqlite3_column_text(statement, 2);
        long long   count     = sqlite3_column_int64(statement, 3);
        if (algorithm == NULL || label == NULL || version == NULL) continue;
        if (!store_knows(s, algorithm))
            snprintf(line, sizeof line,
                     "%s holds %lld runs of '%.80s' by algorithm '%.80s', which this heco does not "
                     "know: they stay as they are",
                     s->db.path, count, label, algorithm);
        else if (strcmp(version, heco_version()) != 0)
            snprintf(line, sizeof line,
                     "%s holds %lld runs of '%.80s' made by heco %.20s, this is heco %s",
                     s->db.path, count, label, version, heco_version());
        else continue;
        if (o->on_info != NULL) o->on_info(o->user, line);
    }
    sqlite3_finalize(statement);
    return status;
}

static heco_status store_put_build(heco_store *s, heco_error *error) {
    return heco_database_change(&s->db, "INSERT OR IGNORE INTO build(text) VALUES(?1)",
                                (const char *const[]){heco_version_build(), NULL}, error);
}

/* Registers the plan in one transaction, so that a refused plan changes nothing. */
static heco_status store_register(heco_store *s, heco_error *error) {
    heco_status status = heco_database_exec(&s->db, "BEGIN IMMEDIATE", error);
    if (status != HECO_OK) return status;
    status = heco_plan_entry_plan(&s->db, s->plan, s->task, s->variant, error);
    if (status == HECO_OK) status = store_put_build(s, error);
    if (status == HECO_OK) status = heco_checksum_create(&s->db, error);
    if (status == HECO_OK) status = heco_database_exec(&s->db, "COMMIT", error);
    if (status != HECO_OK) sqlite3_exec(s->db.sql, "ROLLBACK", NULL, NULL, NULL);
    return status;
}

/* SQLite's progress handler: nonzero ends a query. */
static int store_should_stop(void *user) {
    const heco_bench_options *o = user;
    return o->should_stop != NULL && o->should_stop(o->user, NULL);
}

static heco_status store_start(heco_store *s, const heco_bench_options *o, heco_error *error) {
    size_t variants;
    heco_plan_variants(s->plan, &variants);
    heco_status status = heco_database_open(&s->db, o->db, 1, error);
    if (status != HECO_OK) return status;
    sqlite3_progress_handler(s->db.sql, STORE_STOP_OPS, store_should_stop, (void *)o);
    s->task    = calloc(heco_plan_tasks(s->plan) + 1, sizeof *s->task);
    s->variant = calloc(variants + 1, sizeof *s->variant);
    if (s->task == NULL || s->variant == NULL) return heco_fail_memory(error);
    if (!s->db.fresh) status = store_check_pages(s, error);
    if (status == HECO_OK) status = store_register(s, error);
    if (status == HECO_OK) status = store_tell(s, o, error);
    /* From here on neither a stop nor a lock may cost a finished run: wait longer for readers. */
    sqlite3_progress_handler(s->db.sql, 0, NULL, NULL);
    if (status == HECO_OK) sqlite3_busy_timeout(s->db.sql, STORE_WAIT_MS);
    if (status == HECO_OK)
        status = heco_database_prepare(&s->db, &s->put_run, store_put_run, error);
    if (status == HECO_OK)
        status = heco_database_prepare(&s->db, &s->put_trace, store_put_trace, error);
    return status;
}

/* Writes the number of jobs into the lock file, for `heco watch` (bench_state.c). */
static void store_announce(const heco_store *s) {
    char text[40];
    int  size = snprintf(text, sizeof text, "jobs %zu\n", heco_plan_count(s->plan));
    if (s->db.lock >= 0 && lseek(s->db.lock, 0, SEEK_SET) == 0 &&
        write(s->db.lock, text, (size_t)size) == size && ftruncate(s->db.lock, size) != 0)
        return; /* the first line is right even if the file is too long             */
}

heco_status heco_store_open(heco_store **out, const heco_plan *plan,
                            const heco_bench_options *options, heco_error *error) {
    *out          = NULL;
    heco_store *s = calloc(1, sizeof *s);
    if (s == NULL) return heco_fail_memory(error);
    s->db.lock         = -1;
    s->plan            = plan;
    heco_status status = store_start(s, options, error);
    if (status != HECO_OK) {
        heco_store_close(s);
        return status;
    }
    store_announce(s);
    *out = s;
    return HECO_OK;
}

void heco_store_close(heco_store *s) {
    if (s == NULL) return;
    sqlite3_finalize(s->put_run);
    sqlite3_finalize(s->put_trace);
    heco_database_close(&s->db);
    free(s->task);
    free(s->variant);
    free(s);
}

static size_t store_position(const sqlite3_int64 *numbers, size_t count, sqlite3_int64 number) {
    size_t i = 0;
    while (i < count && numbers[i] != number) i++;
    return i;
}

/* Marks one stored run of the plan after a check that it got the same random numbers. */
static heco_status store_note(heco_store *s, sqlite3_stmt *row, unsigned char *have,
                              heco_error *error) {
    size_t variants, tasks = heco_plan_tasks(s->plan), runs = heco_plan_runs(s->plan);
    heco_plan_variants(s->plan, &variants);
    size_t        t   = store_position(s->task, tasks, sqlite3_column_int64(row, 0));
    size_t        v   = store_position(s->variant, variants, sqlite3_column_int64(row, 1));
    sqlite3_int64 run = sqlite3_column_int64(row, 2);
    if (t == tasks || v == variants || run < 1 || (uint64_t)run > runs) return HECO_OK;
    size_t          index = (t * variants + v) * runs + (size_t)run - 1;
    const heco_job *job   = heco_plan_at(s->plan, index);
    if ((uint64_t)sqlite3_column_int64(row, 3) != job->stream)
        return heco_fail(error, HECO_ERR_CONFLICT,
                         "%s: run %u of %s on %s:%s/%zu was made with another random stream: use "
                         "the heco that made it, or another file",
                         s->db.path, job->run, job->label, job->suite, job->problem,
                         job->what->space.n);
    have[index] = 1;
    return HECO_OK;
}

heco_status heco_store_have(heco_store *s, unsigned char *have, heco_error *error) {
    sqlite3_stmt *statement;
    int           row    = 0;
    heco_status   status = heco_database_prepare(
          &s->db, &statement, "SELECT problem, variant, run, stream FROM run", error);
    while (status == HECO_OK) {
        status = heco_database_step(&s->db, statement, &row, error);
        if (status != HECO_OK || !row) break;
        status = store_note(s, statement, have, error);
    }
    sqlite3_finalize(statement);
    return status;
}

static void store_bind_counts(sqlite3_stmt *p, const heco_outcome *o) {
    sqlite3_bind_int64(p, 8, (sqlite3_int64)o->evals);
    sqlite3_bind_int64(p, 9, (sqlite3_int64)o->failed);
    sqlite3_bind_double(p, 10, o->f);
    sqlite3_bind_double(p, 11, o->viol);
    for (int i = 0; i < 3; i++) sqlite3_bind_int64(p, 13 + i, o->c[i]);
    sqlite3_bind_int64(p, 16, (sqlite3_int64)o->evals_at_best);
    sqlite3_bind_int64(p, 17, (sqlite3_int64)o->evals_to_feasible);
    sqlite3_bind_int64(p, 18, (sqlite3_int64)o->evals_to_target);
    sqlite3_bind_double(p, 19, o->seconds);
}

/* Steps an INSERT statement and resets it. */
static heco_status store_insert(heco_store *s, sqlite3_stmt *statement, heco_error *error) {
    int         row;
    heco_status status = heco_database_step(&s->db, statement, &row, error);
    sqlite3_reset(statement);
    sqlite3_clear_bindings(statement);
    return status;
}

static heco_status store_put_points(heco_store *s, const heco_job *job, sqlite3_int64 run,
                                    const heco_job_result *o, heco_error *error) {
    sqlite3_stmt *p = s->put_trace;
    sqlite3_bind_int64(p, 1, run);
    sqlite3_bind_int64(p, 2, (sqlite3_int64)job->points);
    sqlite3_bind_int64(p, 3, (sqlite3_int64)o->first_evals);
    sqlite3_bind_blob(p, 4, o->trace, (int)o->trace_size, SQLITE_STATIC);
    return store_insert(s, p, error);
}

/* Stores a run with its trace and its checksum. `index` is the number of the job: the plan lists
 * the runs of a variant together, and the variants of a task. Parameters are numbered as put_run
 * lists its columns. */
static heco_status store_put_one(heco_store *s, size_t index, const heco_job_result *o,
                                 heco_error *error) {
    const heco_job *job = heco_plan_at(s->plan, index);
    sqlite3_stmt   *p   = s->put_run;
    size_t          variants;
    heco_plan_variants(s->plan, &variants);
    size_t variant = index / heco_plan_runs(s->plan) % variants;
    size_t task    = index / heco_plan_runs(s->plan) / variants;
    sqlite3_bind_int64(p, 1, s->task[task]);
    sqlite3_bind_int64(p, 2, s->variant[variant]);
    sqlite3_bind_int64(p, 3, job->run);
    sqlite3_bind_int64(p, 4, (sqlite3_int64)job->stream);
    sqlite3_bind_text(p, 5, o->options, -1, SQLITE_STATIC);
    sqlite3_bind_text(p, 6, heco_version(), -1, SQLITE_STATIC);
    sqlite3_bind_text(p, 7, heco_stop_text(o->outcome.stop), -1, SQLITE_STATIC);
    store_bind_counts(p, &o->outcome);
    sqlite3_bind_double(p, 12, o->viol_sum);
    sqlite3_bind_blob(p, 20, o->x, (int)(job->what->space.n * sizeof *o->x), SQLITE_STATIC);
    sqlite3_bind_text(p, 21, heco_version_build(), -1, SQLITE_STATIC);
    heco_status   status = store_insert(s, p, error);
    sqlite3_int64 run    = sqlite3_last_insert_rowid(s->db.sql);
    if (status == HECO_OK && o->trace_size > 0) status = store_put_points(s, job, run, o, error);
    return status == HECO_OK ? heco_checksum_put(&s->db, run, error) : status;
}

heco_status heco_store_put(heco_store *s, const size_t *job, heco_job_result *const *result,
                           size_t count, heco_error *error) {
    heco_status status = heco_database_exec(&s->db, "BEGIN IMMEDIATE", error);
    if (status != HECO_OK) return status;
    for (size_t i = 0; i < count && status == HECO_OK; i++)
        status = store_put_one(s, job[i], result[i], error);
    if (status == HECO_OK) status = heco_database_exec(&s->db, "COMMIT", error);
    if (status != HECO_OK) sqlite3_exec(s->db.sql, "ROLLBACK", NULL, NULL, NULL);
    return status;
}
