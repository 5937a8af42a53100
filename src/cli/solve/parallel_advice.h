/* Who works on a search: one line before it begins, and a line about each of the usual mistakes. */
#ifndef HECO_CLI_SOLVE_PARALLEL_ADVICE_H
#define HECO_CLI_SOLVE_PARALLEL_ADVICE_H

#include "cli/solve/solve_run.h"

/* On standard error, unless --quiet; nothing where one worker does everything. */
void parallel_advice_announce(const solve_run *s);

#endif
