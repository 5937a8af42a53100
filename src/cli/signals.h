/* Signal handlers of the command. signals_posix.c and signals_windows.c implement them. */
#ifndef HECO_CLI_SIGNALS_H
#define HECO_CLI_SIGNALS_H

typedef void (*signals_fn)(int number);

/* Installs `handler` for faults (SIGSEGV and its relatives) until signals_release_faults(). */
void signals_catch_faults(signals_fn handler);
void signals_release_faults(void);
/* Installs `handler` for the signals that ask a command to end. A signal that the caller ignores
 * stays ignored, except SIGTERM. */
void signals_catch_stop(signals_fn handler);

#endif
