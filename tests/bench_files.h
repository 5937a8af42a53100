/* A folder for the databases of a test program; each test gets a file of its own. */
#ifndef HECO_TEST_BENCH_FILES_H
#define HECO_TEST_BENCH_FILES_H

#include <unistd.h>

#include "testing.h"

static char folder[64], path[100]; /* of the program; of the test's database */

/* In memory where there is such a place: every run that is stored is synced. */
static inline int make_folder(void **state) {
    (void)state;
    snprintf(folder, sizeof folder, "%s/heco_test_bench_XXXXXX",
             access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
    return mkdtemp(folder) == NULL;
}

static inline int remove_folder(void **state) {
    (void)state;
    char command[120];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return system(command);
}

static inline int fresh(void **state) {
    static int made;
    (void)state;
    snprintf(path, sizeof path, "%s/%d.db", folder, ++made);
    return 0;
}

#endif
