/* Reads all finished runs of a database as records; points and traces on demand. */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/array.h"
#include "base/error.h"
#include "experiment/database.h"
#include "experiment/trace.h"

enum {
    RESULTS_TEXTS    = 7,       /* and the build                                              */
    RESULTS_POINTS   = 1000000, /* largest accepted trace; a bench stores 2000                */
    RESULTS_STOP_OPS = 10000    /* SQLite instructions between two calls of should_stop       */
};

struct heco_results {
    heco_database  db;
    heco_arena     arena; /* texts of the records                                      */
    heco_record   *row;
    sqlite3_int64 *id;
    size_t         count, capacity;
    int            checked; /* 1 if the file has checksums                              */
    const char    *last[RESULTS_TEXTS + 1]; /* texts of the row before, which mostly repeat */
};

#define RESULTS_COLUMNS \
    "runs.id, suite, instance, problem, label, algorithm, options, version, stop, seed, stream, " \
    "runs.run, n, ng, nh, f_ref, target, max_evals, evals, failed, f, viol, c1, c2, c3, " \
    "evals_at_best, evals_to_feasible, evals_to_success, seconds, ifnull(points, 0), "
#define RESULTS_DIMS "(SELECT s.dims FROM suite AS s WHERE s.name = runs.suite)"
#define RESULTS_BUILD \
    "(SELECT b.text FROM run AS r JOIN build AS b ON b.id = r.build WHERE r.id = runs.id)"
#define RESULTS_FROM " FROM (" HECO_DATABASE_RUNS ") AS runs LEFT JOIN trace ON trace.run = runs.id"

static const char *results_text(heco_results *r, sqlite3_stmt *s, int column, size_t slot) {
    const char **last = &r->last[slot];
    const char  *text = (const char *)sqlite3_column_text(s, column);
    if (text == NULL) text = "";
    if (*last == NULL || strcmp(*last, text) != 0) *last = heco_arena_text(&r->arena, text);
    return *last;
}

static uint64_t results_count(sqlite3_stmt *s, int column) {
    return (uint64_t)sqlite3_column_int64(s, column);
}

/* Reads the columns in the order of RESULTS_COLUMNS. */
static void results_read_outcome(sqlite3_stmt *s, heco_outcome *o) {
    const char *stop = (const char *)sqlite3_column_text(s, 8);
    o->stop          = stop != NULL ? heco_stop_parse(stop) : HECO_STOP_UNKNOWN;
    o->evals         = results_count(s, 18);
    o->failed        = results_count(s, 19);
    o->f             = heco_database_real(s, 20);
    o->viol          = heco_database_real(s, 21);
    o->found         = heco_found_of(o->f, o->viol);
    for (int i = 0; i < 3; i++) o->c[i] = (unsigned)results_count(s, 22 + i);
    o->evals_at_best     = results_count(s, 25);
    o->evals_to_feasible = results_count(s, 26);
    o->evals_to_target   = results_count(s, 27);
    o->seconds           = heco_database_real(s, 28);
}

/* Returns the meaning of dimensions in the file, or that of the suite of that name. */
static heco_dims results_dims(sqlite3_stmt *s, const char *suite) {
    const char *text = (const char *)sqlite3_column_text(s, 30);
    heco_dims   dims = text != NULL ? heco_dims_parse(text) : HECO_DIMS_UNKNOWN;
    return dims != HECO_DIMS_UNKNOWN ? dims : heco_suite_dims(suite);
}

static void results_read(heco_results *r, sqlite3_stmt *s, heco_record *row) {
    const char **texts[RESULTS_TEXTS] = {&row->suite,  &row->instance,  &row->problem,
                                         &row->label,  &row->algorithm, &row->options,
                                         &row->version};
    for (int i = 0; i < RESULTS_TEXTS; i++) *texts[i] = results_text(r, s, i + 1, (size_t)i);
    row->build       = results_text(r, s, 31, RESULTS_TEXTS);
    const char *seed = (const char *)sqlite3_column_text(s, 9);
    row->seed        = seed != NULL ? strtoull(seed, NULL, 10) : 0;
    row->stream      = results_count(s, 10);
    row->run         = results_count(s, 11);
    row->n           = (size_t)results_count(s, 12);
    row->ng          = (size_t)results_count(s, 13);
    row->nh          = (size_t)results_count(s, 14);
    row->f_ref       = heco_database_real(s, 15);
    row->target      = heco_database_real(s, 16);
    row->max_evals   = results_count(s, 17);
    row->points      = (size_t)results_count(s, 29);
    row->dims        = results_dims(s, row->suite);
    results_read_outcome(s, &row->outcome);
}

static heco_status results_grow(heco_results *r, heco_error *error) {
    size_t capacity = r->capacity > 0 ? 2 * r->capacity : 256;
    if (!heco_array_resize(&r->row, capacity, sizeof *r->row) ||
        !heco_array_resize(&r->id, capacity, sizeof *r->id))
        return heco_fail_memory(error);
    r->capacity = capacity;
    return HECO_OK;
}

static heco_status results_load(heco_results *r, heco_error *error) {
    sqlite3_stmt *s    = NULL;
    int           more = 0, dims = 0, build = 0;
    heco_status   status = heco_database_has(&r->db, "main", "suite", "dims", &dims, error);
    if (status == HECO_OK)
        status = heco_database_has(&r->db, "main", "run", "build", &build, error);
    if (status != HECO_OK) return status;
    char *sql = sqlite3_mprintf("SELECT " RESULTS_COLUMNS "%s, %s" RESULTS_FROM HECO_RESULTS_ORDER,
                                dims ? RESULTS_DIMS : "NULL", build ? RESULTS_BUILD : "NULL");
    if (sql == NULL) return heco_fail_memory(error);
    status = heco_database_prepare(&r->db, &s, sql, error);
    sqlite3_free(sql);
    while (status == HECO_OK) {
        status = heco_database_step(&r->db, s, &more, error);
        if (status != HECO_OK || !more) break;
        if (r->count == r->capacity) status = results_grow(r, error);
        if (status != HECO_OK) break;
        r->row[r->count] = (heco_record){.size = sizeof *r->row, .results = r, .index = r->count};
        r->id[r->count]  = sqlite3_column_int64(s, 0);
        results_read(r, s, &r->row[r->count++]);
        if (heco_arena_failed(&r->arena)) status = heco_fail_memory(error);
    }
    sqlite3_finalize(s);
    return status;
}

/* The caller's request to stop, for SQLite. */
typedef struct {
    heco_stop_fn should_stop; /* NULL: none */
    void        *user;
} results_stop;

/* SQLite's progress handler: nonzero ends a query. */
static int results_should_stop(void *stop) {
    const results_stop *s = stop;
    return s->should_stop(s->user, NULL);
}

heco_status heco_results_open(heco_results **out, const char *db, heco_error *error) {
    return heco_results_open_until(out, db, NULL, NULL, error);
}

heco_status heco_results_open_until(heco_results **out, const char *db, heco_stop_fn should_stop,
                                    void *user, heco_error *error) {
    results_stop stop = {should_stop, user};
    *out              = NULL;
    heco_results *r = calloc(1, sizeof *r);
    if (r == NULL) return heco_fail_memory(error);
    heco_arena_init(&r->arena);
    size_t      without;
    heco_status status = heco_database_open(&r->db, db, 0, error);
    if (status == HECO_OK && should_stop != NULL)
        sqlite3_progress_handler(r->db.sql, RESULTS_STOP_OPS, results_should_stop, &stop);
    if (status == HECO_OK) status = heco_checksum_known(&r->db, &r->checked, error);
    if (status == HECO_OK) status = heco_checksum_verify(&r->db, 0, &without, error);
    if (status == HECO_OK) status = results_load(r, error);
    if (status != HECO_OK) {
        heco_results_close(r);
        return status;
    }
    sqlite3_progress_handler(r->db.sql, 0, NULL, NULL); /* `stop` ends here */
    *out = r;
    return HECO_OK;
}

void heco_results_close(heco_results *r) {
    if (r == NULL) return;
    heco_database_close(&r->db);
    heco_arena_release(&r->arena);
    free(r->row);
    free(r->id);
    free(r);
}

size_t heco_results_count(const heco_results *r) { return r->count; }

const heco_record *heco_results_at(const heco_results *r, size_t index) {
    return index < r->count ? &r->row[index] : NULL;
}

static heco_status results_damaged(const heco_results *r, size_t index, heco_error *error) {
    const heco_record *row = &r->row[index];
    return heco_fail(error, HECO_ERR_FORMAT, "%s: run %llu of %s on %s:%s/%zu is damaged",
                     r->db.path, (unsigned long long)row->run, row->label, row->suite, row->problem,
                     row->n);
}

/* Prepares a query for one run and steps to its row. The caller finalises *s in any case. */
static heco_status results_query(heco_results *r, size_t index, const char *sql, sqlite3_stmt **s,
                                 heco_error *error) {
    int row = 0;
    *s      = NULL;
    if (index >= r->count) return heco_fail(error, HECO_ERR_ARG, "there is no run %zu", index);
    heco_status status = heco_database_prepare(&r->db, s, sql, error);
    if (status != HECO_OK) return status;
    sqlite3_bind_int64(*s, 1, r->id[index]);
    status = heco_database_step(&r->db, *s, &row, error);
    return status == HECO_OK && !row ? results_damaged(r, index, error) : status;
}

heco_status heco_results_point(heco_results *r, size_t index, double *x, heco_error *error) {
    sqlite3_stmt *s;
    heco_status   status = results_query(r, index, "SELECT x FROM run WHERE id = ?1", &s, error);
    if (status == HECO_OK) {
        const void *bytes = sqlite3_column_blob(s, 0);
        size_t      size  = r->row[index].n * sizeof *x;
        if (bytes == NULL || (size_t)sqlite3_column_bytes(s, 0) != size)
            status = results_damaged(r, index, error);
        else memcpy(x, bytes, size);
    }
    sqlite3_finalize(s);
    return status;
}

heco_status heco_results_trace(heco_results *r, size_t index, heco_trace **out, heco_error *error) {
    sqlite3_stmt *s;
    *out = NULL;
    if (index < r->count && r->row[index].points == 0)
        return heco_fail(error, HECO_ERR_ARG,
                         "%s: run %llu of %s on %s/%zu was stored without a trace", r->db.path,
                         (unsigned long long)r->row[index].run, r->row[index].label,
                         r->row[index].problem, r->row[index].n);
    heco_status status = results_query(
        r, index,
        r->checked ? "SELECT first_evals, data, points, (SELECT c.trace FROM checksum AS c WHERE "
                     "c.run = ?1) FROM trace WHERE run = ?1"
                   : "SELECT first_evals, data, points, NULL FROM trace WHERE run = ?1",
        &s, error);
    if (status == HECO_OK && (!heco_checksum_is_trace(s) || r->row[index].points > RESULTS_POINTS))
        status = results_damaged(r, index, error);
    if (status == HECO_OK) {
        const heco_record *row   = &r->row[index];
        heco_trace        *trace = heco_trace_new(row->points, row->max_evals, results_count(s, 0));
        const unsigned char *bytes = sqlite3_column_blob(s, 1);
        if (trace == NULL) status = heco_fail_memory(error);
        else if (bytes == NULL || !heco_trace_decode(trace->f, trace->viol, trace->count, bytes,
                                                     (size_t)sqlite3_column_bytes(s, 1)))
            status = results_damaged(r, index, error);
        if (status != HECO_OK) heco_trace_free(trace);
        else *out = trace;
    }
    sqlite3_finalize(s);
    return status;
}

heco_status heco_results_check(heco_results *r, size_t *without, heco_error *error) {
    sqlite3_stmt *s;
    int           row;
    heco_status   status =
        heco_database_ask(&r->db, &s, "PRAGMA integrity_check(1)", NULL, &row, error);
    *without = 0;
    if (status == HECO_OK && row) {
        const char *text = (const char *)sqlite3_column_text(s, 0);
        if (text != NULL && strcmp(text, "ok") != 0)
            status = heco_fail(error, HECO_ERR_FORMAT, "%s is damaged: %.300s", r->db.path, text);
    }
    sqlite3_finalize(s);
    return status == HECO_OK ? heco_checksum_verify(&r->db, 1, without, error) : status;
}

heco_database *heco_results_database(heco_results *r) { return &r->db; }
