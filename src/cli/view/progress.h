/* Progress on standard error: on a terminal a moving line with a bar, rate and time left,
 * elsewhere a plain line now and then. Any command that counts something can use it. */
#ifndef HECO_CLI_VIEW_PROGRESS_H
#define HECO_CLI_VIEW_PROGRESS_H

#include <stdint.h>

typedef struct {
    int         quiet, terminal;
    const char *unit;     /* what is counted, in the plural: "evaluations", "runs"        */
    double      interval; /* seconds between two lines                                    */
    double      last;     /* time of the latest line, -1: none yet                        */
    int         drawn;    /* is there a moving line to wipe out?                          */
} progress;

progress progress_start(int quiet, const char *unit);
/* `share` of the way from 0 to 1, which may follow another limit than done / total;
 * `seconds` since the start; `note` goes to the end of the line. Cheap to call often. */
void progress_show(progress *p, uint64_t done, uint64_t total, double share, double seconds,
                   const char *note);
/* 1: the next call of progress_show would print, so a note is worth making. */
int progress_due(const progress *p, double seconds);
/* Wipes the moving line out, so that the answer starts on a clean one. */
void progress_end(progress *p);

#endif
