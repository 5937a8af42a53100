/* The row of a problem of the suite `design`. A problem is a function
 * and a row in one of the files design_*.c, and a line in the list below. */
#ifndef HECO_SUITES_DESIGN_DESIGN_H
#define HECO_SUITES_DESIGN_DESIGN_H

#include "suites/suite_table.h"

/* HECO_X(row, name, title), in the order of `heco list problems design`. */
#define HECO_DESIGN_LIST(HECO_X)                                                                  \
    HECO_X(welded_beam, "welded-beam", "cheapest welded cantilever, Coello's seven constraints")  \
    HECO_X(pressure_vessel, "pressure-vessel", "cheapest vessel, plates in sixteenths of an inch")\
    HECO_X(spring, "spring", "lightest tension spring, continuous")                               \
    HECO_X(spring_discrete, "spring-discrete", "smallest compression spring, stock wire sizes")   \
    HECO_X(speed_reducer, "speed-reducer", "lightest gearbox, integer number of teeth")           \
    HECO_X(three_bar_truss, "three-bar-truss", "lightest symmetric three-bar truss")              \
    HECO_X(ten_bar_truss, "ten-bar-truss", "lightest ten-bar truss, stresses and displacements")  \
    HECO_X(truss_25, "25-bar-truss", "lightest transmission tower, eight groups, two load cases") \
    HECO_X(gear_train, "gear-train", "ratio nearest to 1/6.931 in parts per million, all integer")\
    HECO_X(stepped_cantilever, "stepped-cantilever", "smallest five-step cantilever, mixed sizes")\
    HECO_X(tubular_column, "tubular-column", "cheapest hollow column")                            \
    HECO_X(bulkhead, "bulkhead", "lightest corrugated bulkhead of a tanker")                      \
    HECO_X(clutch_brake, "clutch-brake", "lightest multiple-disk clutch brake, all discrete")     \
    HECO_X(step_cone_pulley, "step-cone-pulley", "lightest four-step cone pulley, equal belts")   \
    HECO_X(rolling_bearing, "rolling-bearing", "ball bearing of the largest dynamic load rating") \
    HECO_X(thrust_bearing, "thrust-bearing", "hydrostatic thrust bearing of the smallest loss")   \
    HECO_X(concrete_beam, "concrete-beam", "cheapest reinforced concrete beam, stock bars")       \
    HECO_X(piston_lever, "piston-lever", "smallest oil volume to lift a piston lever")            \
    HECO_X(car_side_impact, "car-side-impact", "lightest car door that passes a side impact")     \
    HECO_X(oil_cooler, "oil-cooler", "cheapest shell-and-tube oil cooler, integer tube count")


/* Size `number` (1 .. count) of a table; a number between two sizes takes the nearer one, and
 * one outside the table its end, since a point may come from anywhere. */
static inline double heco_design_size(const double *table, size_t count, double number) {
    size_t i = 0;
    while (i + 1 < count && number >= (double)i + 1.5) i++;
    return table[i];
}

#define HECO_X(row, ...) extern const heco_suite_fixed heco_design_##row;
HECO_DESIGN_LIST(HECO_X)
#undef HECO_X

#endif
