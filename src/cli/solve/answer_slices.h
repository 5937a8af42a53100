/* The slices of heco solve --slices, as text and as JSON. */
#ifndef HECO_CLI_SOLVE_ANSWER_SLICES_H
#define HECO_CLI_SOLVE_ANSWER_SLICES_H

#include "base/json.h"
#include "cli/solve/answer.h"

/* Prints the feasible range of each variable and the constraints that end it. */
void answer_slices(const solve_run *a, FILE *out);
void answer_slices_json(const solve_run *a, heco_json *out);

#endif
