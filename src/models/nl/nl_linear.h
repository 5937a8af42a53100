/* The linear rows of a .nl model with their coefficients, for presolve. */
#ifndef HECO_MODELS_NL_NL_LINEAR_H
#define HECO_MODELS_NL_NL_LINEAR_H

#include "models/nl/nl_rows.h"

/* Sets *linear, or NULL if no row is linear. `asl` is the open model. */
heco_status heco_nl_linear(const heco_linear **linear, heco_arena *arena, void *asl,
                           const heco_nl_rows *rows, const heco_nl_annotations *annotations);

/* Returns whether this objective and all conditions of the model are linear. */
int heco_nl_all_linear(const heco_nl_header *header, const heco_nl_annotations *annotations,
                       const heco_nl_sos *sos, int objective);

#endif
