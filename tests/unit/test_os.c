#include "base/os.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "testing.h"

/* Makes an empty file and returns its descriptor; `path` ends in XXXXXX. */
static int make_file(char *path) {
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    return fd;
}

static void test_memory_stream_collects_text(void **state) {
    (void)state;
    char  *text = NULL;
    size_t size = 0;
    FILE  *file = heco_os_memory_open(&text, &size);
    assert_non_null(file);
    fprintf(file, "%zu rows\n", (size_t)3);
    assert_non_null(heco_os_memory_close(file, &text, &size));
    assert_string_equal(text, "3 rows\n");
    assert_int_equal(size, 7);
    free(text);
}

static void test_rename_replaces(void **state) {
    (void)state;
    char a[] = "test_os_a.XXXXXX", b[] = "test_os_b.XXXXXX", read_back[4] = "";
    int  fd = make_file(a);
    assert_int_equal(write(fd, "new", 3), 3);
    close(fd);
    close(make_file(b));
    assert_int_equal(heco_os_rename(a, b), 0);
    assert_int_equal(heco_os_open(a, O_RDONLY), -1);
    assert_int_equal(errno, ENOENT);
    fd = heco_os_open(b, O_RDONLY);
    assert_int_equal(read(fd, read_back, 3), 3);
    assert_string_equal(read_back, "new");
    close(fd);
    unlink(b);
}

static void test_own_lock_is_no_other_lock(void **state) {
    (void)state;
    char path[] = "test_os_lock.XXXXXX";
    int  fd     = make_file(path);
    assert_int_equal(heco_os_is_locked(fd), 0);
    assert_int_equal(heco_os_lock(fd), 1);
    close(fd);
    unlink(path);
}

static void test_a_folder_is_made_once(void **state) {
    (void)state;
    char path[] = "test_os_folder.XXXXXX";
    close(make_file(path));
    unlink(path);
    assert_int_equal(heco_os_make_folder(path), 0);
    assert_int_equal(heco_os_make_folder(path), -1);
    assert_int_equal(errno, EEXIST);
    rmdir(path);
}

static void test_a_duplicate_is_above_standard_error(void **state) {
    (void)state;
    int copy = heco_os_duplicate(1);
    assert_true(copy > 2);
    close(copy);
    assert_int_equal(heco_os_duplicate(-1), -1);
}

static void test_a_file_is_no_terminal(void **state) {
    (void)state;
    char path[] = "test_os_file.XXXXXX";
    int  fd = make_file(path), rows = 0, columns = 0;
    assert_int_equal(heco_os_terminal_size(fd, &rows, &columns), 0);
    close(fd);
    unlink(path);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_memory_stream_collects_text),
        cmocka_unit_test(test_rename_replaces),
        cmocka_unit_test(test_own_lock_is_no_other_lock),
        cmocka_unit_test(test_a_folder_is_made_once),
        cmocka_unit_test(test_a_duplicate_is_above_standard_error),
        cmocka_unit_test(test_a_file_is_no_terminal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
