#include "solver/de/tally.h"

void heco_tally_init(heco_tally *t, size_t K, size_t window, heco_arena *arena) {
    t->K      = K;
    t->window = window;
    t->at     = 0;
    t->won    = heco_arena_take(arena, window * K, sizeof *t->won);
    t->lost   = heco_arena_take(arena, window * K, sizeof *t->lost);
    for (size_t k = 0; k < K; k++) t->all_won[k] = t->all_lost[k] = 0;
}

void heco_tally_next(heco_tally *t) {
    t->at        = t->at + 1 < t->window ? t->at + 1 : 0;
    size_t *won  = t->won + t->at * t->K;
    size_t *lost = t->lost + t->at * t->K;
    for (size_t k = 0; k < t->K; k++) {
        t->all_won[k] -= won[k];
        t->all_lost[k] -= lost[k];
        won[k] = lost[k] = 0;
    }
}

void heco_tally_shares(double *share, const heco_tally *t, double least) {
    double sum = 0.0;
    for (size_t k = 0; k < t->K; k++) {
        size_t took_part = t->all_won[k] + t->all_lost[k];
        share[k]         = least;
        if (took_part > 0) share[k] += (double)t->all_won[k] / (double)took_part;
        sum += share[k];
    }
    for (size_t k = 0; k < t->K; k++) share[k] = sum > 0.0 ? share[k] / sum : 1.0 / (double)t->K;
}
