/* Tells whether a bench writes to a database and how large its plan is. The bench holds a lock on
 * the file beside the database and has written the number of its jobs into that file. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/os.h"
#include "heco/experiment.h"

/* Returns the number of jobs that the lock file states; 0 if it states none. */
static size_t bench_state_jobs(int fd) {
    char text[64] = "";
    if (read(fd, text, sizeof text - 1) <= 0 || strncmp(text, "jobs ", 5) != 0) return 0;
    return (size_t)strtoull(text + 5, NULL, 10);
}

int heco_bench_running(const char *db, size_t *jobs) {
    size_t size    = strlen(db) + sizeof "-bench";
    char  *path    = malloc(size);
    int    running = 0;
    if (jobs != NULL) *jobs = 0;
    if (path == NULL) return 0;
    snprintf(path, size, "%s-bench", db);
    int fd = heco_os_open(path, O_RDONLY);
    free(path);
    if (fd < 0) return 0;
    running = heco_os_is_locked(fd);
    if (running && jobs != NULL) *jobs = bench_state_jobs(fd);
    close(fd);
    return running;
}
