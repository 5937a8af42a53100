/* What heco watch knows of a file: one look at a results database or a journal, and what changed
 * since the looks before. Files are only read. */
#ifndef HECO_CLI_VIEW_WATCH_STATE_H
#define HECO_CLI_VIEW_WATCH_STATE_H

#include <stdint.h>
#include <stdio.h>
#include <sys/stat.h>

#include "heco/common.h"

enum { WATCH_POLLS = 48, WATCH_CURVE = 48, WATCH_BLOCKING = 3 };

typedef struct {
    const char *path;
    int         journal;  /* 1: of a solve; 0: a results database                          */
    struct stat about;    /* of the file when it was read                                  */
    int         seen;     /* it has been read at least once                                */
    int         gone;     /* it cannot be opened any more                                  */
    int         running;  /* somebody writes to it                                         */
    int         changed;  /* the last look found something new                             */
    uint64_t    done, total; /* runs or evaluations; total 0: not known                    */
    uint64_t    evals, feasible, failed, first_feasible;
    double      f, viol; /* of a solve                                                     */
    double      cost;    /* seconds that the last look took                                */
    double      when[WATCH_POLLS]; /* times and counts of the last looks, for rates        */
    uint64_t    then[WATCH_POLLS];
    size_t      looks;
    double      curve_f[WATCH_CURVE], curve_viol[WATCH_CURVE]; /* best so far, evenly      */
    size_t      curve;
    char        blocking[WATCH_BLOCKING][64]; /* constraints that the best point violates  */
    double      by[WATCH_BLOCKING];
    char        title[200]; /* what is run                                                 */
    char       *table;      /* lines per suite, dimension and algorithm; NULL: none        */
    heco_error  error;      /* why the last look failed                                    */
} watch_state;

/* What kind of file it is. Returns -1, or the exit code after saying why. */
int watch_state_open(watch_state *w, const char *path);
/* Looks again. HECO_OK also when nothing has changed; w->error when it could not be read now. */
heco_status watch_state_poll(watch_state *w, double now);
/* Per second over the last looks; 0: not known. */
double watch_state_rate(const watch_state *w);
void   watch_state_close(watch_state *w);

#endif
