/* Gives other files of this folder access to the open database of the results. */
#ifndef HECO_EXPERIMENT_RESULTS_H
#define HECO_EXPERIMENT_RESULTS_H

#include "experiment/database.h"

/* The order of runs in every list. The query names HECO_DATABASE_RUNS `runs`. */
#define HECO_RESULTS_ORDER " ORDER BY suite, n, problem, label, runs.run"

heco_database *heco_results_database(heco_results *results);

#endif
