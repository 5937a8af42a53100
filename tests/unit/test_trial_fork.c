/* A child that ends well, exits, crashes, hangs: the parent hears of it and is not touched. */
#include "models/trial_fork.h"

#include <signal.h>
#include <unistd.h>

#include "testing.h"

static void at_exit_of_the_host(void) { fputs("must not run in the child\n", stderr); }

static void well(void *user) { ++*(int *)user; }
static void says_and_exits(void *user) {
    (void)user;
    fprintf(stderr, "  bad line 3 of x:\n\twhat it was\nand more\n");
    exit(0); /* even with this code it did not come through */
}
static void refuses(void *user) { heco_trial_fork_refuse("%d is wrong", *(int *)user); }
static void crashes(void *user) {
    (void)user;
    raise(SIGSEGV); /* cmocka catches it in the host, but must not in the child */
}
static void hangs(void *user) {
    (void)user;
    for (;;) pause();
}

static void every_end_is_told(void **state) {
    (void)state;
    char said[100];
    int  count = 7;
    atexit(at_exit_of_the_host);
    assert_int_equal(heco_trial_fork(well, &count, 10, said, sizeof said), HECO_TRIAL_GOOD);
    assert_int_equal(count, 7); /* it happened elsewhere */
    assert_int_equal(heco_trial_fork(says_and_exits, NULL, 10, said, sizeof said), HECO_TRIAL_BAD);
    assert_string_equal(said, "bad line 3 of x:  what it was");
    assert_int_equal(heco_trial_fork(refuses, &count, 10, said, sizeof said), HECO_TRIAL_BAD);
    assert_string_equal(said, "7 is wrong");
    assert_int_equal(heco_trial_fork(crashes, NULL, 10, said, sizeof said), HECO_TRIAL_CRASH);
    assert_string_equal(said, "Segmentation fault");
    assert_int_equal(heco_trial_fork(hangs, NULL, 1, said, sizeof said), HECO_TRIAL_LATE);
}

/* A host that does not wait for its children still learns how they ended. */
static void a_host_that_ignores_its_children(void **state) {
    (void)state;
    char said[100];
    int  count = 7;
    signal(SIGCHLD, SIG_IGN);
    assert_int_equal(heco_trial_fork(well, &count, 10, said, sizeof said), HECO_TRIAL_GOOD);
    assert_int_equal(heco_trial_fork(refuses, &count, 10, said, sizeof said), HECO_TRIAL_BAD);
    signal(SIGCHLD, SIG_DFL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_end_is_told),
        cmocka_unit_test(a_host_that_ignores_its_children),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
