/* Trials whose F and CR come from fixed pools, drawn again for each: F from {0.6, 0.8, 1}, CR from
 * {0.1, 0.2, 1} (composite DE, Wang, Cai, Zhang 2011; also FROFI, DeCODE and their relatives).
 * Parents are distinct members different from i; P holds at least 4. No repair. */
#ifndef HECO_SOLVER_DE_COMPOSITE_H
#define HECO_SOLVER_DE_COMPOSITE_H

#include "base/rng.h"
#include "solver/common/population.h"

/* u = x_i + K (x_r1 - x_i) + F (x_r2 - x_r3), K uniform, no crossover. */
void heco_composite_current_to_rand(double *u, const heco_population *P, size_t i, heco_rng *rng);
/* x_r1 + F (x_r2 - x_r3), binomial crossover with x_i, one coordinate forced. */
void heco_composite_rand(double *u, const heco_population *P, size_t i, heco_rng *rng);
/* x_r1 + F (x_best - x_r1) + F (x_r2 - x_r3), crossed likewise. `best` may be any member. */
void heco_composite_rand_to_best(double *u, const heco_population *P, size_t i, size_t best,
                            heco_rng *rng);

#endif
