/* How many cores there are: sysconf is POSIX, so it has a file of its own. */
#include <unistd.h>

#include "heco/version.h"

unsigned heco_cores_count(void) {
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return cores > 0 ? (unsigned)cores : 1;
}
