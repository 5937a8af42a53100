/* The parts of a .nl model that model_nl.c joins. */
#ifndef HECO_MODELS_NL_NL_PARTS_H
#define HECO_MODELS_NL_NL_PARTS_H

#include "base/arena.h"
#include "heco/problem.h"
#include "models/nl/nl_header.h"
#include "models/nl/nl_rows.h"

/* Sets *linear, or NULL if no row is linear. `asl` is the open model. */
heco_status heco_nl_linear(const heco_linear **linear, heco_arena *arena, void *asl,
                           const heco_nl_rows *rows, const heco_nl_annotations *annotations);

/* Returns whether this objective and all conditions of the model are linear. */
int heco_nl_all_linear(const heco_nl_header *header, const heco_nl_annotations *annotations,
                       const heco_nl_sos *sos, int objective);

/* ---- nl_logic.c ---- */

/* Returns by how much x violates logical constraint `which` of the open ASL; 0 if it is true.
 * a <= b is violated by a - b, a = b by |a - b|, a < b by 1 more than a - b, and an expression that
 * is not a comparison by 1. A disjunction counts its nearest alternative, a conjunction the sum.
 * Only reads `x`. Sets *failed to 1 if an expression cannot be evaluated. */
double heco_nl_logic_violation(void *asl, int which, double *x, int *failed);

/* ---- nl_quadratic.c ---- */

/* Sets problem->quadratic if all constraints are linear, all variables are continuous and the
 * objective is a polynomial of degree at most 2. The functions of the problem must be set. */
heco_status heco_nl_quadratic(heco_problem *problem, heco_arena *arena, const char *path,
                              const heco_nl_header *header, int objective);

/* ---- nl_asl.c ---- */

/* Reads the file, for values only or with derivatives, and returns its ASL_fg. A reading with
 * derivatives fails at points where a value exists and a derivative does not, so values have their
 * own. Returns NULL if the file is missing or has changed. The user info of the ASL (i.uinfo) may
 * point to an int that is set to 1 when derivatives of a point are unavailable. */
void *heco_nl_asl_read(const char *path, const heco_nl_header *header, int derivatives);

/* ---- nl_names.c ---- */

/* Reads the first `count` lines of the file whose name is `path` with `ending` in place of .nl.
 * Returns NULL if there is no such file; entries beyond its end are NULL. */
const char *const *heco_nl_names(heco_arena *arena, const char *path, const char *ending,
                                 size_t count);

#endif
