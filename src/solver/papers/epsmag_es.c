/* epsmag-es: matrix adaptation evolution strategy with epsilon level and gradient-based repair
 * (MA-ES in the HECO-DE paper).
 * Hellwig, Beyer (2018), IEEE CEC                                             [hellwig2018]
 *
 *   step                                            here
 *   initial level, centre of the best mu            epsmag_es_start
 *   z, d = M z, x = y + sigma d, reflection         epsmag_es_generate
 *   choice of offspring to repair                   epsmag_es_take, epsmag_es_next
 *   Jacobian by differences: n evaluations          epsmag_es_probe
 *   x - pinv(J) c, reflection: 1 evaluation         epsmag_es_aim, epsmag_es_step
 *   back-calculation of d and z                     heco_ma_calculate_back
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
#include <string.h>

#include "base/dense.h"
#include "base/dense_spectral.h"
#include "base/elementary.h"
#include "base/error.h"
#include "solver/algorithm_table.h"
#include "solver/common/epsilon.h"
#include "solver/common/matrix_adaptation.h"
#include "solver/common/order.h"
#include "solver/common/repair.h"
#include "solver/common/sample.h"

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

typedef enum { EPSMAG_START, EPSMAG_OFFSPRING, EPSMAG_PROBE, EPSMAG_REPAIRED } epsmag_es_phase;

typedef struct {
    const heco_setup *setup;
    const double     *o;
    epsmag_es_phase   phase;
    size_t            lambda, m; /* m: constraints                                             */
    heco_ma           ma;        /* M, path, vectors z and d                                   */
    double            sigma, sigma_min, sigma_max;
    double            g, eps0, eps, cp;
    double           *y;
    double           *x, *f, *v, *c; /* offspring, by rows; c: their g, then h                 */
    unsigned char    *changed;       /* x is no longer y + sigma d                     */
    size_t           *todo, todos, next;     /* offspring to repair; the first not yet begun   */
    size_t           *active, actives, room; /* those under repair now; how many at most       */
    size_t            step;
    double           *J, *J_inv, *key;
    size_t           *order, *scratch;
    heco_ma_inverse   inverse; /* of ma.M */
    heco_pinv         pinv_J;
} epsmag_es_state;

static const double EPSMAG_CUTOFF = 1e-12; /* singular values up to this count as 0 */

/* 4 n vectors times M and an inverse of it are n^3 operations in one ask or tell: a second for 1000
 * variables, so that a time limit holds, but half a minute for 2000. */
enum { EPSMAG_MOST_N = 1000 };

static void epsmag_es_take_memory(epsmag_es_state *s, heco_arena *arena) {
    size_t n = s->setup->space->n, lambda = s->lambda;
    heco_ma_init(&s->ma, n, lambda, lambda / 3, arena);
    s->y       = heco_arena_take(arena, n, sizeof *s->y);
    s->x       = heco_arena_take(arena, lambda * n, sizeof *s->x);
    s->f       = heco_arena_take(arena, lambda, sizeof *s->f);
    s->v       = heco_arena_take(arena, lambda, sizeof *s->v);
    s->c       = heco_arena_take(arena, lambda * s->m, sizeof *s->c);
    s->changed = heco_arena_take(arena, lambda, sizeof *s->changed);
    s->todo    = heco_arena_take(arena, lambda, sizeof *s->todo);
    s->active  = heco_arena_take(arena, s->room, sizeof *s->active);
    s->key     = heco_arena_take(arena, lambda, sizeof *s->key);
    s->order   = heco_arena_take(arena, lambda, sizeof *s->order);
    s->scratch = heco_arena_take(arena, lambda, sizeof *s->scratch);
    s->J       = heco_arena_take(arena, s->m * n, sizeof *s->J);
    s->J_inv   = heco_arena_take(arena, s->m * n, sizeof *s->J_inv);
    heco_ma_inverse_init(&s->inverse, n, arena);
    heco_pinv_init(&s->pinv_J, s->m, n, arena);
}

static heco_status epsmag_es_init(void *state, const heco_setup *setup, size_t *max_batch) {
    epsmag_es_state  *s     = state;
    double           *o     = setup->option;
    const heco_space *space = setup->space;
    size_t            n     = space->n;
    heco_sample_resolve_size(setup, EPSMAG_LAMBDA, 4.0 * (double)n, 4.0);
    double fifth = floor((double)setup->max_evals / (5.0 * o[EPSMAG_LAMBDA]));
    if (isnan(o[EPSMAG_TC])) o[EPSMAG_TC] = fmax(1.0, fmin(1000.0, fifth));
    s->setup           = setup;
    s->o               = o;
    s->m               = space->ng + space->nh;
    s->lambda          = (size_t)o[EPSMAG_LAMBDA];
    s->room            = s->lambda > n ? s->lambda / n : 1;
    *max_batch         = s->lambda > n ? s->lambda : n;
    heco_status status = heco_sample_check_budget(setup, s->lambda);
    if (status != HECO_OK) return status;
    if (n > EPSMAG_MOST_N)
        return heco_fail(setup->error, HECO_ERR_ARG,
                         "%zu variables are too many (at most %d): a generation costs n^3 "
                         "operations, choose another algorithm",
                         n, EPSMAG_MOST_N);
    epsmag_es_take_memory(s, setup->arena);
    if (heco_arena_failed(setup->arena)) return HECO_ERR_MEMORY;
    for (size_t j = 0; j < n; j++)
        s->sigma_max = fmax(s->sigma_max, (space->upper[j] - space->lower[j]) / 2.0);
    s->sigma_max = fmax(s->sigma_max, 1e-100);
    s->sigma_min = 1e-100 * fmax(1.0, s->sigma_max);
    s->sigma     = fmin(o[EPSMAG_SIGMA], s->sigma_max);
    heco_ma_reset(&s->ma);
    return HECO_OK;
}

/* Sets the first level, the mean violation of the best ceil(0.9 lambda), and the centre y, the mean
 * of the best mu at that level. */
static void epsmag_es_start(epsmag_es_state *s, const heco_batch *in) {
    size_t n = in->n, best = (size_t)ceil(0.9 * (double)s->lambda), counted = 0;
    double sum = 0.0;
    heco_order_feasible(s->order, in->f, in->viol, s->lambda, s->scratch);
    for (size_t i = 0; i < best; i++) {
        double v = in->viol[s->order[i]];
        if (isfinite(v)) sum += v, counted++;
    }
    s->eps0 = counted > 0 && s->o[EPSMAG_RANKING] == 0.0 ? sum / (double)counted : 0.0;
    s->eps  = s->eps0;
    s->cp   = s->eps0 > 0.0 ? fmax(3.0, (-5.0 - heco_log(s->eps0)) / heco_log(0.05)) : 3.0;
    heco_order_epsilon(s->order, in->f, in->viol, s->eps, s->lambda,
                       (heco_order_work){s->key, s->scratch});
    for (size_t i = 0; i < s->ma.mu; i++)
        heco_dense_add(s->y, 1.0 / (double)s->ma.mu, in->x + s->order[i] * n, n);
}

/* Draws the offspring of a generation. */
static void epsmag_es_generate(epsmag_es_state *s, heco_batch *out) {
    size_t n   = s->setup->space->n;
    out->count = s->lambda;
    heco_ma_draw(&s->ma, s->setup->rng);
    for (size_t k = 0; k < s->lambda; k++) {
        double *x = s->x + k * n;
        memcpy(x, s->y, n * sizeof *x);
        heco_dense_add(x, s->sigma, s->ma.d + k * n, n);
        memcpy(out->x + k * n, x, n * sizeof *x);
        heco_repair_reflect_mod(out->x + k * n, s->setup->space);
    }
}

/* Stores row i of a batch as offspring k. */
static void epsmag_es_store(epsmag_es_state *s, size_t k, const heco_batch *in, size_t i) {
    size_t n = in->n;
    s->changed[k] |= memcmp(s->x + k * n, in->x + i * n, n * sizeof *in->x) != 0;
    memcpy(s->x + k * n, in->x + i * n, n * sizeof *in->x);
    s->f[k] = in->f[i];
    s->v[k] = in->viol[i];
    for (size_t c = 0; c < in->ng; c++) s->c[k * s->m + c] = in->g[i * in->ng + c];
    for (size_t c = 0; c < in->nh; c++) s->c[k * s->m + in->ng + c] = in->h[i * in->nh + c];
}

/* Returns 1 if offspring k is infeasible and was evaluated. */
static int epsmag_es_is_repairable(const epsmag_es_state *s, size_t k) {
    return s->v[k] > 0.0 && isfinite(s->v[k]);
}

/* Stores all offspring and chooses those to repair. */
static void epsmag_es_take(epsmag_es_state *s, const heco_batch *in) {
    int repair = s->o[EPSMAG_REPAIR] > 0.0 && fmod(s->g, (double)in->n) == 0.0;
    memset(s->changed, 0, s->lambda);
    s->todos = s->next = s->actives = 0;
    for (size_t k = 0; k < s->lambda; k++) {
        epsmag_es_store(s, k, in, k);
        if (!repair || heco_rng_uniform_inline(s->setup->rng) > s->o[EPSMAG_REPAIR]) continue;
        if (epsmag_es_is_repairable(s, k)) s->todo[s->todos++] = k;
    }
}

/* Returns coordinate j of a difference: eta ahead, or back, or as far as the box allows. */
static double epsmag_es_beside(const epsmag_es_state *s, double x, size_t j) {
    double lo = s->setup->space->lower[j], hi = s->setup->space->upper[j], eta = s->o[EPSMAG_ETA];
    if (x + eta <= hi) return x + eta;
    if (x - eta >= lo) return x - eta;
    return hi - x >= x - lo ? hi : lo;
}

/* Asks for the n probes of each offspring under repair. */
static void epsmag_es_probe(const epsmag_es_state *s, heco_batch *out) {
    size_t n   = out->n;
    out->count = s->actives * n;
    for (size_t a = 0; a < s->actives; a++)
        for (size_t j = 0; j < n; j++) {
            double *row = out->x + (a * n + j) * n;
            memcpy(row, s->x + s->active[a] * n, n * sizeof *row);
            row[j] = epsmag_es_beside(s, row[j], j);
        }
}

/* Sets J, by rows, from the n probes of offspring k, of which `at` is the first. */
static void epsmag_es_jacobian(epsmag_es_state *s, size_t k, const heco_batch *in, size_t at) {
    size_t n = in->n;
    for (size_t j = 0; j < n; j++) {
        size_t i     = at + j;
        double width = in->x[i * n + j] - s->x[k * n + j];
        for (size_t c = 0; c < s->m; c++) {
            double there    = c < in->ng ? in->g[i * in->ng + c] : in->h[i * in->nh + c - in->ng];
            s->J[c * n + j] = width != 0.0 ? (there - s->c[k * s->m + c]) / width : 0.0;
        }
    }
}

/* Moves offspring k to x - pinv(J) c with c = (max(0, g), h). Returns 0 if J has no pseudoinverse.
 */
static int epsmag_es_aim(epsmag_es_state *s, size_t k, const heco_batch *in, size_t at) {
    size_t n = in->n, m = s->m;
    epsmag_es_jacobian(s, k, in, at);
    if (!heco_dense_pinv(&s->pinv_J, s->J_inv, s->J, m, n, EPSMAG_CUTOFF)) return 0;
    for (size_t j = 0; j < n; j++) {
        double sum = 0.0;
        for (size_t c = 0; c < m; c++) {
            double value = s->c[k * m + c];
            sum += s->J_inv[j * m + c] * (c < in->ng ? fmax(0.0, value) : value);
        }
        s->x[k * n + j] -= sum;
    }
    return 1;
}

/* Asks for the repaired offspring. */
static void epsmag_es_step(epsmag_es_state *s, heco_batch *out) {
    size_t n   = out->n;
    out->count = s->actives;
    for (size_t a = 0; a < s->actives; a++) {
        memcpy(out->x + a * n, s->x + s->active[a] * n, n * sizeof *out->x);
        heco_repair_reflect_mod(out->x + a * n, s->setup->space);
    }
}

/* Resets M and the path if more than one entry is beyond 1e12 or one is not finite. */
static void epsmag_es_reset(epsmag_es_state *s) {
    size_t n = s->setup->space->n, wild = 0;
    for (size_t k = 0; k < n * n; k++) wild += isfinite(s->ma.M[k]) ? fabs(s->ma.M[k]) > 1e12 : 2;
    if (wild == 0 || (wild == 1 && n > 1)) return;
    heco_dense_identity(s->ma.M, n);
    for (size_t j = 0; j < n; j++) s->ma.p[j] = 1.0;
}

/* Updates matrix, centre and step size from the ranked offspring. */
static void epsmag_es_adapt(epsmag_es_state *s) {
    heco_ma_update(&s->ma, s->order);
    heco_dense_add(s->y, s->sigma, s->ma.d_mean, s->ma.n);
    epsmag_es_reset(s);
    s->sigma = fmin(s->sigma * heco_ma_sigma_factor(&s->ma), s->sigma_max);
    s->sigma = fmax(s->sigma, s->sigma_min);
}

/* Ends a generation: ranks, adapts, and sets the next level. */
static void epsmag_es_finish(epsmag_es_state *s) {
    if (s->o[EPSMAG_BACK] == 0.0)
        heco_ma_calculate_back(&s->ma, &s->inverse,
                               &(heco_ma_repaired){s->x, s->y, s->sigma, s->changed});
    heco_order_epsilon(s->order, s->f, s->v, s->eps, s->lambda,
                       (heco_order_work){s->key, s->scratch});
    epsmag_es_adapt(s);
    s->g += 1.0;
    if (s->g > 1.0) s->eps = heco_epsilon_power(s->eps0, s->g, s->o[EPSMAG_TC], s->cp);
    s->phase = EPSMAG_OFFSPRING;
}

/* Continues the repair: another step for those still infeasible, else the next ones, else the end
 * of the generation. */
static void epsmag_es_next(epsmag_es_state *s) {
    size_t kept = 0;
    for (size_t a = 0; a < s->actives && s->step < (size_t)s->o[EPSMAG_STEPS]; a++)
        if (epsmag_es_is_repairable(s, s->active[a])) s->active[kept++] = s->active[a];
    s->actives = kept;
    s->phase   = EPSMAG_PROBE;
    if (s->actives > 0) return;
    s->step = 0;
    while (s->actives < s->room && s->next < s->todos) s->active[s->actives++] = s->todo[s->next++];
    if (s->actives == 0) epsmag_es_finish(s);
}

/* Moves all offspring under repair after their probes. Those without a usable Jacobian stay as they
 * are. */
static void epsmag_es_aim_all(epsmag_es_state *s, const heco_batch *in) {
    size_t kept = 0, count = s->actives;
    for (size_t a = 0; a < count; a++)
        if (epsmag_es_aim(s, s->active[a], in, a * in->n)) s->active[kept++] = s->active[a];
    s->actives = kept;
    s->phase   = EPSMAG_REPAIRED;
    if (kept == 0) epsmag_es_next(s);
}

static heco_status epsmag_es_ask(void *state, heco_batch *out) {
    epsmag_es_state *s = state;
    switch (s->phase) {
    case EPSMAG_START:
        out->count = s->lambda;
        heco_sample_initial(out->x, s->lambda, s->setup);
        break;
    case EPSMAG_OFFSPRING: epsmag_es_generate(s, out); break;
    case EPSMAG_PROBE: epsmag_es_probe(s, out); break;
    case EPSMAG_REPAIRED: epsmag_es_step(s, out); break;
    }
    return HECO_OK;
}

static heco_status epsmag_es_tell(void *state, const heco_batch *in) {
    epsmag_es_state *s = state;
    switch (s->phase) {
    case EPSMAG_START:
        epsmag_es_start(s, in);
        s->phase = EPSMAG_OFFSPRING;
        break;
    case EPSMAG_OFFSPRING:
        epsmag_es_take(s, in);
        epsmag_es_next(s);
        break;
    case EPSMAG_PROBE: epsmag_es_aim_all(s, in); break;
    case EPSMAG_REPAIRED:
        for (size_t a = 0; a < s->actives; a++) {
            s->changed[s->active[a]] = 1;
            epsmag_es_store(s, s->active[a], in, a);
        }
        s->step++;
        epsmag_es_next(s);
        break;
    }
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
