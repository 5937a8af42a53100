/* A checksum for each stored run: SQLite has none, so that a flipped bit in a number would go
 * unnoticed. Kept in a table of its own; runs stored before there was one have none. */
#ifndef HECO_EXPERIMENT_CHECKSUM_H
#define HECO_EXPERIMENT_CHECKSUM_H

#include "experiment/database.h"

/* The table, where the file lacks it. */
heco_status heco_checksum_create(heco_database *db, heco_error *error);
/* Does the file have it? */
heco_status heco_checksum_known(heco_database *db, int *known, heco_error *error);
/* The run of that number, with its trace, is as it should be. */
heco_status heco_checksum_put(heco_database *db, sqlite3_int64 run, heco_error *error);
/* HECO_ERR_FORMAT and the first run that is not what it was; `traces`: these as well. *without
 * counts the runs that have no checksum. */
heco_status heco_checksum_verify(heco_database *db, int traces, size_t *without, heco_error *error);
/* For a row "first_evals, data, points, checksum" of the table of traces: does it agree, or have
 * none? */
int heco_checksum_is_trace(sqlite3_stmt *statement);

#endif
