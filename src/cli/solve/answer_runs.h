/* The summary of several runs, as a part of the answer. */
#ifndef HECO_CLI_SOLVE_ANSWER_RUNS_H
#define HECO_CLI_SOLVE_ANSWER_RUNS_H

#include "cli/solve/answer.h"
#include "base/json.h"

enum { ANSWER_CONFIDENCE = 500 };
/* Writes a sentence about the confidence that the agreement of the runs gives. `starts` is the
 * number of initial points that all runs share. */
void answer_confidence_text(const heco_runs_summary *s, size_t starts, char out[ANSWER_CONFIDENCE]);
void answer_runs(const solve_run *a, FILE *out);
/* Writes the members "runs" and "summary" of the open object. */
void answer_runs_json(const solve_run *a, heco_json *out);

#endif
