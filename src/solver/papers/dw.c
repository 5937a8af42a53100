/* dw: biased dynamic weights. A reconstruction.
 * Peng, Liu, Gu (2018), Soft Computing 22                                       [peng2018]
 *
 *   step                                         here
 *   weights that move towards the violation      dw_weight
 *   Chebyshev value of normalised f and v        dw_value
 *   trials of two kinds, reflect                 dw_ask, solver/de/composite.c
 *   selection by the member's own weight         dw_tell
 *
 * Only the abstract of the paper was available: biased weights select individuals of low f and low
 * v, with time more emphasis on both. Everything else is a choice, most of it an option: N, the
 * largest weight of f (w_max) and when it has faded to 0 (fade), the share of a plain sum that
 * breaks ties of the maximum (rho), the operators (best, explore), the set on which f and v are
 * normalised (normalise), pools of F and CR, a new random assignment of the weights in every
 * generation. The defaults were chosen to solve CEC2006: docs/algorithms/dw.md has the plainer ones
 * that do not. The value grows with f and with v, so the best member is found on the nondominated
 * front. */
#include "solver/algorithm_table.h"
#include "solver/common/dominance.h"
#include "solver/common/pick.h"
#include "solver/common/repair.h"
#include "solver/common/sample.h"
#include "solver/common/setup_progress.h"
#include "solver/de/composite.h"
#include "solver/de/helper.h"

enum { DW_N, DW_W_MAX, DW_FADE, DW_RHO, DW_BEST, DW_EXPLORE, DW_NORMALISE, DW_OPTIONS };
static const heco_option dw_options[] = {
    [DW_N]         = {"N", HECO_OPTION_INTEGER, NAN, 4, 1e8, NULL, "population size (100)"},
    [DW_W_MAX]     = {"w_max", HECO_OPTION_REAL, 0.7, 0, 1, NULL,
                      "largest weight of the objective at the start"},
    [DW_FADE]      = {"fade", HECO_OPTION_REAL, 0.6, 1e-6, 1, NULL,
                      "share of the budget after which all weights of the objective are 0"},
    [DW_RHO]       = {"rho", HECO_OPTION_REAL, 0.01, 0, 1, NULL,
                      "share of the weighted sum that is added to the Chebyshev value"},
    [DW_BEST]      = {"best", HECO_OPTION_REAL, 0.5, 0, 1, NULL, "share of rand-to-best/1 trials"},
    [DW_EXPLORE]   = {"explore", HECO_OPTION_CHOICE, 0, 0, 1, "current-to-rand|rand",
                      "the other trials: current-to-rand/1 without crossover, or rand/1/bin"},
    [DW_NORMALISE] = {"normalise", HECO_OPTION_CHOICE, 0, 0, 1, "parents|pool",
                      "f and v are compared by their range among the parents, or with children"},
    [DW_OPTIONS]   = {0}};

typedef struct {
    const heco_setup *setup;
    heco_population   P;
    size_t            N;
    double            w_max, fade, rho, best;
    int               explore_rand, with_children;
    double            bias;     /* largest weight in this generation                        */
    heco_extremes     extremes; /* of what f and v are normalised on                        */
    size_t           *place;    /* a permutation: member i has weight bias place[i]/(N - 1) */
    size_t           *front, *scratch;
    double           *v; /* violations of the children                               */
} dw_state;

static heco_status dw_init(void *state, const heco_setup *setup, size_t *max_batch) {
    dw_state *s = state;
    double   *o = setup->option;
    heco_sample_resolve_size(setup, DW_N, 100.0, 4.0);
    s->setup = setup;
    s->N     = (size_t)o[DW_N];
    s->w_max = o[DW_W_MAX], s->fade = o[DW_FADE], s->rho = o[DW_RHO], s->best = o[DW_BEST];
    s->explore_rand    = o[DW_EXPLORE] != 0.0;
    s->with_children   = o[DW_NORMALISE] != 0.0;
    heco_status status = heco_sample_check_budget(setup, s->N);
    if (status != HECO_OK) return status;
    heco_population_init(&s->P, setup->space->n, s->N, setup->arena);
    s->place   = heco_arena_take(setup->arena, s->N, sizeof *s->place);
    s->front   = heco_arena_take(setup->arena, s->N, sizeof *s->front);
    s->scratch = heco_arena_take(setup->arena, s->N, sizeof *s->scratch);
    s->v       = heco_arena_take(setup->arena, s->N, sizeof *s->v);
    *max_batch = s->N;
    if (heco_arena_failed(setup->arena)) return HECO_ERR_MEMORY;
    heco_pick_identity(s->place, s->N);
    return HECO_OK;
}

/* Returns the largest weight, which falls linearly from w_max to 0. */
static double dw_bias(const dw_state *s) {
    double progress = heco_setup_progress(s->setup);
    return progress < s->fade ? (1.0 - progress / s->fade) * s->w_max : 0.0;
}

/* Returns the weight of f for member i. */
static double dw_weight(const dw_state *s, size_t i) {
    return s->bias * (double)s->place[i] / (double)(s->N - 1);
}

/* Adds N points to the extremes. */
static void dw_extend_extremes(dw_state *s, const double *f, const double *v) {
    for (size_t i = 0; i < s->N; i++)
        if (heco_helper_is_finite(f[i], v[i]))
            heco_extremes_add(&s->extremes, HECO_EQUIVALENT_NONE, f[i], v[i]);
}

/* Returns max(w f, (1 - w) v) + rho (w f + (1 - w) v) of normalised f and v; infinite for a failed
 * point, and for an infeasible child of parents that are all feasible. */
static double dw_value(const dw_state *s, double w, double f, double v) {
    const heco_extremes *x = &s->extremes;
    if (!heco_helper_is_finite(f, v) || (v > 0.0 && !(x->v_max > 0.0))) return INFINITY;
    double width = x->f_max - x->f_min;
    double a     = width > 0.0 ? w * ((f - x->f_min) / width) : 0.0;
    double b     = x->v_max > 0.0 ? (1.0 - w) * (v / x->v_max) : 0.0;
    return (a > b ? a : b) + s->rho * (a + b);
}

/* Returns 1 if y has the smaller value, or an equal value and is better by (v, f): with weight 0
 * that is the order by (v, f). */
static int dw_better(const dw_state *s, double w, const double y[2], const double x[2]) {
    double value_y = dw_value(s, w, y[0], y[1]), value_x = dw_value(s, w, x[0], x[1]);
    return value_y < value_x ||
           (value_y == value_x && heco_better_feasible_inline(y[0], y[1], x[0], x[1]));
}

/* Returns the member of the front with the smallest value for weight w. The front rises in v, so
 * the first of equal values is the one of least violation. */
static size_t dw_best(const dw_state *s, size_t count, double w) {
    size_t best  = s->front[0];
    double least = dw_value(s, w, s->P.f[best], s->P.v[best]);
    for (size_t k = 1; k < count; k++) {
        double value = dw_value(s, w, s->P.f[s->front[k]], s->P.v[s->front[k]]);
        if (value < least) least = value, best = s->front[k];
    }
    return best;
}

static heco_status dw_ask(void *state, heco_batch *out) {
    dw_state *s   = state;
    heco_rng *rng = s->setup->rng;
    if (s->P.count == 0) return heco_sample_initial(out, s->N, s->setup);
    out->count = s->N;
    s->bias    = dw_bias(s);
    heco_pick_subset(s->place, s->N, s->N, rng);
    heco_extremes_init(&s->extremes);
    dw_extend_extremes(s, s->P.f, s->P.v);
    size_t count = heco_dominance_front(s->front, s->P.f, s->P.v, s->N, s->scratch);
    for (size_t i = 0; i < s->N; i++) {
        double *u = out->x + i * s->P.n;
        if (heco_rng_uniform_inline(rng) < s->best)
            heco_composite_rand_to_best(u, &s->P, i, dw_best(s, count, dw_weight(s, i)), rng);
        else if (s->explore_rand) heco_composite_rand(u, &s->P, i, rng);
        else heco_composite_current_to_rand(u, &s->P, i, rng);
        heco_repair_reflect(u, s->setup->space);
    }
    return HECO_OK;
}

static heco_status dw_tell(void *state, const heco_batch *in) {
    dw_state *s     = state;
    int       first = s->P.count == 0;
    heco_row_violations(s->v, in, s->setup->space, 1.0);
    if (!first && s->with_children) dw_extend_extremes(s, in->f, s->v);
    for (size_t i = 0; i < s->N; i++) {
        double y[2] = {in->f[i], s->v[i]}, x[2] = {s->P.f[i], s->P.v[i]};
        if (first || dw_better(s, dw_weight(s, i), y, x))
            heco_population_set(&s->P, i, in->x + i * in->n, y[0], y[1]);
    }
    s->P.count = s->N;
    return HECO_OK;
}

const heco_algorithm heco_algorithm_dw = {
    .size       = sizeof(heco_algorithm),
    .name       = "dw",
    .title      = "DW: biased dynamic weights (reconstruction)",
    .reference  = "peng2018",
    .options    = dw_options,
    .state_size = sizeof(dw_state),
    .init       = dw_init,
    .ask        = dw_ask,
    .tell       = dw_tell,
};
