/* Crossovers, in place: the row holds the mutant and becomes the trial; coordinates that are not
 * taken from the mutant are copied from the parent. All return how many came from the mutant. */
#ifndef HECO_SOLVER_DE_CROSS_H
#define HECO_SOLVER_DE_CROSS_H

#include "base/rng.h"

/* How the crossover makes the trial differ from its parent. */
typedef enum {
    HECO_FORCE_ONE,     /* one random coordinate is always taken                          */
    HECO_FORCE_IF_NONE, /* a random one only when none was (LSHADE44's program)           */
    HECO_FORCE_NOTHING  /* nothing: the trial may equal the parent (UDE family)           */
} heco_force;

/* Each coordinate from the mutant with probability CR (to within 2^-32). */
size_t heco_cross_binomial(double *trial, const double *parent, double CR, size_t n,
                           heco_force force, heco_rng *rng);
/* The same with HECO_FORCE_ONE, but coordinates that are not taken from the mutant become
 * parent + scale * Cauchy, each with its own draw; the result may leave the box (RDEx). */
size_t heco_cross_binomial_jump(double *trial, const double *parent, double CR, const double *scale,
                                size_t n, heco_rng *rng);
/* A cyclic run from the mutant: one coordinate, then the next while a number is < CR. */
size_t heco_cross_exponential(double *trial, const double *parent, double CR, size_t n,
                              heco_rng *rng);
/* The run that heco_cross_exponential takes: its length, and where it starts. For algorithms that
 * compute the mutant on those coordinates only. */
size_t heco_cross_exponential_run(size_t *start, double CR, size_t n, heco_rng *rng);
/* The mirror image (HECO-DE): a cyclic run of the *parent* of at most `most` coordinates, each
 * kept while a number is < CR; all others come from the mutant. */
size_t heco_cross_keep_run(double *trial, const double *parent, double CR, size_t most, size_t n,
                           heco_rng *rng);

#endif
