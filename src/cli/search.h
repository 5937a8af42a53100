/* One search from the command line: what solve, resume and the AMPL convention share. */
#ifndef HECO_CLI_SEARCH_H
#define HECO_CLI_SEARCH_H

#include "cli/answer.h"
#include "cli/points.h"
#include "cli/settings.h"

enum { SEARCH_MAX_FAILED = 200 };

typedef struct {
    settings    common;
    int         trust;
    const char *journal; /* NULL: none                                                        */
    uint64_t    max_failed;
    args_list   word; /* all that was typed, to be kept in the journal                        */
} search_args;

typedef struct {
    const search_args    *args;
    const char           *spec; /* the model as typed                                         */
    heco_model           *model;
    points                start; /* of --start, or from a journal                             */
    heco_minimize_options how;
    heco_solution        *solution;
    heco_status           status; /* not HECO_OK: the search broke down after some points     */
    heco_error            error;
    uint64_t              torn;     /* bytes of a journal that were dropped                    */
    uint64_t              schedule; /* of the journal; 0: not from one                        */
    double                started;  /* search_clock() at the start of the search, 0: not yet   */
} search;

/* Before args_parse(), which sorts the words in place: keeps them as they were typed. Returns -1,
 * or the exit code after saying why. */
int  search_keep_words(search_args *args, int argc, char **argv);
void search_drop_words(search_args *args);

/* Opens the model, finds the backend and reads --start. Returns -1, or the exit code after saying
 * why. Close it in either case. */
int search_open(search *s, const search_args *args, const char *spec);
/* Searches until a stop rule or a signal ends it. Returns -1 when there is a solution. */
int search_run(search *s);
/* The solution for answer_text() and answer_json(). */
answer search_answer(const search *s);
/* Prints or writes the answer; the exit code of the command. */
int  search_print(const search *s);
void search_close(search *s);

#endif
