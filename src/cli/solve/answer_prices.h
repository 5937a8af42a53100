/* The prices of an answer, as text and as JSON. */
#ifndef HECO_CLI_SOLVE_ANSWER_PRICES_H
#define HECO_CLI_SOLVE_ANSWER_PRICES_H

#include "base/json.h"
#include "cli/solve/answer.h"

/* Prints the prices that are not 0, or why there are none. */
void answer_prices(const solve_run *a, FILE *out);
/* Writes the fields of price number i of heco_solution_prices() into an open object. */
void answer_price_json(const solve_run *a, heco_json *out, size_t i);

#endif
