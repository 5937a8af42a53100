#define _XOPEN_SOURCE 700 /* sigaltstack */
#include "cli/crash_handler.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/args.h"

enum { CRASH_STACK = 1 << 16, CRASH_SIGNALS = 5 };
#ifndef HECO_SANITIZED /* sanitizers have handlers of their own */
static const int crash_signal[CRASH_SIGNALS] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
#endif

/* The state is at file scope because signal handlers and exit functions get no argument. */
static struct {
    const char      *spec; /* NULL: no code of the user runs here                             */
    crash_phase      phase;
    int              kept; /* the real standard output; -1: not redirected                    */
    int              registered;
    struct sigaction before[CRASH_SIGNALS];
} crash_now;

/* Writes to standard error without stdio, which is not safe in a handler. */
static void crash_write(const char *text) {
    size_t size = strlen(text);
    while (size > 0) {
        ssize_t put = write(STDERR_FILENO, text, size);
        if (put <= 0) return;
        text += put, size -= (size_t)put;
    }
}

/* Returns how the user's code ended, as the rest of a sentence. 0 means that it called exit(). */
static const char *crash_describe(int number) {
    switch (number) {
    case SIGSEGV: return " crashed (segmentation fault)";
    case SIGBUS: return " crashed (bus error)";
    case SIGFPE: return " crashed (arithmetic error)";
    case SIGILL: return " crashed (illegal instruction)";
    case SIGABRT: return " aborted";
    default: return " called exit()";
    }
}

/* Prints the message and ends the process. Calls only functions that are safe in a handler. */
static void crash_report(int number) {
    static const char *const when[] = {
        [CRASH_LOADING] =
            " while it was loaded: check that the file is complete and built for this machine\n",
        [CRASH_EVALUATING] = (" while a point was evaluated: add --backend process, then only that "
                              "point fails\n"),
        [CRASH_ASKING] = " while it searched: correct the algorithm, which cannot be isolated\n",
    };
    crash_write("heco: ");
    crash_write(crash_now.spec);
    crash_write(crash_describe(number));
    crash_write(when[crash_now.phase]);
    _exit(crash_now.phase == CRASH_LOADING ? CLI_USAGE : CLI_FAILED);
}

/* Reports a call of exit() by the user's code. */
static void crash_at_exit(void) {
    if (crash_now.spec != NULL) crash_report(0);
}

/* Installs crash_report() for crash_signal and stores the former handlers in crash_now.before. */
static void crash_catch(void) {
#ifndef HECO_SANITIZED
    static char      stack[CRASH_STACK];
    stack_t          other = {.ss_sp = stack, .ss_size = sizeof stack};
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = crash_report;
    action.sa_flags   = sigaltstack(&other, NULL) == 0 ? SA_ONSTACK : 0; /* the stack may be full */
    sigemptyset(&action.sa_mask);
    for (int i = 0; i < CRASH_SIGNALS; i++)
        sigaction(crash_signal[i], &action, &crash_now.before[i]);
#endif
}

void crash_begin(const char *spec, crash_phase phase) {
    fflush(stdout);
    crash_now.spec  = phase != CRASH_ISOLATED ? spec : NULL;
    crash_now.phase = phase;
    crash_now.kept  = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
    if (crash_now.kept >= 0) dup2(STDERR_FILENO, STDOUT_FILENO);
    if (!crash_now.registered) crash_now.registered = atexit(crash_at_exit) == 0;
    if (crash_now.spec != NULL) crash_catch();
}

void crash_end(void) {
    fflush(stdout); /* text of the user's code still goes to standard error */
    if (crash_now.kept >= 0) {
        dup2(crash_now.kept, STDOUT_FILENO);
        close(crash_now.kept);
    }
#ifndef HECO_SANITIZED
    for (int i = 0; crash_now.spec != NULL && i < CRASH_SIGNALS; i++)
        sigaction(crash_signal[i], &crash_now.before[i], NULL);
#endif
    crash_now.spec = NULL;
}
