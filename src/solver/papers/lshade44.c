/* lshade44: L-SHADE with four competing strategies and the feasibility rule.
 * Polakova (2017), IEEE CEC, 1683-1690                                        [polakova2017]
 *
 *   step                                          here
 *   strategy, then slot, CR, F                    lshade44_trial, lshade44_sample
 *   current-to-pbest/1                            lshade44_toward_best, lshade44_mutate
 *   randrl/1                                      lshade44_ranked, lshade44_mutate
 *   binomial, exponential crossover, repair       lshade44_cross_run, lshade44_repair
 *   acceptance, improvement, archive              lshade44_select
 *   linear reduction of population and archive    lshade44_shrink
 *
 * Follows the author's program where it differs from the paper: CR is drawn with variance 0.1
 * (cr_sd), binomial crossover forces a coordinate only when none was chosen, the difference of
 * randrl/1 always points from worst to second best. Added: equal weights where all improvements are
 * 0 (the program divides 0 by 0), and the budget is exact. */
#include "solver/papers/lshade44.h"
#include "base/index_sort.h"
#include "solver/algorithm_table.h"
#include "solver/common/order.h"
#include "solver/common/pick.h"
#include "solver/common/repair.h"
#include "solver/common/sample.h"
#include "solver/de/cross.h"
#include "solver/de/mutate.h"

static const heco_option lshade44_options[] = {LSHADE44_OPTION_ROWS, [LSHADE44_OPTIONS] = {0}};

heco_status heco_lshade44_init(void *state, const heco_setup *setup, size_t *max_batch) {
    lshade44_state *s = state;
    double         *o = setup->option;
    size_t          n = setup->space->n;
    heco_sample_resolve_size(setup, LSHADE44_N0, 18.0 * (double)n, 4.0);
    heco_shade_sizes sizes  = {.N0        = (size_t)o[LSHADE44_N0],
                               .N_end     = (size_t)o[LSHADE44_NEND],
                               .width     = n,
                               .archive   = (size_t)round(o[LSHADE44_ARCHIVE] * o[LSHADE44_N0]),
                               .operators = LSHADE44_STRATEGIES,
                               .H         = (size_t)o[LSHADE44_H]};
    heco_status      status = heco_shade_init(&s->e, &sizes, setup, max_batch);
    if (status != HECO_OK) return status;
    s->p            = o[LSHADE44_P];
    s->archive_rate = o[LSHADE44_ARCHIVE];
    s->cr_sd        = o[LSHADE44_CR_SD];
    heco_compete_init(&s->compete, LSHADE44_STRATEGIES, 2.0, 1.0 / (5.0 * LSHADE44_STRATEGIES));
    s->strategy = heco_arena_take(setup->arena, sizes.N0, sizeof *s->strategy);
    return HECO_OK;
}

/* Moves the best max(1, round(p N)) to the front of `order`, unsorted, and sets `top`. */
static void lshade44_find_top(lshade44_state *s) {
    double share = round(s->p * (double)s->e.P.count);
    s->top       = share < 1.0 ? 1 : (size_t)share;
    heco_pick_identity(s->e.order, s->e.P.count);
    heco_index_select2(s->e.order, s->e.P.v, s->e.P.f, s->e.P.count, s->top);
}

/* Draws CR and F of trial i from the memory of strategy k. */
static void lshade44_sample(lshade44_state *s, size_t i, size_t k) {
    heco_rng           *rng    = s->e.setup->rng;
    const heco_history *memory = &s->e.memory[k];
    size_t              r      = heco_rng_index(rng, memory->H);
    s->e.CR[i]                 = heco_history_draw_CR(memory->CR[r], s->cr_sd, rng);
    s->e.F[i]                  = heco_history_draw_F(memory->F[r], 0.1, rng);
}

/* Picks the points of current-to-pbest/1. */
static heco_parents lshade44_toward_best(lshade44_state *s, size_t i) {
    heco_rng *rng  = s->e.setup->rng;
    size_t    N    = s->e.P.count;
    size_t    best = s->e.order[heco_rng_index(rng, s->top)];
    size_t    r1   = heco_pick_other(rng, N, i);
    size_t    r2   = heco_pick_other2(rng, N + s->e.A.count, i, r1);
    return (heco_parents){heco_population_row(&s->e.P, i), heco_population_row(&s->e.P, best),
                          heco_population_row(&s->e.P, r1), heco_shade_row(&s->e, r2)};
}

/* Picks three points, the best of them first, and no b: the mutant is a + F (c - d). */
static heco_parents lshade44_ranked(lshade44_state *s, size_t i) {
    size_t r[3];
    heco_pick_three(r, s->e.setup->rng, s->e.P.count, i);
    heco_order_three(r, s->e.P.f, s->e.P.v);
    return (heco_parents){heco_population_row(&s->e.P, r[0]), NULL,
                          heco_population_row(&s->e.P, r[1]), heco_population_row(&s->e.P, r[2])};
}

/* Writes coordinates [begin, end) of the mutant. */
static void lshade44_mutate(double *row, const heco_parents *p, double F, size_t begin,
                            size_t end) {
    heco_parents part = {p->a + begin, NULL, p->c + begin, p->d + begin};
    if (p->b != NULL) part.b = p->b + begin;
    if (p->b != NULL) heco_mutate_toward1(row + begin, &part, F, F, end - begin);
    else heco_mutate_rand1(row + begin, part.a, part.c, part.d, F, end - begin);
}

/* Repairs coordinates [begin, end): the others come from the target, which is inside the box. */
static void lshade44_repair(const lshade44_state *s, double *row, const double *x, int midpoint,
                            size_t begin, size_t end) {
    heco_space part = *s->e.setup->space;
    part.n          = end - begin;
    part.lower += begin;
    part.upper += begin;
    if (midpoint) heco_repair_midpoint(row + begin, x + begin, &part);
    else heco_repair_reflect(row + begin, &part);
}

/* Writes a trial by exponential crossover. The mutant is needed on the run only, which is short for
 * most CR. */
static void lshade44_cross_run(lshade44_state *s, size_t i, const heco_parents *p, const double *x,
                               double *row) {
    size_t n     = s->e.P.n, start;
    size_t run   = heco_cross_exponential_run(&start, s->e.CR[i], n, s->e.setup->rng);
    size_t first = start + run < n ? start + run : n, rest = start + run - first;
    memcpy(row, x, n * sizeof *x);
    lshade44_mutate(row, p, s->e.F[i], start, first);
    lshade44_repair(s, row, x, p->b != NULL, start, first);
    if (rest == 0) return;
    lshade44_mutate(row, p, s->e.F[i], 0, rest);
    lshade44_repair(s, row, x, p->b != NULL, 0, rest);
}

/* Draws a strategy and writes the trial of member i. */
static void lshade44_trial(lshade44_state *s, size_t i, double *row) {
    const double *x = heco_population_row(&s->e.P, i);
    size_t        n = s->e.P.n, k = heco_compete_draw_then_reset(&s->compete, s->e.setup->rng);
    s->strategy[i] = k;
    lshade44_sample(s, i, k);
    heco_parents p = k < 2 ? lshade44_toward_best(s, i) : lshade44_ranked(s, i);
    if (k % 2 == 1) {
        lshade44_cross_run(s, i, &p, x, row);
        return;
    }
    lshade44_mutate(row, &p, s->e.F[i], 0, n);
    heco_cross_binomial(row, x, s->e.CR[i], n, HECO_FORCE_IF_NONE, s->e.setup->rng);
    lshade44_repair(s, row, x, p.b != NULL, 0, n);
}

heco_status heco_lshade44_ask(void *state, heco_batch *out) {
    lshade44_state *s = state;
    if (heco_shade_ask_first(&s->e, out)) return HECO_OK;
    out->count = s->e.P.count;
    lshade44_find_top(s);
    for (size_t i = 0; i < s->e.P.count; i++) lshade44_trial(s, i, out->x + i * s->e.P.n);
    return HECO_OK;
}

/* Replaces members by accepted trials; updates archive and memories. Acceptance is not strict, and
 * an accepted trial without improvement counts as a success. */
static void lshade44_select(lshade44_state *s, const double *x, const double *f, const double *v) {
    heco_population *P = &s->e.P;
    heco_shade_clear_successes(&s->e);
    for (size_t i = 0; i < P->count; i++) {
        int    feasible = P->v[i] == 0.0 && v[i] == 0.0;
        double gain     = feasible ? P->f[i] - f[i] : P->v[i] - v[i];
        if (!(gain >= 0.0) && !(P->v[i] == v[i] && P->f[i] == f[i])) continue;
        size_t k = s->strategy[i];
        heco_shade_record_success(&s->e, k, i, gain);
        s->compete.n[k] += 1.0;
        heco_archive_add(&s->e.A, heco_population_row(P, i), s->e.setup->rng);
        heco_population_set(P, i, x + i * P->n, f[i], v[i]);
    }
    for (size_t k = 0; k < LSHADE44_STRATEGIES; k++)
        heco_history_update(&s->e.memory[k], &s->e.success[k], HECO_MEAN_ARITHMETIC, 1);
}

/* Shrinks the population to its size for the budget used, and trims the archive. */
static void lshade44_shrink(lshade44_state *s) {
    size_t N = heco_shade_next_size(&s->e);
    if (N == s->e.P.count) return;
    heco_pick_identity(s->e.order, s->e.P.count);
    heco_index_select2(s->e.order, s->e.P.v, s->e.P.f, s->e.P.count, N);
    heco_population_keep(&s->e.P, s->e.order, N);
    heco_archive_trim(&s->e.A, (size_t)round(s->archive_rate * (double)N), s->e.setup->rng);
}

void heco_lshade44_take_values(lshade44_state *s, const double *x, const double *f, const double *v,
                               size_t count) {
    if (s->e.P.count == 0) {
        for (size_t i = 0; i < count; i++)
            heco_population_set(&s->e.P, i, x + i * s->e.P.n, f[i], v[i]);
        s->e.P.count = count;
    } else {
        lshade44_select(s, x, f, v);
    }
    lshade44_shrink(s);
}

static heco_status lshade44_tell(void *state, const heco_batch *in) {
    heco_lshade44_take_values(state, in->x, in->f, in->viol, in->count);
    return HECO_OK;
}

const heco_algorithm heco_algorithm_lshade44 = {
    .size       = sizeof(heco_algorithm),
    .name       = "lshade44",
    .title      = "LSHADE44: four competing strategies, feasibility rule",
    .reference  = "polakova2017",
    .options    = lshade44_options,
    .state_size = sizeof(lshade44_state),
    .init       = heco_lshade44_init,
    .ask        = heco_lshade44_ask,
    .tell       = lshade44_tell,
};
