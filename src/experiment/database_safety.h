/* Checks for databases that another person may have made; see database_safety.c. */
#ifndef HECO_EXPERIMENT_DATABASE_SAFETY_H
#define HECO_EXPERIMENT_DATABASE_SAFETY_H

#include "experiment/database.h"

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
