/* Runs something in a child process first: a library that prints and exits when a file is bad, or
 * crashes on it, does that to the child alone. */
#ifndef HECO_MODELS_TRIAL_FORK_H
#define HECO_MODELS_TRIAL_FORK_H

#include <stddef.h>

typedef enum {
    HECO_TRIAL_GOOD,   /* work returned                                                      */
    HECO_TRIAL_BAD,    /* it ended the process: `said` has the first line it wrote, or ""     */
    HECO_TRIAL_CRASH,  /* a signal did: `said` has its name                                   */
    HECO_TRIAL_LATE,   /* it took longer than `seconds`                                       */
    HECO_TRIAL_NO_FORK /* no child could be started                                           */
} heco_trial_fork_end;

/* What `work` and what it calls write to standard output and error is caught.
 * heco_trial_fork_refuse() inside `work` ends the child with a line. */
heco_trial_fork_end heco_trial_fork(void (*work)(void *user), void *user, unsigned seconds, char *said,
                          size_t size);
#if defined(__GNUC__)
__attribute__((format(printf, 1, 2), noreturn))
#endif
void heco_trial_fork_refuse(const char *format, ...);

#endif
