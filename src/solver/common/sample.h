/* Initial designs. */
#ifndef HECO_SOLVER_COMMON_SAMPLE_H
#define HECO_SOLVER_COMMON_SAMPLE_H

#include "base/rng.h"
#include "heco/algorithm.h"

/* Draws one point uniformly in the box, coordinate by coordinate. */
void heco_sample_uniform(double *x, const heco_space *space, heco_rng *rng);
/* Copies `from`; each coordinate is drawn again with probability p, uniformly in its bounds. */
void heco_sample_disturb(double *x, const double *from, double p, const heco_space *space,
                         heco_rng *rng);
/* Asks for `count` rows: first the initial points of the setup, then uniform ones. Returns HECO_OK. */
heco_status heco_sample_initial(heco_batch *out, size_t count, const heco_setup *setup);
/* Asks for `count` uniform rows. Returns HECO_OK. */
heco_status heco_sample_rows(heco_batch *out, size_t count, const heco_setup *setup);
/* Latin hypercube: writes `count` rows, one in each of `count` equal intervals of every coordinate.
 * `interval` is scratch memory for `count` numbers. */
void heco_sample_latin(double *x, size_t count, const heco_space *space, heco_rng *rng,
                       size_t *interval);
/* Returns HECO_OK, or an error if the first population does not fit the budget. */
heco_status heco_sample_check_budget(const heco_setup *setup, size_t population);
/* Returns HECO_OK, or an error if there are more than `most` variables: `step` costs n^3 operations. */
heco_status heco_sample_check_variables(const heco_setup *setup, int most, const char *step);
/* Resolves an automatic population size: `wanted`, or a tenth of a small budget, but never below
 * `least`. */
void heco_sample_resolve_size(const heco_setup *setup, size_t option, double wanted, double least);

#endif
