/* Special ordered sets of a .nl model. Of a set of type 1 one variable may differ from zero, of a
 * set of type 2 two that are neighbours. By how much a point misses that: the sum of |x| over all
 * but the largest one, or all but the best pair of neighbours.
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
    int    own;    /* made by AMPL of a piecewise-linear term                                 */
    size_t begin, count; /* its variables                                                     */
} heco_nl_set;

typedef struct {
    size_t       count;
    heco_nl_set *set;
    size_t      *variable; /* of all sets, each in its order                                  */
} heco_nl_sos;

/* The sets of n variables that can be violated at all. */
heco_status heco_nl_sos_init(heco_nl_sos *sets, heco_arena *arena, const heco_nl_annotations *annotations,
                              size_t n);
/* By how much x violates one of them. */
double heco_nl_set_excess(const heco_nl_sos *sets, size_t which, const double *x);

#endif
