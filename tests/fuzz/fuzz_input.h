/* What the fuzzers share: assertions, bytes taken one after the other, and bytes as a file. */
#ifndef HECO_FUZZ_INPUT_H
#define HECO_FUZZ_INPUT_H

#include <dirent.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#define check(holds) ((holds) ? (void)0 : fuzz_failed(#holds, __FILE__, __LINE__))
static inline void fuzz_failed(const char *what, const char *file, int line) {
    fprintf(stderr, "%s:%d: not so: %s\n", file, line, what);
    abort();
}

typedef struct {
    const unsigned char *at;
    size_t               left;
} fuzz_bytes;

/* The next byte; 0 when there is none. */
static inline unsigned fuzz_byte(fuzz_bytes *b) {
    if (b->left == 0) return 0;
    b->left--;
    return *b->at++;
}

/* Up to `size` of the next bytes; how many is returned. */
static inline size_t fuzz_take(fuzz_bytes *b, size_t size, const unsigned char **from) {
    *from = b->at;
    if (size > b->left) size = b->left;
    b->at += size;
    b->left -= size;
    return size;
}

/* Where files are made; in memory if there is such a place. */
static inline const char *fuzz_place(void) {
    return access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
}

/* A path under which these bytes can be read and written. The file has no name, so that nothing is
 * left behind; one at a time. */
static inline const char *fuzz_file(const void *data, size_t size) {
    static int  fd = -1;
    static char path[32];
    if (fd < 0) {
        char name[64];
        snprintf(name, sizeof name, "%s/heco-fuzz-XXXXXX", fuzz_place());
        fd = mkstemp(name);
        check(fd >= 0 && unlink(name) == 0);
        snprintf(path, sizeof path, "/dev/fd/%d", fd);
    }
    /* In this order, because ext4 flushes a file that was cut to nothing when it is closed. */
    check(pwrite(fd, data, size, 0) == (ssize_t)size && ftruncate(fd, (off_t)size) == 0);
    return path;
}

/* Removes the files of the folder of fuzz_folder(). */
static inline void fuzz_empty(const char *folder) {
    DIR *dir = opendir(folder);
    check(dir != NULL);
    for (struct dirent *e; (e = readdir(dir)) != NULL;)
        if (e->d_name[0] != '.') unlinkat(dirfd(dir), e->d_name, 0);
    closedir(dir);
}

static char fuzz_folder_path[64];

static inline void fuzz_remove_folder(void) {
    fuzz_empty(fuzz_folder_path);
    rmdir(fuzz_folder_path);
}

/* A folder for files that need names. The end of the process removes it. */
static inline const char *fuzz_folder(void) {
    if (fuzz_folder_path[0] == '\0') {
        snprintf(fuzz_folder_path, sizeof fuzz_folder_path, "%s/heco-fuzz-XXXXXX", fuzz_place());
        check(mkdtemp(fuzz_folder_path) != NULL && atexit(fuzz_remove_folder) == 0);
    }
    return fuzz_folder_path;
}

static inline void fuzz_write(const char *path, const void *data, size_t size) {
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    check(fd >= 0 && write(fd, data, size) == (ssize_t)size && close(fd) == 0);
}

/* Called by libFuzzer for each input. */
int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

#endif
