/* For LD_PRELOAD: a lock on a file is asked for only once the file HECO_LOCK_WAITS_FOR exists. A file of
 * that name with .reached after it appears when the process has come so far. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

static int wait_then_call(int fd, int what, void *with) {
    const char *path = getenv("HECO_LOCK_WAITS_FOR");
    char        reached[1000];
    if (what == F_SETLK && path != NULL) {
        snprintf(reached, sizeof reached, "%s.reached", path);
        close(open(reached, O_WRONLY | O_CREAT, 0666));
        while (access(path, F_OK) != 0) usleep(10000);
    }
    return (int)syscall(SYS_fcntl, fd, what, with);
}

int fcntl(int fd, int what, ...) {
    va_list args;
    va_start(args, what);
    void *with = va_arg(args, void *);
    va_end(args);
    return wait_then_call(fd, what, with);
}

int fcntl64(int fd, int what, ...) {
    va_list args;
    va_start(args, what);
    void *with = va_arg(args, void *);
    va_end(args);
    return wait_then_call(fd, what, with);
}
