/* Prints the answer of a search, as a report for people or as one JSON document. */
#ifndef HECO_CLI_SOLVE_ANSWER_H
#define HECO_CLI_SOLVE_ANSWER_H

#include <stdio.h>

#include "cli/solve/solve_run.h"

void answer_text(const solve_run *a, FILE *out);
void answer_json(const solve_run *a, FILE *out);
/* Prints one line with the constraints that the least infeasible point violates. */
void answer_blocking(const solve_run *a, FILE *out);
/* Returns the exit code of the command. */
int answer_code(const solve_run *a);

#endif
