/* One row per algorithm: HECO_X(file). Adding one is a file and a row here. */
#ifndef HECO_SOLVER_ALGORITHM_TABLE_H
#define HECO_SOLVER_ALGORITHM_TABLE_H

#include "heco/algorithm.h"

#define HECO_ALGORITHM_LIST(HECO_X) \
    HECO_X(auto)                    \
    HECO_X(heco_de)                 \
    HECO_X(heco_de_fr)              \
    HECO_X(hco_de)                  \
    HECO_X(heco_next)               \
    HECO_X(heco_many)               \
    HECO_X(heco_mp)                 \
    HECO_X(sqp)                     \
    HECO_X(surrogate)               \
    HECO_X(cl_srde)                 \
    HECO_X(rdex)                    \
    HECO_X(rde26)                   \
    HECO_X(rdex_cask)               \
    HECO_X(de_2ls)                  \
    HECO_X(lshade44)                \
    HECO_X(ude)                     \
    HECO_X(iude)                    \
    HECO_X(ude4)                    \
    HECO_X(ude3)                    \
    HECO_X(decode)                  \
    HECO_X(frofi)                   \
    HECO_X(lshade44_ide)            \
    HECO_X(cmode)                   \
    HECO_X(dw)                      \
    HECO_X(nses)                    \
    HECO_X(lshade44_iepsilon)       \
    HECO_X(cal_shade)               \
    HECO_X(colshade)                \
    HECO_X(enmode)                  \
    HECO_X(sass)                    \
    HECO_X(scmages)                 \
    HECO_X(bp_epsmag_es)            \
    HECO_X(al_cma_es)               \
    HECO_X(ma_es)                   \
    HECO_X(theory_soco)             \
    HECO_X(theory_heco)             \
    HECO_X(epsmag_es)               \
    HECO_X(heco_pde)

#define HECO_X(file) extern const heco_algorithm heco_algorithm_##file;
HECO_ALGORITHM_LIST(HECO_X)
#undef HECO_X

#endif
