/* CRC-32 of the values of a run as SQLite returns them, each with its type. One checksum covers
 * the row and the rows it refers to by number (suite, problem, variant, seed). A second one covers
 * the trace, which may be deleted. The writer computes them from the stored values, so that writer
 * and reader share all code. */
#include "experiment/database.h"

#include "base/error.h"
#include "base/hash.h"

#define CHECKSUM_ROW \
    "suite.name, problem.name, n, label, run.run, instance, ng, nh, max_evals, f_ref, target, " \
    "algorithm, variant.options, (SELECT value FROM meta WHERE key = 'seed'), stream, " \
    "run.options, version, stop, evals, failed, f, viol, viol_sum, c1, c2, c3, evals_at_best, " \
    "evals_to_feasible, evals_to_success, seconds, x"
#define CHECKSUM_TRACE "first_evals, data, points"
#define CHECKSUM_FROM \
    " FROM run JOIN problem ON problem.id = run.problem JOIN suite ON suite.id = problem.suite " \
    "JOIN variant ON variant.id = run.variant LEFT JOIN trace ON trace.run = run.id"
#define CHECKSUM_STORED " LEFT JOIN checksum ON checksum.run = run.id"

enum { CHECKSUM_VALUES = 31, CHECKSUM_TRACE_VALUES = 3 }; /* in the two lists above */

heco_status heco_checksum_create(heco_database *db, heco_error *error) {
    return heco_database_exec(
        db,
        "CREATE TABLE IF NOT EXISTS checksum(run INTEGER PRIMARY KEY "
        "REFERENCES run ON DELETE CASCADE, row INTEGER NOT NULL, trace INTEGER)",
        error);
}

heco_status heco_checksum_known(heco_database *db, int *known, heco_error *error) {
    int64_t     count  = 0;
    heco_status status = heco_database_number(
        db, "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = 'checksum'", &count,
        error);
    *known = count > 0;
    return status;
}

/* Continues `crc` with the type and the bytes of one column. */
static uint32_t checksum_value(uint32_t crc, sqlite3_stmt *s, int column) {
    unsigned char type = (unsigned char)sqlite3_column_type(s, column);
    crc                = heco_hash_crc32(crc, &type, 1);
    if (type == SQLITE_INTEGER) {
        sqlite3_int64 value = sqlite3_column_int64(s, column);
        return heco_hash_crc32(crc, &value, sizeof value);
    }
    if (type == SQLITE_FLOAT) {
        double value = sqlite3_column_double(s, column);
        return heco_hash_crc32(crc, &value, sizeof value);
    }
    if (type == SQLITE_NULL) return crc;
    const void *bytes = sqlite3_column_blob(s, column); /* of a text as well */
    int         size  = sqlite3_column_bytes(s, column);
    crc               = heco_hash_crc32(crc, &size, sizeof size);
    return size > 0 && bytes != NULL ? heco_hash_crc32(crc, bytes, (size_t)size) : crc;
}

/* Returns the checksum of `count` columns. */
static sqlite3_int64 checksum_of(sqlite3_stmt *s, int first, int count) {
    uint32_t crc = 0;
    for (int i = first; i < first + count; i++) crc = checksum_value(crc, s, i);
    return crc;
}

/* Stores the checksums of the columns of `values`: those of the run, then those of its trace. */
static heco_status checksum_insert(heco_database *db, sqlite3_int64 run, sqlite3_stmt *values,
                                   heco_error *error) {
    sqlite3_stmt *s;
    int           row;
    heco_status   status = heco_database_prepare(
          db, &s, "INSERT INTO checksum(run, row, trace) VALUES(?1, ?2, ?3)", error);
    if (status != HECO_OK) return status;
    sqlite3_bind_int64(s, 1, run);
    sqlite3_bind_int64(s, 2, checksum_of(values, 0, CHECKSUM_VALUES));
    if (sqlite3_column_type(values, CHECKSUM_VALUES) != SQLITE_NULL)
        sqlite3_bind_int64(s, 3, checksum_of(values, CHECKSUM_VALUES, CHECKSUM_TRACE_VALUES));
    status = heco_database_step(db, s, &row, error);
    sqlite3_finalize(s);
    return status;
}

heco_status heco_checksum_put(heco_database *db, sqlite3_int64 run, heco_error *error) {
    sqlite3_stmt *s;
    int           row    = 0;
    heco_status   status = heco_database_prepare(
          db, &s, "SELECT " CHECKSUM_ROW ", " CHECKSUM_TRACE CHECKSUM_FROM " WHERE run.id = ?1",
          error);
    if (status != HECO_OK) return status;
    sqlite3_bind_int64(s, 1, run);
    status = heco_database_step(db, s, &row, error);
    if (status == HECO_OK && row) status = checksum_insert(db, run, s, error);
    sqlite3_finalize(s);
    return status;
}

static const char *checksum_text(sqlite3_stmt *s, int column) {
    const char *text = (const char *)sqlite3_column_text(s, column);
    return text != NULL ? text : "?";
}

/* Compares the current row with its checksums, which follow the values and the trace. */
static heco_status checksum_compare(const heco_database *db, sqlite3_stmt *s, int traces,
                                    size_t *without, heco_error *error) {
    int noted = CHECKSUM_VALUES, trace = CHECKSUM_VALUES + 2;
    int has_trace = traces && sqlite3_column_type(s, trace) != SQLITE_NULL;
    if (sqlite3_column_type(s, noted) == SQLITE_NULL) {
        ++*without;
        return HECO_OK;
    }
    if (sqlite3_column_int64(s, noted) == checksum_of(s, 0, CHECKSUM_VALUES) &&
        (!has_trace ||
         sqlite3_column_int64(s, noted + 1) == checksum_of(s, trace, CHECKSUM_TRACE_VALUES)))
        return HECO_OK;
    return heco_fail(error, HECO_ERR_FORMAT,
                     "%s: run %lld of %.60s on %.60s:%.60s/%lld is damaged, its checksum differs: "
                     "use a copy of the file, or delete that run and make it again",
                     db->path, (long long)sqlite3_column_int64(s, 4), checksum_text(s, 3),
                     checksum_text(s, 0), checksum_text(s, 1),
                     (long long)sqlite3_column_int64(s, 2));
}

int heco_checksum_is_trace(sqlite3_stmt *s) {
    return sqlite3_column_type(s, CHECKSUM_TRACE_VALUES) == SQLITE_NULL ||
           sqlite3_column_int64(s, CHECKSUM_TRACE_VALUES) ==
               checksum_of(s, 0, CHECKSUM_TRACE_VALUES);
}

/* Checks that every run has its problem and its variant. Readers see no other runs. */
static heco_status checksum_verify_owners(heco_database *db, heco_error *error) {
    int64_t     all = 0, seen = 0;
    heco_status status = heco_database_number(db, "SELECT count(*) FROM run", &all, error);
    if (status == HECO_OK)
        status = heco_database_number(db, "SELECT count(*)" CHECKSUM_FROM, &seen, error);
    if (status != HECO_OK || all == seen) return status;
    return heco_fail(error, HECO_ERR_FORMAT,
                     "%s is damaged: it has %lld runs, of which %lld can be read; the problem or "
                     "the algorithm of the others is missing",
                     db->path, (long long)all, (long long)seen);
}

heco_status heco_checksum_verify(heco_database *db, int traces, size_t *without,
                                 heco_error *error) {
    static const char                                                         final[] =
        "SELECT " CHECKSUM_ROW ", checksum.row, checksum.trace" CHECKSUM_FROM CHECKSUM_STORED;
    static const char                                                         all[] =
        "SELECT " CHECKSUM_ROW
        ", checksum.row, checksum.trace, " CHECKSUM_TRACE CHECKSUM_FROM CHECKSUM_STORED;
    sqlite3_stmt                                                       *s     = NULL;
    int                                                                 known = 0, row = 0;
    heco_status status = checksum_verify_owners(db, error);
    *without           = 0;
    if (status == HECO_OK) status = heco_checksum_known(db, &known, error);
    if (status != HECO_OK) return status;
    if (!known) {
        int64_t count = 0;
        status        = heco_database_number(db, "SELECT count(*) FROM run", &count, error);
        *without      = (size_t)count;
        return status;
    }
    status = heco_database_prepare(db, &s, traces ? all : final, error);
    while (status == HECO_OK) {
        status = heco_database_step(db, s, &row, error);
        if (status != HECO_OK || !row) break;
        status = checksum_compare(db, s, traces, without, error);
    }
    sqlite3_finalize(s);
    return status;
}
