/* One search from the command line, for solve, resume and the AMPL convention. */
#ifndef HECO_CLI_SOLVE_SOLVE_RUN_H
#define HECO_CLI_SOLVE_SOLVE_RUN_H

#include "cli/solve/known_file.h"
#include "cli/solve/point_file.h"
#include "cli/solve/settings.h"

typedef struct {
    settings    common;
    int         trust;
    const char *journal; /* NULL: none                                                        */
    const char *sweep;   /* NAME=FROM:TO:COUNT; NULL: one limit                               */
    const char *report;  /* page to write after the search; NULL: none                        */
    int         log;     /* print a line for every improvement                                */
    int         slices;  /* evaluate slices through the answer                                */
    uint64_t    max_failed;
    unsigned    wantsol; /* of -AMPL: 2 prints the variables, 4 the dual values               */
    unsigned    outlev;  /* of -AMPL: 0 prints no progress                                    */
    int         version, timing; /* of -AMPL: print the version; add the time to the message  */
    uint64_t    runs;    /* 0, 1: one search                                                  */
    uint64_t    run;     /* resume only this one of `runs`, from 1; 0: all of them            */
    args_list   word;    /* the words of the command line, for the journal                    */
} solve_run_args;

typedef struct {
    const solve_run_args *args;
    const char           *spec; /* the model as typed                                         */
    heco_model           *model;
    const heco_problem   *problem;   /* of the model                                          */
    const heco_backend   *backend;   /* of this process, or inside each rank                  */
    const heco_algorithm *algorithm;
    heco_algorithm_file  *file;      /* the shared object of the algorithm; NULL: none        */
    points                start;     /* from --start                                          */
    known_designs known; /* of --known, or of --start with values                           */
    heco_minimize_options how;
    heco_solution        *one;       /* the result of a single search                         */
    heco_runs            *runs;      /* the results of several runs; NULL: a single search    */
    const heco_solution  *solution;  /* the best of either                                    */
    heco_slices          *slices;    /* through the answer; NULL: none                        */
    const char           *metadata;  /* of an existing journal, for further runs; else NULL   */
    heco_status           status;    /* not HECO_OK: the search failed after some points      */
    heco_error            error;
    char                 *files;     /* fingerprints of the model, equal on all ranks         */
    uint64_t              torn;      /* bytes dropped at the end of the journal               */
    uint64_t              schedule;  /* number of the schedule in the journal; 0: new journal */
} solve_run;

/* Returns 1 if several runs are to be made. */
int solve_run_is_multiple(const solve_run_args *args);

/* Stores the words as they were typed. Call it before args_parse(), which reorders them. Returns -1
 * on success, else prints a message and returns the exit code. */
int  solve_run_keep_words(solve_run_args *args, int argc, char **argv);
void solve_run_drop_words(solve_run_args *args);

/* Opens the model, finds the backend and reads --start. Returns -1 on success, else prints a message
 * and returns the exit code. Close the run in either case. */
int solve_run_open(solve_run *s, const solve_run_args *args, const char *spec);
/* Searches until a stop rule or a signal. Returns -1 if there is a solution. */
int solve_run_minimize(solve_run *s);
/* Returns the problem of the model, without derivatives if the user does not want them. */
heco_problem solve_run_problem(const solve_run *s);
/* Calls crash_begin() for the model or the algorithm, whichever runs in this process. */
void solve_run_crash_begin(const solve_run *s);
/* Prints or writes the answer. Returns the exit code of the command. */
int  solve_run_print(const solve_run *s);
void solve_run_close(solve_run *s);

/* ---- solve_runs.c ---- */

/* Does the work of solve_run_minimize() for several runs. */
int solve_runs_minimize(solve_run *s);

/* ---- sweep_run.c ---- */

/* Parses --sweep, searches for every limit and prints the table. Returns the exit code. */
int sweep_run(solve_run *s);

/* ---- slices_run.c ---- */

/* Evaluates the slices after the search; does nothing if there is no answer. Returns -1 on success,
 * else prints a message and returns the exit code. */
int slices_run(solve_run *s);

/* ---- parallel_advice.c ---- */

/* Prints how the search is parallelised, and warnings about common mistakes, on standard error
 * unless
 * --quiet is given or there is one worker. */
void parallel_advice_announce(const solve_run *s);

#endif
