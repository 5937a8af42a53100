/* What a report page keeps of a long search: few rows, but the first, the last and the best among them. */
#include "testing.h"

#include <fcntl.h>
#include <unistd.h>

#include "heco/heco.h"
#include "report/page/page_history.h"
#include "run/journal/journal_file.h"

static char path[64];

static int setup(void **state) {
    (void)state;
    snprintf(path, sizeof path, "/tmp/heco-test-history-%ld", (long)getpid());
    unlink(path);
    return 0;
}

static int teardown(void **state) {
    (void)state;
    return unlink(path);
}

/* One evaluation: x, f, g. */
typedef struct {
    double x, f, g;
    int    failed;
} point;

/* A journal of one variable and one inequality: a batch per point, and after each its time in seconds. */
static void write_search(point (*at)(size_t i), size_t count) {
    static const char who[] = "version=0\nsize=1 variables, 1 inequalities, 0 equalities\n";
    heco_error         error;
    heco_journal_output to = {heco_journal_create(path, &error), path};
    assert_true(to.fd >= 0);
    assert_int_equal(heco_journal_write(to, HECO_JOURNAL_IDENTITY, who, sizeof who - 1, &error), HECO_OK);
    for (size_t i = 0; i < count; i++) {
        unsigned char row[32 + 24], time[16];
        point         p       = at(i);
        uint64_t      head[4] = {0, i, 0, p.failed ? HECO_ROW_FAILED : HECO_ROW_OK}; /* lane, batch, row, flags */
        double        seconds = (double)(i + 1);
        memcpy(row, head, 32);
        memcpy(row + 32, (double[]){p.x, p.f, p.g}, 24);
        memcpy(time, &head[1], 8), memcpy(time + 8, &seconds, 8);
        assert_int_equal(heco_journal_write(to, HECO_JOURNAL_ROW, row, sizeof row, &error), HECO_OK);
        assert_int_equal(heco_journal_write(to, HECO_JOURNAL_TIME, time, sizeof time, &error), HECO_OK);
    }
    close(to.fd);
}

static heco_history read_search(point (*at)(size_t i), size_t count) {
    heco_journal_walk *walk;
    heco_history       h;
    heco_error         error;
    write_search(at, count);
    if (heco_journal_walk_open(&walk, path, &error) != HECO_OK) fail_msg("%s", error.text);
    assert_int_equal(heco_history_begin(&h, walk, &error), HECO_OK);
    assert_int_equal(heco_history_add(&h, walk, &error), HECO_OK);
    heco_journal_walk_close(walk);
    assert_int_equal(h.evals, count);
    return h;
}

static const double *last(const history_rows *r) { return heco_history_row(r, r->count - 1); }

/* Every point is better than the one before: far more improvements than are kept. */
static point always_better(size_t i) { return (point){(double)i, 1e6 - (double)i, -1.0, 0}; }

static void improvements_are_thinned_out(void **state) {
    (void)state;
    heco_history h = read_search(always_better, 5000);
    assert_true(h.best.count > HISTORY_EVENTS / 10 && h.best.count <= HISTORY_EVENTS);
    assert_double(heco_history_row(&h.best, 0)[0], 1.0);
    assert_double(last(&h.best)[0], 5000.0); /* the best point */
    assert_double(last(&h.best)[1], 1e6 - 4999.0);
    for (size_t i = 0; i < h.best.count; i++) {
        const double *row = heco_history_row(&h.best, i);
        assert_double(heco_history_x(row)[0], row[0] - 1.0); /* rows stay whole */
        assert_double(row[1], 1e6 - (row[0] - 1.0));
        assert_double(heco_history_values(&h, row)[0], -1.0);
        if (i > 0) assert_true(row[0] > heco_history_row(&h.best, i - 1)[0]);
    }
    size_t early = 0; /* even on a logarithmic axis: the first tenth has its share */
    while (early < h.best.count && heco_history_row(&h.best, early)[0] <= 500.0) early++;
    assert_true(early > h.best.count / 10);
    heco_history_free(&h);
}

static void samples_and_times_are_halved(void **state) {
    (void)state;
    heco_history h = read_search(always_better, 1000);
    assert_int_equal(h.stride, 4); /* 1000/4 = 250 of at most 400 */
    assert_int_equal(h.sample.count, 250);
    for (size_t i = 0; i < h.sample.count; i++)
        assert_double(heco_history_row(&h.sample, i)[0], 4.0 * (double)(i + 1));
    assert_true(h.times > HISTORY_TIMES / 4 && h.times <= HISTORY_TIMES);
    assert_double(h.time[h.times - 1], 1000.0);
    assert_double(h.time_evals[h.times - 1], 1000.0);
    for (size_t i = 1; i < h.times; i++)
        assert_true(h.time[i] > h.time[i - 1] && h.time_evals[i] > h.time_evals[i - 1]);
    heco_history_free(&h);
}

/* 0: infeasible; 1: fails; 2: not a number; 3: feasible with a larger f; 4: infeasible again. */
static point mixed(size_t i) {
    static const point points[] = {
        {0, 5, 2, 0}, {1, 0, 0, 1}, {2, NAN, -1, 0}, {3, 9, -1, 0}, {4, 1, 3, 0}};
    return points[i % 5];
}

static void failures_and_constraints_are_counted(void **state) {
    (void)state;
    heco_history h = read_search(mixed, 100);
    assert_int_equal(h.failed, 40);
    assert_int_equal(h.bad.count, HISTORY_FAILED);
    assert_double(heco_history_row(&h.bad, 1)[0], 3.0);
    assert_int_equal(h.feasible, 20);
    assert_int_equal(h.first_feasible, 4);
    assert_int_equal(h.best.count, 2); /* the first point, then the feasible one */
    assert_double(last(&h.best)[1], 9.0);
    assert_int_equal(h.met[0], 4);
    assert_double(heco_history_violations(&h, heco_history_row(&h.best, 0))[0], 2.0);
    heco_history_free(&h);
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(improvements_are_thinned_out),
        TEST(samples_and_times_are_halved),
        TEST(failures_and_constraints_are_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
