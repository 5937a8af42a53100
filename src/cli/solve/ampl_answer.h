/* What AMPL, Pyomo and JuMP are told about a search: a number and a few lines. */
#ifndef HECO_CLI_SOLVE_AMPL_ANSWER_H
#define HECO_CLI_SOLVE_AMPL_ANSWER_H

#include "cli/solve/solve_run.h"

/* AMPL's solve_result_num, as documented in docs/guide/ampl.md. */
int ampl_answer_result(const solve_run *s);
/* The message, on the heap; NULL: no memory. */
char *ampl_answer_message(const solve_run *s);

#endif
