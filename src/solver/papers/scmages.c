/* scmages: separable CMA-ES with an epsilon level on every constraint, repair by damped least
 * squares, and restarts with growing populations.
 * Kumar, Das, Zelinka (2020), GECCO companion                             [kumar2020scmages]
 *
 *   step                                            here
 *   weights and rates                               scmages_set_rates
 *   first level, centre of the best mu              scmages_start
 *   x = y + sigma m z, reflection                   scmages_generate
 *   repair                                          solver/common/constraint_repair.c
 *   back-calculation of d and z                     scmages_back
 *   ranking at the level                            scmages_rank
 *   centre, paths, diagonal of C, sigma             scmages_adapt
 *   restart                                         scmages_is_over, scmages_restart
 *
 * Follows the description of the authors' program. Differs from it as sass does: a Jacobian costs n
 * evaluations, and long repairs (n >= 20 and equalities) are limited to 3000 evaluations. Choices
 * where the description is open:
 *   - the rank-one term has the program's rate 1/mu_eff, which is nearer to the published values
 *     (docs/algorithms/scmages.md); literal=no gives c_mu/mu_eff of the textbook;
 *   - the box is repaired by reflection, as in epsmag-es, whose weights and step size it has;
 *   - a restart begins everything again except lambda; a short budget shortens TC to half of its
 *     generations. */
#include <string.h>

#include "base/dense.h"
#include "base/elementary.h"
#include "solver/algorithm_table.h"
#include "solver/common/constraint_repair.h"
#include "solver/common/epsilon.h"
#include "solver/common/order.h"
#include "solver/common/repair.h"
#include "solver/common/sample.h"

enum {
    SCMAGES_LAMBDA,
    SCMAGES_SIGMA,
    SCMAGES_TC,
    SCMAGES_REPAIR,
    SCMAGES_STEPS,
    SCMAGES_LITERAL,
    SCMAGES_OPTIONS
};
static const heco_option scmages_options[] = {
    [SCMAGES_LAMBDA]  = {"lambda", HECO_OPTION_INTEGER, NAN, 4, 1e8, NULL,
                         "first number of offspring (4 + 3 ln n)"},
    [SCMAGES_SIGMA]   = {"sigma", HECO_OPTION_REAL, 1, 1e-100, 100, NULL, "initial step size"},
    [SCMAGES_TC]      = {"TC", HECO_OPTION_INTEGER, NAN, 1, 1e9, NULL,
                         "generations until the level is 0 (500; half of a short run)"},
    [SCMAGES_REPAIR]  = {"repair", HECO_OPTION_REAL, NAN, 0, 1, NULL,
                         "share of the offspring repaired in every n-th generation (1; 0.2 where "
                          "repairs are long)"},
    [SCMAGES_STEPS]   = {"steps", HECO_OPTION_INTEGER, 4, 1, 1e6, NULL,
                         "repair steps at most, where n < 20 or without equalities"},
    [SCMAGES_LITERAL] = {"literal", HECO_OPTION_CHOICE, 1, 0, 1, "no|yes",
                         "rank-one term: with the rate of the textbook, or of the program"},
    [SCMAGES_OPTIONS] = {0}};

static const double SCMAGES_SIGMA_MAX = 100;   /* of the program                                */
static const double SCMAGES_TINY      = 1e-25; /* step size and change of f that end a run      */
static const double SCMAGES_ETA       = 1e-7;  /* difference over the width of the box (here)   */
enum { SCMAGES_PATIENCE = 300, SCMAGES_LONG = 3000, SCMAGES_LONG_N = 20, SCMAGES_MOST_N = 1000 };

typedef enum { SCMAGES_START, SCMAGES_OFFSPRING, SCMAGES_UNDER_REPAIR } scmages_phase;

typedef struct {
    const heco_setup      *setup;
    const double          *o;
    scmages_phase          phase;
    size_t                 n, m, lambda, mu, room; /* room: the largest lambda                  */
    size_t                 restarts;
    double                 mu_eff, c_s, c_c, c_mu;
    double                 sigma, g, E0, E, cp;
    double                 best_f, best_v, last_f; /* of this run; first-ranked f before        */
    size_t                 idle;                   /* generations without a better best point   */
    double                *w, *y, *C, *root, *p_s, *p_c, *z_mean, *d_mean;
    double                *z, *d; /* lambda rows                               */
    double                *v;     /* violations at the level                   */
    heco_constraint_repair fix;
    size_t                *order, *scratch;
} scmages_state;

/* Sets weights and rates for lambda offspring. */
static void scmages_set_rates(scmages_state *s) {
    double n = (double)s->n, sum = 0.0, squares = 0.0, root = n + sqrt(2.0);
    s->mu = s->lambda / 3;
    for (size_t k = 0; k < s->mu; k++)
        sum += s->w[k] = heco_log((double)s->mu + 0.5) - heco_log((double)(k + 1));
    for (size_t k = 0; k < s->mu; k++) s->w[k] /= sum, squares += s->w[k] * s->w[k];
    double e       = 1.0 / squares;
    s->mu_eff      = e;
    s->c_s         = (e + 2.0) / (n + e + 3.0);
    s->c_c         = 4.0 / (n + 4.0);
    double rank_mu = fmin(1.0, (2.0 * e - 1.0) / ((n + 2.0) * (n + 2.0) + e));
    s->c_mu        = (n + 2.0) / 3.0 * (2.0 / (e * root * root) + (1.0 - 1.0 / e) * rank_mu);
    s->c_mu        = fmin(s->c_mu, 1.0);
}

/* Sets everything that a restart begins again. */
static void scmages_reset(scmages_state *s) {
    scmages_set_rates(s);
    for (size_t j = 0; j < s->n; j++) s->C[j] = s->root[j] = 1.0;
    memset(s->p_s, 0, s->n * sizeof *s->p_s);
    memset(s->p_c, 0, s->n * sizeof *s->p_c);
    memset(s->y, 0, s->n * sizeof *s->y);
    s->sigma  = s->o[SCMAGES_SIGMA];
    s->g      = 0.0;
    s->best_f = s->best_v = INFINITY;
    s->last_f             = NAN;
    s->idle               = 0;
    s->phase              = SCMAGES_START;
}

static void scmages_take_memory(scmages_state *s, heco_arena *arena) {
    size_t n = s->n, room = s->room;
    s->w       = heco_arena_take(arena, room, sizeof *s->w);
    s->y       = heco_arena_take(arena, n, sizeof *s->y);
    s->C       = heco_arena_take(arena, n, sizeof *s->C);
    s->root    = heco_arena_take(arena, n, sizeof *s->root);
    s->p_s     = heco_arena_take(arena, n, sizeof *s->p_s);
    s->p_c     = heco_arena_take(arena, n, sizeof *s->p_c);
    s->z_mean  = heco_arena_take(arena, n, sizeof *s->z_mean);
    s->d_mean  = heco_arena_take(arena, n, sizeof *s->d_mean);
    s->z       = heco_arena_take(arena, room * n, sizeof *s->z);
    s->d       = heco_arena_take(arena, room * n, sizeof *s->d);
    s->v       = heco_arena_take(arena, room, sizeof *s->v);
    s->order   = heco_arena_take(arena, room, sizeof *s->order);
    s->scratch = heco_arena_take(arena, room, sizeof *s->scratch);
    heco_constraint_repair_init(&s->fix, HECO_REPAIR_SLACKS, SCMAGES_ETA, s->setup->space, room,
                                arena);
}

/* Returns the next lambda: growth by 1.2, or 1.5 from 25 variables on, while it is below 8 n. */
static size_t scmages_next_lambda(const scmages_state *s) {
    double next = (double)s->lambda * (s->n >= 25 ? 1.5 : 1.2);
    return s->lambda < 8 * s->n ? (size_t)ceil(next) : s->lambda;
}

/* Returns 1 if repairs are long: many variables and equalities. */
static int scmages_is_long(const scmages_state *s) {
    return s->n >= SCMAGES_LONG_N && s->setup->space->nh > 0;
}

static heco_status scmages_init(void *state, const heco_setup *setup, size_t *max_batch) {
    scmages_state *s = state;
    double        *o = setup->option;
    s->setup = setup, s->o = o, s->n = setup->space->n;
    s->m               = setup->space->ng + setup->space->nh;
    heco_status status = heco_sample_check_variables(setup, SCMAGES_MOST_N, "a repair");
    if (status != HECO_OK) return status;
    double usual = 4.0 + floor(3.0 * heco_log((double)s->n));
    heco_sample_resolve_size(setup, SCMAGES_LAMBDA, usual, 4.0);
    double half = floor((double)setup->max_evals / (2.0 * o[SCMAGES_LAMBDA]));
    if (isnan(o[SCMAGES_TC])) o[SCMAGES_TC] = fmax(1.0, fmin(500.0, half));
    if (isnan(o[SCMAGES_REPAIR])) o[SCMAGES_REPAIR] = scmages_is_long(s) ? 0.2 : 1.0;
    s->lambda = (size_t)o[SCMAGES_LAMBDA];
    s->room   = s->lambda > 12 * s->n + 1 ? s->lambda : 12 * s->n + 1;
    if ((uint64_t)s->room > setup->max_evals) s->room = (size_t)setup->max_evals;
    if (s->room < s->lambda) s->room = s->lambda;
    *max_batch = s->room > s->n ? s->room : s->n;
    status     = heco_sample_check_budget(setup, s->lambda);
    if (status != HECO_OK) return status;
    scmages_take_memory(s, setup->arena);
    if (heco_arena_failed(setup->arena)) return HECO_ERR_MEMORY;
    scmages_reset(s);
    return HECO_OK;
}

/* Begins again with a larger population. */
static void scmages_restart(scmages_state *s) {
    size_t next = scmages_next_lambda(s);
    s->lambda   = next < s->room ? next : s->room;
    s->restarts++;
    scmages_reset(s);
}

/* Sets the violations at level E: every constraint may be violated by E. */
static void scmages_set_violations(scmages_state *s, double E) {
    const heco_space *space = s->setup->space;
    for (size_t i = 0; i < s->lambda; i++) {
        double sum = isfinite(s->fix.v[i]) ? 0.0 : INFINITY;
        for (size_t k = 0; k < s->m && isfinite(sum); k++) {
            double c = s->fix.c[i * s->m + k];
            sum += fmax(0.0, (k < space->ng ? c : fabs(c)) - E - heco_space_tol(space, k));
        }
        s->v[i] = sum;
    }
}

/* Ranks the offspring by (violation at level E, f). */
static void scmages_rank(scmages_state *s) {
    scmages_set_violations(s, s->E);
    heco_order_feasible(s->order, s->fix.f, s->v, s->lambda, s->scratch);
}

/* Sets the first level, the median violation of the best nine tenths, and the centre, the mean of
 * the best mu at that level. */
static void scmages_start(scmages_state *s) {
    size_t best = (size_t)ceil(0.9 * (double)s->lambda);
    heco_order_feasible(s->order, s->fix.f, s->fix.v, s->lambda, s->scratch);
    double low = s->fix.v[s->order[(best - 1) / 2]], high = s->fix.v[s->order[best / 2]];
    s->E0 = (low + high) / 2.0;
    if (!isfinite(s->E0)) s->E0 = 0.0;
    s->E  = s->E0;
    s->cp = s->E0 > 0.0 ? fmax(3.0, (-5.0 - heco_log(s->E0)) / heco_log(0.05)) : 3.0;
    scmages_rank(s);
    for (size_t k = 0; k < s->mu; k++)
        heco_dense_add(s->y, 1.0 / (double)s->mu, s->fix.x + s->order[k] * s->n, s->n);
    s->phase = SCMAGES_OFFSPRING;
}

/* Draws the offspring y + sigma m z. */
static void scmages_generate(scmages_state *s, heco_batch *out) {
    size_t n   = s->n;
    out->count = s->lambda;
    for (size_t k = 0; k < s->lambda; k++) {
        for (size_t j = 0; j < n; j++) {
            double z          = heco_rng_normal_inline(s->setup->rng);
            s->z[k * n + j]   = z;
            s->d[k * n + j]   = s->root[j] * z;
            out->x[k * n + j] = s->y[j] + s->sigma * s->d[k * n + j];
        }
        heco_repair_reflect_mod(out->x + k * n, s->setup->space);
    }
}

/* Sets d and z of all offspring as if the points had been drawn. */
static void scmages_back(scmages_state *s) {
    for (size_t k = 0; k < s->lambda; k++)
        for (size_t j = 0; j < s->n; j++) {
            size_t at = k * s->n + j;
            s->d[at]  = (s->fix.x[at] - s->y[j]) / s->sigma;
            s->z[at]  = s->d[at] / s->root[j];
        }
}

/* C_j = (1 - c_mu) C_j + rate p_c,j^2 + c_mu (1 - 1/mu_eff) sum w d_j^2. */
static void scmages_adapt_diagonal(scmages_state *s) {
    double one = s->o[SCMAGES_LITERAL] != 0.0 ? 1.0 / s->mu_eff : s->c_mu / s->mu_eff;
    double all = s->c_mu * (1.0 - 1.0 / s->mu_eff);
    for (size_t j = 0; j < s->n; j++) {
        double sum = 0.0;
        for (size_t k = 0; k < s->mu; k++) {
            double d = s->d[s->order[k] * s->n + j];
            sum += s->w[k] * d * d;
        }
        s->C[j] = (1.0 - s->c_mu) * s->C[j] + one * s->p_c[j] * s->p_c[j] + all * sum;
        if (!(s->C[j] > 1e-200 && s->C[j] < 1e200)) s->C[j] = 1.0;
        s->root[j] = sqrt(s->C[j]);
    }
}

/* Updates centre, paths, diagonal and step size from the ranked offspring. */
static void scmages_adapt(scmages_state *s) {
    size_t n      = s->n;
    double square = 0.0;
    memset(s->z_mean, 0, n * sizeof *s->z_mean);
    memset(s->d_mean, 0, n * sizeof *s->d_mean);
    for (size_t k = 0; k < s->mu; k++) {
        heco_dense_add(s->z_mean, s->w[k], s->z + s->order[k] * n, n);
        heco_dense_add(s->d_mean, s->w[k], s->d + s->order[k] * n, n);
    }
    heco_dense_add(s->y, s->sigma, s->d_mean, n);
    heco_dense_scale(s->p_s, 1.0 - s->c_s, n);
    heco_dense_add(s->p_s, sqrt(s->c_s * (2.0 - s->c_s) * s->mu_eff), s->z_mean, n);
    heco_dense_scale(s->p_c, 1.0 - s->c_c, n);
    heco_dense_add(s->p_c, sqrt(s->c_c * (2.0 - s->c_c) * s->mu_eff), s->d_mean, n);
    scmages_adapt_diagonal(s);
    for (size_t j = 0; j < n; j++) square += s->p_s[j] * s->p_s[j];
    s->sigma *= heco_exp(s->c_s / 2.0 * (square / (double)n - 1.0));
    s->sigma = fmin(s->sigma, SCMAGES_SIGMA_MAX);
}

/* Updates the best values of this run. */
static void scmages_update_best(scmages_state *s) {
    s->idle++;
    for (size_t k = 0; k < s->lambda; k++)
        if (heco_better_feasible_inline(s->fix.f[k], s->fix.v[k], s->best_f, s->best_v))
            s->best_f = s->fix.f[k], s->best_v = s->fix.v[k], s->idle = 0;
}

/* Returns 1 if the run is to begin again; `change` is that of the first-ranked f. */
static int scmages_is_over(const scmages_state *s, double change) {
    double longest = 0.0;
    for (size_t j = 0; j < s->n; j++) longest = fmax(longest, s->sigma * s->root[j]);
    if (!isfinite(longest) || !(longest > 1e-150)) return 1;
    return s->g > s->o[SCMAGES_TC] &&
           (longest < SCMAGES_TINY || s->idle > SCMAGES_PATIENCE || change < SCMAGES_TINY);
}

/* Ends a generation. */
static void scmages_finish(scmages_state *s) {
    scmages_back(s);
    scmages_rank(s);
    scmages_update_best(s);
    double f = s->fix.f[s->order[0]], change = fabs(f - s->last_f);
    s->last_f = f;
    scmages_adapt(s);
    s->g += 1.0;
    s->E     = heco_epsilon_power(s->E0, s->g, s->o[SCMAGES_TC], s->cp);
    s->phase = SCMAGES_OFFSPRING;
    if (scmages_is_over(s, change)) scmages_restart(s);
}

/* Lists the offspring to repair in every n-th generation; returns the number of steps. */
static size_t scmages_list_repairs(scmages_state *s) {
    if (s->m == 0 || fmod(s->g, (double)s->n) != 0.0) return 0;
    for (size_t k = 0; k < s->lambda; k++)
        if (heco_rng_uniform_inline(s->setup->rng) <= s->o[SCMAGES_REPAIR])
            heco_constraint_repair_add(&s->fix, k);
    return scmages_is_long(s) ? SCMAGES_LONG / (s->n + 1) : (size_t)s->o[SCMAGES_STEPS];
}

static heco_status scmages_ask(void *state, heco_batch *out) {
    scmages_state *s = state;
    switch (s->phase) {
    case SCMAGES_START:
        if (s->restarts == 0) return heco_sample_initial(out, s->lambda, s->setup);
        return heco_sample_rows(out, s->lambda, s->setup);
    case SCMAGES_OFFSPRING: scmages_generate(s, out); break;
    case SCMAGES_UNDER_REPAIR: heco_constraint_repair_ask(&s->fix, out); break;
    }
    return HECO_OK;
}

static heco_status scmages_tell(void *state, const heco_batch *in) {
    scmages_state *s = state;
    if (s->phase == SCMAGES_UNDER_REPAIR) {
        if (!heco_constraint_repair_tell(&s->fix, in)) scmages_finish(s);
        return HECO_OK;
    }
    heco_constraint_repair_take(&s->fix, in);
    if (s->phase == SCMAGES_START) {
        scmages_start(s);
        return HECO_OK;
    }
    size_t steps = scmages_list_repairs(s);
    if (steps > 0 && heco_constraint_repair_begin(&s->fix, steps)) s->phase = SCMAGES_UNDER_REPAIR;
    else scmages_finish(s);
    return HECO_OK;
}

const heco_algorithm heco_algorithm_scmages = {
    .size       = sizeof(heco_algorithm),
    .name       = "scmages",
    .title      = "sCMAgES: separable CMA-ES, level on every constraint, growing restarts",
    .reference  = "kumar2020scmages",
    .options    = scmages_options,
    .state_size = sizeof(scmages_state),
    .init       = scmages_init,
    .ask        = scmages_ask,
    .tell       = scmages_tell,
};
