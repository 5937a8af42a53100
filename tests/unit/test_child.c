/* Child processes: how they end is described, their group ends with them, and a closed pipe raises no signal. */
#include "base/child.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "testing.h"

static void assert_end(int status, int shell, const char *expected) {
    char text[100];
    heco_child_describe(status, shell, text, sizeof text);
    assert_string_equal(text, expected);
}

/* Waits until the child has ended by itself, so that heco_child_end() does not kill it. */
static int own_end(pid_t pid) {
    while (!heco_child_has_ended(pid)) nanosleep(&(struct timespec){0, 1000000}, NULL);
    return heco_child_end(pid);
}

static void an_exit_code_is_described(void **state) {
    (void)state;
    pid_t pid = heco_child_fork(HECO_CHILD_GROUP);
    if (pid == 0) _exit(139);
    int status = own_end(pid);
    assert_end(status, 0, "ended with exit code 139");
    assert_end(status, 1, "was ended by signal 11 (Segmentation fault)");
}

/* The host ignores and blocks the signal; in the child it has its default action. */
static void signals_are_reset(void **state) {
    (void)state;
    sigset_t fault;
    sigemptyset(&fault);
    sigaddset(&fault, SIGFPE);
    signal(SIGFPE, SIG_IGN);
    sigprocmask(SIG_BLOCK, &fault, NULL);
    pid_t pid = heco_child_fork(HECO_CHILD_GROUP | HECO_CHILD_MORTAL);
    if (pid == 0) {
        kill(getpid(), SIGFPE);
        _exit(0);
    }
    signal(SIGFPE, SIG_DFL);
    sigprocmask(SIG_UNBLOCK, &fault, NULL);
    assert_end(own_end(pid), 0, "was ended by signal 8 (Floating point exception)");
}

/* The child starts a process that inherits the pipe; the pipe is at its end only if both are gone. */
static void a_group_ends_with_its_leader(void **state) {
    (void)state;
    int  end[2];
    char byte;
    assert_int_equal(heco_child_pipe(end), 0);
    assert_true(end[0] > 2 && end[1] > 2);
    pid_t pid = heco_child_fork(HECO_CHILD_GROUP);
    if (pid == 0) {
        pid_t grandchild = fork();
        if (grandchild == 0 && write(end[1], "x", 1) != 1) _exit(1);
        for (;;) pause();
    }
    close(end[1]);
    assert_int_equal(read(end[0], &byte, 1), 1);
    assert_false(heco_child_has_ended(pid));
    assert_end(heco_child_end(pid), 0, "was ended by signal 9 (Killed)");
    assert_int_equal(read(end[0], &byte, 1), 0);
    close(end[0]);
}

static void a_closed_pipe_raises_no_signal(void **state) {
    (void)state;
    int      end[2];
    sigset_t pending;
    assert_int_equal(heco_child_pipe(end), 0);
    close(end[0]);
    assert_int_equal(heco_child_write(end[1], "x", 1), -1);
    assert_int_equal(errno, EPIPE);
    assert_int_equal(sigpending(&pending), 0);
    assert_int_equal(sigismember(&pending, SIGPIPE), 0);
    close(end[1]);
}

/* A host that ignores SIGCHLD still learns that the child has ended. */
static void the_end_is_seen_without_a_status(void **state) {
    (void)state;
    signal(SIGCHLD, SIG_IGN);
    pid_t pid = heco_child_fork(0);
    if (pid == 0) _exit(3);
    assert_int_equal(own_end(pid), 0);
    signal(SIGCHLD, SIG_DFL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_exit_code_is_described),    cmocka_unit_test(signals_are_reset),
        cmocka_unit_test(a_group_ends_with_its_leader), cmocka_unit_test(a_closed_pipe_raises_no_signal),
        cmocka_unit_test(the_end_is_seen_without_a_status),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
