#include "solver/sqp/restart.h"

#include <string.h>

#include "base/elementary.h"
#include "problem/better.h"
#include "problem/default_bound.h"
#include "solver/common/repair.h"
#include "solver/common/sample.h"

/* clang-format off */
static const double
    restart_radius     = 0.5,  /* default of the option radius */
    restart_hop_least  = 0.01, /* hop radii are log-uniform between this */
    restart_hop_most   = 0.5,  /* and this */
    restart_hop_trust  = 0.5,  /* trust radius after a hop, relative to its radius */
    restart_vary       = 0.5,  /* after a uniform start the trust radius is, with this
                                * probability, */
    restart_vary_least = 0.02, /* log-uniform between this */
    restart_vary_most  = 1.0,  /* and this, else the default */
    restart_one_more   = 0.6,  /* a hop changes one integer, and one more with this probability
                                * each */
    restart_far        = 7.6;  /* asinh(1000): starts of variables without bounds are at most 1000
                                * scales from the centre, as those of MATLAB's MultiStart */
enum { RESTART_INTEGERS = 6 }; /* most integers of a hop */
/* clang-format on */

void heco_restart_init(heco_restart *r, const heco_setup *setup) {
    *r        = (heco_restart){.setup = setup, .radius = restart_radius};
    r->best_x = heco_arena_take(setup->arena, setup->space->n, sizeof *r->best_x);
    r->best_f = r->best_v = INFINITY;
    r->integer            = heco_arena_take(setup->arena, setup->space->n, sizeof *r->integer);
    r->drawn              = heco_arena_take(setup->arena, setup->space->n, sizeof *r->drawn);
    if (heco_arena_failed(setup->arena)) return;
    for (size_t j = 0; setup->space->integer != NULL && j < setup->space->n; j++)
        if (setup->space->integer[j] &&
            floor(setup->space->upper[j]) > ceil(setup->space->lower[j]))
            r->integer[r->integers++] = j;
}

void heco_restart_record(heco_restart *r, const double *x, double f, double v) {
    if (!isfinite(f) || !isfinite(v) || !heco_better_feasible_inline(f, v, r->best_f, r->best_v))
        return;
    memcpy(r->best_x, x, r->setup->space->n * sizeof *x);
    r->best_f = f, r->best_v = v;
}

static double restart_log_uniform(heco_rng *rng, double from, double to) {
    return heco_exp(heco_log(from) + heco_rng_uniform_inline(rng) * heco_log(to / from));
}

/* Changes a few integers, drawn with repetition, by one step or more. A change that leaves the
 * range goes the other way. */
static void restart_change_integers(heco_restart *r, double *x) {
    const heco_space *space = r->setup->space;
    heco_rng         *rng   = r->setup->rng;
    size_t            count = 1;
    while (count < r->integers && count < RESTART_INTEGERS &&
           heco_rng_uniform_inline(rng) < restart_one_more)
        count++;
    for (size_t i = 0; i < count; i++) {
        size_t j  = r->integer[heco_rng_index_inline(rng, r->integers)];
        double lo = ceil(space->lower[j]), hi = floor(space->upper[j]);
        double by = 1.0 + floor(r->hop_radius * (space->upper[j] - space->lower[j]) *
                                heco_rng_uniform_inline(rng));
        double to = x[j] + (heco_rng_uniform_inline(rng) < 0.5 ? -by : by);
        if (to < lo) to = fmin(x[j] + by, hi);
        if (to > hi) to = fmax(x[j] - by, lo);
        x[j] = to;
    }
}

/* Moves the continuous variables of the best point by up to hop_radius. */
static void restart_perturb(heco_restart *r, double *x) {
    const heco_space *space = r->setup->space;
    heco_rng         *rng   = r->setup->rng;
    for (size_t j = 0; j < space->n; j++) {
        double lo = space->lower[j], hi = space->upper[j];
        double by = r->hop_radius * (hi - lo) * (2.0 * heco_rng_uniform_inline(rng) - 1.0);
        x[j]      = heco_repair_mirror(r->best_x[j] + by, lo, hi);
        if (space->integer != NULL && space->integer[j]) x[j] = r->best_x[j];
    }
}

/* Draws a point about the best one and sets hop_radius. */
static void restart_draw_hop(heco_restart *r, double *x) {
    r->hop_radius = restart_log_uniform(r->setup->rng, restart_hop_least, restart_hop_most);
    restart_perturb(r, x);
    if (r->integers > 0) restart_change_integers(r, x);
}

/* Brings the variables without bounds nearer to their centre. From orders of magnitude that no
 * solution has, many descents would end where f is flat, and no two at the same point. */
static void restart_draw_uniform(heco_restart *r, double *x) {
    const heco_space *space = r->setup->space;
    heco_sample_uniform(x, space, r->setup->rng);
    for (size_t j = 0; j < space->n; j++) {
        double lo = space->lower[j], hi = space->upper[j];
        if (!heco_space_is_sinh(space, j)) continue;
        double from = fmax(lo, -restart_far), to = fmin(hi, restart_far);
        if (from < to && lo < hi) x[j] = from + (x[j] - lo) / (hi - lo) * (to - from);
    }
}

static void restart_draw_point(heco_restart *r, double *x, double hops) {
    size_t n  = r->setup->space->n;
    r->hopped = 0;
    if (r->used < r->setup->starts) {
        memcpy(x, r->setup->start + r->used++ * n, n * sizeof *x);
        return;
    }
    r->hopped =
        r->descents > 0 && isfinite(r->best_v) && heco_rng_uniform_inline(r->setup->rng) < hops;
    if (r->hopped) restart_draw_hop(r, x);
    else restart_draw_uniform(r, x);
}

void heco_restart_draw(heco_restart *r, double *x, double hops) {
    restart_draw_point(r, x, hops);
    memcpy(r->drawn, x, r->setup->space->n * sizeof *x);
}

void heco_restart_draw_neighbour(heco_restart *r, double *x, double radius) {
    r->hopped     = 1;
    r->hop_radius = radius;
    restart_perturb(r, x);
    memcpy(r->drawn, x, r->setup->space->n * sizeof *x);
}

/* The descents from the user's points, or else the first one, have the default radius. */
double heco_restart_radius(heco_restart *r) {
    heco_rng *rng = r->setup->rng;
    if (r->hopped) return restart_hop_trust * r->hop_radius;
    if (r->descents < (r->setup->starts > 0 ? r->setup->starts : 1) ||
        heco_rng_uniform_inline(rng) >= restart_vary)
        return r->radius;
    return restart_log_uniform(rng, restart_vary_least, restart_vary_most);
}

/* Without continuous variables a hop needs no descent: the search begins with its neighbours. */
void heco_restart_begin(heco_restart *r, heco_local_search *search, const heco_batch *in, int level,
                        double best_f, double best_viol) {
    int finite  = heco_descent_row_is_finite(in, 0);
    int integer = search->descent.nc == 0 && search->options.neighbours && search->has_model;
    if (integer && r->hopped && finite) {
        heco_local_search_begin_neighbours(search, in, best_f, best_viol);
        return;
    }
    heco_descent_start start =
        heco_descent_start_at(in->x, in->f[0], in->g, in->h, in->viol[0], heco_restart_radius(r));
    start.level   = level;
    start.known   = search->known;
    start.lacks_f = heco_batch_lacks_f(in, 0);
    heco_local_search_begin(search, &start, best_f, best_viol);
}

/* Without continuous variables a descent may not follow, so that nothing is foreseen. */
void heco_restart_ahead(const heco_restart *r, const heco_local_search *search, int level,
                        heco_batch *out) {
    const heco_descent *d = &search->descent;
    int                 descends =
        search->phase == HECO_LOCAL_SEARCH_DESCENT || search->phase == HECO_LOCAL_SEARCH_FIXED;
    out->as_asked = 1;
    out->count    = 0;
    if (descends) out->count = heco_descent_ahead(d, out->x);
    else if (heco_local_search_is_over(search) && d->nc > 0)
        out->count = heco_descent_ahead_of_start(d, r->drawn, level, out->x);
}
