/* Counts the cores that this process may use: those it is bound to (by a batch system or taskset),
 * else those that are online. Neither call is standard C, so they have a file of their own. */
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
