/* epsmag-es: matrix adaptation evolution strategy with epsilon level and gradient-based repair
 * (MA-ES in the HECO-DE paper).
 * Hellwig, Beyer (2018), IEEE CEC                                             [hellwig2018]
 *
 *   step                                            here
 *   initial level, centre of the best mu            epsmag_es_start
 *   z, d = M z, x = y + sigma d, reflection         heco_epsmag_family_generate
 *   choice of offspring to repair                   heco_epsmag_family_repair
 *   Jacobian, x - pinv(J) c, reflection             solver/common/constraint_repair.c
 *   back-calculation of d and z                     heco_epsmag_family_calculate_back
 *   recombination, path, M                          solver/common/matrix_adaptation.c
 *   reset, sigma, level                             epsmag_es_adapt, epsmag_es_finish
 *
 * Follows the authors' program. Differs from it:
 *   - a difference that would leave the box points inwards, and integer variables count with the
 *     step really taken (0 for most: their column of the Jacobian is then 0);
 *   - repairs of several offspring go on side by side, in batches of at most lambda points;
 *   - no limit on the number of generations (the program's 2000 n lies beyond the budget for
 *     n > 2); a short budget shortens the level's horizon TC to a fifth of its generations;
 *   - sigma starts at most at its maximum and never vanishes, so that d is finite;
 *   - failed points take no part in the initial level and are not repaired. */
#include "base/elementary.h"
#include "solver/algorithm_table.h"
#include "solver/common/epsilon.h"
#include "solver/common/order.h"
#include "solver/common/sample.h"
#include "solver/papers/epsmag_family.h"

enum {
    EPSMAG_LAMBDA,
    EPSMAG_SIGMA,
    EPSMAG_TC,
    EPSMAG_REPAIR,
    EPSMAG_STEPS,
    EPSMAG_ETA,
    EPSMAG_RANKING,
    EPSMAG_BACK,
    EPSMAG_OPTIONS
};
static const heco_option epsmag_es_options[] = {
    [EPSMAG_LAMBDA]  = {"lambda", HECO_OPTION_INTEGER, NAN, 4, 1e8, NULL, "offspring (4 n)"},
    [EPSMAG_SIGMA]   = {"sigma", HECO_OPTION_REAL, 1, 1e-100, 1e100, NULL, "initial step size"},
    [EPSMAG_TC]      = {"TC", HECO_OPTION_INTEGER, NAN, 1, 1e9, NULL,
                        "generations until the level is 0 (1000; a fifth of a short run)"},
    [EPSMAG_REPAIR]  = {"repair", HECO_OPTION_REAL, 0.2, 0, 1, NULL,
                        "share of the offspring repaired in every n-th generation"},
    [EPSMAG_STEPS]   = {"steps", HECO_OPTION_INTEGER, 3, 1, 1000, NULL, "repair steps at most"},
    [EPSMAG_ETA]     = {"eta", HECO_OPTION_REAL, 1e-4, 1e-15, 1e3, NULL, "finite-difference step"},
    [EPSMAG_RANKING] = {"ranking", HECO_OPTION_CHOICE, 0, 0, 1, "epsilon|lexicographic",
                        "with the level, or without"},
    [EPSMAG_BACK]    = {"back", HECO_OPTION_CHOICE, 0, 0, 1, "yes|no",
                        "recompute the mutation vectors of repaired offspring"},
    [EPSMAG_OPTIONS] = {0}};

typedef struct {
    epsmag_family e;
    double        sigma_min;
    double        eps0, cp; /* first level and its exponent */
} epsmag_es_state;

static heco_status epsmag_es_init(void *state, const heco_setup *setup, size_t *max_batch) {
    epsmag_es_state *s = state;
    double          *o = setup->option;
    size_t           n = setup->space->n;
    heco_sample_resolve_size(setup, EPSMAG_LAMBDA, 4.0 * (double)n, 4.0);
    double fifth = floor((double)setup->max_evals / (5.0 * o[EPSMAG_LAMBDA]));
    if (isnan(o[EPSMAG_TC])) o[EPSMAG_TC] = fmax(1.0, fmin(1000.0, fifth));
    size_t lambda      = (size_t)o[EPSMAG_LAMBDA];
    *max_batch         = lambda > n ? lambda : n;
    heco_status status = heco_sample_check_budget(setup, lambda);
    if (status == HECO_OK)
        status = heco_epsmag_family_init(&s->e, setup, HECO_REPAIR_GROUPS, o[EPSMAG_ETA], lambda,
                                         lambda / 3);
    if (status != HECO_OK) return status;
    s->sigma_min = 1e-100 * fmax(1.0, s->e.sigma_max);
    s->e.sigma   = fmin(o[EPSMAG_SIGMA], s->e.sigma_max);
    heco_ma_reset(&s->e.ma);
    return HECO_OK;
}

/* Sets the first level, the mean violation of the best ceil(0.9 lambda), and the centre. */
static void epsmag_es_start(epsmag_es_state *s) {
    epsmag_family *e    = &s->e;
    size_t         best = (size_t)ceil(0.9 * (double)e->ma.lambda), counted = 0;
    double         sum = 0.0;
    heco_order_feasible(e->order, e->fix.f, e->fix.v, e->ma.lambda, e->scratch);
    for (size_t i = 0; i < best; i++) {
        double v = e->fix.v[e->order[i]];
        if (isfinite(v)) sum += v, counted++;
    }
    s->eps0 = counted > 0 && e->o[EPSMAG_RANKING] == 0.0 ? sum / (double)counted : 0.0;
    e->eps  = s->eps0;
    s->cp   = s->eps0 > 0.0 ? fmax(3.0, (-5.0 - heco_log(s->eps0)) / heco_log(0.05)) : 3.0;
    heco_epsmag_family_start(e);
}

/* Updates matrix, centre and step size from the ranked offspring. */
static void epsmag_es_adapt(epsmag_es_state *s) {
    heco_ma_update(&s->e.ma, s->e.order);
    heco_epsmag_family_move(&s->e);
    s->e.sigma = fmax(s->e.sigma, s->sigma_min);
}

/* Ends a generation: ranks, adapts, and sets the next level. */
static void epsmag_es_finish(epsmag_es_state *s) {
    epsmag_family *e = &s->e;
    if (e->o[EPSMAG_BACK] == 0.0) heco_epsmag_family_calculate_back(e);
    heco_epsmag_family_rank(e);
    epsmag_es_adapt(s);
    e->g += 1.0;
    if (e->g > 1.0) e->eps = heco_epsilon_power(s->eps0, e->g, e->o[EPSMAG_TC], s->cp);
    e->phase = EPSMAG_OFFSPRING;
}

static heco_status epsmag_es_ask(void *state, heco_batch *out) {
    epsmag_family *e = &((epsmag_es_state *)state)->e;
    switch (e->phase) {
    case EPSMAG_START: return heco_sample_initial(out, e->ma.lambda, e->setup);
    case EPSMAG_OFFSPRING: heco_epsmag_family_generate(e, out); break;
    case EPSMAG_UNDER_REPAIR: heco_constraint_repair_ask(&e->fix, out); break;
    }
    return HECO_OK;
}

static heco_status epsmag_es_tell(void *state, const heco_batch *in) {
    epsmag_es_state *s = state;
    epsmag_family   *e = &s->e;
    if (e->phase == EPSMAG_UNDER_REPAIR) {
        if (!heco_constraint_repair_tell(&e->fix, in)) epsmag_es_finish(s);
        return HECO_OK;
    }
    heco_constraint_repair_take(&e->fix, in);
    double share = e->o[EPSMAG_REPAIR];
    if (e->phase == EPSMAG_START) epsmag_es_start(s);
    else if (share > 0.0 && heco_epsmag_family_repair(e, share, (size_t)e->o[EPSMAG_STEPS]))
        e->phase = EPSMAG_UNDER_REPAIR;
    else epsmag_es_finish(s);
    return HECO_OK;
}

const heco_algorithm heco_algorithm_epsmag_es = {
    .size       = sizeof(heco_algorithm),
    .name       = "epsmag-es",
    .title      = "epsMAg-ES: matrix adaptation, epsilon level, gradient-based repair",
    .reference  = "hellwig2018",
    .options    = epsmag_es_options,
    .state_size = sizeof(epsmag_es_state),
    .init       = epsmag_es_init,
    .ask        = epsmag_es_ask,
    .tell       = epsmag_es_tell,
};
