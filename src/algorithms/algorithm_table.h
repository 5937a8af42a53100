/* One row per algorithm: X(file name). Adding one is a file and a row here. */
#ifndef HECO_ALGORITHM_TABLE_H
#define HECO_ALGORITHM_TABLE_H

#include "heco/algorithm.h"

#define HECO_ALGORITHM_LIST(X) \
    X(heco_de)                 \
    X(heco_de_fr)              \
    X(hco_de)                  \
    X(lshade44)                \
    X(theory_soco)             \
    X(theory_heco)

#define X(name) extern const heco_algorithm heco_algorithm_##name;
HECO_ALGORITHM_LIST(X)
#undef X

#endif
