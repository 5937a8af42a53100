/* The distributions of rng.h as functions, for authors of algorithms. */
#include "base/rng.h"

double heco_rng_normal(heco_rng *rng) { return heco_rng_normal_inline(rng); }
double heco_rng_cauchy(heco_rng *rng) { return heco_rng_cauchy_inline(rng); }
