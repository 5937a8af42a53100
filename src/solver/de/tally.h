/* Wins and losses of a few strategies over the last `window` generations, and the probabilities
 * that follow from them (UDE family). */
#ifndef HECO_SOLVER_DE_TALLY_H
#define HECO_SOLVER_DE_TALLY_H

#include "base/arena.h"

enum { HECO_TALLY_MAX = 4 };

typedef struct {
    size_t  K, window, at;        /* strategies, generations kept, slot of the current one */
    size_t *won, *lost;           /* window rows of K                                      */
    size_t  all_won[HECO_TALLY_MAX], all_lost[HECO_TALLY_MAX]; /* sums over the window     */
} heco_tally;

void heco_tally_init(heco_tally *t, size_t K, size_t window, heco_arena *arena);
/* Begins a generation and drops the one that is `window` generations old. */
void heco_tally_next(heco_tally *t);
/* Writes the shares won/(won + lost) + least, divided by their sum. won/(won + lost) is 0 for a
 * strategy that was not used. */
void heco_tally_shares(double *share, const heco_tally *t, double least);

/* Counts a win or a loss of strategy k in this generation. */
static inline void heco_tally_add(heco_tally *t, size_t k, int won) {
    (won ? t->won : t->lost)[t->at * t->K + k]++;
    (won ? t->all_won : t->all_lost)[k]++;
}

#endif
