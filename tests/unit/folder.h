/* A folder for one test, and files in it. */
#ifndef HECO_TEST_FOLDER_H
#define HECO_TEST_FOLDER_H

#include <sys/stat.h>
#include <unistd.h>

typedef struct {
    char path[64];
} test_folder;

static inline test_folder test_folder_new(void) {
    test_folder f = {"/tmp/heco-test-XXXXXX"};
    assert_non_null(mkdtemp(f.path));
    return f;
}

static inline void test_folder_drop(const test_folder *f) {
    char command[128];
    snprintf(command, sizeof command, "rm -rf '%s'", f->path);
    assert_int_equal(system(command), 0);
}

static inline void test_folder_make(const test_folder *f, const char *name) {
    char path[400];
    snprintf(path, sizeof path, "%s/%s", f->path, name);
    assert_int_equal(mkdir(path, 0777), 0);
}

static inline FILE *test_folder_file(const test_folder *f, const char *name) {
    char path[400];
    snprintf(path, sizeof path, "%s/%s", f->path, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    return file;
}

/* A copy of a file; line `line` (0: none) becomes `text`. */
static inline void test_folder_copy(const test_folder *f, const char *name, const char *from,
                                    size_t line, const char *text) {
    FILE  *in = fopen(from, "r"), *out = test_folder_file(f, name);
    size_t at = 1;
    int    c;
    if (in == NULL) fail_msg("cannot read %s", from);
    while ((c = getc(in)) != EOF) {
        if (at != line) putc(c, out);
        if (c == '\n' && at++ == line) fputs(text, out);
    }
    fclose(in), fclose(out);
}

#endif
