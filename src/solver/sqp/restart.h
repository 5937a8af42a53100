/* Where the next descent begins: the user's points first, then hops from the best point and points
 * uniform in the box; and with which trust radius. In a hop the continuous variables move within a
 * reach, and a few of the integers. */
#ifndef HECO_SOLVER_SQP_RESTART_H
#define HECO_SOLVER_SQP_RESTART_H

#include "base/rng.h"
#include "heco/algorithm.h"

typedef struct {
    const heco_setup *setup;
    double            radius;    /* first trust radius of a descent (0.5)             */
    size_t            used;      /* the user's points so far                          */
    size_t            descents;  /* ended so far: the caller counts                   */
    int               hopped;    /* was the last start a hop, and how far?            */
    double            reach;
    double           *best_x, best_f, best_v; /* where hops begin                     */
    size_t           *integer, integers; /* integer variables with a choice           */
} heco_restart;

void heco_restart_init(heco_restart *r, const heco_setup *setup);
/* Keeps the point if it is the best so far. */
void heco_restart_note(heco_restart *r, const double *x, double f, double v);
/* A start point; `hops`: how often it is near the best one. */
void heco_restart_draw(heco_restart *r, double *x, double hops);
/* The trust radius for the descent from the point drawn last. */
double heco_restart_radius(heco_restart *r);

#endif
