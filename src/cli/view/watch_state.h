/* The state of heco watch: the content of a results database or a journal at the last poll, and the
 * progress since earlier polls. Files are only read. */
#ifndef HECO_CLI_VIEW_WATCH_STATE_H
#define HECO_CLI_VIEW_WATCH_STATE_H

#include <stdint.h>
#include <stdio.h>
#include <sys/stat.h>

#include "heco/journal.h"

enum { WATCH_POLLS = 48, WATCH_CURVE = 48, WATCH_BLOCKING = 3 };

typedef struct {
    const char *path;
    int         journal;  /* 1: journal of a solve; 0: results database                    */
    struct stat about;    /* of the file when it was read                                  */
    int         seen;     /* the file has been read at least once                          */
    int         gone;     /* the file no longer exists                                     */
    int         running;  /* a process writes to the file                                  */
    int         changed;  /* the last poll found new content                               */
    uint64_t    done, total; /* runs or evaluations; total 0: not known                    */
    uint64_t    evals, feasible, failed, first_feasible;
    double      f, viol; /* best point of a solve                                          */
    double      cost;    /* seconds that the last poll took                                */
    double      when[WATCH_POLLS]; /* times and counts of the last polls, for rates        */
    uint64_t    then[WATCH_POLLS];
    size_t      polls;
    double      curve_f[WATCH_CURVE], curve_viol[WATCH_CURVE]; /* best so far, at equal steps */
    size_t      curve;
    char        blocking[WATCH_BLOCKING][64]; /* constraints that the best point violates  */
    double      by[WATCH_BLOCKING];
    heco_journal_walk *walk; /* of a journal, behind the last evaluation that was read; NULL: none */
    uint64_t    stride;      /* evaluations between two points of the curve                */
    uint64_t    schedule;    /* of the last evaluation                                     */
    char        title[200]; /* model, algorithm and seed                                   */
    char       *table;      /* lines per suite, dimension and algorithm; NULL: none        */
    heco_error  error;      /* of the last poll                                            */
} watch_state;

/* Detects the kind of the file. Returns -1 on success, else prints a message and returns the exit
 * code. */
int watch_state_open(watch_state *w, const char *path);
/* Reads the file if it has changed. Returns HECO_OK if nothing has changed, too. If the file cannot
 * be read now, sets w->error. */
heco_status watch_state_poll(watch_state *w, double now);
/* Returns runs or evaluations per second over the last polls; 0 if not known. */
double watch_state_rate(const watch_state *w);
void   watch_state_close(watch_state *w);

#endif
