#define _DEFAULT_SOURCE /* the size of a terminal, realpath, mkdtemp */
#include "base/os.h"

#include <errno.h>
#include <fcntl.h>
#include <langinfo.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

int heco_os_open(const char *path, int flags) {
    int reads = (flags & O_ACCMODE) == O_RDONLY;
    return open(path, flags | O_CLOEXEC | (reads ? O_NONBLOCK : 0), 0666);
}

int heco_os_open_special(const char *path) {
    int fd = open(path, O_WRONLY | O_TRUNC | O_CREAT | O_NONBLOCK, 0666);
    if (fd >= 0) fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) & ~O_NONBLOCK);
    return fd;
}

int heco_os_lock(int fd) {
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    return fcntl(fd, F_SETLK, &lock) == 0;
}

int heco_os_is_locked(int fd) {
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    return fcntl(fd, F_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
}

long heco_os_lock_owner(int fd) {
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    return fcntl(fd, F_GETLK, &lock) == 0 && lock.l_type != F_UNLCK ? (long)lock.l_pid : 0;
}

int heco_os_is_file_at(int fd, const char *path) {
    struct stat held, named;
    return fstat(fd, &held) == 0 && stat(path, &named) == 0 && held.st_ino == named.st_ino &&
           held.st_dev == named.st_dev;
}

void heco_os_close_and_remove(int fd, const char *path) {
    unlink(path); /* first, while the lock is held */
    close(fd);
}

int heco_os_is_same_file(const char *one, const char *other) {
    struct stat a, b;
    return stat(one, &a) == 0 && stat(other, &b) == 0 && a.st_ino == b.st_ino &&
           a.st_dev == b.st_dev;
}

int heco_os_is_unchanged(const struct stat *before, const struct stat *now) {
    return before->st_ino == now->st_ino && before->st_dev == now->st_dev &&
           before->st_size == now->st_size && heco_os_changed(before) == heco_os_changed(now);
}

/* Writes the template of a temporary name. Returns 0 if it does not fit. */
static int os_temporary_name(char *path, size_t size) {
    const char *parent = getenv("TMPDIR");
    int         length = snprintf(path, size, "%s/heco-XXXXXX",
                          parent != NULL && parent[0] != '\0' ? parent : "/tmp");
    return length > 0 && (size_t)length < size;
}

int heco_os_temporary_file(char *path, size_t size) {
    if (!os_temporary_name(path, size)) return ENAMETOOLONG;
    int fd = mkstemp(path);
    return fd < 0 ? errno : close(fd);
}

int heco_os_temporary_folder(char *path, size_t size) {
    if (!os_temporary_name(path, size)) return ENAMETOOLONG;
    return mkdtemp(path) != NULL ? 0 : errno;
}

int heco_os_sync(int fd) { return fsync(fd); }

int heco_os_make_folder(const char *path) { return mkdir(path, 0777); }

int heco_os_rename(const char *from, const char *to) { return rename(from, to); }

int heco_os_link(const char *from, const char *to) { return symlink(from, to) == 0 ? 0 : errno; }

char *heco_os_real_path(const char *path) { return realpath(path, NULL); }

int heco_os_is_absolute(const char *path) { return path[0] == '/'; }

const char *heco_os_program_suffix(const char *path) { return access(path, X_OK) == 0 ? "" : NULL; }

/* If the group cannot be kept, the group gets no rights. */
void heco_os_copy_mode(int fd, const char *path) {
    struct stat about;
    mode_t      mask = umask(0);
    umask(mask);
    mode_t mode = 0666 & ~mask;
    if (stat(path, &about) == 0) {
        mode = about.st_mode & 0777;
        if (fchown(fd, about.st_uid, about.st_gid) != 0 && fchown(fd, (uid_t)-1, about.st_gid) != 0)
            mode &= 0707;
    }
    (void)fchmod(fd, mode);
}

int64_t heco_os_changed(const struct stat *about) {
#ifdef __APPLE__
    const struct timespec *t = &about->st_mtimespec;
#else
    const struct timespec *t = &about->st_mtim;
#endif
    return (int64_t)t->tv_sec * 1000000000 + t->tv_nsec;
}

int heco_os_duplicate(int fd) { return fcntl(fd, F_DUPFD_CLOEXEC, 3); }

FILE *heco_os_memory_open(char **text, size_t *size) { return open_memstream(text, size); }

char *heco_os_memory_close(FILE *file, char **text, size_t *size) {
    (void)size; /* open_memstream() has kept the addresses */
    if (fclose(file) == 0) return *text;
    free(*text);
    return *text = NULL;
}

int heco_os_terminal_size(int fd, int *rows, int *columns) {
#ifdef TIOCGWINSZ
    struct winsize size;
    if (ioctl(fd, TIOCGWINSZ, &size) == 0 && size.ws_col > 1) {
        *rows = size.ws_row, *columns = size.ws_col;
        return 1;
    }
#endif
    return 0;
}

int heco_os_is_utf8(void) { return strcmp(nl_langinfo(CODESET), "UTF-8") == 0; }

/* Takes the place of standard streams that are closed. Otherwise the next file gets the descriptor,
 * and messages are written into it. The placeholder cannot be read or written in the direction of
 * its stream, so that using it fails as before. */
static void posix_occupy_standard_streams(void) {
    for (int fd = 0; fd <= 2; fd++)
        if (fcntl(fd, F_GETFD) < 0 && errno == EBADF &&
            open("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY) < 0)
            return;
}

void heco_os_begin_command(void) {
    posix_occupy_standard_streams();
    signal(SIGXFSZ, SIG_IGN);
}
