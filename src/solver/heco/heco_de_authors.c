/* HECO-DE, profile `authors`: reproduces the program behind the published tables (repository
 * burningxt/HECO-DE-NewVersion, November 2019), its defects included. It differs from `reference`:
 *
 *    1. everything is sequential: an accepted child is immediately a member of Q for later targets;
 *    2. when a strategy's successes of this generation all have CR = 0, the mean 0.5 is used;
 *    3. CR is sampled with heco_de_authors_normal; 4. its mean is arithmetic;
 *    5. probabilities are refreshed before every draw;
 *    6. r1, r2, r3 of rand/1 may equal i; 7. the exponential crossover may keep everything;
 *    8. the archive holds row numbers of Q, so it shows current points, never old ones;
 *   10. the best member is spared by its index before the deletions, although rows close up;
 *   11. sizes are rounded half to even.
 *
 * Point 9, full generations beyond the budget, is not reproduced: the budget is exact here. */
#include "solver/common/pick.h"
#include "solver/common/repair.h"
#include "solver/de/mutate.h"
#include "solver/heco/heco_de.h"

heco_status heco_de_authors_init(heco_de_authors **out, heco_de_island *d,
                                 const heco_setup *setup) {
    heco_arena      *arena = setup->arena;
    heco_de_authors *a     = heco_arena_take(arena, 1, sizeof *a);
    *out                   = a;
    if (a == NULL) return HECO_ERR_MEMORY;
    a->d         = d;
    size_t most  = (size_t)ceil(d->p.archive * (double)d->p.N0) + 1;
    a->rows_of_Q = heco_arena_take(arena, d->p.lambda, sizeof *a->rows_of_Q);
    a->entry     = heco_arena_take(arena, most, sizeof *a->entry);
    heco_population_init(&a->Q, setup->space->n, d->p.lambda, arena);
    if (heco_arena_failed(arena)) return HECO_ERR_MEMORY;
    heco_pick_identity(a->rows_of_Q, d->p.lambda);
    a->Q.count = d->p.lambda;
    return HECO_OK;
}

void heco_de_authors_begin(heco_de_authors *a, double tau) {
    heco_de_island *d = a->d;
    d->tau            = tau;
    heco_pick_subset(d->perm, d->P.count, d->p.lambda, d->rng);
    for (size_t i = 0; i < d->p.lambda; i++) {
        size_t at = d->perm[i];
        heco_population_set(&a->Q, i, heco_population_row(&d->P, at), d->P.f[at], d->P.v[at]);
    }
    for (size_t k = 0; k < HECO_DE_STRATEGIES; k++) d->success[k].count = 0;
    a->entry_limit   = (size_t)(d->p.archive * (double)d->P.count);
    a->i             = 0;
    a->in_generation = 1;
}

/* Returns the mean of CR for strategy k (point 2). */
static double heco_de_authors_cr_mean(const heco_de_island *d, size_t k, size_t slot) {
    const heco_successes *s = &d->success[k];
    for (size_t i = 0; i < s->count; i++)
        if (s->CR[i] != 0.0) return d->memory[k].CR[slot];
    return s->count > 0 ? 0.5 : d->memory[k].CR[slot];
}

size_t heco_de_authors_sample(heco_de_island *d, size_t i) {
    heco_compete_refresh(&d->compete);
    size_t k       = heco_compete_pick(&d->compete, d->rng);
    size_t slot    = heco_rng_index(d->rng, d->p.H);
    d->strategy[i] = k;
    d->F[i]        = heco_history_draw_F(d->memory[k].F[slot], 0.1, d->rng);
    double z       = heco_de_draw_z(d);
    d->CR[i]       = heco_history_clip_CR(heco_de_authors_cr_mean(d, k, slot) + 0.1 * z);
    return k;
}

/* Draws x_r2 of current-to-Qbest/1 from Q followed by the archive. */
static const double *heco_de_authors_second(const heco_de_authors *a, size_t i, size_t r1) {
    size_t lambda = a->d->p.lambda;
    size_t r      = heco_pick_other2(a->d->rng, lambda + a->entries, i, r1);
    return heco_population_row(&a->Q, r < lambda ? r : a->entry[r - lambda]);
}

/* The indices may equal that of the target (point 6). */
void heco_de_authors_rand1(const heco_de_authors *a, double F, double *row) {
    heco_rng *rng    = a->d->rng;
    size_t    lambda = a->d->p.lambda;
    size_t    r1     = heco_rng_index(rng, lambda);
    size_t    r2     = heco_pick_other(rng, lambda, r1);
    size_t    r3     = heco_pick_other2(rng, lambda, r1, r2);
    heco_mutate_rand1(row, heco_population_row(&a->Q, r1), heco_population_row(&a->Q, r2),
                      heco_population_row(&a->Q, r3), F, a->d->space->n);
}

void heco_de_authors_ask(heco_de_authors *a, double tau, double *row) {
    heco_de_island *d = a->d;
    if (!a->in_generation) heco_de_authors_begin(a, tau);
    size_t i = a->i, n = d->space->n, lambda = d->p.lambda;
    size_t k = heco_de_authors_sample(d, i);
    heco_de_set_subproblems(d, a->Q.f, a->Q.v, a->rows_of_Q);
    double F = d->F[i];
    if (k < 2) {
        size_t       best = heco_de_best_of_Q(d, i), r1 = heco_pick_other(d->rng, lambda, i);
        heco_parents p = {heco_population_row(&a->Q, i), heco_population_row(&a->Q, best),
                          heco_population_row(&a->Q, r1), heco_de_authors_second(a, i, r1)};
        heco_mutate_toward1(row, &p, F, F, n);
    } else heco_de_authors_rand1(a, F, row);
    heco_repair_reflect_once(row, d->space);
    heco_de_cross(d, row, heco_population_row(&a->Q, i), k, d->CR[i]);
}

/* Adds a row of Q to the archive and removes random entries above its limit. */
static void heco_de_authors_archive(heco_de_authors *a, size_t row) {
    if (a->entry_limit == 0) return;
    a->entry[a->entries++] = row;
    while (a->entries > a->entry_limit) {
        size_t drop    = heco_rng_index(a->d->rng, a->entries--);
        a->entry[drop] = a->entry[a->entries];
    }
}

int heco_de_authors_tell(heco_de_authors *a, const double *row, double f, double v) {
    heco_de_island *d = a->d;
    size_t          i = a->i, k = d->strategy[i];
    double          gain = heco_de_gain(d, i, a->Q.f[i], a->Q.v[i], f, v);
    if (gain > 0.0) {
        heco_successes_add(&d->success[k], d->F[i], d->CR[i], gain);
        d->compete.n[k] += 1.0;
        heco_de_authors_archive(a, i);
        heco_population_set(&a->Q, i, row, f, v);
    }
    return heco_de_authors_next(a);
}

int heco_de_authors_next(heco_de_authors *a) {
    heco_de_island *d = a->d;
    if (++a->i < d->p.lambda) return 0;
    for (size_t m = 0; m < d->p.lambda; m++)
        heco_population_set(&d->P, d->perm[m], heco_population_row(&a->Q, m), a->Q.f[m], a->Q.v[m]);
    for (size_t k = 0; k < HECO_DE_STRATEGIES; k++)
        heco_history_update(&d->memory[k], &d->success[k], d->p.cr_mean, 0);
    a->in_generation = 0;
    return 1;
}

/* Deletes rows and closes the gaps. `best` keeps its number, even if another member has moved
 * there: this is point 10 above. */
void heco_de_authors_shrink(heco_de_authors *a, double progress) {
    heco_de_island *d  = a->d;
    double          N0 = (double)d->p.N0, lambda = (double)d->p.lambda;
    double          wanted = nearbyint(N0 - progress * (N0 - lambda));
    size_t          target = wanted > lambda ? (size_t)wanted : d->p.lambda;
    if (d->P.count <= target) return;
    size_t best = heco_population_best(&d->P);
    while (d->P.count > target) {
        size_t j = best < d->P.count ? heco_pick_other(d->rng, d->P.count, best)
                                     : heco_rng_index(d->rng, d->P.count);
        for (size_t m = j; m + 1 < d->P.count; m++) heco_population_move(&d->P, m, m + 1);
        d->P.count--;
    }
    heco_pick_identity(d->perm, d->P.count);
}
