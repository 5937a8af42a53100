#include "cli/interrupt.h"

#include <signal.h>
#include <stddef.h>

/* The one variable at file scope: a signal handler has no other way to say something. */
static volatile sig_atomic_t interrupt_flag;

static void interrupt_handle(int number) {
    (void)number;
    interrupt_flag = 1;
    /* The second signal of either kind is not caught any more. */
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
}

const volatile int *interrupt_catch(void) {
    struct sigaction action = {0};
    action.sa_handler       = interrupt_handle;
    action.sa_flags         = SA_RESTART; /* the batch under way is to finish undisturbed */
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    return &interrupt_flag;
}

int interrupt_seen(void) { return interrupt_flag != 0; }
