/* Variants of a problem, as simulators give functions: rounded, noisy, failing, with a constraint
 * that says 0 or 1, scaled or shifted. A run is judged by the values of the problem itself. */
#ifndef HECO_BENCH_PEERS_VARIANT_H
#define HECO_BENCH_PEERS_VARIANT_H

#include "harness.h"

typedef struct peers_variant peers_variant;

/* Wraps a problem; `name` is one of peers_variant_names. Returns NULL if there is no such variant of
 * the problem (`barrier` needs a known optimum), or no memory. */
peers_variant *peers_variant_new(const char *name, const heco_problem *problem);
void           peers_variant_free(peers_variant *v);
/* The problem that solvers see. */
const heco_problem *peers_variant_problem(const peers_variant *v);
/* Value and violation of the problem itself at the last point. */
const peers_truth *peers_variant_truth(const peers_variant *v);
/* The value to reach: that of the suite where values are exact, else within 1e-3 of the best known
 * one, relative to it or to 0.1. */
double peers_variant_target(const peers_variant *v, double target);

extern const char peers_variant_names[];

#endif
