/* Prints progress on standard error: on a terminal a line that is redrawn, with a bar, rate and time
 * left; elsewhere one line every ten seconds. */
#ifndef HECO_CLI_VIEW_PROGRESS_H
#define HECO_CLI_VIEW_PROGRESS_H

#include <stddef.h>
#include <stdint.h>

#include "heco/run.h"

typedef struct {
    int         quiet, terminal;
    const char *unit;     /* name of the counted things: "evaluations", "runs"            */
    double      interval; /* seconds between two lines                                    */
    double      last;     /* time of the latest line, -1: none yet                        */
    int         drawn;    /* there is a line to erase                                     */
} progress;

/* Returns the state, which holds whether standard error is a terminal. */
progress progress_start(int quiet, const char *unit);
/* The content of a line. */
typedef struct {
    uint64_t    done, total;
    double      share;   /* completed, 0 to 1; may follow another limit than done / total        */
    double      seconds; /* since the start                                                      */
    double      left;    /* estimated seconds to the end; negative: from share and seconds, NAN:
                          * not known                                                            */
    const char *detail;  /* the end of the line                                                  */
} progress_line;
/* Writes f of the best point, or its violation, for the end of a line. */
void progress_best(char *out, size_t size, const heco_progress *now);
/* Prints a line if progress_due(). */
void progress_show(progress *p, const progress_line *now);
/* Returns 1 if the next call of progress_show() prints. `seconds` is the time since the start. */
int progress_due(const progress *p, double seconds);
/* Writes a duration as every view shows it: 4:05 or 2:04:05. */
void progress_clock(char *out, size_t size, double seconds);
/* Erases the line, so that the answer starts on an empty one. */
void progress_end(progress *p);

#endif
