/* One search from the command line: what solve, resume and the AMPL convention share. */
#ifndef HECO_CLI_SOLVE_SOLVE_RUN_H
#define HECO_CLI_SOLVE_SOLVE_RUN_H

#include "cli/solve/answer.h"
#include "cli/solve/point_file.h"
#include "cli/solve/settings.h"

typedef struct {
    settings    common;
    int         trust;
    const char *journal; /* NULL: none                                                        */
    const char *report;  /* page to write after the search; NULL: none                        */
    uint64_t    max_failed;
    uint64_t    runs;    /* 0, 1: one search                                                  */
    uint64_t    run;     /* one alone out of `runs`, from 1: its own journal; 0: all of them  */
    args_list   word; /* all that was typed, to be kept in the journal                        */
} solve_run_args;

typedef struct {
    const solve_run_args    *args;
    const char           *spec; /* the model as typed                                         */
    heco_model           *model;
    const heco_backend   *backend; /* of this process, or inside each rank                    */
    const heco_algorithm *algorithm;
    heco_algorithm_file  *file; /* of the algorithm, where it is one                          */
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
} solve_run;

/* Several runs are asked for, and all of them. */
int solve_run_is_multiple(const solve_run_args *args);

/* Before args_parse(), which sorts the words in place: keeps them as they were typed. Returns -1,
 * or the exit code after saying why. */
int  solve_run_keep_words(solve_run_args *args, int argc, char **argv);
void solve_run_drop_words(solve_run_args *args);

/* Opens the model, finds the backend and reads --start. Returns -1, or the exit code after saying
 * why. Close it in either case. */
int solve_run_open(solve_run *s, const solve_run_args *args, const char *spec);
/* Searches until a stop rule or a signal ends it. Returns -1 when there is a solution. */
int solve_run_minimize(solve_run *s);
/* The problem of the model, without what the user does not want of it. */
heco_problem solve_run_problem(const solve_run *s);
/* Names what runs from here to crash_end(). */
void solve_run_crash_begin(const solve_run *s);
/* The solution for answer_text() and answer_json(). */
answer solve_run_answer(const solve_run *s);
/* Prints or writes the answer; the exit code of the command. */
int  solve_run_print(const solve_run *s);
void solve_run_close(solve_run *s);

#endif
