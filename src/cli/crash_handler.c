#include "cli/crash_handler.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/os.h"
#include "cli/args.h"
#include "cli/signals.h"

/* The state is at file scope because signal handlers and exit functions get no argument. */
static struct {
    const char *spec; /* NULL: no code of the user runs here                             */
    crash_phase phase;
    int         kept; /* the real standard output; -1: not redirected                    */
    int         registered;
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
#ifdef SIGBUS
    case SIGBUS: return " crashed (bus error)";
#endif
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

void crash_begin(const char *spec, crash_phase phase) {
    fflush(stdout);
    crash_now.spec  = phase != CRASH_ISOLATED ? spec : NULL;
    crash_now.phase = phase;
    crash_now.kept  = heco_os_duplicate(STDOUT_FILENO);
    if (crash_now.kept >= 0) dup2(STDERR_FILENO, STDOUT_FILENO);
    if (!crash_now.registered) crash_now.registered = atexit(crash_at_exit) == 0;
    if (crash_now.spec != NULL) signals_catch_faults(crash_report);
}

void crash_end(void) {
    fflush(stdout); /* text of the user's code still goes to standard error */
    if (crash_now.kept >= 0) {
        dup2(crash_now.kept, STDOUT_FILENO);
        close(crash_now.kept);
    }
    if (crash_now.spec != NULL) signals_release_faults();
    crash_now.spec = NULL;
}
