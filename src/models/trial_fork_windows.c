/* Windows has no fork(): every trial reports so, and its caller goes on without one. */
#include "models/trial_fork.h"

#include <stdlib.h>

heco_trial_fork_end heco_trial_fork(void (*work)(void *user), void *user, unsigned seconds,
                                    char *text, size_t size) {
    (void)work, (void)user, (void)seconds;
    if (size > 0) text[0] = '\0';
    return HECO_TRIAL_NO_FORK;
}

void heco_trial_fork_refuse(const char *format, ...) {
    (void)format;
    abort(); /* there is no child that could call it */
}

void heco_trial_fork_extend(unsigned seconds) { (void)seconds; }
