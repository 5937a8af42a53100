/* How many cores this process may use: those it is bound to (a batch system or taskset binds it to
 * fewer than the machine has), else those that are online. Neither call is C, so it has a file of
 * its own. */
#define _GNU_SOURCE /* sched_getaffinity */
#include <sched.h>
#include <unistd.h>

#include "heco/common.h"

unsigned heco_cores_count(void) {
#ifdef CPU_COUNT
    cpu_set_t mine;
    if (sched_getaffinity(0, sizeof mine, &mine) == 0 && CPU_COUNT(&mine) > 0)
        return (unsigned)CPU_COUNT(&mine);
#endif
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return cores > 0 ? (unsigned)cores : 1;
}
