/* The user's space and the one an algorithm searches in, where these are two.
 *
 * Everything outside a run sees points of the user's space only: batches, journals, backends,
 * results. Inside, a variable with a list of values is the integer 0 .. count-1, one without bounds
 * goes by its logarithm far from the start (coordinate.h). Linear rows make the box smaller, take
 * variables out of it, and points are put on those that remain (presolve). */
#ifndef HECO_RUN_TRANSLATE_H
#define HECO_RUN_TRANSLATE_H

#include "base/arena.h"
#include "heco/algorithm.h"
#include "heco/run.h"

typedef struct heco_translation heco_translation;

/* *out is NULL where the algorithm may search in the user's space itself. `outer` is borrowed, of
 * the options the initial points and `no_presolve` are read; missing memory is what the arena
 * remembers. Linear rows that contradict each other are not used, and described. */
heco_status heco_translation_new(heco_translation **out, const heco_space *outer,
                                 const heco_run_options *options, heco_arena *arena,
                                 heco_error *error);
/* What the algorithm gets to see. */
const heco_space *heco_translation_inner(const heco_translation *t);
/* A point of the user's, which need not be in the space, to the nearest one inside. */
void heco_translation_enter(const heco_translation *t, double *inner, const double *outer);
/* A point that the algorithm asks for, its integers rounded, as the user knows it. */
void heco_translation_leave(const heco_translation *t, double *outer, const double *inner);
/* All rows of a batch that was asked for. Unless it is to be evaluated as it was asked, rows are
 * put on the linear equalities, and `inner` says where they went. */
void heco_translation_ask(const heco_translation *t, heco_batch *outer, heco_batch *inner);
/* The values found there, the violation, which must have been written, and derivatives, if any. */
void heco_translation_tell(const heco_translation *t, heco_batch *inner, const heco_batch *outer);
/* What it does, in one line. */
void heco_translation_describe(const heco_translation *t, char *text, size_t size);

#endif
