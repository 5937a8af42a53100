#include "solver/common/scaled_violation.h"

#include "problem/violation.h"

void heco_scaled_violation_init(heco_scaled_violation *s, const heco_space *space,
                                heco_arena *arena) {
    s->scale = heco_arena_take(arena, space->ng + space->nh, sizeof *s->scale);
    if (!heco_arena_failed(arena)) heco_scaled_violation_reset(s, space);
}

void heco_scaled_violation_reset(heco_scaled_violation *s, const heco_space *space) {
    for (size_t k = 0; k < space->ng + space->nh; k++) s->scale[k] = 1.0;
}

/* Returns the excess of constraint k: the violation of a problem with this constraint alone. */
static double scaled_excess(const heco_space *space, size_t k, const double *g, const double *h) {
    double     tol = heco_space_tol(space, k);
    heco_space one = {.ng = k < space->ng, .nh = k >= space->ng, .tol = &tol};
    return k < space->ng ? heco_violation_total(&one, g + k, h, 1.0)
                         : heco_violation_total(&one, g, h + (k - space->ng), 1.0);
}

double heco_scaled_violation_learn(heco_scaled_violation *s, const heco_space *space,
                                   const heco_batch *first) {
    double most = 0.0, least = INFINITY;
    size_t m = space->ng + space->nh;
    for (size_t k = 0; k < m; k++) {
        double largest = 0.0;
        for (size_t i = 0; i < first->count; i++) {
            double e = scaled_excess(space, k, first->g + i * space->ng, first->h + i * space->nh);
            if (e > largest && e < INFINITY) largest = e;
        }
        s->scale[k] = largest > 0.0 ? largest : 1.0;
        most        = largest > most ? largest : most;
        least       = largest < least ? largest : least;
    }
    return m > 0 ? most - least : 0.0;
}

double heco_violation_scaled(const heco_space *space, const heco_scaled_violation *s,
                             const double *g, const double *h) {
    double sum = 0.0;
    for (size_t k = 0; k < space->ng + space->nh; k++)
        sum += scaled_excess(space, k, g, h) / s->scale[k];
    return sum;
}
