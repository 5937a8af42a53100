/* Ctrl-C, SIGTERM and SIGHUP. The first signal lets the search end after the points being
 * evaluated; the second one ends the command immediately. */
#ifndef HECO_CLI_INTERRUPT_H
#define HECO_CLI_INTERRUPT_H

/* Installs the handlers. The flag becomes nonzero at the first signal. */
const volatile int *interrupt_catch(void);
int                 interrupt_seen(void);

#endif
