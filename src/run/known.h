/* Designs whose values are known: a search starts from them and does not evaluate them again. */
#ifndef HECO_RUN_KNOWN_H
#define HECO_RUN_KNOWN_H

#include "heco/run.h"

typedef struct heco_known_table heco_known_table;

/* Checks and copies the designs: the best ones first, each point once. `start` is followed by
 * them as initial points. *out is NULL if there are no designs. */
heco_status heco_known_new(heco_known_table **out, const heco_known *known,
                           const heco_problem *problem, const heco_run_options *options,
                           heco_error *error);
/* Returns the initial points: those of the options, then the best designs. */
const double *heco_known_starts(const heco_known_table *table, size_t *count);
/* Moves the designs to the points that the run asks for in their place: a start is moved into the
 * box, to integers and through the translation. */
void heco_known_align(heco_known_table *table, const heco_run *run);
/* Writes the values of row i, f as the problem gives it, if its point is known. Returns whether it
 * is. */
int heco_known_fill(const heco_known_table *table, heco_batch *batch, size_t i);
/* Frees the table, or NULL. */
void heco_known_free(heco_known_table *table);

#endif
