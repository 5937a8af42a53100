/* The orphan reaper: registered programs end with the host, removed ones do not, and a reaper
 * that is missing or was killed costs the host nothing. */
#include "testing.h"

#include <errno.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "models/exec/exec_child.h"
#include "models/exec/orphan_reaper.h"

/* A process that sleeps, in a group of its own. */
static pid_t sleeper(void) {
    pid_t pid = fork();
    if (pid == 0) {
        setpgid(0, 0);
        for (;;) pause();
    }
    setpgid(pid, pid);
    return pid;
}

/* 1: that process, a child or not, has gone within some seconds. */
static int has_gone(pid_t pid) {
    for (int i = 0; i < 1000; i++) {
        if (kill(pid, 0) != 0 && errno == ESRCH) return 1;
        waitpid(pid, NULL, WNOHANG);
        nanosleep(&(struct timespec){0, 10000000}, NULL);
    }
    return 0;
}

/* Two sleepers are announced, one is taken back; then the host ends without a word. */
static void programs_end_with_their_host(void **state) {
    (void)state;
    pid_t known = sleeper(), spared = sleeper();
    pid_t host = fork();
    if (host == 0) {
        heco_orphan_reaper g;
        heco_orphan_reaper_start(&g);
        heco_orphan_reaper_add(&g, known);
        heco_orphan_reaper_add(&g, spared);
        heco_orphan_reaper_remove(&g, spared);
        _exit(g.pid > 0 ? 0 : 1);
    }
    int status = 0;
    assert_int_equal(waitpid(host, &status, 0), host);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    assert_true(has_gone(known));
    assert_int_equal(kill(spared, 0), 0);
    kill(spared, SIGKILL);
    assert_int_equal(waitpid(spared, NULL, 0), spared);
}

/* A reaper that is stopped kills no program. */
static void a_stopped_reaper_kills_nothing(void **state) {
    (void)state;
    heco_orphan_reaper g;
    pid_t           program = sleeper();
    heco_orphan_reaper_start(&g);
    assert_true(g.pid > 0);
    pid_t reaper = g.pid;
    heco_orphan_reaper_add(&g, program);
    heco_orphan_reaper_stop(&g);
    assert_int_equal(g.pid, 0);
    assert_true(has_gone(reaper));
    assert_int_equal(kill(program, 0), 0);
    heco_orphan_reaper_stop(&g); /* twice is fine */
    kill(program, SIGKILL);
    assert_int_equal(waitpid(program, NULL, 0), program);
}

/* Writing to it raises no SIGPIPE, whose default would end this test. */
static void a_killed_reaper_costs_nothing(void **state) {
    (void)state;
    heco_orphan_reaper g;
    sigset_t        pending;
    heco_orphan_reaper_start(&g);
    assert_int_equal(kill(g.pid, SIGKILL), 0);
    siginfo_t info;
    assert_int_equal(waitid(P_PID, (id_t)g.pid, &info, WEXITED | WNOWAIT), 0);
    heco_orphan_reaper_add(&g, getpid());
    heco_orphan_reaper_remove(&g, getpid());
    assert_int_equal(sigpending(&pending), 0);
    assert_int_equal(sigismember(&pending, SIGPIPE), 0);
    heco_orphan_reaper_stop(&g);
}

/* No descriptors left: no reaper, no program, and an errno that says why. */
static void without_descriptors_there_is_none(void **state) {
    (void)state;
    heco_orphan_reaper g;
    heco_exec_child c;
    struct rlimit   before, none;
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &before), 0);
    int next = dup(0);
    assert_true(next >= 0);
    close(next);
    for (int room = 0; room <= 6; room++) { /* pipes take two, and two more for a moment */
        none          = before;
        none.rlim_cur = (rlim_t)(next + room);
        assert_int_equal(setrlimit(RLIMIT_NOFILE, &none), 0);
        heco_orphan_reaper_start(&g);
        pid_t reaper = g.pid;
        heco_orphan_reaper_add(&g, 1);
        heco_orphan_reaper_stop(&g);
        int code = heco_exec_child_start(&c, "cat", 0, NULL);
        assert_int_equal(setrlimit(RLIMIT_NOFILE, &before), 0);
        if (room < 4) assert_int_equal(reaper, 0);
        else assert_true(reaper > 0);
        assert_int_equal(code, EMFILE); /* it wants three pipes */
        int again = dup(0);
        assert_int_equal(again, next); /* nothing stays open */
        close(again);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(programs_end_with_their_host),
        cmocka_unit_test(a_stopped_reaper_kills_nothing),
        cmocka_unit_test(a_killed_reaper_costs_nothing),
        cmocka_unit_test(without_descriptors_there_is_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
