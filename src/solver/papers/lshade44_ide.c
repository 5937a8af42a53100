/* lshade44-ide: LSHADE44 until enough feasible points are known, then IDE among them.
 * Tvrdik, Polakova (2017), IEEE CEC, 1436-1443                                  [tvrdik2017]
 * IDE: Tang, Dong, Liu (2015), IEEE Trans. Evol. Comput. 19, 560-574             [tang2015]
 *
 *   step                                            here
 *   stage 1: LSHADE44 on the mean violation alone   lshade44.c, lshade44_ide_feasibility
 *   store of feasible points, hand-over             lshade44_ide_collect, lshade44_ide_start
 *   stage 2: shares ps, pd of the generation        lshade44_ide_superior, lshade44_ide_generate
 *   base, partners, disturbed vector, F, CR         lshade44_ide_trial
 *   acceptance, end of the first phase              lshade44_ide_select
 *
 * The program of this method was not available; its stages are known from a summary, IDE from a
 * public translation. Not specified, and chosen here: the number of feasible points that ends
 * stage 1 (N2, 5 n: the population of the published IDE) and that stage 2 starts from the first
 * N2 found. A generation of stage 1 is evaluated as a whole, so up to N - 1 evaluations go by
 * after the store is full. */
#include "base/elementary.h"
#include "base/error.h"
#include "base/index_sort.h"
#include "solver/algorithm_table.h"
#include "solver/common/pick.h"
#include "solver/common/repair.h"
#include "solver/common/sample.h"
#include "solver/de/cross.h"
#include "solver/de/mutate.h"
#include "solver/papers/lshade44.h"

enum { IDE_N2 = LSHADE44_OPTIONS, IDE_OPTIONS };
static const heco_option lshade44_ide_options[] = {
    LSHADE44_OPTION_ROWS,
    [IDE_N2]      = {"N2", HECO_OPTION_INTEGER, NAN, 5, 1e8, NULL,
                     "feasible points that end stage 1, population size of stage 2 (5 n)"},
    [IDE_OPTIONS] = {0}};

typedef struct {
    lshade44_state  one;
    heco_population P;             /* store of feasible points, then the population sorted by f */
    double         *zero;          /* the objective of stage 1                                   */
    int             second;        /* stage 2 has begun                                          */
    double          g, g_max, g_t; /* generation; last one; last one of the first phase   */
    size_t          idle;          /* consecutive generations without success             */
    size_t         *order, *scratch;
    double         *disturbed, *rows;
} lshade44_ide_state;

static heco_status lshade44_ide_init(void *state, const heco_setup *setup, size_t *max_batch) {
    lshade44_ide_state *s     = state;
    heco_arena         *arena = setup->arena;
    double             *o     = setup->option;
    size_t              n     = setup->space->n;
    int                 given = !isnan(o[IDE_N2]);
    heco_sample_resolve_size(setup, IDE_N2, 5.0 * (double)n, 5.0);
    if (given && o[IDE_N2] > (double)setup->max_evals)
        return heco_fail(setup->error, HECO_ERR_ARG,
                         "N2 = %.0f feasible points do not fit into %llu evaluations: lower N2",
                         o[IDE_N2], (unsigned long long)setup->max_evals);
    size_t      N2     = (size_t)o[IDE_N2];
    heco_status status = heco_lshade44_init(&s->one, setup, max_batch);
    if (status != HECO_OK) return status;
    heco_population_init(&s->P, n, N2, arena);
    s->zero      = heco_arena_take(arena, s->one.e.N0, sizeof *s->zero);
    s->order     = heco_arena_take(arena, N2, sizeof *s->order);
    s->scratch   = heco_arena_take(arena, N2, sizeof *s->scratch);
    s->disturbed = heco_arena_take(arena, n, sizeof *s->disturbed);
    s->rows      = heco_arena_take(arena, N2 * n, sizeof *s->rows);
    if (*max_batch < N2) *max_batch = N2;
    return HECO_OK;
}

/* Stores feasible points until there are N2. */
static void lshade44_ide_collect(lshade44_ide_state *s, const heco_batch *in) {
    heco_population *P = &s->P;
    for (size_t i = 0; i < in->count && P->count < P->capacity; i++)
        if (in->viol[i] == 0.0)
            heco_population_set(P, P->count++, in->x + i * in->n, in->f[i], 0.0);
}

/* Begins stage 2. */
static void lshade44_ide_start(lshade44_ide_state *s) {
    double left = (double)heco_setup_left(s->one.e.setup);
    s->second   = 1;
    s->g        = 1.0;
    s->g_max    = fmax(1.0, floor(left / (double)s->P.count));
    s->g_t      = s->g_max / 2.0;
}

/* Continues stage 1, which minimises the violation until there are N2 feasible points. */
static void lshade44_ide_feasibility(lshade44_ide_state *s, const heco_batch *in) {
    lshade44_ide_collect(s, in);
    heco_lshade44_take_values(&s->one, in->x, s->zero, in->viol, in->count);
    if (s->P.count == s->P.capacity) lshade44_ide_start(s);
}

/* Returns ps, the share of the population that counts as superior; it grows late. */
static double lshade44_ide_superior(const lshade44_ide_state *s) {
    return 0.1 + 0.9 * heco_pow(10.0, 5.0 * (s->g / s->g_max - 1.0));
}

/* Writes the trial of member i. Places are from 0 here, from 1 in the paper: member i has F and CR
 * around (i + 1)/N. */
static void lshade44_ide_trial(lshade44_ide_state *s, size_t i, double ps, double *row) {
    const heco_space      *space = s->one.e.setup->space;
    heco_rng              *rng   = s->one.e.setup->rng;
    const heco_population *P     = &s->P;
    size_t                 N = P->count, S = (size_t)fmax(1.0, floor(ps * (double)N)), r[4];
    heco_pick_distinct(r, 4, rng, N, i);
    size_t o = s->g <= s->g_t ? i : r[3];
    if (o >= S) r[0] = heco_rng_index(rng, S);
    double F  = heco_history_redraw_normal((double)(o + 1) / (double)N, 0.1, rng);
    double CR = heco_history_redraw_normal((double)(i + 1) / (double)N, 0.1, rng);
    heco_sample_disturb(s->disturbed, heco_population_row(P, r[2]), 0.1 * ps, space, rng);
    heco_parents p = {heco_population_row(P, o), heco_population_row(P, r[0]),
                      heco_population_row(P, r[1]), s->disturbed};
    heco_mutate_toward1(row, &p, F, F, P->n);
    heco_cross_binomial(row, heco_population_row(P, i), CR, P->n, HECO_FORCE_ONE, rng);
    heco_repair_resample(row, space, rng);
}

/* Sorts the population of stage 2 by f and writes its trials. */
static void lshade44_ide_generate(lshade44_ide_state *s, heco_batch *out) {
    double ps = lshade44_ide_superior(s);
    heco_pick_identity(s->order, s->P.count);
    heco_index_sort(s->order, s->P.f, s->P.count, s->scratch);
    heco_population_gather(&s->P, s->order, s->P.count, s->rows);
    out->count = s->P.count;
    for (size_t i = 0; i < s->P.count; i++) lshade44_ide_trial(s, i, ps, out->x + i * s->P.n);
}

/* Replaces members by feasible trials that are not worse. The first phase, in which every target is
 * its own base, ends early when nothing succeeds for a tenth of the generations. */
static void lshade44_ide_select(lshade44_ide_state *s, const heco_batch *in) {
    size_t successes = 0;
    for (size_t i = 0; i < in->count; i++) {
        if (!(in->viol[i] == 0.0 && in->f[i] <= s->P.f[i])) continue;
        heco_population_set(&s->P, i, in->x + i * in->n, in->f[i], 0.0);
        successes++;
    }
    s->idle = successes > 0 ? 0 : s->idle + 1;
    if (s->g < s->g_t && (double)s->idle >= s->g_max / 10.0) s->g_t = s->g;
    s->g += 1.0;
}

static heco_status lshade44_ide_ask(void *state, heco_batch *out) {
    lshade44_ide_state *s = state;
    if (!s->second) return heco_lshade44_ask(&s->one, out);
    lshade44_ide_generate(s, out);
    return HECO_OK;
}

static heco_status lshade44_ide_tell(void *state, const heco_batch *in) {
    lshade44_ide_state *s = state;
    if (s->second) lshade44_ide_select(s, in);
    else lshade44_ide_feasibility(s, in);
    return HECO_OK;
}

const heco_algorithm heco_algorithm_lshade44_ide = {
    .size       = sizeof(heco_algorithm),
    .name       = "lshade44-ide",
    .title      = "LSHADE44+IDE: first feasible points, then the objective",
    .reference  = "tvrdik2017",
    .options    = lshade44_ide_options,
    .state_size = sizeof(lshade44_ide_state),
    .init       = lshade44_ide_init,
    .ask        = lshade44_ide_ask,
    .tell       = lshade44_ide_tell,
};
