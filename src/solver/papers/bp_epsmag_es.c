/* bp-epsmag-es: epsMAg-ES with restarts of two kinds, small and growing populations, and a level
 * that follows the share of nearly feasible parents.
 * Hellwig, Beyer (2020), IEEE CEC                                             [hellwig2020]
 *
 *   step                                             here
 *   large or small run, its population               bp_epsmag_begin_run
 *   first level, centre of the best mu               bp_epsmag_start
 *   z, d = M z, x = y + sigma d, reflection          bp_epsmag_generate
 *   repair by Newton steps                           solver/common/constraint_repair.c
 *   back-calculation of d and z                      heco_ma_calculate_back
 *   M (1 - ..) + c_1/2 M p p', then M z z' in turn   bp_epsmag_update_matrix
 *   level                                            bp_epsmag_next_level
 *   end of a run                                     bp_epsmag_is_over
 *
 * Follows the description of the authors' program, as a difference to epsmag-es. A Jacobian costs n
 * evaluations (the competition counted one). Differs from it, beside what epsmag-es does:
 *   - a population has at most 64 times the first size and a twentieth of the budget;
 *   - a short budget shortens the level's horizon T to a fifth of its generations;
 *   - M is reset as in epsmag-es if its entries leave the range of numbers. */
#include <string.h>

#include "base/dense.h"
#include "base/elementary.h"
#include "base/error.h"
#include "solver/algorithm_table.h"
#include "solver/common/constraint_repair.h"
#include "solver/common/matrix_adaptation.h"
#include "solver/common/order.h"
#include "solver/common/repair.h"
#include "solver/common/sample.h"

enum { BP_LAMBDA, BP_SIGMA, BP_T, BP_CP, BP_REPAIR, BP_STEPS, BP_ETA, BP_OPTIONS };
static const heco_option bp_epsmag_options[] = {
    [BP_LAMBDA]  = {"lambda", HECO_OPTION_INTEGER, NAN, 4, 1e8, NULL,
                    "first number of offspring (4 + 3 ln n)"},
    [BP_SIGMA]   = {"sigma", HECO_OPTION_REAL, 1, 1e-100, 1e100, NULL, "initial step size"},
    [BP_T]       = {"T", HECO_OPTION_INTEGER, NAN, 0, 1e9, NULL,
                    "generations until the level is 0 (500; a fifth of a short run)"},
    [BP_CP]      = {"cp", HECO_OPTION_REAL, 2, 0, 1e6, NULL, "exponent of the level"},
    [BP_REPAIR]  = {"repair", HECO_OPTION_REAL, 0.2, 0, 1, NULL,
                    "share of the offspring repaired in every n-th generation"},
    [BP_STEPS]   = {"steps", HECO_OPTION_INTEGER, 3, 1, 1000, NULL, "repair steps at most"},
    [BP_ETA]     = {"eta", HECO_OPTION_REAL, 1e-4, 1e-15, 1e3, NULL, "finite-difference step"},
    [BP_OPTIONS] = {0}};

static const double BP_SIGMA_MIN = 1e-12; /* step size that ends a run                           */
static const double BP_PATIENCE  = 0.1;   /* share of the budget without improvement             */
static const double BP_ENOUGH    = 0.2;   /* share of parents within the level that lets it fall */
static const double BP_LEAST     = 1e-8;  /* a smaller level becomes 0                           */
enum { BP_MANY_STEPS = 20, BP_GROWTH = 64, BP_MOST_N = 1000 };

typedef enum { BP_START, BP_OFFSPRING, BP_UNDER_REPAIR } bp_phase;

typedef struct {
    const heco_setup      *setup;
    const double          *o;
    bp_phase               phase;
    size_t                 n, lambda0, lambda, room; /* offspring: first, of the run, at most    */
    size_t                 runs, small_runs;         /* runs begun, and small ones of them      */
    int                    small;                    /* whether this run is small               */
    double                 spent[2];                 /* evaluations of large and of small runs  */
    uint64_t               begun, gain; /* evaluations: begin of the run, its last improvement  */
    double                 T;           /* horizon of the level in this run                     */
    size_t                 steps;       /* repair steps in this run                             */
    double                 sigma, sigma_max, g, eps;
    double                 own_f, own_v, best_f, best_v; /* best of the run, and of all         */
    heco_ma                ma;
    heco_constraint_repair fix;
    heco_ma_inverse        inverse; /* of ma.M */
    double                *y, *column, *key;
    size_t                *order, *scratch;
} bp_state;

/* Begins a run: chooses its kind and size, and resets matrix, path and step size. */
static void bp_epsmag_begin_run(bp_state *s) {
    double power = (double)(s->runs - s->small_runs), first = (double)s->lambda0;
    double large = fmin(first * heco_pow(2.0, power), (double)s->room), lambda = large;
    s->small = s->runs > 2 && s->spent[1] < s->spent[0];
    if (s->small) {
        double u = heco_rng_uniform_inline(s->setup->rng);
        lambda   = floor(first * heco_pow(large / (2.0 * first), u * u));
        s->small_runs++;
    }
    s->lambda = (size_t)fmax(4.0, lambda);
    int hard  = s->best_v > 0.0 && s->runs % 2 == 1;
    s->T      = hard ? 0.0 : s->o[BP_T];
    s->steps  = hard ? BP_MANY_STEPS : (size_t)s->o[BP_STEPS];
    s->sigma  = fmin(s->o[BP_SIGMA], s->sigma_max);
    s->g      = 0.0;
    s->own_f = s->own_v = INFINITY;
    s->begun = s->gain = *s->setup->evals;
    heco_ma_resize(&s->ma, s->lambda, (s->lambda + 2) / 3);
    heco_ma_reset(&s->ma);
    s->phase = BP_START;
}

static void bp_epsmag_take_memory(bp_state *s, heco_arena *arena) {
    size_t n = s->n, room = s->room;
    heco_ma_init(&s->ma, n, room, (room + 2) / 3, arena);
    heco_constraint_repair_init(&s->fix, HECO_REPAIR_NEWTON, s->o[BP_ETA], s->setup->space, room,
                                arena);
    heco_ma_inverse_init(&s->inverse, n, arena);
    s->y       = heco_arena_take(arena, n, sizeof *s->y);
    s->column  = heco_arena_take(arena, n, sizeof *s->column);
    s->key     = heco_arena_take(arena, room, sizeof *s->key);
    s->order   = heco_arena_take(arena, room, sizeof *s->order);
    s->scratch = heco_arena_take(arena, room, sizeof *s->scratch);
}

static heco_status bp_epsmag_init(void *state, const heco_setup *setup, size_t *max_batch) {
    bp_state         *s     = state;
    double           *o     = setup->option;
    const heco_space *space = setup->space;
    s->setup = setup, s->o = o, s->n = space->n;
    if (s->n > BP_MOST_N)
        return heco_fail(setup->error, HECO_ERR_ARG,
                         "%zu variables are too many (at most %d): a generation costs n^3 "
                         "operations, choose another algorithm",
                         s->n, BP_MOST_N);
    heco_sample_resolve_size(setup, BP_LAMBDA, 4.0 + floor(3.0 * heco_log((double)s->n)), 4.0);
    double fifth = floor((double)setup->max_evals / (5.0 * o[BP_LAMBDA]));
    if (isnan(o[BP_T])) o[BP_T] = fmax(1.0, fmin(500.0, fifth));
    s->lambda0         = (size_t)o[BP_LAMBDA];
    double most        = fmin((double)BP_GROWTH * o[BP_LAMBDA], (double)setup->max_evals / 20.0);
    s->room            = most > o[BP_LAMBDA] ? (size_t)most : s->lambda0;
    *max_batch         = s->room > s->n ? s->room : s->n;
    heco_status status = heco_sample_check_budget(setup, s->lambda0);
    if (status != HECO_OK) return status;
    bp_epsmag_take_memory(s, setup->arena);
    if (heco_arena_failed(setup->arena)) return HECO_ERR_MEMORY;
    for (size_t j = 0; j < s->n; j++)
        s->sigma_max = fmax(s->sigma_max, (space->upper[j] - space->lower[j]) / 2.0);
    s->sigma_max = fmax(s->sigma_max, 1e-100);
    s->best_f = s->best_v = INFINITY;
    return HECO_OK;
}

/* Sets the first level, the median violation, and the centre, the mean of the best mu. */
static void bp_epsmag_start(bp_state *s) {
    heco_order_feasible(s->order, s->fix.f, s->fix.v, s->lambda, s->scratch);
    double low  = s->fix.v[s->order[(s->lambda - 1) / 2]];
    double high = s->fix.v[s->order[s->lambda / 2]];
    s->eps      = s->T > 0.0 && isfinite(high) ? (low + high) / 2.0 : 0.0;
    heco_order_epsilon(s->order, s->fix.f, s->fix.v, s->eps, s->lambda,
                       (heco_order_work){s->key, s->scratch});
    memset(s->y, 0, s->n * sizeof *s->y);
    for (size_t k = 0; k < s->ma.mu; k++)
        heco_dense_add(s->y, 1.0 / (double)s->ma.mu, s->fix.x + s->order[k] * s->n, s->n);
    s->phase = BP_OFFSPRING;
}

/* Draws the offspring of a generation. */
static void bp_epsmag_generate(bp_state *s, heco_batch *out) {
    size_t n   = s->n;
    out->count = s->lambda;
    heco_ma_draw(&s->ma, s->setup->rng);
    for (size_t k = 0; k < s->lambda; k++) {
        double *x = out->x + k * n;
        memcpy(x, s->y, n * sizeof *x);
        heco_dense_add(x, s->sigma, s->ma.d + k * n, n);
        heco_repair_reflect_mod(x, s->setup->space);
    }
}

/* Marks the offspring that are not y + sigma d. */
static void bp_epsmag_mark_changed(bp_state *s) {
    for (size_t k = 0; k < s->lambda; k++)
        for (size_t j = 0; j < s->n; j++)
            if (s->fix.x[k * s->n + j] != s->y[j] + s->sigma * s->ma.d[k * s->n + j])
                s->fix.changed[k] = 1;
}

/* M = (1 - c_1/2 - c_mu/2) M + c_1/2 M p p', then M += c_mu/2 w_k M z_k z_k' for one parent after
 * the other: later terms see the earlier ones. */
static void bp_epsmag_update_matrix(bp_state *s) {
    heco_ma *ma = &s->ma;
    size_t   n  = s->n;
    heco_dense_rows_sum(s->column, ma->M, ma->p, n, n);
    heco_dense_scale(ma->M, 1.0 - ma->c_1 / 2.0 - ma->c_mu / 2.0, n * n);
    heco_dense_add_outer(ma->M, ma->c_1 / 2.0, s->column, ma->p, n);
    for (size_t k = 0; k < ma->mu; k++) {
        const double *z = ma->z + s->order[k] * n;
        heco_dense_rows_sum(s->column, ma->M, z, n, n);
        heco_dense_add_outer(ma->M, ma->c_mu / 2.0 * ma->w[k], s->column, z, n);
    }
}

/* Resets M and the path if more than one entry is beyond 1e12 or one is not finite. */
static void bp_epsmag_reset_matrix(bp_state *s) {
    size_t n = s->n, wild = 0;
    for (size_t k = 0; k < n * n; k++) wild += isfinite(s->ma.M[k]) ? fabs(s->ma.M[k]) > 1e12 : 2;
    if (wild == 0 || (wild == 1 && n > 1)) return;
    heco_dense_identity(s->ma.M, n);
    for (size_t j = 0; j < n; j++) s->ma.p[j] = 1.0;
}

/* Lets the level fall if enough parents are within it, and rise if not. */
static void bp_epsmag_next_level(bp_state *s) {
    double within = 0.0;
    for (size_t k = 0; k < s->ma.mu; k++)
        within += s->fix.v[s->order[k]] <= s->eps ? 1.0 / (double)s->ma.mu : 0.0;
    if (s->g < s->T) s->eps *= within > BP_ENOUGH ? heco_pow(1.0 - s->g / s->T, s->o[BP_CP]) : 1.1;
    if (s->g + 1.0 >= s->T || s->eps < BP_LEAST) s->eps = 0.0;
}

/* Updates the best values of the run and of all runs. */
static void bp_epsmag_update_best(bp_state *s) {
    for (size_t k = 0; k < s->lambda; k++) {
        double f = s->fix.f[k], v = s->fix.v[k];
        if (heco_better_feasible_inline(f, v, s->own_f, s->own_v))
            s->own_f = f, s->own_v = v, s->gain = *s->setup->evals;
    }
    if (heco_better_feasible_inline(s->own_f, s->own_v, s->best_f, s->best_v))
        s->best_f = s->own_f, s->best_v = s->own_v;
}

/* Returns 1 if the run has small steps or has not improved for long. */
static int bp_epsmag_is_over(const bp_state *s) {
    double idle = (double)(*s->setup->evals - s->gain);
    return !(s->sigma >= BP_SIGMA_MIN) || idle > BP_PATIENCE * (double)s->setup->max_evals;
}

/* Ends a generation, and perhaps the run. */
static void bp_epsmag_finish(bp_state *s) {
    heco_ma_calculate_back(&s->ma, &s->inverse,
                           &(heco_ma_repaired){s->fix.x, s->y, s->sigma, s->fix.changed});
    heco_order_epsilon(s->order, s->fix.f, s->fix.v, s->eps, s->lambda,
                       (heco_order_work){s->key, s->scratch});
    bp_epsmag_update_best(s);
    heco_ma_update_path(&s->ma, s->order);
    bp_epsmag_update_matrix(s);
    heco_dense_add(s->y, s->sigma, s->ma.d_mean, s->n);
    bp_epsmag_reset_matrix(s);
    s->sigma = fmin(s->sigma * heco_ma_sigma_factor(&s->ma), s->sigma_max);
    bp_epsmag_next_level(s);
    s->g += 1.0;
    s->phase = BP_OFFSPRING;
    if (!bp_epsmag_is_over(s)) return;
    s->spent[s->small] += (double)(*s->setup->evals - s->begun);
    s->runs++;
    bp_epsmag_begin_run(s);
}

static heco_status bp_epsmag_ask(void *state, heco_batch *out) {
    bp_state *s = state;
    if (s->lambda == 0) bp_epsmag_begin_run(s);
    switch (s->phase) {
    case BP_START:
        out->count = s->lambda;
        if (s->runs == 0) heco_sample_initial(out->x, s->lambda, s->setup);
        for (size_t i = 0; s->runs > 0 && i < s->lambda; i++)
            heco_sample_uniform(out->x + i * s->n, s->setup->space, s->setup->rng);
        break;
    case BP_OFFSPRING: bp_epsmag_generate(s, out); break;
    case BP_UNDER_REPAIR: heco_constraint_repair_ask(&s->fix, out); break;
    }
    return HECO_OK;
}

static heco_status bp_epsmag_tell(void *state, const heco_batch *in) {
    bp_state *s = state;
    if (s->phase == BP_UNDER_REPAIR) {
        if (!heco_constraint_repair_tell(&s->fix, in)) bp_epsmag_finish(s);
        return HECO_OK;
    }
    heco_constraint_repair_take(&s->fix, in);
    if (s->phase == BP_START) {
        bp_epsmag_start(s);
        return HECO_OK;
    }
    bp_epsmag_mark_changed(s);
    for (size_t k = 0; fmod(s->g, (double)s->n) == 0.0 && k < s->lambda; k++)
        if (heco_rng_uniform_inline(s->setup->rng) <= s->o[BP_REPAIR])
            heco_constraint_repair_add(&s->fix, k);
    if (heco_constraint_repair_begin(&s->fix, s->steps)) s->phase = BP_UNDER_REPAIR;
    else bp_epsmag_finish(s);
    return HECO_OK;
}

const heco_algorithm heco_algorithm_bp_epsmag_es = {
    .size       = sizeof(heco_algorithm),
    .name       = "bp-epsmag-es",
    .title      = "BP-epsMAg-ES: epsMAg-ES in large and small runs, adaptive level",
    .reference  = "hellwig2020",
    .options    = bp_epsmag_options,
    .state_size = sizeof(bp_state),
    .init       = bp_epsmag_init,
    .ask        = bp_epsmag_ask,
    .tell       = bp_epsmag_tell,
};
