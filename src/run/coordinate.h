/* Maps one variable x of the user's space to the variable u of the algorithm's space.
 *
 *   plain               u = x
 *   list                u is the position 0 .. count-1 in the list
 *   unbounded           x = centre + scale * sinh(u): linear near the centre, logarithmic far away,
 *                       so that a default bound may be as large as 1e12
 *   log                 u = log(x)
 *   unbounded integer   u counts integers up to 10000 from the centre; beyond that a step of u is
 *                       a ten-thousandth of the distance */
#ifndef HECO_RUN_COORDINATE_H
#define HECO_RUN_COORDINATE_H

#include "heco/problem.h"

typedef enum {
    HECO_COORDINATE_PLAIN,
    HECO_COORDINATE_LIST,
    HECO_COORDINATE_UNBOUNDED,
    HECO_COORDINATE_LOG,
    HECO_COORDINATE_UNBOUNDED_INTEGER
} heco_coordinate_kind;

typedef struct {
    heco_coordinate_kind kind;
    size_t               var;          /* number of the variable                    */
    double               lower, upper; /* of the variable                           */
    double               centre, scale;
    double               first, last; /* lower and upper as u, unless it is plain or a list */
    const heco_choice   *choice;
} heco_coordinate;

typedef struct {
    double   lower, upper;
    unsigned missing; /* as that of a space                                                    */
    double   centre;  /* clipped to the box, the point near which an unbounded variable has its
                       * finest steps                                                          */
} heco_coordinate_limits;

/* Describes variable j of the space within the limits. */
void heco_coordinate_init(heco_coordinate *c, const heco_space *space, size_t j,
                          const heco_coordinate_limits *limits);
/* Returns the range of u; it is empty for a list if the bounds exclude all its values. */
void heco_coordinate_range(const heco_coordinate *c, double *lower, double *upper);
/* Returns whether u is an integer. */
int heco_coordinate_is_integer(const heco_coordinate *c, const heco_space *space);
/* Maps u to x; x is within the bounds. */
double heco_coordinate_to_outer(const heco_coordinate *c, double inner);
/* Maps x to the nearest u in the range. */
double heco_coordinate_to_inner(const heco_coordinate *c, double outer);
/* Returns dx/du. A list has no derivative and gives 0. An unbounded integer gives 1, which is exact
 * only within 10000 of the centre. */
double heco_coordinate_slope(const heco_coordinate *c, double inner);

#endif
