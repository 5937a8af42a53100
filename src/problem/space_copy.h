/* A space with arrays of its own. */
#ifndef HECO_PROBLEM_SPACE_COPY_H
#define HECO_PROBLEM_SPACE_COPY_H

#include "base/arena.h"
#include "heco/problem.h"

/* Copies every array into the arena, so that the caller's may be freed; labels of lists are left
 * out, they are for reports. Where memory is missing the arena remembers. */
void heco_space_copy(heco_space *to, const heco_space *from, heco_arena *arena);

#endif
