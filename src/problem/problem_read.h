/* A problem of whatever age as one of ours. */
#ifndef HECO_PROBLEM_PROBLEM_READ_H
#define HECO_PROBLEM_PROBLEM_READ_H

#include "heco/problem.h"

/* Copies what the caller's problem has over the defaults; arrays stay the caller's. Refuses what is
 * not a problem (NULL, a size that was never set), but does not look at what is in it. */
heco_status heco_problem_read(heco_problem *out, const heco_problem *given, heco_error *error);

#endif
