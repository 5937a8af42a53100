/* Recognises objectives of .nl models that are linear or quadratic. */
#ifndef HECO_MODELS_NL_NL_QUADRATIC_H
#define HECO_MODELS_NL_NL_QUADRATIC_H

#include "base/arena.h"
#include "heco/problem.h"
#include "models/nl/nl_header.h"

/* Sets problem->quadratic if all constraints are linear, all variables are continuous and the
 * objective is a polynomial of degree at most 2. The functions of the problem must be set. */
heco_status heco_nl_quadratic(heco_problem *problem, heco_arena *arena, const char *path,
                              const heco_nl_header *header, int objective);

#endif
