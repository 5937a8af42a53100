/* What the tests of HECO-DE's versions share: two variables, one inequality, one island. */
#ifndef HECO_TEST_ISLAND_FIXTURE_H
#define HECO_TEST_ISLAND_FIXTURE_H

#include "solver/heco/heco_de.h"
#include "testing.h"

static const double     lower[2] = {-5, -5}, upper[2] = {5, 5};
static const heco_space space = {.n = 2, .ng = 1, .lower = lower, .upper = upper, .eq_tol = 1e-4};

typedef struct {
    heco_arena     arena;
    heco_rng       rng;
    heco_setup     setup;
    heco_de_island d;
} island_fixture;

static inline void island_fixture_open(island_fixture *t, const heco_de_params *p, uint64_t seed) {
    memset(t, 0, sizeof *t);
    heco_arena_init(&t->arena);
    heco_rng_init(&t->rng, seed, 0);
    t->setup = (heco_setup){.space = &space, .arena = &t->arena, .rng = &t->rng};
    heco_de_island_init(&t->d, p, &t->setup, &t->rng);
}

static inline void island_fixture_close(island_fixture *t) { heco_arena_release(&t->arena); }

#endif
