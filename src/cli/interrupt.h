/* Ctrl-C, SIGTERM and SIGHUP: the first one asks the search to end after the points under way, the
 * second one ends the command immediately. */
#ifndef HECO_CLI_INTERRUPT_H
#define HECO_CLI_INTERRUPT_H

/* Installs the handlers; the flag turns nonzero at the first signal. */
const volatile int *interrupt_catch(void);
int                 interrupt_seen(void);

#endif
