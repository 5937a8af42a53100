/* The box of a .nl model, and its first point. Bounds that the file leaves out are made up,
 * or refused. */
#ifndef HECO_MODELS_NL_NL_BOX_H
#define HECO_MODELS_NL_NL_BOX_H

#include "base/arena.h"
#include "heco/problem.h"

typedef struct {
    const char          *path;  /* for messages                                               */
    const char *const   *names; /* n, or NULL                                                */
    size_t               n;
    const double        *lower, *upper; /* as in the file; 1e20 and more mean: none          */
    const double        *guess;         /* as in the file; NULL: zeros                       */
    const unsigned char *integer;       /* n flags                                           */
    double               bound;  /* > 0: missing bounds are this far from zero               */
    int                  strict; /* and without it they are refused                          */
} heco_nl_given;

/* Bounds of rows and variables that are no bounds. */
int heco_nl_no_lower(double bound);
int heco_nl_no_upper(double bound);

/* Name of variable j; `buffer` has room for one that the file does not give. */
const char *heco_nl_variable(const char *const *names, size_t j, char buffer[24]);

/* Fills lower, upper and open of the space, and the first point. */
heco_status heco_nl_box(const heco_nl_given *given, heco_arena *arena, heco_space *space,
                        const double **start, heco_error *error);

#endif
