/* Initial designs. */
#ifndef HECO_SOLVER_COMMON_SAMPLE_H
#define HECO_SOLVER_COMMON_SAMPLE_H

#include "base/rng.h"
#include "heco/algorithm.h"

/* One point uniform in the box, coordinates in order. */
void heco_sample_uniform(double *x, const heco_space *space, heco_rng *rng);
/* A copy of `from` in which each coordinate is, with probability p, uniform in its bounds. */
void heco_sample_disturb(double *x, const double *from, double p, const heco_space *space,
                         heco_rng *rng);
/* `count` rows: the setup's initial points first, the rest uniform. */
void heco_sample_initial(double *x, size_t count, const heco_setup *setup);
/* `count` rows, one in each of `count` equal slices of every coordinate. `slot`: count entries. */
void heco_sample_latin(double *x, size_t count, const heco_space *space, heco_rng *rng,
                       size_t *slot);
/* HECO_OK, or the refusal every algorithm gives when its first population does not fit. */
heco_status heco_sample_check_budget(const heco_setup *setup, size_t population);
/* Resolves an automatic population size: `wanted`, or a tenth of a small budget, but never below
 * `least`. */
void heco_sample_size(const heco_setup *setup, size_t option, double wanted, double least);

#endif
