/* The epigraph of a maximum (heco_problem.pieces).
 *
 * The algorithm's space has one more variable t after the user's, which is the objective, and the
 * constraint piece - t <= 0 for each piece. These are as smooth as the pieces, while their maximum
 * has kinks (Nocedal and Wright 2006, section 17.2). The user's points have no t. A row that the
 * run may move gets t = the maximum of its pieces; a row of differences keeps the t it was asked
 * with. */
#ifndef HECO_RUN_EPIGRAPH_H
#define HECO_RUN_EPIGRAPH_H

#include "heco/algorithm.h"
#include "run/coordinate.h"

typedef struct {
    size_t          first, count; /* the pieces among the inequalities; count 0: none      */
    size_t          var;          /* number of t in the algorithm's space                  */
    heco_coordinate t;
} heco_epigraph;

/* Finds the pieces of the user's space by their tolerance. */
void heco_epigraph_init(heco_epigraph *e, const heco_space *outer);
/* Appends t to the algorithm's space, whose arrays lower and upper have room for it. */
void heco_epigraph_add_variable(heco_epigraph *e, heco_space *inner, double *lower, double *upper);
/* Replaces f and the pieces of row i, a row with finite values, by t and piece - t. With `move` it
 * sets t to the maximum first. */
void heco_epigraph_tell_row(const heco_epigraph *e, heco_batch *inner, size_t i, int move);
/* Sets the derivatives of row 0: those of f, and those of the pieces by t. */
void heco_epigraph_tell_derivatives(const heco_epigraph *e, heco_batch *inner);

#endif
