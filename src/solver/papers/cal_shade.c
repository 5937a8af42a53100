/* cal-shade: L-SHADE with an adaptive level of violation.
 * Zamuda (2017), IEEE CEC, 2443-2450                                            [zamuda2017]
 *
 *   step                                          here
 *   initial level                                 cal_shade_first_level
 *   level of the generation                       cal_shade_ask
 *   slot, F, CR, current-to-pbest/1, repair       cal_shade_trial
 *   selection by the level, improvement           cal_shade_accepts, cal_shade_gain
 *   archive, memory                               cal_shade_select
 *   linear reduction                              cal_shade_shrink
 *
 * Neither the author's program nor his formulas were available, so this is not the original:
 * variant=platform follows the re-implementation of a public MATLAB platform and does far better
 * than the published numbers; variant=published-like (no level, N0 = n) was chosen to come nearest
 * to them. Figures and choices: docs/algorithms/cal-shade.md. Added: a level made of failed points
 * is lowered to the largest finite violation; infinite improvements count as 0. */
#include "base/index_sort.h"
#include "solver/algorithm_table.h"
#include "solver/common/epsilon.h"
#include "solver/common/order.h"
#include "solver/common/pick.h"
#include "solver/common/repair.h"
#include "solver/common/sample.h"
#include "solver/de/cross.h"
#include "solver/de/shade.h"

enum {
    CAL_SHADE_VARIANT,
    CAL_SHADE_N0,
    CAL_SHADE_NEND,
    CAL_SHADE_H,
    CAL_SHADE_P,
    CAL_SHADE_ARCHIVE,
    CAL_SHADE_SHARE,
    CAL_SHADE_CP,
    CAL_SHADE_TC,
    CAL_SHADE_OPTIONS
};
enum { CAL_SHADE_PLATFORM, CAL_SHADE_PUBLISHED_LIKE };
static const heco_option cal_shade_options[] = {
    [CAL_SHADE_VARIANT] = {"variant", HECO_OPTION_CHOICE, CAL_SHADE_PLATFORM, 0, 1,
                           "platform|published-like", "sets the defaults of N0 and share"},
    [CAL_SHADE_N0]      = {"N0", HECO_OPTION_INTEGER, NAN, 4, 1e8, NULL,
                           "initial population size (platform: 18 n; published-like: n)"},
    [CAL_SHADE_NEND]    = {"N_end", HECO_OPTION_INTEGER, 4, 4, 1e8, NULL, "final population size"},
    [CAL_SHADE_H]       = {"H", HECO_OPTION_INTEGER, 10, 1, 1e4, NULL, "memory slots"},
    [CAL_SHADE_P]       = {"p", HECO_OPTION_REAL, 0.2, 0, 1, NULL,
                           "share of the population that pbest comes from"},
    [CAL_SHADE_ARCHIVE] = {"archive", HECO_OPTION_REAL, 1, 0, 100, NULL,
                           "archive size over population size"},
    [CAL_SHADE_SHARE]   = {"share", HECO_OPTION_REAL, NAN, 0, 1, NULL,
                           "rank of the initial level over N0; 0: no level (platform: 0.2)"},
    [CAL_SHADE_CP]      = {"cp", HECO_OPTION_REAL, 5, 0, 100, NULL, "exponent of the level"},
    [CAL_SHADE_TC]      = {"Tc", HECO_OPTION_REAL, 0.8, 1e-6, 1, NULL,
                           "share of the budget after which the level is 0"},
    [CAL_SHADE_OPTIONS] = {0}};

typedef struct {
    heco_shade    e;
    const double *o;
    double        eps0, eps;
    size_t        top; /* of e.order, the best p N members come first */
    double       *key;
} cal_shade_state;

static heco_status cal_shade_init(void *state, const heco_setup *setup, size_t *max_batch) {
    cal_shade_state *s    = state;
    double          *o    = setup->option;
    size_t           n    = setup->space->n;
    int              like = o[CAL_SHADE_VARIANT] == CAL_SHADE_PUBLISHED_LIKE;
    heco_sample_resolve_size(setup, CAL_SHADE_N0, like ? (double)n : 18.0 * (double)n, 4.0);
    if (isnan(o[CAL_SHADE_SHARE])) o[CAL_SHADE_SHARE] = like ? 0.0 : 0.2;
    heco_shade_sizes sizes = {.N0        = (size_t)o[CAL_SHADE_N0],
                              .N_end     = (size_t)o[CAL_SHADE_NEND],
                              .width     = n,
                              .operators = 1,
                              .H         = (size_t)o[CAL_SHADE_H]};
    /* room for the overflow of one generation */
    sizes.archive      = (size_t)round((o[CAL_SHADE_ARCHIVE] + 1.0) * o[CAL_SHADE_N0]);
    heco_status status = heco_shade_init(&s->e, &sizes, setup, max_batch);
    if (status != HECO_OK) return status;
    s->o   = o;
    s->key = heco_arena_take(setup->arena, sizes.N0, sizeof *s->key);
    return HECO_OK;
}

/* Moves the best `count` by the epsilon rule to the front of `order`. */
static void cal_shade_find_best(cal_shade_state *s, size_t count) {
    heco_order_keys(s->key, s->e.P.v, s->eps, s->e.P.count);
    heco_pick_identity(s->e.order, s->e.P.count);
    heco_index_select2(s->e.order, s->key, s->e.P.f, s->e.P.count, count);
}

/* Sets the first level: the violation at rank ceil(share N0), from small to large; at most the
 * largest finite one. */
static void cal_shade_first_level(cal_shade_state *s) {
    size_t rank = (size_t)ceil(s->o[CAL_SHADE_SHARE] * (double)s->e.N0), count = s->e.P.count;
    s->eps0 = 0.0;
    if (rank == 0) return;
    heco_pick_identity(s->e.order, count);
    heco_index_select2(s->e.order, s->e.P.v, NULL, count, rank);
    for (size_t i = 0; i < rank; i++)
        if (isfinite(s->e.P.v[s->e.order[i]])) s->eps0 = fmax(s->eps0, s->e.P.v[s->e.order[i]]);
}

/* Draws F and CR of member i and writes its trial. */
static void cal_shade_trial(cal_shade_state *s, size_t i, double *row) {
    heco_rng     *rng = s->e.setup->rng;
    size_t        N = s->e.P.count, slot = heco_rng_index(rng, s->e.memory[0].H), r[2];
    const double *x = heco_population_row(&s->e.P, i);
    s->e.F[i]       = heco_history_draw_F(s->e.memory[0].F[slot], 0.1, rng);
    s->e.CR[i]      = heco_history_draw_CR(s->e.memory[0].CR[slot], 0.1, rng);
    size_t best     = s->e.order[heco_rng_index(rng, s->top)];
    heco_pick_pair(r, rng, N, N + s->e.A.count, i, best);
    heco_shade_mutate(&s->e, i, best, r, row);
    heco_cross_binomial(row, x, s->e.CR[i], s->e.P.n, HECO_FORCE_ONE, rng);
    heco_repair_midpoint(row, x, s->e.setup->space);
}

static heco_status cal_shade_ask(void *state, heco_batch *out) {
    cal_shade_state *s = state;
    if (heco_shade_ask_first(&s->e, out)) return HECO_OK;
    double progress = heco_setup_progress(s->e.setup);
    s->eps          = heco_epsilon_power(s->eps0, progress, s->o[CAL_SHADE_TC], s->o[CAL_SHADE_CP]);
    s->top          = (size_t)fmax(1.0, round(s->o[CAL_SHADE_P] * (double)s->e.P.count));
    cal_shade_find_best(s, s->top);
    out->count = s->e.P.count;
    for (size_t i = 0; i < s->e.P.count; i++) cal_shade_trial(s, i, out->x + i * s->e.P.n);
    return HECO_OK;
}

/* Returns 1 if y may replace x: the epsilon rule, but above the level f does not matter and equals
 * are accepted. */
static int cal_shade_accepts(double f_x, double v_x, double f_y, double v_y, double eps) {
    if (v_x <= eps && v_y <= eps) return f_y <= f_x;
    return v_y <= eps || (v_x > eps && v_y <= v_x);
}

static double cal_shade_gain(double f_x, double v_x, double f_y, double v_y) {
    return v_x - v_y > 0.0 ? v_x - v_y : fmax(0.0, f_x - f_y);
}

/* Replaces members by accepted trials; updates the memory. The archive may overflow here: it is cut
 * at random after the reduction. */
static void cal_shade_select(cal_shade_state *s, const heco_batch *in) {
    heco_population *P = &s->e.P;
    heco_shade_clear_successes(&s->e);
    s->e.A.limit = s->e.A.capacity;
    for (size_t i = 0; i < P->count; i++) {
        double v = s->e.v[i];
        if (!cal_shade_accepts(P->f[i], P->v[i], in->f[i], v, s->eps)) continue;
        heco_shade_record_success(&s->e, 0, i, cal_shade_gain(P->f[i], P->v[i], in->f[i], v));
        heco_archive_add(&s->e.A, heco_population_row(P, i), s->e.setup->rng);
        heco_population_set(P, i, in->x + i * P->n, in->f[i], v);
    }
    if (s->e.success[0].count > 0)
        heco_history_update(&s->e.memory[0], &s->e.success[0], HECO_MEAN_ARITHMETIC, 0);
    else heco_history_repeat_slot(&s->e.memory[0]);
}

/* Shrinks the population to its size for the budget used, and trims the archive. */
static void cal_shade_shrink(cal_shade_state *s) {
    size_t N = heco_shade_next_size(&s->e);
    if (N < s->e.P.count) {
        cal_shade_find_best(s, N);
        heco_population_keep(&s->e.P, s->e.order, N);
    }
    double archive = round(s->o[CAL_SHADE_ARCHIVE] * (double)s->e.P.count);
    heco_archive_trim(&s->e.A, (size_t)archive, s->e.setup->rng);
}

static heco_status cal_shade_tell(void *state, const heco_batch *in) {
    cal_shade_state *s = state;
    if (heco_shade_take_values(&s->e, in)) {
        cal_shade_first_level(s);
    } else {
        cal_shade_select(s, in);
        cal_shade_shrink(s);
    }
    return HECO_OK;
}

const heco_algorithm heco_algorithm_cal_shade = {
    .size       = sizeof(heco_algorithm),
    .name       = "cal-shade",
    .title      = "CAL-SHADE: L-SHADE with an adaptive level of violation",
    .reference  = "zamuda2017",
    .options    = cal_shade_options,
    .state_size = sizeof(cal_shade_state),
    .init       = cal_shade_init,
    .ask        = cal_shade_ask,
    .tell       = cal_shade_tell,
};
