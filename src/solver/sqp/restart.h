/* Start points and first trust radii of descents: the user's points first, then hops from the best
 * point and uniform points of the box. In a hop the continuous variables move within a random
 * radius, and a few of the integers change (basin hopping). */
#ifndef HECO_SOLVER_SQP_RESTART_H
#define HECO_SOLVER_SQP_RESTART_H

#include "base/rng.h"
#include "solver/sqp/local_search.h"

/* Default probabilities of a hop, without and with integers, whose neighbours are searched anyway. */
#define HECO_RESTART_HOPS         0.4
#define HECO_RESTART_HOPS_INTEGER 0.2

typedef struct {
    const heco_setup *setup;
    double            radius;     /* first trust radius of a descent                 */
    size_t            used;       /* user's points so far                            */
    size_t            descents;   /* descents ended so far; the caller counts them   */
    int               hopped;     /* the last start was a hop                        */
    double            hop_radius; /* its radius, in widths of the box                */
    double           *best_x, best_f, best_v; /* the point from which hops start     */
    size_t           *integer, integers; /* integer variables with several values    */
    double           *drawn;      /* the start point drawn last                      */
} heco_restart;

void heco_restart_init(heco_restart *r, const heco_setup *setup);
/* Records the point if it is the best so far. */
void heco_restart_record(heco_restart *r, const double *x, double f, double v);
/* Draws a start point and sets `hopped`; `hops` is the probability of a hop. */
/* Draws a point within `radius` (in widths of the box) of the best one, with the same integers. */
void heco_restart_draw_neighbour(heco_restart *r, double *x, double radius);
void heco_restart_draw(heco_restart *r, double *x, double hops);
/* Draws the first trust radius for the descent from the point drawn last. */
double heco_restart_radius(heco_restart *r);
/* Begins a local search at the point drawn last, the first row of `in`. `level` is that of the
 * differences; best_f and best_viol are the best of all searches. */
void heco_restart_begin(heco_restart *r, heco_local_search *search, const heco_batch *in, int level,
                        double best_f, double best_viol);
/* Writes rows that the next batch of the search is likely to contain, between ask and tell. If the
 * search is over, the batch being evaluated is the point drawn last. */
void heco_restart_ahead(const heco_restart *r, const heco_local_search *search, int level,
                        heco_batch *out);

#endif
