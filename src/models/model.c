/* Opens and closes models. The row of the kind does the work; this file checks the result. */
#include <math.h>
#include <stdlib.h>

#include "base/error.h"
#include "base/struct_read.h"
#include "models/model_table.h"
#include "problem/default_bound.h"

void heco_model_options_init(heco_model_options *options, size_t size) {
    heco_model_options o = {.size = sizeof o};
    heco_struct_defaults(options, size, &o, sizeof o);
}

/* Sets the tolerance of every constraint: that of the options, else that of the model. */
static void model_set_tolerances(heco_model *m, const heco_model_options *options) {
    heco_space *space = &m->problem.space;
    size_t      count = space->ng + space->nh;
    double     *tol;
    tol = heco_arena_take(&m->arena, count + 1, sizeof *tol);
    for (size_t k = 0; tol != NULL && k < count; k++) {
        double wanted = k < space->ng ? options->ineq_tol : options->eq_tol;
        tol[k]        = wanted != 0.0 ? fmax(wanted, 0.0) : heco_problem_tol(&m->problem, k);
    }
    if (options->eq_tol != 0.0) space->eq_tol = fmax(options->eq_tol, 0.0);
    space->tol = tol;
}

/* Fills m by the open function of its row, and checks the problem. */
static heco_status model_fill(heco_model *m, const char *spec, const heco_model_options *options,
                              heco_error *error) {
    m->problem         = heco_problem_default();
    m->problem.name    = heco_arena_text(&m->arena, spec);
    m->instance        = "";
    m->note            = "";
    m->target          = NAN;
    heco_status status = m->row->open(m, spec, options, error);
    if (status != HECO_OK) return status;
    double bound = options->bound > 0.0 ? options->bound : HECO_DEFAULT_BOUND;
    size_t open  = heco_default_bounds(&m->problem.space, bound, &m->arena);
    if (open > 0 && options->strict_bounds && !(options->bound > 0.0))
        return heco_fail(error, HECO_ERR_MODEL,
                         "model '%.150s' has %zu variable%s without a bound: bound them, set one "
                         "for all with --bound 1e6, or omit --strict-bounds",
                         spec, open, open == 1 ? "" : "s");
    model_set_tolerances(m, options);
    if (heco_arena_failed(&m->arena)) return heco_fail_memory_for(error, "model '%.200s'", spec);
    heco_error why = {0};
    status         = heco_problem_check(&m->problem, &why);
    if (status != HECO_OK)
        return heco_fail(error, HECO_ERR_MODEL, "model '%.100s': %.300s", spec, why.text);
    return HECO_OK;
}

heco_status heco_model_open(heco_model **out, const char *spec, const heco_model_options *options,
                            heco_error *error) {
    heco_model_options how    = heco_model_options_default();
    heco_error         own    = {0};
    heco_error        *used   = error != NULL ? error : &own;
    heco_status        status = HECO_OK;
    *out                      = NULL;
    if (options != NULL)
        status = heco_struct_read(&how, sizeof how, options, "heco_model_options",
                                  "start from heco_model_options_default()", error);
    if (status != HECO_OK) return status;
    const heco_model_row *row = heco_model_row_for(spec, used);
    if (row == NULL) return used->status;
    heco_model *m = calloc(1, sizeof *m);
    if (m == NULL) return heco_fail_memory_for(error, "model '%.200s'", spec);
    m->row = row;
    heco_arena_init(&m->arena);
    status = model_fill(m, spec, &how, error);
    if (status != HECO_OK) {
        heco_model_close(m);
        return status;
    }
    *out = m;
    return HECO_OK;
}

const heco_problem *heco_model_problem(const heco_model *m) { return &m->problem; }
const char         *heco_model_kind(const heco_model *m) { return m->row->name; }
unsigned            heco_model_traits(const heco_model *m) { return m->row->traits; }
const char         *heco_model_instance(const heco_model *m) { return m->instance; }

const double *heco_model_start(const heco_model *m, size_t *count) {
    *count = m->starts;
    return m->start;
}

const heco_known *heco_model_known(const heco_model *m) {
    return m->known.count > 0 ? &m->known : NULL;
}

void heco_model_run_options(const heco_model *m, heco_run_options *o) {
    if (o->starts == 0) o->start = heco_model_start(m, &o->starts);
    if (isnan(o->target)) o->target = m->target;
    if (o->default_evals == 0) o->default_evals = m->budget;
}

uint64_t heco_model_budget(const heco_model *m) { return m->budget; }

double      heco_model_target(const heco_model *m) { return m->target; }
const char *heco_model_note(const heco_model *m) {
    if (m->row->note != NULL) return m->row->note(m);
    return m->note != NULL ? m->note : "";
}

void heco_model_close(heco_model *m) {
    if (m == NULL) return;
    if (m->row->close != NULL) m->row->close(m);
    heco_arena_release(&m->arena);
    free(m);
}
