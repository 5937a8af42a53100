/* frofi: feasibility rule with the incorporation of objective function information.
 * Wang, Wang, Li, Yen (2016), IEEE Trans. Cybernetics 46, 2938-2952                [wang2016]
 *
 *   step                                          here
 *   current-to-rand/1, rand-to-best/1/bin         solver/de/composite.c, frofi_write_trials
 *   feasibility rule, losers with smaller f       frofi_select
 *   replacement mechanism, group by group         frofi_replace
 *   mutation of an infeasible population          frofi_write_mutant, frofi_keep_mutant
 *
 * The best of the DE operator is the member of smallest f, feasible or not. The published sources
 * leave open or disagree on: N (80), the number of replacements (MRN: round(max(5, n/2))), whether
 * parents differ from the target (they do), K and F per trial or per coordinate (per trial), the
 * repair (reflect or bound). The archive lives for one generation, so it is a list of rows of the
 * batch. Replacement and mutation may remove the best member; the run keeps it. */
#include "base/index_sort.h"
#include "solver/algorithm_table.h"
#include "solver/common/order.h"
#include "solver/common/pick.h"
#include "solver/common/repair.h"
#include "solver/common/sample.h"
#include "solver/de/composite.h"

enum { FROFI_N, FROFI_MRN, FROFI_OPTIONS };
static const heco_option frofi_options[] = {
    [FROFI_N]       = {"N", HECO_OPTION_INTEGER, NAN, 4, 1e8, NULL, "population size (80)"},
    [FROFI_MRN]     = {"MRN", HECO_OPTION_INTEGER, NAN, 1, 1e8, NULL,
                       "most replacements by lost trials in a generation (n/2, at least 5)"},
    [FROFI_OPTIONS] = {0}};

enum { FROFI_START, FROFI_GENERATION, FROFI_MUTATION };

typedef struct {
    const heco_setup *setup;
    heco_population   P;
    size_t            N, group; /* members per group */
    int               phase;
    double           *v;    /* violations of the trials                           */
    size_t           *lost; /* rows of the batch: lost, but with smaller f        */
    size_t            losers;
    size_t           *order, *scratch;
} frofi_state;

static heco_status frofi_init(void *state, const heco_setup *setup, size_t *max_batch) {
    frofi_state *s = state;
    double      *o = setup->option;
    heco_sample_resolve_size(setup, FROFI_N, 80.0, 4.0);
    if (isnan(o[FROFI_MRN])) o[FROFI_MRN] = round(fmax(5.0, (double)setup->space->n / 2.0));
    s->setup           = setup;
    s->N               = (size_t)o[FROFI_N];
    s->group           = (size_t)fmax(1.0, round(o[FROFI_N] / o[FROFI_MRN]));
    heco_status status = heco_sample_check_budget(setup, s->N);
    if (status != HECO_OK) return status;
    heco_population_init(&s->P, setup->space->n, s->N, setup->arena);
    s->v       = heco_arena_take(setup->arena, s->N, sizeof *s->v);
    s->lost    = heco_arena_take(setup->arena, s->N, sizeof *s->lost);
    s->order   = heco_arena_take(setup->arena, s->N, sizeof *s->order);
    s->scratch = heco_arena_take(setup->arena, s->N, sizeof *s->scratch);
    *max_batch = s->N;
    return heco_arena_failed(setup->arena) ? HECO_ERR_MEMORY : HECO_OK;
}

/* Writes the trials of a generation. */
static void frofi_write_trials(frofi_state *s, heco_batch *out) {
    heco_rng *rng  = s->setup->rng;
    size_t    best = 0;
    for (size_t i = 1; i < s->N; i++)
        if (s->P.f[i] < s->P.f[best]) best = i;
    for (size_t i = 0; i < s->N; i++) {
        double *u = out->x + i * s->P.n;
        if (heco_rng_index_inline(rng, 2) == 0) heco_composite_current_to_rand(u, &s->P, i, rng);
        else heco_composite_rand_to_best(u, &s->P, i, best, rng);
        heco_repair_reflect_or_bound(u, s->setup->space, rng);
    }
    out->count = s->N;
}

/* Writes a random member with one coordinate drawn again. */
static void frofi_write_mutant(frofi_state *s, double *u) {
    const heco_space *space = s->setup->space;
    heco_rng         *rng   = s->setup->rng;
    size_t            i = heco_rng_index(rng, s->N), j = heco_rng_index(rng, space->n);
    heco_space        one = {.n = 1, .lower = space->lower + j, .upper = space->upper + j};
    memcpy(u, heco_population_row(&s->P, i), space->n * sizeof *u);
    heco_sample_uniform(u + j, &one, rng);
}

static heco_status frofi_ask(void *state, heco_batch *out) {
    frofi_state *s = state;
    if (s->phase == FROFI_START) return heco_sample_initial(out, s->N, s->setup);
    if (s->phase == FROFI_GENERATION) {
        frofi_write_trials(s, out);
    } else {
        out->count = 1;
        frofi_write_mutant(s, out->x);
    }
    return HECO_OK;
}

/* Replaces members by accepted trials and lists lost ones with smaller f. */
static void frofi_select(frofi_state *s, const heco_batch *in) {
    s->losers = 0;
    for (size_t i = 0; i < s->N; i++) {
        if (heco_accepts(in->f[i], s->v[i], s->P.f[i], s->P.v[i]))
            heco_population_set(&s->P, i, in->x + i * in->n, in->f[i], s->v[i]);
        else if (in->f[i] < s->P.f[i]) s->lost[s->losers++] = i;
    }
}

/* Splits the population into groups by falling f. In each group, the member of largest violation is
 * replaced by the lost trial of smallest violation if that has the smaller f. The remaining lost
 * trials are dropped. */
static void frofi_replace(frofi_state *s, const heco_batch *in) {
    heco_population *P    = &s->P;
    size_t           next = 0;
    heco_index_sort(s->lost, s->v, s->losers, s->scratch);
    heco_pick_identity(s->order, s->N);
    heco_index_sort(s->order, P->f, s->N, s->scratch); /* rising: groups are taken from the end */
    for (size_t end = s->N; end >= s->group && next < s->losers; end -= s->group) {
        size_t worst = s->order[end - 1], row = s->lost[next];
        for (size_t k = 2; k <= s->group; k++)
            if (P->v[s->order[end - k]] > P->v[worst]) worst = s->order[end - k];
        if (!(in->f[row] < P->f[worst])) continue;
        heco_population_set(P, worst, in->x + row * in->n, in->f[row], s->v[row]);
        next++;
    }
}

static int frofi_any_feasible(const frofi_state *s) {
    for (size_t i = 0; i < s->N; i++)
        if (s->P.v[i] == 0.0) return 1;
    return 0;
}

/* Replaces the member of largest violation by the mutant if that has the smaller f. */
static void frofi_keep_mutant(frofi_state *s, const heco_batch *in) {
    size_t worst = 0;
    for (size_t i = 1; i < s->N; i++)
        if (s->P.v[i] > s->P.v[worst]) worst = i;
    if (in->f[0] < s->P.f[worst]) heco_population_set(&s->P, worst, in->x, in->f[0], s->v[0]);
}

static heco_status frofi_tell(void *state, const heco_batch *in) {
    frofi_state *s = state;
    heco_row_violations(s->v, in, s->setup->space, 1.0);
    if (s->phase == FROFI_START) {
        heco_population_fill(&s->P, in, s->v);
        s->phase = FROFI_GENERATION;
    } else if (s->phase == FROFI_GENERATION) {
        frofi_select(s, in);
        frofi_replace(s, in);
        if (!frofi_any_feasible(s)) s->phase = FROFI_MUTATION;
    } else {
        frofi_keep_mutant(s, in);
        s->phase = FROFI_GENERATION;
    }
    return HECO_OK;
}

const heco_algorithm heco_algorithm_frofi = {
    .size       = sizeof(heco_algorithm),
    .name       = "frofi",
    .title      = "FROFI: feasibility rule with objective information",
    .reference  = "wang2016",
    .options    = frofi_options,
    .state_size = sizeof(frofi_state),
    .init       = frofi_init,
    .ask        = frofi_ask,
    .tell       = frofi_tell,
};
