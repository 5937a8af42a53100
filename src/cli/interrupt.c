#include "cli/interrupt.h"

#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <time.h>
#include <unistd.h>

/* At file scope: a signal handler has no other way to know or say something. */
static volatile sig_atomic_t interrupt_flag, interrupt_terminal;
static struct timespec       interrupt_first; /* of the handler alone */

/* timeout(1) and batch systems send one signal twice, to the process and to its group. */
static const double INTERRUPT_ECHO = 0.3; /* seconds */

/* Whoever sits there should know that something happens. */
static void interrupt_say(void) {
    static const char text[] =
        "\r\033[Kheco: ending after the points under way; Ctrl-C again ends immediately\n";
    int code = errno;
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
        raise(number); /* comes when the handler is left */
        return;
    }
    clock_gettime(CLOCK_MONOTONIC, &interrupt_first);
    interrupt_flag = 1;
    interrupt_say();
}

const volatile int *interrupt_catch(void) {
    struct sigaction action = {0};
    action.sa_handler       = interrupt_handle;
    interrupt_terminal      = isatty(STDERR_FILENO);
    action.sa_flags         = SA_RESTART; /* the point under way is to finish undisturbed */
    sigemptyset(&action.sa_mask);         /* one at a time, of both kinds */
    sigaddset(&action.sa_mask, SIGINT);
    sigaddset(&action.sa_mask, SIGTERM);
    sigaddset(&action.sa_mask, SIGHUP);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    /* The terminal is gone, but -o and the journal are not; nohup has it ignored. */
    struct sigaction before;
    if (sigaction(SIGHUP, NULL, &before) == 0 && before.sa_handler != SIG_IGN)
        sigaction(SIGHUP, &action, NULL);
    return &interrupt_flag;
}

int interrupt_seen(void) { return interrupt_flag != 0; }
