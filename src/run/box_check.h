/* The box of a space: is it one point, and do points of external algorithms lie in it? */
#ifndef HECO_RUN_BOX_CHECK_H
#define HECO_RUN_BOX_CHECK_H

#include "heco/algorithm.h"

/* Returns HECO_OK if every point is in the box; else HECO_ERR_ARG, with the variable in the message. */
heco_status heco_box_check(const heco_batch *batch, const heco_space *space,
                             heco_error *error);
/* Returns whether each of the first `count` variables of a space has one value. */
int heco_box_is_point(const heco_space *space, size_t count);

#endif
