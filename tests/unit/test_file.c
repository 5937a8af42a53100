#include "testing.h"

#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "folder.h"

static char *contents(const char *path) {
    static char text[100];
    FILE       *file = fopen(path, "r");
    if (file == NULL) return NULL;
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    return text;
}

static void put(const char *path, const char *text, int commit) {
    heco_file f;
    assert_int_equal(heco_file_open(&f, path), 0);
    fputs(text, f.file);
    if (commit) assert_int_equal(heco_file_commit(&f), 0);
    heco_file_drop(&f);
}

static void appears_complete_or_not_at_all(void **state) {
    char        path[100];
    struct stat about;
    test_folder folder = test_folder_new();
    (void)state;
    snprintf(path, sizeof path, "%s/answer", folder.path);
    put(path, "one", 0);
    assert_null(contents(path));
    put(path, "two", 1);
    assert_string_equal(contents(path), "two");
    assert_int_equal(chmod(path, 0640), 0);
    put(path, "three", 0);
    assert_string_equal(contents(path), "two");
    put(path, "four", 1);
    assert_string_equal(contents(path), "four");
    assert_int_equal(stat(path, &about), 0);
    assert_int_equal(about.st_mode & 0777, 0640);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(rmdir(folder.path), 0); /* no temporary file is left */
}

static void failures_have_a_reason(void **state) {
    heco_file f;
    (void)state;
    assert_int_equal(heco_file_open(&f, "/no/such/folder/answer"), ENOENT);
    FILE *full = fopen("/dev/full", "w");
    if (full == NULL) skip();
    fputs("text", full);
    assert_int_equal(heco_file_close(full, 0), ENOSPC);
    full = fopen("/dev/full", "w");
    fputs("text", full);
    assert_int_not_equal(fflush(full), 0);
    assert_int_equal(heco_file_close(full, 0), -1); /* the errno of the first failure is lost */
    assert_string_equal(heco_file_reason(-1), "is the disk full?");
    assert_string_equal(heco_file_reason(ENOSPC), strerror(ENOSPC));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(appears_complete_or_not_at_all),
        cmocka_unit_test(failures_have_a_reason),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
