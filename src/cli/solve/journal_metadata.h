/* What a journal keeps of the command that made it: the words typed, the folder, the initial
 * points, and fingerprints of the model's files. Lines "key=value"; see docs/journal.md. */
#ifndef HECO_CLI_SOLVE_JOURNAL_METADATA_H
#define HECO_CLI_SOLVE_JOURNAL_METADATA_H

#include "cli/solve/solve_run.h"

typedef struct {
    char       *text; /* the lines, cut into pieces: the words lie in here                    */
    args_list   word; /* what was typed after the name of the command                         */
    args_list   file; /* "FINGERPRINT SIZE PATH" of each file of the model                    */
    const char *folder;
    int         maximises; /* f in the journal is negated                                     */
    uint64_t    run;    /* of several, from 2; 0: the first, or the only one                 */
    points      start; /* n is that of the first row; count 0: none                           */
} metadata;

/* The note for a search that begins now; the caller frees it. NULL: no memory. */
char *metadata_write(const solve_run *s);
/* The lines of it that tell of the model's files; the caller frees them. NULL: no memory. */
char *metadata_model_files(const solve_run *s);
/* `text` as a journal gave it. Returns -1, or the exit code after saying why. */
int metadata_read(metadata *out, const char *journal, const char *text);
/* Are the files of the model what they were? Returns -1, or the exit code after saying why. */
int metadata_check_files(const metadata *n, const char *journal);
/* The command line as it may be shown and typed again, control characters as '?'; the caller frees
 * it. NULL: no memory. */
char *metadata_command(const metadata *n);
void  metadata_free(metadata *n);

#endif
