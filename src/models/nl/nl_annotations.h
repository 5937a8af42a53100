/* The annotations of a .nl file, which heco_nl_scan() collects: suffixes that belong to the model,
 * bodies that are constant, and rows that complement a variable. */
#ifndef HECO_MODELS_NL_NL_ANNOTATIONS_H
#define HECO_MODELS_NL_NL_ANNOTATIONS_H

#include "base/arena.h"
#include "models/nl/nl_header.h"

/* Bits of the kind of a complementarity condition: bounds of its variable that take part. */
enum { HECO_NL_COMPLEMENTS_LOWER = 1, HECO_NL_COMPLEMENTS_UPPER = 2 };

typedef struct {
    heco_arena *arena; /* NULL: no values are kept, and all arrays stay NULL                  */
    /* suffixes of variables, one value each; NULL: not in the file                           */
    double *sosno, *ref;  /* special ordered sets of the model                                */
    double *sos, *sosref; /* sets that AMPL makes for piecewise-linear terms                  */
    /* constraints and then objectives                                                        */
    unsigned char *plain;    /* the body is a number: the whole row is linear                 */
    double        *constant; /* that number                                                   */
    /* constraints                                                                            */
    int           *partner; /* number of the variable that the row complements, from 1; or 0  */
    unsigned char *bounds;  /* HECO_NL_COMPLEMENTS_* of that variable                         */
    char           unknown[120]; /* suffixes that have no effect, "a, b"                      */
} heco_nl_annotations;

/* Allocates the annotations of a file with this header. */
heco_status heco_nl_annotations_init(heco_nl_annotations *annotations, heco_arena *arena,
                                     const heco_nl_header *header);

/* Handles a suffix. As in the file, kind & 3 is 0 for variables, 1 for constraints, 2 for
 * objectives and 3 for the problem. Returns 1, with the array for its values in *values (NULL:
 * they are not needed), or 0 if the suffix changes the model in a way heco does not support. */
int heco_nl_annotations_suffix(heco_nl_annotations *annotations, const heco_nl_header *header,
                               int kind, const char *name, double **values);

#endif
