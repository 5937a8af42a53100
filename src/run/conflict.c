/* The conflict follows from the points seen. Each point violates a set of constraints. A set of
 * constraints that cannot hold together has a member in each of these sets: it is a hitting set
 * (Karp 1972). Only the sets without smaller ones inside them matter. A small hitting set is found
 * greedily, and members that the others make superfluous are removed. */
#include "run/conflict.h"

#include <math.h>
#include <string.h>

enum { CONFLICT_SETS = 256 }; /* that are kept; with more, later ones are forgotten */

void heco_conflict_init(heco_conflict *c, const heco_space *s, heco_arena *arena) {
    size_t m = s->ng + s->nh;
    c->row   = heco_arena_take(arena, m, sizeof *c->row);
    if (m == 0 || m > HECO_CONFLICT_ROWS) return;
    c->set   = heco_arena_take(arena, CONFLICT_SETS, sizeof *c->set);
    c->least = heco_arena_take(arena, m, sizeof *c->least);
    c->x     = heco_arena_take(arena, m * s->n, sizeof *c->x);
    if (heco_arena_failed(arena)) return;
    for (size_t k = 0; k < m; k++) c->least[k] = INFINITY;
    c->m = m;
}

/* Returns the violation of constraint k in row i of the batch; 0: it is met. */
static double conflict_violation(const heco_space *s, const heco_batch *b, size_t i, size_t k) {
    double value = k < s->ng ? b->g[i * s->ng + k] : fabs(b->h[i * s->nh + k - s->ng]);
    return value <= heco_space_tol(s, k) ? 0.0 : value;
}

/* Adds a set of violated constraints, unless one inside it is known, and removes those around it. */
static void conflict_add_set(heco_conflict *c, uint64_t set) {
    size_t kept = 0;
    for (size_t i = 0; i < c->sets; i++)
        if ((c->set[i] & set) == c->set[i]) return;
    for (size_t i = 0; i < c->sets; i++)
        if ((c->set[i] & set) != set) c->set[kept++] = c->set[i];
    c->sets = kept;
    if (c->sets < CONFLICT_SETS) c->set[c->sets++] = set;
}

void heco_conflict_learn(heco_conflict *c, const heco_space *s, const heco_batch *b) {
    if (c->m == 0 || c->solved) return;
    for (size_t i = 0; i < b->count; i++) {
        uint64_t set  = 0;
        size_t   last = 0;
        if (b->state[i] != HECO_ROW_OK) continue;
        for (size_t k = 0; k < c->m; k++)
            if (conflict_violation(s, b, i, k) > 0.0) set |= (uint64_t)1 << k, last = k;
        if (set == 0) c->solved = 1;
        if (set == 0) return;
        double alone = conflict_violation(s, b, i, last);
        if (set == (uint64_t)1 << last && alone < c->least[last]) {
            c->least[last] = alone;
            memcpy(c->x + last * s->n, b->x + i * s->n, s->n * sizeof *c->x);
        }
        conflict_add_set(c, set);
    }
}

/* Returns whether the constraints of `chosen` hit every set. */
static int conflict_hits(const heco_conflict *c, uint64_t chosen) {
    for (size_t i = 0; i < c->sets; i++)
        if ((c->set[i] & chosen) == 0) return 0;
    return 1;
}

/* Returns the constraint that is in most of the sets which `chosen` does not hit. */
static size_t conflict_most_frequent(const heco_conflict *c, uint64_t chosen) {
    size_t best = 0, most = 0;
    for (size_t k = 0; k < c->m; k++) {
        size_t count = 0;
        for (size_t i = 0; i < c->sets; i++)
            count += (c->set[i] & chosen) == 0 && (c->set[i] >> k & 1) != 0;
        if (count > most) most = count, best = k;
    }
    return best;
}

void heco_conflict_find(heco_conflict *c) {
    uint64_t chosen = 0;
    if (c->proved || c->solved || c->sets == 0) return;
    while (!conflict_hits(c, chosen)) chosen |= (uint64_t)1 << conflict_most_frequent(c, chosen);
    for (size_t k = 0; k < c->m; k++) {
        uint64_t without = chosen & ~((uint64_t)1 << k);
        if (without != chosen && conflict_hits(c, without)) chosen = without;
    }
    for (size_t k = 0; k < c->m; k++)
        if (chosen >> k & 1) c->row[c->rows++] = k;
}
