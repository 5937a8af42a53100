/* Records by hand, published files, and cells of a ranking by name. */
#ifndef HECO_RANK_HELPERS_H
#define HECO_RANK_HELPERS_H

#include "heco/report.h"
#include "testing.h"

#define PUBLISHED HECO_SHARED_DIR "/cec2017/published/"

static inline heco_records *rank_new(void) {
    heco_records *r;
    assert_int_equal(heco_records_new(&r), HECO_OK);
    return r;
}

/* Runs 1 .. count with these f; all feasible. */
static inline void rank_add(heco_records *r, const char *algorithm, const char *problem, size_t dim,
                            const double *f, size_t count) {
    heco_error error;
    for (size_t i = 0; i < count; i++) {
        heco_record run = {.size      = sizeof run,
                           .suite     = "cec2017",
                           .problem   = problem,
                           .algorithm = algorithm,
                           .n         = dim,
                           .run       = i + 1,
                           .f_ref     = NAN,
                           .target    = NAN,
                           .outcome   = {.f = f[i]}};
        assert_int_equal(heco_records_add(r, &run, &error), HECO_OK);
    }
}

/* NULL, after saying so, where the published tables are not there. */
static inline heco_records *rank_read(const char *first, const char *second) {
    const char   *paths[] = {first, second};
    heco_records *r       = rank_new();
    for (int i = 0; i < 2; i++) {
        heco_error error;
        if (paths[i] == NULL) continue;
        heco_status status = heco_records_read_csv(r, paths[i], &error);
        if (status == HECO_ERR_IO) {
            print_message("no published tables: %s\n", error.text);
            heco_records_free(r);
            return NULL;
        }
        if (status != HECO_OK) fail_msg("%s", error.text);
    }
    return r;
}

static inline heco_table *rank_table(const heco_records *r, const heco_rank_options *o) {
    heco_error  error;
    heco_table *t;
    if (heco_rank_compute(&t, r, o, &error) != HECO_OK) fail_msg("%s", error.text);
    return t;
}

static inline void rank_refused(const heco_records *r, const heco_rank_options *o,
                                heco_status status, const char *part) {
    heco_error  error = {HECO_OK, ""};
    heco_table *t;
    assert_int_equal(heco_rank_compute(&t, r, o, &error), status);
    assert_null(t);
    assert_text(error.text, part);
    assert_null(strchr(error.text, '\n'));
}

static inline size_t rank_column(const heco_table *t, const char *name) {
    for (size_t j = 0; j < heco_table_columns(t); j++)
        if (strcmp(heco_table_column(t, j)->name, name) == 0) return j;
    fail_msg("no column %s", name);
    return 0;
}

static inline const heco_cell *rank_at(const heco_table *t, size_t row, const char *name) {
    return heco_table_cell(t, row, rank_column(t, name));
}

/* The row of that dimension (0: "all"), problem (NULL: any) and algorithm. */
static inline size_t rank_row(const heco_table *t, size_t dim, const char *problem,
                              const char *algorithm) {
    for (size_t i = 0; i < heco_table_rows(t); i++) {
        const heco_cell *d        = rank_at(t, i, "dim");
        int              same_dim = dim == 0 ? d->kind == HECO_CELL_TEXT
                                             : d->kind == HECO_CELL_INTEGER && d->integer == (int64_t)dim;
        if (same_dim && strcmp(rank_at(t, i, "algorithm")->text, algorithm) == 0 &&
            (problem == NULL || strcmp(rank_at(t, i, "problem")->text, problem) == 0))
            return i;
    }
    fail_msg("no row for %zu %s %s", dim, problem != NULL ? problem : "", algorithm);
    return 0;
}

/* Cuts a line at its commas. */
static inline size_t rank_split(char *line, char **comparison, size_t max) {
    size_t n                    = 0;
    line[strcspn(line, "\r\n")] = '\0';
    for (char *at = line; at != NULL && n < max; n++) {
        comparison[n] = at;
        at       = strchr(at, ',');
        if (at != NULL) *at++ = '\0';
    }
    return n;
}

#endif
