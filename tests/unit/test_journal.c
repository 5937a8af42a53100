/* The journal: a search interrupted anywhere and resumed is the search it would have been. */
#include "testing.h"

#include <unistd.h>

#include "heco/heco.h"
#include "run/journal/journal_file.h"
#include "../journal_cut.h"

#include <pthread.h>

typedef struct {
    uint64_t calls, stop_after;
    int      fail_some;
} counter;

/* min x1^2 + x2^2 subject to 1 - x1 - x2 <= 0; every seventh call may fail. */
static int counted(void *user, const double *x, double *f, double *g, double *h) {
    counter *c = user;
    (void)h;
    if (c->stop_after > 0 && c->calls >= c->stop_after) return HECO_POINT_STOP;
    c->calls++;
    if (c->fail_some && x[0] > 4.0) return HECO_POINT_FAILED;
    f[0] = x[0] * x[0] + x[1] * x[1];
    g[0] = 1.0 - x[0] - x[1];
    return HECO_POINT_OK;
}

static const double lower[2] = {-5, -5}, upper[2] = {5, 5};

static heco_problem problem_with(counter *c) {
    heco_problem p = heco_problem_default();
    p.name = "test", p.eval = counted, p.user = c;
    p.space.n = 2, p.space.ng = 1, p.space.lower = lower, p.space.upper = upper;
    return p;
}

static char *path_in(char *buffer, const char *name) {
    snprintf(buffer, 200, "/tmp/heco-test-journal-%ld-%s", (long)getpid(), name);
    unlink(buffer);
    return buffer;
}

typedef struct {
    double   x[2], f;
    uint64_t evals, failed, replayed;
} summary;

static heco_status solve(counter *c, const char *journal, int resume, uint64_t evals, uint64_t seed,
                         summary *out, heco_error *error) {
    heco_problem          p = problem_with(c);
    heco_minimize_options o = heco_minimize_options_default();
    heco_solution        *s = NULL;
    o.run.max_evals = evals, o.run.seed = seed, o.journal = journal, o.resume = resume;
    o.journal_metadata  = "note of the caller";
    o.algorithm     = "heco-de";
    heco_status status = heco_minimize(&s, &p, &o, error);
    if (s != NULL && out != NULL) {
        const heco_result *r = heco_solution_result(s);
        *out = (summary){{r->x[0], r->x[1]}, r->outcome.f, r->outcome.evals, r->outcome.failed, heco_solution_replayed(s)};
    }
    heco_solution_free(s);
    return status;
}

static void assert_same(const summary *a, const summary *b) {
    assert_memory_equal(a->x, b->x, sizeof a->x);
    assert_double(a->f, b->f);
    assert_int_equal(a->evals, b->evals);
    assert_int_equal(a->failed, b->failed);
}

/* Cut at many places, every byte of some records among them: the same answer, nothing twice. */
static void a_cut_at_any_byte_loses_nothing_whole(void **state) {
    (void)state;
    char    whole[200], cut[200];
    summary plain, journaled;
    counter c = {0, 0, 1};
    path_in(whole, "whole"), path_in(cut, "cut");
    assert_int_equal(solve(&c, NULL, 0, 3000, 5, &plain, NULL), HECO_OK);
    c.calls = 0;
    assert_int_equal(solve(&c, whole, 0, 3000, 5, &journaled, NULL), HECO_OK);
    assert_same(&plain, &journaled);
    assert_int_equal(c.calls, 3001); /* and one to check the answer */
    long size = file_size(whole), first = 0;
    int  refused = 0;
    for (long at = 0; at <= size; at += at < 700 || at > size - 40 ? 1 : size / 60) {
        summary    again;
        heco_error error = {HECO_OK, ""};
        copy_prefix(whole, cut, at);
        c.calls            = 0;
        heco_status status = solve(&c, cut, 1, 3000, 5, &again, &error);
        if (status != HECO_OK) { /* before the first record there is nothing to resume */
            assert_int_equal(status, HECO_ERR_FORMAT);
            assert_text(error.text, "start it again with heco solve");
            assert_int_equal(first, 0);
            refused++;
            continue;
        }
        first = first ? first : at;
        assert_same(&plain, &again);
        assert_int_equal(again.replayed + c.calls, 3001);
        assert_int_equal(file_size(cut), size);
    }
    assert_true(refused > 0 && first > 0 && first < 700);
    unlink(whole);
    unlink(cut);
}

/* A stop in the middle of a batch keeps the rows that were evaluated. */
static void a_stop_in_mid_batch_repeats_nothing(void **state) {
    (void)state;
    char    path[200];
    summary plain, part, rest;
    counter c = {0, 0, 0};
    assert_int_equal(solve(&c, NULL, 0, 2000, 9, &plain, NULL), HECO_OK);
    path_in(path, "stop");
    c = (counter){0, 777, 0};
    assert_int_equal(solve(&c, path, 0, 2000, 9, &part, NULL), HECO_OK);
    assert_int_equal(part.evals, 777);
    c = (counter){0, 1313, 0}; /* and once more */
    c.stop_after = 500;
    assert_int_equal(solve(&c, path, 1, 2000, 9, &part, NULL), HECO_OK);
    assert_int_equal(part.evals, 1277);
    assert_int_equal(part.replayed, 777);
    heco_journal_info *info;
    assert_int_equal(heco_journal_read(&info, path, NULL), HECO_OK);
    assert_int_equal(info->evals, 1277); /* the two batches that were cut short count once */
    heco_journal_info_free(info);
    c = (counter){0, 0, 0};
    assert_int_equal(solve(&c, path, 1, 2000, 9, &rest, NULL), HECO_OK);
    assert_same(&plain, &rest);
    assert_int_equal(rest.replayed, 1277);
    assert_int_equal(c.calls, 2000 - 1277 + 1);
    unlink(path);
}

static void another_search_is_refused_with_the_difference(void **state) {
    (void)state;
    char       path[200];
    heco_error error;
    counter    c = {0, 0, 0};
    path_in(path, "other");
    assert_int_equal(solve(&c, path, 0, 1000, 1, NULL, &error), HECO_OK);
    assert_int_equal(solve(&c, path, 0, 1000, 1, NULL, &error), HECO_ERR_CONFLICT);
    assert_text(error.text, "exists already");
    long size = file_size(path);
    assert_int_equal(solve(&c, path, 1, 1000, 2, NULL, &error), HECO_ERR_CONFLICT);
    assert_text(error.text, "made with seed=1, this search has seed=2");
    assert_int_equal(solve(&c, path, 1, 900, 1, NULL, &error), HECO_ERR_CONFLICT);
    assert_text(error.text, "evals=1000");
    assert_int_equal(file_size(path), size);
    assert_int_equal(solve(&c, "/tmp/heco-no-such-folder/j", 1, 900, 1, NULL, &error), HECO_ERR_IO);
    unlink(path);
}

/* A larger budget starts a new schedule from the best points; it can be resumed in turn. */
static void a_raised_budget_is_a_new_schedule(void **state) {
    (void)state;
    char               path[200];
    summary            first, raised, again;
    heco_journal_info *info;
    counter            c = {0, 0, 0};
    path_in(path, "raised");
    assert_int_equal(solve(&c, path, 0, 1000, 3, &first, NULL), HECO_OK);
    assert_int_equal(solve(&c, path, 1, 2500, 3, &raised, NULL), HECO_OK);
    assert_true(raised.f <= first.f); /* its first population holds the best point */
    assert_int_equal(raised.evals, 2500);
    assert_int_equal(raised.replayed, 0);
    assert_int_equal(heco_journal_read(&info, path, NULL), HECO_OK);
    assert_int_equal(info->schedules, 2);
    assert_int_equal(info->max_evals, 2500);
    assert_int_equal(info->evals, 2500);
    assert_string_equal(info->metadata, "note of the caller");
    assert_text(info->identity, "algorithm=heco-de");
    heco_journal_info_free(info);
    c.calls = 0;
    assert_int_equal(solve(&c, path, 1, 2500, 3, &again, NULL), HECO_OK);
    assert_same(&raised, &again);
    assert_int_equal(c.calls, 1); /* the check of the answer alone */
    unlink(path);
}

static void damage_in_the_middle_is_told(void **state) {
    (void)state;
    char       path[200];
    heco_error error;
    counter    c = {0, 0, 0};
    path_in(path, "damage");
    assert_int_equal(solve(&c, path, 0, 1000, 1, NULL, &error), HECO_OK);
    FILE *file = fopen(path, "r+b");
    fseek(file, file_size(path) / 2, SEEK_SET);
    fputc(0x55, file);
    fputc(0xaa, file);
    fclose(file);
    long size = file_size(path);
    assert_int_equal(solve(&c, path, 1, 1000, 1, NULL, &error), HECO_ERR_FORMAT);
    assert_text(error.text, "damaged at byte");
    assert_int_equal(file_size(path), size);
    file = fopen(path, "wb");
    fputs("something else entirely", file);
    fclose(file);
    assert_int_equal(solve(&c, path, 1, 1000, 1, NULL, &error), HECO_ERR_FORMAT);
    assert_text(error.text, "not a heco journal");
    unlink(path);
}

/* Whichever byte: what lies after it is not dropped as if a crash had torn it. */
static void one_changed_byte_is_refused(void **state) {
    (void)state;
    char       path[200];
    heco_error error;
    counter    c = {0, 0, 0};
    path_in(path, "byte");
    assert_int_equal(solve(&c, path, 0, 1000, 1, NULL, NULL), HECO_OK);
    long                size = file_size(path), last = 0;
    heco_journal_reader reader;
    assert_int_equal(heco_journal_reader_open(&reader, path, &error), HECO_OK);
    for (uint64_t at = 0; at != reader.good; heco_journal_reader_next(&reader, &error))
        last = (long)at, at = reader.good;
    heco_journal_reader_close(&reader);
    assert_true(last > 1000 && last < size);
    FILE *file = fopen(path, "r+b");
    c.calls    = 0;
    for (long at = 8; at < last; at += at < 600 ? 1 : 61) {
        int bit = 1 << at * 5 % 8;
        fseek(file, at, SEEK_SET);
        int byte = fgetc(file);
        fseek(file, at, SEEK_SET);
        fputc(byte ^ bit, file);
        fflush(file);
        assert_int_equal(solve(&c, path, 1, 1000, 1, NULL, &error), HECO_ERR_FORMAT);
        assert_text(error.text, "damaged at byte");
        fseek(file, at, SEEK_SET);
        fputc(byte, file);
        fflush(file);
    }
    fclose(file);
    assert_int_equal(c.calls, 0);
    assert_int_equal(file_size(path), size);
    unlink(path);
}

/* A record that announces a gigabyte in a file of a few bytes was cut; no memory is taken for it. */
static void a_record_is_no_longer_than_its_file(void **state) {
    (void)state;
    char                path[200];
    heco_error          error;
    heco_journal_reader reader;
    uint32_t            frame[2] = {HECO_JOURNAL_ROW, 1u << 30};
    int                 fd       = heco_journal_create(path_in(path, "long"), &error);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, frame, sizeof frame), sizeof frame);
    assert_int_equal(write(fd, "abcdefgh", 8), 8);
    assert_int_equal(heco_journal_reader_open(&reader, path, &error), HECO_OK);
    assert_int_equal(heco_journal_reader_next(&reader, &error), 0);
    assert_int_equal(reader.torn, 16);
    assert_true(reader.capacity < 100);
    heco_journal_reader_close(&reader);
    close(fd);
    unlink(path);
}

/* With the right checksum, but not what a search writes: no bytes, a size that is not a number of doubles,
 * no values, a state that is none. Nothing is read beyond the record. */
static void a_strange_row_is_refused(void **state) {
    (void)state;
    char       path[200];
    heco_error error;
    counter    c = {0, 0, 0};
    uint64_t   strange[9] = {0, 0, 0, 7, 0, 0, 0, 0, 0}; /* lane, batch, row, flags, values */
    size_t     sizes[]    = {0, 50, 32, sizeof strange};
    for (int k = 0; k < 4; k++) {
        path_in(path, "strange");
        c = (counter){0, 1, 0};
        assert_int_equal(solve(&c, path, 0, 1000, 1, NULL, NULL), HECO_OK); /* one evaluation */
        heco_journal_reader reader;
        assert_int_equal(heco_journal_reader_open(&reader, path, &error), HECO_OK);
        for (int i = 0; i < 2; i++) assert_int_equal(heco_journal_reader_next(&reader, &error), 1);
        uint64_t begin = reader.good; /* of the first batch */
        heco_journal_reader_close(&reader);
        /* of another size by now: somebody else was there, look again */
        assert_int_equal(heco_journal_append_from(path, begin, begin, &error), -2);
        heco_journal_output to = {heco_journal_append_from(path, begin, (uint64_t)file_size(path), &error), path};
        assert_true(to.fd >= 0);
        strange[3] = k == 3 ? 7 : 0;
        assert_int_equal(heco_journal_write(to, HECO_JOURNAL_ROW, strange, sizes[k], &error), HECO_OK);
        close(to.fd);
        heco_journal_info *info;
        assert_int_equal(heco_journal_read(&info, path, &error), HECO_ERR_FORMAT);
        assert_int_equal(solve(&c, path, 1, 1000, 1, NULL, NULL), HECO_ERR_FORMAT);
        assert_int_equal(solve(&c, path, 1, 1000, 1, NULL, &error), HECO_ERR_FORMAT);
        assert_text(error.text, "not a row of this search");
        unlink(path);
    }
}

/* Nothing was evaluated, so nothing is lost: a file that broke off so early does not bar the way. */
static void a_journal_without_evaluations_is_begun_anew(void **state) {
    (void)state;
    char       whole[200], cut[200];
    heco_error error;
    counter    c = {0, 0, 0};
    summary    want, got;
    path_in(whole, "begun"), path_in(cut, "early");
    assert_int_equal(solve(&c, whole, 0, 1000, 1, &want, NULL), HECO_OK);
    heco_journal_reader reader;
    assert_int_equal(heco_journal_reader_open(&reader, whole, &error), HECO_OK);
    for (int i = 0; i < 2; i++) assert_int_equal(heco_journal_reader_next(&reader, &error), 1);
    long first = (long)reader.good; /* of the first batch */
    heco_journal_reader_close(&reader);
    for (long at = 0; at <= first + 20; at += at < 9 || at > first - 3 ? 1 : 7) {
        copy_prefix(whole, cut, at);
        if (at < first - 3) {
            assert_int_equal(solve(&c, cut, 1, 1000, 1, NULL, &error), HECO_ERR_FORMAT);
            assert_text(error.text, "start it again with heco solve");
        }
        assert_int_equal(solve(&c, cut, 0, 1000, 1, &got, &error), HECO_OK);
        assert_same(&want, &got);
        assert_int_equal(file_size(cut), file_size(whole));
    }
    /* with one batch in it, or something else, it stays what it is */
    long rows = file_size(whole);
    assert_int_equal(solve(&c, whole, 0, 1000, 1, NULL, &error), HECO_ERR_CONFLICT);
    assert_int_equal(file_size(whole), rows);
    FILE *other = fopen(cut, "wb");
    fputs("abc", other);
    fclose(other);
    assert_int_equal(solve(&c, cut, 0, 1000, 1, NULL, &error), HECO_ERR_CONFLICT);
    assert_int_equal(file_size(cut), 3);
    /* and a search that is refused leaves none */
    path_in(cut, "refused");
    assert_int_equal(solve(&c, cut, 0, 1, 1, NULL, &error), HECO_ERR_ARG);
    assert_int_equal(access(cut, F_OK), -1);
    unlink(whole);
}

/* However long a name is, what comes after it in the identity is compared. */
static void a_long_name_hides_no_difference(void **state) {
    (void)state;
    char                  path[200];
    heco_error            error;
    heco_solution        *s;
    counter               c    = {0, 0, 0};
    heco_problem          p    = problem_with(&c);
    heco_minimize_options o    = heco_minimize_options_default();
    char                 *name = calloc(1, 9000);
    memset(name, 'n', 8999);
    memcpy(name + 10, "\nevals=77\n", 10); /* nor does what a name says */
    p.name = name, o.run.max_evals = 500, o.journal = path_in(path, "name");
    assert_int_equal(heco_minimize(&s, &p, &o, &error), HECO_OK);
    heco_solution_free(s);
    heco_journal_info *info;
    assert_int_equal(heco_journal_read(&info, path, &error), HECO_OK);
    assert_int_equal(info->max_evals, 500);
    heco_journal_info_free(info);
    o.resume = 1, o.run.seed = 2;
    assert_int_equal(heco_minimize(&s, &p, &o, &error), HECO_ERR_CONFLICT);
    assert_text(error.text, "made with seed=1, this search has seed=2");
    assert_null(s);
    free(name);
    unlink(path);
}

/* A problem that looks into the journal of its own search. */
typedef struct {
    pthread_mutex_t lock;
    const char     *path;
    uint64_t        calls, most_missing;
} observer;

/* Compares the calls that have begun with the rows of the journal. */
static int observed(void *user, const double *x, double *f, double *g, double *h) {
    observer          *o = user;
    heco_journal_info *info;
    (void)h;
    pthread_mutex_lock(&o->lock);
    uint64_t begun = o->calls++;
    if (heco_journal_read(&info, o->path, NULL) == HECO_OK) {
        if (begun - info->evals > o->most_missing) o->most_missing = begun - info->evals;
        heco_journal_info_free(info);
    }
    pthread_mutex_unlock(&o->lock);
    f[0] = x[0] * x[0] + x[1] * x[1];
    g[0] = 1.0 - x[0] - x[1];
    return HECO_POINT_OK;
}

/* When an evaluation begins, all that have ended are in the journal: with heco-de, whose batches are
 * large, and with every backend of this process. */
static void a_finished_row_is_recorded_at_once(void **state) {
    (void)state;
    static const struct {
        const char *backend;
        unsigned    workers;
    } how[] = {{"serial", 1}, {"threads", 3}};
    for (size_t i = 0; i < 2; i++) {
        char     path[200];
        observer o = {.path = path_in(path, "at-once")};
        pthread_mutex_init(&o.lock, NULL);
        heco_problem          p  = problem_with(NULL);
        heco_minimize_options mo = heco_minimize_options_default();
        heco_solution        *s  = NULL;
        p.eval = observed, p.user = &o, p.sharing = HECO_SHARE_FREELY;
        mo.algorithm = "heco-de", mo.run.max_evals = 500, mo.journal = path;
        mo.backend = how[i].backend, mo.evaluator.workers = how[i].workers;
        assert_int_equal(heco_minimize(&s, &p, &mo, NULL), HECO_OK);
        assert_int_equal(o.calls, 501);
        /* the answer is evaluated once more and is not recorded */
        assert_true(o.most_missing <= how[i].workers - 1);
        heco_solution_free(s);
        pthread_mutex_destroy(&o.lock);
        unlink(path);
    }
}

/* Records what a caller learns within the first batch. */
static int best_so_far(void *user, const heco_progress *now) {
    heco_progress *first = user;
    if (first->evals == 0 && now->evals > 0) *first = *now;
    return 0;
}

static void progress_knows_the_rows_of_a_batch(void **state) {
    (void)state;
    counter               c = {0, 0, 0};
    heco_problem          p = problem_with(&c);
    heco_minimize_options o = heco_minimize_options_default();
    heco_solution        *s = NULL;
    heco_progress         seen = {.evals = 0, .f = INFINITY};
    o.algorithm = "heco-de", o.run.max_evals = 500;
    o.evaluator.should_stop = best_so_far, o.evaluator.stop_user = &seen;
    assert_int_equal(heco_minimize(&s, &p, &o, NULL), HECO_OK);
    assert_in_range(seen.evals, 1, 24); /* the first batch has 25 rows */
    assert_true(isfinite(seen.f) && isfinite(seen.viol));
    heco_solution_free(s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_cut_at_any_byte_loses_nothing_whole),
        cmocka_unit_test(a_stop_in_mid_batch_repeats_nothing),
        cmocka_unit_test(another_search_is_refused_with_the_difference),
        cmocka_unit_test(a_raised_budget_is_a_new_schedule),
        cmocka_unit_test(damage_in_the_middle_is_told),
        cmocka_unit_test(one_changed_byte_is_refused),
        cmocka_unit_test(a_record_is_no_longer_than_its_file),
        cmocka_unit_test(a_strange_row_is_refused),
        cmocka_unit_test(a_journal_without_evaluations_is_begun_anew),
        cmocka_unit_test(a_long_name_hides_no_difference),
        cmocka_unit_test(a_finished_row_is_recorded_at_once),
        cmocka_unit_test(progress_knows_the_rows_of_a_batch),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
