#include "solver/de/compete.h"

void heco_compete_init(heco_compete *c, size_t K, double n0, double delta) {
    c->K     = K;
    c->n0    = n0;
    c->delta = delta;
    for (size_t k = 0; k < K; k++) c->n[k] = 0.0;
    heco_compete_refresh(c);
}

/* Sets q and returns the smallest single probability. */
static double compete_set_probabilities(heco_compete *c) {
    double sum = 0.0, least = c->n[0] + c->n0, running = 0.0;
    for (size_t k = 0; k < c->K; k++) sum += c->n[k] + c->n0;
    for (size_t k = 0; k < c->K; k++) {
        double share = c->n[k] + c->n0;
        least        = share < least ? share : least;
        running += share;
        c->q[k] = running / sum;
    }
    return least / sum;
}

void heco_compete_refresh(heco_compete *c) {
    if (compete_set_probabilities(c) >= c->delta) return;
    for (size_t k = 0; k < c->K; k++) c->n[k] = 0.0;
    compete_set_probabilities(c);
}

size_t heco_compete_draw_then_reset(heco_compete *c, heco_rng *rng) {
    double least = compete_set_probabilities(c);
    size_t k     = heco_compete_pick(c, rng);
    if (least < c->delta)
        for (size_t i = 0; i < c->K; i++) c->n[i] = 0.0;
    return k;
}
