/* Reads result tables in CSV. The header determines the layout. With a column `run` every row is a
 * run (`algorithm,dim,function,run,obj,vio,c1,c2,c3`, or for CEC 2006
 * `algorithm,function,run,obj,vio,c1,c2,c3,success_fes`). With `FR_percent` every row is the
 * summary of an algorithm on a problem as papers print it. The output of `heco bench --dump
 * finals` is a table of runs too. If any row is wrong, nothing is added. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/file.h"
#include "base/os.h"
#include "base/text.h"
#include "report/records.h"

enum {
    PUBLISHED_SUITE,
    PUBLISHED_DIMS,
    PUBLISHED_INSTANCE,
    PUBLISHED_ALGORITHM,
    PUBLISHED_DIM,
    PUBLISHED_FUNCTION,
    PUBLISHED_RUN,
    PUBLISHED_OBJ,
    PUBLISHED_VIO,
    PUBLISHED_C1,
    PUBLISHED_C2,
    PUBLISHED_C3,
    PUBLISHED_TO_FEASIBLE,
    PUBLISHED_TO_SUCCESS,
    PUBLISHED_MAX_EVALS,
    PUBLISHED_FR,
    PUBLISHED_MEAN_VIO,
    PUBLISHED_MEAN_OBJ,
    PUBLISHED_MEDIAN_VIO,
    PUBLISHED_MEDIAN_OBJ,
    PUBLISHED_OTHER, /* further columns of a dump of runs, not used here                    */
    PUBLISHED_NAMES = PUBLISHED_OTHER + 11
};
static const char *const records_csv_names[PUBLISHED_NAMES] = {"suite",
                                                               "dims",
                                                               "instance",
                                                               "algorithm",
                                                               "dim",
                                                               "function",
                                                               "run",
                                                               "obj",
                                                               "vio",
                                                               "c1",
                                                               "c2",
                                                               "c3",
                                                               "evals_to_feasible",
                                                               "success_fes",
                                                               "max_evals",
                                                               "FR_percent",
                                                               "mean_vio",
                                                               "mean_obj",
                                                               "median_vio",
                                                               "median_obj",
                                                               "vio_sum",
                                                               "evals",
                                                               "failed",
                                                               "stop",
                                                               "evals_at_best",
                                                               "method",
                                                               "options",
                                                               "seed",
                                                               "stream",
                                                               "target",
                                                               "version"};

/* Returns 1 if column k is allowed in a table of runs, 2 if it is required. */
static int records_csv_of_run(int k) {
    switch (k) {
    case PUBLISHED_ALGORITHM:
    case PUBLISHED_FUNCTION:
    case PUBLISHED_RUN:
    case PUBLISHED_OBJ:
    case PUBLISHED_VIO: return 2;
    default: return k < PUBLISHED_FR || k >= PUBLISHED_OTHER;
    }
}

static int records_csv_of_summary(int k) {
    if (k == PUBLISHED_ALGORITHM || k == PUBLISHED_FUNCTION) return 2;
    if (k >= PUBLISHED_FR && k < PUBLISHED_OTHER) return 2;
    return k == PUBLISHED_SUITE || k == PUBLISHED_DIMS || k == PUBLISHED_DIM;
}

typedef struct {
    const char   *path;
    FILE         *file;
    char         *line;
    size_t        line_size, line_number;
    char         *field[PUBLISHED_NAMES + 1];
    size_t        fields;
    int           meaning[PUBLISHED_NAMES]; /* meaning of each column of the file         */
    const char   *value[PUBLISHED_NAMES];   /* text of the current row by meaning, or NULL */
    size_t        columns;
    int           runs;
    heco_records *records;
    heco_error   *error;
} records_csv_reader;

/* Splits the line in place and removes the quotes around a field. */
static int records_csv_split(records_csv_reader *r) {
    char *at  = r->line;
    r->fields = 0;
    for (;;) {
        if (r->fields > PUBLISHED_NAMES - 1) return 0;
        char *to              = at;
        r->field[r->fields++] = at;
        if (*at == '"') {
            for (at++; *at != '\0' && (*at != '"' || at[1] == '"'); at++) {
                if (*at == '"') at++;
                *to++ = *at;
            }
            if (*at++ != '"' || (*at != ',' && *at != '\0')) return 0;
        } else {
            while (*at != ',' && *at != '\0') at++;
            to = at;
        }
        int end = *at == '\0';
        *to     = '\0';
        if (end) return 1;
        at++;
    }
}

/* Returns 1 for a line that is not blank, 0 at the end, a negative number after an error. */
static int records_csv_line(records_csv_reader *r) {
    for (;;) {
        errno          = 0;
        int     binary = heco_file_is_binary(r->file);
        ssize_t length = binary ? 0 : getline(&r->line, &r->line_size, r->file);
        if (length < 0) {
            if (feof(r->file) && !ferror(r->file)) return 0;
            heco_fail(r->error, errno == ENOMEM ? HECO_ERR_MEMORY : HECO_ERR_IO,
                      "cannot read %s: %s", r->path, strerror(errno));
            return -1;
        }
        r->line_number++;
        if (binary || strlen(r->line) != (size_t)length) {
            heco_fail(r->error, HECO_ERR_FORMAT, "%s:%zu: not a text file", r->path,
                      r->line_number);
            return -1;
        }
        while (length > 0 && strchr("\r\n", r->line[length - 1]) != NULL) r->line[--length] = '\0';
        if (length > 0) return 1;
    }
}

/* Checks that the columns make a table of runs or of summaries; sets r->runs. */
static heco_status records_csv_check_header(records_csv_reader *r) {
    int have[PUBLISHED_NAMES] = {0};
    for (size_t j = 0; j < r->columns; j++) {
        if (have[r->meaning[j]]++)
            return heco_fail(r->error, HECO_ERR_FORMAT, "%s:%zu: column '%s' occurs twice", r->path,
                             r->line_number, records_csv_names[r->meaning[j]]);
    }
    r->runs = have[PUBLISHED_RUN];
    for (int k = 0; k < PUBLISHED_NAMES; k++) {
        int rule = r->runs ? records_csv_of_run(k) : records_csv_of_summary(k);
        if (have[k] && rule == 0)
            return heco_fail(r->error, HECO_ERR_FORMAT,
                             "%s:%zu: column '%s' does not belong in a table of %s", r->path,
                             r->line_number, records_csv_names[k],
                             r->runs ? "runs" : "summaries (a table of runs has a column 'run')");
        if (!have[k] && rule == 2)
            return heco_fail(r->error, HECO_ERR_FORMAT, "%s:%zu: a table of %s needs a column '%s'",
                             r->path, r->line_number, r->runs ? "runs" : "summaries",
                             records_csv_names[k]);
    }
    return HECO_OK;
}

/* Reads the first line; sets r->columns and the meaning of each column. */
static heco_status records_csv_read_header(records_csv_reader *r) {
    int got = records_csv_line(r);
    if (got < 0) return r->error != NULL ? r->error->status : HECO_ERR_IO;
    if (got == 0) return heco_fail(r->error, HECO_ERR_FORMAT, "%s is empty", r->path);
    if (!records_csv_split(r))
        return heco_fail(r->error, HECO_ERR_FORMAT, "%s:%zu: not the header of a results table",
                         r->path, r->line_number);
    r->columns = r->fields;
    for (size_t j = 0; j < r->columns; j++) {
        int k = 0;
        while (k < PUBLISHED_NAMES && strcmp(records_csv_names[k], r->field[j]) != 0) k++;
        if (k == PUBLISHED_NAMES) {
            heco_error why;
            heco_fail_name(&why, r->field[j], records_csv_names, PUBLISHED_NAMES,
                           "a column of a results table");
            return heco_fail(r->error, HECO_ERR_FORMAT, "%s:%zu: %s", r->path, r->line_number,
                             why.text);
        }
        r->meaning[j] = k;
    }
    return records_csv_check_header(r);
}

/* Reads the number in column k, which must lie between `low` and `high`; NAN: no limit. */
static int records_csv_real(records_csv_reader *r, int k, double low, double high, double *value) {
    const char *text = r->value[k];
    if (heco_text_double(text, value)) {
        if (isnan(low) || (*value >= low && *value <= high)) return 1;
        heco_fail(r->error, HECO_ERR_FORMAT, "%s:%zu: column '%s' is %.40s: it must be %s", r->path,
                  r->line_number, records_csv_names[k], text,
                  isinf(high) ? "0 or more" : "between 0 and 100");
        return 0;
    }
    heco_fail(r->error, HECO_ERR_FORMAT, "%s:%zu: column '%s' is '%.40s', which is not a number",
              r->path, r->line_number, records_csv_names[k], text);
    return 0;
}

/* Reads column k as an integer of at least `low`; 0 if the table lacks the column. Returns 1, or 0
 * with the error set. */
static int records_csv_integer(records_csv_reader *r, int k, uint64_t low, uint64_t *value) {
    *value = 0;
    if (r->value[k] == NULL) return 1;
    if (heco_text_uint64(r->value[k], value) && *value >= low && *value <= UINT64_C(1) << 53)
        return 1;
    heco_fail(r->error, HECO_ERR_FORMAT,
              "%s:%zu: column '%s' is '%.40s': it must be a whole number from %llu on", r->path,
              r->line_number, records_csv_names[k], r->value[k], (unsigned long long)low);
    return 0;
}

/* Returns the text of column k, which must not be empty. */
static const char *records_csv_text(records_csv_reader *r, int k) {
    if (r->value[k] != NULL && r->value[k][0] != '\0') return r->value[k];
    heco_fail(r->error, HECO_ERR_FORMAT, "%s:%zu: column '%s' is empty", r->path, r->line_number,
              records_csv_names[k]);
    return NULL;
}

/* Returns the suite of the row, or the one that has the problem. Returns NULL after an error. */
static const char *records_csv_suite(records_csv_reader *r, const char *problem) {
    if (r->value[PUBLISHED_SUITE] != NULL && r->value[PUBLISHED_SUITE][0] != '\0')
        return r->value[PUBLISHED_SUITE];
    const char *suite = heco_suite_holding(problem);
    if (suite == NULL)
        heco_fail(
            r->error, HECO_ERR_FORMAT,
            "%s:%zu: no suite has a problem '%.60s': say in a column 'suite' which one is meant",
            r->path, r->line_number, problem);
    return suite;
}

/* Reads the meaning of dimensions: empty, or a known word. */
static int records_csv_dims(records_csv_reader *r, heco_dims *dims) {
    const char *text = r->value[PUBLISHED_DIMS];
    *dims            = text != NULL && text[0] != '\0' ? heco_dims_parse(text) : HECO_DIMS_UNKNOWN;
    if (text == NULL || text[0] == '\0' || *dims != HECO_DIMS_UNKNOWN) return 1;
    heco_fail(r->error, HECO_ERR_FORMAT,
              "%s:%zu: column 'dims' is '%.40s': it must be own or shared", r->path, r->line_number,
              text);
    return 0;
}

/* Returns the status of the error that was set last. */
static heco_status records_csv_refused(const records_csv_reader *r) {
    return r->error != NULL ? r->error->status : HECO_ERR_FORMAT;
}

/* Adds the row as a run. */
static heco_status records_csv_add_run(records_csv_reader *r) {
    heco_record record = heco_record_default();
    uint64_t    dim, c[3];
    record.instance  = r->value[PUBLISHED_INSTANCE];
    record.algorithm = records_csv_text(r, PUBLISHED_ALGORITHM);
    record.problem   = record.algorithm == NULL ? NULL : records_csv_text(r, PUBLISHED_FUNCTION);
    record.suite     = record.problem == NULL ? NULL : records_csv_suite(r, record.problem);
    if (record.suite == NULL || !records_csv_dims(r, &record.dims) ||
        !records_csv_integer(r, PUBLISHED_DIM, 1, &dim) ||
        !records_csv_integer(r, PUBLISHED_RUN, 1, &record.run) ||
        !records_csv_real(r, PUBLISHED_OBJ, NAN, NAN, &record.outcome.f) ||
        !records_csv_real(r, PUBLISHED_VIO, 0.0, INFINITY, &record.outcome.viol) ||
        !records_csv_integer(r, PUBLISHED_C1, 0, c) ||
        !records_csv_integer(r, PUBLISHED_C2, 0, c + 1) ||
        !records_csv_integer(r, PUBLISHED_C3, 0, c + 2) ||
        !records_csv_integer(r, PUBLISHED_TO_FEASIBLE, 0, &record.outcome.evals_to_feasible) ||
        !records_csv_integer(r, PUBLISHED_TO_SUCCESS, 0, &record.outcome.evals_to_target) ||
        !records_csv_integer(r, PUBLISHED_MAX_EVALS, 0, &record.max_evals))
        return records_csv_refused(r);
    record.n = (size_t)dim;
    for (int k = 0; k < 3; k++) record.outcome.c[k] = c[k] < 1000000 ? (unsigned)c[k] : 1000000;
    record.outcome.stop = HECO_STOP_UNKNOWN;
    return heco_records_add(r->records, &record, r->error);
}

/* Adds the row as published values. */
static heco_status records_csv_add_summary(records_csv_reader *r) {
    heco_published  row = heco_published_default();
    heco_cec_entry *e   = &row.entry;
    uint64_t        dim;
    row.algorithm = records_csv_text(r, PUBLISHED_ALGORITHM);
    row.problem   = row.algorithm == NULL ? NULL : records_csv_text(r, PUBLISHED_FUNCTION);
    row.suite     = row.problem == NULL ? NULL : records_csv_suite(r, row.problem);
    if (row.suite == NULL || !records_csv_dims(r, &row.dims) ||
        !records_csv_integer(r, PUBLISHED_DIM, 1, &dim) ||
        !records_csv_real(r, PUBLISHED_FR, 0.0, 100.0, &e->feasible_rate) ||
        !records_csv_real(r, PUBLISHED_MEAN_VIO, 0.0, INFINITY, &e->mean_viol) ||
        !records_csv_real(r, PUBLISHED_MEAN_OBJ, NAN, NAN, &e->mean) ||
        !records_csv_real(r, PUBLISHED_MEDIAN_VIO, 0.0, INFINITY, &e->median_viol) ||
        !records_csv_real(r, PUBLISHED_MEDIAN_OBJ, NAN, NAN, &e->median))
        return records_csv_refused(r);
    row.dim = (size_t)dim;
    return heco_records_add_published(r->records, &row, r->error);
}

/* Adds the current line to the records. */
static heco_status records_csv_add_row(records_csv_reader *r) {
    if (!records_csv_split(r) || r->fields != r->columns)
        return heco_fail(r->error, HECO_ERR_FORMAT, "%s:%zu: a row of %zu fields is expected here",
                         r->path, r->line_number, r->columns);
    for (size_t j = 0; j < r->columns; j++) r->value[r->meaning[j]] = r->field[j];
    return r->runs ? records_csv_add_run(r) : records_csv_add_summary(r);
}

heco_status heco_records_read_csv(heco_records *records, const char *path, heco_error *error) {
    heco_error         own = {0};
    records_csv_reader r;
    memset(&r, 0, sizeof r);
    r.path    = path;
    r.records = records;
    r.error   = error != NULL ? error : &own;
    r.file    = fopen(path, "r");
    if (r.file == NULL)
        return heco_fail(error, HECO_ERR_IO, "cannot open %s: %s", path, strerror(errno));
    heco_records_state before = heco_records_save(records);
    heco_status        status = records_csv_read_header(&r);
    size_t             header = r.line_number;
    int                got    = 0;
    while (status == HECO_OK && (got = records_csv_line(&r)) > 0) status = records_csv_add_row(&r);
    if (got < 0) status = records_csv_refused(&r);
    heco_records_state after = heco_records_save(records);
    if (status == HECO_OK && after.runs == before.runs && after.published == before.published)
        status =
            heco_fail(error, HECO_ERR_FORMAT, "%s:%zu: nothing follows the header", path, header);
    if (status != HECO_OK) heco_records_restore(records, before);
    free(r.line);
    fclose(r.file);
    return status;
}
