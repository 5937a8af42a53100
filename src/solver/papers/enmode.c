/* enmode: two current-to-pbest mutations that share the trials by their gains, and a feasibility
 * rule that begins with the easy half of the constraints.
 * Sallam, Elsayed, Chakrabortty, Ryan (2020), IEEE CEC                          [sallam2020]
 *
 *   step                                            here
 *   order of the constraints, the first half        enmode_order_constraints
 *   all constraints after `wait` generations        enmode_activate_all
 *   F and CR, both by Cauchy draws                  enmode_draw_parameters
 *   op1 with archive, op2 without                   enmode_mutate
 *   midpoint, reflection or a new draw              enmode_repair
 *   gains of accepted trials                        enmode_set_gains
 *   replacement, archive, memory                    enmode_select
 *   shares of the two mutations                     enmode_set_shares
 *   linear reduction                                enmode_shrink
 *
 * Follows the description of the authors' program. The archive takes the members that are *not*
 * replaced, as in the program. Open points of the description and the choices made here:
 *   - the crossover is binomial with one forced coordinate;
 *   - the last population has 6 members;
 *   - the shares are equal after a generation without gains, and never reset otherwise;
 *   - a gain over a failed parent is infinite and counts as 0. */
#include <string.h>

#include "base/index_sort.h"
#include "problem/violation.h"
#include "solver/algorithm_table.h"
#include "solver/common/order.h"
#include "solver/common/pick.h"
#include "solver/common/repair.h"
#include "solver/common/sample.h"
#include "solver/de/cross.h"
#include "solver/de/shade.h"

enum { ENMODE_N0, ENMODE_NEND, ENMODE_P, ENMODE_ARCHIVE, ENMODE_WAIT, ENMODE_OPTIONS };
static const heco_option enmode_options[] = {
    [ENMODE_N0]      = {"N0", HECO_OPTION_INTEGER, NAN, 6, 1e8, NULL,
                        "initial population size (200 for n <= 30, 150 for n <= 50, else 80)"},
    [ENMODE_NEND]    = {"N_end", HECO_OPTION_INTEGER, 6, 4, 1e8, NULL, "final population size"},
    [ENMODE_P]       = {"p", HECO_OPTION_REAL, 0.25, 0, 1, NULL,
                        "share of the population that pbest comes from"},
    [ENMODE_ARCHIVE] = {"archive", HECO_OPTION_REAL, 2, 0, 100, NULL, "archive size over N0"},
    [ENMODE_WAIT]    = {"wait", HECO_OPTION_INTEGER, 100, 0, 1e9, NULL,
                        "generations with the easy half of the constraints alone"},
    [ENMODE_OPTIONS] = {0}};

static const double ENMODE_M_CR  = 0.2;         /* first means of CR               */
static const double ENMODE_SCALE = 0.1;         /* scale of both Cauchy draws      */
static const double ENMODE_LEAST = 0.1;         /* least share of a mutation       */
enum { ENMODE_BEST = 2, ENMODE_OPERATORS = 2 }; /* least number of pbest members   */

typedef struct {
    heco_shade     e; /* one memory; a row of the population is x, g, h  */
    const double  *o;
    size_t         n, m;       /* variables, constraints                        */
    size_t         generation; /* counts from 1                                 */
    unsigned char *active;     /* whether constraint k counts                   */
    size_t         actives;
    double         share[ENMODE_OPERATORS]; /* of the trials                         */
    unsigned char *op;                      /* which mutation made trial i           */
    size_t        *best;                    /* members from the smallest f on        */
    double        *gain, *mean, *row;
    size_t        *scratch;
} enmode_state;

static void enmode_take_memory(enmode_state *s, heco_arena *arena, size_t N0) {
    s->active  = heco_arena_take(arena, s->m, sizeof *s->active);
    s->op      = heco_arena_take(arena, N0, sizeof *s->op);
    s->best    = heco_arena_take(arena, N0, sizeof *s->best);
    s->gain    = heco_arena_take(arena, N0, sizeof *s->gain);
    s->mean    = heco_arena_take(arena, s->m, sizeof *s->mean);
    s->row     = heco_arena_take(arena, s->n + s->m, sizeof *s->row);
    s->scratch = heco_arena_take(arena, N0 > s->m ? N0 : s->m, sizeof *s->scratch);
}

static heco_status enmode_init(void *state, const heco_setup *setup, size_t *max_batch) {
    enmode_state *s = state;
    double       *o = setup->option;
    size_t        n = setup->space->n;
    s->n = n, s->m = setup->space->ng + setup->space->nh, s->o = o;
    heco_sample_resolve_size(setup, ENMODE_N0, n <= 30 ? 200.0 : n <= 50 ? 150.0 : 80.0, 6.0);
    size_t           N0     = (size_t)o[ENMODE_N0];
    heco_shade_sizes sizes  = {.N0        = N0,
                               .N_end     = (size_t)o[ENMODE_NEND],
                               .width     = s->n + s->m,
                               .archive   = (size_t)round(o[ENMODE_ARCHIVE] * o[ENMODE_N0]),
                               .operators = 1,
                               .H         = N0};
    heco_status      status = heco_shade_init(&s->e, &sizes, setup, max_batch);
    if (status != HECO_OK) return status;
    enmode_take_memory(s, setup->arena, N0);
    if (heco_arena_failed(setup->arena)) return HECO_ERR_MEMORY;
    for (size_t k = 0; k < N0; k++) s->e.memory[0].CR[k] = ENMODE_M_CR;
    s->share[0] = s->share[1] = 1.0 / ENMODE_OPERATORS;
    return HECO_OK;
}

/* Returns how far constraint k of g, h is violated, 0 within its tolerance. */
static double enmode_one_violation(const heco_space *space, const double *g, const double *h,
                                   size_t k) {
    double value = k < space->ng ? g[k] : fabs(h[k - space->ng]);
    if (!isfinite(value)) return INFINITY;
    return value > heco_space_tol(space, k) ? value : 0.0;
}

/* Returns the mean violation of the active constraints. */
static double enmode_violation(const enmode_state *s, const double *g, const double *h) {
    double sum = 0.0;
    for (size_t k = 0; k < s->m; k++)
        if (s->active[k]) sum += enmode_one_violation(s->e.setup->space, g, h, k);
    return s->actives > 0 ? sum / (double)s->actives : 0.0;
}

/* Stores row i of a batch as member `at`. */
static void enmode_put(enmode_state *s, size_t at, const heco_batch *in, size_t i) {
    const double *g = in->g + i * in->ng, *h = in->h + i * in->nh;
    memcpy(s->row, in->x + i * in->n, in->n * sizeof *s->row);
    heco_row_constraints(s->row + in->n, in, i);
    heco_population_set(&s->e.P, at, s->row, in->f[i], enmode_violation(s, g, h));
}

/* Activates the half of the constraints with the smaller mean violation in the first population. */
static void enmode_order_constraints(enmode_state *s, const heco_batch *in) {
    size_t *order = s->scratch;
    for (size_t k = 0; k < s->m; k++) {
        double sum = 0.0;
        for (size_t i = 0; i < in->count; i++)
            sum +=
                enmode_one_violation(s->e.setup->space, in->g + i * in->ng, in->h + i * in->nh, k);
        s->mean[k] = sum;
    }
    heco_pick_identity(order, s->m);
    s->actives = s->o[ENMODE_WAIT] > 0.0 ? (s->m + 1) / 2 : s->m;
    heco_index_select2(order, s->mean, NULL, s->m, s->actives);
    memset(s->active, 0, s->m);
    for (size_t k = 0; k < s->actives; k++) s->active[order[k]] = 1;
}

/* Activates all constraints and measures the population again. */
static void enmode_activate_all(enmode_state *s) {
    heco_population *P = &s->e.P;
    memset(s->active, 1, s->m);
    s->actives = s->m;
    for (size_t i = 0; i < P->count; i++) {
        const double *g = heco_population_row(P, i) + s->n;
        P->v[i]         = enmode_violation(s, g, g + s->e.setup->space->ng);
    }
}

/* Draws F and CR of trial i from one memory slot. */
static void enmode_draw_parameters(enmode_state *s, size_t i) {
    heco_rng           *rng    = s->e.setup->rng;
    const heco_history *memory = &s->e.memory[0];
    size_t              r      = heco_rng_index(rng, memory->H);
    double              CR     = memory->CR[r];
    s->e.F[i]                  = heco_history_draw_F(memory->F[r], ENMODE_SCALE, rng);
    s->e.CR[i]                 = isnan(CR) ? 0.0 : heco_history_draw_F(CR, ENMODE_SCALE, rng);
}

/* Writes the mutant x + F (pbest - x + x_r1 - y) of member i; y comes from the population and the
 * archive for the first mutation, from the population for the second. */
static void enmode_mutate(enmode_state *s, size_t i, double *row) {
    const heco_population *P   = &s->e.P;
    heco_rng              *rng = s->e.setup->rng;
    size_t                 N = P->count, top = (size_t)round(s->o[ENMODE_P] * (double)N), r[2];
    size_t best = s->best[heco_rng_index(rng, top < ENMODE_BEST ? ENMODE_BEST : top)];
    s->op[i]    = heco_rng_uniform_inline(rng) >= s->share[0];
    r[0]        = heco_pick_other(rng, N, i);
    r[1]        = heco_pick_other2(rng, s->op[i] == 0 ? N + s->e.A.count : N, i, r[0]);
    heco_shade_mutate(&s->e, i, best, r, row);
}

/* Moves a mutant of member i into the box; `kind` is drawn once per generation. */
static void enmode_repair(const enmode_state *s, double *row, size_t i, size_t kind) {
    const heco_space *space = s->e.setup->space;
    if (kind == 0) heco_repair_midpoint(row, heco_population_row(&s->e.P, i), space);
    else if (kind == 1) heco_repair_reflect_once(row, space);
    else heco_repair_resample(row, space, s->e.setup->rng);
}

static heco_status enmode_ask(void *state, heco_batch *out) {
    enmode_state *s   = state;
    heco_rng     *rng = s->e.setup->rng;
    if (heco_shade_ask_first(&s->e, out)) return HECO_OK;
    size_t kind = heco_rng_index(rng, 3);
    out->count  = s->e.P.count;
    heco_pick_identity(s->best, s->e.P.count);
    heco_index_sort(s->best, s->e.P.f, s->e.P.count, s->scratch);
    for (size_t i = 0; i < out->count; i++) {
        double *row = out->x + i * s->n;
        enmode_draw_parameters(s, i);
        enmode_mutate(s, i, row);
        enmode_repair(s, row, i, kind);
        heco_cross_binomial(row, heco_population_row(&s->e.P, i), s->e.CR[i], s->n, HECO_FORCE_ONE,
                            rng);
    }
    return HECO_OK;
}

/* Returns the decrease from a to b relative to a, 0 if b is not smaller. */
static double enmode_decrease(double a, double b) {
    double by = a - b;
    return by > 0.0 ? by / fmax(fabs(a), 1e-300) : 0.0;
}

/* Returns 1 if a trial may replace member i; all comparisons are strict. */
static int enmode_accepts(const enmode_state *s, size_t i, double f, double v) {
    double v_x = s->e.P.v[i];
    return v == 0.0 && v_x == 0.0 ? f < s->e.P.f[i] : v < v_x;
}

/* Sets the gains: relative decreases; a trial that becomes feasible gets the largest gain of the
 * others on top. Trials that are not accepted have gain 0. */
static void enmode_set_gains(enmode_state *s, const heco_batch *in) {
    const heco_population *P    = &s->e.P;
    double                 most = 0.0;
    for (size_t i = 0; i < P->count; i++) {
        double v = s->e.v[i], sum = 0.0;
        s->gain[i] = 0.0;
        if (!enmode_accepts(s, i, in->f[i], v)) continue;
        sum        = enmode_decrease(P->v[i], v) + enmode_decrease(P->f[i], in->f[i]);
        s->gain[i] = isfinite(sum) ? sum : 0.0;
        if (v > 0.0) most = fmax(most, s->gain[i]);
    }
    for (size_t i = 0; i < P->count; i++)
        if (P->v[i] > 0.0 && s->e.v[i] == 0.0) s->gain[i] += most;
}

/* Replaces members by accepted trials. Members that stay go to the archive. */
static void enmode_select(enmode_state *s, const heco_batch *in) {
    heco_population *P = &s->e.P;
    heco_shade_clear_successes(&s->e);
    for (size_t i = 0; i < P->count; i++) {
        if (enmode_accepts(s, i, in->f[i], s->e.v[i])) {
            heco_shade_record_success(&s->e, 0, i, s->gain[i]);
            enmode_put(s, i, in, i);
        } else {
            heco_archive_add(&s->e.A, heco_population_row(P, i), s->e.setup->rng);
        }
    }
    heco_history_update(&s->e.memory[0], &s->e.success[0], HECO_MEAN_LEHMER, 1);
}

/* Sets the shares of the mutations in proportion to their mean gains. */
static void enmode_set_shares(enmode_state *s, size_t trials) {
    double sum[ENMODE_OPERATORS] = {0}, made[ENMODE_OPERATORS] = {0};
    for (size_t i = 0; i < trials; i++) sum[s->op[i]] += s->gain[i], made[s->op[i]] += 1.0;
    for (size_t k = 0; k < ENMODE_OPERATORS; k++) sum[k] /= fmax(made[k], 1.0);
    double all  = sum[0] + sum[1];
    s->share[0] = all > 0.0 ? fmin(fmax(sum[0] / all, ENMODE_LEAST), 1.0 - ENMODE_LEAST) : 0.5;
    s->share[1] = 1.0 - s->share[0];
}

/* Drops the worst members by the feasibility rule. */
static void enmode_shrink(enmode_state *s) {
    size_t N = heco_shade_next_size(&s->e);
    if (N == s->e.P.count) return;
    heco_order_feasible(s->e.order, s->e.P.f, s->e.P.v, s->e.P.count, s->scratch);
    heco_population_keep(&s->e.P, s->e.order, N);
}

static heco_status enmode_tell(void *state, const heco_batch *in) {
    enmode_state *s = state;
    if (s->e.P.count == 0) {
        s->e.P.count = in->count;
        enmode_order_constraints(s, in);
        for (size_t i = 0; i < in->count; i++) enmode_put(s, i, in, i);
    } else {
        for (size_t i = 0; i < in->count; i++)
            s->e.v[i] = enmode_violation(s, in->g + i * in->ng, in->h + i * in->nh);
        enmode_set_gains(s, in);
        enmode_select(s, in);
        enmode_set_shares(s, in->count);
        s->generation++;
        if (s->actives < s->m && (double)s->generation >= s->o[ENMODE_WAIT]) enmode_activate_all(s);
    }
    enmode_shrink(s);
    return HECO_OK;
}

const heco_algorithm heco_algorithm_enmode = {
    .size       = sizeof(heco_algorithm),
    .name       = "enmode",
    .title      = "EnMODE: two mutations share the trials; easy constraints first",
    .reference  = "sallam2020",
    .options    = enmode_options,
    .state_size = sizeof(enmode_state),
    .init       = enmode_init,
    .ask        = enmode_ask,
    .tell       = enmode_tell,
};
