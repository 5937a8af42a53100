/* Reads, checks and copies the problems and spaces of a caller, and clones their data. */
#ifndef HECO_PROBLEM_PROBLEM_READ_H
#define HECO_PROBLEM_PROBLEM_READ_H

#include <math.h>

#include "base/arena.h"
#include "heco/problem.h"

/* Copies the fields of the caller's problem over the defaults; the arrays still belong to the
 * caller. It refuses NULL and a size that was never set, but does not check the fields. */
heco_status heco_problem_read(heco_problem *out, const heco_problem *given, heco_error *error);

/* Returns whether a constraint whose value is known is violated: a point that stopped early needs
 * one. Pieces and residuals are not constraints. */
static inline int heco_problem_has_violation(const heco_problem *p, const double *g,
                                             const double *h) {
    size_t ng = p->space.ng;
    for (size_t k = 0; k < ng - p->pieces - p->residuals; k++)
        if (g[k] > 0.0) return 1;
    for (size_t k = 0; k < p->space.nh; k++)
        if (fabs(h[k]) > heco_problem_tol(p, ng + k)) return 1;
    return 0;
}

enum { HECO_PROBLEM_NAME = 24 }; /* bytes of a buffer for heco_problem_x_name() and _c_name() */

/* Sets *out to the `user` of each of `count` threads: clones if the problem has to be cloned. Free
 * them with heco_problem_drop_clones(). */
heco_status heco_problem_clones(void ***out, const heco_problem *problem, unsigned count,
                                heco_error *error);
void        heco_problem_drop_clones(void **user, const heco_problem *problem, unsigned count);

/* ---- space_copy.c ---- */

/* Copies every array into the arena, except for the labels of lists, which only reports need. The
 * arena records a lack of memory. */
void heco_space_copy(heco_space *to, const heco_space *from, heco_arena *arena);

/* ---- structure.c ---- */

/* Checks the list of variable j, which a message calls `label`. The space must have choices. */
heco_status heco_structure_check_choice(const heco_space *space, size_t j, const char *label,
                                        heco_error *error);
/* Checks the linear constraints, if there are any. */
heco_status heco_structure_check_linear(const heco_space *space, heco_error *error);

#endif
