/* Copies a space with its arrays. */
#ifndef HECO_PROBLEM_SPACE_COPY_H
#define HECO_PROBLEM_SPACE_COPY_H

#include "base/arena.h"
#include "heco/problem.h"

/* Copies every array into the arena, except for the labels of lists, which only reports need. The
 * arena records a lack of memory. */
void heco_space_copy(heco_space *to, const heco_space *from, heco_arena *arena);

#endif
