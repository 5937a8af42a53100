/* surrogate: trust-region search on interpolation models, for functions that take seconds to hours.
 * Own design, see docs/algorithms/surrogate.md. From the literature: cubic radial basis functions
 * and one model per constraint [regis2014], choice of the transform [bagheri2017], trust region
 * with a margin on the models of constraints [regis2017], least-norm quadratics [powell2006].
 *
 *   step                                             here
 *   first design                                     surrogate_make_design
 *   models of all outputs, two windows               solver/surrogate/rbf_fit.c, heco_surrogate_fit
 *   model problem: SQP from several starts           surrogate_solve.c,
 * solver/surrogate/model_sqp.c step, look around, probe, restart                surrogate_propose.c
 *   the other points of a batch                      surrogate_batch.c
 *   merit, scales, weights                           surrogate_merit.c
 *   margins and trust region after an evaluation     surrogate_learn
 *   what follows when the models are exhausted       surrogate_sample */
#include "solver/surrogate/surrogate.h"

#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "problem/better.h"
#include "solver/algorithm_table.h"
#include "solver/common/sample.h"

enum {
    SURROGATE_O_BATCH,
    SURROGATE_O_INIT,
    SURROGATE_O_WINDOW,
    SURROGATE_O_RADIUS,
    SURROGATE_O_NOISE,
    SURROGATE_O_RESTARTS,
    SURROGATE_O_AFTER,
    SURROGATE_O_OPTIONS
};
static const heco_option surrogate_options[] = {
    [SURROGATE_O_BATCH]    = {"batch", HECO_OPTION_INTEGER, 1, 1, SURROGATE_BATCH, NULL,
                              "points per ask: the number of workers"},
    [SURROGATE_O_INIT]     = {"init", HECO_OPTION_INTEGER, NAN, 1, 1000, NULL,
                              "points of the first design (n + 3)"},
    [SURROGATE_O_WINDOW]   = {"window", HECO_OPTION_INTEGER, NAN, 10, SURROGATE_WINDOW, NULL,
                              "most points in a model ((n+1)(n+2) + 10 between 60 and 240)"},
    [SURROGATE_O_RADIUS]   = {"radius", HECO_OPTION_REAL, 1, 1e-3, 1, NULL,
                              "first trust region; 0.25 about a start point to be trusted"},
    [SURROGATE_O_NOISE]    = {"noise", HECO_OPTION_REAL, 0, 0, 1, NULL,
                              "relative nugget of the models; 0: they interpolate"},
    [SURROGATE_O_RESTARTS] = {"restarts", HECO_OPTION_INTEGER, 10, 1, 1e6, NULL,
                              "restarts in vain that are enough, with more than 1000 evaluations"},
    [SURROGATE_O_AFTER]    = {"after", HECO_OPTION_CHOICE, 0, 0, 1, "sample|end",
                              "when the models are exhausted: cheap sampling, or the end"},
    [SURROGATE_O_OPTIONS]  = {0}};

static const size_t SURROGATE_EVALS = 1000, SURROGATE_MOST_N = 200;

static void surrogate_take_memory(surrogate_state *s, heco_arena *arena) {
    size_t   capacity = s->E.capacity, n = s->n, m = s->m;
    size_t   most   = capacity < SURROGATE_WINDOW ? capacity : SURROGATE_WINDOW;
    double **of_m[] = {&s->s, &s->w, &s->w_floor, &s->a, &s->tol};
    for (size_t i = 0; i < sizeof of_m / sizeof of_m[0]; i++)
        *of_m[i] = heco_arena_take(arena, m, sizeof(double));
    s->design    = heco_arena_take(arena, capacity * n, sizeof *s->design);
    s->solution  = heco_arena_take(arena, SURROGATE_SOLUTIONS, sizeof *s->solution);
    s->slot      = heco_arena_take(arena, SURROGATE_BATCH, sizeof *s->slot);
    s->sample_x  = heco_arena_take(arena, n, sizeof *s->sample_x);
    s->direction = heco_arena_take(arena, n, sizeof *s->direction);
    s->eigen     = heco_arena_take(arena, 2 * n * n, sizeof *s->eigen);
    s->column    = heco_arena_take(arena, capacity, sizeof *s->column);
    s->order     = heco_arena_take(arena, 2 * capacity, sizeof *s->order);
    double *x    = heco_arena_take(arena, (SURROGATE_BATCH + SURROGATE_SOLUTIONS) * n, sizeof *x);
    double *y    = heco_arena_take(arena, SURROGATE_BATCH * m, sizeof *y);
    heco_surrogate_solve_init(s, arena);
    heco_rbf_fitter_init(&s->fitter, n, m, most, capacity, arena);
    heco_rbf_init(&s->large, n, m, most, arena);
    heco_rbf_init(&s->small, n, m, most, arena);
    if (heco_arena_failed(arena)) return;
    for (size_t i = 0; i < SURROGATE_BATCH; i++) s->slot[i].x = x + i * n, s->slot[i].y = y + i * m;
    for (size_t i = 0; i < SURROGATE_SOLUTIONS; i++)
        s->solution[i].x = x + (SURROGATE_BATCH + i) * n;
}

/* Sizes that follow from the options, the budget and the number of free variables. */
static void surrogate_sizes(surrogate_state *s) {
    const heco_setup *setup = s->setup;
    double           *o = setup->option, n = (double)s->n, budget = (double)setup->max_evals;
    double            init  = isnan(o[SURROGATE_O_INIT]) ? n + 3.0 : o[SURROGATE_O_INIT];
    double            batch = o[SURROGATE_O_BATCH], limit = fmin(budget, (double)SURROGATE_EVALS);
    init = fmax(n + 3.0, fmin(init, floor(budget / 3.0)));
    init = fmin(ceil(init / batch) * batch, limit); /* no worker without work */
    if (s->n == 0) init = 1.0;
    if (isnan(o[SURROGATE_O_WINDOW]))
        o[SURROGATE_O_WINDOW] = fmin(240.0, fmax(60.0, (n + 1.0) * (n + 2.0) + 10.0));
    if (isnan(o[SURROGATE_O_INIT])) o[SURROGATE_O_INIT] = init;
    s->init     = (size_t)init;
    s->limit    = (size_t)limit;
    s->window   = (size_t)fmax(o[SURROGATE_O_WINDOW], fmin(n + 4.0, SURROGATE_WINDOW));
    int spare   = setup->max_evals > SURROGATE_EVALS || s->n > 30;
    s->patience = spare ? (size_t)o[SURROGATE_O_RESTARTS] : 0;
}

/* The smallest distance between two of the rows. */
static double surrogate_separation(const double *x, size_t count, size_t n) {
    double least = INFINITY;
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < i; k++) {
            double sum = 0.0;
            for (size_t j = 0; j < n; j++)
                sum += (x[i * n + j] - x[k * n + j]) * (x[i * n + j] - x[k * n + j]);
            least = fmin(least, sum);
        }
    return least;
}

/* The best of 20 Latin hypercubes, in the cube or in the part near the first start point. */
static void surrogate_latin(surrogate_state *s) {
    const heco_setup *setup = s->setup;
    size_t            n = s->n, size = s->init * n;
    double            radius = setup->option[SURROGATE_O_RADIUS], best = -1.0;
    double           *trial = s->E.x; /* nothing is evaluated yet */
    heco_space        box   = {.n = n, .lower = s->lo, .upper = s->hi};
    if (setup->starts > 0) heco_samples_to_cube(&s->E, s->x, setup->start);
    for (size_t j = 0; j < n; j++) {
        int local = setup->starts > 0 && radius < 1.0;
        s->lo[j]  = local ? fmax(0.0, s->x[j] - radius) : 0.0;
        s->hi[j]  = local ? fmin(1.0, s->x[j] + radius) : 1.0;
    }
    for (int t = 0; t < 20; t++) {
        heco_sample_latin(trial, s->init, &box, s->rng, s->order);
        double separation = surrogate_separation(trial, s->init, n);
        if (!(separation > best)) continue;
        best = separation;
        memcpy(s->design, trial, size * sizeof *trial);
    }
}

/* The first design: start points, then a Latin hypercube; on a grid no point twice. */
static void surrogate_make_design(surrogate_state *s) {
    const heco_setup *setup = s->setup;
    size_t            n = s->n, rows = 0, batch = (size_t)s->o[SURROGATE_O_BATCH];
    s->designed = 1;
    if (n == 0) return;
    if (s->init < setup->starts) s->init = (setup->starts + batch - 1) / batch * batch;
    if (s->init > s->limit) s->init = s->limit;
    surrogate_latin(s);
    for (size_t k = 0; k < s->m; k++) s->y[k] = NAN;
    for (; rows < s->init; rows++) {
        double *x = s->design + rows * n;
        if (rows < setup->starts) {
            heco_samples_to_cube(&s->E, x, setup->start + rows * s->E.space->n);
        } else {
            heco_samples_round(&s->E, x);
            if (heco_samples_distance(&s->E, x) == 0.0 && !heco_surrogate_far(s, NULL, 0.0, x))
                break;
        }
        heco_samples_add(&s->E, x, s->y, 0); /* only until the design is complete */
    }
    s->init    = rows;
    s->E.count = 0;
    heco_samples_farthest(&s->E, s->sample_x, NULL, 0.0, 1, s->rng); /* until one is better */
}

static heco_status surrogate_init(void *state, const heco_setup *setup, size_t *max_batch) {
    surrogate_state  *s      = state;
    const heco_space *space  = setup->space;
    heco_status       status = heco_sample_check_budget(setup, 2);
    if (status != HECO_OK) return status;
    size_t limit = setup->max_evals < SURROGATE_EVALS ? (size_t)setup->max_evals : SURROGATE_EVALS;
    s->setup = setup, s->o = setup->option, s->rng = setup->rng;
    heco_samples_init(&s->E, space, limit + SURROGATE_BATCH, setup->arena);
    if (heco_arena_failed(setup->arena)) return HECO_ERR_MEMORY;
    s->n = s->E.n, s->m = s->E.m, s->ng = space->ng, s->nh = space->nh;
    if (s->n > SURROGATE_MOST_N)
        return heco_fail(setup->error, HECO_ERR_ARG,
                         "%zu variables are too many for models (at most %zu): choose another "
                         "algorithm",
                         s->n, SURROGATE_MOST_N);
    surrogate_sizes(s);
    surrogate_take_memory(s, setup->arena);
    *max_batch = (size_t)s->o[SURROGATE_O_BATCH];
    if (heco_arena_failed(setup->arena)) return HECO_ERR_MEMORY;
    s->fitter.noise = s->o[SURROGATE_O_NOISE];
    s->D            = s->o[SURROGATE_O_RADIUS];
    s->b            = 1e-10;
    s->e_h = s->best_f = s->best_v = s->sample_f = s->sample_v = INFINITY;
    for (size_t k = 0; k < space->nh; k++) s->tol[1 + s->ng + k] = heco_space_tol(space, s->ng + k);
    return HECO_OK;
}

static void surrogate_ask_design(surrogate_state *s, heco_batch *out) {
    const heco_setup *setup = s->setup;
    size_t            batch = (size_t)s->o[SURROGATE_O_BATCH], left = s->init - s->E.count;
    s->slots = batch < left ? batch : left;
    for (size_t i = 0; i < s->slots; i++) {
        size_t  row = s->E.count + i, n = out->n;
        double *x = out->x + i * n;
        memcpy(s->slot[i].x, s->design + row * s->n, s->n * sizeof *x);
        s->slot[i].kind = SURROGATE_DESIGN;
        if (row < setup->starts) memcpy(x, setup->start + row * n, n * sizeof *x);
        else heco_samples_to_space(&s->E, x, s->slot[i].x);
    }
    out->count = s->slots;
}

static void surrogate_ask_models(surrogate_state *s, heco_batch *out) {
    size_t batch = (size_t)s->o[SURROGATE_O_BATCH], before = s->E.count, left = s->limit - before;
    if (!s->scaled) heco_surrogate_set_scales(s);
    s->scaled = 1;
    heco_surrogate_propose(s, &s->slot[0]);
    if (s->exhausted) return;
    for (s->slots = 1; s->slots < batch && s->slots < left; s->slots++) {
        surrogate_slot *last = &s->slot[s->slots - 1];
        heco_samples_add(&s->E, last->x, last->y, -1);
        if (!heco_surrogate_propose_more(s, &s->slot[s->slots], s->slots)) break;
    }
    s->batches++;
    s->E.count = before;
    s->model   = NULL;
    for (size_t i = 0; i < s->slots; i++)
        heco_samples_to_space(&s->E, out->x + i * out->n, s->slot[i].x);
    out->count = s->slots;
}

/* A point near the best one, on a random scale and in some coordinates; now and then anywhere. */
static void surrogate_sample(surrogate_state *s, double *u) {
    heco_rng *rng   = s->rng;
    double    scale = pow(10.0, -1.0 - 6.0 * heco_rng_uniform_inline(rng));
    int       wide  = heco_rng_uniform_inline(rng) < 0.1;
    size_t    sure  = s->n > 0 ? heco_rng_index_inline(rng, s->n) : 0;
    for (size_t j = 0; j < s->n; j++) {
        double r = heco_rng_uniform_inline(rng), step = scale * heco_rng_cauchy_inline(rng);
        double unit = 1.0 / (s->E.upper[j] - s->E.lower[j]);
        if (s->E.integer[j]) step = step < 0.0 ? fmin(step, -unit) : fmax(step, unit);
        u[j] = wide ? r : s->sample_x[j] + (r < 0.3 || j == sure ? step : 0.0);
    }
    heco_samples_round(&s->E, u);
}

static void surrogate_ask_sample(surrogate_state *s, heco_batch *out) {
    out->count = s->slots = s->o[SURROGATE_O_AFTER] == 0.0 ? (size_t)s->o[SURROGATE_O_BATCH] : 0;
    for (size_t i = 0; i < s->slots; i++) {
        surrogate_sample(s, s->slot[i].x);
        heco_samples_to_space(&s->E, out->x + i * out->n, s->slot[i].x);
    }
}

static heco_status surrogate_ask(void *state, heco_batch *out) {
    surrogate_state *s = state;
    if (!s->designed) surrogate_make_design(s);
    if (s->E.count < s->init) surrogate_ask_design(s, out);
    else if (s->n == 0 || s->E.count >= s->limit) s->exhausted = 1;
    else if (!s->exhausted) surrogate_ask_models(s, out);
    if (s->exhausted) surrogate_ask_sample(s, out);
    return HECO_OK;
}

/* Margins: an inequality that turned out violated keeps the error of its model as a distance. */
static void surrogate_learn_errors(surrogate_state *s, const surrogate_slot *slot,
                                   const double *y) {
    double error = 0.0;
    for (size_t k = 1; k < s->m; k++) {
        double e = fabs(y[k] - slot->y[k]);
        if (k > s->ng) error = fmax(error, s->tol[k] > 0.0 ? e / s->tol[k] : INFINITY);
        if (k > s->ng || slot->kind != SURROGATE_STEP) continue;
        s->a[k] = y[k] > 0.0 ? fmin(fmax(0.3 * s->a[k], e), 0.01 * s->s[k]) : 0.3 * s->a[k];
        if (!(s->a[k] >= 1e-12 * s->s[k])) s->a[k] = 0.0;
    }
    s->e_h = isfinite(error) ? error : INFINITY;
}

/* The trust region after a step whose best merit is phi. */
static void surrogate_learn(surrogate_state *s, const surrogate_slot *slot, double phi) {
    double fall = slot->phi - slot->expected, ratio = fall > 0.0 ? (slot->phi - phi) / fall : -1.0;
    if (ratio > 0.1) {
        s->fails = s->stall = 0;
        if (ratio > 0.7 && slot->length > 0.9 * s->D) s->D = fmin(1.0, 2.0 * s->D);
        return;
    }
    s->fails++;
    if (s->fails < (s->E.count < 2 * s->n + 2 ? 2 : 1)) return;
    s->D     = fmax(1e-6, fmin(s->D / 2.0, fmax(slot->length, s->D / 10.0)));
    s->fails = 0;
    s->geo   = s->D < 0.2;
}

static void surrogate_tell_models(surrogate_state *s, const heco_batch *in) {
    double best = INFINITY;
    for (size_t i = 0; i < in->count; i++) {
        heco_samples_outputs(&s->E, s->y, in, i);
        heco_samples_add(&s->E, s->slot[i].x, s->y, s->run);
        best = fmin(best, heco_surrogate_row_merit(s, s->E.count - 1));
    }
    const surrogate_slot *first = &s->slot[0];
    size_t                row   = s->E.count - in->count;
    s->model                    = NULL;
    if (first->kind == SURROGATE_DESIGN || first->kind == SURROGATE_START) return;
    if (s->E.usable[row]) surrogate_learn_errors(s, first, s->E.y + row * s->m);
    if (first->kind == SURROGATE_STEP) surrogate_learn(s, first, best);
}

static heco_status surrogate_tell(void *state, const heco_batch *in) {
    surrogate_state *s = state;
    for (size_t i = 0; i < in->count; i++) {
        if (!heco_better_feasible_inline(in->f[i], in->viol[i], s->sample_f, s->sample_v)) continue;
        s->sample_f = in->f[i], s->sample_v = in->viol[i];
        memcpy(s->sample_x, s->slot[i].x, s->n * sizeof *s->sample_x);
    }
    if (!s->exhausted) surrogate_tell_models(s, in);
    return HECO_OK;
}

static void surrogate_describe(const void *state, char *text, size_t size) {
    const surrogate_state *s = state;
    snprintf(text, size, "%d local searches on models of %zu evaluations%s", s->run + 1, s->E.count,
             s->exhausted ? ", then no more" : "");
}

const heco_algorithm heco_algorithm_surrogate = {
    .size       = sizeof(heco_algorithm),
    .name       = "surrogate",
    .title      = "Surrogate: trust-region search on interpolation models, for expensive functions",
    .reference  = "regis2014",
    .traits     = HECO_TRAIT_EXPENSIVE,
    .options    = surrogate_options,
    .state_size = sizeof(surrogate_state),
    .init       = surrogate_init,
    .ask        = surrogate_ask,
    .tell       = surrogate_tell,
    .describe   = surrogate_describe,
};
