/* A file that appears under its name complete or not at all. It is written under a temporary name
 * in the same folder, because a rename does not cross file systems, and then renamed.
 *
 * The functions return 0, or the errno of the failure. They return -1 if an earlier write to the
 * stream has failed, because its errno is lost. */
#ifndef HECO_BASE_FILE_H
#define HECO_BASE_FILE_H

#include <stdio.h>

typedef struct {
    FILE *file;
    char *path;      /* NULL if `file` is not owned: standard output                       */
    char *temporary; /* name until the rename; NULL if `path` is written directly          */
} heco_file;

/* Opens a temporary file with the mode, and if possible the owner, of the file it replaces. On
 * failure nothing is left to drop. */
int heco_file_open(heco_file *f, const char *path);
/* Flushes and, if there is a path, closes and renames. Call heco_file_drop afterwards. */
int heco_file_commit(heco_file *f);
/* Frees `f`. If it was not committed, closes it and removes the temporary file. */
void heco_file_drop(heco_file *f);
/* Flushes, writes to the disk if `sync` is nonzero, and closes. */
int heco_file_close(FILE *file, int sync);
/* Opens a file of another person, which the user may not have named: a device may
 * have no end, and a pipe no writer. Returns NULL with the reason in *why if it is not a regular
 * file. */
FILE *heco_file_open_regular(const char *path, const char **why);
/* Returns whether the next byte is NUL. A device of zeros has no end of a line. */
int heco_file_is_binary(FILE *file);
/* Describes a code of these functions for a message. */
const char *heco_file_reason(int code);

#endif
