/* What an algorithm asks for is looked at before it is evaluated: whoever wrote it may err. */
#ifndef HECO_RUN_ASKED_H
#define HECO_RUN_ASKED_H

#include "heco/algorithm.h"

/* HECO_OK when every point is in the box; else HECO_ERR_ARG, and the message names the variable. */
heco_status heco_asked_check(const heco_batch *batch, const heco_space *space,
                             heco_error *error);

#endif
