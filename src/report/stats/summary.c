/* Computes the statistics of competition tables for the runs of one algorithm on one problem. */
#include <math.h>
#include <stdlib.h>

#include "base/index_sort.h"
#include "report/stats/stats.h"

/* A run without a value sorts last. */
static double summary_key(double v) { return isnan(v) ? INFINITY : v; }

/* Neumaier's compensated sum: the mean depends on the order of the runs in its last digit at
 * most. */
typedef struct {
    double sum, rest;
} summary_sum;

static void summary_add(summary_sum *s, double v) {
    double t = s->sum + v;
    if (isfinite(t)) s->rest += fabs(s->sum) >= fabs(v) ? (s->sum - t) + v : (v - t) + s->sum;
    s->sum = t;
}

/* Fills means, standard deviation and feasibility rate of `out`. */
static void summary_moments(const heco_outcome *runs, size_t count, heco_summary *out) {
    summary_sum f = {0.0, 0.0}, viol = {0.0, 0.0}, square = {0.0, 0.0};
    size_t      feasible = 0;
    for (size_t i = 0; i < count; i++) {
        summary_add(&f, summary_key(runs[i].f));
        summary_add(&viol, summary_key(runs[i].viol));
        feasible += runs[i].viol == 0.0;
    }
    out->mean          = (f.sum + f.rest) / (double)count;
    out->mean_viol     = (viol.sum + viol.rest) / (double)count;
    out->feasible_rate = 100.0 * (double)feasible / (double)count;
    for (size_t i = 0; i < count; i++) {
        double d = runs[i].f - out->mean;
        summary_add(&square, d * d);
    }
    out->std = sqrt((square.sum + square.rest) / (double)count);
}

heco_status heco_summary_compute(const heco_outcome *runs, size_t count, heco_summary *out) {
    if (count == 0) return HECO_ERR_ARG;
    double     *key    = malloc(2 * count * sizeof *key);
    size_t     *order  = malloc(2 * count * sizeof *order);
    heco_status status = HECO_ERR_MEMORY;
    if (key != NULL && order != NULL) {
        for (size_t i = 0; i < count; i++) {
            order[i]       = i;
            key[i]         = summary_key(runs[i].viol);
            key[count + i] = summary_key(runs[i].f);
        }
        heco_index_sort2(order, key, key + count, count, order + count);
        const heco_outcome *best = runs + order[0], *worst = runs + order[count - 1];
        const heco_outcome *median = runs + order[(count - 1) / 2];
        out->runs                  = count;
        out->best                  = best->f;
        out->best_viol             = best->viol;
        out->median                = median->f;
        out->median_viol           = median->viol;
        out->worst                 = worst->f;
        out->worst_viol            = worst->viol;
        for (int k = 0; k < 3; k++) out->median_c[k] = median->c[k];
        summary_moments(runs, count, out);
        status = HECO_OK;
    }
    free(key);
    free(order);
    return status;
}
