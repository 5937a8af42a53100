/* Which rows of a .nl model are linear, with their coefficients, for searches that can use it. */
#ifndef HECO_MODELS_NL_NL_LINEAR_H
#define HECO_MODELS_NL_NL_LINEAR_H

#include "models/nl/nl_rows.h"

/* NULL in *linear: no row is. `asl` is the open model. */
heco_status heco_nl_linear(const heco_linear **linear, heco_arena *arena, void *asl,
                           const heco_nl_rows *rows, const heco_nl_annotations *annotations);

/* 1 when the constraints and this objective are linear, and nothing else restricts the variables.
 */
int heco_nl_all_linear(const heco_nl_header *head, const heco_nl_annotations *annotations,
                       const heco_nl_sos *sets, int objective);

#endif
