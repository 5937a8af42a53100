/* The common part of UDE, IUDE and UDE-IV (Trivedi, Srinivasan and others, 2017 to 2025).
 *
 *   step                                            here
 *   parents, by rank or uniform                     ude_family_parent
 *   S1 rand/1, S2 current-to-rand/1, S3 to pbest    ude_family_mutate
 *   F and CR: pairs, or success history             heco_ude_family_sample
 *   crossover without a forced coordinate, clip     ude_family_trial
 *   best of three, its win                          ude_family_best_of_three
 *   successes against the target                    ude_family_record
 *   probabilities over the last Lp generations      solver/de/tally.c
 *   epsilon level                                   heco_ude_family_epsilon
 *   replacement                                     heco_ude_family_replace
 *
 * A penalty is folded into f, with v = 0, so that one set of comparisons serves all three. Nothing
 * a bottom member does depends on values of the same generation: the probabilities come from the
 * generations before it, so top and bottom trials are one batch. */
#include "solver/papers/ude_family.h"

#include "problem/better.h"
#include "solver/common/epsilon.h"
#include "solver/common/order.h"
#include "solver/common/pick.h"
#include "solver/common/repair.h"
#include "solver/common/sample.h"
#include "solver/de/cross.h"
#include "solver/de/mutate.h"

static const double UDE_FAMILY_TARGET = 6.0; /* the level is exp(-6) when it is dropped to 0 */
static const double UDE_FAMILY_SHARE  = 0.5; /* of the generations */

ude_params heco_ude_family_params(const double *o) {
    return (ude_params){.N           = (size_t)o[UDE_FAMILY_N],
                        .room        = (size_t)o[UDE_FAMILY_N],
                        .T           = (size_t)floor(o[UDE_FAMILY_TOP] * o[UDE_FAMILY_N]),
                        .Lp          = (size_t)o[UDE_FAMILY_LP],
                        .H           = (size_t)o[UDE_FAMILY_H],
                        .p_min       = (size_t)fmin(o[UDE_FAMILY_P_MIN], o[UDE_FAMILY_P_MAX]),
                        .p_max       = (size_t)o[UDE_FAMILY_P_MAX],
                        .ranking     = (int)o[UDE_FAMILY_RANKING],
                        .losers_lose = 1,
                        .current     = 1.0,
                        .cp_max      = INFINITY};
}

heco_status heco_ude_family_init(ude_family *e, const ude_params *p, const heco_setup *setup,
                                 size_t *max_batch) {
    heco_arena *arena = setup->arena;
    size_t      n = setup->space->n, rows = p->N + 2 * p->T;
    heco_status status = heco_sample_check_budget(setup, p->N);
    if (status != HECO_OK) return status;
    e->p     = *p;
    e->setup = setup;
    e->space = setup->space;
    e->rng   = setup->rng;
    e->g     = 1;
    e->G_max = floor((double)setup->max_evals / (double)rows);
    heco_population_init(&e->P, n, p->room, arena);
    heco_tally_init(&e->tally, UDE_STRATEGIES, p->Lp, arena);
    for (size_t k = 0; p->H > 0 && k < UDE_STRATEGIES; k++) {
        heco_history_init(&e->memory[k], p->H, 0.5, 0.5, arena);
        heco_successes_init(&e->success[k], p->T, arena);
    }
    e->strategy  = heco_arena_take(arena, rows, sizeof *e->strategy);
    e->F         = heco_arena_take(arena, rows, sizeof *e->F);
    e->CR        = heco_arena_take(arena, rows, sizeof *e->CR);
    e->f         = heco_arena_take(arena, rows, sizeof *e->f);
    e->v         = heco_arena_take(arena, rows, sizeof *e->v);
    e->candidate = heco_arena_take(arena, p->N, sizeof *e->candidate);
    e->won       = heco_arena_take(arena, p->N, sizeof *e->won);
    e->order     = heco_arena_take(arena, p->room, sizeof *e->order);
    e->scratch   = heco_arena_take(arena, p->room, sizeof *e->scratch);
    e->rows      = heco_arena_take(arena, p->N * n, sizeof *e->rows);
    *max_batch   = rows;
    return heco_arena_failed(arena) ? HECO_ERR_MEMORY : HECO_OK;
}

void heco_ude_family_measure(ude_family *e, const heco_batch *in) {
    heco_row_violations(e->v, in, e->space, 0.0);
    memcpy(e->f, in->f, in->count * sizeof *e->f);
    for (size_t i = 0; e->p.penalty > 0.0 && i < in->count; i++) {
        if (e->v[i] > 0.0) e->f[i] += e->p.penalty * e->v[i];
        e->v[i] = 0.0;
    }
}

void heco_ude_family_start(ude_family *e, const heco_batch *in) {
    heco_ude_family_measure(e, in);
    e->P.count = in->count;
    for (size_t i = 0; i < in->count; i++)
        heco_population_set(&e->P, i, in->x + i * in->n, e->f[i], e->v[i]);
    heco_ude_family_sort(e);
    e->eps0 = heco_epsilon_largest(e->P.v, e->P.count);
    if (e->eps0 == 0.0) return;
    e->cp = fmin(e->p.cp_max, heco_epsilon_exponent(e->eps0, UDE_FAMILY_TARGET, UDE_FAMILY_SHARE));
}

void heco_ude_family_sort(ude_family *e) {
    heco_order_feasible(e->order, e->P.f, e->P.v, e->P.count, e->scratch);
    heco_population_gather(&e->P, e->order, e->P.count, e->rows);
}

void heco_ude_family_sample(ude_family *e, size_t row, size_t k) {
    if (e->p.H == 0) {
        e->F[row] = e->CR[row] = heco_rng_index(e->rng, 2) == 0 ? 0.9 : 0.5;
        return;
    }
    const heco_history *memory = &e->memory[k];
    size_t              r      = heco_rng_index(e->rng, memory->H);
    if (k != UDE_CURRENT_TO_RAND) e->CR[row] = heco_history_draw_CR(memory->CR[r], 0.1, e->rng);
    e->F[row] = heco_history_draw_F(memory->F[r], 0.1, e->rng);
}

/* Draws the next parent, different from the `count` members already taken, the target among them,
 * and adds it to `taken`. */
static size_t ude_family_parent(ude_family *e, size_t *taken, size_t count, int ranked) {
    for (;;) {
        size_t N = e->P.count;
        size_t r = ranked ? heco_pick_ranked(N, e->rng) : heco_rng_index(e->rng, N), t = 0;
        while (t < count && taken[t] != r) t++;
        if (t == count) return taken[count] = r;
    }
}

/* Draws one of the best p members, p drawn between its limits; not the target. */
static size_t ude_family_pbest(ude_family *e, size_t i) {
    double p    = round((double)e->p.p_min +
                        heco_rng_uniform(e->rng) * ((double)e->p.p_max - (double)e->p.p_min));
    size_t most = (size_t)p < e->P.count ? (size_t)p : e->P.count, r;
    do r = heco_rng_index(e->rng, most);
    while (r == i);
    return r;
}

static const double *ude_family_row(const ude_family *e, size_t r) {
    return heco_population_row(&e->P, r);
}

/* Writes the mutant of member i by strategy k. */
static void ude_family_mutate(ude_family *e, size_t i, size_t k, double F, double *u) {
    size_t taken[5] = {i}, n = e->space->n;
    int    base = e->p.ranking >= UDE_RANK_BASE, terminal = e->p.ranking == UDE_RANK_BOTH;
    size_t start = i; /* S3 of a bottom member may start from another one */
    if (k == UDE_TO_PBEST) taken[1] = ude_family_pbest(e, i);
    else ude_family_parent(e, taken, 1, base);
    size_t r2 = ude_family_parent(e, taken, 2, terminal);
    size_t r3 = ude_family_parent(e, taken, 3, 0);
    if (k == UDE_TO_PBEST && i >= e->p.T && e->p.current < 1.0 &&
        heco_rng_uniform(e->rng) >= e->p.current)
        start = ude_family_parent(e, taken, 4, 0);
    heco_parents p = {ude_family_row(e, start), ude_family_row(e, taken[1]), ude_family_row(e, r2),
                      ude_family_row(e, r3)};
    if (k == UDE_RAND) heco_mutate_rand1(u, p.b, p.c, p.d, F, n);
    else heco_mutate_toward1(u, &p, F, F, n);
}

/* Writes the trial of member i by strategy k, which is row `row` of the batch. */
static void ude_family_trial(ude_family *e, size_t i, size_t k, size_t row, double *u) {
    e->strategy[row] = k;
    heco_ude_family_sample(e, row, k);
    ude_family_mutate(e, i, k, e->F[row], u);
    if (k != UDE_CURRENT_TO_RAND)
        heco_cross_binomial(u, ude_family_row(e, i), e->CR[row], e->space->n, HECO_FORCE_NOTHING,
                            e->rng);
    heco_repair_clip(u, e->space);
}

void heco_ude_family_generate(ude_family *e, heco_batch *out) {
    size_t n = e->space->n, N = e->P.count, T = e->p.T;
    e->g++;
    if (e->g > e->p.Lp) heco_tally_shares(e->share, &e->tally, 0.01);
    else
        for (size_t k = 0; k < UDE_STRATEGIES; k++) e->share[k] = 1.0 / UDE_STRATEGIES;
    heco_tally_next(&e->tally);
    for (size_t row = 0; row < 3 * T; row++)
        ude_family_trial(e, row / 3, row % 3, row, out->x + row * n);
    for (size_t i = T; i < N; i++) {
        size_t k = heco_pick_roulette(e->share, UDE_STRATEGIES, e->rng), row = 2 * T + i;
        ude_family_trial(e, i, k, row, out->x + row * n);
    }
    out->count = N + 2 * T;
}

/* Records a success of the strategy of row `row` if it beats its target by the feasibility rule. */
static void ude_family_record(ude_family *e, size_t i, size_t row) {
    double f = e->P.f[i], v = e->P.v[i];
    double m = (double)(e->space->ng + e->space->nh);
    if (e->p.H == 0 || !heco_better_feasible_inline(e->f[row], e->v[row], f, v)) return;
    double gain = v > 0.0 ? (v - e->v[row]) / m : f - e->f[row];
    heco_successes_add(&e->success[e->strategy[row]], e->F[row], e->CR[row],
                       isfinite(gain) ? gain : 0.0);
}

/* Returns the best of the three trials of top member i and counts its win. The lower strategy wins
 * a tie. */
static size_t ude_family_best_of_three(ude_family *e, size_t i) {
    size_t best = 3 * i;
    for (size_t row = 3 * i + 1; row < 3 * i + 3; row++)
        if (heco_better_feasible_inline(e->f[row], e->v[row], e->f[best], e->v[best])) best = row;
    for (size_t k = 0; k < UDE_STRATEGIES; k++)
        if (best == 3 * i + k || e->p.losers_lose) heco_tally_add(&e->tally, k, best == 3 * i + k);
    return best;
}

void heco_ude_family_judge(ude_family *e, const heco_batch *in) {
    heco_ude_family_measure(e, in);
    for (size_t k = 0; k < UDE_STRATEGIES; k++) e->success[k].count = 0;
    for (size_t row = 0; row < 3 * e->p.T; row++) ude_family_record(e, row / 3, row);
    for (size_t i = 0; i < e->P.count; i++)
        e->candidate[i] = i < e->p.T ? ude_family_best_of_three(e, i) : 2 * e->p.T + i;
    for (size_t k = 0; e->p.H > 0 && k < UDE_STRATEGIES; k++)
        heco_history_update(&e->memory[k], &e->success[k], HECO_MEAN_ARITHMETIC, 0);
}

double heco_ude_family_epsilon(const ude_family *e) {
    double s = (double)e->g / e->G_max;
    return e->eps0 > 0.0 && s <= UDE_FAMILY_SHARE ? heco_epsilon_fade(e->eps0, s, e->cp) : 0.0;
}

heco_status heco_ude_family_ask(void *state, heco_batch *out) {
    ude_family *e = state;
    if (e->P.count == 0) return heco_sample_initial(out, e->p.N, e->setup);
    heco_ude_family_generate(e, out);
    e->eps = heco_ude_family_epsilon(e);
    return HECO_OK;
}

void heco_ude_family_replace(ude_family *e, const heco_batch *in) {
    for (size_t i = 0; i < e->P.count; i++) {
        size_t row = e->candidate[i];
        e->won[i]  = heco_better_epsilon(e->f[row], e->v[row], e->P.f[i], e->P.v[i], e->eps) != 0;
        if (e->won[i]) heco_population_set(&e->P, i, in->x + row * in->n, e->f[row], e->v[row]);
    }
}
