/* sass: spherical search with self-adapted step and rank, an epsilon level on every constraint, and
 * repair of infeasible trials by damped least squares.
 * Kumar, Das, Zelinka (2020), GECCO companion                                [kumar2020sass]
 *
 *   step                                             here
 *   first level, its exponent                        sass_set_first_level
 *   step size c, rank parameter rp                   sass_draw_parameters
 *   u = x + c z on a random subset of coordinates    sass_generate
 *   repair of trials and of the best member          sass_list_repairs;
 * solver/common/constraint_repair.c successes by f alone, archive                    sass_record
 *   replacement at the level                         sass_replace
 *   collapse: a new population                       sass_is_collapsed
 *
 * Follows the description of the authors' program. In it the orthogonal matrix of the spherical
 * search is a signed permutation, so that a trial keeps a random subset of the coordinates of its
 * step: that is binomial crossover with rp as its rate. Differs from it:
 *   - the Jacobian comes from differences and costs n evaluations; the program has the derivatives
 *     of every problem of the competition and counts one evaluation per iteration. The long repairs
 *     (n >= 20 and equalities; 3000 iterations, 5000 for the best) are limited to that many
 *     *evaluations* here;
 *   - the best member of the population is repaired, not a best point kept beside it;
 *   - a small spread of f ends a population only if its violations have a small spread too;
 *   - a short budget shortens the level's horizon TC to half of its generations. */
#include <string.h>

#include "base/elementary.h"
#include "problem/violation.h"
#include "solver/algorithm_table.h"
#include "solver/common/constraint_repair.h"
#include "solver/common/epsilon.h"
#include "solver/common/order.h"
#include "solver/common/pick.h"
#include "solver/common/repair.h"
#include "solver/common/sample.h"
#include "solver/de/cross.h"
#include "solver/de/shade.h"

enum { SASS_N, SASS_H, SASS_P, SASS_ARCHIVE, SASS_TC, SASS_REPAIR, SASS_STEPS, SASS_OPTIONS };
static const heco_option sass_options[] = {
    [SASS_N]       = {"N", HECO_OPTION_INTEGER, NAN, 4, 1e8, NULL, "population size (60)"},
    [SASS_H]       = {"H", HECO_OPTION_INTEGER, 6, 1, 10000, NULL, "memory slots"},
    [SASS_P]       = {"p", HECO_OPTION_REAL, 0.1, 0, 1, NULL,
                      "share of the population that pbest comes from"},
    [SASS_ARCHIVE] = {"archive", HECO_OPTION_REAL, 2.6, 0, 100, NULL, "archive size over N"},
    [SASS_TC]      = {"TC", HECO_OPTION_INTEGER, NAN, 1, 1e9, NULL,
                      "generations until the level is 0 (500; half of a short run)"},
    [SASS_REPAIR]  = {"repair", HECO_OPTION_REAL, 0.2, 0, 1, NULL,
                      "share of the trials repaired in every n-th generation"},
    [SASS_STEPS]   = {"steps", HECO_OPTION_INTEGER, 4, 1, 1e6, NULL,
                      "repair steps at most, where n < 20 or without equalities"},
    [SASS_OPTIONS] = {0}};

static const double SASS_SPREAD = 1e-8; /* least standard deviation of f and of v               */
static const double SASS_MOST_V = 100;  /* only trials with smaller violations are repaired     */
static const double SASS_ETA    = 1e-7; /* difference over the width of the box (here)           */
enum { SASS_LONG_TRIAL = 3000, SASS_LONG_BEST = 5000, SASS_BEST = 2 };
enum { SASS_MOST_N = 1000 }; /* the normal equations of a repair cost n^3 operations       */

typedef enum { SASS_START, SASS_TRIALS, SASS_UNDER_REPAIR } sass_phase;

typedef struct {
    heco_shade             e; /* one memory for (c, rp); a row of P is x, g, h          */
    const double          *o;
    size_t                 n, m, N;
    sass_phase             phase;
    double                 g; /* generation, counts from 1                            */
    double                 E0, E, cp;
    heco_constraint_repair fix; /* the trials, and in row N the best member             */
    double                *row, *rows;
    size_t                *scratch;
} sass_state;

static heco_status sass_init(void *state, const heco_setup *setup, size_t *max_batch) {
    sass_state *s = state;
    double     *o = setup->option;
    s->n = setup->space->n, s->m = setup->space->ng + setup->space->nh, s->o = o, s->g = 1.0;
    heco_status status = heco_sample_check_variables(setup, SASS_MOST_N, "a repair");
    if (status != HECO_OK) return status;
    heco_sample_resolve_size(setup, SASS_N, 60.0, 4.0);
    double half = floor((double)setup->max_evals / (2.0 * o[SASS_N]));
    if (isnan(o[SASS_TC])) o[SASS_TC] = fmax(1.0, fmin(500.0, half));
    s->N                   = (size_t)o[SASS_N];
    heco_shade_sizes sizes = {.N0        = s->N,
                              .N_end     = s->N,
                              .width     = s->n + s->m,
                              .archive   = (size_t)round(o[SASS_ARCHIVE] * o[SASS_N]),
                              .operators = 1,
                              .H         = (size_t)o[SASS_H]};
    status                 = heco_shade_init(&s->e, &sizes, setup, max_batch);
    if (status != HECO_OK) return status;
    if (*max_batch < s->n) *max_batch = s->n;
    heco_constraint_repair_init(&s->fix, HECO_REPAIR_SLACKS, SASS_ETA, setup->space, s->N + 1,
                                setup->arena);
    s->row     = heco_arena_take(setup->arena, s->n + s->m, sizeof *s->row);
    s->rows    = heco_arena_take(setup->arena, s->N * (s->n + s->m), sizeof *s->rows);
    s->scratch = heco_arena_take(setup->arena, s->N, sizeof *s->scratch);
    return heco_arena_failed(setup->arena) ? HECO_ERR_MEMORY : HECO_OK;
}

/* Stores offspring k of s->fix as member `at`. */
static void sass_put(sass_state *s, size_t at, size_t k) {
    memcpy(s->row, s->fix.x + k * s->n, s->n * sizeof *s->row);
    if (s->m > 0) memcpy(s->row + s->n, s->fix.c + k * s->m, s->m * sizeof *s->row);
    heco_population_set(&s->e.P, at, s->row, s->fix.f[k], s->fix.v[k]);
}

/* Sorts the population by the feasibility rule. */
static void sass_sort(sass_state *s) {
    heco_population *P = &s->e.P;
    heco_order_feasible(s->e.order, P->f, P->v, P->count, s->scratch);
    heco_population_gather(P, s->e.order, P->count, s->rows);
}

/* Sets the first level, the mean violation of the best ceil(0.9 N), and its exponent. */
static void sass_set_first_level(sass_state *s) {
    size_t best = (size_t)ceil(0.9 * (double)s->N), counted = 0;
    double sum = 0.0;
    for (size_t i = 0; i < best; i++)
        if (isfinite(s->e.P.v[i])) sum += s->e.P.v[i], counted++;
    s->E0 = counted > 0 ? sum / (double)counted : 0.0;
    s->cp = s->E0 > 0.0 ? fmax(3.0, (-5.0 - heco_log(s->E0)) / heco_log(0.05)) : 3.0;
}

/* Draws step size and rank parameter of trial i; the latter has an arcsine law, as in the
 * program. */
static void sass_draw_parameters(sass_state *s, size_t i) {
    heco_rng           *rng    = s->e.setup->rng;
    const heco_history *memory = &s->e.memory[0];
    size_t              r      = heco_rng_index(rng, memory->H);
    double              mean   = memory->CR[r];
    s->e.F[i]                  = heco_history_draw_F(memory->F[r], 0.1, rng);
    double arc = -heco_asin(heco_rng_uniform_inline(rng)), root_pi = 1.7724538509055159;
    arc += heco_asin(heco_rng_uniform_inline(rng));
    s->e.CR[i] = isnan(mean) ? 0.0 : heco_history_clip_CR(mean + 0.1 * root_pi * arc);
}

/* Writes the trials x + c ((pbest - x) + (x_r1 - y)) on random subsets of the coordinates. */
static void sass_generate(sass_state *s, heco_batch *out) {
    const heco_population *P   = &s->e.P;
    const heco_space      *box = s->e.setup->space;
    heco_rng              *rng = s->e.setup->rng;
    size_t                 top = (size_t)round(s->o[SASS_P] * (double)s->N);
    top                        = top < SASS_BEST ? SASS_BEST : top;
    out->count                 = s->N;
    for (size_t i = 0; i < s->N; i++) {
        const double *x   = heco_population_row(P, i);
        double       *row = out->x + i * s->n;
        sass_draw_parameters(s, i);
        size_t best = heco_rng_index(rng, top), r[2] = {heco_pick_other(rng, s->N, i), 0};
        r[1] = heco_pick_other2(rng, s->N + s->e.A.count, i, r[0]);
        heco_shade_mutate(&s->e, i, best, r, row);
        heco_cross_binomial(row, x, s->e.CR[i], s->n, HECO_FORCE_ONE, rng);
        heco_repair_midpoint(row, x, box);
    }
}

/* Lists the trials to repair in every n-th generation, and the best member where repairs are long.
 * Returns the number of steps. */
static size_t sass_list_repairs(sass_state *s) {
    heco_constraint_repair *fix = &s->fix;
    if (s->m == 0 || fmod(s->g, (double)s->n) != 0.0) return 0;
    for (size_t k = 0; k < s->N; k++)
        if (heco_rng_uniform_inline(s->e.setup->rng) <= s->o[SASS_REPAIR] &&
            fix->v[k] < SASS_MOST_V)
            heco_constraint_repair_add(fix, k);
    if (!heco_constraint_repair_is_long(s->e.setup->space)) return (size_t)s->o[SASS_STEPS];
    const double *best = heco_population_row(&s->e.P, 0);
    size_t N = s->N, trial = SASS_LONG_TRIAL / (s->n + 1), most = SASS_LONG_BEST / (s->n + 1);
    memcpy(fix->x + N * s->n, best, s->n * sizeof *best);
    memcpy(fix->c + N * s->m, best + s->n, s->m * sizeof *best);
    fix->f[N] = s->e.P.f[0], fix->v[N] = s->e.P.v[0];
    heco_constraint_repair_add(fix, N);
    return fix->todos > 1 ? trial : most;
}

/* Records the trials with smaller f, feasible or not, and archives their parents. */
static void sass_record(sass_state *s) {
    heco_shade_clear_successes(&s->e);
    for (size_t i = 0; i < s->N; i++) {
        if (!(s->fix.f[i] < s->e.P.f[i])) continue;
        heco_shade_record_success(&s->e, 0, i, s->e.P.f[i] - s->fix.f[i]);
        heco_archive_add(&s->e.A, heco_population_row(&s->e.P, i), s->e.setup->rng);
    }
    heco_history_update(&s->e.memory[0], &s->e.success[0], HECO_MEAN_LEHMER, 1);
}

/* Replaces members by trials that are not worse by (violation at level E, f), and the best member
 * by its repaired copy if that is better. */
static void sass_replace(sass_state *s) {
    heco_population *P = &s->e.P;
    for (size_t i = 0; i < s->N; i++) {
        double v_u = heco_constraint_repair_violation(&s->fix, s->fix.c + i * s->m, s->E);
        double v_x =
            heco_constraint_repair_violation(&s->fix, heco_population_row(P, i) + s->n, s->E);
        if (v_u < v_x || (v_u == v_x && s->fix.f[i] <= P->f[i])) sass_put(s, i, i);
    }
    size_t N = s->N;
    if (s->fix.changed[N] &&
        heco_better_feasible_inline(s->fix.f[N], s->fix.v[N], P->f[0], P->v[0]))
        sass_put(s, 0, N);
    s->fix.changed[N] = 0;
}

/* Returns the standard deviation. */
static double sass_deviation(const double *a, size_t count) {
    double mean = 0.0, square = 0.0;
    for (size_t i = 0; i < count; i++) mean += a[i] / (double)count;
    for (size_t i = 0; i < count; i++) square += (a[i] - mean) * (a[i] - mean);
    return sqrt(square / (double)(count - 1));
}

/* Returns 1 if the members no longer differ in f and v, or are all infeasible and no longer differ
 * in v. */
static int sass_is_collapsed(const sass_state *s) {
    const heco_population *P = &s->e.P;
    if (!(sass_deviation(P->v, s->N) < SASS_SPREAD)) return 0;
    return P->v[0] > 0.0 || sass_deviation(P->f, s->N) < SASS_SPREAD;
}

/* Ends a generation. */
static void sass_finish(sass_state *s) {
    sass_record(s);
    sass_replace(s);
    sass_sort(s);
    s->g += 1.0;
    s->E     = s->g > 1.0 ? heco_epsilon_power(s->E0, s->g, s->o[SASS_TC], s->cp) : 0.0;
    s->phase = sass_is_collapsed(s) ? SASS_START : SASS_TRIALS;
}

static heco_status sass_ask(void *state, heco_batch *out) {
    sass_state *s = state;
    switch (s->phase) {
    case SASS_START:
        if (s->e.P.count == 0) return heco_sample_initial(out, s->N, s->e.setup);
        return heco_sample_rows(out, s->N, s->e.setup);
    case SASS_TRIALS: sass_generate(s, out); break;
    case SASS_UNDER_REPAIR: heco_constraint_repair_ask(&s->fix, out); break;
    }
    return HECO_OK;
}

/* Makes a batch the population. The level continues if it is not the first one. */
static void sass_begin(sass_state *s) {
    int first    = s->e.P.count == 0;
    s->e.P.count = s->N;
    for (size_t i = 0; i < s->N; i++) sass_put(s, i, i);
    sass_sort(s);
    if (first) sass_set_first_level(s);
    s->phase = SASS_TRIALS;
}

static heco_status sass_tell(void *state, const heco_batch *in) {
    sass_state *s = state;
    if (s->phase == SASS_UNDER_REPAIR) {
        if (!heco_constraint_repair_tell(&s->fix, in)) sass_finish(s);
        return HECO_OK;
    }
    heco_constraint_repair_take(&s->fix, in);
    if (s->phase == SASS_START) {
        sass_begin(s);
        return HECO_OK;
    }
    size_t steps = sass_list_repairs(s);
    if (steps > 0 && heco_constraint_repair_begin(&s->fix, steps)) s->phase = SASS_UNDER_REPAIR;
    else sass_finish(s);
    return HECO_OK;
}

const heco_algorithm heco_algorithm_sass = {
    .size       = sizeof(heco_algorithm),
    .name       = "sass",
    .title      = "SASS: spherical search, level on every constraint, repair by least squares",
    .reference  = "kumar2020sass",
    .options    = sass_options,
    .state_size = sizeof(sass_state),
    .init       = sass_init,
    .ask        = sass_ask,
    .tell       = sass_tell,
};
