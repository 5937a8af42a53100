/* The report page of many runs: the algorithms, then suite by suite the rankings, final values,
 * curves and profiles. */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/struct_read.h"
#include "heco/common.h"
#include "report/page/page.h"
#include "report/records.h"

/* Rules that need traces need all of them in memory; beyond this size they are left out. */
static const double page_traces_bytes = 4e8;

/* ---- reading ---- */

/* Reads all databases and CSV files into new records, which the caller frees, also on failure. */
static heco_status page_read_records(heco_records **out, const heco_page_options *o,
                                     heco_error *error) {
    heco_status status = HECO_OK;
    if (heco_records_new(out) != HECO_OK) return heco_fail_memory(error);
    for (size_t i = 0; i < o->dbs && status == HECO_OK; i++)
        status = heco_records_read_db(*out, o->db[i], 0, error);
    for (size_t i = 0; i < o->withs && status == HECO_OK; i++)
        status = heco_records_read_csv(*out, o->with[i], error);
    return status;
}

/* Copies the runs of databases with their traces; *out is NULL if there are none or they would be
 * too large. */
static heco_status page_traced(heco_records **out, const heco_records *r, heco_error *error) {
    double bytes = 0.0;
    *out         = NULL;
    for (size_t i = 0; i < heco_records_count(r); i++)
        bytes += 16.0 * (double)heco_records_at(r, i)->points;
    if (bytes == 0.0 || bytes > page_traces_bytes) return HECO_OK;
    if (heco_records_new(out) != HECO_OK) return heco_fail_memory(error);
    heco_status status = HECO_OK;
    for (size_t i = 0; i < heco_records_count(r) && status == HECO_OK; i++)
        if (heco_records_at(r, i)->results != NULL)
            status = heco_records_add_traced(*out, heco_records_at(r, i), error);
    return status;
}

/* ---- algorithms ---- */

typedef struct {
    const heco_record *first; /* first run in a database; NULL: published or from a CSV file */
    uint64_t           runs, evals, failed;
    double             seconds;
} page_variant;

/* Adds the runs of one cell to the sums of the variant and sets v->first. */
static void page_variant_count(page_variant *v, const heco_comparison_cell *cell) {
    for (size_t r = 0; r < cell->runs; r++) {
        v->runs++;
        v->evals += cell->outcome[r].evals;
        v->failed += cell->outcome[r].failed;
        if (cell->record[r]->results == NULL) continue;
        v->seconds += cell->outcome[r].seconds;
        if (v->first == NULL) v->first = cell->record[r];
    }
}

static void page_variant_write(heco_json *j, const char *label, const page_variant *v) {
    heco_json_open(j, NULL, '{');
    heco_page_label(j, "label", label);
    heco_json_text(j, "source", v->first != NULL ? "database" : v->runs > 0 ? "file" : "published");
    heco_json_count(j, "runs", v->runs);
    if (v->first != NULL) {
        heco_page_label(j, "algorithm", v->first->algorithm);
        heco_page_label(j, "options", v->first->options);
        heco_json_text(j, "version",
                       v->first->build[0] != '\0' ? v->first->build : v->first->version);
        heco_json_count(j, "seed", v->first->seed);
        heco_json_count(j, "evals", v->evals);
        heco_json_count(j, "failed", v->failed);
        heco_json_rounded(j, "seconds", v->seconds, 4);
    }
    heco_json_close(j);
}

static void page_variants(heco_json *j, const heco_comparison *comparison) {
    heco_json_open(j, "algorithms", '[');
    for (size_t a = 0; a < comparison->algorithms; a++) {
        page_variant v = {0};
        for (size_t p = 0; p < comparison->problems; p++) {
            const heco_comparison_cell *cell = heco_comparison_at(comparison, p, a);
            if (cell != NULL) page_variant_count(&v, cell);
        }
        page_variant_write(j, comparison->algorithm[a], &v);
    }
    heco_json_close(j);
}

/* Writes the dimensions with the budgets of their runs; mixed databases may have several. */
static void page_dims(heco_json *j, const heco_comparison *comparison) {
    heco_json_open(j, "dims", '[');
    for (size_t d = 0; d < comparison->dims; d++) {
        uint64_t low = UINT64_MAX, high = 0;
        for (size_t p = comparison->dim[d].begin; p < comparison->dim[d].end; p++)
            for (size_t a = 0; a < comparison->algorithms; a++) {
                const heco_comparison_cell *cell = heco_comparison_at(comparison, p, a);
                uint64_t evals = cell != NULL && cell->runs > 0 ? cell->record[0]->max_evals : 0;
                if (evals > 0 && evals < low) low = evals;
                if (evals > high) high = evals;
            }
        heco_json_open(j, NULL, '{');
        heco_json_count(j, "dim", comparison->dim[d].dim);
        heco_json_count(j, "low", high > 0 ? low : 0);
        heco_json_count(j, "high", high);
        heco_json_close(j);
    }
    heco_json_close(j);
}

/* ---- suites ---- */

/* Writes one suite: algorithms, dimensions, cells and rankings. */
static heco_status page_write_suite(heco_json *j, const heco_records *records, const char *suite,
                                    const heco_records *traced, heco_error *error) {
    heco_comparison  *comparison;
    heco_rank_options how = heco_rank_options_default();
    how.suite             = suite;
    heco_status status    = heco_comparison_open(&comparison, records, &how, 0, error);
    if (status != HECO_OK) return status;
    heco_json_open(j, NULL, '{');
    heco_json_text(j, "name", suite);
    heco_page_label(j, "instance", comparison->instance);
    page_variants(j, comparison);
    page_dims(j, comparison);
    status = heco_page_cells(j, comparison, error);
    if (status == HECO_OK && heco_page_rankings(j, records, comparison, traced) != HECO_OK)
        status =
            heco_fail_memory_for(error, "the report"); /* every other error is part of the page */
    heco_json_close(j);
    heco_comparison_close(comparison);
    return status;
}

/* Returns the n-th suite in order of appearance, runs first; NULL past the end. Names are kept
 * once each, so that equal names are equal pointers. */
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

static heco_status page_bench_write(heco_json *j, const heco_records *records, heco_error *error) {
    heco_records *traced = NULL;
    const char   *suite;
    heco_status   status = page_traced(&traced, records, error);
    heco_json_open(j, NULL, '{');
    heco_json_text(j, "schema", "heco-report/1");
    heco_json_text(j, "kind", "bench");
    heco_json_text(j, "heco", heco_version());
    heco_json_count(j, "runs", heco_records_count(records));
    heco_json_count(j, "published", heco_records_published_count(records));
    heco_json_open(j, "suites", '[');
    for (size_t i = 0; status == HECO_OK && (suite = page_suite_at(records, i)) != NULL; i++)
        status = page_write_suite(j, records, suite, traced, error);
    heco_json_close(j);
    heco_json_close(j);
    heco_records_free(traced);
    return status;
}

heco_status heco_page_bench_data(FILE *out, const heco_page_options *options, heco_error *error) {
    heco_records     *records;
    heco_page_options o      = heco_page_options_default();
    heco_json         j      = {.file = out, .compact = 1, .html_safe = 1};
    heco_status       status = heco_struct_read(&o, sizeof o, options, "heco_page_options",
                                                "start from heco_page_options_default()", error);
    if (status != HECO_OK) return status;
    j.paths = o.paths;
    status  = page_read_records(&records, &o, error);
    if (status == HECO_OK) status = page_bench_write(&j, records, error);
    heco_records_free(records);
    return status;
}
