/* Text files of official numbers, checked against fingerprints. */
#ifndef HECO_SUITES_NUMBER_FILE_H
#define HECO_SUITES_NUMBER_FILE_H

#include <stddef.h>
#include <stdint.h>

#include "heco/common.h"

/* The expected contents of a file. */
typedef struct {
    size_t      count, per_line;
    double      limit;  /* largest magnitude of a number                               */
    uint64_t    sum;    /* heco_hash_doubles() of the numbers                          */
    const char *suite;  /* "CEC 2017", for messages                                    */
    const char *remedy; /* for numbers that are not official                           */
} heco_number_file;

/* Reads the numbers of a file, separated by blanks, commas or line ends, and checks them. */
heco_status heco_number_file_read(double *out, const char *path, const heco_number_file *expected,
                                  heco_error *error);

#endif
