/* What the fuzzers share: assertions, bytes taken one after the other, and bytes as a file. */
#ifndef HECO_FUZZ_INPUT_H
#define HECO_FUZZ_INPUT_H

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
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

/* Called by libFuzzer for each input. */
int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

#endif
