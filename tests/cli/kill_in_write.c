/* For LD_PRELOAD: the process kills itself (-9) in the middle of a write to one file.
 *   HECO_KILL_FILE=PATH HECO_KILL_WRITE=K HECO_KILL_SHARE=S
 * At its K-th write to PATH only S thousandths of the bytes are written. Nothing else is touched. */
#define _GNU_SOURCE
#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static int kill_is_it(int fd) {
    const char *path = getenv("HECO_KILL_FILE");
    struct stat a, b;
    if (path == NULL || fstat(fd, &a) != 0 || stat(path, &b) != 0) return 0;
    return a.st_ino == b.st_ino && a.st_dev == b.st_dev;
}

ssize_t write(int fd, const void *data, size_t size) {
    static long writes;
    if (kill_is_it(fd) && ++writes == atol(getenv("HECO_KILL_WRITE"))) {
        size_t part = size * (size_t)atol(getenv("HECO_KILL_SHARE")) / 1000;
        if (part > 0) syscall(SYS_write, fd, data, part);
        kill(getpid(), SIGKILL);
    }
    return syscall(SYS_write, fd, data, size);
}
