/* Bounds that follow from linear rows: what one variable may be when all others in a row are as
 * helpful as their bounds allow. */
#ifndef HECO_RUN_PRESOLVE_PROPAGATE_H
#define HECO_RUN_PRESOLVE_PROPAGATE_H

#include "heco/problem.h"

/* A box that shrinks. An open bound counts as infinite and is closed when one follows. */
typedef struct {
    double        *lower, *upper; /* n each                                       */
    unsigned char *open;          /* n HECO_OPEN_*                                */
    size_t         closed;        /* open bounds that were closed                 */
    size_t         moved;         /* other bounds that were moved                 */
} heco_box;

/* Up to here a linear equality counts as met, relative to its constant where that is large. */
#define HECO_LINEAR_TOL 1e-9

/* Tightens `box`, which holds the bounds of `space`, until nothing more follows. HECO_ERR_MODEL
 * when the rows leave nothing for some variable. */
heco_status heco_propagate(heco_box *box, const heco_space *space, heco_error *error);

#endif
