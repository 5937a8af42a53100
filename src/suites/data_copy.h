/* Writes a clean copy of official data.
 *
 * The copy is made in a temporary folder beside its destination, which is then renamed, so a
 * reader sees all of it or nothing, also after a crash. */
#ifndef HECO_SUITES_DATA_COPY_H
#define HECO_SUITES_DATA_COPY_H

#include <stddef.h>

#include "heco/common.h"

typedef struct {
    const char *const *names; /* files and folders of a copy, without a path                */
    size_t             count;
    /* Writes the files of the copy into the folder `dir`, which exists. */
    heco_status (*write)(void *user, const char *dir, heco_error *error);
    /* Removes the files that `write` writes, and no others, and the folder. */
    void (*remove)(const char *dir);
} heco_data_copy;

/* Makes a copy at `to`. An earlier copy is replaced; a folder that holds anything else is
 * refused. */
heco_status heco_data_copy_make(const heco_data_copy *c, void *user, const char *to,
                                heco_error *error);

/* Creates `path` and every folder on the way to it. */
heco_status heco_data_copy_folders(const char *path, heco_error *error);
/* Writes a file with `per_line` numbers per line. 17 digits read back as the same number. */
heco_status heco_data_copy_numbers(const char *path, const double *v, size_t count, size_t per_line,
                                   char separator, heco_error *error);
/* Writes a file with a text, such as the origin of the numbers. */
heco_status heco_data_copy_text(const char *path, const char *text, heco_error *error);

#endif
