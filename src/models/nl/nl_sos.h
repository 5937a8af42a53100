/* Special ordered sets of a .nl model. In a set of type 1 one variable may differ from zero, in a
 * set of type 2 two neighbours may. The violation is the sum of |x| over all variables except the
 * largest one, or except the best pair of neighbours.
 *
 *   Beale and Tomlin (1970), Special facilities in a general mathematical programming system for
 *   non-convex problems using ordered sets of variables, OR 69, Tavistock
 *   Gay (1997), Hooking your solver to AMPL: suffixes sosno and ref, sos and sosref */
#ifndef HECO_MODELS_NL_NL_SOS_H
#define HECO_MODELS_NL_NL_SOS_H

#include "models/nl/nl_annotations.h"

typedef struct {
    int    type;   /* 1 or 2                                                                  */
    int    number; /* as in the file, without its sign                                        */
    int    own;    /* made by AMPL for a piecewise-linear term                                */
    size_t begin, count; /* its variables                                                     */
} heco_nl_sos_set;

typedef struct {
    size_t       count;
    heco_nl_sos_set *set;
    size_t      *variable; /* of all sets, each set in its order                              */
} heco_nl_sos;

/* Collects the sets of n variables; sets that no point can violate are left out. */
heco_status heco_nl_sos_init(heco_nl_sos *sos, heco_arena *arena,
                             const heco_nl_annotations *annotations, size_t n);
/* Returns by how much x violates a set. */
double heco_nl_sos_violation(const heco_nl_sos *sos, size_t which, const double *x);

#endif
