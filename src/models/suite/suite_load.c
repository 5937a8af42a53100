/* Opens a suite by name, from a shared object or from a text file. The suite of a text file opens a
 * model when its problem is asked for, and keeps it open until the suite is closed. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "models/model_table.h"
#include "models/suite/suite_file.h"
#include "models/suite/suite_object.h"
#include "suites/suite_table.h"

/* An open model of the suite. */
typedef struct suite_load_model {
    struct suite_load_model *next;
    heco_model              *model;
} suite_load_model;

typedef struct {
    heco_suite_row     row;
    heco_arena         arena;
    heco_suite_file    file;
    heco_suite_options options;
    suite_load_model  *opened;
} suite_load;

static void suite_load_close(void *state) {
    suite_load *s = state;
    while (s->opened != NULL) {
        suite_load_model *next = s->opened->next;
        heco_model_close(s->opened->model);
        free(s->opened);
        s->opened = next;
    }
    heco_arena_release(&s->arena);
    free(s);
}

static uint64_t suite_load_budget(const void *state, size_t index, size_t dim) {
    const suite_load *s     = state;
    double            evals = heco_suite_file_setting(&s->file, index, HECO_SUITE_EVALS);
    double each = heco_suite_file_setting(&s->file, index, HECO_SUITE_EVALS_PER_VARIABLE);
    if (!isnan(evals)) return (uint64_t)evals;
    return isnan(each) ? 0 : (uint64_t)each * dim;
}

static void suite_load_success(const void *state, size_t index, double *tol, double *rel) {
    const suite_load *s        = state;
    double            absolute = heco_suite_file_setting(&s->file, index, HECO_SUITE_SUCCESS);
    double relative = heco_suite_file_setting(&s->file, index, HECO_SUITE_SUCCESS_RELATIVE);
    *tol            = isnan(absolute) ? 0.0 : absolute;
    *rel            = isnan(relative) ? 0.0 : relative;
}

/* Returns a tolerance as the options of a model have it: 0 is its default, below 0 is 0. */
static double suite_load_tolerance(const suite_load *s, size_t index, int which) {
    double tol = heco_suite_file_setting(&s->file, index, which);
    return isnan(tol) ? 0.0 : tol > 0.0 ? tol : -1.0;
}

/* Returns the best known value of a problem in a dimension; NAN: unknown. */
static double suite_load_best(const suite_load *s, size_t index, size_t dim) {
    const heco_suite_file_row *row = &s->file.row[index];
    const heco_suite_entry    *e   = &s->file.entry[index];
    for (size_t k = 0; row->bests > 1 && k < e->dim_count; k++)
        if (e->dims[k] == dim) return row->best[k];
    return row->bests > 0 ? row->best[0] : NAN;
}

/* Opens the model of a problem and adds it to s->opened. */
static heco_status suite_load_open_model(suite_load *s, const char *spec, size_t index,
                                         heco_error *error) {
    heco_model_options how     = heco_model_options_default();
    double             timeout = heco_suite_file_setting(&s->file, index, HECO_SUITE_TIMEOUT);
    how.data                   = s->options.data;
    how.eq_tol                 = suite_load_tolerance(s, index, HECO_SUITE_EQUALITY);
    how.ineq_tol               = suite_load_tolerance(s, index, HECO_SUITE_INEQUALITY);
    how.timeout                = isnan(timeout) ? 0.0 : timeout;
    suite_load_model *m        = calloc(1, sizeof *m);
    if (m == NULL) return heco_fail_memory(error);
    heco_error  why    = {0};
    heco_status status = heco_model_open(&m->model, spec, &how, &why);
    if (status != HECO_OK) {
        free(m);
        return heco_fail(error, status, "%.100s: problem %s: %.300s", s->file.path,
                         s->file.entry[index].name, why.text);
    }
    m->next   = s->opened;
    s->opened = m;
    return HECO_OK;
}

static heco_status suite_load_make(void *state, heco_arena *arena, size_t index, size_t dim,
                                   heco_problem *out, heco_error *error) {
    suite_load *s    = state;
    const char *name = out->name, *spec = heco_suite_file_model(&s->file, index, dim, arena);
    if (spec == NULL) return heco_fail_memory(error);
    heco_status status = suite_load_open_model(s, spec, index, error);
    if (status != HECO_OK) return status;
    *out        = *heco_model_problem(s->opened->model);
    double best = suite_load_best(s, index, dim > 0 ? dim : out->space.n);
    out->name   = name;
    if (!isnan(best)) out->f_ref = best;
    if (dim == 0 || out->space.n == dim) return HECO_OK;
    return heco_fail(error, HECO_ERR_MODEL,
                     "%.100s: the model of problem %s has %zu variables, not the %zu of dims=: "
                     "correct dims=",
                     s->file.path, name, out->space.n, dim);
}

/* Returns SHARED if a problem comes in several dimensions. */
static heco_dims suite_load_dims(const heco_suite_file *f) {
    for (size_t i = 0; i < f->count; i++)
        if (f->entry[i].dim_count > 1) return HECO_DIMS_SHARED;
    return HECO_DIMS_OWN;
}

/* Reads the file and fills the row. */
static heco_status suite_load_read(suite_load *s, const char *path, heco_error *error) {
    const char *own    = heco_arena_text(&s->arena, path);
    heco_status status = own != NULL ? heco_suite_file_read(&s->file, own, &s->arena, error)
                                     : heco_fail_memory(error);
    if (status != HECO_OK) return status;
    if (heco_suite_row_find(s->file.name, NULL) != NULL)
        return heco_fail(error, HECO_ERR_MODEL,
                         "%.150s: '%s' is the name of a built-in suite: add a line 'name OTHER'",
                         path, s->file.name);
    double equality = s->file.setting[HECO_SUITE_EQUALITY];
    s->row          = (heco_suite_row){.name    = s->file.name,
                                       .title   = s->file.title,
                                       .entries = s->file.entry,
                                       .count   = s->file.count,
                                       .dims    = suite_load_dims(&s->file),
                                       .eq_tol  = isnan(equality) ? 0.0 : equality,
                                       .budget  = suite_load_budget,
                                       .success = suite_load_success,
                                       .make    = suite_load_make,
                                       .close   = suite_load_close};
    return HECO_OK;
}

heco_status heco_suite_load(heco_suite **out, const char *typed, const heco_suite_options *options,
                            heco_error *error) {
    *out = NULL;
    if (heco_model_ends(typed, ".so")) return heco_suite_object_load(out, typed, error);
    if (!heco_model_ends(typed, ".suite")) return heco_suite_open(out, typed, options, error);
    suite_load *s = calloc(1, sizeof *s);
    if (s == NULL) return heco_fail_memory(error);
    heco_arena_init(&s->arena);
    if (options != NULL && options->data != NULL)
        s->options.data = heco_arena_text(&s->arena, options->data);
    heco_status status = suite_load_read(s, typed, error);
    if (status == HECO_OK) return heco_suite_wrap(out, &s->row, s, error);
    suite_load_close(s);
    return status;
}
