/* What a .nl file says beside its expressions, as heco_nl_scan() collects it: suffixes that belong
 * to the meaning of the model, which bodies are mere numbers, which rows complement a variable. */
#ifndef HECO_MODELS_NL_NL_ANNOTATIONS_H
#define HECO_MODELS_NL_NL_ANNOTATIONS_H

#include "base/arena.h"
#include "models/nl/nl_header.h"

/* Bits of the kind of a complementarity condition: bounds of its variable that take part. */
enum { HECO_NL_COMPLEMENTS_LOWER = 1, HECO_NL_COMPLEMENTS_UPPER = 2 };

typedef struct {
    heco_arena *arena; /* NULL: nothing is kept, and all arrays stay NULL                     */
    /* suffixes of variables, one value each; NULL: not in the file                           */
    double *sosno, *ref;  /* special ordered sets of the model                                */
    double *sos, *sosref; /* those that AMPL makes of piecewise-linear terms                  */
    /* constraints and then objectives                                                        */
    unsigned char *plain;    /* the body is a number, so that all of the row is linear        */
    double        *constant; /* that number                                                   */
    /* constraints                                                                            */
    int           *partner; /* number of the variable that the row complements, from 1; or 0  */
    unsigned char *side;    /* HECO_NL_COMPLEMENTS_...                                        */
    char           unknown[120]; /* suffixes that have no effect, "a, b"                      */
} heco_nl_annotations;

/* Room for what a file with this head may say. */
heco_status heco_nl_annotations_init(heco_nl_annotations *annotations, heco_arena *arena, const heco_nl_header *head);

/* A suffix of that kind (as in the file: & 3 is 0 for variables, 1 constraints, 2 objectives,
 * 3 the problem). 1: *values gets what follows, or nobody (NULL). 0: it changes the meaning of the
 * model in a way that heco does not support. */
int heco_nl_annotations_suffix(heco_nl_annotations *annotations, const heco_nl_header *head, int kind,
                         const char *name, double **values);

#endif
