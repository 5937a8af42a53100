#include "testing.h"

#include <sys/stat.h>
#include <unistd.h>

#include "heco/heco.h"
#include "heco/journal.h"

enum { BUDGET = 40 };
static const char *const path = "test_journal_walk.journal";

typedef struct {
    double   x[2 * BUDGET][2]; /* the answer is evaluated once more */
    unsigned calls, stop_at;
    const char *algorithm; /* NULL: lshade44 */
} model;

static int evaluate(void *user, const double *x, double *f, double *g, double *h) {
    model *m = user;
    if (m->calls == m->stop_at) return HECO_POINT_STOP;
    memcpy(m->x[m->calls++], x, sizeof m->x[0]);
    if (x[0] > 4.0) return HECO_POINT_FAILED;
    f[0] = x[0] * x[0] + x[1];
    g[0] = 1.0 - x[0];
    h[0] = x[1] - 0.5;
    return HECO_POINT_OK;
}

static void search(model *m, int resume) {
    static const double       lower[] = {-5, 0}, upper[] = {5, 9};
    static const char *const  names[] = {"width\tof", "height"}, *const both[] = {"speed", "level"};
    static const char *const  units[] = {"mm", NULL};
    static const char *const  set[]   = {"N0=12"};
    static const heco_constraint_form words[] = {{'>', 0.5, -1.0, "m/s"}, {0}};
    heco_problem              p       = heco_problem_default();
    heco_minimize_options     o       = heco_minimize_options_default();
    heco_solution            *s       = NULL;
    p.space.n = 2, p.space.ng = 1, p.space.nh = 1;
    p.space.lower = lower, p.space.upper = upper;
    p.eval = evaluate, p.user = m;
    p.x_names = names, p.c_names = both, p.x_units = units, p.forms = words;
    o.algorithm = "lshade44", o.run.max_evals = BUDGET, o.run.set = set, o.run.sets = 1;
    if (m->algorithm != NULL) o.algorithm = m->algorithm, o.run.sets = 0;
    o.journal = path, o.journal_metadata = "a note", o.resume = resume;
    heco_minimize(&s, &p, &o, NULL);
    heco_solution_free(s);
}

/* All points in the order of their evaluation; the seconds. */
static size_t walk(double x[][2], unsigned *failed, double *seconds) {
    heco_journal_walk *w;
    heco_journal_point p;
    size_t             count = 0;
    int                more;
    assert_int_equal(heco_journal_walk_open(&w, path, NULL), HECO_OK);
    *failed = 0;
    while ((more = heco_journal_walk_next(w, &p, NULL)) == 1) {
        assert_true(count < BUDGET);
        memcpy(x[count++], p.x, 2 * sizeof *p.x);
        *failed += p.failed != 0;
        assert_int_equal(p.schedule, 1);
        if (!p.failed) assert_double(p.f, p.x[0] * p.x[0] + p.x[1]);
        if (!p.failed) assert_double(p.g[0], 1.0 - p.x[0]);
        if (!p.failed) assert_double(p.h[0], p.x[1] - 0.5);
    }
    assert_int_equal(more, 0);
    *seconds = heco_journal_walk_seconds(w);
    heco_journal_walk_close(w);
    return count;
}

static void every_evaluation_once(void **state) {
    (void)state;
    model    m = {.stop_at = BUDGET + 1};
    double   x[BUDGET][2], seconds, before;
    unsigned failed;
    unlink(path);
    search(&m, 0);
    assert_int_equal(walk(x, &failed, &seconds), BUDGET);
    assert_memory_equal(x, m.x, sizeof x);
    assert_true(failed > 0 && seconds > 0.0);

    /* A batch that was cut short is in the file twice: its rows still come once. */
    model cut = {.stop_at = 17};
    unlink(path);
    search(&cut, 0);
    assert_int_equal(walk(x, &failed, &before), 17);
    cut.stop_at = BUDGET + 1;
    search(&cut, 1);
    assert_int_equal(walk(x, &failed, &seconds), BUDGET);
    assert_memory_equal(x, m.x, sizeof x);
    assert_true(seconds > before);
    unlink(path);
}

static void the_journal_describes_the_problem(void **state) {
    (void)state;
    model              m = {.stop_at = 5};
    heco_journal_walk *w;
    size_t             n, ng, nh;
    unlink(path);
    search(&m, 0);
    assert_int_equal(heco_journal_walk_open(&w, path, NULL), HECO_OK);
    heco_journal_walk_sizes(w, &n, &ng, &nh);
    assert_int_equal(n, 2);
    assert_int_equal(ng, 1);
    assert_int_equal(nh, 1);
    assert_string_equal(heco_journal_walk_info(w)->metadata, "a note");
    const heco_journal_variable *v = heco_journal_walk_variable(w, 0);
    assert_string_equal(v->name, "width of"); /* a tab separates fields */
    assert_string_equal(v->unit, "mm");
    assert_double(v->lower, -5.0);
    assert_double(heco_journal_walk_variable(w, 1)->upper, 9.0);
    assert_null(heco_journal_walk_variable(w, 2));
    const heco_journal_constraint *c = heco_journal_walk_constraint(w, 0);
    assert_string_equal(c->name, "speed");
    assert_string_equal(c->unit, "m/s");
    assert_int_equal(c->sense, '>');
    assert_double(c->bound, 0.5);
    assert_double(c->factor, -1.0);
    assert_double(c->tolerance, 0.5 * HECO_INEQ_TOL);
    c = heco_journal_walk_constraint(w, 1);
    assert_int_equal(c->equality, 1);
    assert_double(c->tolerance, 1e-4);
    assert_int_equal(c->sense, 0);
    assert_null(heco_journal_walk_constraint(w, 2));
    heco_journal_walk_close(w);
    unlink(path);
}

static void what_is_not_a_journal_is_refused(void **state) {
    (void)state;
    heco_journal_walk *w;
    heco_error         error;
    assert_int_equal(heco_journal_walk_open(&w, "no such file", &error), HECO_ERR_IO);
    assert_null(w);
    FILE *file = fopen(path, "w");
    fputs("some other file", file);
    fclose(file);
    assert_int_equal(heco_journal_walk_open(&w, path, &error), HECO_ERR_FORMAT);
    assert_text(error.text, "is not a heco journal");
    unlink(path);
}

/* Writes the first `size` bytes of a journal into the same file. */
static void put(const char *bytes, size_t size) {
    FILE *file = fopen(path, "r+");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
    assert_int_equal(truncate(path, (off_t)size), 0);
}

/* A walk at its end goes on with what was appended, wherever the journal was cut. */
static void a_walk_follows_a_growing_journal(void **state) {
    (void)state;
    model              m = {.stop_at = BUDGET + 1};
    char               bytes[20000];
    heco_journal_walk *w;
    heco_journal_point p;
    unlink(path);
    search(&m, 0);
    FILE  *file = fopen(path, "r");
    size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    assert_in_range(size, 1000, sizeof bytes - 1);
    for (size_t cut = size / 2; cut < size; cut += 97) {
        size_t count = 0, before;
        int    more;
        put(bytes, cut);
        assert_int_equal(heco_journal_walk_open(&w, path, NULL), HECO_OK);
        while ((more = heco_journal_walk_next(w, &p, NULL)) == 1) count++;
        assert_int_equal(more, 0); /* a torn record is the end */
        before = count;
        put(bytes, size);
        assert_int_equal(heco_journal_walk_follow(w, NULL), HECO_OK);
        while ((more = heco_journal_walk_next(w, &p, NULL)) == 1) count++;
        assert_int_equal(more, 0);
        assert_true(before < BUDGET || cut > size - 100);
        assert_int_equal(count, BUDGET);
        heco_journal_walk_close(w);
    }
    unlink(path);
}

/* Returns the bytes that this process has read; 0 where the system does not say. */
static unsigned long long bytes_read(void) {
    unsigned long long count = 0;
    FILE              *file  = fopen("/proc/self/io", "r");
    if (file == NULL) return 0;
    if (fscanf(file, "rchar: %llu", &count) != 1) count = 0;
    fclose(file);
    return count;
}

enum { LONG = 12000 }; /* evaluations of a journal of more than 1 MB, four buffers of the reader */

static int evaluate_sum(void *user, const double *x, double *f, double *g, double *h) {
    (void)user, (void)g, (void)h;
    f[0] = x[0] + x[1];
    return x[0] > 4.5 ? HECO_POINT_FAILED : HECO_POINT_OK;
}

/* Writes a long journal; a budget of 2 * LONG raises that of an earlier one. */
static void search_long(uint64_t budget) {
    static const double   lower[] = {-5, 0}, upper[] = {5, 9};
    heco_problem          p = heco_problem_default();
    heco_minimize_options o = heco_minimize_options_default();
    heco_solution        *s = NULL;
    p.space.n = 2, p.space.lower = lower, p.space.upper = upper;
    p.eval      = evaluate_sum;
    o.algorithm = "lshade44", o.run.max_evals = budget;
    o.journal = path, o.resume = budget > LONG;
    assert_int_equal(heco_minimize(&s, &p, &o, NULL), HECO_OK);
    heco_solution_free(s);
}

/* Compares two walks over one journal to the end. Returns the number of points. */
static size_t same_points(heco_journal_walk *a, heco_journal_walk *b) {
    heco_journal_point p, q;
    size_t             count = 0;
    int                more;
    while ((more = heco_journal_walk_next(a, &p, NULL)) == 1) {
        assert_int_equal(heco_journal_walk_next(b, &q, NULL), 1);
        assert_memory_equal(p.x, q.x, 2 * sizeof *p.x);
        assert_int_equal(p.schedule, q.schedule);
        assert_int_equal(p.failed, q.failed);
        count++;
    }
    assert_int_equal(more, 0);
    assert_int_equal(heco_journal_walk_next(b, &q, NULL), 0);
    return count;
}

/* A walk that checks each record when it is read returns the same points as one that checks all of
 * them first, knows a raised budget at the end, and reads the file once. */
static void a_walk_reads_the_file_once(void **state) {
    (void)state;
    heco_journal_walk *all, *once;
    heco_journal_point p;
    struct stat        about;
    unlink(path);
    search_long(LONG);
    search_long(2 * LONG);
    assert_int_equal(heco_journal_walk_open(&all, path, NULL), HECO_OK);
    assert_int_equal(heco_journal_walk_begin(&once, path, NULL), HECO_OK);
    assert_int_equal(heco_journal_walk_info(once)->evals, 0);
    assert_int_equal(heco_journal_walk_info(once)->max_evals, LONG);
    assert_int_equal(same_points(all, once), 3 * LONG); /* of both schedules */
    assert_int_equal(heco_journal_walk_info(once)->max_evals, 2 * LONG);
    assert_int_equal(heco_journal_walk_info(once)->schedules, 2);
    assert_string_equal(heco_journal_walk_info(once)->identity,
                        heco_journal_walk_info(all)->identity);
    heco_journal_walk_close(all);
    heco_journal_walk_close(once);

    unsigned long long before = bytes_read();
    assert_int_equal(heco_journal_walk_begin(&once, path, NULL), HECO_OK);
    while (heco_journal_walk_next(once, &p, NULL) == 1) continue;
    heco_journal_walk_close(once);
    assert_int_equal(stat(path, &about), 0);
    assert_true(about.st_size > 1000000);
    if (before > 0) assert_true((double)(bytes_read() - before) < 1.7 * (double)about.st_size);
    unlink(path);
}

/* Damage in the middle is found when it is reached. */
static void a_walk_that_begins_finds_damage(void **state) {
    (void)state;
    heco_journal_walk *w;
    heco_journal_point p;
    heco_error         error;
    size_t             count = 0;
    int                more;
    unlink(path);
    search_long(LONG);
    FILE *file = fopen(path, "r+");
    assert_int_equal(fseek(file, 600000, SEEK_SET), 0);
    assert_int_equal(fwrite("damaged", 1, 7, file), 7);
    assert_int_equal(fclose(file), 0);
    assert_int_equal(heco_journal_walk_begin(&w, path, &error), HECO_OK);
    while ((more = heco_journal_walk_next(w, &p, &error)) == 1) count++;
    assert_int_equal(more, -1);
    assert_in_range(count, 1000, LONG - 1000);
    assert_text(error.text, "is damaged");
    heco_journal_walk_close(w);
    unlink(path);
}

/* Writes the first letters of the parts of all evaluations. Returns their number. */
static size_t walk_parts(char letters[BUDGET + 1]) {
    heco_journal_walk *w;
    heco_journal_point p;
    size_t             count = 0;
    assert_int_equal(heco_journal_walk_open(&w, path, NULL), HECO_OK);
    while (heco_journal_walk_next(w, &p, NULL) == 1) letters[count++] = heco_journal_walk_part(w)[0];
    letters[count] = 0;
    heco_journal_walk_close(w);
    return count;
}

/* sqp begins with a start point; a search that was cut and resumed has the same parts. */
static void a_journal_names_the_parts(void **state) {
    (void)state;
    char  whole[BUDGET + 1], cut[BUDGET + 1];
    model m = {.stop_at = BUDGET + 1, .algorithm = "sqp"}, n = {.stop_at = 17, .algorithm = "sqp"};
    unlink(path);
    search(&m, 0);
    assert_true(walk_parts(whole) > 17);
    assert_true(whole[0] == 's' && strchr(whole, 'd') != NULL); /* start, descent */
    unlink(path);
    search(&n, 0);
    n.stop_at = 2 * BUDGET;
    search(&n, 1);
    walk_parts(cut);
    assert_string_equal(whole, cut);
    unlink(path);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_evaluation_once),
        cmocka_unit_test(the_journal_describes_the_problem),
        cmocka_unit_test(what_is_not_a_journal_is_refused),
        cmocka_unit_test(a_walk_follows_a_growing_journal),
        cmocka_unit_test(a_journal_names_the_parts),
        cmocka_unit_test(a_walk_reads_the_file_once),
        cmocka_unit_test(a_walk_that_begins_finds_damage),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
