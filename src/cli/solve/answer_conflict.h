/* Why no feasible point was found, as text and as JSON. */
#ifndef HECO_CLI_SOLVE_ANSWER_CONFLICT_H
#define HECO_CLI_SOLVE_ANSWER_CONFLICT_H

#include "base/json.h"
#include "cli/solve/answer.h"

/* Prints the constraints that no point meets together, and the least relaxation of each. */
void answer_conflict(const solve_run *a, FILE *out);
/* Writes the member "conflict" of the open object, if there is a conflict. */
void answer_conflict_json(const solve_run *a, heco_json *out);

#endif
