/* Seeding and streams. Check value: seed 1, stream 0 gives first
 * outputs listed in tests/unit/test_rng.c. */
#include "base/rng.h"

#include "base/arena.h"

/* splitmix64 (Steele, Lea, Flood 2014): one step of its output function. */
static uint64_t rng_splitmix(uint64_t *state) {
    uint64_t z = (*state += 0x9e3779b97f4a7c15u);
    z          = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z          = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

uint64_t heco_rng_mix(uint64_t a, uint64_t b) {
    uint64_t state = a;
    uint64_t h     = rng_splitmix(&state);
    state          = h ^ (b + 0x632be59bd9b4e019u);
    return rng_splitmix(&state);
}

void heco_rng_init(heco_rng *rng, uint64_t seed, uint64_t stream) {
    uint64_t state = heco_rng_mix(seed, stream);
    for (int i = 0; i < 4; i++) rng->s[i] = rng_splitmix(&state);
}

heco_rng *heco_arena_take_rng(heco_arena *arena, uint64_t seed, uint64_t stream) {
    heco_rng *rng = heco_arena_take(arena, 1, sizeof *rng);
    if (rng != NULL) heco_rng_init(rng, seed, stream);
    return rng;
}

double heco_rng_uniform(heco_rng *rng) { return heco_rng_uniform_inline(rng); }

size_t heco_rng_index(heco_rng *rng, size_t n) { return n > 1 ? heco_rng_index_inline(rng, n) : 0; }
