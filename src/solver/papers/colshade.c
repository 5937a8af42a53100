/* colshade: L-SHADE with an adaptive Levy-flight mutation and shrinking equality tolerances.
 * Gurrola-Ramos, Hernandez-Aguirre, Dalmau-Cedeno (2020), IEEE CEC             [gurrola2020]
 *
 *   step                                            here
 *   first tolerances, one per equality              colshade_first_tolerances
 *   shrinking them until 60 % of the budget         colshade_tighten
 *   operator, slot, CR, F above its critical value  colshade_sample
 *   current-to-pbest/1 with archive                 colshade_toward_best
 *   Levy flight towards pbest                       colshade_levy
 *   selection, which spares the best member         colshade_set_gains
 *   gains made comparable, archive, memories        colshade_select
 *   probability of the Levy operator                colshade_adapt_levy
 *   sort, linear reduction                          colshade_shrink
 *
 * Follows the authors' program. The Levy numbers are 0.01/z^2 with z standard normal: the program's
 * stable law (alpha 1/2, beta 1, scale and location 0.01, in the parameterisation of MATLAB) starts
 * at 0. Final tolerances are those of the problem, 1e-4 in the program. Added: infinite gains count
 * as 0; the last generation is cut instead of dropped; the time limit ends an ask. */
#include <string.h>

#include "base/elementary.h"
#include "solver/algorithm_table.h"
#include "solver/common/epsilon.h"
#include "solver/common/order.h"
#include "solver/common/pick.h"
#include "solver/common/repair.h"
#include "solver/common/sample.h"
#include "solver/common/setup_progress.h"
#include "solver/de/cross.h"
#include "solver/de/shade.h"

enum {
    COLSHADE_N0,
    COLSHADE_NEND,
    COLSHADE_P,
    COLSHADE_H,
    COLSHADE_ARCHIVE,
    COLSHADE_LEVY,
    COLSHADE_MOMENTUM,
    COLSHADE_CUT,
    COLSHADE_OPTIONS
};
static const heco_option colshade_options[] = {
    [COLSHADE_N0]       = {"N0", HECO_OPTION_INTEGER, NAN, 4, 1e8, NULL,
                           "initial population size (18 n)"},
    [COLSHADE_NEND]     = {"N_end", HECO_OPTION_INTEGER, 4, 4, 1e8, NULL, "final population size"},
    [COLSHADE_P]        = {"p", HECO_OPTION_REAL, 0.11, 0, 1, NULL,
                           "share of the population that pbest comes from"},
    [COLSHADE_H]        = {"H", HECO_OPTION_INTEGER, 6, 1, 1e4, NULL, "memory slots per operator"},
    [COLSHADE_ARCHIVE]  = {"archive", HECO_OPTION_REAL, 2.6, 0, 100, NULL,
                           "archive size over population size"},
    [COLSHADE_LEVY]     = {"levy", HECO_OPTION_REAL, 0.5, 1e-3, 0.999, NULL,
                           "initial probability of the Levy operator"},
    [COLSHADE_MOMENTUM] = {"momentum", HECO_OPTION_REAL, 0.25, 0, 1, NULL,
                           "share of the old probability of the Levy operator in the new one"},
    [COLSHADE_CUT]      = {"cut", HECO_OPTION_REAL, 0.6, 0, 1, NULL,
                           "share of the budget after which the tolerances are final; 0: always"},
    [COLSHADE_OPTIONS]  = {0}};

enum { COLSHADE_PBEST, COLSHADE_FLIGHT, COLSHADE_OPERATORS };
enum {
    COLSHADE_LOOK = 256
}; /* trials between two looks at the clock: thousands of variables take
    * 50 us each */

typedef struct {
    heco_shade     e; /* P is sorted; a row is x, g, h and the violation by the final tolerances */
    const double  *o;
    size_t         n, m;  /* variables, constraints                          */
    heco_space     loose; /* the space with the tolerances of the moment     */
    double        *tol;
    int            relaxed; /* a tolerance is above its final value          */
    double         p_levy;
    unsigned char *op; /* which operator made trial i                        */
    double        *gain_f, *gain_v, *key, *row, *rows;
    size_t        *scratch;
} colshade_state;

static heco_status colshade_init(void *state, const heco_setup *setup, size_t *max_batch) {
    colshade_state *s     = state;
    heco_arena     *arena = setup->arena;
    double         *o     = setup->option;
    s->n = setup->space->n, s->m = setup->space->ng + setup->space->nh;
    heco_sample_resolve_size(setup, COLSHADE_N0, 18.0 * (double)s->n, 4.0);
    heco_shade_sizes sizes = {.N0        = (size_t)o[COLSHADE_N0],
                              .N_end     = (size_t)o[COLSHADE_NEND],
                              .width     = s->n + s->m + 1,
                              .operators = COLSHADE_OPERATORS,
                              .H         = (size_t)o[COLSHADE_H]};
    sizes.archive          = (size_t)round((o[COLSHADE_ARCHIVE] + 1.0) * o[COLSHADE_N0]);
    heco_status status     = heco_shade_init(&s->e, &sizes, setup, max_batch);
    if (status != HECO_OK) return status;
    s->o         = o;
    s->p_levy    = o[COLSHADE_LEVY];
    s->tol       = heco_arena_take(arena, s->m, sizeof *s->tol);
    s->op        = heco_arena_take(arena, sizes.N0, sizeof *s->op);
    s->gain_f    = heco_arena_take(arena, sizes.N0, sizeof *s->gain_f);
    s->gain_v    = heco_arena_take(arena, sizes.N0, sizeof *s->gain_v);
    s->key       = heco_arena_take(arena, sizes.N0, sizeof *s->key);
    s->row       = heco_arena_take(arena, sizes.width, sizeof *s->row);
    s->rows      = heco_arena_take(arena, sizes.N0 * sizes.width, sizeof *s->rows);
    s->scratch   = heco_arena_take(arena, sizes.N0, sizeof *s->scratch);
    s->loose     = *setup->space;
    s->loose.tol = s->tol;
    return HECO_OK;
}

static const double *colshade_g(const colshade_state *s, size_t i) {
    return heco_population_row(&s->e.P, i) + s->n;
}

static const double *colshade_h(const colshade_state *s, size_t i) {
    return colshade_g(s, i) + s->e.setup->space->ng;
}

/* Returns the place of the violation by the final tolerances, svc_abs in the program; P.v is svc,
 * by those of the moment. */
static double *colshade_strict(const colshade_state *s, size_t i) {
    return heco_population_row(&s->e.P, i) + s->n + s->m;
}

/* Stores row i of a batch as member `at`. */
static void colshade_put(colshade_state *s, size_t at, const heco_batch *in, size_t i) {
    const double *g = in->g + i * in->ng, *h = in->h + i * in->nh;
    memcpy(s->row, in->x + i * in->n, in->n * sizeof *s->row);
    heco_row_constraints(s->row + in->n, in, i);
    s->row[s->n + s->m] = heco_violation_excess(s->e.setup->space, g, h);
    heco_population_set(&s->e.P, at, s->row, in->f[i], heco_violation_excess(&s->loose, g, h));
}

/* Sets the first tolerance of each equality: its largest value in the first population. */
static void colshade_first_tolerances(colshade_state *s, const heco_batch *in) {
    for (size_t k = 0; k < s->m; k++) s->tol[k] = heco_space_tol(s->e.setup->space, k);
    if (s->o[COLSHADE_CUT] == 0.0) return;
    for (size_t j = 0; j < in->nh; j++)
        for (size_t i = 0; i < in->count; i++) {
            double a = fabs(in->h[i * in->nh + j]), *tau = &s->tol[in->ng + j];
            if (a > *tau && isfinite(a)) *tau = a, s->relaxed = 1;
        }
}

/* Shrinks the tolerances and measures P again. An equality whose tolerance some member meets gets a
 * smaller one, on a geometric path that ends at `cut`. */
static void colshade_tighten(colshade_state *s) {
    const heco_space *space    = s->e.setup->space;
    double            final_at = s->o[COLSHADE_CUT] * (double)s->e.setup->max_evals;
    double            left     = final_at - (double)*s->e.setup->evals;
    if (!s->relaxed) return;
    s->relaxed = 0;
    for (size_t j = 0; j < space->nh; j++) {
        double final = heco_space_tol(space, space->ng + j), *tau = &s->tol[space->ng + j];
        int    met = left <= 0.0;
        for (size_t i = 0; i < s->e.P.count && !met; i++) met = fabs(colshade_h(s, i)[j]) <= *tau;
        if (left <= 0.0) *tau = final;
        else if (met && *tau > final)
            *tau = fmax(final,
                        *tau * heco_pow(fmax(final, 1e-12) / *tau, (double)s->e.P.count / left));
        s->relaxed |= *tau > final;
    }
    for (size_t i = 0; i < s->e.P.count; i++)
        s->e.P.v[i] = heco_violation_excess(&s->loose, colshade_g(s, i), colshade_h(s, i));
}

/* Draws operator, CR and F of trial i. CR is cut to [0, 1] only after it has entered the critical
 * value of F. */
static void colshade_sample(colshade_state *s, size_t i) {
    heco_rng           *rng    = s->e.setup->rng;
    int                 flight = heco_rng_uniform_inline(rng) <= s->p_levy;
    size_t              k      = flight ? COLSHADE_FLIGHT : COLSHADE_PBEST;
    const heco_history *memory = &s->e.memory[k];
    size_t              r      = heco_rng_index(rng, memory->H);
    double              CR     = 0.0, F;
    if (!isnan(memory->CR[r])) CR = memory->CR[r] + 0.1 * heco_rng_normal_inline(rng);
    double critical = sqrt(fmax(0.0, 1.0 - CR / 2.0) / (double)s->e.P.count);
    do F = memory->F[r] + 0.1 * heco_rng_cauchy_inline(rng);
    while (!(F > critical));
    s->op[i]   = (unsigned char)k;
    s->e.CR[i] = heco_history_clip_CR(CR);
    s->e.F[i]  = fmin(F, 1.0);
}

/* Writes the mutant current-to-pbest/1 of member i. */
static void colshade_toward_best(colshade_state *s, size_t i, size_t best, double *row) {
    heco_rng *rng = s->e.setup->rng;
    size_t    r[2], N = s->e.P.count;
    r[0] = heco_pick_other(rng, N, i);
    r[1] = heco_pick_other2(rng, N + s->e.A.count, i, r[0]);
    heco_shade_mutate(&s->e, i, best, r, row);
}

/* Writes a Levy flight of member i towards pbest. */
static void colshade_levy(colshade_state *s, size_t i, size_t best, double *row) {
    const double *x = heco_population_row(&s->e.P, i), *b = heco_population_row(&s->e.P, best);
    for (size_t j = 0; j < s->n; j++) {
        double z = heco_rng_normal_inline(s->e.setup->rng), way = b[j] - x[j];
        row[j] = way != 0.0 ? x[j] + s->e.F[i] * (0.01 / (z * z)) * way : x[j];
    }
}

/* Draws the parameters of member i and writes its trial. */
static void colshade_trial(colshade_state *s, size_t i, double *row) {
    heco_rng     *rng  = s->e.setup->rng;
    const double *x    = heco_population_row(&s->e.P, i);
    double        top  = fmax(1.0, ceil(s->o[COLSHADE_P] * (double)s->e.P.count));
    size_t        best = heco_rng_index(rng, (size_t)top);
    colshade_sample(s, i);
    if (s->op[i] == COLSHADE_FLIGHT) colshade_levy(s, i, best, row);
    else colshade_toward_best(s, i, best, row);
    heco_repair_near(row, x, 0.1, s->e.setup->space, rng);
    heco_cross_binomial(row, x, s->e.CR[i], s->n, HECO_FORCE_ONE, rng);
}

static heco_status colshade_ask(void *state, heco_batch *out) {
    colshade_state *s = state;
    if (heco_shade_ask_first(&s->e, out)) return HECO_OK;
    colshade_tighten(s);
    out->count = s->e.P.count;
    for (size_t i = 0; i < s->e.P.count; i++) {
        if (i % COLSHADE_LOOK == 0 && heco_setup_is_timed_out(s->e.setup)) break;
        colshade_trial(s, i, out->x + i * s->n);
    }
    return HECO_OK;
}

/* Sets gain_f and gain_v of trial i; one of them is positive if it is accepted. */
static void colshade_set_gains(colshade_state *s, size_t i, double f, double v, double strict) {
    double f_x = s->e.P.f[i], v_x = s->e.P.v[i], strict_x = *colshade_strict(s, i);
    s->gain_f[i] = s->gain_v[i] = 0.0;
    if (i == 0) v = strict, v_x = strict_x; /* the best member answers to the final tolerances */
    if (v < v_x) s->gain_v[i] = v_x - v;
    else if (v == 0.0 && v_x == 0.0 && f < f_x) s->gain_f[i] = f_x - f;
    else if (i > 0 && s->relaxed && strict < strict_x) s->gain_v[i] = strict_x - strict;
}

/* Returns the largest finite gain, to divide by; 1 if there is none. */
static double colshade_scale(const double *gain, size_t count) {
    double most = heco_epsilon_largest(gain, count);
    return most > 0.0 ? most : 1.0;
}

/* Replaces members by accepted trials; updates archive and memories. */
static void colshade_select(colshade_state *s, const heco_batch *in) {
    heco_population *P = &s->e.P;
    for (size_t i = 0; i < P->count; i++) {
        const double *g = in->g + i * in->ng, *h = in->h + i * in->nh;
        colshade_set_gains(s, i, in->f[i], heco_violation_excess(&s->loose, g, h),
                           heco_violation_excess(s->e.setup->space, g, h));
    }
    double scale_f = colshade_scale(s->gain_f, P->count);
    double scale_v = colshade_scale(s->gain_v, P->count);
    heco_shade_clear_successes(&s->e);
    s->e.A.limit = s->e.A.capacity; /* cut after the reduction */
    for (size_t i = 0; i < P->count; i++) {
        double gain = s->gain_f[i] / scale_f + s->gain_v[i] / scale_v;
        if (!(gain > 0.0)) continue;
        heco_shade_record_success(&s->e, s->op[i], i, gain);
        heco_archive_add(&s->e.A, heco_population_row(P, i), s->e.setup->rng);
        colshade_put(s, i, in, i);
    }
    for (size_t k = 0; k < COLSHADE_OPERATORS; k++)
        heco_history_update(&s->e.memory[k], &s->e.success[k], HECO_MEAN_LEHMER, 1);
}

/* Updates the probability of the Levy operator from its share of the gains. */
static void colshade_adapt_levy(colshade_state *s) {
    double sum[COLSHADE_OPERATORS] = {0}, keep = s->o[COLSHADE_MOMENTUM];
    for (size_t k = 0; k < COLSHADE_OPERATORS; k++)
        for (size_t i = 0; i < s->e.success[k].count; i++) sum[k] += s->e.success[k].gain[i];
    double all = sum[COLSHADE_PBEST] + sum[COLSHADE_FLIGHT];
    if (!(all > 0.0)) return;
    s->p_levy = keep * s->p_levy + (1.0 - keep) * (sum[COLSHADE_FLIGHT] / all);
    s->p_levy = fmin(fmax(s->p_levy, 1e-3), 1.0 - 1e-3);
}

/* Sorts P by the final tolerances, shrinks it and trims the archive. */
static void colshade_shrink(colshade_state *s) {
    size_t N = heco_shade_next_size(&s->e), count = s->e.P.count;
    for (size_t i = 0; i < count; i++) s->key[i] = *colshade_strict(s, i);
    heco_order_feasible(s->e.order, s->e.P.f, s->key, count, s->scratch);
    heco_population_gather(&s->e.P, s->e.order, N, s->rows);
    heco_archive_trim(&s->e.A, (size_t)round(s->o[COLSHADE_ARCHIVE] * (double)N), s->e.setup->rng);
}

static heco_status colshade_tell(void *state, const heco_batch *in) {
    colshade_state *s = state;
    if (s->e.P.count == 0) {
        s->e.P.count = in->count;
        colshade_first_tolerances(s, in);
        for (size_t i = 0; i < in->count; i++) colshade_put(s, i, in, i);
    } else {
        colshade_select(s, in);
        colshade_adapt_levy(s);
    }
    colshade_shrink(s);
    return HECO_OK;
}

const heco_algorithm heco_algorithm_colshade = {
    .size       = sizeof(heco_algorithm),
    .name       = "colshade",
    .title      = "COLSHADE: L-SHADE with Levy flights and shrinking tolerances",
    .reference  = "gurrola2020",
    .options    = colshade_options,
    .state_size = sizeof(colshade_state),
    .init       = colshade_init,
    .ask        = colshade_ask,
    .tell       = colshade_tell,
};
