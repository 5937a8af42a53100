/* The SQLite file behind store and results: opening, locking, schema, and messages. */
#ifndef HECO_EXPERIMENT_DATABASE_H
#define HECO_EXPERIMENT_DATABASE_H

#include <sqlite3.h>

#include "heco/experiment.h"

enum { HECO_DATABASE_SCHEMA = 1, HECO_DATABASE_ID = 0x6865636f /* "heco" */ };

typedef struct {
    sqlite3 *sql;
    char    *path, *lock_path;
    int      lock;  /* descriptor that holds the lock of a bench, -1: none                 */
    int      fresh; /* the schema was made by this call                                    */
} heco_database;

/* To write: the file is made when missing, and no other bench may have it open. */
heco_status heco_database_open(heco_database *db, const char *path, int to_write,
                               heco_error *error);
void        heco_database_close(heco_database *db);

heco_status heco_database_exec(heco_database *db, const char *sql, heco_error *error);
heco_status heco_database_prepare(heco_database *db, sqlite3_stmt **out, const char *sql,
                                  heco_error *error);
/* Steps once. *row: there is a row to read. On failure the statement stays to be finalised. */
heco_status heco_database_step(heco_database *db, sqlite3_stmt *statement, int *row,
                               heco_error *error);
/* The one number that a query gives. */
heco_status heco_database_number(heco_database *db, const char *sql, int64_t *value,
                                 heco_error *error);
/* What SQLite's last error means to the user, as a status and one line. */
heco_status heco_database_fail(const heco_database *db, heco_error *error);

/* Is there a column `dims` in the table of suites? */
heco_status heco_database_has_dims(heco_database *db, int *has, heco_error *error);

/* NAN is stored as NULL, which SQLite would make of it anyway. */
double heco_database_real(sqlite3_stmt *statement, int column);

#endif
