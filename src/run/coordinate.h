/* One variable as the user knows it and as an algorithm searches it.
 *
 *   plain          the same number
 *   list           its place 0 .. count-1 in the list
 *   open           x = centre + scale * sinh(u): near the centre as it is, far away by its
 *                  logarithm, so that a box whose ends nobody gave may be as large as you like
 *   open integer   one step each up to 10000 from the centre, beyond in steps of a ten-thousandth
 *                  of the distance */
#ifndef HECO_RUN_COORDINATE_H
#define HECO_RUN_COORDINATE_H

#include "heco/problem.h"

typedef enum {
    HECO_COORDINATE_PLAIN,
    HECO_COORDINATE_LIST,
    HECO_COORDINATE_UNBOUNDED,
    HECO_COORDINATE_UNBOUNDED_INTEGER
} heco_coordinate_kind;

typedef struct {
    heco_coordinate_kind kind;
    size_t               var;          /* number of the variable                    */
    double               lower, upper; /* of the variable                           */
    double               centre, scale;
    double               first, last; /* of an open one: what its bounds become    */
    const heco_choice   *choice;
} heco_coordinate;

/* Variable j of the space within [lower, upper], of which `open` says what was made up; `centre`:
 * where an open one has its fine end, moved into the box. */
void heco_coordinate_init(heco_coordinate *c, const heco_space *space, size_t j, double lower,
                          double upper, unsigned open, double centre);
/* The range of the number that is searched; a list within bounds that exclude all its values has
 * an empty one. */
void heco_coordinate_range(const heco_coordinate *c, double *lower, double *upper);
/* Whether that number is an integer. */
int heco_coordinate_is_whole(const heco_coordinate *c, const heco_space *space);
/* To the user: the result is in the bounds. */
double heco_coordinate_leave(const heco_coordinate *c, double inner);
/* To the algorithm: the nearest, in the range. */
double heco_coordinate_enter(const heco_coordinate *c, double outer);
/* The derivative of the user's number by the searched one; 0 for a list. */
double heco_coordinate_slope(const heco_coordinate *c, double inner);

#endif
