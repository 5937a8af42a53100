/* The head of an AMPL .nl file: ten lines of text in front of both formats, text and binary.
 * Gay (2005), Writing .nl files, Sandia report SAND2005-7907P. */
#ifndef HECO_MODELS_NL_NL_HEADER_H
#define HECO_MODELS_NL_NL_HEADER_H

#include "heco/common.h"

enum { HECO_NL_OPTIONS = 9 };

typedef struct {
    int    binary;
    int    swap;                             /* binary, and its bytes are in the other order  */
    long   size, body, lines;                /* bytes of the file; bytes and lines of its head */
    int    options, option[HECO_NL_OPTIONS]; /* to be repeated in the .sol file             */
    double vbtol;                            /* goes with option[1] == 3                     */
    int    vars, cons, objs;
    int    logical;       /* logical constraints                                             */
    int    complementary; /* complementarity conditions                                      */
    int    functions;     /* functions that the solver would have to know                    */
    int    suffixes;      /* bit 0: the .sol file may say why the solver stopped             */
    /* nonlinear variables in constraints, in objectives, in both; and how many of those in
     * both, in constraints only, in objectives only are integers */
    int  nl_cons, nl_objs, nl_both, nl_both_int, nl_cons_int, nl_objs_int;
    int  binaries, integers;  /* linear ones, the last of all variables                       */
    int  defined, shared;     /* defined variables; those of several constraints or objectives */
    long jacobian, gradients; /* entries of the linear parts                                  */
} heco_nl_header;

/* Reads and checks it; the numbers are at least possible in a file of that size. */
heco_status heco_nl_header_read(heco_nl_header *out, const char *path, heco_error *error);

#endif
