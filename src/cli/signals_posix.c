#define _XOPEN_SOURCE 700 /* sigaltstack */
#include "cli/signals.h"

#include <signal.h>
#include <string.h>

#ifndef HECO_SANITIZED /* sanitizers have handlers of their own */
enum { SIGNALS_STACK = 1 << 16, SIGNALS_FAULTS = 5 };
static const int signals_fault[SIGNALS_FAULTS] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};

/* The former handlers are at file scope, because signals belong to the process. */
static struct sigaction signals_before[SIGNALS_FAULTS];

void signals_catch_faults(signals_fn handler) {
    static char      stack[SIGNALS_STACK];
    stack_t          other = {.ss_sp = stack, .ss_size = sizeof stack};
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = handler;
    action.sa_flags   = sigaltstack(&other, NULL) == 0 ? SA_ONSTACK : 0; /* the stack may be full */
    sigemptyset(&action.sa_mask);
    for (int i = 0; i < SIGNALS_FAULTS; i++)
        sigaction(signals_fault[i], &action, &signals_before[i]);
}

void signals_release_faults(void) {
    for (int i = 0; i < SIGNALS_FAULTS; i++) sigaction(signals_fault[i], &signals_before[i], NULL);
}
#else
void signals_catch_faults(signals_fn handler) { (void)handler; }
void signals_release_faults(void) {}
#endif

void signals_catch_stop(signals_fn handler) {
    struct sigaction action = {0};
    action.sa_handler       = handler;
    action.sa_flags         = SA_RESTART; /* the point being evaluated finishes undisturbed */
    sigemptyset(&action.sa_mask);         /* one signal at a time */
    sigaddset(&action.sa_mask, SIGINT);
    sigaddset(&action.sa_mask, SIGTERM);
    sigaddset(&action.sa_mask, SIGHUP);
    sigaction(SIGTERM, &action, NULL);
    /* A signal that the caller ignores stays ignored: nohup ignores SIGHUP, and a shell script
     * ignores SIGINT for a command in the background. Without the terminal, -o and the journal can
     * still be written. */
    const int        number[] = {SIGINT, SIGHUP};
    struct sigaction before;
    for (int i = 0; i < 2; i++)
        if (sigaction(number[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
            sigaction(number[i], &action, NULL);
}
