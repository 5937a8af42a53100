/* Walks through the runs of a results database, algorithm by algorithm and function by function. */
#include "report/exports/export.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "heco/report.h"

static const struct {
    const char        *name;
    heco_export_writer write;
} export_table[] = {
    {"coco", heco_export_coco},
    {"iohprofiler", heco_export_iohprofiler},
    {"cec2020", heco_export_cec2020},
    {"cec2026", heco_export_cec2026},
};
enum { EXPORT_COUNT = sizeof export_table / sizeof export_table[0] };

const char *heco_export_format_at(size_t index) {
    return index < EXPORT_COUNT ? export_table[index].name : NULL;
}

/* Orders runs by suite and algorithm, then by function, dimension, instance and run. */
static int export_compare(const void *a, const void *b) {
    const heco_export_run *one = a, *two = b;
    int                    by = strcmp(one->record->suite, two->record->suite);
    if (by == 0) by = strcmp(one->record->label, two->record->label);
    if (by != 0) return by;
    const uint64_t key[2][4] = {
        {one->function, one->record->n, one->instance, one->record->run},
        {two->function, two->record->n, two->instance, two->record->run},
    };
    for (int i = 0; i < 4; i++)
        if (key[0][i] != key[1][i]) return key[0][i] < key[1][i] ? -1 : 1;
    return one->index < two->index ? -1 : 1;
}

static int export_is_same_algorithm(const heco_export_run *a, const heco_export_run *b) {
    return strcmp(a->record->suite, b->record->suite) == 0 &&
           strcmp(a->record->label, b->record->label) == 0;
}

static int export_is_same_problem(const heco_record *a, const heco_record *b) {
    return a->n == b->n && strcmp(a->suite, b->suite) == 0 && strcmp(a->problem, b->problem) == 0;
}

/* Sets the reference values. The runs of a problem are consecutive in the results. */
static void export_set_references(heco_export_run *run, size_t count) {
    for (size_t begin = 0, end; begin < count; begin = end) {
        double best = INFINITY;
        for (end = begin; end < count; end++) {
            const heco_record *r = run[end].record;
            if (!export_is_same_problem(r, run[begin].record)) break;
            if (r->outcome.viol == 0.0) best = fmin(best, r->outcome.f);
        }
        if (isfinite(run[begin].record->f_ref)) best = run[begin].record->f_ref;
        for (size_t i = begin; i < end; i++) run[i].reference = isfinite(best) ? best : 0.0;
    }
}

static heco_status export_collect(heco_export_run **out, heco_results *results, heco_error *error) {
    size_t           count = heco_results_count(results);
    heco_export_run *run   = calloc(count + 1, sizeof *run);
    *out                   = run;
    if (run == NULL) return heco_fail_memory(error);
    for (size_t i = 0; i < count; i++) {
        run[i].record = heco_results_at(results, i);
        run[i].index  = i;
    }
    export_set_references(run, count);
    if (heco_export_number(run, count) != HECO_OK) return heco_fail_memory(error);
    qsort(run, count, sizeof *run, export_compare);
    return HECO_OK;
}

/* Makes folder/suite/label and writes its path. */
static heco_status export_make_folder(char path[HECO_EXPORT_PATH], const char *folder,
                                      const heco_record *record, const char *label,
                                      heco_error *error) {
    char        suite[HECO_EXPORT_NAME];
    heco_status status = heco_export_folder(folder, error);
    heco_export_name(suite, record->suite, strlen(record->suite));
    snprintf(path, HECO_EXPORT_PATH, "%s/%s", folder, suite);
    if (status == HECO_OK) status = heco_export_folder(path, error);
    snprintf(path, HECO_EXPORT_PATH, "%s/%s/%s", folder, suite, label);
    return status == HECO_OK ? heco_export_folder(path, error) : status;
}

/* Writes the runs of one algorithm, function by function. */
static heco_status export_write_algorithm(heco_export_function *f, const heco_export_run *run,
                                          size_t count, heco_export_writer write) {
    heco_status status = HECO_OK;
    for (size_t begin = 0, end; status == HECO_OK && begin < count; begin = end) {
        for (end = begin + 1; end < count && run[end].function == run[begin].function;) end++;
        f->run   = &run[begin];
        f->count = end - begin;
        heco_export_name(f->name, run[begin].record->problem, run[begin].stem);
        status = write(f);
    }
    return status;
}

/* Writes all runs. `path` and `label` are the memory of the texts. */
static heco_status export_write(heco_results *results, const heco_export_run *run,
                                heco_export_writer write, const char *folder, heco_error *error) {
    char   path[HECO_EXPORT_PATH], label[HECO_EXPORT_NAME];
    size_t count = heco_results_count(results);
    for (size_t begin = 0, end; begin < count; begin = end) {
        const heco_record *first = run[begin].record;
        for (end = begin + 1; end < count && export_is_same_algorithm(&run[begin], &run[end]);)
            end++;
        heco_export_name(label, first->label, strlen(first->label));
        heco_status status = export_make_folder(path, folder, first, label, error);
        if (status == HECO_OK) {
            heco_export_function f = {
                .results = results, .folder = path, .label = label, .error = error};
            status = export_write_algorithm(&f, &run[begin], end - begin, write);
        }
        if (status != HECO_OK) return status;
    }
    return HECO_OK;
}

heco_status heco_results_export(heco_results *results, const char *format, const char *folder,
                                heco_error *error) {
    const char      *names[EXPORT_COUNT];
    heco_export_run *run = NULL;
    int              row = -1;
    for (int i = 0; i < EXPORT_COUNT; i++) {
        names[i] = export_table[i].name;
        if (strcmp(names[i], format) == 0) row = i;
    }
    if (row < 0) return heco_fail_name(error, format, names, EXPORT_COUNT, "a format of exports");
    if (strlen(folder) > HECO_EXPORT_PATH - 8 * HECO_EXPORT_NAME)
        return heco_fail(error, HECO_ERR_ARG, "the name of the folder is too long: shorten it");
    heco_status status = export_collect(&run, results, error);
    if (status == HECO_OK)
        status = export_write(results, run, export_table[row].write, folder, error);
    free(run);
    return status;
}
