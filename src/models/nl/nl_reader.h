/* The pieces of which a .nl file is made: letters, whole numbers, numbers, names. A text file has
 * one group of them per line, and whatever else is on the line is a comment; a binary file has
 * them one after the other. */
#ifndef HECO_MODELS_NL_NL_READER_H
#define HECO_MODELS_NL_NL_READER_H

#include <stdio.h>

enum { HECO_NL_LINE = 256, HECO_NL_NAME = 128 }; /* of a longer line the rest is a comment */

typedef struct {
    FILE  *file;
    int    binary;
    int    swap;  /* its bytes are in the other order                                         */
    long   place; /* the line in hand, from 1; in a binary file the bytes read so far         */
    int    ended; /* the file had no more                                                     */
    char   text[HECO_NL_LINE];
    char  *at;    /* in text: what is not read yet                                               */
    double value; /* the number read last                                        */
    char   name[HECO_NL_NAME]; /* the name read last                                          */
} heco_nl_reader;

/* The beginning of the next line of `file`, without its end. 1; 0: the file ends before the line
 * does; -1: it has control characters, which the AMPL Solver Library takes for ends of lines. */
int heco_nl_text(FILE *file, char *text, size_t size);

/* The letter with which the next group begins, or EOF. */
int heco_nl_letter(heco_nl_reader *r);
/* The next group begins without a letter. 0: there is none. */
int heco_nl_group(heco_nl_reader *r);
/* 1, or 0: the file ends here, or there is something else. */
int heco_nl_int(heco_nl_reader *r, long *value);
int heco_nl_short(heco_nl_reader *r, long *value); /* two bytes where it is binary           */
int heco_nl_real(heco_nl_reader *r); /* not a NaN                                            */
int heco_nl_name(heco_nl_reader *r);

#endif
