/* surrogate: trust-region search on interpolation models, for functions that take seconds to hours.
 * Own design, see docs/algorithms/surrogate.md. From the literature: cubic radial basis functions
 * and one model per constraint [regis2014], choice of the transform [bagheri2017], trust region
 * with a margin on the models of constraints [regis2017], least-norm quadratics [powell2006].
 *
 *   step                                             function
 *   first design                                     surrogate_make_design
 *   models of all outputs, two windows               heco_surrogate_fit, rbf_fit.c
 *   model problem: SQP from several starts           heco_surrogate_solve, sqp/descent.c
 *   step, geometry, probe, restart                   heco_surrogate_propose
 *   further points of a batch                        heco_surrogate_propose_more
 *   merit function, scales, weights                  surrogate_merit.c
 *   distances in place of two-valued inequalities    heco_two_valued_update
 *   margins after an evaluation                      surrogate_update_margins
 *   trust region after an evaluation                 surrogate_update_radius
 *   random sampling after the models are exhausted   surrogate_draw_sample */
#include "solver/surrogate/surrogate.h"

#include <stdio.h>
#include <string.h>

#include "base/elementary.h"
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
    SURROGATE_O_BAND,
    SURROGATE_O_OPTIONS
};
static const heco_option surrogate_options[] = {
    [SURROGATE_O_BATCH]  = {"batch", HECO_OPTION_INTEGER, 1, 1, SURROGATE_BATCH, NULL,
                            "points per ask: the number of workers"},
    [SURROGATE_O_INIT]   = {"init", HECO_OPTION_INTEGER, NAN, 1, 1000, NULL,
                            "points of the first design (n + 3)"},
    [SURROGATE_O_WINDOW] = {"window", HECO_OPTION_INTEGER, NAN, 10, SURROGATE_WINDOW, NULL,
                            "most points in a model ((n+1)(n+2) + 10 between 60 and 240)"},
    [SURROGATE_O_RADIUS] = {"radius", HECO_OPTION_REAL, 1, 1e-3, 1, NULL,
                            "first trust region; 0.25 about a start point to be trusted"},
    [SURROGATE_O_NOISE]  = {"noise", HECO_OPTION_REAL, 0, 0, 1, NULL,
                            "relative nugget of the models; 0: they interpolate"},
    [SURROGATE_O_RESTARTS] =
        {"restarts", HECO_OPTION_INTEGER, 10, 1, 1e6, NULL,
         "fruitless restarts that end the search, with more than 1000 evaluations"},
    [SURROGATE_O_AFTER]   = {"after", HECO_OPTION_CHOICE, 0, 0, 1, "sample|end",
                             "when the models are exhausted: cheap sampling, or the end"},
    [SURROGATE_O_BAND]    = {"band", HECO_OPTION_CHOICE, 1, 0, 1, "no|yes",
                             "use the tolerances of equalities, or aim at the equalities"},
    [SURROGATE_O_OPTIONS] = {0}};

/* Evaluations that are modelled: fits beyond that cost more time than they save evaluations. */
static const size_t SURROGATE_EVALS  = 1000;
static const size_t SURROGATE_MOST_N = 200; /* a full quadratic has 20,301 terms */
enum { SURROGATE_DESIGNS = 20 /* Latin hypercubes of which the best is taken */ };

/* Trust region: a step is accepted above the first ratio of actual to predicted decrease, the
 * region grows above the second (Conn, Gould and Toint 2000, section 6.1). */
static const double SURROGATE_ACCEPT = 0.1, SURROGATE_GROW = 0.7;
static const double SURROGATE_LEAST_RADIUS = 1e-6;
/* Margins: part that a margin keeps after each step, largest margin in units of the scale. */
static const double SURROGATE_MARGIN_KEPT = 0.3, SURROGATE_MOST_MARGIN = 0.01;

static void surrogate_take_memory(surrogate_state *s, heco_arena *arena) {
    size_t   capacity = s->samples.capacity, n = s->n, m = s->m;
    size_t   most   = capacity < SURROGATE_WINDOW ? capacity : SURROGATE_WINDOW;
    double **of_m[] = {&s->merit.scale, &s->merit.weight, &s->merit.least_weight, &s->merit.tol,
                       &s->local.margin};
    for (size_t i = 0; i < sizeof of_m / sizeof of_m[0]; i++)
        *of_m[i] = heco_arena_take(arena, m, sizeof(double));
    s->design.x = heco_arena_take(arena, capacity * n, sizeof *s->design.x);
    s->restarts.solution =
        heco_arena_take(arena, SURROGATE_SOLUTIONS, sizeof *s->restarts.solution);
    s->trial          = heco_arena_take(arena, SURROGATE_BATCH, sizeof *s->trial);
    s->best.x         = heco_arena_take(arena, n, sizeof *s->best.x);
    s->work.x         = heco_arena_take(arena, n, sizeof *s->work.x);
    s->work.y         = heco_arena_take(arena, m, sizeof *s->work.y);
    s->work.point     = heco_arena_take(arena, s->samples.space->n, sizeof *s->work.point);
    s->work.direction = heco_arena_take(arena, n, sizeof *s->work.direction);
    s->work.eigen     = heco_arena_take(arena, 2 * n * n, sizeof *s->work.eigen);
    s->work.column    = heco_arena_take(arena, capacity, sizeof *s->work.column);
    s->work.order     = heco_arena_take(arena, 2 * capacity, sizeof *s->work.order);
    double *x = heco_arena_take(arena, (SURROGATE_BATCH + SURROGATE_SOLUTIONS) * n, sizeof *x);
    double *y = heco_arena_take(arena, SURROGATE_BATCH * m, sizeof *y);
    heco_surrogate_solve_init(s, arena);
    heco_rbf_fitter_init(&s->models.fitter, n, m, most, capacity, arena);
    heco_rbf_init(&s->models.large, n, m, most, arena);
    heco_rbf_init(&s->models.small, n, m, most, arena);
    if (heco_arena_failed(arena)) return;
    for (size_t i = 0; i < SURROGATE_BATCH; i++)
        s->trial[i].x = x + i * n, s->trial[i].y = y + i * m;
    for (size_t i = 0; i < SURROGATE_SOLUTIONS; i++)
        s->restarts.solution[i].x = x + (SURROGATE_BATCH + i) * n;
}

/* Sets the sizes that follow from the options, the budget and the number of free variables. */
static void surrogate_set_sizes(surrogate_state *s) {
    const heco_setup *setup = s->setup;
    double           *o = setup->option, n = (double)s->n, budget = (double)setup->max_evals;
    double            init  = isnan(o[SURROGATE_O_INIT]) ? n + 3.0 : o[SURROGATE_O_INIT];
    double            batch = o[SURROGATE_O_BATCH], limit = fmin(budget, (double)SURROGATE_EVALS);
    init = fmax(n + 3.0, fmin(init, floor(budget / 3.0)));
    init = fmin(ceil(init / batch) * batch, limit); /* whole batches */
    if (s->n == 0) init = 1.0;
    if (isnan(o[SURROGATE_O_WINDOW]))
        o[SURROGATE_O_WINDOW] = fmin(240.0, fmax(60.0, (n + 1.0) * (n + 2.0) + 10.0));
    if (isnan(o[SURROGATE_O_INIT])) o[SURROGATE_O_INIT] = init;
    s->design.count      = (size_t)init;
    s->limit             = (size_t)limit;
    s->window            = (size_t)fmax(o[SURROGATE_O_WINDOW], fmin(n + 4.0, SURROGATE_WINDOW));
    int rest             = setup->max_evals > SURROGATE_EVALS || s->n > 30;
    s->restarts.patience = rest ? (size_t)o[SURROGATE_O_RESTARTS] : 0;
}

/* Returns the smallest squared distance between two rows. */
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

/* Writes the Latin hypercube of largest separation to design.x, in the cube or about the first
 * start point. */
static void surrogate_draw_latin(surrogate_state *s) {
    const heco_setup *setup = s->setup;
    size_t            n = s->n, size = s->design.count * n;
    double            radius = setup->option[SURROGATE_O_RADIUS], best = -1.0;
    double           *trial = s->samples.x; /* scratch: there are no samples yet */
    heco_space        box   = {.n = n, .lower = s->solver.lower, .upper = s->solver.upper};
    if (setup->starts > 0) heco_samples_to_cube(&s->samples, s->work.x, setup->start);
    for (size_t j = 0; j < n; j++) {
        int local          = setup->starts > 0 && radius < 1.0;
        s->solver.lower[j] = local ? fmax(0.0, s->work.x[j] - radius) : 0.0;
        s->solver.upper[j] = local ? fmin(1.0, s->work.x[j] + radius) : 1.0;
    }
    for (int t = 0; t < SURROGATE_DESIGNS; t++) {
        heco_sample_latin(trial, s->design.count, &box, s->rng, s->work.order);
        double separation = surrogate_separation(trial, s->design.count, n);
        if (!(separation > best)) continue;
        best = separation;
        memcpy(s->design.x, trial, size * sizeof *trial);
    }
}

/* Makes the first design: start points, then a Latin hypercube. The samples hold it while it is
 * made, so that no point of a grid occurs twice. Also draws the first best.x. */
static void surrogate_make_design(surrogate_state *s) {
    const heco_setup *setup = s->setup;
    size_t            n = s->n, rows = 0, batch = (size_t)s->option[SURROGATE_O_BATCH];
    s->design.done = 1;
    if (n == 0) return;
    if (s->design.count < setup->starts)
        s->design.count = (setup->starts + batch - 1) / batch * batch;
    if (s->design.count > s->limit) s->design.count = s->limit;
    surrogate_draw_latin(s);
    for (size_t k = 0; k < s->m; k++) s->work.y[k] = NAN;
    for (; rows < s->design.count; rows++) {
        double *x = s->design.x + rows * n;
        if (rows < setup->starts) {
            heco_samples_to_cube(&s->samples, x, setup->start + rows * s->samples.space->n);
        } else {
            heco_samples_round(&s->samples, x);
            if (heco_samples_distance(&s->samples, x) == 0.0 &&
                !heco_surrogate_draw_far(s, NULL, 0.0, x))
                break;
        }
        heco_samples_add(&s->samples, x, s->work.y, 0);
    }
    s->design.count  = rows;
    s->samples.count = 0;
    heco_samples_draw_farthest(&s->samples, s->best.x, NULL, 0.0, 1, s->rng);
}

static heco_status surrogate_init(void *state, const heco_setup *setup, size_t *max_batch) {
    surrogate_state  *s      = state;
    const heco_space *space  = setup->space;
    heco_status       status = heco_sample_check_budget(setup, 2);
    if (status != HECO_OK) return status;
    size_t limit = setup->max_evals < SURROGATE_EVALS ? (size_t)setup->max_evals : SURROGATE_EVALS;
    s->setup = setup, s->option = setup->option, s->rng = setup->rng;
    heco_samples_init(&s->samples, space, limit + SURROGATE_BATCH, setup->arena);
    if (heco_arena_failed(setup->arena)) return HECO_ERR_MEMORY;
    s->n = s->samples.n, s->m = s->samples.m, s->ng = space->ng, s->nh = space->nh;
    if (s->n > SURROGATE_MOST_N)
        return heco_fail(setup->error, HECO_ERR_ARG,
                         "%zu variables are too many for models (at most %zu): choose another "
                         "algorithm",
                         s->n, SURROGATE_MOST_N);
    surrogate_set_sizes(s);
    surrogate_take_memory(s, setup->arena);
    *max_batch = (size_t)s->option[SURROGATE_O_BATCH];
    if (heco_arena_failed(setup->arena)) return HECO_ERR_MEMORY;
    s->models.fitter.noise  = s->option[SURROGATE_O_NOISE];
    s->local.radius         = s->option[SURROGATE_O_RADIUS];
    s->local.safety         = SURROGATE_SAFETY;
    s->local.band           = s->option[SURROGATE_O_BAND] > 0.0;
    s->local.equality_error = s->restarts.best_f = s->restarts.best_v = s->best.f = s->best.viol =
        INFINITY;
    for (size_t k = 0; k < space->nh; k++)
        s->merit.tol[1 + s->ng + k] = heco_space_tol(space, s->ng + k);
    return HECO_OK;
}

/* Asks for the next points of the first design. */
static void surrogate_ask_design(surrogate_state *s, heco_batch *out) {
    const heco_setup *setup = s->setup;
    size_t batch = (size_t)s->option[SURROGATE_O_BATCH], left = s->design.count - s->samples.count;
    s->trials = batch < left ? batch : left;
    for (size_t i = 0; i < s->trials; i++) {
        size_t  row = s->samples.count + i, n = out->n;
        double *x = out->x + i * n;
        memcpy(s->trial[i].x, s->design.x + row * s->n, s->n * sizeof *x);
        s->trial[i].kind = SURROGATE_DESIGN;
        if (row < setup->starts) memcpy(x, setup->start + row * n, n * sizeof *x);
        else heco_samples_to_space(&s->samples, x, s->trial[i].x);
    }
    out->count = s->trials;
}

/* Asks for a batch of points that the models propose, or sets `exhausted`. */
static void surrogate_ask_models(surrogate_state *s, heco_batch *out) {
    size_t batch = (size_t)s->option[SURROGATE_O_BATCH], before = s->samples.count,
           left = s->limit - before;
    if (!s->merit.scaled) heco_surrogate_set_scales(s);
    s->merit.scaled = 1;
    heco_surrogate_propose(s, &s->trial[0]);
    if (s->exhausted) return;
    for (s->trials = 1; s->trials < batch && s->trials < left; s->trials++) {
        surrogate_trial *last = &s->trial[s->trials - 1];
        heco_samples_add(&s->samples, last->x, last->y, -1);
        if (!heco_surrogate_propose_more(s, &s->trial[s->trials], s->trials)) break;
    }
    s->batches++;
    s->samples.count  = before;
    s->models.current = NULL;
    for (size_t i = 0; i < s->trials; i++)
        heco_samples_to_space(&s->samples, out->x + i * out->n, s->trial[i].x);
    out->count = s->trials;
}

/* Draws a point u near the best one: some coordinates move by Cauchy steps on a scale between 1e-7
 * and 0.1. One point in ten is uniform in the cube. */
static void surrogate_draw_sample(surrogate_state *s, double *u) {
    heco_rng *rng   = s->rng;
    double    scale = heco_pow(10.0, -1.0 - 6.0 * heco_rng_uniform_inline(rng));
    int       wide  = heco_rng_uniform_inline(rng) < 0.1;
    size_t    sure  = s->n > 0 ? heco_rng_index_inline(rng, s->n) : 0;
    for (size_t j = 0; j < s->n; j++) {
        double r = heco_rng_uniform_inline(rng), step = scale * heco_rng_cauchy_inline(rng);
        double unit = 1.0 / (s->samples.upper[j] - s->samples.lower[j]);
        if (s->samples.integer[j]) step = step < 0.0 ? fmin(step, -unit) : fmax(step, unit);
        u[j] = wide ? r : s->best.x[j] + (r < 0.3 || j == sure ? step : 0.0);
    }
    heco_samples_round(&s->samples, u);
}

/* Asks for random points, or for none if the option `after` is `end`. */
static void surrogate_ask_samples(surrogate_state *s, heco_batch *out) {
    out->count = s->trials =
        s->option[SURROGATE_O_AFTER] == 0.0 ? (size_t)s->option[SURROGATE_O_BATCH] : 0;
    for (size_t i = 0; i < s->trials; i++) {
        surrogate_draw_sample(s, s->trial[i].x);
        heco_samples_to_space(&s->samples, out->x + i * out->n, s->trial[i].x);
    }
}

static heco_status surrogate_ask(void *state, heco_batch *out) {
    surrogate_state *s = state;
    if (!s->design.done) surrogate_make_design(s);
    if (s->samples.count < s->design.count) surrogate_ask_design(s, out);
    else if (s->n == 0 || s->samples.count >= s->limit) s->exhausted = 1;
    else if (!s->exhausted) surrogate_ask_models(s, out);
    if (s->exhausted) surrogate_ask_samples(s, out);
    return HECO_OK;
}

/* Sets the margins and local.equality_error after an evaluation with outputs y. An inequality that
 * a step violates gets the error of its model as its margin. */
static void surrogate_update_margins(surrogate_state *s, const surrogate_trial *trial,
                                     const double *y) {
    double error = 0.0;
    for (size_t k = 1; k < s->m; k++) {
        double e = fabs(y[k] - trial->y[k]);
        if (k > s->ng) error = fmax(error, s->merit.tol[k] > 0.0 ? e / s->merit.tol[k] : INFINITY);
        if (k > s->ng || trial->kind != SURROGATE_STEP) continue;
        double kept = SURROGATE_MARGIN_KEPT * s->local.margin[k], scale = s->merit.scale[k];
        if (y[k] > 0.0) kept = fmin(fmax(kept, e), SURROGATE_MOST_MARGIN * scale);
        s->local.margin[k] = kept >= 1e-12 * scale ? kept : 0.0;
    }
    s->local.equality_error = isfinite(error) ? error : INFINITY;
}

/* Updates the radius and the counts of the local search after a step. phi is the least merit of its
 * batch. */
static void surrogate_update_radius(surrogate_state *s, const surrogate_trial *trial, double phi) {
    surrogate_local *local    = &s->local;
    double           expected = trial->merit - trial->expected;
    double           ratio    = expected > 0.0 ? (trial->merit - phi) / expected : -1.0;
    if (ratio > SURROGATE_ACCEPT) {
        local->failures = local->stalls = 0;
        if (ratio > SURROGATE_GROW && trial->length > 0.9 * local->radius)
            local->radius = fmin(1.0, 2.0 * local->radius);
        return;
    }
    local->failures++; /* models of few points may fail once */
    if (local->failures < (s->samples.count < 2 * s->n + 2 ? 2 : 1)) return;
    double shorter  = fmin(local->radius / 2.0, fmax(trial->length, local->radius / 10.0));
    local->radius   = fmax(SURROGATE_LEAST_RADIUS, shorter);
    local->failures = 0;
    local->improve  = local->radius < 0.2;
}

/* Adds a batch to the samples; updates margins and trust region from its first point. */
static void surrogate_tell_models(surrogate_state *s, const heco_batch *in) {
    double best = INFINITY;
    size_t row  = s->samples.count;
    for (size_t i = 0; i < in->count; i++) {
        heco_samples_outputs(&s->samples, s->work.y, in, i);
        heco_samples_add(&s->samples, s->trial[i].x, s->work.y, s->local.run);
    }
    heco_two_valued_update(&s->samples, row);
    for (size_t i = row; i < s->samples.count; i++)
        best = fmin(best, heco_surrogate_row_merit(s, i));
    const surrogate_trial *first = &s->trial[0];
    s->models.current            = NULL;
    if (first->kind == SURROGATE_DESIGN || first->kind == SURROGATE_START) return;
    if (s->samples.usable[row]) surrogate_update_margins(s, first, s->samples.y + row * s->m);
    if (first->kind == SURROGATE_STEP) surrogate_update_radius(s, first, best);
}

/* Takes the points that were evaluated, where the run has moved them. */
static void surrogate_take_moved(surrogate_state *s, const heco_batch *in) {
    double *asked = s->work.point;
    for (size_t i = 0; i < in->count; i++) {
        const double *x = in->x + i * in->n;
        heco_samples_to_space(&s->samples, asked, s->trial[i].x);
        if (memcmp(asked, x, in->n * sizeof *x) != 0)
            heco_samples_to_cube(&s->samples, s->trial[i].x, x);
    }
}

static heco_status surrogate_tell(void *state, const heco_batch *in) {
    surrogate_state *s = state;
    surrogate_take_moved(s, in);
    for (size_t i = 0; i < in->count; i++) {
        if (heco_batch_lacks_f(in, i)) continue;
        if (!heco_better_feasible_inline(in->f[i], in->viol[i], s->best.f, s->best.viol)) continue;
        s->best.f = in->f[i], s->best.viol = in->viol[i];
        memcpy(s->best.x, s->trial[i].x, s->n * sizeof *s->best.x);
    }
    if (!s->exhausted) surrogate_tell_models(s, in);
    return HECO_OK;
}

static const char *surrogate_part(const void *state) {
    const surrogate_state *s = state;
    if (s->samples.count < s->design.count) return "design";
    return s->exhausted ? "samples" : "models";
}

static void surrogate_describe(const void *state, char *text, size_t size) {
    const surrogate_state *s = state;
    snprintf(text, size, "%d local searches on models of %zu evaluations%s", s->local.run + 1,
             s->samples.count, s->exhausted ? ", then no more" : "");
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
    .part       = surrogate_part,
};
