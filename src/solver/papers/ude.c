/* ude: unified differential evolution.
 * Trivedi, Sanyal, Verma, Srinivasan (2017), IEEE CEC, 1231-1238               [trivedi2017]
 *
 *   step                                            here
 *   three trials per top member, one per other      heco_ude_family_generate
 *   best of three by F = f + R v, wins              heco_ude_family_judge
 *   pool of parents and candidates, no duplicates   ude_select
 *   random points where too few are left            phase UDE_FILL
 *   local search: x_best + F (x_r1 - x_r2)          ude_local_trial, ude_local_insert
 *
 * Points are compared by F alone, inside the search. The paper's answer is the point of smallest F;
 * a run here reports by the feasibility rule, as for every algorithm (see docs/algorithms/ude.md).
 * The paper leaves open, or we could not read: R (penalty: 100, which the published end point of
 * C11 implies), N (5 n, here at least 20), the share of pbest (p), the window of the probabilities
 * (Lp), the local search (local: one trial in every generation, kept when better than the worst),
 * and what fills the population when duplicates leave too few (uniform points). */
#include "solver/algorithm_table.h"
#include "solver/common/distinct.h"
#include "solver/common/order.h"
#include "solver/common/pick.h"
#include "solver/common/repair.h"
#include "solver/common/sample.h"
#include "solver/de/mutate.h"
#include "solver/papers/ude_family.h"

enum { UDE_N, UDE_TOP, UDE_LP, UDE_P, UDE_PENALTY, UDE_RANKING, UDE_LOCAL, UDE_OPTIONS };
static const heco_option ude_options[] = {
    [UDE_N]   = {"N", HECO_OPTION_INTEGER, NAN, 4, 1e8, NULL, "population size (5 n, at least 20)"},
    [UDE_TOP] = {"top", HECO_OPTION_REAL, 0.5, 0, 1, NULL,
                 "share of the population that tries all three strategies"},
    [UDE_LP]  = {"Lp", HECO_OPTION_INTEGER, 25, 1, 1e5, NULL,
                 "generations from which strategy probabilities are learned"},
    [UDE_P]   = {"p", HECO_OPTION_REAL, 0.05, 0, 1, NULL,
                 "share of the population that pbest comes from; at least two members"},
    [UDE_PENALTY] = {"penalty", HECO_OPTION_REAL, 100, 1e-300, 1e300, NULL,
                     "R: points are compared by f + R v, v the sum of violations"},
    [UDE_RANKING] = {"ranking", HECO_OPTION_CHOICE, UDE_RANK_BOTH, 0, 2, "none|base|both",
                     "parents drawn by rank: none, the base vector, or base and terminal vector"},
    [UDE_LOCAL]   = {"local", HECO_OPTION_CHOICE, 1, 0, 1, "no|yes",
                     "one trial from the best member after each generation"},
    [UDE_OPTIONS] = {0}};

enum { UDE_START, UDE_GENERATION, UDE_FILL, UDE_LOCAL_TRIAL };

typedef struct {
    ude_family    e;
    int           phase, local;
    size_t        missing; /* rows of P that uniform points fill */
    heco_distinct distinct;
} ude_state;

static heco_status ude_init(void *state, const heco_setup *setup, size_t *max_batch) {
    ude_state *s = state;
    double    *o = setup->option;
    heco_sample_resolve_size(setup, UDE_N, fmax(20.0, 5.0 * (double)setup->space->n), 4.0);
    size_t      N = (size_t)o[UDE_N], best = (size_t)fmax(2.0, floor(o[UDE_P] * o[UDE_N]));
    ude_params  p      = {.N           = N,
                          .room        = 2 * N,
                          .T           = (size_t)floor(o[UDE_TOP] * o[UDE_N]),
                          .Lp          = (size_t)o[UDE_LP],
                          .p_min       = best,
                          .p_max       = best,
                          .ranking     = (int)o[UDE_RANKING],
                          .losers_lose = 1,
                          .current     = 1.0,
                          .penalty     = o[UDE_PENALTY]};
    heco_status status = heco_ude_family_init(&s->e, &p, setup, max_batch);
    if (status != HECO_OK) return status;
    s->local = o[UDE_LOCAL] != 0.0;
    heco_distinct_init(&s->distinct, p.room, setup->arena);
    return heco_arena_failed(setup->arena) ? HECO_ERR_MEMORY : HECO_OK;
}

/* Writes a trial from the best member: F from the pool, no crossover. */
static void ude_local_trial(ude_state *s, double *u) {
    ude_family *e  = &s->e;
    size_t      r1 = heco_pick_other(e->rng, e->P.count, 0);
    size_t      r2 = heco_pick_other2(e->rng, e->P.count, 0, r1);
    heco_ude_family_sample(e, 0, UDE_RAND);
    heco_mutate_rand1(u, heco_population_row(&e->P, 0), heco_population_row(&e->P, r1),
                      heco_population_row(&e->P, r2), e->F[0], e->P.n);
    heco_repair_clip(u, e->space);
}

static heco_status ude_ask(void *state, heco_batch *out) {
    ude_state *s = state;
    switch (s->phase) {
    case UDE_START: return heco_sample_initial(out, s->e.p.N, s->e.setup);
    case UDE_FILL: return heco_sample_rows(out, s->missing, s->e.setup);
    case UDE_LOCAL_TRIAL:
        out->count = 1;
        ude_local_trial(s, out->x);
        break;
    default: heco_ude_family_generate(&s->e, out); break;
    }
    return HECO_OK;
}

/* Keeps the best N different points of P, best first, and sets `missing`. */
static void ude_keep_best(ude_state *s) {
    ude_family *e = &s->e;
    heco_order_feasible(e->order, e->P.f, e->P.v, e->P.count, e->scratch);
    size_t kept = heco_distinct_remove_equal(&s->distinct, e->order, e->P.count, e->P.x, e->P.n);
    if (kept > e->p.N) kept = e->p.N;
    heco_population_gather(&e->P, e->order, kept, e->rows);
    s->missing = e->p.N - kept;
}

/* Adds the candidates to P and keeps the best. */
static void ude_select(ude_state *s, const heco_batch *in) {
    ude_family *e = &s->e;
    heco_ude_family_judge(e, in);
    for (size_t i = 0; i < e->p.N; i++) {
        size_t row = e->candidate[i];
        heco_population_set(&e->P, e->p.N + i, in->x + row * in->n, e->f[row], e->v[row]);
    }
    e->P.count = 2 * e->p.N;
    ude_keep_best(s);
}

/* Adds the uniform points to P, even if they are duplicates: drawing them again might never end. */
static void ude_fill(ude_state *s, const heco_batch *in) {
    ude_family *e = &s->e;
    heco_ude_family_measure(e, in);
    for (size_t i = 0; i < in->count; i++)
        heco_population_set(&e->P, e->P.count++, in->x + i * in->n, e->f[i], e->v[i]);
    heco_ude_family_sort(e);
    s->missing = 0;
}

/* Inserts the local trial at its place among the sorted members; the worst leaves. */
static void ude_local_insert(ude_state *s, const heco_batch *in) {
    heco_population *P = &s->e.P;
    heco_ude_family_measure(&s->e, in);
    size_t at = P->count;
    while (at > 0 && s->e.f[0] < P->f[at - 1]) at--;
    if (at < P->count) heco_population_insert(P, at, in->x, s->e.f[0], s->e.v[0]);
}

static heco_status ude_tell(void *state, const heco_batch *in) {
    ude_state *s = state;
    switch (s->phase) {
    case UDE_START: heco_ude_family_start(&s->e, in); break;
    case UDE_GENERATION: ude_select(s, in); break;
    case UDE_FILL: ude_fill(s, in); break;
    default: ude_local_insert(s, in); break;
    }
    int selected = s->phase == UDE_GENERATION || s->phase == UDE_FILL;
    if (s->missing > 0) s->phase = UDE_FILL;
    else s->phase = s->local && selected ? UDE_LOCAL_TRIAL : UDE_GENERATION;
    return HECO_OK;
}

const heco_algorithm heco_algorithm_ude = {
    .size       = sizeof(heco_algorithm),
    .name       = "ude",
    .title      = "UDE: top half tries three strategies, static penalty",
    .reference  = "trivedi2017",
    .options    = ude_options,
    .state_size = sizeof(ude_state),
    .init       = ude_init,
    .ask        = ude_ask,
    .tell       = ude_tell,
};
