/* ECDF of evaluations to targets, and data profiles, both over evaluations per variable. A target
 * is reached by a feasible point that is close enough to the reference, which is the best value
 * known or found. The ECDF uses 51 distances from 100 to 1e-8, as COCO does; a profile uses one
 * distance relative to the reference (Moré and Wild 2009, SIAM J. Optim. 20, 172-191). Their own
 * measure of progress needs a feasible first point and is not used here. The resolution is that of
 * the trace. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/page/page.h"

static const double profile_accuracy[HECO_PROFILE_KINDS] = {0.0, 1e-1, 1e-3, 1e-5, 1e-8};

heco_status heco_profile_init(heco_profile *p, size_t dims, size_t algorithms) {
    size_t cells = dims * algorithms;
    *p           = (heco_profile){.dims = dims, .algorithms = algorithms};
    p->top       = calloc(dims + 1, sizeof *p->top);
    p->runs      = calloc(cells + 1, sizeof *p->runs);
    p->share     = calloc(cells * HECO_PROFILE_KINDS * HECO_PROFILE_GRID + 1, sizeof *p->share);
    return p->top != NULL && p->runs != NULL && p->share != NULL ? HECO_OK : HECO_ERR_MEMORY;
}

void heco_profile_free(heco_profile *p) {
    free(p->top);
    free(p->runs);
    free(p->share);
}

double heco_profile_at(const heco_profile *p, size_t dim, size_t point) {
    double top = p->top[dim] > 1.0 ? p->top[dim] : 1.0;
    return pow(top, (double)point / (HECO_PROFILE_GRID - 1));
}

/* Counts a target reached at `cost` evaluations per variable in the first grid point at or above
 * it. */
static void profile_hit(const heco_profile *p, size_t dim, double *share, double cost) {
    double top = log(p->top[dim] > 1.0 ? p->top[dim] : 1.0);
    double at =
        cost > 1.0 && top > 0.0 ? ceil(log(cost) / top * (HECO_PROFILE_GRID - 1) - 1e-9) : 0.0;
    if (at < HECO_PROFILE_GRID) share[(size_t)at] += 1.0;
}

/* Returns the distance to the reference that reaches the target. Kind 0 has absolute targets, the
 * others have one relative accuracy each. */
static double profile_limit(size_t kind, size_t target, double reference) {
    if (kind == 0) return pow(10.0, 2.0 - 0.2 * (double)target);
    return profile_accuracy[kind] * fmax(1.0, fabs(reference));
}

/* Returns the first checkpoint from `k` on with a feasible point that close; `count` if there is
 * none. */
static size_t profile_reach(const heco_trace *t, size_t k, double limit, double reference) {
    while (k < t->count && !(t->viol[k] == 0.0 && t->f[k] - reference <= limit)) k++;
    return k;
}

void heco_profile_add(heco_profile *p, size_t dim, size_t algorithm, size_t n, double reference,
                      const heco_trace *trace) {
    size_t  cell  = dim * p->algorithms + algorithm;
    double *share = p->share + cell * HECO_PROFILE_KINDS * HECO_PROFILE_GRID;
    p->runs[cell] += 1.0;
    if (isnan(reference)) return; /* no feasible point is known */
    for (size_t kind = 0; kind < HECO_PROFILE_KINDS; kind++, share += HECO_PROFILE_GRID)
        /* k is a place in the trace. The targets of a kind come from the easiest to the hardest, so
         * that the search for the next one begins where the last one was reached. */
        for (size_t k = 0, i = 0; i < (kind == 0 ? HECO_PROFILE_TARGETS : 1); i++) {
            k = profile_reach(trace, k, profile_limit(kind, i, reference), reference);
            if (k == trace->count) break;
            profile_hit(p, dim, share, (double)trace->evals[k] / (double)n);
        }
}

/* Accumulates from the left and divides by the number of targets. */
static void profile_finish(double *share, double all) {
    double sum = 0.0;
    for (size_t k = 0; k < HECO_PROFILE_GRID; k++) {
        sum += share[k];
        share[k] = all > 0.0 ? sum / all : NAN;
    }
}

void heco_profile_write(heco_profile *p, heco_json *j) {
    double *share = p->share;
    heco_json_open(j, "profiles", '[');
    for (size_t d = 0; d < p->dims; d++) {
        heco_json_open(j, NULL, '{');
        heco_json_open(j, "cost", '[');
        for (size_t k = 0; k < HECO_PROFILE_GRID; k++)
            heco_json_rounded(j, NULL, heco_profile_at(p, d, k), 4);
        heco_json_close(j);
        heco_json_open(j, "share", '['); /* by algorithm, then by kind; null: no runs */
        for (size_t a = 0; a < p->algorithms; a++) {
            double runs = p->runs[d * p->algorithms + a];
            if (runs > 0.0) heco_json_open(j, NULL, '[');
            else heco_json_printed(j, NULL, "null");
            for (size_t kind = 0; kind < HECO_PROFILE_KINDS; kind++, share += HECO_PROFILE_GRID) {
                profile_finish(share, runs * (kind == 0 ? HECO_PROFILE_TARGETS : 1));
                if (runs > 0.0) heco_json_rounded_reals(j, NULL, share, HECO_PROFILE_GRID, 4);
            }
            if (runs > 0.0) heco_json_close(j);
        }
        heco_json_close(j);
        heco_json_close(j);
    }
    heco_json_close(j);
}
