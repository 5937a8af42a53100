/* One search from the command line: what solve, resume and the AMPL convention share. */
#ifndef HECO_CLI_SOLVING_H
#define HECO_CLI_SOLVING_H

#include "cli/answer.h"
#include "cli/points.h"
#include "cli/settings.h"

enum { SOLVING_MAX_FAILED = 200 };

typedef struct {
    settings    common;
    int         trust;
    const char *journal; /* NULL: none                                                        */
    const char *report;  /* page to write after the search; NULL: none                        */
    uint64_t    max_failed;
    uint64_t    runs;    /* 0, 1: one search                                                  */
    uint64_t    run;     /* one alone out of `runs`, from 1: its own journal; 0: all of them  */
    args_list   word; /* all that was typed, to be kept in the journal                        */
} solving_args;

typedef struct {
    const solving_args    *args;
    const char           *spec; /* the model as typed                                         */
    heco_model           *model;
    const heco_backend   *backend; /* of this process, or inside each rank                    */
    const heco_algorithm *algorithm;
    heco_algorithm_file  *file; /* of the algorithm, where it is one                          */
    const char          **set;  /* options: those typed, and what follows from the rest       */
    char                  batch[24];
    points                start; /* of --start, or from a journal                             */
    heco_minimize_options how;
    heco_solution        *one;  /* the answer of one search                                   */
    heco_runs            *runs; /* of several                                                 */
    const heco_solution  *solution; /* the best of either                                     */
    const char           *note;     /* of a journal that exists, for runs to come; else NULL  */
    heco_status           status; /* not HECO_OK: the search broke down after some points     */
    heco_error            error;
    char                 *files;    /* of the model, as all ranks must have them               */
    uint64_t              torn;     /* bytes of a journal that were dropped                    */
    uint64_t              schedule; /* of the journal; 0: not from one                        */
    double                half_f; /* best feasible f after half of the budget; infinite: none */
} search;

/* Several runs are asked for, and all of them. */
int solving_is_set(const solving_args *args);

/* Before args_parse(), which sorts the words in place: keeps them as they were typed. Returns -1,
 * or the exit code after saying why. */
int  solving_keep_words(solving_args *args, int argc, char **argv);
void solving_drop_words(solving_args *args);

/* Opens the model, finds the backend and reads --start. Returns -1, or the exit code after saying
 * why. Close it in either case. */
int solving_open(search *s, const solving_args *args, const char *spec);
/* Searches until a stop rule or a signal ends it. Returns -1 when there is a solution. */
int solving_run(search *s);
/* The problem of the model, without what the user does not want of it. */
heco_problem solving_problem(const search *s);
/* Names what runs from here to guard_end(). */
void solving_guard(const search *s);
/* The solution for answer_text() and answer_json(). */
answer solving_answer(const search *s);
/* Prints or writes the answer; the exit code of the command. */
int  solving_print(const search *s);
void solving_close(search *s);

#endif
