/* decode: decomposition-based constrained DE.
 * Wang, Li, Zhang, Wang (2021), IEEE Trans. SMC: Systems 51, 574-587                 [wang2021]
 *
 *   step                                           here
 *   epsilon level, collapse of the weights         decode_levels
 *   width pr of the weights, sigmoid in time       decode_width
 *   restart of a collapsed infeasible population   decode_is_collapsed, phase DECODE_RESTART
 *   normalised f and v                             decode_normalise, decode_value
 *   best of a subproblem                           decode_best
 *   rand-to-best/1/bin, current-to-rand/1          solver/de/composite.c
 *   weighted selection                             decode_select
 *
 * The archive A of the paper follows the feasibility rule and is never read by the search: it is
 * the best-so-far that a run keeps anyway. The common permutation of population and archive only
 * decides ties: here the weights are permuted. A weighted sum grows with f and with v, so its best
 * member is found on the nondominated front.
 * Not in our sources: N (60, from 30 variables on 100, chosen to fit the published table), the
 * violation (sum). Points that failed count in no mean, have the worst value, and a population
 * of them is restarted. */
#include <float.h>

#include "base/elementary.h"
#include "solver/algorithm_table.h"
#include "solver/common/dominance.h"
#include "solver/common/epsilon.h"
#include "solver/common/pick.h"
#include "solver/common/repair.h"
#include "solver/common/sample.h"
#include "solver/common/setup_progress.h"
#include "solver/de/composite.h"

enum { DECODE_N, DECODE_ALPHA, DECODE_BETA, DECODE_GAMMA, DECODE_MU, DECODE_P, DECODE_OPTIONS };
static const heco_option decode_options[] = {
    [DECODE_N]       = {"N", HECO_OPTION_INTEGER, NAN, 4, 1e8, NULL,
                        "population size (60, from n = 30 on 100)"},
    [DECODE_ALPHA]   = {"alpha", HECO_OPTION_REAL, 0.75, 0, 1, NULL,
                        "share of the budget at which the weights have shrunk to half"},
    [DECODE_BETA]    = {"beta", HECO_OPTION_REAL, 6, 0, 100, NULL,
                        "the epsilon level ends at exp(-beta)"},
    [DECODE_GAMMA]   = {"gamma", HECO_OPTION_REAL, 30, 0, 1e4, NULL, "steepness of that shrinking"},
    [DECODE_MU]      = {"mu", HECO_OPTION_REAL, 1e-8, 0, 1e3, NULL,
                        "restart when the violations deviate less than this"},
    [DECODE_P]       = {"p", HECO_OPTION_REAL, 0.85, 0.01, 0.99, NULL,
                        "share of the budget, or of feasible members, at which the level ends"},
    [DECODE_OPTIONS] = {0}};

enum { DECODE_START, DECODE_PREPARE, DECODE_RESTART, DECODE_GENERATION };
static const double DECODE_LEAST = 1e-18; /* width of the weights after their collapse */

typedef struct {
    double f_min, f_div, v_min, v_div;
} decode_norm;

typedef struct {
    const heco_setup *setup;
    heco_population   P;
    size_t            N;
    int               phase;
    double            alpha, beta, gamma, mu, p;
    double            eps0, cp, X, pmax;
    double            width;  /* pr: the weights are 0, pr/N, .. (N-1) pr/N */
    size_t           *weight; /* w_i = weight[i] pr/N, a permutation        */
    size_t           *front, *scratch;
    size_t            fronts; /* members of the front                       */
    double           *v;      /* violations of the trials                   */
} decode_state;

static heco_status decode_init(void *state, const heco_setup *setup, size_t *max_batch) {
    decode_state *s = state;
    double       *o = setup->option;
    size_t        n = setup->space->n;
    heco_sample_resolve_size(setup, DECODE_N, n < 30 ? 60.0 : 100.0, 4.0);
    s->setup = setup;
    s->N     = (size_t)o[DECODE_N];
    s->alpha = o[DECODE_ALPHA], s->beta = o[DECODE_BETA], s->gamma = o[DECODE_GAMMA];
    s->mu = o[DECODE_MU], s->p = o[DECODE_P];
    s->pmax            = 1.0;
    heco_status status = heco_sample_check_budget(setup, s->N);
    if (status != HECO_OK) return status;
    heco_population_init(&s->P, n, s->N, setup->arena);
    s->weight  = heco_arena_take(setup->arena, s->N, sizeof *s->weight);
    s->front   = heco_arena_take(setup->arena, s->N, sizeof *s->front);
    s->scratch = heco_arena_take(setup->arena, s->N, sizeof *s->scratch);
    s->v       = heco_arena_take(setup->arena, s->N, sizeof *s->v);
    *max_batch = s->N;
    if (heco_arena_failed(setup->arena)) return HECO_ERR_MEMORY;
    heco_pick_identity(s->weight, s->N);
    return HECO_OK;
}

/* Writes the smallest value and the sample standard deviation of the finite numbers in x and,
 * unless it is NULL, y. The deviation gets the smallest positive number added: it is divided by. */
static void decode_min_and_deviation(double *least, double *deviation, const double *x,
                                     const double *y, size_t count) {
    const double *part[2] = {x, y};
    double        used = 0.0, mean = 0.0, squares = 0.0;
    *least = INFINITY;
    for (size_t k = 0; k < 2 && part[k] != NULL; k++)
        for (size_t i = 0; i < count; i++) {
            double value = part[k][i];
            if (!isfinite(value)) continue;
            double step = value - mean; /* Welford's recurrence: one pass, no cancellation */
            used += 1.0;
            mean += step / used;
            squares += step * (value - mean);
            if (value < *least) *least = value;
        }
    *deviation = (used > 1.0 ? sqrt(squares / (used - 1.0)) : 0.0) + DBL_MIN;
}

/* Returns the normalisation on P, and on trials with values f, v unless they are NULL. */
static decode_norm decode_normalise(const decode_state *s, const double *f, const double *v) {
    decode_norm norm;
    decode_min_and_deviation(&norm.f_min, &norm.f_div, s->P.f, f, s->N);
    decode_min_and_deviation(&norm.v_min, &norm.v_div, s->P.v, v, s->N);
    return norm;
}

/* Returns the normalised objective of weight w; infinite for a failed point. */
static double decode_value(const decode_norm *norm, double w, double f, double v) {
    if (!isfinite(f) || !isfinite(v)) return INFINITY;
    return w * ((f - norm->f_min) / norm->f_div) + (1.0 - w) * ((v - norm->v_min) / norm->v_div);
}

static double decode_weight(const decode_state *s, size_t i) {
    return (double)s->weight[i] * s->width / (double)s->N;
}

/* Updates the level. If no member is below it, the weights collapse to pure violation, for good. */
static void decode_levels(decode_state *s) {
    double eps   = s->eps0 > 0.0 && s->X < s->p ? heco_epsilon_fade(s->eps0, s->X, s->cp) : 0.0;
    size_t below = 0, feasible = 0;
    s->X += (double)s->N / (double)s->setup->max_evals;
    for (size_t i = 0; i < s->N; i++) feasible += s->P.v[i] == 0.0;
    if ((double)feasible > s->p * (double)s->N) eps = 0.0;
    for (size_t i = 0; i < s->N; i++) below += s->P.v[i] < eps;
    if (below == 0) s->pmax = DECODE_LEAST;
}

static double decode_width(const decode_state *s) {
    double late = heco_setup_progress(s->setup) - s->alpha;
    return fmax(DECODE_LEAST, s->pmax / (1.0 + heco_exp(s->gamma * late)));
}

/* Returns 1 if no member is feasible and all have about the same violation. */
static int decode_is_collapsed(const decode_state *s) {
    double least, deviation;
    decode_min_and_deviation(&least, &deviation, s->P.v, NULL, s->N);
    return least > 0.0 && deviation < s->mu;
}

/* Returns the best member of the subproblem with weight w; for w = 0 all members of least violation
 * are equally good, and a random one is taken. */
static size_t decode_best(decode_state *s, const decode_norm *norm, double w) {
    size_t best = s->front[0], equals = 0;
    double least = INFINITY;
    if (w == 0.0) {
        for (size_t i = 0; i < s->N; i++)
            if (s->P.v[i] == s->P.v[s->front[0]] &&
                heco_rng_index_inline(s->setup->rng, ++equals) == 0)
                best = i;
        return best;
    }
    for (size_t k = 0; k < s->fronts; k++) {
        double value = decode_value(norm, w, s->P.f[s->front[k]], s->P.v[s->front[k]]);
        if (value < least) least = value, best = s->front[k];
    }
    return best;
}

/* Writes the trials of a generation. Permutes the weights and sets the front. */
static void decode_write_trials(decode_state *s, heco_batch *out) {
    heco_rng   *rng      = s->setup->rng;
    decode_norm norm     = decode_normalise(s, NULL, NULL);
    double      progress = heco_setup_progress(s->setup);
    heco_pick_subset(s->weight, s->N, s->N, rng);
    s->fronts  = heco_dominance_front(s->front, s->P.f, s->P.v, s->N, s->scratch);
    out->count = s->N;
    for (size_t i = 0; i < s->N; i++) {
        double *u = out->x + i * s->P.n;
        if (heco_rng_uniform_inline(rng) < progress)
            heco_composite_rand_to_best(u, &s->P, i, decode_best(s, &norm, decode_weight(s, i)),
                                        rng);
        else heco_composite_current_to_rand(u, &s->P, i, rng);
        heco_repair_reflect_or_bound(u, s->setup->space, rng);
    }
}

static heco_status decode_ask(void *state, heco_batch *out) {
    decode_state *s = state;
    if (s->phase == DECODE_PREPARE) {
        decode_levels(s);
        s->width = decode_width(s);
        s->phase = decode_is_collapsed(s) ? DECODE_RESTART : DECODE_GENERATION;
    }
    if (s->phase == DECODE_START) return heco_sample_initial(out, s->N, s->setup);
    if (s->phase == DECODE_RESTART) return heco_sample_rows(out, s->N, s->setup);
    decode_write_trials(s, out);
    return HECO_OK;
}

/* Trial i replaces member i when it is better in subproblem i, on parents and trials together. */
static void decode_select(decode_state *s, const heco_batch *in) {
    decode_norm norm = decode_normalise(s, in->f, s->v);
    for (size_t i = 0; i < s->N; i++) {
        double w     = decode_weight(s, i);
        double value = decode_value(&norm, w, in->f[i], s->v[i]);
        if (value < decode_value(&norm, w, s->P.f[i], s->P.v[i]))
            heco_population_set(&s->P, i, in->x + i * in->n, in->f[i], s->v[i]);
    }
}

/* Makes a batch the population; the first one also sets the first level. */
static void decode_fill(decode_state *s, const heco_batch *in) {
    heco_population_fill(&s->P, in, s->v);
    if (s->phase != DECODE_START) return;
    s->eps0 = fmin(heco_pow(10.0, (double)in->n / 2.0), heco_epsilon_largest(s->P.v, s->N));
    if (s->eps0 > 0.0) s->cp = heco_epsilon_exponent(s->eps0, s->beta, s->p);
}

static heco_status decode_tell(void *state, const heco_batch *in) {
    decode_state *s = state;
    heco_row_violations(s->v, in, s->setup->space, 0.0);
    if (s->phase == DECODE_GENERATION) decode_select(s, in);
    else decode_fill(s, in);
    s->phase = s->phase == DECODE_RESTART ? DECODE_GENERATION : DECODE_PREPARE;
    return HECO_OK;
}

const heco_algorithm heco_algorithm_decode = {
    .size       = sizeof(heco_algorithm),
    .name       = "decode",
    .title      = "DeCODE: decomposition of objective and violation",
    .reference  = "wang2021",
    .options    = decode_options,
    .state_size = sizeof(decode_state),
    .init       = decode_init,
    .ask        = decode_ask,
    .tell       = decode_tell,
};
