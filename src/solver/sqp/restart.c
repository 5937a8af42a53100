#include "solver/sqp/restart.h"

#include <string.h>

#include "problem/better.h"
#include "solver/common/repair.h"
#include "solver/common/sample.h"

void heco_restart_init(heco_restart *r, const heco_setup *setup) {
    *r        = (heco_restart){.setup = setup, .radius = 0.5};
    r->best_x = heco_arena_take(setup->arena, setup->space->n, sizeof *r->best_x);
    r->best_f = r->best_v = INFINITY;
    r->integer            = heco_arena_take(setup->arena, setup->space->n, sizeof *r->integer);
    if (heco_arena_failed(setup->arena)) return;
    for (size_t j = 0; setup->space->integer != NULL && j < setup->space->n; j++)
        if (setup->space->integer[j] &&
            floor(setup->space->upper[j]) > ceil(setup->space->lower[j]))
            r->integer[r->integers++] = j;
}

void heco_restart_note(heco_restart *r, const double *x, double f, double v) {
    if (!isfinite(f) || !isfinite(v) || !heco_better_feasible_inline(f, v, r->best_f, r->best_v))
        return;
    memcpy(r->best_x, x, r->setup->space->n * sizeof *x);
    r->best_f = f, r->best_v = v;
}

static double restart_log_uniform(heco_rng *rng, double from, double to) {
    return exp(log(from) + heco_rng_uniform_inline(rng) * log(to / from));
}

/* Few integers change, by few steps or many: one, and one more with probability 0.6 each. */
static void restart_kick(heco_restart *r, double *x) {
    const heco_space *space = r->setup->space;
    heco_rng         *rng   = r->setup->rng;
    size_t            count = 1;
    while (count < r->integers && count < 6 && heco_rng_uniform_inline(rng) < 0.6) count++;
    for (size_t i = 0; i < count; i++) {
        size_t j  = r->integer[heco_rng_index_inline(rng, r->integers)];
        double lo = ceil(space->lower[j]), hi = floor(space->upper[j]);
        double by = 1.0 + floor(r->reach * (space->upper[j] - space->lower[j]) *
                                heco_rng_uniform_inline(rng));
        double to = x[j] + (heco_rng_uniform_inline(rng) < 0.5 ? -by : by);
        if (to < lo) to = fmin(x[j] + by, hi);
        if (to > hi) to = fmax(x[j] - by, lo);
        x[j] = to;
    }
}

static void restart_hop(heco_restart *r, double *x) {
    const heco_space *space = r->setup->space;
    r->reach                = restart_log_uniform(r->setup->rng, 0.01, 0.5);
    for (size_t j = 0; j < space->n; j++) {
        double lo = space->lower[j], hi = space->upper[j];
        double by = r->reach * (hi - lo) * (2.0 * heco_rng_uniform_inline(r->setup->rng) - 1.0);
        x[j]      = heco_repair_mirror(r->best_x[j] + by, lo, hi);
        if (space->integer != NULL && space->integer[j]) x[j] = r->best_x[j];
    }
    if (r->integers > 0) restart_kick(r, x);
}

void heco_restart_draw(heco_restart *r, double *x, double hops) {
    size_t n  = r->setup->space->n;
    r->hopped = 0;
    if (r->used < r->setup->starts) {
        memcpy(x, r->setup->start + r->used++ * n, n * sizeof *x);
        return;
    }
    r->hopped =
        r->descents > 0 && isfinite(r->best_v) && heco_rng_uniform_inline(r->setup->rng) < hops;
    if (r->hopped) restart_hop(r, x);
    else heco_sample_uniform(x, r->setup->space, r->setup->rng);
}

double heco_restart_radius(heco_restart *r) {
    heco_rng *rng = r->setup->rng;
    if (r->hopped) return 0.5 * r->reach;
    if (r->descents < (r->setup->starts > 0 ? r->setup->starts : 1) ||
        heco_rng_uniform_inline(rng) >= 0.5)
        return r->radius;
    return restart_log_uniform(rng, 0.02, 1.0);
}
