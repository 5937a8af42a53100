/* The C library of Windows resets a handler before it calls it, so that the second Ctrl-C ends the
 * command. */
#include "cli/signals.h"

#include <signal.h>

static const int signals_fault[] = {SIGSEGV, SIGFPE, SIGILL, SIGABRT};

enum { SIGNALS_FAULTS = sizeof signals_fault / sizeof signals_fault[0] };

void signals_catch_faults(signals_fn handler) {
    for (int i = 0; i < SIGNALS_FAULTS; i++) signal(signals_fault[i], handler);
}

void signals_release_faults(void) {
    for (int i = 0; i < SIGNALS_FAULTS; i++) signal(signals_fault[i], SIG_DFL);
}

void signals_catch_stop(signals_fn handler) {
    signal(SIGINT, handler);
    signal(SIGBREAK, handler);
    signal(SIGTERM, handler);
}
