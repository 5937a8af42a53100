#include "cli/interrupt.h"

#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <unistd.h>

/* At file scope: a signal handler has no other way to know or say something. */
static volatile sig_atomic_t interrupt_flag, interrupt_terminal;

/* Whoever sits there should know that something happens. */
static void interrupt_say(void) {
    static const char text[] =
        "\r\033[Kheco: ending after the points under way; Ctrl-C again ends at once\n";
    int code = errno;
    if (interrupt_terminal && write(STDERR_FILENO, text, sizeof text - 1) < 0) errno = 0;
    errno = code;
}

static void interrupt_handle(int number) {
    (void)number;
    interrupt_flag = 1;
    interrupt_say();
    /* The second signal of either kind is not caught any more. */
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
}

const volatile int *interrupt_catch(void) {
    struct sigaction action = {0};
    action.sa_handler       = interrupt_handle;
    interrupt_terminal      = isatty(STDERR_FILENO);
    action.sa_flags         = SA_RESTART; /* the point under way is to finish undisturbed */
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    return &interrupt_flag;
}

int interrupt_seen(void) { return interrupt_flag != 0; }
