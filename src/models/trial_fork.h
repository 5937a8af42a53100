/* Runs a function in a child process first. A library that prints and exits, or crashes, on a
 * faulty file then ends the child only. */
#ifndef HECO_MODELS_TRIAL_FORK_H
#define HECO_MODELS_TRIAL_FORK_H

#include <stddef.h>

typedef enum {
    HECO_TRIAL_GOOD,   /* `work` returned                                                    */
    HECO_TRIAL_BAD,    /* `work` ended the process; `text` has the first line of its output   */
    HECO_TRIAL_CRASH,  /* a signal ended the process; `text` has its name                     */
    HECO_TRIAL_LATE,   /* `work` took longer than `seconds`                                   */
    HECO_TRIAL_NO_FORK /* the child could not be started                                      */
} heco_trial_fork_end;

/* Calls work(user) in a child and reports how it ended. The child's standard output and error are
 * captured. heco_trial_fork_refuse() inside `work` ends the child with a line of text, which
 * replaces the output before it; heco_trial_fork_extend() begins the time limit again. */
heco_trial_fork_end heco_trial_fork(void (*work)(void *user), void *user, unsigned seconds,
                                    char *text, size_t size);
#if defined(__GNUC__)
__attribute__((format(printf, 1, 2), noreturn))
#endif
void heco_trial_fork_refuse(const char *format, ...);
void heco_trial_fork_extend(unsigned seconds);

#endif
