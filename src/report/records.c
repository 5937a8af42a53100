/* Runs and published rows in memory. Each name is kept once, because there are few of them; equal
 * names are then equal pointers. */
#include "report/records.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/array.h"
#include "base/error.h"
#include "base/struct_read.h"

struct heco_records {
    heco_arena      arena;
    const char    **names;
    size_t          name_count, name_capacity;
    heco_record    *runs;
    size_t          run_count, run_capacity;
    heco_published *rows;
    size_t          row_count, row_capacity;
    heco_results  **results; /* databases of the runs, open until the records are freed     */
    size_t          result_count, result_capacity;
};

void heco_published_init(heco_published *published, size_t size) {
    heco_published empty = {.size = sizeof empty};
    heco_struct_defaults(published, size, &empty, sizeof empty);
}

heco_status heco_records_new(heco_records **out) {
    *out = calloc(1, sizeof **out);
    if (*out == NULL) return HECO_ERR_MEMORY;
    heco_arena_init(&(*out)->arena);
    return HECO_OK;
}

void heco_records_free(heco_records *r) {
    if (r == NULL) return;
    for (size_t i = 0; i < r->result_count; i++) heco_results_close(r->results[i]);
    heco_arena_release(&r->arena);
    free(r->results);
    free(r->names);
    free(r->runs);
    free(r->rows);
    free(r);
}

/* Returns the stored copy of the text, one per name, so equal names are equal pointers; NULL: no
 * memory. */
static const char *records_name(heco_records *r, const char *text) {
    /* Rows of one algorithm are neighbours, so the search starts at the end. */
    for (size_t i = r->name_count; i-- > 0;)
        if (strcmp(r->names[i], text) == 0) return r->names[i];
    if (!heco_array_grow(&r->names, r->name_count, &r->name_capacity, sizeof *r->names))
        return NULL;
    const char *name = heco_arena_text(&r->arena, text);
    if (name != NULL) r->names[r->name_count++] = name;
    return name;
}

static heco_status records_memory(heco_error *error) {
    return heco_fail_memory_for(error, "another record");
}

/* Replaces each text by the kept copy; a missing one becomes "". */
static int records_names(heco_records *r, const char ***text, size_t count) {
    for (size_t i = 0; i < count; i++) {
        *text[i] = records_name(r, *text[i] != NULL ? *text[i] : "");
        if (*text[i] == NULL) return 0;
    }
    return 1;
}

/* Returns a copy of the trace; NULL: no memory. */
static const double *records_trace(heco_records *r, const double *trace, size_t count) {
    double *copy = heco_arena_take(&r->arena, count, sizeof *copy);
    if (copy != NULL) memcpy(copy, trace, count * sizeof *copy);
    return copy;
}

heco_status heco_records_add(heco_records *r, const heco_record *record, heco_error *error) {
    heco_record copy   = heco_record_default();
    heco_status status = heco_struct_read(&copy, sizeof copy, record, "heco_record",
                                          "start from heco_record_default()", error);
    if (status != HECO_OK) return status;
    if (copy.label == NULL) copy.label = copy.algorithm;
    if (!(copy.outcome.viol >= 0.0) && !isnan(copy.outcome.viol))
        return heco_fail(error, HECO_ERR_ARG, "run %llu of %s on %s has a negative violation: %g",
                         (unsigned long long)copy.run, copy.label, copy.problem, copy.outcome.viol);
    const char **texts[] = {&copy.suite,    &copy.problem, &copy.label,   &copy.algorithm,
                            &copy.instance, &copy.options, &copy.version, &copy.build};
    if (!records_names(r, texts, sizeof texts / sizeof texts[0])) return records_memory(error);
    copy.outcome.found = heco_found_of(copy.outcome.f, copy.outcome.viol);
    if (copy.trace_f != NULL) {
        copy.trace_f    = records_trace(r, copy.trace_f, copy.points + 1);
        copy.trace_viol = records_trace(r, copy.trace_viol, copy.points + 1);
        if (copy.trace_f == NULL || copy.trace_viol == NULL) return records_memory(error);
    }
    if (!heco_array_grow(&r->runs, r->run_count, &r->run_capacity, sizeof *r->runs))
        return records_memory(error);
    r->runs[r->run_count++] = copy;
    return HECO_OK;
}

heco_status heco_records_add_published(heco_records *r, const heco_published *published,
                                       heco_error *error) {
    heco_published copy   = heco_published_default();
    heco_status    status = heco_struct_read(&copy, sizeof copy, published, "heco_published",
                                             "start from heco_published_default()", error);
    if (status != HECO_OK) return status;
    const char **texts[] = {&copy.suite, &copy.problem, &copy.algorithm};
    if (!records_names(r, texts, sizeof texts / sizeof texts[0])) return records_memory(error);
    if (!heco_array_grow(&r->rows, r->row_count, &r->row_capacity, sizeof *r->rows))
        return records_memory(error);
    r->rows[r->row_count++] = copy;
    return HECO_OK;
}

size_t heco_records_count(const heco_records *r) { return r->run_count; }
size_t heco_records_published_count(const heco_records *r) { return r->row_count; }

const heco_record *heco_records_at(const heco_records *r, size_t index) {
    return index < r->run_count ? r->runs + index : NULL;
}

const heco_published *heco_records_published_at(const heco_records *r, size_t index) {
    return index < r->row_count ? r->rows + index : NULL;
}

heco_records_state heco_records_save(const heco_records *r) {
    heco_records_state state = {r->run_count, r->row_count};
    return state;
}

void heco_records_restore(heco_records *r, heco_records_state state) {
    r->run_count = state.runs;
    r->row_count = state.published;
}

heco_status heco_records_keep(heco_records *r, heco_results *results, heco_error *error) {
    if (!heco_array_grow(&r->results, r->result_count, &r->result_capacity, sizeof *r->results)) {
        heco_results_close(results);
        return records_memory(error);
    }
    r->results[r->result_count++] = results;
    return HECO_OK;
}
