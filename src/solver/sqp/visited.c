#include "solver/sqp/visited.h"

#include "base/hash.h"

enum {
    VISITED_LEAST    = 1024,    /* smallest table                                     */
    VISITED_MOST     = 1 << 18, /* largest table; else twice the budget               */
    VISITED_PROBES   = 32,      /* entries probed before one is overwritten           */
    VISITED_ATTEMPTS = 12       /* moves of heco_visited_perturb                      */
};

void heco_visited_init(heco_visited *v, const heco_setup *setup, const size_t *var, size_t count) {
    size_t size = VISITED_LEAST;
    while (size < VISITED_MOST && size < 2 * setup->max_evals) size *= 2;
    if (count == 0) size = 1;
    v->space = setup->space, v->var = var, v->count = count, v->mask = size - 1;
    v->hash = heco_arena_take(setup->arena, size, sizeof *v->hash);
    v->bits = heco_arena_take(setup->arena, size, sizeof *v->bits);
}

/* FNV-1a on integers instead of bytes, so that the result does not depend on the byte order.
 * The shift lets high bits reach low ones. */
uint64_t heco_visited_hash(const heco_visited *v, const double *x) {
    static const uint64_t prime = UINT64_C(1099511628211); /* of FNV with 64 bits */
    uint64_t              h     = HECO_HASH_BEGIN;
    for (size_t k = 0; k < v->count; k++) {
        h ^= (uint64_t)(int64_t)llrint(x[v->var[k]]);
        h *= prime;
        h ^= h >> 31;
    }
    return h != 0 ? h : 1;
}

/* Returns the entry of a hash, or the one it would get. */
static size_t visited_entry(const heco_visited *v, uint64_t h) {
    size_t i = (size_t)(h & v->mask);
    for (int t = 0; t < VISITED_PROBES && v->hash[i] != h && v->hash[i] != 0; t++)
        i = (i + 1) & v->mask;
    return i;
}

unsigned heco_visited_get(const heco_visited *v, const double *x) {
    uint64_t h = heco_visited_hash(v, x);
    size_t   i = visited_entry(v, h);
    return v->hash[i] == h ? v->bits[i] : 0u;
}

void heco_visited_put(heco_visited *v, const double *x, unsigned bits) {
    uint64_t h = heco_visited_hash(v, x);
    size_t   i = visited_entry(v, h);
    if (v->hash[i] != h) v->hash[i] = h, v->bits[i] = 0;
    v->bits[i] = (unsigned char)(v->bits[i] | bits);
}

void heco_visited_perturb(const heco_visited *v, double *x, unsigned bits, heco_rng *rng) {
    const heco_space *s = v->space;
    for (size_t k = 0; k < v->count; k++) {
        size_t j = v->var[k];
        x[j]     = fmin(floor(s->upper[j]), fmax(ceil(s->lower[j]), nearbyint(x[j])));
    }
    for (int t = 0; t < VISITED_ATTEMPTS && (heco_visited_get(v, x) & bits) != 0; t++) {
        size_t j  = v->var[heco_rng_index_inline(rng, v->count)];
        double by = heco_rng_uniform_inline(rng) < 0.5 ? -1.0 : 1.0;
        if (x[j] + by > s->upper[j] || x[j] + by < s->lower[j]) by = -by;
        x[j] += by;
    }
}
