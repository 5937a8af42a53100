/* The metadata that heco solve stores in a journal: the words of the command line, the folder, the
 * initial points, and fingerprints of the model's files. It has lines "key=value"; see
 * docs/journal.md. */
#ifndef HECO_CLI_SOLVE_JOURNAL_METADATA_H
#define HECO_CLI_SOLVE_JOURNAL_METADATA_H

#include "base/sha256.h"
#include "cli/solve/solve_run.h"

typedef struct {
    char       *text; /* the lines; the other texts point into it                             */
    args_list   word; /* the words after the name of the command                              */
    args_list   file; /* "FINGERPRINT SIZE PATH" of each file of the model                    */
    const char *folder;
    uint64_t    run;    /* number of the run, from 2; 0: the first or only one               */
    points      start; /* n is the length of the first row; count 0: none                     */
} metadata;

/* Returns the metadata of a new search; NULL if out of memory. The caller frees it. */
char *metadata_write(const solve_run *s);
/* Returns only the lines with the fingerprints of the model's files; NULL if out of memory. The
 * caller frees them. */
char *metadata_model_files(const solve_run *s);
/* Parses the metadata of a journal. Returns -1 on success, else prints a message and returns the
 * exit code. */
int metadata_read(metadata *out, const char *journal, const char *text);
/* Compares the files of the model with their fingerprints. Returns -1 if they are equal, else prints
 * a message and returns the exit code. */
int metadata_check_files(const metadata *n, const char *journal);
/* Finds size and path of file number i. Returns 1 if the file there is the one that the search read,
 * and writes its SHA-256. */
int metadata_file(const metadata *n, size_t i, uint64_t *size, const char **path,
                  char sha256[HECO_SHA256_TEXT]);
/* Removes the words that name the report and the journal, which are private files of the user. */
void metadata_drop_outputs(args_list *word);
/* Returns the command line, quoted for a shell, with control characters as '?'; NULL if out of
 * memory. The caller frees it. */
char *metadata_command(const metadata *n);
void  metadata_free(metadata *n);

#endif
