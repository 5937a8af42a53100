/* Prints progress on standard error: on a terminal a line that is redrawn, with a bar, rate and time
 * left; elsewhere one line every ten seconds. */
#ifndef HECO_CLI_VIEW_PROGRESS_H
#define HECO_CLI_VIEW_PROGRESS_H

#include <stdint.h>

typedef struct {
    int         quiet, terminal;
    const char *unit;     /* name of the counted things: "evaluations", "runs"            */
    double      interval; /* seconds between two lines                                    */
    double      last;     /* time of the latest line, -1: none yet                        */
    int         drawn;    /* there is a line to erase                                     */
} progress;

/* Returns the state, which holds whether standard error is a terminal. */
progress progress_start(int quiet, const char *unit);
/* Prints a line if progress_due(). `share` is the completed share from 0 to 1, which may follow
 * another limit than done / total. `detail` is printed at the end of the line. */
void progress_show(progress *p, uint64_t done, uint64_t total, double share, double seconds,
                   const char *detail);
/* Returns 1 if the next call of progress_show() prints. `seconds` is the time since the start. */
int progress_due(const progress *p, double seconds);
/* Erases the line, so that the answer starts on an empty one. */
void progress_end(progress *p);

#endif
