/* lshade44-iepsilon: LSHADE44's four strategies with a level that follows the feasible share.
 * Fan et al. (2018), IEEE CEC                                                       [fan2018]
 *
 *   step                                            here
 *   initial level: violation of rank theta          lshade44_iepsilon_first_level
 *   sort by (v, f), keep the first N                lshade44_iepsilon_keep_best
 *   strategy, means, CR, F                          lshade44_iepsilon_sample
 *   current-to-pbest/1, p drawn for each trial      lshade44_iepsilon_toward_best
 *   randr1*: base from target and two others        lshade44_iepsilon_ranked
 *   exponential crossover                           lshade44_iepsilon_cross
 *   comparison of max(0, v - eps), then f           lshade44_iepsilon_gain
 *   successes, counters, memories                   lshade44_iepsilon_select
 *   level update                                    lshade44_iepsilon_update_level
 *
 * Follows the authors' program, of which the published numbers are, where it differs from the
 * paper: the two swaps that should make the best of three points the base of randr1* overwrite a
 * variable with itself (ranking=literal, the default; ranking=intended as in the paper), and a run
 * of the exponential crossover goes on past place j with probability CR^(j - 1), not CR
 * (exponential=literal, the default; exponential=usual). Differs from the program:
 *   - the counters of a generation act on the next one: the program updates them between trials
 *     of one generation, which would forbid evaluating a generation in one call;
 *   - equal weights where all improvements are 0; an infinite improvement counts as 0. */
#include "base/elementary.h"
#include "solver/algorithm_table.h"
#include "solver/common/epsilon.h"
#include "solver/common/order.h"
#include "solver/common/pick.h"
#include "solver/common/repair.h"
#include "solver/common/sample.h"
#include "solver/de/compete.h"
#include "solver/de/cross.h"
#include "solver/de/mutate.h"
#include "solver/de/shade.h"

enum { IEPSILON_STRATEGIES = 4 };
enum {
    IEPSILON_N0,
    IEPSILON_NEND,
    IEPSILON_H,
    IEPSILON_TC,
    IEPSILON_CP,
    IEPSILON_ALPHA,
    IEPSILON_THETA,
    IEPSILON_RANKING,
    IEPSILON_EXPONENTIAL,
    IEPSILON_OPTIONS
};
static const heco_option lshade44_iepsilon_options[] = {
    [IEPSILON_N0] = {"N0", HECO_OPTION_INTEGER, NAN, 4, 1e8, NULL, "initial population size (5 n)"},
    [IEPSILON_NEND] = {"N_end", HECO_OPTION_INTEGER, 5, 4, 1e8, NULL, "final population size"},
    [IEPSILON_H]    = {"H", HECO_OPTION_INTEGER, 10, 1, 1e4, NULL, "memory slots per strategy"},
    [IEPSILON_TC]   = {"Tc", HECO_OPTION_REAL, 0.8, 1e-6, 1, NULL,
                       "share of the budget after which the level is 0"},
    [IEPSILON_CP] = {"cp", HECO_OPTION_REAL, 2, 0, 100, NULL, "exponent of the decay of the level"},
    [IEPSILON_ALPHA]       = {"alpha", HECO_OPTION_REAL, 0.8, 0, 1, NULL,
                              "feasible share from which on the level is raised"},
    [IEPSILON_THETA]       = {"theta", HECO_OPTION_REAL, 0.2, 0, 1, NULL,
                              "rank of the initial level among the violations, worst first, over N0"},
    [IEPSILON_RANKING]     = {"ranking", HECO_OPTION_CHOICE, 0, 0, 1, "literal|intended",
                              "base of strategies 3 and 4, as in the program or as in the paper"},
    [IEPSILON_EXPONENTIAL] = {"exponential", HECO_OPTION_CHOICE, 0, 0, 1, "literal|usual",
                              "exponential crossover goes on past place j with probability "
                              "CR^(j - 1), as in the program, or CR"},
    [IEPSILON_OPTIONS]     = {0}};

typedef struct {
    heco_shade    e; /* P is sorted by (v, f) while trials are made */
    const double *o;
    double        eps, max_cv;                 /* level; largest finite violation ever seen */
    size_t        filled[IEPSILON_STRATEGIES]; /* slots written so far */
    heco_compete  compete;
    size_t       *scratch, *strategy;
    double       *row;
} lshade44_iepsilon_state;

static heco_status lshade44_iepsilon_init(void *state, const heco_setup *setup, size_t *max_batch) {
    lshade44_iepsilon_state *s = state;
    double                  *o = setup->option;
    size_t                   n = setup->space->n;
    heco_sample_resolve_size(setup, IEPSILON_N0, 5.0 * (double)n, 4.0);
    heco_shade_sizes sizes  = {.N0        = (size_t)o[IEPSILON_N0],
                               .N_end     = (size_t)o[IEPSILON_NEND],
                               .width     = n,
                               .operators = IEPSILON_STRATEGIES,
                               .H         = (size_t)o[IEPSILON_H]};
    heco_status      status = heco_shade_init(&s->e, &sizes, setup, max_batch);
    if (status != HECO_OK) return status;
    s->o = o;
    heco_compete_init(&s->compete, IEPSILON_STRATEGIES, 2.0, 1.0 / (5.0 * IEPSILON_STRATEGIES));
    s->scratch  = heco_arena_take(setup->arena, sizes.N0, sizeof *s->scratch);
    s->strategy = heco_arena_take(setup->arena, sizes.N0, sizeof *s->strategy);
    s->row      = heco_arena_take(setup->arena, sizes.N0 * n, sizeof *s->row);
    return HECO_OK;
}

/* Sorts P and shrinks it. */
static void lshade44_iepsilon_keep_best(lshade44_iepsilon_state *s) {
    size_t N = heco_shade_next_size(&s->e);
    heco_order_feasible(s->e.order, s->e.P.f, s->e.P.v, s->e.P.count, s->scratch);
    heco_population_gather(&s->e.P, s->e.order, N, s->row);
}

/* Draws CR and F of trial i. A strategy that has not succeeded yet has no memory; its slot 0 then
 * still holds 0.5 / 0.5. */
static void lshade44_iepsilon_sample(lshade44_iepsilon_state *s, size_t i, size_t k) {
    heco_rng *rng = s->e.setup->rng;
    size_t    r   = heco_rng_index(rng, s->filled[k]);
    s->e.CR[i]    = heco_history_redraw_normal(s->e.memory[k].CR[r], 0.1, rng);
    s->e.F[i]     = heco_history_redraw_cauchy(s->e.memory[k].F[r], 0.1, rng);
}

/* Writes the mutant current-to-pbest/1, pbest from the first floor(p N), p uniform in [1/N, 0.2].
 * Returns the parent of the crossover. */
static const double *lshade44_iepsilon_toward_best(lshade44_iepsilon_state *s, size_t i,
                                                   double *row) {
    heco_rng *rng  = s->e.setup->rng;
    size_t    N    = s->e.P.count;
    double    p    = 1.0 / (double)N + heco_rng_uniform_inline(rng) * (0.2 - 1.0 / (double)N);
    double    top  = fmax(1.0, floor(p * (double)N));
    size_t    best = heco_rng_index(rng, (size_t)top);
    size_t    r[2] = {heco_pick_other(rng, N, i), 0};
    r[1]           = heco_pick_other2(rng, N, i, r[0]);
    heco_shade_mutate(&s->e, i, best, r, row);
    return heco_population_row(&s->e.P, i);
}

/* Makes the better one the first. The program's swap leaves the worse one in both places. P is
 * sorted: smaller is better. */
static void lshade44_iepsilon_swap(size_t *first, size_t *second, int literal) {
    if (*second > *first) return;
    size_t better = *second;
    *second       = *first;
    if (!literal) *first = better;
}

/* Writes the mutant best + F (other1 - other2), the others in no order. Returns the base: the
 * crossover mixes u with the base, not with the target. */
static const double *lshade44_iepsilon_ranked(lshade44_iepsilon_state *s, size_t i, double *row) {
    size_t r[3] = {i, heco_pick_other(s->e.setup->rng, s->e.P.count, i), 0};
    r[2]        = heco_pick_other2(s->e.setup->rng, s->e.P.count, i, r[1]);
    lshade44_iepsilon_swap(&r[0], &r[1], s->o[IEPSILON_RANKING] == 0.0);
    lshade44_iepsilon_swap(&r[0], &r[2], s->o[IEPSILON_RANKING] == 0.0);
    const double *base = heco_population_row(&s->e.P, r[0]);
    heco_mutate_rand1(row, base, heco_population_row(&s->e.P, r[1]),
                      heco_population_row(&s->e.P, r[2]), s->e.F[i], s->e.P.n);
    return base;
}

/* Crosses as the program does: a cyclic run of the mutant that goes on past place j,
 * counted from 0, with probability CR^j. Returns its length. */
static size_t lshade44_iepsilon_cross(double *row, const double *parent, double CR, size_t n,
                                      heco_rng *rng) {
    size_t start = heco_rng_index(rng, n), run = 1;
    while (run < n && heco_rng_uniform_inline(rng) < heco_pow(CR, (double)((start + run - 1) % n)))
        run++;
    for (size_t k = run; k < n; k++) row[(start + k) % n] = parent[(start + k) % n];
    return run;
}

/* Draws strategy, F and CR of member i and writes its trial. */
static void lshade44_iepsilon_trial(lshade44_iepsilon_state *s, size_t i, double *row) {
    heco_rng *rng  = s->e.setup->rng;
    size_t    k    = heco_compete_pick(&s->compete, rng);
    s->strategy[i] = k;
    lshade44_iepsilon_sample(s, i, k);
    const double *parent =
        k < 2 ? lshade44_iepsilon_toward_best(s, i, row) : lshade44_iepsilon_ranked(s, i, row);
    if (k % 2 == 0) heco_cross_binomial(row, parent, s->e.CR[i], s->e.P.n, HECO_FORCE_ONE, rng);
    else if (s->o[IEPSILON_EXPONENTIAL] == 1.0)
        heco_cross_exponential(row, parent, s->e.CR[i], s->e.P.n, rng);
    else lshade44_iepsilon_cross(row, parent, s->e.CR[i], s->e.P.n, rng);
    heco_repair_clip(row, s->e.setup->space);
}

static heco_status lshade44_iepsilon_ask(void *state, heco_batch *out) {
    lshade44_iepsilon_state *s = state;
    if (heco_shade_ask_first(&s->e, out)) return HECO_OK;
    lshade44_iepsilon_keep_best(s);
    out->count = s->e.P.count;
    for (size_t i = 0; i < s->e.P.count; i++) lshade44_iepsilon_trial(s, i, out->x + i * s->e.P.n);
    return HECO_OK;
}

/* Returns the improvement of y over x at level eps; negative: y is not better. */
static double lshade44_iepsilon_gain(double f_x, double v_x, double f_y, double v_y, double eps) {
    double c_x = fmax(0.0, v_x - eps), c_y = fmax(0.0, v_y - eps);
    if (c_y < c_x) return v_x - v_y;
    return c_y == c_x && f_y < f_x ? f_x - f_y : -1.0;
}

/* Replaces members by better trials; updates strategies and memories. */
static void lshade44_iepsilon_select(lshade44_iepsilon_state *s, const heco_batch *in) {
    heco_population *P = &s->e.P;
    heco_shade_clear_successes(&s->e);
    for (size_t i = 0; i < P->count; i++) {
        size_t k    = s->strategy[i];
        double v    = s->e.v[i];
        double gain = lshade44_iepsilon_gain(P->f[i], P->v[i], in->f[i], v, s->eps);
        if (gain < 0.0) continue;
        heco_shade_record_success(&s->e, k, i, gain);
        s->compete.n[k] += 1.0;
        heco_compete_refresh(&s->compete);
        heco_population_set(P, i, in->x + i * P->n, in->f[i], v);
    }
    for (size_t k = 0; k < IEPSILON_STRATEGIES; k++) {
        heco_history_update(&s->e.memory[k], &s->e.success[k], HECO_MEAN_ARITHMETIC, 0);
        if (s->e.success[k].count > 0 && s->filled[k] < s->e.memory[k].H) s->filled[k]++;
    }
}

/* The decay multiplies the current level, so it is fast. */
static void lshade44_iepsilon_update_level(lshade44_iepsilon_state *s) {
    double r = heco_setup_progress(s->e.setup), Tc = s->o[IEPSILON_TC], feasible = 0.0;
    for (size_t i = 0; i < s->e.P.count; i++) feasible += s->e.P.v[i] == 0.0;
    double phi = feasible / (double)s->e.P.count;
    if (isinf(s->eps) && phi < 1.0) s->eps = s->max_cv;
    if (r < Tc && phi >= s->o[IEPSILON_ALPHA]) s->eps = 1.1 * s->max_cv;
    else s->eps = heco_epsilon_power(s->eps, r, Tc, s->o[IEPSILON_CP]);
}

/* Sets the first level: the violation at rank theta N0, worst first; infinite if that is 0. */
static void lshade44_iepsilon_first_level(lshade44_iepsilon_state *s) {
    double share = round(s->o[IEPSILON_THETA] * (double)s->e.N0);
    size_t N = s->e.P.count, rank = (size_t)fmax(1.0, share);
    heco_order_feasible(s->e.order, s->e.P.f, s->e.P.v, N, s->scratch);
    s->eps = s->e.P.v[s->e.order[N - rank]];
    if (!(s->eps > 0.0)) s->eps = INFINITY;
}

static heco_status lshade44_iepsilon_tell(void *state, const heco_batch *in) {
    lshade44_iepsilon_state *s     = state;
    int                      first = heco_shade_take_values(&s->e, in);
    s->max_cv                      = fmax(s->max_cv, heco_epsilon_largest(s->e.v, in->count));
    if (first) {
        lshade44_iepsilon_first_level(s);
    } else {
        lshade44_iepsilon_select(s, in);
        lshade44_iepsilon_update_level(s);
    }
    return HECO_OK;
}

const heco_algorithm heco_algorithm_lshade44_iepsilon = {
    .size       = sizeof(heco_algorithm),
    .name       = "lshade44-iepsilon",
    .title      = "LSHADE44 with an improved epsilon level",
    .reference  = "fan2018",
    .options    = lshade44_iepsilon_options,
    .state_size = sizeof(lshade44_iepsilon_state),
    .init       = lshade44_iepsilon_init,
    .ask        = lshade44_iepsilon_ask,
    .tell       = lshade44_iepsilon_tell,
};
