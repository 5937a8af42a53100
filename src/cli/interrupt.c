#include "cli/interrupt.h"

#include <errno.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

#include "cli/signals.h"

/* The state is at file scope because a signal handler gets no other argument. */
static volatile sig_atomic_t interrupt_flag, interrupt_terminal;
static struct timespec       interrupt_first; /* used by the handler only */

/* timeout(1) and batch systems send one signal twice, to the process and to its group. */
static const double INTERRUPT_ECHO = 0.3; /* seconds */

/* Tells a user at a terminal that the signal was received. */
static void interrupt_announce(void) {
    static const char text[] = "\r\033[Kheco: finishing the current points; Ctrl-C ends now\n";
    int               code   = errno;
    if (interrupt_terminal && write(STDERR_FILENO, text, sizeof text - 1) < 0) errno = 0;
    errno = code;
}

static double interrupt_since_first(void) {
    struct timespec now = {0};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - interrupt_first.tv_sec) +
           1e-9 * (double)(now.tv_nsec - interrupt_first.tv_nsec);
}

/* The second signal of either kind ends the command as if it were not caught. */
static void interrupt_handle(int number) {
    if (interrupt_flag && interrupt_since_first() < INTERRUPT_ECHO) return;
    if (interrupt_flag) {
        signal(number, SIG_DFL);
        raise(number); /* is delivered when the handler returns */
        return;
    }
    clock_gettime(CLOCK_MONOTONIC, &interrupt_first);
    interrupt_flag = 1;
    interrupt_announce();
}

void interrupt_catch(int evaluates) {
    interrupt_terminal = evaluates && isatty(STDERR_FILENO);
    signals_catch_stop(interrupt_handle);
}

int interrupt_seen(void) { return interrupt_flag != 0; }

int interrupt_should_stop(void *user, const heco_progress *progress) {
    (void)user, (void)progress;
    return interrupt_flag != 0;
}
