/* MA-ES as a part of other algorithms: one restart per beginning. */
#ifndef HECO_SOLVER_HECO_MA_ES_H
#define HECO_SOLVER_HECO_MA_ES_H

#include "heco/algorithm.h"

/* Values of its option `relaxed`. */
enum { MA_ES_BY_TURN, MA_ES_NEVER, MA_ES_ALWAYS };

/* `ma-es` with the same options that ends with its first restart: for an outer algorithm that
 * chooses the next phase. heco_member_inform() with the best row so far, after begin, gives it its
 * mean; then its first rows are offspring. Without it, it evaluates its start points first. T is
 * its slice divided by `restarts`. */
extern const heco_algorithm heco_algorithm_ma_es_once;

#endif
