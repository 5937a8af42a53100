/* The report page of many runs: what was run, and suite by suite the rankings, finals, curves and
 * profiles. */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/struct_read.h"
#include "heco/common.h"
#include "report/page/page.h"
#include "report/records.h"

/* Rules that look at traces want all of them in memory: beyond this they are left out. */
static const double page_traces_bytes = 4e8;

/* ---- where runs come from ---- */

static void page_source_close(heco_page_source *s) {
    for (size_t i = 0; i < s->dbs; i++) heco_results_close(s->db[i]);
    heco_records_free(s->records);
    free(s->db);
    free(s->begin);
}

static heco_status page_source_open(heco_page_source *s, const heco_page_options *o,
                                    heco_error *error) {
    *s       = (heco_page_source){0};
    s->db    = calloc(o->dbs + 1, sizeof *s->db);
    s->begin = calloc(o->dbs + 1, sizeof *s->begin);
    if (s->db == NULL || s->begin == NULL || heco_records_new(&s->records) != HECO_OK)
        return heco_fail_memory(error);
    for (size_t i = 0; i < o->dbs; i++) {
        heco_status status = heco_results_open(&s->db[i], o->db[i], error);
        if (status != HECO_OK) return status;
        s->dbs++;
        status = heco_records_add_results(s->records, s->db[i], 0, error);
        if (status != HECO_OK) return status;
        s->begin[i + 1] = heco_records_count(s->records);
    }
    for (size_t i = 0; i < o->withs; i++) {
        heco_status status = heco_records_read_csv(s->records, o->with[i], error);
        if (status != HECO_OK) return status;
    }
    return HECO_OK;
}

/* The database that a record came from; dbs: none. */
static size_t page_source_db(const heco_page_source *s, const heco_record *record, size_t *row) {
    size_t number = (size_t)(record - heco_records_at(s->records, 0)), i = 0;
    while (i < s->dbs && number >= s->begin[i + 1]) i++;
    *row = i < s->dbs ? number - s->begin[i] : 0;
    return i;
}

const heco_results_row *heco_page_row(const heco_page_source *s, const heco_record *record) {
    size_t row, db = page_source_db(s, record, &row);
    return db < s->dbs ? heco_results_at(s->db[db], row) : NULL;
}

heco_status heco_page_trace(const heco_page_source *s, const heco_record *record, heco_trace **out,
                            heco_error *error) {
    size_t row, db = page_source_db(s, record, &row);
    *out = NULL;
    if (db == s->dbs || heco_results_at(s->db[db], row)->points == 0) return HECO_OK;
    return heco_results_trace(s->db[db], row, out, error);
}

/* All runs with their traces; NULL in *out when that would be too large, or nobody has any. */
static heco_status page_traced(heco_records **out, const heco_page_source *s, heco_error *error) {
    double bytes = 0.0;
    *out         = NULL;
    for (size_t i = 0; i < s->dbs; i++)
        for (size_t k = 0; k < heco_results_count(s->db[i]); k++)
            bytes += 16.0 * (double)heco_results_at(s->db[i], k)->points;
    if (bytes == 0.0 || bytes > page_traces_bytes) return HECO_OK;
    if (heco_records_new(out) != HECO_OK) return heco_fail_memory(error);
    heco_status status = HECO_OK;
    for (size_t i = 0; i < s->dbs && status == HECO_OK; i++)
        status = heco_records_add_results(*out, s->db[i], 1, error);
    return status;
}

/* ---- what was run ---- */

typedef struct {
    const heco_results_row *row; /* the first one; NULL: published or from a CSV file        */
    uint64_t                runs, evals, failed;
    double                  seconds;
    int                     published;
} page_variant;

static void page_variant_count(page_variant *v, const heco_page_source *s,
                               const heco_comparison_cell *cell) {
    v->published |= cell->published;
    for (size_t r = 0; r < cell->runs; r++) {
        const heco_results_row *row = heco_page_row(s, cell->record[r]);
        v->runs++;
        v->evals += cell->outcome[r].evals;
        v->failed += cell->outcome[r].failed;
        if (row == NULL) continue;
        v->seconds += row->outcome.seconds;
        if (v->row == NULL) v->row = row;
    }
}

static void page_variant_write(heco_json *j, const char *label, const page_variant *v) {
    heco_json_open(j, NULL, '{');
    heco_page_label(j, "label", label);
    heco_json_text(j, "source", v->row != NULL ? "database" : v->runs > 0 ? "file" : "published");
    heco_json_count(j, "runs", v->runs);
    if (v->row != NULL) {
        heco_page_label(j, "algorithm", v->row->algorithm);
        heco_page_label(j, "options", v->row->options);
        heco_json_text(j, "version", v->row->version);
        heco_json_count(j, "seed", v->row->seed);
        heco_json_count(j, "evals", v->evals);
        heco_json_count(j, "failed", v->failed);
        heco_json_rounded(j, "seconds", v->seconds, 4);
    }
    heco_json_close(j);
}

static void page_variants(heco_json *j, const heco_page_source *s, const heco_comparison *f) {
    heco_json_open(j, "algorithms", '[');
    for (size_t a = 0; a < f->algorithms; a++) {
        page_variant v = {0};
        for (size_t p = 0; p < f->problems; p++) {
            const heco_comparison_cell *cell = heco_comparison_at(f, p, a);
            if (cell != NULL) page_variant_count(&v, s, cell);
        }
        page_variant_write(j, f->algorithm[a], &v);
    }
    heco_json_close(j);
}

/* Dimensions, with the budgets of their runs (several where databases were mixed). */
static void page_dims(heco_json *j, const heco_comparison *f) {
    heco_json_open(j, "dims", '[');
    for (size_t d = 0; d < f->dims; d++) {
        uint64_t low = UINT64_MAX, high = 0;
        for (size_t p = f->dim[d].begin; p < f->dim[d].end; p++)
            for (size_t a = 0; a < f->algorithms; a++) {
                const heco_comparison_cell *cell = heco_comparison_at(f, p, a);
                uint64_t evals = cell != NULL && cell->runs > 0 ? cell->record[0]->max_evals : 0;
                if (evals > 0 && evals < low) low = evals;
                if (evals > high) high = evals;
            }
        heco_json_open(j, NULL, '{');
        heco_json_count(j, "dim", f->dim[d].dim);
        heco_json_count(j, "low", high > 0 ? low : 0);
        heco_json_count(j, "high", high);
        heco_json_close(j);
    }
    heco_json_close(j);
}

/* ---- suites ---- */

static heco_status page_suite(heco_json *j, const heco_page_source *s, const char *suite,
                              const heco_records *traced, heco_error *error) {
    heco_comparison  *comparison;
    heco_rank_options how = heco_rank_options_default();
    how.suite             = suite;
    heco_status status    = heco_comparison_open(&comparison, s->records, &how, 0, error);
    if (status != HECO_OK) return status;
    heco_json_open(j, NULL, '{');
    heco_json_text(j, "name", suite);
    heco_page_label(j, "instance", comparison->instance);
    page_variants(j, s, comparison);
    page_dims(j, comparison);
    status = heco_page_cells(j, s, comparison, error);
    if (status == HECO_OK && heco_page_rankings(j, s->records, comparison, traced) != HECO_OK)
        status =
            heco_fail_memory_for(error, "the report"); /* all else that can be wrong is in it */
    heco_json_close(j);
    heco_comparison_close(comparison);
    return status;
}

/* The n-th suite in order of appearance, runs first; NULL past the end. Names are kept once each,
 * so that equal names are equal pointers. */
static const char *page_suite_at(const heco_records *r, size_t n) {
    enum { PAGE_SUITES = 64 };
    const char *seen[PAGE_SUITES];
    size_t      count = 0, runs = heco_records_count(r), rows = heco_records_published_count(r);
    for (size_t i = 0; i < runs + rows; i++) {
        const char *name =
            i < runs ? heco_records_at(r, i)->suite : heco_records_published_at(r, i - runs)->suite;
        size_t k = 0;
        while (k < count && strcmp(seen[k], name) != 0) k++;
        if (k < count || count == PAGE_SUITES) continue;
        if (count == n) return name;
        seen[count++] = name;
    }
    return NULL;
}

static heco_status page_bench_write(heco_json *j, const heco_page_source *s, heco_error *error) {
    heco_records *traced = NULL;
    const char   *suite;
    heco_status   status = page_traced(&traced, s, error);
    heco_json_open(j, NULL, '{');
    heco_json_text(j, "schema", "heco-report/1");
    heco_json_text(j, "kind", "bench");
    heco_json_text(j, "heco", heco_version());
    heco_json_count(j, "runs", heco_records_count(s->records));
    heco_json_count(j, "published", heco_records_published_count(s->records));
    heco_json_open(j, "suites", '[');
    for (size_t i = 0; status == HECO_OK && (suite = page_suite_at(s->records, i)) != NULL; i++)
        status = page_suite(j, s, suite, traced, error);
    heco_json_close(j);
    heco_json_close(j);
    heco_records_free(traced);
    return status;
}

heco_status heco_page_bench_data(FILE *out, const heco_page_options *options, heco_error *error) {
    heco_page_source  source;
    heco_page_options o      = heco_page_options_default();
    heco_json         j      = {.file = out, .compact = 1, .html_safe = 1};
    heco_status       status = heco_struct_read(&o, sizeof o, options, "heco_page_options",
                                                "start from heco_page_options_default()", error);
    if (status != HECO_OK) return status;
    j.paths = o.paths;
    status  = page_source_open(&source, &o, error);
    if (status == HECO_OK) status = page_bench_write(&j, &source, error);
    page_source_close(&source);
    return status;
}
