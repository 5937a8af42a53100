/* Crossovers in place: the row holds the mutant and becomes the trial. Coordinates that are not
 * taken from the mutant are copied from the parent. Each function returns the number of
 * coordinates that are taken from the mutant. */
#ifndef HECO_SOLVER_DE_CROSS_H
#define HECO_SOLVER_DE_CROSS_H

#include "base/rng.h"

/* How the crossover makes the trial differ from its parent. */
typedef enum {
    HECO_FORCE_ONE,     /* one random coordinate is always taken                          */
    HECO_FORCE_IF_NONE, /* a random one only when none was (LSHADE44's program)           */
    HECO_FORCE_NOTHING  /* nothing: the trial may equal the parent (UDE family)           */
} heco_force;

/* Takes each coordinate from the mutant with probability CR (to within 2^-32). */
size_t heco_cross_binomial(double *trial, const double *parent, double CR, size_t n,
                           heco_force force, heco_rng *rng);
/* The same with HECO_FORCE_ONE, but coordinates that are not taken from the mutant become
 * parent + scale * Cauchy, each with its own draw; the result may leave the box (RDEx). */
size_t heco_cross_binomial_jump(double *trial, const double *parent, double CR, const double *scale,
                                size_t n, heco_rng *rng);
/* Takes a cyclic run from the mutant: one coordinate, then further ones while a draw is < CR. */
size_t heco_cross_exponential(double *trial, const double *parent, double CR, size_t n,
                              heco_rng *rng);
/* Draws the run of heco_cross_exponential: its start and its length, which is returned. An
 * algorithm can then compute the mutant on these coordinates only. */
size_t heco_cross_exponential_run(size_t *start, double CR, size_t n, heco_rng *rng);
/* The reverse (HECO-DE): keeps a cyclic run of the *parent* of at most `most` coordinates, each
 * while a draw is < CR; all others come from the mutant. */
size_t heco_cross_keep_run(double *trial, const double *parent, double CR, size_t most, size_t n,
                           heco_rng *rng);

#endif
