/* The parts of an answer in the terms of the user, as text and as JSON. */
#ifndef HECO_CLI_SOLVE_ANSWER_PARTS_H
#define HECO_CLI_SOLVE_ANSWER_PARTS_H

#include "base/json.h"
#include "cli/solve/answer.h"

enum { ANSWER_NAME_MAX = 32, ANSWER_LIST_MAX = 20 };

double answer_f(const solve_run *a);
/* Writes the verdict about the answer, with that of several runs. */
void answer_verdict(const solve_run *a, char text[HECO_VERDICT_SIZE]);
/* Returns the seed of the run that the answer is from. */
uint64_t answer_seed(const solve_run *a);
/* Returns the message of a search that failed; NULL if it did not. */
const char *answer_error(const solve_run *a);
/* Prints a name, padded with blanks to `width` characters. */
void answer_name(FILE *out, const char *name, int width);
/* Widens the column to the text, up to `most`. */
void answer_widen(int *width, const char *text, int most);
/* Prints six digits, or all digits in a verbose answer, to `out`, of ARGS_REAL_SIZE bytes. */
const char *answer_number(const solve_run *a, char *out, double value);
/* Returns the label of a categorical variable's value; NULL if it has none. */
const char *answer_label(const solve_run *a, size_t j);
const char *answer_sense(char sense); /* "<=" for '<' */

void answer_variables(const solve_run *a, FILE *out);
void answer_constraints(const solve_run *a, FILE *out);
/* Prints the parts of an objective with structure. */
void answer_parts(const solve_run *a, FILE *out);
/* If all violations are small, prints one line with the tolerances that accept them. */
void answer_nearly(const solve_run *a, FILE *out);
/* Prints a warning if a variable is on a default bound. */
void answer_default_bounds(const solve_run *a, FILE *out);

/* ---- answer_runs.c ---- */

enum { ANSWER_CONFIDENCE = 500 };
/* Writes a sentence about the confidence that the agreement of the runs gives. `starts` is the
 * number of initial points that all runs share. */
void answer_confidence_text(const heco_runs_summary *s, size_t starts, char out[ANSWER_CONFIDENCE]);
void answer_runs(const solve_run *a, FILE *out);
/* Writes the members "runs" and "summary" of the open object. */
void answer_runs_json(const solve_run *a, heco_json *out);

/* ---- answer_slices.c ---- */

/* Prints the feasible range of each variable and the constraints that end it. */
void answer_slices(const solve_run *a, FILE *out);
void answer_slices_json(const solve_run *a, heco_json *out);

/* ---- answer_conflict.c ---- */

/* Prints the constraints that no point meets together, and the least relaxation of each. */
void answer_conflict(const solve_run *a, FILE *out);
/* Writes the member "conflict" of the open object, if there is a conflict. */
void answer_conflict_json(const solve_run *a, heco_json *out);

/* ---- answer_prices.c ---- */

/* Prints the prices that are not 0, or why there are none. */
void answer_prices(const solve_run *a, FILE *out);
/* Writes the fields of price number i of heco_solution_prices() into an open object. */
void answer_price_json(const solve_run *a, heco_json *out, size_t i);

#endif
