/* Journal files that cannot be opened, written or trusted: a status, a message with the reason, and nothing
 * that was there is lost. */
#include "testing.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "heco/heco.h"
#include "run/journal/journal_file.h"

static char folder[64], path[96];

static int setup(void **state) {
    (void)state;
    snprintf(folder, sizeof folder, "/tmp/heco-test-journal-file-XXXXXX");
    if (mkdtemp(folder) == NULL) return -1;
    snprintf(path, sizeof path, "%s/j", folder);
    return 0;
}

static int teardown(void **state) {
    (void)state;
    unlink(path);
    return rmdir(folder);
}

static void write_bytes(const char *name, const void *data, size_t size) {
    FILE *file = fopen(name, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(data, 1, size, file), size);
    fclose(file);
}

static long size_of(const char *name) {
    struct stat about;
    return stat(name, &about) == 0 ? (long)about.st_size : -1;
}

/* A journal with an identity and these many batches of 40 bytes; its size. */
static uint64_t make(int batches) {
    heco_error         error;
    unsigned char      data[40] = {1, 2, 3};
    heco_journal_output to       = {.path = path};
    unlink(path);
    to.fd = heco_journal_create(path, &error);
    if (to.fd < 0) fail_msg("%s", error.text);
    assert_int_equal(heco_journal_write(to, HECO_JOURNAL_IDENTITY, "who\n", 4, &error), HECO_OK);
    for (int i = 0; i < batches; i++)
        assert_int_equal(heco_journal_write(to, HECO_JOURNAL_ROW, data, sizeof data, &error), HECO_OK);
    close(to.fd);
    return 8 + 12 + 4 + (uint64_t)batches * 52;
}

static void what_is_not_a_file_is_not_opened(void **state) {
    (void)state;
    heco_journal_reader r;
    heco_error          error;
    assert_int_equal(heco_journal_reader_open(&r, path, &error), HECO_ERR_IO);
    assert_text(error.text, "cannot open it: No such file");
    assert_int_equal(heco_journal_reader_open(&r, folder, &error), HECO_ERR_IO);
    assert_text(error.text, "Is a directory");
    assert_int_equal(mkfifo(path, 0600), 0); /* fopen would wait for a writer */
    assert_int_equal(heco_journal_reader_open(&r, path, &error), HECO_ERR_IO);
    assert_text(error.text, "Illegal seek");
    assert_int_equal(heco_journal_is_blank(path), 0);
    unlink(path);
    write_bytes(path, "\nhec", 4); /* the first bytes of the magic: killed in the first write */
    assert_int_equal(heco_journal_reader_open(&r, path, &error), HECO_ERR_FORMAT);
    assert_text(error.text, "is empty");
    assert_int_equal(heco_journal_is_blank(path), 1);
    write_bytes(path, "\nhex", 4);
    assert_int_equal(heco_journal_reader_open(&r, path, &error), HECO_ERR_FORMAT);
    assert_text(error.text, "is not a heco journal");
    assert_int_equal(heco_journal_is_blank(path), 0);
}

static void records_come_back(void **state) {
    (void)state;
    heco_journal_reader r;
    heco_error          error;
    uint64_t            size = make(2);
    assert_int_equal(size_of(path), size);
    assert_int_equal(heco_journal_reader_open(&r, path, &error), HECO_OK);
    assert_int_equal(heco_journal_reader_next(&r, &error), 1);
    assert_true(r.record.type == HECO_JOURNAL_IDENTITY && r.record.size == 4);
    assert_string_equal((char *)r.record.data, "who\n");
    assert_int_equal(heco_journal_reader_next(&r, &error), 1);
    uint64_t second = r.good;
    assert_int_equal(heco_journal_reader_next(&r, &error), 1);
    assert_int_equal(heco_journal_reader_next(&r, &error), 0);
    assert_true(r.good == size && r.torn == 0);
    assert_int_equal(heco_journal_reader_seek(&r, second, &error), HECO_OK);
    assert_int_equal(heco_journal_reader_next(&r, &error), 1);
    assert_int_equal(heco_journal_reader_next(&r, &error), 0);
    assert_int_equal(heco_journal_reader_seek(&r, (uint64_t)1 << 63, &error), HECO_ERR_IO);
    assert_text(error.text, "cannot read it");
    heco_journal_reader_close(&r);
}

/* The file becomes shorter while it is read: an error, not half a record. */
static void a_file_cut_while_it_is_read(void **state) {
    (void)state;
    static const long cuts[] = {24, 28, 50}; /* before a frame, in it, in its data */
    for (size_t i = 0; i < 3; i++) {
        heco_journal_reader r;
        heco_error          error = {HECO_OK, ""};
        make(2);
        assert_int_equal(heco_journal_reader_open(&r, path, &error), HECO_OK);
        assert_int_equal(truncate(path, cuts[i]), 0);
        assert_int_equal(fflush(r.file), 0); /* drops what is buffered */
        assert_int_equal(heco_journal_reader_next(&r, &error), 1);
        assert_int_equal(heco_journal_reader_next(&r, &error), -1);
        assert_int_equal(error.status, HECO_ERR_IO);
        assert_text(error.text, "cannot read it: it has become shorter");
        heco_journal_reader_close(&r);
    }
}

static void a_record_beyond_all_sizes_is_damage(void **state) {
    (void)state;
    heco_journal_reader r;
    heco_error          error;
    uint32_t            frame[] = {HECO_JOURNAL_ROW, 0x7fffffff, 0};
    uint64_t            size    = make(1);
    FILE               *file    = fopen(path, "ab");
    fwrite(frame, sizeof frame, 1, file);
    fclose(file);
    assert_int_equal(heco_journal_reader_open(&r, path, &error), HECO_OK);
    assert_int_equal(heco_journal_reader_next(&r, &error), 1);
    assert_int_equal(heco_journal_reader_next(&r, &error), 1);
    assert_int_equal(heco_journal_reader_next(&r, &error), -1);
    assert_int_equal(error.status, HECO_ERR_FORMAT);
    char remedy[40];
    snprintf(remedy, sizeof remedy, "truncate -s %llu", (unsigned long long)size);
    assert_text(error.text, remedy);
    heco_journal_reader_close(&r);
    assert_int_equal(heco_journal_write((heco_journal_output){-1, path}, 'N', "", (size_t)2 << 30, &error),
                     HECO_ERR_ARG);
    assert_text(error.text, "too large");
}

static void a_full_disk_is_reported(void **state) {
    (void)state;
    heco_error         error;
    heco_journal_output to = {open("/dev/full", O_WRONLY), "the journal"};
    if (to.fd < 0) skip();
    assert_int_equal(heco_journal_write(to, HECO_JOURNAL_METADATA, "note", 4, &error), HECO_ERR_IO);
    assert_text(error.text, "cannot write journal the journal: No space left on device; fix this");
    unsigned char large[1000] = {0};
    assert_int_equal(heco_journal_write(to, HECO_JOURNAL_ROW, large, sizeof large, &error), HECO_ERR_IO);
    close(to.fd);
    assert_int_equal(heco_journal_create("/dev/full", &error), -1); /* nor is it made a journal */
    assert_int_equal(error.status, HECO_ERR_CONFLICT);
}

static void what_is_there_is_not_overwritten(void **state) {
    (void)state;
    heco_error error;
    char       missing[120];
    uint64_t   size = make(1);
    assert_int_equal(heco_journal_create(path, &error), -1);
    assert_int_equal(error.status, HECO_ERR_CONFLICT);
    assert_text(error.text, "exists already");
    assert_int_equal(size_of(path), size);
    assert_int_equal(heco_journal_create(folder, &error), -1);
    assert_text(error.text, "exists already");
    snprintf(missing, sizeof missing, "%s/none/j", folder);
    assert_int_equal(heco_journal_create(missing, &error), -1);
    assert_int_equal(error.status, HECO_ERR_IO);
    assert_text(error.text, "cannot create it: No such file");
    assert_int_equal(heco_journal_append_from(missing, 8, 8, &error), -1);
    assert_text(error.text, "cannot open it for writing");
    make(0); /* without an evaluation there is nothing to lose */
    int fd = heco_journal_create(path, &error);
    assert_true(fd >= 0);
    assert_int_equal(size_of(path), 8);
    close(fd);
}

static void a_torn_end_is_cut_and_a_grown_file_left_alone(void **state) {
    (void)state;
    heco_error error;
    uint64_t   size = make(2);
    assert_int_equal(heco_journal_append_from(path, size - 52, size + 1, &error), -2);
    assert_int_equal(size_of(path), size);
    int fd = heco_journal_append_from(path, size - 52, size, &error);
    assert_true(fd >= 0);
    assert_int_equal(size_of(path), size - 52);
    close(fd);
}

/* Another process writes to it. */
static void a_locked_journal_is_left_alone(void **state) {
    (void)state;
    heco_error error;
    int        up[2], down[2];
    char       byte = 0;
    uint64_t   size = make(0);
    assert_int_equal(heco_journal_running(path), 0);
    assert_int_equal(heco_journal_running("no such file"), 0);
    assert_true(pipe(up) == 0 && pipe(down) == 0);
    pid_t child = fork();
    if (child == 0) {
        int fd = heco_journal_append_from(path, size, size, NULL);
        byte   = fd >= 0;
        if (write(up[1], &byte, 1) != 1 || read(down[0], &byte, 1) != 1) _exit(1);
        _exit(0);
    }
    assert_true(read(up[0], &byte, 1) == 1 && byte == 1);
    assert_int_equal(heco_journal_running(path), 1);
    assert_int_equal(heco_journal_create(path, &error), -1);
    assert_int_equal(error.status, HECO_ERR_CONFLICT);
    assert_text(error.text, "in use by another process");
    assert_int_equal(heco_journal_append_from(path, 8, size, &error), -1);
    assert_text(error.text, "in use by another process");
    assert_int_equal(size_of(path), size);
    assert_int_equal(write(down[1], &byte, 1), 1);
    assert_int_equal(waitpid(child, NULL, 0), child);
    assert_int_equal(heco_journal_running(path), 0);
    for (int i = 0; i < 2; i++) close(up[i]), close(down[i]);
}

/* Whole records, but not of a search that can be read: the identity lacks sizes, a row has others. */
static void strange_contents_are_refused_by_the_walk(void **state) {
    (void)state;
    heco_error          error = {HECO_OK, ""};
    heco_journal_walk  *w     = NULL;
    heco_journal_point  row;
    unsigned char       row_data[32 + 24] = {0}; /* 3 numbers; a search with one variable has 2 */
    heco_journal_output  to = {.path = path};
    static const char   who[] = "heco=0\nsize=1 variables, 0 inequalities, 0 equalities\n";
    make(0);
    assert_int_equal(heco_journal_walk_open(&w, path, &error), HECO_ERR_FORMAT);
    assert_text(error.text, "does not say how many variables");
    assert_null(w);
    unlink(path);
    to.fd = heco_journal_create(path, &error);
    assert_int_equal(heco_journal_write(to, HECO_JOURNAL_IDENTITY, who, sizeof who - 1, &error), HECO_OK);
    assert_int_equal(heco_journal_write(to, HECO_JOURNAL_ROW, row_data, sizeof row_data, &error), HECO_OK);
    close(to.fd);
    if (heco_journal_walk_open(&w, path, &error) != HECO_OK) fail_msg("%s", error.text);
    assert_int_equal(heco_journal_walk_next(w, &row, &error), -1);
    assert_int_equal(error.status, HECO_ERR_FORMAT);
    assert_text(error.text, "is not a row of this search");
    heco_journal_walk_close(w);
}

/* Development versions recorded whole batches. Nothing reads such a journal, and a new search does not
 * overwrite it. */
static void journals_of_development_versions_are_refused(void **state) {
    (void)state;
    const uint32_t types[] = {HECO_JOURNAL_OLD_BATCH, HECO_JOURNAL_OLD_DERIVED};
    for (size_t i = 0; i < 2; i++) {
        heco_error           error = {HECO_OK, ""};
        heco_journal_info   *info  = NULL;
        heco_journal_walk   *w     = NULL;
        heco_journal_output  to    = {.path = path};
        const uint64_t       batch[] = {0, 1, 0, 0, 0}; /* number, rows, a state, x, f */
        uint64_t             size    = make(0);
        to.fd = heco_journal_append_from(path, size, size, &error);
        assert_int_equal(heco_journal_write(to, types[i], batch, sizeof batch, &error), HECO_OK);
        close(to.fd);
        assert_int_equal(heco_journal_read(&info, path, &error), HECO_ERR_FORMAT);
        assert_text(error.text, "is of a development version before 0.1.0: solve again");
        assert_null(info);
        assert_int_equal(heco_journal_walk_begin(&w, path, &error), HECO_ERR_FORMAT);
        assert_null(w);
        assert_false(heco_journal_is_blank(path));
        assert_int_equal(heco_journal_create(path, &error), -1);
        assert_int_equal(error.status, HECO_ERR_CONFLICT);
    }
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(what_is_not_a_file_is_not_opened),
        TEST(journals_of_development_versions_are_refused),
        TEST(records_come_back),
        TEST(a_file_cut_while_it_is_read),
        TEST(a_record_beyond_all_sizes_is_damage),
        TEST(a_full_disk_is_reported),
        TEST(what_is_there_is_not_overwritten),
        TEST(a_torn_end_is_cut_and_a_grown_file_left_alone),
        TEST(a_locked_journal_is_left_alone),
        TEST(strange_contents_are_refused_by_the_walk),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
