/* Enters what a plan is about into a database, or says where the two differ. */
#ifndef HECO_EXPERIMENT_PLAN_ENTRY_H
#define HECO_EXPERIMENT_PLAN_ENTRY_H

#include "experiment/database.h"
#include "experiment/plan.h"

/* Inside the caller's transaction. Fills the numbers that tasks and variants have there. */
heco_status heco_plan_entry_plan(heco_database *db, const heco_plan *plan, sqlite3_int64 *task,
                               sqlite3_int64 *variant, heco_error *error);

/* The first option in which two lists "a=1 b=2" differ, as two texts; 0 when they agree. */
int heco_plan_entry_difference(const char *stored, const char *wanted, char there[80],
                               char here[80]);

#endif
