/* The page of a search that goes on: each write has the data of a full read, but reads only what is new. */
#include "testing.h"

#include <fcntl.h>
#include <unistd.h>

#include "heco/heco.h"
#include "heco/report.h"
#include "run/journal/journal_file.h"

static char path[64];

static int setup(void **state) {
    (void)state;
    snprintf(path, sizeof path, "/tmp/heco-test-feed-%ld", (long)getpid());
    unlink(path);
    return 0;
}

static int teardown(void **state) {
    (void)state;
    return unlink(path);
}

static void add(heco_journal_output to, uint32_t type, const void *data, size_t size) {
    assert_int_equal(heco_journal_write(to, type, data, size, NULL), HECO_OK);
}

static void add_identity(heco_journal_output to, const char *budget) {
    char text[200];
    int  size = snprintf(text, sizeof text,
                         "version=0\nmodel=m\nsize=1 variables, 1 inequalities, 0 equalities\nsense=min\n"
                         "evals=%s\n",
                         budget);
    add(to, HECO_JOURNAL_IDENTITY, text, (size_t)size);
}

/* Appends the evaluations [from, to) of a search with one variable and one inequality, a batch each. */
static void add_points(heco_journal_output out, size_t from, size_t to) {
    for (size_t i = from; i < to; i++) {
        unsigned char row[32 + 24], time[16];
        uint64_t      head[4] = {0, i, 0, HECO_ROW_OK}; /* lane, batch, row, flags */
        double        values[3] = {(double)i, 1e6 - (double)(i * 7919 % 1000), i % 3 == 0 ? 1.0 : -1.0};
        double        seconds = 0.5 * (double)(i + 1);
        memcpy(row, head, 32);
        memcpy(row + 32, values, 24);
        memcpy(time, &head[1], 8), memcpy(time + 8, &seconds, 8);
        add(out, HECO_JOURNAL_ROW, row, sizeof row);
        if (i % 10 == 0) add(out, HECO_JOURNAL_TIME, time, sizeof time);
    }
}

static heco_journal_output begin(const char *budget) {
    heco_error          error;
    heco_journal_output to = {heco_journal_create(path, &error), path};
    if (to.fd < 0) fail_msg("%s", error.text);
    add_identity(to, budget);
    return to;
}

/* Returns the data that the feed writes, or those of a full read if it is NULL. */
static char *data(heco_page_feed *feed, heco_status *status) {
    heco_page_options how  = heco_page_options_default();
    char             *text = NULL;
    size_t            size = 0;
    FILE             *out  = open_memstream(&text, &size);
    *status = feed != NULL ? heco_page_feed_write(feed, out, &how, NULL)
                           : heco_page_solve_data(out, path, &how, NULL);
    fclose(out);
    return text;
}

static void same_data(heco_page_feed *feed) {
    heco_status a, b;
    char       *fed = data(feed, &a), *whole = data(NULL, &b);
    assert_int_equal(a, HECO_OK);
    assert_int_equal(b, HECO_OK);
    assert_string_equal(fed, whole);
    free(fed), free(whole);
}

static void a_feed_follows_a_search(void **state) {
    (void)state;
    heco_page_feed     *feed;
    heco_journal_output to = begin("5000");
    add_points(to, 0, 1);
    assert_int_equal(heco_page_feed_open(&feed, path, NULL), HECO_OK);
    assert_non_null(strstr(heco_page_feed_info(feed)->identity, "model=m"));
    same_data(feed);
    for (size_t done = 1; done < 2000; done += 173) {
        add_points(to, done, done + 173);
        same_data(feed);
        same_data(feed); /* nothing new */
    }
    heco_page_feed_close(feed);
    close(to.fd);
}

/* The first records are damaged after they were read: only a reader that reads them again notices. */
static void what_was_read_is_not_read_again(void **state) {
    (void)state;
    heco_page_feed     *feed;
    heco_status         status;
    heco_journal_output to = begin("5000");
    add_points(to, 0, 500);
    assert_int_equal(heco_page_feed_open(&feed, path, NULL), HECO_OK);
    int fd = open(path, O_WRONLY);
    assert_int_equal(pwrite(fd, "damage", 6, 400), 6);
    close(fd);
    add_points(to, 500, 600);
    char *text = data(feed, &status);
    assert_int_equal(status, HECO_OK);
    assert_non_null(strstr(text, "\"evals\":600,"));
    free(text);
    text = data(NULL, &status);
    assert_int_equal(status, HECO_ERR_FORMAT);
    free(text);
    heco_page_feed_close(feed);
    close(to.fd);
}

/* A raised budget, a shorter file and another file are read from the beginning; a file that cannot be
 * read is an error, and no description is left. */
static void another_search_is_read_anew(void **state) {
    (void)state;
    heco_page_feed     *feed;
    heco_status         status;
    heco_journal_output to = begin("300");
    add_points(to, 0, 300);
    assert_int_equal(heco_page_feed_open(&feed, path, NULL), HECO_OK);
    add_identity(to, "900");
    add_points(to, 0, 100);
    same_data(feed);
    assert_int_equal(heco_page_feed_info(feed)->max_evals, 900);
    close(to.fd);
    unlink(path);
    to = begin("70");
    add_points(to, 0, 50);
    same_data(feed);
    assert_int_equal(heco_page_feed_info(feed)->max_evals, 70);
    assert_int_equal(ftruncate(to.fd, 3), 0);
    free(data(feed, &status));
    assert_int_equal(status, HECO_ERR_FORMAT);
    assert_null(heco_page_feed_info(feed));
    heco_page_feed_close(feed);
    assert_int_equal(heco_page_feed_open(&feed, "no such file", NULL), HECO_ERR_IO);
    assert_null(feed);
    heco_page_feed_close(NULL);
    close(to.fd);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_feed_follows_a_search, setup, teardown),
        cmocka_unit_test_setup_teardown(what_was_read_is_not_read_again, setup, teardown),
        cmocka_unit_test_setup_teardown(another_search_is_read_anew, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
