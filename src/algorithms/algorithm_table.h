/* One row per algorithm: X(file). Adding one is a file and a row here. Algorithms that need LAPACK
 * go into the second list, as X(file, "the name users type"), and into HECO_SOURCES_OFF of
 * cmake/features.cmake: without LAPACK that list only serves to say what is not built. */
#ifndef HECO_ALGORITHM_TABLE_H
#define HECO_ALGORITHM_TABLE_H

#include "heco/algorithm.h"

#define HECO_ALGORITHM_LIST(X) \
    X(heco_de)                 \
    X(heco_de_fr)              \
    X(hco_de)                  \
    X(heco_mp)                 \
    X(cl_srde)                 \
    X(rdex)                    \
    X(rde26)                   \
    X(lshade44)                \
    X(ude)                     \
    X(iude)                    \
    X(ude4)                    \
    X(decode)                  \
    X(frofi)                   \
    X(lshade44_ide)            \
    X(cmode)                   \
    X(dw)                      \
    X(nses)                    \
    X(lshade44_iepsilon)       \
    X(cal_shade)               \
    X(colshade)                \
    X(surrogate)               \
    X(theory_soco)             \
    X(theory_heco)

#define HECO_ALGORITHM_LINALG_LIST(X) \
    X(epsmag_es, "epsmag-es")         \
    X(heco_pde, "heco-pde")

#define X(file) extern const heco_algorithm heco_algorithm_##file;
HECO_ALGORITHM_LIST(X)
#undef X
#define X(file, name) extern const heco_algorithm heco_algorithm_##file;
HECO_ALGORITHM_LINALG_LIST(X)
#undef X

#endif
