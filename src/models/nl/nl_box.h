/* The box of a .nl model and its first point. Bounds that are missing in the file get a default or
 * are refused. */
#ifndef HECO_MODELS_NL_NL_BOX_H
#define HECO_MODELS_NL_NL_BOX_H

#include "base/arena.h"
#include "heco/problem.h"

typedef struct {
    const char          *path;  /* for messages                                               */
    const char *const   *names; /* n, or NULL                                                */
    size_t               n;
    const double        *lower, *upper; /* as in the file; from 1e20 on: no bound             */
    const double        *guess;         /* as in the file; NULL: zeros                       */
    const unsigned char *integer;       /* n flags                                           */
    double               bound;  /* > 0: distance of missing bounds from zero                */
    int                  strict; /* refuse missing bounds if `bound` is 0                    */
} heco_nl_box_input;

/* Return whether a bound of a row or variable is infinite. */
int heco_nl_no_lower(double bound);
int heco_nl_no_upper(double bound);

/* Returns the name of variable j. `buffer` holds it if the model has no names. */
const char *heco_nl_variable(const char *const *names, size_t j, char buffer[24]);

/* Fills lower, upper and missing of the space, and the first point. */
heco_status heco_nl_box(const heco_nl_box_input *input, heco_arena *arena, heco_space *space,
                        const double **start, heco_error *error);

#endif
