/* The summary of several runs: quartiles of f, and the number of runs that end at the same
 * point. */
#include <math.h>
#include <stdlib.h>

#include "base/elementary.h"
#include "base/elementary.h"
#include "base/index_sort.h"
#include "base/quantile.h"
#include "problem/default_bound.h"
#include "problem/problem_read.h"
#include "run/runs_set.h"

/* Tolerances of "the same point", documented at heco_minimize_runs(): relative and absolute in f,
 * relative to the range in x. */
static const double runs_f_close = 1e-4, runs_f_floor = 1e-8, runs_x_close = 1e-2;

static int runs_same_value(double f, double best) {
    return fabs(f - best) <= fmax(runs_f_close * fabs(best), runs_f_floor);
}

static int runs_same_point(const heco_space *s, const double *x, const double *best) {
    for (size_t j = 0; j < s->n; j++) {
        int    word    = s->choices != NULL && s->choices[j].count > 0 && s->choices[j].unordered;
        int    missing = heco_space_missing(s, j) != 0; /* a default range */
        double range   = s->upper[j] - s->lower[j];
        double size    = missing || !isfinite(range) ? fmax(1.0, fabs(best[j])) : range;
        if (heco_space_is_log(s, j)) size = fabs(best[j]) * heco_log(s->upper[j] / s->lower[j]);
        double most = word ? 0.0 : runs_x_close * size;
        if (!(fabs(x[j] - best[j]) <= most)) return 0;
    }
    return 1;
}

/* Sets the quartiles of f over the feasible runs; without any they stay NAN. */
static heco_status runs_set_quartiles(heco_runs_summary *s, const heco_runs_row *row, size_t rows,
                                      double sign) {
    size_t      count = 0, *order = malloc((2 * rows + 1) * sizeof *order);
    double     *f      = malloc((rows + 1) * sizeof *f);
    heco_status status = order != NULL && f != NULL ? HECO_OK : HECO_ERR_MEMORY;
    for (size_t i = 0; status == HECO_OK && i < rows; i++) {
        if (row[i].outcome.found != HECO_FOUND_FEASIBLE) continue;
        f[count] = sign * row[i].outcome.f, order[count] = count;
        count++;
    }
    if (status == HECO_OK && count > 0) {
        heco_index_sort(order, f, count, order + rows);
        s->f_best   = sign * f[order[0]];
        s->f_lower  = sign * heco_quantile_sorted(f, order, count, 0.25);
        s->f_median = sign * heco_quantile_sorted(f, order, count, 0.5);
        s->f_upper  = sign * heco_quantile_sorted(f, order, count, 0.75);
        s->f_worst  = sign * f[order[count - 1]];
    }
    free(order);
    free(f);
    return status;
}

/* Counts the feasible runs that end at the best value and at the best point; sets same_point of
 * each row. */
static void runs_count_agreement(heco_runs_summary *s, const heco_space *space,
                                 heco_runs_row *rows) {
    const heco_runs_row *best = &rows[s->best];
    for (size_t i = 0; i < s->runs; i++) {
        heco_runs_row *row = &rows[i];
        row->same_point    = 0;
        if (row->x == NULL || row->outcome.found != HECO_FOUND_FEASIBLE ||
            !runs_same_value(row->outcome.f, best->outcome.f))
            continue;
        s->same_value++;
        row->same_point = runs_same_point(space, row->x, best->x);
        s->same_point += row->same_point != 0;
    }
}

int heco_runs_precedes(double sign, const heco_outcome *a, size_t i, const heco_outcome *b,
                       size_t k) {
    return heco_better_feasible(sign * a->f, a->viol, sign * b->f, b->viol) ||
           (i < k && !heco_better_feasible(sign * b->f, b->viol, sign * a->f, a->viol));
}

heco_status heco_runs_summarise(heco_runs_summary *s, const heco_problem *problem,
                                heco_runs_row *row, size_t count) {
    heco_problem p;
    heco_status  status = heco_problem_read(&p, problem, NULL);
    double       sign   = p.maximise ? -1.0 : 1.0;
    if (status != HECO_OK) return status;
    *s        = (heco_runs_summary){.runs = count, .best = SIZE_MAX, .unseen = 1.0};
    s->f_best = s->f_lower = s->f_median = s->f_upper = s->f_worst = NAN;
    for (size_t i = 0; i < count; i++) {
        const heco_outcome *o = &row[i].outcome;
        if (row[i].x == NULL) continue;
        if (s->best == SIZE_MAX || heco_runs_precedes(sign, o, i, &row[s->best].outcome, s->best))
            s->best = i;
        s->begun++;
        s->finished += o->stop != HECO_STOP_USER && o->stop != HECO_STOP_ERROR;
        s->feasible += o->found == HECO_FOUND_FEASIBLE;
        s->evals += o->evals;
        s->failed += o->failed;
    }
    if (s->finished > 0) s->unseen = 1.0 - heco_pow(0.05, 1.0 / (double)s->finished);
    if (s->feasible > 0) runs_count_agreement(s, &p.space, row);
    return runs_set_quartiles(s, row, count, sign);
}
