/* COCO: the files that its observer "bbob" writes and cocopp and IOHanalyzer read.
 *
 * N. Hansen, A. Auger, R. Ros, O. Mersmann, T. Tusar and D. Brockhoff: COCO: a platform for
 * comparing continuous optimizers in a black-box setting. Optimization Methods and Software 36(1),
 * 2021. The columns are those of data format "bbob-new" in COCO's logger_bbob.c and cocopp's
 * dataformatsettings.py. The second column counts evaluations of the constraints.
 *
 *     bbobexp_f5.info              one entry of three lines per dimension
 *     data_f5/bbobexp_f5_DIM10.dat   a row per improvement
 *     data_f5/bbobexp_f5_DIM10.tdat  a row per checkpoint
 *
 * COCO measures a point by max(f - f*, 0) plus the sum of the violations. cocopp expects that the
 * first row of each run belongs to evaluation 1. heco does not store its value, so that this row
 * gets the penalty, which no later row exceeds. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/number_text.h"
#include "report/exports/export.h"

/* The files of one dimension. */
typedef struct {
    const heco_export_function *f;
    FILE                       *dat, *tdat, *info;
} coco_files;

/* Returns COCO's measure of a point. */
static double coco_measure(const heco_export_run *run, double f, double viol) {
    double sum = viol * heco_export_constraints(run);
    if (!isfinite(f) || !isfinite(sum)) return INFINITY;
    if (sum > 0.0 && !isfinite(run->record->f_ref)) return HECO_EXPORT_PENALTY + sum;
    return fmax(f - run->reference, 0.0) + sum;
}

static void coco_head(FILE *file, const heco_export_run *run) {
    fprintf(file,
            "%% f evaluations | g evaluations | best noise-free fitness - %s (%s) + sum g_i+ | "
            "measured fitness | best measured fitness\n",
            isfinite(run->record->f_ref) ? "Fopt" : "Fref",
            heco_number_show("%.16e", run->reference).text);
}

static heco_number_shown coco_number(double value) { return heco_number_show("%+.15e", value); }

static void coco_row(FILE *file, const heco_export_run *run, uint64_t evals, double measure,
                     double f) {
    int constrained = run->record->ng + run->record->nh > 0;
    fprintf(file, "%" PRIu64 " %" PRIu64 " %s %s %s\n", evals, constrained ? evals : 0,
            coco_number(measure).text, coco_number(f).text,
            coco_number(measure + run->reference).text);
}

/* Writes a run into the two files and its summary into the index. */
static void coco_run(const coco_files *to, const heco_export_run *run, const heco_trace *t) {
    double best =
        INFINITY; /* of the rows so far; the best point by violation may have a larger one */
    coco_head(to->dat, run);
    coco_head(to->tdat, run);
    for (size_t k = 0; k < t->count; k++) {
        double measure = coco_measure(run, t->f[k], t->viol[k]);
        if (k == 0 && t->evals[0] != 1) {
            best = fmax(HECO_EXPORT_PENALTY, isfinite(measure) ? measure : 0.0);
            coco_row(to->dat, run, 1, best, best);
            coco_row(to->tdat, run, 1, best, best);
        }
        if (measure < best) coco_row(to->dat, run, t->evals[k], measure, t->f[k]);
        best = fmin(best, measure);
        coco_row(to->tdat, run, t->evals[k], best, isfinite(t->f[k]) ? t->f[k] : best);
    }
    fprintf(to->info, ", %u:%" PRIu64 "|%s", run->instance, run->record->outcome.evals,
            heco_number_show("%.1e", best).text);
}

/* Writes the first two lines of an entry of the index, and the name of the data file. */
static void coco_entry(FILE *info, const heco_export_function *f, const heco_export_run *run) {
    char suite[HECO_EXPORT_NAME];
    heco_export_name(suite, run->record->suite, strlen(run->record->suite));
    fprintf(info,
            "suite = '%s', funcId = %u, DIM = %zu, Precision = 1.000e-08, algId = '%s', "
            "logger = 'bbob', data_format = 'bbob-new'\n",
            suite, run->function, run->record->n, f->label);
    fprintf(info, "%% %s, exported by heco %s\n", f->name, heco_version());
    fprintf(info, "data_f%u/bbobexp_f%u_DIM%zu.dat", run->function, run->function, run->record->n);
}

static heco_status coco_runs(const coco_files *to, size_t begin, size_t end) {
    heco_status status = HECO_OK;
    coco_entry(to->info, to->f, &to->f->run[begin]);
    for (size_t i = begin; status == HECO_OK && i < end; i++) {
        heco_trace *trace;
        status = heco_export_trace(to->f, &to->f->run[i], &trace);
        if (status == HECO_OK) coco_run(to, &to->f->run[i], trace);
        heco_trace_free(trace);
    }
    fputc('\n', to->info);
    return status;
}

/* Writes the runs begin .. end - 1, which are those of one dimension. */
static heco_status coco_dim(const heco_export_function *f, FILE *info, size_t begin, size_t end) {
    const heco_export_run *run = &f->run[begin];
    char                   name[2 * HECO_EXPORT_NAME];
    heco_file              dat, tdat;
    const int length = snprintf(name, sizeof name, "data_f%u/bbobexp_f%u_DIM%zu.dat", run->function,
                                run->function, run->record->n);
    heco_status status = heco_export_open(&dat, f, name);
    if (status != HECO_OK) return status;
    snprintf(name + length - 3, 5, "tdat");
    status = heco_export_open(&tdat, f, name);
    if (status == HECO_OK) {
        coco_files to = {f, dat.file, tdat.file, info};
        status        = heco_export_close(&tdat, f, coco_runs(&to, begin, end));
    }
    return heco_export_close(&dat, f, status);
}

heco_status heco_export_coco(const heco_export_function *f) {
    char      name[HECO_EXPORT_PATH];
    heco_file info;
    snprintf(name, sizeof name, "%.*s/data_f%u", HECO_EXPORT_PATH - 20, f->folder,
             f->run[0].function);
    heco_status status = heco_export_folder(name, f->error);
    snprintf(name, sizeof name, "bbobexp_f%u.info", f->run[0].function);
    if (status == HECO_OK) status = heco_export_open(&info, f, name);
    if (status != HECO_OK) return status;
    for (size_t begin = 0, end; status == HECO_OK && begin < f->count; begin = end) {
        end    = heco_export_dim_end(f, begin);
        status = coco_dim(f, info.file, begin, end);
    }
    return heco_export_close(&info, f, status);
}
