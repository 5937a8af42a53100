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
#include "solver/common/matrix_adaptation.h"
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
enum { SCMAGES_PATIENCE = 300, SCMAGES_LONG = 3000, SCMAGES_MOST_N = 1000 };

typedef enum { SCMAGES_START, SCMAGES_OFFSPRING, SCMAGES_UNDER_REPAIR } scmages_phase;

typedef struct {
    const heco_setup      *setup;
    const double          *o;
    scmages_phase          phase;
    size_t                 n, m, room; /* room: the largest lambda                               */
    size_t                 restarts;
    heco_ma                ma;        /* without M: weights, path, vectors z and d              */
    double                 c_c, c_mu; /* rates of p_c and C                                     */
    double                 sigma, g, E0, E, cp;
    double                 best_f, best_v, last_f; /* of this run; first-ranked f before        */
    size_t                 idle;                   /* generations without a better best point   */
    double                *y, *C, *root, *p_c; /* centre; diagonal and its root; second path    */
    double                *v;                  /* violations at the level                       */
    heco_constraint_repair fix;
    size_t                *order, *scratch;
} scmages_state;

/* Sets the rates for lambda offspring; the weights are those of matrix adaptation. */
static void scmages_set_rates(scmages_state *s, size_t lambda) {
    heco_ma_resize(&s->ma, lambda, lambda / 3);
    double n = (double)s->n, e = s->ma.mu_eff, root = n + sqrt(2.0);
    s->ma.c_s      = (e + 2.0) / (n + e + 3.0);
    s->c_c         = 4.0 / (n + 4.0);
    double rank_mu = fmin(1.0, (2.0 * e - 1.0) / ((n + 2.0) * (n + 2.0) + e));
    s->c_mu        = (n + 2.0) / 3.0 * (2.0 / (e * root * root) + (1.0 - 1.0 / e) * rank_mu);
    s->c_mu        = fmin(s->c_mu, 1.0);
}

/* Begins a run with lambda offspring. */
static void scmages_begin(scmages_state *s, size_t lambda) {
    scmages_set_rates(s, lambda);
    for (size_t j = 0; j < s->n; j++) s->C[j] = s->root[j] = 1.0;
    memset(s->ma.p, 0, s->n * sizeof *s->ma.p);
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
    heco_ma_init_path(&s->ma, n, room, room / 3, arena);
    s->y       = heco_arena_take(arena, n, sizeof *s->y);
    s->C       = heco_arena_take(arena, n, sizeof *s->C);
    s->root    = heco_arena_take(arena, n, sizeof *s->root);
    s->p_c     = heco_arena_take(arena, n, sizeof *s->p_c);
    s->v       = heco_arena_take(arena, room, sizeof *s->v);
    s->order   = heco_arena_take(arena, room, sizeof *s->order);
    s->scratch = heco_arena_take(arena, room, sizeof *s->scratch);
    heco_constraint_repair_init(&s->fix, HECO_REPAIR_SLACKS, SCMAGES_ETA, s->setup->space, room,
                                arena);
}

/* Returns the next lambda: growth by 1.2, or 1.5 from 25 variables on, while it is below 8 n. */
static size_t scmages_next_lambda(const scmages_state *s) {
    double next = (double)s->ma.lambda * (s->n >= 25 ? 1.5 : 1.2);
    return s->ma.lambda < 8 * s->n ? (size_t)ceil(next) : s->ma.lambda;
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
    if (isnan(o[SCMAGES_REPAIR]))
        o[SCMAGES_REPAIR] = heco_constraint_repair_is_long(s->setup->space) ? 0.2 : 1.0;
    size_t lambda = (size_t)o[SCMAGES_LAMBDA];
    s->room       = lambda > 12 * s->n + 1 ? lambda : 12 * s->n + 1;
    if ((uint64_t)s->room > setup->max_evals) s->room = (size_t)setup->max_evals;
    if (s->room < lambda) s->room = lambda;
    *max_batch = s->room > s->n ? s->room : s->n;
    status     = heco_sample_check_budget(setup, lambda);
    if (status != HECO_OK) return status;
    scmages_take_memory(s, setup->arena);
    if (heco_arena_failed(setup->arena)) return HECO_ERR_MEMORY;
    scmages_begin(s, lambda);
    return HECO_OK;
}

/* Begins again with a larger population. */
static void scmages_restart(scmages_state *s) {
    size_t next = scmages_next_lambda(s);
    s->restarts++;
    scmages_begin(s, next < s->room ? next : s->room);
}

/* Ranks the offspring by (violation at level E, f). */
static void scmages_rank(scmages_state *s) {
    for (size_t i = 0; i < s->ma.lambda; i++)
        s->v[i] = heco_constraint_repair_violation(&s->fix, s->fix.c + i * s->m, s->E);
    heco_order_feasible(s->order, s->fix.f, s->v, s->ma.lambda, s->scratch);
}

/* Sets the first level, the median violation of the best nine tenths, and the centre, the mean of
 * the best mu at that level. */
static void scmages_start(scmages_state *s) {
    size_t best = (size_t)ceil(0.9 * (double)s->ma.lambda);
    heco_order_feasible(s->order, s->fix.f, s->fix.v, s->ma.lambda, s->scratch);
    double low = s->fix.v[s->order[(best - 1) / 2]], high = s->fix.v[s->order[best / 2]];
    s->E0 = (low + high) / 2.0;
    if (!isfinite(s->E0)) s->E0 = 0.0;
    s->E  = s->E0;
    s->cp = s->E0 > 0.0 ? fmax(3.0, (-5.0 - heco_log(s->E0)) / heco_log(0.05)) : 3.0;
    scmages_rank(s);
    for (size_t k = 0; k < s->ma.mu; k++)
        heco_dense_add(s->y, 1.0 / (double)s->ma.mu, s->fix.x + s->order[k] * s->n, s->n);
    s->phase = SCMAGES_OFFSPRING;
}

/* Draws the offspring y + sigma m z. */
static void scmages_generate(scmages_state *s, heco_batch *out) {
    size_t n   = s->n;
    out->count = s->ma.lambda;
    for (size_t k = 0; k < s->ma.lambda; k++) {
        for (size_t j = 0; j < n; j++) {
            double z           = heco_rng_normal_inline(s->setup->rng);
            s->ma.z[k * n + j] = z;
            s->ma.d[k * n + j] = s->root[j] * z;
            out->x[k * n + j]  = s->y[j] + s->sigma * s->ma.d[k * n + j];
        }
        heco_repair_reflect_mod(out->x + k * n, s->setup->space);
    }
}

/* Sets d and z of all offspring as if the points had been drawn. */
static void scmages_back(scmages_state *s) {
    for (size_t k = 0; k < s->ma.lambda; k++)
        for (size_t j = 0; j < s->n; j++) {
            size_t at   = k * s->n + j;
            s->ma.d[at] = (s->fix.x[at] - s->y[j]) / s->sigma;
            s->ma.z[at] = s->ma.d[at] / s->root[j];
        }
}

/* C_j = (1 - c_mu) C_j + rate p_c,j^2 + c_mu (1 - 1/mu_eff) sum w d_j^2. */
static void scmages_adapt_diagonal(scmages_state *s) {
    double one = s->o[SCMAGES_LITERAL] != 0.0 ? 1.0 / s->ma.mu_eff : s->c_mu / s->ma.mu_eff;
    double all = s->c_mu * (1.0 - 1.0 / s->ma.mu_eff);
    for (size_t j = 0; j < s->n; j++) {
        double sum = 0.0;
        for (size_t k = 0; k < s->ma.mu; k++) {
            double d = s->ma.d[s->order[k] * s->n + j];
            sum += s->ma.w[k] * d * d;
        }
        s->C[j] = (1.0 - s->c_mu) * s->C[j] + one * s->p_c[j] * s->p_c[j] + all * sum;
        if (!(s->C[j] > 1e-200 && s->C[j] < 1e200)) s->C[j] = 1.0;
        s->root[j] = sqrt(s->C[j]);
    }
}

/* Updates centre, paths, diagonal and step size from the ranked offspring. */
static void scmages_adapt(scmages_state *s) {
    size_t n = s->n;
    heco_ma_update_path(&s->ma, s->order);
    heco_dense_add(s->y, s->sigma, s->ma.d_mean, n);
    heco_dense_scale(s->p_c, 1.0 - s->c_c, n);
    heco_dense_add(s->p_c, sqrt(s->c_c * (2.0 - s->c_c) * s->ma.mu_eff), s->ma.d_mean, n);
    scmages_adapt_diagonal(s);
    s->sigma = fmin(s->sigma * heco_ma_sigma_factor(&s->ma), SCMAGES_SIGMA_MAX);
}

/* Updates the best values of this run. */
static void scmages_update_best(scmages_state *s) {
    s->idle++;
    for (size_t k = 0; k < s->ma.lambda; k++)
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
    for (size_t k = 0; k < s->ma.lambda; k++)
        if (heco_rng_uniform_inline(s->setup->rng) <= s->o[SCMAGES_REPAIR])
            heco_constraint_repair_add(&s->fix, k);
    return heco_constraint_repair_is_long(s->setup->space) ? SCMAGES_LONG / (s->n + 1)
                                                           : (size_t)s->o[SCMAGES_STEPS];
}

static heco_status scmages_ask(void *state, heco_batch *out) {
    scmages_state *s = state;
    switch (s->phase) {
    case SCMAGES_START:
        if (s->restarts == 0) return heco_sample_initial(out, s->ma.lambda, s->setup);
        return heco_sample_rows(out, s->ma.lambda, s->setup);
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
