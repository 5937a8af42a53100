/* Random numbers for authors of an algorithm: the generator of a run or of a member of it. */
#ifndef HECO_RNG_H
#define HECO_RNG_H

#include <stddef.h>

#include "heco/export.h"

HECO_BEGIN_DECLS

typedef struct heco_rng heco_rng; /* a random generator; its numbers depend on its seed alone */

HECO_API double heco_rng_uniform(heco_rng *rng);         /* in [0, 1)                        */
HECO_API double heco_rng_normal(heco_rng *rng);          /* mean 0, deviation 1              */
HECO_API double heco_rng_cauchy(heco_rng *rng);          /* location 0, scale 1              */
HECO_API size_t heco_rng_index(heco_rng *rng, size_t n); /* in 0 .. n-1, unbiased; n < 2^32  */

HECO_END_DECLS

#endif
