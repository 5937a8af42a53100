/* The SQLite file behind store and results: opening, locking, schema, messages, checks. */
#ifndef HECO_EXPERIMENT_DATABASE_H
#define HECO_EXPERIMENT_DATABASE_H

#include <sqlite3.h>

#include "experiment/plan.h"
#include "heco/experiment.h"

enum { HECO_DATABASE_SCHEMA = 1, HECO_DATABASE_ID = 0x6865636f /* "heco" */ };

/* The SELECT of the view `runs`. heco writes it out, because the view of a file may be another. */
#define HECO_DATABASE_RUNS \
    "SELECT run.id, suite.name AS suite, instance, problem.name AS problem, n, ng, nh, label," \
    " algorithm, run.options, (SELECT value FROM meta WHERE key = 'seed') AS seed, run.run," \
    " stream, version, max_evals, evals, failed, stop, f, viol, viol_sum, c1, c2, c3," \
    " evals_at_best, evals_to_feasible, evals_to_success, f_ref, target, seconds FROM run" \
    " JOIN problem ON problem.id = run.problem JOIN suite ON suite.id = problem.suite" \
    " JOIN variant ON variant.id = run.variant"

typedef struct {
    sqlite3 *sql;
    char    *path, *lock_path;
    char    *uri;   /* the file as SQLite opened it; NULL: a private copy                  */
    int      lock;  /* descriptor of the lock of a bench, -1: none                         */
    int      fresh; /* 1 if this call created the schema                                   */
} heco_database;

/* Opens the file. To write, creates a missing file and refuses one that another bench has open. */
heco_status heco_database_open(heco_database *db, const char *path, int to_write,
                               heco_error *error);
void        heco_database_close(heco_database *db);

/* Creates the tables and the view in an empty file. */
heco_status heco_database_create_tables(heco_database *db, heco_error *error);

heco_status heco_database_exec(heco_database *db, const char *sql, heco_error *error);
heco_status heco_database_prepare(heco_database *db, sqlite3_stmt **out, const char *sql,
                                  heco_error *error);
/* Steps once. *row is 1 if there is a row to read. The caller finalises the statement also on
 * failure. */
heco_status heco_database_step(heco_database *db, sqlite3_stmt *statement, int *row,
                               heco_error *error);
/* Prepares a statement, binds `texts`, which end in NULL, to its parameters and steps once. The
 * caller finalises *out, also on failure. */
heco_status heco_database_ask(heco_database *db, sqlite3_stmt **out, const char *sql,
                              const char *const *texts, int *row, heco_error *error);
/* Executes one statement with such parameters. */
heco_status heco_database_change(heco_database *db, const char *sql, const char *const *texts,
                                 heco_error *error);
/* Runs a query that returns one number. */
heco_status heco_database_number(heco_database *db, const char *sql, int64_t *value,
                                 heco_error *error);
/* Turns SQLite's last error into a status and a message. */
heco_status heco_database_fail(const heco_database *db, heco_error *error);

/* Sets *has to 1 if the table has the column; `schema` is "main" or an attached file. */
heco_status heco_database_has(heco_database *db, const char *schema, const char *table,
                              const char *column, int *has, heco_error *error);
/* Adds the columns that a file of an older heco lacks: suite.dims and run.build. */
heco_status heco_database_upgrade(heco_database *db, heco_error *error);

/* Reads a number; NULL becomes NAN, because SQLite stores NAN as NULL. */
double heco_database_real(sqlite3_stmt *statement, int column);

/* ---- results.c ---- */

/* The order of runs in every list. The query names HECO_DATABASE_RUNS `runs`. */
#define HECO_RESULTS_ORDER " ORDER BY suite, n, problem, label, runs.run"

/* Returns the open database of the results. */
heco_database *heco_results_database(heco_results *results);

/* ---- checksum.c ---- */

/* Creates the table if the file lacks it. */
heco_status heco_checksum_create(heco_database *db, heco_error *error);
/* Sets *known to 1 if the file has the table. */
heco_status heco_checksum_known(heco_database *db, int *known, heco_error *error);
/* Stores the checksums of a run and its trace. */
heco_status heco_checksum_put(heco_database *db, sqlite3_int64 run, heco_error *error);
/* Returns HECO_ERR_FORMAT and names the first run that differs from its checksum, or counts the
 * runs whose problem or variant is missing. Checks traces too if `traces` is nonzero. *without
 * counts the runs that have no checksum. */
heco_status heco_checksum_verify(heco_database *db, int traces, size_t *without, heco_error *error);
/* Returns 1 if a row "first_evals, data, points, checksum" of the table of traces agrees with its
 * checksum or has none. */
int heco_checksum_is_trace(sqlite3_stmt *statement);

/* ---- plan_entry.c ---- */

/* Runs inside the caller's transaction. Fills in the numbers of tasks and variants in the
 * database. */
heco_status heco_plan_entry_plan(heco_database *db, const heco_plan *plan, sqlite3_int64 *task,
                                 sqlite3_int64 *variant, heco_error *error);

/* Finds the first option in which two lists "a=1 b=2" differ, as two texts; returns 0 if they
 * agree. */
int heco_plan_entry_difference(const char *stored, const char *wanted, char there[80],
                               char here[80]);

/* ---- database_safety.c ---- */

/* Returns the file name as an SQLite URI with mode "ro" or "rwc"; NULL: no memory. The caller frees
 * it. */
char *heco_database_uri(const char *path, const char *mode);
/* Refuses a journal that names a super-journal and, to read, a write-ahead log. Call it before
 * SQLite opens the file. */
heco_status heco_database_check_beside(const char *path, int to_write, heco_error *error);
/* Switches triggers and views off, distrusts the schema and limits lengths. */
void heco_database_harden(sqlite3 *sql);
/* Returns 1 if the head of the file asks for a write-ahead log. */
int heco_database_is_wal(sqlite3 *sql);
/* Opens a private copy of a database with a hot journal, rolls back there and removes the names of
 * the copy. The caller closes *sql also on failure. */
heco_status heco_database_open_copy(const char *path, sqlite3 **sql, heco_error *error);
/* Refuses a file that has triggers or whose tables are not those of heco. */
heco_status heco_database_check_schema(heco_database *db, heco_error *error);

#endif
