#define _XOPEN_SOURCE 700 /* sigaltstack */
#include "cli/crash_guard.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/args.h"

enum { GUARD_STACK = 1 << 16, GUARD_SIGNALS = 5 };
#ifndef HECO_SANITIZED /* which have handlers of their own */
static const int guard_signal[GUARD_SIGNALS] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
#endif

/* At file scope: handlers and exit functions get no argument. */
static struct {
    const char      *spec; /* NULL: nothing to guard                                         */
    guard_phase      phase;
    int              kept; /* the real standard output, -1: not turned away                   */
    int              registered;
    struct sigaction before[GUARD_SIGNALS];
} guard_now;

static void guard_write(const char *text) {
    size_t size = strlen(text);
    while (size > 0) {
        ssize_t put = write(STDERR_FILENO, text, size);
        if (put <= 0) return;
        text += put, size -= (size_t)put;
    }
}

static const char *guard_name(int number) {
    switch (number) {
    case SIGSEGV:
        return " crashed (segmentation fault)";
    case SIGBUS:
        return " crashed (bus error)";
    case SIGFPE:
        return " crashed (arithmetic error)";
    case SIGILL:
        return " crashed (illegal instruction)";
    case SIGABRT:
        return " aborted";
    default:
        return " called exit()";
    }
}

/* Only what is safe in a signal handler. */
static void guard_last_words(int number) {
    static const char *const when[] = {
        [GUARD_LOADING] =
            " while it was loaded: is the file complete, and built for this machine?\n",
        [GUARD_SEARCHING] = (" while a point was evaluated: add --backend process, then it costs "
                             "that point and not the search\n"),
        [GUARD_ASKING]    = " while it searched: an algorithm is not isolated, fix it\n",
    };
    guard_write("heco: ");
    guard_write(guard_now.spec);
    guard_write(guard_name(number));
    guard_write(when[guard_now.phase]);
    _exit(guard_now.phase == GUARD_LOADING ? CLI_USAGE : CLI_FAILED);
}

static void guard_at_exit(void) {
    if (guard_now.spec != NULL) guard_last_words(0);
}

static void guard_catch(void) {
#ifndef HECO_SANITIZED
    static char      stack[GUARD_STACK];
    stack_t          other = {.ss_sp = stack, .ss_size = sizeof stack};
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = guard_last_words;
    action.sa_flags   = sigaltstack(&other, NULL) == 0 ? SA_ONSTACK : 0; /* it may be full */
    sigemptyset(&action.sa_mask);
    for (int i = 0; i < GUARD_SIGNALS; i++)
        sigaction(guard_signal[i], &action, &guard_now.before[i]);
#endif
}

void guard_begin(const char *spec, guard_phase phase) {
    fflush(stdout);
    guard_now.spec  = phase != GUARD_ELSEWHERE ? spec : NULL;
    guard_now.phase = phase;
    guard_now.kept  = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
    if (guard_now.kept >= 0) dup2(STDERR_FILENO, STDOUT_FILENO);
    if (!guard_now.registered) guard_now.registered = atexit(guard_at_exit) == 0;
    if (guard_now.spec != NULL) guard_catch();
}

void guard_end(void) {
    fflush(stdout); /* what the code printed, still to standard error */
    if (guard_now.kept >= 0) {
        dup2(guard_now.kept, STDOUT_FILENO);
        close(guard_now.kept);
    }
#ifndef HECO_SANITIZED
    for (int i = 0; guard_now.spec != NULL && i < GUARD_SIGNALS; i++)
        sigaction(guard_signal[i], &guard_now.before[i], NULL);
#endif
    guard_now.spec = NULL;
}
