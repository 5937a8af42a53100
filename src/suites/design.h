/* What the files of the suite `design` share: the row of a problem. A problem is a function
 * and a row in one of the files design_*.c, and a line in the list below. */
#ifndef HECO_SUITES_DESIGN_H
#define HECO_SUITES_DESIGN_H

#include "heco/problem.h"

/* X(row, name, title), in the order of `heco list problems design`. */
#define HECO_DESIGN_LIST(X)                                                                   \
    X(welded_beam, "welded-beam", "cheapest welded cantilever, Coello's seven constraints")    \
    X(pressure_vessel, "pressure-vessel", "cheapest vessel, plates in sixteenths of an inch")  \
    X(spring, "spring", "lightest tension spring, continuous")                                 \
    X(spring_discrete, "spring-discrete", "smallest compression spring, stock wire sizes")     \
    X(speed_reducer, "speed-reducer", "lightest gearbox, integer number of teeth")             \
    X(three_bar_truss, "three-bar-truss", "lightest symmetric three-bar truss")                \
    X(ten_bar_truss, "ten-bar-truss", "lightest ten-bar truss, stresses and displacements")    \
    X(truss_25, "25-bar-truss", "lightest transmission tower, eight groups, two load cases")   \
    X(gear_train, "gear-train", "ratio nearest to 1/6.931 in parts per million, all integer")  \
    X(stepped_cantilever, "stepped-cantilever", "smallest five-step cantilever, mixed sizes")  \
    X(tubular_column, "tubular-column", "cheapest hollow column")                              \
    X(bulkhead, "bulkhead", "lightest corrugated bulkhead of a tanker")                        \
    X(clutch_brake, "clutch-brake", "lightest multiple-disk clutch brake, all discrete")       \
    X(step_cone_pulley, "step-cone-pulley", "lightest four-step cone pulley, equal belts")     \
    X(rolling_bearing, "rolling-bearing", "ball bearing of the largest dynamic load rating")   \
    X(thrust_bearing, "thrust-bearing", "hydrostatic thrust bearing of the smallest loss")     \
    X(concrete_beam, "concrete-beam", "cheapest reinforced concrete beam, stock bars")         \
    X(piston_lever, "piston-lever", "smallest oil volume to lift a piston lever")              \
    X(car_side_impact, "car-side-impact", "lightest car door that passes a side impact")       \
    X(oil_cooler, "oil-cooler", "cheapest shell-and-tube oil cooler, integer tube count")

typedef struct {
    size_t                n, ng, nh;
    double                f_ref; /* f at `best`, rounded up in the last digit given */
    const double         *lower, *upper, *best;
    const unsigned char  *integer;          /* NULL: all continuous */
    const char *const    *x_names, *const *c_names;
    heco_eval_fn          eval;
} heco_design_row;

/* Size `number` (1 .. count) of a table; a number between two sizes takes the nearer one, and
 * one outside the table its end, since a point may come from anywhere. */
static inline double heco_design_size(const double *table, size_t count, double number) {
    size_t i = 0;
    while (i + 1 < count && number >= (double)i + 1.5) i++;
    return table[i];
}

#define X(row, ...) extern const heco_design_row heco_design_##row;
HECO_DESIGN_LIST(X)
#undef X

#endif
