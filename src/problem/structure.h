/* The checks of what a space says beyond its box: lists of values and linear rows. */
#ifndef HECO_PROBLEM_STRUCTURE_H
#define HECO_PROBLEM_STRUCTURE_H

#include "heco/problem.h"

/* The list of variable j, which a message calls `label`. The space has choices. */
heco_status heco_structure_check_choice(const heco_space *space, size_t j, const char *label,
                                        heco_error *error);
/* The linear rows, where there are some. */
heco_status heco_structure_check_linear(const heco_space *space, heco_error *error);

#endif
