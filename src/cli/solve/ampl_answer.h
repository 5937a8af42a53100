/* The answer for AMPL, Pyomo and JuMP: a result number and a message. */
#ifndef HECO_CLI_SOLVE_AMPL_ANSWER_H
#define HECO_CLI_SOLVE_AMPL_ANSWER_H

#include "cli/solve/solve_run.h"

/* Returns AMPL's solve_result_num, as documented in docs/guide/ampl.md. */
int ampl_answer_result(const solve_run *s);
/* Returns the message; NULL if out of memory. The caller frees it. */
char *ampl_answer_message(const solve_run *s);

#endif
