/* Prints how a search is parallelised, and warnings about common mistakes. */
#ifndef HECO_CLI_SOLVE_PARALLEL_ADVICE_H
#define HECO_CLI_SOLVE_PARALLEL_ADVICE_H

#include "cli/solve/solve_run.h"

/* Prints on standard error unless --quiet is given or there is one worker. */
void parallel_advice_announce(const solve_run *s);

#endif
