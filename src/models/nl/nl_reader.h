/* Reads the items of a .nl file: letters, integers, numbers and names. A text file has one group of
 * items per line, and the rest of the line is a comment. A binary file has them one after the
 * other. */
#ifndef HECO_MODELS_NL_NL_READER_H
#define HECO_MODELS_NL_NL_READER_H

#include <stdio.h>

enum { HECO_NL_LINE = 256, HECO_NL_NAME = 128 }; /* the rest of a longer line is a comment */

typedef struct {
    FILE  *file;
    int    binary;
    int    swap;  /* the other byte order                                                     */
    long   place; /* current line, from 1; in a binary file the bytes read so far             */
    int    ended; /* the end of the file was reached                                          */
    char   text[HECO_NL_LINE];
    char  *at;    /* position in text                                                          */
    double value; /* the number read last                                                      */
    char   name[HECO_NL_NAME]; /* the name read last                                          */
} heco_nl_reader;

/* Reads the beginning of the next line of `file`, without its newline. Returns 1; 0 if the file
 * ends before the line; -1 if the line has control characters, at which the AMPL Solver Library
 * would end it. */
int heco_nl_text(FILE *file, char *text, size_t size);

/* Returns the letter with which the next group begins, or EOF. */
int heco_nl_letter(heco_nl_reader *r);
/* Begins the next group, which has no letter. Returns 0 at the end of the file. */
int heco_nl_group(heco_nl_reader *r);
/* Read an item. They return 0 if the file ends or has another item there. */
int heco_nl_int(heco_nl_reader *r, long *value);
int heco_nl_short(heco_nl_reader *r, long *value); /* two bytes in a binary file             */
int heco_nl_real(heco_nl_reader *r); /* refuses a NaN                                        */
int heco_nl_name(heco_nl_reader *r);

#endif
