#include "run/epigraph.h"

#include <string.h>

#include "problem/objective.h"
#include "problem/violation.h"

void heco_epigraph_init(heco_epigraph *e, const heco_space *outer) {
    e->count = heco_space_pieces(outer);
    e->first = outer->ng - e->count;
}

void heco_epigraph_add_variable(heco_epigraph *e, heco_space *inner, double *lower, double *upper) {
    const heco_space             free_variable = {.n = 1};
    const heco_coordinate_limits limits        = {-HECO_DEFAULT_BOUND, HECO_DEFAULT_BOUND,
                                                  HECO_LOWER_MISSING | HECO_UPPER_MISSING, 0.0};
    if (e->count == 0) return;
    e->var = inner->n++;
    heco_coordinate_init(&e->t, &free_variable, 0, &limits);
    heco_coordinate_range(&e->t, &lower[e->var], &upper[e->var]);
}

void heco_epigraph_tell_row(const heco_epigraph *e, heco_batch *inner, size_t i, int move) {
    double *u = &inner->x[i * inner->n + e->var], *piece = inner->g + i * inner->ng + e->first;
    if (move) *u = heco_coordinate_to_inner(&e->t, heco_objective_maximum(piece, e->count));
    double t = heco_coordinate_to_outer(&e->t, *u);
    for (size_t k = 0; k < e->count; k++) piece[k] -= t;
    inner->f[i] = t;
}

void heco_epigraph_tell_derivatives(const heco_epigraph *e, heco_batch *inner) {
    double slope = heco_coordinate_slope(&e->t, inner->x[e->var]);
    memset(inner->df, 0, inner->n * sizeof *inner->df);
    inner->df[e->var] = slope;
    for (size_t k = 0; k < inner->ng; k++)
        inner->dg[k * inner->n + e->var] = k >= e->first && k < e->first + e->count ? -slope : 0.0;
    for (size_t k = 0; k < inner->nh; k++) inner->dh[k * inner->n + e->var] = 0.0;
}
