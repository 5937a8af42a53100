/* The header of an AMPL .nl file: ten lines of text in both formats, text and binary.
 * Gay (2005), Writing .nl files, Sandia report SAND2005-7907P. */
#ifndef HECO_MODELS_NL_NL_HEADER_H
#define HECO_MODELS_NL_NL_HEADER_H

#include "heco/common.h"

enum { HECO_NL_OPTIONS = 9 };

typedef struct {
    int    binary;
    int    swap;                             /* binary, with the other byte order             */
    long   size, body, lines;                /* bytes of the file; bytes and lines of the header */
    int    options, option[HECO_NL_OPTIONS]; /* repeated in the .sol file                    */
    double vbtol;                            /* goes with option[1] == 3                     */
    int    vars, cons, objs;
    int    logical;       /* logical constraints                                             */
    int    complementary; /* complementarity conditions                                      */
    int    functions;     /* imported functions                                              */
    int    suffixes;      /* bit 0: the .sol file may have a line with the result code       */
    /* nonlinear variables in constraints, in objectives, in both; and how many of those in
     * both, in constraints only, in objectives only are integers */
    int  nl_cons, nl_objs, nl_both, nl_both_int, nl_cons_int, nl_objs_int;
    int  binaries, integers;  /* linear binary and integer variables, the last of all         */
    int  defined, shared;     /* defined variables; those of several constraints or objectives */
    long jacobian, gradients; /* nonzeros of the linear parts                                 */
} heco_nl_header;

/* Reads and checks the header; its counts are possible in a file of that size. */
heco_status heco_nl_header_read(heco_nl_header *out, const char *path, heco_error *error);

#endif
