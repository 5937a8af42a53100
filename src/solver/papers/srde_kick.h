/* The additions of RDEx-CASK to the family: a second F, an archive, and rules for targets that have
 * stagnated (srde_params.kick). */
#ifndef HECO_SOLVER_PAPERS_SRDE_KICK_H
#define HECO_SOLVER_PAPERS_SRDE_KICK_H

#include "solver/de/mutate.h"
#include "solver/papers/srde_family.h"

/* Takes the memory of the rules; nothing if there are none. */
void heco_srde_kick_init(srde_family *s, heco_arena *arena);
/* Applies the rules to a standard trial for target i. */
void heco_srde_kick_trial(srde_family *s, size_t i, heco_parents *points);
/* Counts the outcome of a trial. If it is accepted, keeps the member that it is about to overwrite.
 */
void heco_srde_kick_settle(srde_family *s, int accepted);

#endif
