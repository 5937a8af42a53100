/* The rows of an answer: variables and constraints in the user's terms. */
#ifndef HECO_CLI_SOLVE_ANSWER_ROWS_H
#define HECO_CLI_SOLVE_ANSWER_ROWS_H

#include "cli/solve/answer.h"

double answer_f(const answer *a);
/* Six digits, or all of them in a verbose answer; in `out` of ARGS_REAL_SIZE. */
const char *answer_number(const answer *a, char *out, double value);
/* The word for the value of a variable that has words; NULL: it has none. */
const char *answer_label(const answer *a, size_t j);
const char *answer_sense(char sense); /* "<=" for '<' */

void answer_variables(const answer *a, FILE *out);
void answer_constraints(const answer *a, FILE *out);
/* One line where violations are so small that a tolerance would do; else nothing. */
void answer_nearly(const answer *a, FILE *out);
/* A warning where a variable lies on a bound that was made up; else nothing. */
void answer_made_up(const answer *a, FILE *out);

#endif
