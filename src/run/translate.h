/* Translates between the user's space (outer) and the space an algorithm searches in (inner).
 *
 * Batches, journals, backends and results hold points of the user's space only. In the inner space
 * a variable with a list of values is the integer 0 .. count-1, and one without bounds is
 * logarithmic far from the start (coordinate.h). Linear constraints tighten the box and eliminate
 * variables; points are projected onto the remaining linear equalities (presolve). Constraints that
 * state a limit are relative to it in the inner space, up to a power of two (limit_scale.h). */
#ifndef HECO_RUN_TRANSLATE_H
#define HECO_RUN_TRANSLATE_H

#include "base/arena.h"
#include "heco/algorithm.h"
#include "heco/run.h"

typedef struct heco_translation heco_translation;

/* Makes a translation; *out is NULL if the algorithm can search in the user's space. Borrows
 * `outer` and reads start and no_presolve of the options. Out of memory is recorded in the arena.
 * If linear constraints contradict each other, they are not used, and the description says so. */
heco_status heco_translation_new(heco_translation **out, const heco_space *outer,
                                 const heco_run_options *options, heco_arena *arena,
                                 heco_error *error);
/* Returns the inner space. */
const heco_space *heco_translation_inner(const heco_translation *t);
/* Maps a point of the user's, which may be outside the box, to the nearest inner point. */
void heco_translation_to_inner(const heco_translation *t, double *inner, const double *outer);
/* Maps an inner point, whose integers must be rounded already, to the user's space: writes all n
 * values, projected onto the linear equalities, with the eliminated variables. */
void heco_translation_to_outer(const heco_translation *t, double *outer, const double *inner);
/* Maps all rows of a batch. Unless the batch is marked as_asked, rows are projected onto the linear
 * equalities, and `inner` is updated. */
void heco_translation_ask(const heco_translation *t, heco_batch *outer, heco_batch *inner);
/* Copies the values, the violation, which must have been written, and derivatives, if any. */
void heco_translation_tell(const heco_translation *t, heco_batch *inner, const heco_batch *outer);
/* Returns whether bounds, lists and linear equalities leave one point of the user's space. */
int heco_translation_leaves_one_point(const heco_translation *t);
/* Writes a one-line summary. */
void heco_translation_describe(const heco_translation *t, char *text, size_t size);

#endif
