/* The files that participants of the CEC competitions send to the organisers. Both formats have one
 * column per run and one row per checkpoint, so that all traces of a function are read first.
 *
 * CEC 2020: A. Kumar, G. Wu, M. Z. Ali, R. Mallipeddi, P. N. Suganthan and S. Das: Guidelines for
 * real-world single-objective constrained optimisation competition, section 3.2. Two files per
 * function, ALGORITHM_RC05_F.txt and ALGORITHM_RC05_CV.txt: f and mean violation of the best point
 * after 10 %, 20 %, ... 100 % of the budget.
 *
 * CEC 2026: Evaluation criteria for the CEC 2026 competition on constrained optimization, table 1.
 * One file per function, PAPERID_CEC26_CSOP_F5.txt: the evaluations, then for each run Min_EV, the
 * best f of a feasible point, and LCV, the lowest violation; after the initial population and at
 * 2,000 equal fractions of the budget. Min_EV is NaN while no point is feasible, and values below
 * 1e-8 are written as 0. LCV is the sum over the constraints. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "base/error.h"
#include "base/number_text.h"
#include "report/exports/export.h"

enum { CEC2020_ROWS = 10, CEC2026_POINTS = 2000 };

/* The traces of runs of one dimension. */
typedef struct {
    const heco_export_function *f;
    const heco_export_run      *run;
    heco_trace                **trace;
    size_t                      count;
} cec_runs;

static void cec_free(cec_runs *c) {
    for (size_t i = 0; i < c->count; i++) heco_trace_free(c->trace[i]);
    free(c->trace);
}

/* Reads the traces of the runs begin .. end - 1. Each must have `points` checkpoints, or a multiple
 * of them. */
static heco_status cec_read(cec_runs *c, const heco_export_function *f, size_t begin, size_t end,
                            size_t points) {
    heco_status status = HECO_OK;
    *c                 = (cec_runs){f, &f->run[begin], NULL, 0};
    c->trace           = calloc(end - begin, sizeof *c->trace);
    if (c->trace == NULL) return heco_fail_memory(f->error);
    for (size_t i = begin; i < end; i++) {
        const heco_record *r = f->run[i].record;
        if (r->points % points != 0)
            status =
                heco_fail(f->error, HECO_ERR_ARG,
                          "run %" PRIu64 " of %s on %s has %zu checkpoints, and the format "
                          "needs %zu: run heco bench with --trace full and as many evaluations",
                          r->run, r->label, r->problem, r->points, points);
        else
            status = heco_results_trace(f->results, f->run[i].index, &c->trace[c->count], f->error);
        if (status != HECO_OK) break;
        c->count++;
    }
    if (status != HECO_OK) cec_free(c);
    return status;
}

typedef void (*cec_writer)(FILE *file, const cec_runs *c);

/* Writes one file. */
static heco_status cec_write(const cec_runs *c, const char *name, cec_writer write) {
    heco_file   file;
    heco_status status = heco_export_open(&file, c->f, name);
    if (status != HECO_OK) return status;
    write(file.file, c);
    return heco_export_close(&file, c->f, HECO_OK);
}

/* Writes a number, or NaN as MATLAB's load() reads it. */
static void cec_number(FILE *file, double value) {
    if (isfinite(value)) fprintf(file, " %s", heco_number_show("%.16e", value).text);
    else fputs(" NaN", file);
}

/* ---- 2020 ---- */

static void cec2020_rows(FILE *file, const cec_runs *c, int violation) {
    for (size_t row = 1; row <= CEC2020_ROWS; row++) {
        for (size_t i = 0; i < c->count; i++) {
            const heco_trace *t = c->trace[i];
            size_t            k = row * (t->count - 1) / CEC2020_ROWS;
            cec_number(file, violation ? t->viol[k] : t->f[k]);
        }
        fputc('\n', file);
    }
}

static void cec2020_f(FILE *file, const cec_runs *c) { cec2020_rows(file, c, 0); }

static void cec2020_cv(FILE *file, const cec_runs *c) { cec2020_rows(file, c, 1); }

/* Writes the two files of runs of one dimension. */
static heco_status cec2020_dim(const cec_runs *c) {
    static const struct {
        const char *suffix;
        cec_writer  write;
    } files[] = {{"F", cec2020_f}, {"CV", cec2020_cv}};
    char        name[4 * HECO_EXPORT_NAME], dim[HECO_EXPORT_NAME];
    heco_status status = heco_export_dim_folder(dim, c->f, c->run);
    for (int i = 0; status == HECO_OK && i < 2; i++) {
        snprintf(name, sizeof name, "%s%s_%s_%s.txt", dim, c->f->label, c->f->name,
                 files[i].suffix);
        status = cec_write(c, name, files[i].write);
    }
    return status;
}

/* ---- 2026 ---- */

/* The evaluations are those of run 1: other initial populations have the same size. */
static void cec2026_rows(FILE *file, const cec_runs *c) {
    for (size_t k = 0; k <= CEC2026_POINTS; k++) {
        /* analyse: gcc analyzer-null-dereference: cec_read() has read at least one run */
        fprintf(file, "%" PRIu64, c->trace[0]->evals[k]);
        for (size_t i = 0; i < c->count; i++) {
            const heco_trace *t = c->trace[i];
            double            f = fabs(t->f[k]) < 1e-8 ? 0.0 : t->f[k];
            cec_number(file, t->viol[k] == 0.0 ? f : (double)NAN);
            cec_number(file, t->viol[k] * heco_export_constraints(&c->run[i]));
        }
        fputc('\n', file);
    }
}

static heco_status cec2026_dim(const cec_runs *c) {
    char        name[3 * HECO_EXPORT_NAME], dim[HECO_EXPORT_NAME];
    heco_status status = heco_export_dim_folder(dim, c->f, c->run);
    snprintf(name, sizeof name, "%s%s_CEC26_CSOP_F%u.txt", dim, c->f->label, c->run->function);
    return status == HECO_OK ? cec_write(c, name, cec2026_rows) : status;
}

/* Reads the traces dimension by dimension and writes the files of each. */
static heco_status cec_function(const heco_export_function *f, size_t points,
                                heco_status (*write)(const cec_runs *c)) {
    heco_status status = HECO_OK;
    for (size_t begin = 0, end; status == HECO_OK && begin < f->count; begin = end) {
        cec_runs c;
        end    = heco_export_dim_end(f, begin);
        status = cec_read(&c, f, begin, end, points);
        if (status != HECO_OK) break;
        status = write(&c);
        cec_free(&c);
    }
    return status;
}

heco_status heco_export_cec2020(const heco_export_function *f) {
    return cec_function(f, CEC2020_ROWS, cec2020_dim);
}

heco_status heco_export_cec2026(const heco_export_function *f) {
    return cec_function(f, CEC2026_POINTS, cec2026_dim);
}
