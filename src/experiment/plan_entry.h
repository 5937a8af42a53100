/* Enters a plan into a database, or reports the first difference. */
#ifndef HECO_EXPERIMENT_PLAN_ENTRY_H
#define HECO_EXPERIMENT_PLAN_ENTRY_H

#include "experiment/database.h"
#include "experiment/plan.h"

/* Runs inside the caller's transaction. Fills in the numbers of tasks and variants in the
 * database. */
heco_status heco_plan_entry_plan(heco_database *db, const heco_plan *plan, sqlite3_int64 *task,
                               sqlite3_int64 *variant, heco_error *error);

/* Finds the first option in which two lists "a=1 b=2" differ, as two texts; returns 0 if they
 * agree. */
int heco_plan_entry_difference(const char *stored, const char *wanted, char there[80],
                               char here[80]);

#endif
