/* IOHprofiler: the files that IOHanalyzer reads, by the format of IOHexperimenter 0.3.3.
 *
 * C. Doerr, H. Wang, F. Ye, S. van Rijn and T. Baeck: IOHprofiler: A benchmarking and profiling
 * tool for iterative optimization heuristics. arXiv:1810.05281, 2018; the format as IOHanalyzer's
 * readFiles.R reads it.
 *
 *     IOHprofiler_f5_C05.json              one per function: metadata of all dimensions and runs
 *     data_f5_C05/IOHprofiler_f5_DIM10.dat   the runs one after the other, each with a header
 *
 * IOHanalyzer compares one number, raw_y: f of a feasible point, else the penalty plus the sum of
 * the violations. The columns f and violation have both values. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "base/error.h"
#include "base/json.h"
#include "base/number_text.h"
#include "report/exports/export.h"

static double iohprofiler_measure(const heco_export_run *run, double f, double viol) {
    return viol == 0.0 ? f : HECO_EXPORT_PENALTY + viol * heco_export_constraints(run);
}

static heco_number_shown iohprofiler_number(double value) {
    return heco_number_show("%.17g", value);
}

static heco_status iohprofiler_data(const heco_export_function *f, FILE *file, size_t begin,
                                    size_t end) {
    for (size_t i = begin; i < end; i++) {
        const heco_export_run *run = &f->run[i];
        heco_trace            *t;
        heco_status            status = heco_export_trace(f, run, &t);
        if (status != HECO_OK) return status;
        fputs("evaluations raw_y f violation\n", file);
        for (size_t k = 0; k < t->count; k++) /* before the first values there is nothing to log */
            if (isfinite(t->f[k]) && isfinite(t->viol[k]))
                fprintf(file, "%" PRIu64 " %s %s %s\n", t->evals[k],
                        iohprofiler_number(iohprofiler_measure(run, t->f[k], t->viol[k])).text,
                        iohprofiler_number(t->f[k]).text,
                        iohprofiler_number(t->viol[k] * heco_export_constraints(run)).text);
        heco_trace_free(t);
    }
    return HECO_OK;
}

/* Writes the metadata of one run: how long it took and its best point. */
static heco_status iohprofiler_run(const heco_export_function *f, heco_json *j,
                                   const heco_export_run *run) {
    const heco_record *r = run->record;
    double            *x = malloc((r->n + 1) * sizeof *x);
    if (x == NULL) return heco_fail_memory(f->error);
    heco_status status = heco_results_point(f->results, run->index, x, f->error);
    if (status == HECO_OK) {
        heco_json_open_line(j, NULL, '{');
        heco_json_count(j, "instance", run->instance);
        heco_json_count(j, "evals", r->outcome.evals);
        heco_json_open_line(j, "best", '{');
        heco_json_count(j, "evals", r->outcome.evals_at_best);
        heco_json_real(j, "y", iohprofiler_measure(run, r->outcome.f, r->outcome.viol));
        heco_json_reals(j, "x", x, r->n);
        heco_json_close(j);
        heco_json_close(j);
    }
    free(x);
    return status;
}

/* Writes the data file and the metadata of the runs begin .. end - 1, which have one dimension. */
static heco_status iohprofiler_dim(const heco_export_function *f, heco_json *j, size_t begin,
                                   size_t end) {
    const heco_export_run *run = &f->run[begin];
    char                   name[3 * HECO_EXPORT_NAME];
    heco_file              data;
    snprintf(name, sizeof name, "data_f%u_%s/IOHprofiler_f%u_DIM%zu.dat", run->function, f->name,
             run->function, run->record->n);
    heco_status status = heco_export_open(&data, f, name);
    if (status == HECO_OK)
        status = heco_export_close(&data, f, iohprofiler_data(f, data.file, begin, end));
    heco_json_open(j, NULL, '{');
    heco_json_count(j, "dimension", run->record->n);
    heco_json_text(j, "path", name);
    heco_json_open(j, "runs", '[');
    for (size_t i = begin; status == HECO_OK && i < end; i++)
        status = iohprofiler_run(f, j, &f->run[i]);
    heco_json_close(j);
    heco_json_close(j);
    return status;
}

/* Writes what all runs share. */
static void iohprofiler_head(const heco_export_function *f, heco_json *j) {
    const heco_record *r = f->run[0].record;
    heco_json_text(j, "version", "0.3.3");
    heco_json_text(j, "suite", r->suite);
    heco_json_count(j, "function_id", f->run[0].function);
    heco_json_text(j, "function_name", f->name);
    heco_json_bool(j, "maximization", 0);
    heco_json_open(j, "algorithm", '{');
    heco_json_text(j, "name", r->label);
    heco_json_text(j, "info", r->options);
    heco_json_close(j);
    heco_json_open_line(j, "experiment_attributes", '[');
    heco_json_open_line(j, NULL, '{');
    heco_json_text(j, "heco", r->version);
    heco_json_close(j);
    heco_json_close(j);
    heco_json_open_line(j, "attributes", '[');
    heco_json_text(j, NULL, "evaluations");
    heco_json_text(j, NULL, "raw_y");
    heco_json_text(j, NULL, "f");
    heco_json_text(j, NULL, "violation");
    heco_json_close(j);
}

heco_status heco_export_iohprofiler(const heco_export_function *f) {
    char      name[HECO_EXPORT_PATH];
    heco_file file;
    snprintf(name, sizeof name, "%.*s/data_f%u_%s", HECO_EXPORT_PATH - 2 * HECO_EXPORT_NAME,
             f->folder, f->run[0].function, f->name);
    heco_status status = heco_export_folder(name, f->error);
    snprintf(name, sizeof name, "IOHprofiler_f%u_%s.json", f->run[0].function, f->name);
    if (status == HECO_OK) status = heco_export_open(&file, f, name);
    if (status != HECO_OK) return status;
    heco_json j = {.file = file.file};
    heco_json_open(&j, NULL, '{');
    iohprofiler_head(f, &j);
    heco_json_open(&j, "scenarios", '[');
    for (size_t begin = 0, end; status == HECO_OK && begin < f->count; begin = end) {
        end    = heco_export_dim_end(f, begin);
        status = iohprofiler_dim(f, &j, begin, end);
    }
    heco_json_close(&j);
    heco_json_close(&j);
    return heco_export_close(&file, f, status);
}
