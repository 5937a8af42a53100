/* Reads a caller's problem, which may have been built with other headers, and clones its data. */
#ifndef HECO_PROBLEM_PROBLEM_READ_H
#define HECO_PROBLEM_PROBLEM_READ_H

#include "heco/problem.h"

/* Copies the fields of the caller's problem over the defaults; the arrays still belong to the
 * caller. It refuses NULL and a size that was never set, but does not check the fields. */
heco_status heco_problem_read(heco_problem *out, const heco_problem *given, heco_error *error);

enum { HECO_PROBLEM_NAME = 24 }; /* bytes of a buffer for heco_problem_x_name() and _c_name() */

/* Sets *out to the `user` of each of `count` threads: clones if the problem has to be cloned. Free
 * them with heco_problem_drop_clones(). */
heco_status heco_problem_clones(void ***out, const heco_problem *problem, unsigned count,
                                heco_error *error);
void heco_problem_drop_clones(void **user, const heco_problem *problem, unsigned count);

#endif
