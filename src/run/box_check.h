/* Checks the points that an external algorithm asks for. */
#ifndef HECO_RUN_BOX_CHECK_H
#define HECO_RUN_BOX_CHECK_H

#include "heco/algorithm.h"

/* Returns HECO_OK if every point is in the box; else HECO_ERR_ARG, with the variable in the message. */
heco_status heco_box_check(const heco_batch *batch, const heco_space *space,
                             heco_error *error);

#endif
