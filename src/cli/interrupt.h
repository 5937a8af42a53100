/* Ctrl-C, SIGTERM and SIGHUP. The first signal lets the search end after the points being
 * evaluated; the second one ends the command immediately. */
#ifndef HECO_CLI_INTERRUPT_H
#define HECO_CLI_INTERRUPT_H

#include "heco/problem.h"

/* Installs the handlers. If `evaluates` is set, the first signal is announced on a terminal, because
 * the points being evaluated finish first. */
void interrupt_catch(int evaluates);
/* Returns nonzero after the first signal. */
int interrupt_seen(void);
/* The same as a heco_stop_fn. */
int interrupt_should_stop(void *user, const heco_progress *progress);

#endif
