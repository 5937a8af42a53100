/* Any bytes as what a report is made of; the first byte says as what:
 *   0  a journal whose records were changed, through what the command makes of it;
 *   1  a table of results (CSV);
 *   2  a results database in whose tables values were changed, by SQL;
 *   3  a results database in whose file bytes were changed.
 * A line about what is wrong, or a page whose data are one JSON document without a character that
 * means something to HTML, so that nothing in it can end the script around it. */
#include "cli/solve/journal_metadata.c"
#include "cli/view/journal_page.c"

#include <fcntl.h>

#include "fuzz_bench.h"
#include "fuzz_cli.h"
#include "fuzz_journal.h"
#include "fuzz_json.h"
#include "heco/report.h"
#include "report/page/page_template.h"

/* What the note of a journal needs of the rest of the command. */
int cli_fail_memory(void) { return cli_fail(CLI_ERROR, "out of memory"); }

int cli_fail_status(heco_status status, const heco_error *error) {
    check(status != HECO_OK && error->text[0] != '\0');
    return cli_fail(CLI_ERROR, "%s", error->text);
}

const char *settings_data(const char *given, char *buffer, size_t size) {
    (void)buffer, (void)size;
    return given;
}

void point_file_free(points *p) { free(p->x); }

int args_read_count(const char *text, uint64_t *value) {
    char *end;
    *value = strtoull(text, &end, 10);
    return end != text && *end == '\0';
}

/* ---- what must hold ---- */

typedef struct {
    char  *text;
    size_t size;
} page;

/* 1: the page, or its data alone, was written. */
static int make(page *out, int kind, const char *path, int data) {
    heco_page_options how   = heco_page_options_default();
    heco_error        error = {HECO_OK, ""};
    FILE             *file  = open_memstream(&out->text, &out->size);
    int               good;
    check(file != NULL);
    if (kind == 0) {
        good = journal_page_write(file, path, how, data) < 0;
    } else {
        heco_status status;
        if (kind == 1)
            how.with = &path, how.withs = 1;
        else
            how.db = &path, how.dbs = 1;
        status =
            data ? heco_page_bench_data(file, &how, &error) : heco_page_bench(file, &how, &error);
        good = status == HECO_OK;
        check(good || (error.text[0] != '\0' && strchr(error.text, '\n') == NULL));
    }
    check(fclose(file) == 0);
    return good;
}

/* The template around the same data. */
static void check_page(const page *whole, const page *data) {
    static const char mark[] = "HECO-REPORT-DATA";
    size_t            length = sizeof mark - 1, before = 0;
    while (memcmp(heco_page_template + before, mark, length) != 0) before++;
    size_t after = heco_page_template_size - before - length;
    check(whole->size == before + data->size + after);
    check(memcmp(whole->text, heco_page_template, before) == 0);
    check(memcmp(whole->text + before, data->text, data->size) == 0);
    check(memcmp(whole->text + before + data->size, heco_page_template + before + length, after) ==
          0);
}

static void try_report(int kind, const char *path, int whole) {
    page data = {NULL, 0}, all = {NULL, 0};
    if (make(&data, kind, path, 1)) {
        check(strlen(data.text) == data.size && is_json(data.text));
        check(strpbrk(data.text, "<>&") == NULL && strstr(data.text, "\xe2\x80\xa8") == NULL);
        if (whole) {
            check(make(&all, kind, path, 0));
            check_page(&all, &data);
        }
    }
    free(data.text), free(all.text);
}

/* ---- a journal ---- */

static int evaluate(void *user, const double *x, double *f, double *g, double *h) {
    (void)user;
    if (x[0] > 4.5) return HECO_POINT_FAILED;
    f[0] = x[0] * x[0] + x[1], g[0] = 1.0 - x[0] - x[1], h[0] = x[0] - 0.5;
    return HECO_POINT_OK;
}

static const records *genuine(void) {
    static const double      lower[] = {-5, -5}, upper[] = {5, 5};
    static const char *const x_names[] = {"width", "height"}, *const c_names[] = {"stress", "fit"};
    static const char *const units[] = {"mm", ""}, *const set[] = {"N0=6"};
    static const heco_constraint_form forms[] = {{'<', 14.0, 1.0, "kN"}, {'=', 0.0, 1.0, NULL}};
    static records            all;
    char                      path[64];
    heco_problem              p = heco_problem_default();
    heco_minimize_options     o = heco_minimize_options_default();
    heco_solution            *s = NULL;
    if (all.count > 0) return &all;
    snprintf(path, sizeof path, "%s/heco-fuzz-%ld.journal", fuzz_place(), (long)getpid());
    p.name = "beam", p.eval = evaluate, p.x_names = x_names, p.c_names = c_names;
    p.x_units = units, p.f_unit = "kg", p.forms = forms;
    p.space.n = 2, p.space.ng = p.space.nh = 1, p.space.lower = lower, p.space.upper = upper;
    o.algorithm = "lshade44", o.run.set = set, o.run.sets = 1, o.run.max_evals = 24;
    o.journal = path, o.journal_metadata = "heco-solve 1\nfolder=/a\nword=beam.lua\nword=--evals\n";
    check(heco_minimize(&s, &p, &o, NULL) == HECO_OK);
    heco_solution_free(s);
    read_records(&all, path);
    unlink(path);
    return &all;
}

/* Bytes of the input in the place of others, or more of them. */
static void overwrite(record *r, size_t offset, fuzz_bytes *b) {
    const unsigned char *from;
    size_t               size = fuzz_take(b, fuzz_byte(b) % 40, &from);
    offset                    = r->size > 0 ? offset % r->size : 0;
    if (offset + size > sizeof r->data) return;
    memcpy(r->data + offset, from, size);
    if (offset + size > r->size) r->size = offset + size;
}

static void try_journal(fuzz_bytes *b, int whole) {
    static unsigned char file[1 << 16];
    static records       all;
    all = *genuine();
    for (int k = 0; k < 16 && b->left >= 5 && all.count > 0; k++) {
        unsigned what = fuzz_byte(b), i = fuzz_byte(b) % (unsigned)all.count, at = fuzz_byte(b);
        at |= fuzz_byte(b) << 8;
        if (what >= 128)
            overwrite(&all.at[i], at, b);
        else
            change(&all, what, i, at, fuzz_byte(b));
    }
    size_t size = frame(file, &all, b);
    try_report(0, fuzz_file(file, size), whole);
}

/* ---- a database ---- */

static char fuzz_report_path[64];

static void fuzz_report_remove(void) { unlink(fuzz_report_path); }

/* The file as it was made, under its name. */
static unsigned char *restore(int *fd, size_t *size) {
    static unsigned char *bytes, *copy;
    static size_t         length;
    static int            file = -1;
    if (file < 0) {
        snprintf(fuzz_report_path, sizeof fuzz_report_path, "%s/heco-fuzz-%ld.db", fuzz_place(),
                 (long)getpid());
        fuzz_bench(fuzz_report_path, 0);
        file   = open(fuzz_report_path, O_RDWR);
        length = (size_t)lseek(file, 0, SEEK_END);
        bytes = malloc(length), copy = malloc(length);
        check(file >= 0 && bytes != NULL && copy != NULL && atexit(fuzz_report_remove) == 0);
        check(pread(file, bytes, length, 0) == (ssize_t)length);
    }
    memcpy(copy, bytes, length);
    check(pwrite(file, bytes, length, 0) == (ssize_t)length && ftruncate(file, (off_t)length) == 0);
    *fd = file, *size = length;
    return copy;
}

static void bind(sqlite3_stmt *s, fuzz_bytes *b) {
    static const double  some[] = {0.0, -1.0, 1e300, 1e-300, 0.5, 1e9, -1e300, 3.0};
    const unsigned char *from;
    unsigned             kind = fuzz_byte(b) % 8, value = fuzz_byte(b);
    size_t               size;
    if (kind == 0) sqlite3_bind_null(s, 1);
    if (kind == 1) sqlite3_bind_int64(s, 1, (sqlite3_int64)value - 3);
    if (kind == 2) sqlite3_bind_int64(s, 1, value % 2 ? INT64_MAX - value : INT64_MIN + value);
    if (kind == 3) sqlite3_bind_double(s, 1, some[value % 8]);
    if (kind < 4) return;
    size = fuzz_take(b, value % 64, &from);
    if (kind == 4)
        sqlite3_bind_blob(s, 1, from, (int)size, SQLITE_TRANSIENT);
    else
        sqlite3_bind_text(s, 1, (const char *)from, (int)size, SQLITE_TRANSIENT);
}

/* One value after the other; what the tables refuse stays as it is. */
static void try_tables(fuzz_bytes *b, int whole) {
    static const char *const places[] = {"meta/value",
                                         "suite/name",
                                         "suite/instance",
                                         "suite/dims",
                                         "problem/name",
                                         "problem/n",
                                         "problem/ng",
                                         "problem/nh",
                                         "problem/f_ref",
                                         "problem/target",
                                         "variant/label",
                                         "variant/options",
                                         "run/run",
                                         "run/options",
                                         "run/version",
                                         "run/stop",
                                         "run/evals",
                                         "run/failed",
                                         "run/f",
                                         "run/viol",
                                         "run/viol_sum",
                                         "run/c1",
                                         "run/seconds",
                                         "run/x",
                                         "trace/points",
                                         "trace/data",
                                         "trace/first_evals",
                                         "run/evals_at_best",
                                         "variant/algorithm",
                                         "problem/max_evals",
                                         "run/evals_to_feasible",
                                         "run/evals_to_success"};
    sqlite3                 *sql;
    sqlite3_stmt            *s;
    size_t                   size;
    int                      fd;
    restore(&fd, &size);
    check(sqlite3_open(fuzz_report_path, &sql) == SQLITE_OK);
    sqlite3_exec(sql, "PRAGMA journal_mode=MEMORY; PRAGMA synchronous=OFF; BEGIN", NULL, NULL,
                 NULL);
    for (int k = 0; k < 8 && b->left >= 3; k++) {
        const char *place = places[fuzz_byte(b) % (sizeof places / sizeof places[0])];
        int         table = (int)strcspn(place, "/"), meta = place[0] == 'm';
        unsigned    which = fuzz_byte(b);
        char        text[160];
        snprintf(text, sizeof text, "UPDATE %.*s SET %s = ?1 WHERE %s %% 3 = %u", table, place,
                 place + table + 1, meta ? "length(key)" : "rowid", which % 3);
        check(sqlite3_prepare_v2(sql, text, -1, &s, NULL) == SQLITE_OK);
        bind(s, b);
        sqlite3_step(s);
        sqlite3_finalize(s);
    }
    sqlite3_exec(sql, "COMMIT", NULL, NULL, NULL);
    check(sqlite3_close(sql) == SQLITE_OK);
    try_report(2, fuzz_report_path, whole);
}

static void try_bytes(fuzz_bytes *b, int whole) {
    size_t         size, taken;
    int            fd;
    unsigned char *copy = restore(&fd, &size);
    for (int k = 0; k < 32 && b->left >= 3; k++) {
        const unsigned char *from;
        size_t               at = (fuzz_byte(b) | fuzz_byte(b) << 8) * (size_t)4 % size;
        taken                   = fuzz_take(b, 1 + fuzz_byte(b) % 8, &from);
        if (at + taken <= size) memcpy(copy + at, from, taken);
    }
    check(pwrite(fd, copy, size, 0) == (ssize_t)size);
    try_report(2, fuzz_report_path, whole);
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
    fuzz_bytes b     = {data, size};
    unsigned   how   = fuzz_byte(&b);
    int        whole = how >= 224; /* most of a page is the same each time */
    switch (how % 4) {
    case 0:
        try_journal(&b, whole);
        break;
    case 1:
        try_report(1, fuzz_file(b.at, b.left), whole);
        break;
    case 2:
        try_tables(&b, whole);
        break;
    default:
        try_bytes(&b, whole);
    }
    return 0;
}
