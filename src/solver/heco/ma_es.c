/* ma-es: restarts of a matrix adaptation strategy, some of which begin at an epsilon level.
 * Beyer, Sendhoff (2017), IEEE Trans. Evol. Comput. 21                        [beyer2017ma]
 *
 *   step                                        here
 *   mean and step size of a restart             ma_es_begin_restart
 *   x = y + sigma M z in units of the box       ma_es_generate
 *   level, ranking                              ma_es_rank
 *   mean, sigma; path and M                     ma_es_adapt; solver/common/matrix_adaptation.c
 *   end of a restart                            ma_es_is_over
 *
 * The strategy is the paper's without its limits on the number of generations. Levels and restarts
 * are our own: every restart begins at the best point so far. Two of three are relaxed: they take
 * large steps and count violations up to a level as none; the level falls to 0 within 60 % of the
 * restart. The third takes small steps without a level. Points outside the
 * box are mirrored into it; z and d are not corrected for that. */
#include "solver/heco/ma_es.h"

#include <stdio.h>
#include <string.h>

#include "base/elementary.h"
#include "problem/better.h"
#include "problem/violation.h"
#include "solver/algorithm_table.h"
#include "solver/common/matrix_adaptation.h"
#include "solver/common/order.h"
#include "solver/common/population.h"
#include "solver/common/repair.h"
#include "solver/common/sample.h"

enum { MA_ES_LAMBDA, MA_ES_SIGMA, MA_ES_RELAXED, MA_ES_RESTARTS, MA_ES_SHAPE, MA_ES_OPTIONS };
static const heco_option ma_es_options[] = {
    [MA_ES_LAMBDA]   = {"lambda", HECO_OPTION_INTEGER, NAN, 4, 1e8, NULL, "offspring (4 + 3 ln n)"},
    [MA_ES_SIGMA]    = {"sigma", HECO_OPTION_REAL, 0, 0, 0.5, NULL,
                        "first step size as a share of the box; 0: drawn for every restart"},
    [MA_ES_RELAXED]  = {"relaxed", HECO_OPTION_CHOICE, MA_ES_BY_TURN, 0, 2, "by-turn|no|yes",
                        "begin at an epsilon level: two restarts of three, none, all"},
    [MA_ES_RESTARTS] = {"restarts", HECO_OPTION_REAL, 5, 1, 1e9, NULL,
                        "full restarts that fit; those that end early make room for more"},
    [MA_ES_SHAPE]    = {"shape", HECO_OPTION_CHOICE, 0, 0, 1, "sphere|starts",
                        "shape of the first restart: a sphere, or that of the initial points"},
    [MA_ES_OPTIONS]  = {0}};

typedef struct {
    const heco_setup *setup;
    const double     *o;
    int               once;          /* ends with the first restart                           */
    int               running, over; /* a restart is under way; the last one has ended      */
    size_t            number, turn;  /* of restarts; which comes next in the turn of three   */
    heco_ma           ma;
    double            T; /* evaluations of a restart                              */
    double            sigma, eps0, eps;
    int               relaxed;
    size_t            generation;
    uint64_t          begun, gain; /* evaluations: begin of the restart, its last improvement */
    double            length;      /* of this restart, in T                                 */
    double           *y;           /* mean                                                  */
    heco_best_point   best;
    double            own_f, own_v; /* best values of this restart                           */
    double           *v, *key;
    size_t           *order, *scratch;
} ma_es_state;

static const double MA_ES_SIGMA_MAX = 0.5, MA_ES_SIGMA_MIN = 1e-15;
static const double MA_ES_LEVEL    = 0.6; /* share of a relaxed restart that has a level   */
static const double MA_ES_PATIENCE = 0.3; /* share of a restart without improvement        */

static heco_status ma_es_init(void *state, const heco_setup *setup, size_t *max_batch) {
    ma_es_state *s = state;
    double      *o = setup->option;
    size_t       n = setup->space->n;
    if (isnan(o[MA_ES_LAMBDA])) o[MA_ES_LAMBDA] = fmax(6.0, 4.0 + floor(3.0 * heco_log((double)n)));
    size_t lambda      = (size_t)o[MA_ES_LAMBDA];
    s->setup           = setup;
    s->o               = o;
    s->T               = (double)setup->max_evals / o[MA_ES_RESTARTS];
    s->turn            = 1;
    *max_batch         = lambda;
    heco_status status = heco_sample_check_budget(setup, lambda);
    if (status != HECO_OK) return status;
    heco_ma_init(&s->ma, n, lambda, lambda / 2, setup->arena);
    s->y = heco_arena_take(setup->arena, n, sizeof *s->y);
    heco_best_point_init(&s->best, n, setup->arena);
    s->v       = heco_arena_take(setup->arena, lambda, sizeof *s->v);
    s->key     = heco_arena_take(setup->arena, lambda, sizeof *s->key);
    s->order   = heco_arena_take(setup->arena, lambda, sizeof *s->order);
    s->scratch = heco_arena_take(setup->arena, lambda, sizeof *s->scratch);
    return heco_arena_failed(setup->arena) ? HECO_ERR_MEMORY : HECO_OK;
}

static heco_status ma_es_init_once(void *state, const heco_setup *setup, size_t *max_batch) {
    ((ma_es_state *)state)->once = 1;
    return ma_es_init(state, setup, max_batch);
}

/* Gives the first restart the shape of the initial points if the option `shape` asks for it: it is
 * then not relaxed, has the step size of their spread and twice the time. Returns 0 if not. */
static int ma_es_take_over_shape(ma_es_state *s) {
    const heco_setup *setup = s->setup;
    s->length               = 1.0;
    if (s->number > 0 || s->o[MA_ES_SHAPE] == 0.0 || setup->starts < 2) return 0;
    double spread = heco_ma_take_over(&s->ma, setup->start, setup->starts, setup->space->lower,
                                      setup->space->upper);
    s->sigma      = spread > 0.0 ? fmin(0.1, spread) : 1e-4;
    s->relaxed    = 0;
    s->length     = 2.0;
    return 1;
}

/* Begins a restart at the best point: resets the matrix, draws the step size (one random number),
 * decides whether the restart is relaxed and clears the counters. ma_es_rank() sets the level. */
static void ma_es_begin_restart(ma_es_state *s) {
    double rule = s->o[MA_ES_RELAXED], sigma = s->o[MA_ES_SIGMA];
    heco_ma_reset(&s->ma);
    if (!ma_es_take_over_shape(s)) {
        double u   = heco_rng_uniform_inline(s->setup->rng);
        s->relaxed = rule == MA_ES_ALWAYS || (rule == MA_ES_BY_TURN && s->turn % 3 != 0);
        s->sigma   = sigma > 0.0 ? sigma : heco_pow(10.0, s->relaxed ? -u : -5.0 + 4.0 * u);
        s->sigma   = fmin(s->sigma, MA_ES_SIGMA_MAX);
        s->turn++;
    }
    memcpy(s->y, s->best.x, s->ma.n * sizeof *s->y);
    s->eps0 = s->eps = 0.0;
    s->generation    = 0;
    s->begun = s->gain = *s->setup->evals;
    s->own_f = s->own_v = INFINITY;
    s->running          = 1;
    s->number++;
}

/* Draws the offspring of a generation. */
static void ma_es_generate(ma_es_state *s, heco_batch *out) {
    const heco_space *space = s->setup->space;
    size_t            n     = s->ma.n;
    heco_ma_draw(&s->ma, s->setup->rng);
    for (size_t k = 0; k < s->ma.lambda; k++) {
        const double *d = s->ma.d + k * n;
        double       *x = out->x + k * n;
        for (size_t j = 0; j < n; j++)
            x[j] = s->y[j] + s->sigma * d[j] * (space->upper[j] - space->lower[j]);
        heco_repair_reflect(x, space);
    }
}

/* Updates the best values of this restart and `gain`, the time of the last improvement. A feasible
 * point counts if it improves by more than rounding errors. */
static void ma_es_update_own(ma_es_state *s, double f, double v) {
    if (!heco_better_feasible_inline(f, v, s->own_f, s->own_v)) return;
    int creeps = s->own_v == 0.0 && f > s->own_f - 1e-12 * (1.0 + fabs(s->own_f));
    if (!creeps) s->gain = *s->setup->evals;
    s->own_f = f;
    s->own_v = v;
}

/* Ranks the offspring into s->order and updates the level, which starts at the violation of the
 * median offspring and falls as (1 - t/(0.6 T))^3. */
static void ma_es_rank(ma_es_state *s, const double *f) {
    size_t lambda = s->ma.lambda;
    if (s->relaxed && s->generation == 0) {
        heco_order_feasible(s->order, f, s->v, lambda, s->scratch);
        double median = s->v[s->order[lambda / 2]];
        s->eps0       = isfinite(median) ? median : 0.0;
    }
    if (s->relaxed) {
        double left = 1.0 - (double)(*s->setup->evals - s->begun) / (MA_ES_LEVEL * s->T);
        s->eps      = left > 0.0 ? s->eps0 * left * left * left : 0.0;
        if (left > 0.0) s->gain = *s->setup->evals; /* patience begins at level 0 */
    }
    heco_order_epsilon(s->order, f, s->v, s->eps, lambda, (heco_order_work){s->key, s->scratch});
}

/* Updates matrix, mean and step size from the ranked offspring. */
static void ma_es_adapt(ma_es_state *s) {
    const heco_space *space = s->setup->space;
    heco_ma_update(&s->ma, s->order);
    for (size_t j = 0; j < s->ma.n; j++)
        s->y[j] += s->sigma * s->ma.d_mean[j] * (space->upper[j] - space->lower[j]);
    heco_repair_reflect(s->y, space);
    s->sigma = fmin(MA_ES_SIGMA_MAX, s->sigma * heco_ma_sigma_factor(&s->ma));
    s->generation++;
}

/* Returns 1 if the restart is out of time or patience, its steps are too small, or numbers are out
 * of range: an entry of M that is not finite shows in the mean of the next d. */
static int ma_es_is_over(const ma_es_state *s) {
    double now = (double)*s->setup->evals, total = 0.0;
    for (size_t j = 0; j < s->ma.n; j++) total += s->ma.d_mean[j];
    return now - (double)s->begun > s->length * s->T ||
           now - (double)s->gain > MA_ES_PATIENCE * s->T || !(s->sigma > MA_ES_SIGMA_MIN) ||
           !isfinite(total);
}

static heco_status ma_es_ask(void *state, heco_batch *out) {
    ma_es_state *s = state;
    out->count     = s->over ? 0 : s->ma.lambda;
    if (s->over) return HECO_OK;
    if (!s->best.known) return heco_sample_initial(out, s->ma.lambda, s->setup);
    if (!s->running) ma_es_begin_restart(s);
    ma_es_generate(s, out);
    return HECO_OK;
}

static heco_status ma_es_tell(void *state, const heco_batch *in) {
    ma_es_state *s = state;
    heco_row_violations(s->v, in, s->setup->space, 1.0);
    for (size_t i = 0; i < in->count; i++)
        heco_best_point_offer(&s->best, in->x + i * in->n, in->f[i], s->v[i]);
    if (!s->running) return HECO_OK; /* the first points */
    for (size_t i = 0; i < in->count; i++) ma_es_update_own(s, in->f[i], s->v[i]);
    ma_es_rank(s, in->f);
    ma_es_adapt(s);
    s->running = !ma_es_is_over(s);
    s->over    = s->once && !s->running;
    return HECO_OK;
}

static heco_status ma_es_inform(void *state, const heco_batch *rows) {
    ma_es_state *s = state;
    for (size_t i = 0; i < rows->count; i++) {
        double v =
            heco_violation_excess(s->setup->space, rows->g + i * rows->ng, rows->h + i * rows->nh);
        heco_best_point_offer(&s->best, rows->x + i * rows->n, rows->f[i], v);
    }
    return HECO_OK;
}

static void ma_es_describe(const void *state, char *text, size_t size) {
    const ma_es_state *s = state;
    snprintf(text, size, "%zu restart%s", s->number, s->number == 1 ? "" : "s");
}

const heco_algorithm heco_algorithm_ma_es = {
    .size       = sizeof(heco_algorithm),
    .name       = "ma-es",
    .title      = "MA-ES: matrix adaptation, restarts with and without an epsilon level",
    .reference  = "beyer2017ma",
    .options    = ma_es_options,
    .state_size = sizeof(ma_es_state),
    .init       = ma_es_init,
    .ask        = ma_es_ask,
    .tell       = ma_es_tell,
    .inform     = ma_es_inform,
    .describe   = ma_es_describe,
};

const heco_algorithm heco_algorithm_ma_es_once = {
    .size       = sizeof(heco_algorithm),
    .name       = "ma-es",
    .title      = "MA-ES: one restart",
    .reference  = "beyer2017ma",
    .options    = ma_es_options,
    .state_size = sizeof(ma_es_state),
    .init       = ma_es_init_once,
    .ask        = ma_es_ask,
    .tell       = ma_es_tell,
    .inform     = ma_es_inform,
    .describe   = ma_es_describe,
};
