/* Checks the lists of values and the linear constraints of a space. */
#ifndef HECO_PROBLEM_STRUCTURE_H
#define HECO_PROBLEM_STRUCTURE_H

#include "heco/problem.h"

/* Checks the list of variable j, which a message calls `label`. The space must have choices. */
heco_status heco_structure_check_choice(const heco_space *space, size_t j, const char *label,
                                        heco_error *error);
/* Checks the linear constraints, if there are any. */
heco_status heco_structure_check_linear(const heco_space *space, heco_error *error);

#endif
