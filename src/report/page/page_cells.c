/* The cells of a suite, each one algorithm on one problem: ordered final values, and the values of
 * the median run and the quartiles after a few numbers of evaluations. Runs are ordered by
 * violation, then by f, as in the competition. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/index_sort.h"
#include "report/page/page.h"

enum {
    CELLS_CURVE_SUM  = 48000, /* points of all curves together, within the limits below      */
    CELLS_CURVE_MIN  = 12,
    CELLS_CURVE_MAX  = 60,
    CELLS_FINALS_SUM = 70000, /* the same for final values                                   */
    CELLS_FINALS_MIN = 5,
    CELLS_FINALS_MAX = 200,
    CELLS_TRACES     = 51 /* runs whose traces are read for one curve                    */
};

typedef struct {
    const heco_comparison *comparison;
    heco_json             *json;
    heco_error            *error;
    heco_profile           profile;
    double                *reference; /* by problem; NAN: no feasible point is known        */
    unsigned char *common; /* 1 for problems of which every algorithm with traces has traces */
    size_t         points, finals;         /* most points of a curve, most final values of a cell */
    double         evals[CELLS_CURVE_MAX]; /* evaluations of the previous curve     */
    size_t         count;
} page_cells;

/* Returns the share of one cell in `sum`, within [low, high]. */
static size_t cells_share(size_t sum, size_t cells, size_t low, size_t high) {
    size_t each = cells > 0 ? sum / cells : high;
    return each < low ? low : each > high ? high : each;
}

/* Returns f; infinity for NAN, so that it sorts last. */
static double cells_f(const heco_outcome *o) { return isnan(o->f) ? INFINITY : o->f; }
static double cells_viol(const heco_outcome *o) { return isnan(o->viol) ? INFINITY : o->viol; }

/* ---- references and common problems ---- */

static int cells_has_traces(const heco_comparison_cell *cell) {
    for (size_t r = 0; cell != NULL && r < cell->runs; r++)
        if (cell->record[r]->points > 0) return 1;
    return 0;
}

/* Sets c->common to 0 for a problem if an algorithm has traces elsewhere in the dimension but none
 * there, because the profiles would compare unfairly. */
static void cells_find_common(page_cells *c) {
    const heco_comparison *comparison = c->comparison;
    for (size_t d = 0; d < comparison->dims; d++)
        for (size_t a = 0; a < comparison->algorithms; a++) {
            int any = 0;
            for (size_t p = comparison->dim[d].begin; p < comparison->dim[d].end && !any; p++)
                any = cells_has_traces(heco_comparison_at(comparison, p, a));
            for (size_t p = comparison->dim[d].begin; p < comparison->dim[d].end && any; p++)
                if (!cells_has_traces(heco_comparison_at(comparison, p, a))) c->common[p] = 0;
        }
}

/* Returns the index of the problem's dimension in comparison->dim. */
static size_t cells_dim(const heco_comparison *comparison, size_t problem) {
    for (size_t d = 0; d < comparison->dims; d++)
        if (problem >= comparison->dim[d].begin && problem < comparison->dim[d].end) return d;
    return 0;
}

/* Sets profile.top of each dimension: the largest budget per variable, where the axis of the
 * profiles ends. */
static void cells_find_largest_cost(page_cells *c) {
    const heco_comparison *comparison = c->comparison;
    for (size_t p = 0; p < comparison->problems; p++)
        for (size_t a = 0; a < comparison->algorithms; a++) {
            const heco_comparison_cell *cell = heco_comparison_at(comparison, p, a);
            if (cell == NULL || cell->runs == 0 || cell->record[0]->n == 0) continue;
            double *top  = &c->profile.top[cells_dim(comparison, p)];
            double  cost = (double)cell->record[0]->max_evals / (double)cell->record[0]->n;
            if (cost > *top) *top = cost;
        }
}

/* ---- finals ---- */

typedef struct { /* all runs on one problem */
    size_t  count;
    double *f, *viol;
    size_t *order,
        *place;    /* place: rank from 0 without gaps; values equal to 8 decimals share a place */
    size_t *begin; /* first run of each algorithm, and the end                       */
} cells_runs;

static void cells_runs_free(cells_runs *r) {
    free(r->f);
    free(r->order);
    free(r->begin);
}

/* Collects and ranks all runs on one problem. The caller frees them, also on failure. */
static heco_status cells_runs_take(cells_runs *r, const heco_comparison *comparison,
                                   size_t problem) {
    *r       = (cells_runs){0};
    r->begin = calloc(comparison->algorithms + 1, sizeof *r->begin);
    if (r->begin == NULL) return HECO_ERR_MEMORY;
    for (size_t a = 0; a < comparison->algorithms; a++) {
        const heco_comparison_cell *cell = heco_comparison_at(comparison, problem, a);
        r->begin[a]                      = r->count;
        r->count += cell != NULL ? cell->runs : 0;
    }
    r->begin[comparison->algorithms] = r->count;
    r->f                             = calloc(2 * r->count + 1, sizeof *r->f);
    r->order                         = malloc((3 * r->count + 1) * sizeof *r->order);
    if (r->f == NULL || r->order == NULL) return HECO_ERR_MEMORY;
    r->viol  = r->f + r->count;
    r->place = r->order + 2 * r->count;
    for (size_t a = 0; a < comparison->algorithms; a++) {
        const heco_comparison_cell *cell = heco_comparison_at(comparison, problem, a);
        for (size_t i = r->begin[a]; i < r->begin[a + 1]; i++) {
            r->order[i] = i;
            r->f[i]     = heco_cec_round(cells_f(&cell->outcome[i - r->begin[a]]));
            r->viol[i]  = heco_cec_round(cells_viol(&cell->outcome[i - r->begin[a]]));
        }
    }
    heco_index_sort2(r->order, r->viol, r->f, r->count, r->order + r->count);
    for (size_t k = 0, place = 0; k < r->count; k++) {
        size_t i = r->order[k], before = k > 0 ? r->order[k - 1] : i;
        place += r->f[i] != r->f[before] || r->viol[i] != r->viol[before];
        r->place[i] = place;
    }
    return HECO_OK;
}

/* Writes the final values of one algorithm, best first: distance to the reference, violation, and
 * place among all runs on the problem, which a rank-sum test needs. Many runs are thinned out
 * evenly. */
static heco_status cells_finals(page_cells *c, const heco_comparison_cell *cell,
                                const cells_runs *runs, size_t algorithm, double reference) {
    size_t  first = runs->begin[algorithm], n = cell->runs;
    size_t  shown = n < c->finals ? n : c->finals;
    size_t *order = malloc(2 * n * sizeof *order);
    double  base  = isnan(reference) ? 0.0 : reference;
    int     clean = 1;
    if (order == NULL) return HECO_ERR_MEMORY;
    for (size_t i = 0; i < n; i++) {
        order[i] = i;
        clean &= cell->outcome[i].viol == 0.0;
    }
    heco_index_sort2(order, runs->viol + first, runs->f + first, n, order + n);
    for (int what = 0; what < 3; what++) {
        static const char *const key[] = {"f", "v", "k"};
        if (what == 1 && clean) continue;
        heco_json_open(c->json, key[what], '[');
        for (size_t k = 0; k < shown; k++) {
            size_t              i = order[shown > 1 ? k * (n - 1) / (shown - 1) : 0];
            const heco_outcome *o = &cell->outcome[i];
            if (what == 0) heco_json_rounded(c->json, NULL, o->f - base, 5);
            if (what == 1) heco_json_rounded(c->json, NULL, o->viol, 3);
            if (what == 2) heco_json_count(c->json, NULL, runs->place[first + i]);
        }
        heco_json_close(c->json);
    }
    free(order);
    return HECO_OK;
}

/* ---- curves ---- */

typedef struct {
    heco_trace *trace[CELLS_TRACES];
    size_t      count;
    uint64_t    max_evals;
} cells_traces;

/* Reads up to CELLS_TRACES traces of the cell. The caller frees them, also on failure. */
static heco_status cells_traces_read(cells_traces *t, page_cells *c,
                                     const heco_comparison_cell *cell) {
    *t = (cells_traces){0};
    for (size_t r = 0; r < cell->runs && t->count < CELLS_TRACES; r++) {
        const heco_record *run = cell->record[r];
        heco_trace        *one;
        if (run->results == NULL || run->points == 0) continue;
        heco_status status = heco_results_trace(run->results, run->index, &one, c->error);
        if (status != HECO_OK) return status;
        /* Runs of one cell share a budget unless databases were mixed: the first run decides. */
        if (t->count > 0 && one->count != t->trace[0]->count) heco_trace_free(one);
        else t->trace[t->count++] = one;
        t->max_evals = run->max_evals;
    }
    return HECO_OK;
}

static void cells_traces_free(cells_traces *t) {
    for (size_t r = 0; r < t->count; r++) heco_trace_free(t->trace[r]);
}

/* Chooses the rows of the trace to show, evenly on a logarithmic axis. Row 0 is the initial
 * population, whose size differs from run to run, and is left out. */
static size_t cells_rows(size_t *row, size_t wanted, size_t count) {
    size_t used = 0, last = count - 1;
    for (size_t k = 0; k < wanted && last >= 1; k++) {
        double at = pow((double)last, (double)k / (double)(wanted - 1));
        size_t i  = (size_t)(at + 0.5);
        if (used == 0 || i > row[used - 1]) row[used++] = i;
    }
    return used;
}

typedef struct {
    size_t row[CELLS_CURVE_MAX], count;
    double f[3][CELLS_CURVE_MAX], viol[3][CELLS_CURVE_MAX], rate[CELLS_CURVE_MAX];
    double evals[CELLS_CURVE_MAX];
} cells_curve;

/* Computes the quartiles of the runs at one checkpoint. */
static void cells_curve_at(cells_curve *u, size_t k, const cells_traces *t, double reference) {
    double f[CELLS_TRACES], viol[CELLS_TRACES];
    size_t order[CELLS_TRACES], scratch[CELLS_TRACES], n = t->count, at = u->row[k];
    size_t place[3] = {(n - 1) / 4, (n - 1) / 2, (3 * (n - 1) + 3) / 4};
    u->rate[k]      = 0.0;
    for (size_t r = 0; r < n; r++) {
        order[r] = r;
        f[r]     = isnan(t->trace[r]->f[at]) ? INFINITY : t->trace[r]->f[at];
        viol[r]  = isnan(t->trace[r]->viol[at]) ? INFINITY : t->trace[r]->viol[at];
        u->rate[k] += viol[r] == 0.0 ? 100.0 / (double)n : 0.0;
    }
    heco_index_sort2(order, viol, f, n, scratch);
    for (int q = 0; q < 3; q++) {
        u->f[q][k]    = f[order[place[q]]] - (isnan(reference) ? 0.0 : reference);
        u->viol[q][k] = viol[order[place[q]]];
    }
    u->evals[k] = (double)heco_checkpoint(t->max_evals, t->trace[0]->count - 1, at);
}

/* Writes the evaluations if they differ from those of the previous curve. */
static void cells_curve_evals(page_cells *c, const cells_curve *u) {
    size_t bytes = u->count * sizeof *u->evals;
    if (c->count == u->count && memcmp(c->evals, u->evals, bytes) == 0) return;
    heco_json_rounded_reals(c->json, "e", u->evals, u->count, 9);
    memcpy(c->evals, u->evals, bytes);
    c->count = u->count;
}

/* Writes the quartiles. Violations that are all 0 and rates that are all 100 % are left out. */
static void cells_curve_write(page_cells *c, const cells_curve *u) {
    heco_json *j     = c->json;
    int        clean = 1, sure = 1;
    for (size_t k = 0; k < u->count; k++) {
        for (int q = 0; q < 3; q++) clean &= u->viol[q][k] == 0.0;
        sure &= u->rate[k] > 99.99;
    }
    heco_json_open(j, "curve", '{');
    cells_curve_evals(c, u);
    for (int what = 0; what < (clean ? 1 : 2); what++) {
        heco_json_open(j, what == 0 ? "f" : "v", '[');
        for (int q = 0; q < 3; q++)
            heco_json_rounded_reals(j, NULL, what == 0 ? u->f[q] : u->viol[q], u->count, 4);
        heco_json_close(j);
    }
    if (!sure) heco_json_rounded_reals(j, "r", u->rate, u->count, 3);
    heco_json_close(j);
}

/* Writes the curve of one cell and adds its traces to the profiles. */
static heco_status cells_curves(page_cells *c, const heco_comparison_cell *cell, size_t problem,
                                size_t algorithm) {
    cells_traces traces;
    heco_status  status = cells_traces_read(&traces, c, cell);
    if (status == HECO_OK && traces.count > 0 && traces.trace[0]->count > 1) {
        cells_curve curve;
        curve.count = cells_rows(curve.row, c->points, traces.trace[0]->count);
        for (size_t k = 0; k < curve.count; k++)
            cells_curve_at(&curve, k, &traces, c->reference[problem]);
        cells_curve_write(c, &curve);
        size_t n = cell->record[0]->n > 0 ? cell->record[0]->n : 1;
        for (size_t r = 0; r < traces.count && c->common[problem]; r++)
            heco_profile_add(&c->profile, cells_dim(c->comparison, problem), algorithm, n,
                             c->reference[problem], traces.trace[r]);
    }
    cells_traces_free(&traces);
    return status;
}

/* ---- all cells ---- */

/* Writes the cells of all algorithms with runs on one problem. */
static heco_status cells_write_problem(page_cells *c, size_t problem) {
    cells_runs  runs;
    heco_status status = cells_runs_take(&runs, c->comparison, problem);
    for (size_t a = 0; a < c->comparison->algorithms && status == HECO_OK; a++) {
        const heco_comparison_cell *cell = heco_comparison_at(c->comparison, problem, a);
        if (cell == NULL || cell->runs == 0) continue;
        heco_json_open(c->json, NULL, '{');
        heco_json_count(c->json, "p", problem);
        heco_json_count(c->json, "a", a);
        heco_json_count(c->json, "n", cell->runs);
        status = cells_finals(c, cell, &runs, a, c->reference[problem]);
        if (status == HECO_OK) status = cells_curves(c, cell, problem, a);
        heco_json_close(c->json);
    }
    cells_runs_free(&runs);
    return status;
}

/* Writes the list of problems and sets c->reference. */
static void cells_write_problems(page_cells *c) {
    heco_json *j = c->json;
    heco_json_open(j, "problems", '[');
    for (size_t p = 0; p < c->comparison->problems; p++) {
        int known;
        c->reference[p] = heco_comparison_reference(c->comparison, p, &known);
        heco_json_open(j, NULL, '{');
        heco_json_text(j, "name", c->comparison->problem[p].name);
        heco_json_count(j, "dim", c->comparison->problem[p].dim);
        heco_json_count(j, "group", cells_dim(c->comparison, p));
        heco_json_rounded(j, "reference", c->reference[p], 12);
        heco_json_count(j, "known", (uint64_t)known);
        heco_json_count(j, "profiled", c->common[p]);
        heco_json_close(j);
    }
    heco_json_close(j);
}

heco_status heco_page_cells(heco_json *j, const heco_comparison *comparison, heco_error *error) {
    page_cells c       = {.comparison = comparison, .json = j, .error = error};
    size_t     cells   = comparison->problems * comparison->algorithms;
    c.points           = cells_share(CELLS_CURVE_SUM, cells, CELLS_CURVE_MIN, CELLS_CURVE_MAX);
    c.finals           = cells_share(CELLS_FINALS_SUM, cells, CELLS_FINALS_MIN, CELLS_FINALS_MAX);
    c.reference        = malloc((comparison->problems + 1) * sizeof *c.reference);
    c.common           = malloc(comparison->problems + 1);
    heco_status status = heco_profile_init(&c.profile, comparison->dims, comparison->algorithms);
    if (c.reference == NULL || c.common == NULL) status = HECO_ERR_MEMORY;
    if (status == HECO_OK) {
        memset(c.common, 1, comparison->problems);
        cells_find_common(&c);
        cells_find_largest_cost(&c);
        cells_write_problems(&c);
        heco_json_open(j, "cells", '[');
        for (size_t p = 0; p < comparison->problems && status == HECO_OK; p++)
            status = cells_write_problem(&c, p);
        heco_json_close(j);
        heco_profile_write(&c.profile, j);
    }
    heco_profile_free(&c.profile);
    free(c.reference);
    free(c.common);
    return status == HECO_ERR_MEMORY ? heco_fail_memory_for(error, "the report") : status;
}
