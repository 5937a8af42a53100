/* al-cma-es: CMA-ES on an augmented Lagrangian whose multipliers and penalty parameters follow the
 * constraints at the mean.
 * Atamna, Auger, Hansen (2016), PPSN; (2017), FOGA                              [atamna2017]
 * Dufosse, Hansen (2021), GECCO                                                [dufosse2021]
 *
 *   step                                              here
 *   sampling, mean, paths, covariance, step size      solver/common/covariance.c
 *   f + sum of lambda g + omega g^2/2                 al_cma_penalty
 *   first multipliers and penalty parameters          al_cma_set_first
 *   lambda += omega g(mean) / 5                       al_cma_update_one
 *   omega rises by chi^(1/4) or falls by chi          al_cma_update_one
 *   runs, every second one with twice the population  al_cma_begin
 *
 * One more evaluation per generation, at the mean, serves the update. Choices beside the papers:
 *   - first values as in the authors' Python package cma, from interquartile ranges of f and g;
 *   - as there, a multiplier that would fall below 0, or a constraint far inside, leaves its
 *     penalty parameter unchanged;
 *   - coordinates are in units of the box, and points outside are mirrored into it;
 *   - the first mean is the best of the initial points, or a random point; restarts have growing
 *     populations and penalty parameters, and begin at the best point so far and at a random one
 *     by turns: a mean that is drawn into a corner of the box where the constraint has no gradient
 *     does not come back. */
#include <string.h>

#include "base/elementary.h"
#include "base/index_sort.h"
#include "problem/better.h"
#include "problem/violation.h"
#include "solver/algorithm_table.h"
#include "solver/common/covariance.h"
#include "solver/common/pick.h"
#include "solver/common/population.h"
#include "solver/common/repair.h"
#include "solver/common/sample.h"

enum { AL_LAMBDA, AL_SIGMA, AL_RATES, AL_DAMPING, AL_OPTIONS };
enum { AL_RATES_2021, AL_RATES_2017 };
static const heco_option al_cma_options[] = {
    [AL_LAMBDA]  = {"lambda", HECO_OPTION_INTEGER, NAN, 4, 1e8, NULL,
                    "first number of offspring (4 + 3 ln n)"},
    [AL_SIGMA]   = {"sigma", HECO_OPTION_REAL, 0.2, 1e-10, 10, NULL,
                    "initial step size in units of the box"},
    [AL_RATES]   = {"rates", HECO_OPTION_CHOICE, AL_RATES_2021, 0, 1, "2021|2017",
                    "penalty parameters: k1 = 10, chi = 2^(1/sqrt n), or k1 = 3, chi = 2^(1/5n)"},
    [AL_DAMPING] = {"damping", HECO_OPTION_REAL, 5, 1, 1e6, NULL, "damping of the multipliers"},
    [AL_OPTIONS] = {0}};

static const double AL_K2       = 5;     /* change of g below g/k2: omega rises (2017)         */
static const double AL_NEAR     = 0.1;   /* factor of sigma at the best point (here)             */
static const double AL_STEP_MIN = 1e-13; /* longest step, in units of the box, that ends a run */
enum { AL_GROWTH = 32, AL_MOST_N = 500, AL_IDLE = 100 };

typedef struct {
    const heco_setup *setup;
    const double     *o;
    size_t            n, m, lambda0, room;
    size_t            runs; /* begun                                                        */
    heco_covariance   cma;
    double            penalty; /* factor of the first penalty parameters of this run          */
    double           *c, *multiplier, *omega; /* of the rows; coefficients, omega 0: not set   */
    double           *g_mean;                 /* constraints at the last mean                   */
    double            f_mean;
    int               known;        /* f_mean and g_mean are those of the last mean   */
    heco_best_point   best;         /* of all runs                                      */
    double            own_f, own_v; /* of this run                                    */
    size_t            idle;         /* generations without improvement                */
    double           *x, *value, *sorted;
    size_t           *order, *scratch;
} al_cma_state;

static void al_cma_take_memory(al_cma_state *s, heco_arena *arena) {
    size_t n = s->n, rows = s->room + 1;
    heco_covariance_init(&s->cma, n, s->room, arena);
    s->c          = heco_arena_take(arena, rows * s->m, sizeof *s->c);
    s->multiplier = heco_arena_take(arena, s->m, sizeof *s->multiplier);
    s->omega      = heco_arena_take(arena, s->m, sizeof *s->omega);
    s->g_mean     = heco_arena_take(arena, s->m, sizeof *s->g_mean);
    heco_best_point_init(&s->best, n, arena);
    s->x       = heco_arena_take(arena, n, sizeof *s->x);
    s->value   = heco_arena_take(arena, rows, sizeof *s->value);
    s->sorted  = heco_arena_take(arena, rows, sizeof *s->sorted);
    s->order   = heco_arena_take(arena, rows, sizeof *s->order);
    s->scratch = heco_arena_take(arena, rows, sizeof *s->scratch);
}

static heco_status al_cma_init(void *state, const heco_setup *setup, size_t *max_batch) {
    al_cma_state *s = state;
    double       *o = setup->option;
    s->setup = setup, s->o = o, s->n = setup->space->n;
    s->m               = setup->space->ng + setup->space->nh;
    heco_status status = heco_sample_check_variables(setup, AL_MOST_N, "the covariance matrix");
    if (status != HECO_OK) return status;
    double usual = fmax(6.0, 4.0 + floor(3.0 * heco_log((double)s->n)));
    heco_sample_resolve_size(setup, AL_LAMBDA, usual, 4.0);
    s->lambda0  = (size_t)o[AL_LAMBDA];
    double most = fmin(AL_GROWTH * o[AL_LAMBDA], (double)setup->max_evals / 20.0);
    s->room     = most > o[AL_LAMBDA] ? (size_t)most : s->lambda0;
    *max_batch  = s->room + 1;
    status      = heco_sample_check_budget(setup, s->lambda0 + 1);
    if (status != HECO_OK) return status;
    al_cma_take_memory(s, setup->arena);
    return heco_arena_failed(setup->arena) ? HECO_ERR_MEMORY : HECO_OK;
}

/* Writes x in units of the box; a fixed variable becomes 0. */
static void al_cma_to_units(double *u, const double *x, const heco_space *space) {
    for (size_t j = 0; j < space->n; j++) {
        double width = space->upper[j] - space->lower[j];
        u[j]         = width > 0.0 ? (x[j] - space->lower[j]) / width : 0.0;
    }
}

/* Begins a run: mean, population and coefficients. */
static void al_cma_begin(al_cma_state *s) {
    const heco_setup *setup  = s->setup;
    double            growth = heco_pow(2.0, (double)(s->runs / 2));
    size_t            lambda = (size_t)fmin((double)s->lambda0 * growth, (double)s->room);
    if (s->runs % 2 == 0 && s->runs > 0) heco_sample_uniform(s->x, setup->space, setup->rng);
    else memcpy(s->x, s->best.x, s->n * sizeof *s->x);
    heco_covariance_begin(&s->cma, lambda,
                          s->runs % 2 == 1 ? AL_NEAR * s->o[AL_SIGMA] : s->o[AL_SIGMA]);
    al_cma_to_units(s->cma.mean, s->x, setup->space);
    memset(s->multiplier, 0, s->m * sizeof *s->multiplier);
    memset(s->omega, 0, s->m * sizeof *s->omega);
    s->penalty = heco_pow(10.0, fmin((double)(s->runs / 2), 12.0));
    s->known   = 0;
    s->idle    = 0;
    s->own_f = s->own_v = INFINITY;
    s->runs++;
}

/* Writes the point with units u into a row of the batch. */
static void al_cma_put(const al_cma_state *s, double *row, const double *u) {
    const heco_space *space = s->setup->space;
    for (size_t j = 0; j < s->n; j++)
        row[j] = space->lower[j] + u[j] * (space->upper[j] - space->lower[j]);
    heco_repair_reflect(row, space);
}

static heco_status al_cma_ask(void *state, heco_batch *out) {
    al_cma_state *s = state;
    if (s->runs == 0) {
        size_t most = s->room + 1, starts = s->setup->starts;
        return heco_sample_initial(out, starts == 0 ? 1 : starts < most ? starts : most, s->setup);
    }
    heco_covariance_draw(&s->cma, s->setup->rng);
    size_t lambda = s->cma.lambda;
    out->count    = lambda + 1;
    for (size_t k = 0; k < lambda; k++) al_cma_put(s, out->x + k * s->n, s->cma.u + k * s->n);
    al_cma_put(s, out->x + lambda * s->n, s->cma.mean);
    return HECO_OK;
}

/* Returns the part of the augmented Lagrangian that constraint k with value g adds. An inequality
 * below -lambda/omega adds the constant that the parabola has there. */
static double al_cma_penalty(const al_cma_state *s, size_t k, double g) {
    double lambda = s->multiplier[k], omega = s->omega[k];
    if (omega == 0.0) return 0.0;
    if (k < s->setup->space->ng && g < -lambda / omega) g = -lambda / omega;
    return lambda * g + omega * g * g / 2.0;
}

/* Returns the augmented Lagrangian of a point with values f and c. */
static double al_cma_lagrangian(const al_cma_state *s, double f, const double *c) {
    for (size_t k = 0; k < s->m; k++) f += al_cma_penalty(s, k, c[k]);
    return isfinite(f) ? f : INFINITY;
}

/* Returns the interquartile range of `count` numbers that are `stride` apart; 0 if one of them is
 * not finite. */
static double al_cma_range(al_cma_state *s, const double *a, size_t count, size_t stride) {
    for (size_t i = 0; i < count; i++) s->sorted[i] = a[i * stride];
    heco_pick_identity(s->order, count);
    heco_index_sort(s->order, s->sorted, count, s->scratch);
    double low  = s->sorted[s->order[count / 4]];
    double high = s->sorted[s->order[count - 1 - count / 4]];
    return isfinite(high - low) ? high - low : 0.0;
}

/* Sets the coefficients of constraints that have none yet and that more than a tenth of the
 * offspring violates (equalities: always). */
static void al_cma_set_first(al_cma_state *s, const double *f) {
    size_t lambda = s->cma.lambda;
    double n = (double)s->n, df = 0.0;
    int    ready = 0;
    for (size_t k = 0; k < s->m; k++) {
        int    equality = k >= s->setup->space->ng;
        size_t violated = 0;
        for (size_t i = 0; i < lambda; i++) violated += s->c[i * s->m + k] > 0.0;
        if (s->omega[k] > 0.0 || (!equality && 10 * violated <= lambda)) continue;
        if (!ready) df = al_cma_range(s, f, lambda, 1), ready = 1;
        double dg = al_cma_range(s, s->c + k, lambda, s->m), tiny = 1e-11 * (df + 1.0);
        s->omega[k]      = s->penalty * 2.0 / 5.0 * fmax(df, tiny) / n / (dg + tiny);
        s->multiplier[k] = equality ? 0.0 : df / (n * dg + tiny);
    }
}

/* Updates the coefficients of constraint k from its value g at the mean; `change` is that of the
 * augmented Lagrangian since the last mean. */
static void al_cma_update_one(al_cma_state *s, size_t k, double g, double change) {
    double n = (double)s->n, omega = s->omega[k], before = s->g_mean[k];
    int    old = s->o[AL_RATES] == AL_RATES_2017, equality = k >= s->setup->space->ng;
    double k1 = old ? 3.0 : 10.0, chi = heco_pow(2.0, old ? 1.0 / (5.0 * n) : 1.0 / sqrt(n));
    double next      = s->multiplier[k] + omega * g / s->o[AL_DAMPING];
    s->multiplier[k] = equality ? next : fmax(0.0, next);
    if (!equality && (next < 0.0 || g * omega < -s->multiplier[k])) return;
    int small = omega * g * g < k1 * fabs(change) / n || AL_K2 * fabs(g - before) < fabs(before);
    omega *= small ? heco_pow(chi, 0.25) : 1.0 / chi;
    s->omega[k] = fmin(fmax(omega, 1e-100), 1e100);
}

/* Updates all coefficients from the values at the mean. */
static void al_cma_update(al_cma_state *s, double f, const double *c) {
    double total = f;
    for (size_t k = 0; k < s->m; k++) total += c[k];
    if (!isfinite(total)) return;
    if (s->known) {
        double change = al_cma_lagrangian(s, f, c) - al_cma_lagrangian(s, s->f_mean, s->g_mean);
        for (size_t k = 0; k < s->m; k++)
            if (s->omega[k] > 0.0) al_cma_update_one(s, k, c[k], change);
    }
    memcpy(s->g_mean, c, s->m * sizeof *c);
    s->f_mean = f;
    s->known  = 1;
}

/* Updates the best points. */
static void al_cma_update_best(al_cma_state *s, const heco_batch *in) {
    s->idle++;
    for (size_t i = 0; i < in->count; i++) {
        double f = in->f[i], v = in->viol[i];
        if (heco_better_feasible_inline(f, v, s->own_f, s->own_v))
            s->own_f = f, s->own_v = v, s->idle = 0;
        heco_best_point_offer(&s->best, in->x + i * in->n, f, v);
    }
}

/* Returns 1 if the run has tiny steps or has not improved for long. */
static int al_cma_is_over(const al_cma_state *s) {
    double generations = AL_IDLE + 30.0 * (double)s->n / (double)s->cma.lambda;
    return !(heco_covariance_longest_step(&s->cma) > AL_STEP_MIN) || (double)s->idle > generations;
}

/* Moves the mean into the box. */
static void al_cma_mirror_mean(al_cma_state *s) {
    al_cma_put(s, s->x, s->cma.mean);
    al_cma_to_units(s->cma.mean, s->x, s->setup->space);
}

static heco_status al_cma_tell(void *state, const heco_batch *in) {
    al_cma_state *s      = state;
    size_t        lambda = s->cma.lambda;
    for (size_t i = 0; i < in->count; i++) {
        heco_row_constraints(s->c + i * s->m, in, i);
    }
    al_cma_update_best(s, in);
    if (s->runs == 0) {
        al_cma_begin(s);
        return HECO_OK;
    }
    al_cma_set_first(s, in->f);
    al_cma_update(s, in->f[lambda], s->c + lambda * s->m);
    for (size_t i = 0; i < lambda; i++)
        s->value[i] = al_cma_lagrangian(s, in->f[i], s->c + i * s->m);
    heco_pick_identity(s->order, lambda);
    heco_index_sort(s->order, s->value, lambda, s->scratch);
    if (!heco_covariance_update(&s->cma, s->order) || al_cma_is_over(s)) al_cma_begin(s);
    else al_cma_mirror_mean(s);
    return HECO_OK;
}

const heco_algorithm heco_algorithm_al_cma_es = {
    .size       = sizeof(heco_algorithm),
    .name       = "al-cma-es",
    .title      = "AL-CMA-ES: CMA-ES on an adaptive augmented Lagrangian",
    .reference  = "dufosse2021",
    .options    = al_cma_options,
    .state_size = sizeof(al_cma_state),
    .init       = al_cma_init,
    .ask        = al_cma_ask,
    .tell       = al_cma_tell,
};
