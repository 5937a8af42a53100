/* A checksum for each stored run. SQLite has none, so a flipped bit in a number would go
 * unnoticed. The checksums are in a table of their own; older files may lack it. */
#ifndef HECO_EXPERIMENT_CHECKSUM_H
#define HECO_EXPERIMENT_CHECKSUM_H

#include "experiment/database.h"

/* Creates the table if the file lacks it. */
heco_status heco_checksum_create(heco_database *db, heco_error *error);
/* Sets *known to 1 if the file has the table. */
heco_status heco_checksum_known(heco_database *db, int *known, heco_error *error);
/* Stores the checksums of a run and its trace. */
heco_status heco_checksum_put(heco_database *db, sqlite3_int64 run, heco_error *error);
/* Returns HECO_ERR_FORMAT and names the first run that differs from its checksum. Checks traces
 * too if `traces` is nonzero. *without counts the runs that have no checksum. */
heco_status heco_checksum_verify(heco_database *db, int traces, size_t *without, heco_error *error);
/* Returns 1 if a row "first_evals, data, points, checksum" of the table of traces agrees with its
 * checksum or has none. */
int heco_checksum_is_trace(sqlite3_stmt *statement);

#endif
