/* The number of cores: those the process is bound to, else those that are online. */
#define _GNU_SOURCE /* sched_setaffinity */
#include <sched.h>

#include "testing.h"

#include <unistd.h>

#include "heco/common.h"

/* The same file on a system whose call refuses. */
static int refuse(int pid, size_t size, void *set) {
    (void)pid, (void)size, (void)set;
    return -1;
}
#define sched_getaffinity refuse
#define heco_cores_count cores_when_refused
unsigned cores_when_refused(void);
#include "base/cores.c"
#undef sched_getaffinity
#undef heco_cores_count

static void a_bound_process_has_what_it_is_bound_to(void **state) {
    (void)state;
    cpu_set_t before, one;
    if (sched_getaffinity(0, sizeof before, &before) != 0) skip();
    assert_int_equal(heco_cores_count(), CPU_COUNT(&before));
    CPU_ZERO(&one);
    for (int i = 0; i < CPU_SETSIZE && CPU_COUNT(&one) == 0; i++)
        if (CPU_ISSET(i, &before)) CPU_SET(i, &one);
    assert_int_equal(sched_setaffinity(0, sizeof one, &one), 0);
    unsigned bound = heco_cores_count();
    assert_int_equal(sched_setaffinity(0, sizeof before, &before), 0);
    assert_int_equal(bound, 1);
}

static void otherwise_it_has_what_is_online(void **state) {
    (void)state;
    assert_int_equal(cores_when_refused(), sysconf(_SC_NPROCESSORS_ONLN));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_bound_process_has_what_it_is_bound_to),
        cmocka_unit_test(otherwise_it_has_what_is_online),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
