/* The evaluation functions of cec2006, one per problem: cec2006_low.c has g01 to g12,
 * cec2006_high.c g13 to g24. */
#ifndef HECO_SUITES_CEC2006_CEC2006_H
#define HECO_SUITES_CEC2006_CEC2006_H

#include "heco/problem.h"

/* HECO_X(name, n, ng, nh, f_ref, compared, title): the row of a problem. f_ref is the ten-digit
 * value of the report's table. Bounds and points are in cec2006_data.h. */
#define HECO_CEC2006_LIST(HECO_X)                                                                \
    HECO_X(g01, 13, 9, 0, -15.0, 1, "quadratic, nine linear inequalities")                       \
    HECO_X(g02, 20, 2, 0, -0.8036191042, 1, "Keane's bump function")                             \
    HECO_X(g03, 10, 0, 1, -1.0005001000, 1, "product on a sphere")                               \
    HECO_X(g04, 5, 6, 0, -30665.5386717834, 1, "Himmelblau's quadratic problem")                 \
    HECO_X(g05, 4, 2, 3, 5126.4967140071, 1, "power flow, cubic cost")                           \
    HECO_X(g06, 2, 2, 0, -6961.8138755802, 1, "cubic in a thin crescent")                        \
    HECO_X(g07, 10, 8, 0, 24.3062090681, 1, "convex quadratic, eight inequalities")              \
    HECO_X(g08, 2, 2, 0, -0.0958250415, 1, "many sine waves")                                    \
    HECO_X(g09, 7, 4, 0, 680.6300573745, 1, "polynomial of degree six")                          \
    HECO_X(g10, 8, 6, 0, 7049.2480205286, 1, "heat exchanger network, badly scaled")             \
    HECO_X(g11, 2, 0, 1, 0.7499000000, 1, "distance to a parabola")                              \
    HECO_X(g12, 3, 1, 0, -1.0, 1, "729 disjoint feasible balls")                                 \
    HECO_X(g13, 5, 0, 3, 0.0539415140, 1, "exponential of a product")                            \
    HECO_X(g14, 10, 0, 3, -47.7648884595, 1, "chemical equilibrium")                             \
    HECO_X(g15, 3, 0, 2, 961.7150222899, 1, "quadratic on sphere and plane")                     \
    HECO_X(g16, 5, 38, 0, -1.9051552586, 1, "petrochemical process, 38 inequalities")            \
    HECO_X(g17, 6, 0, 4, 8853.53387480648, 1, "electrical network, objective of the report")      \
    HECO_X(g18, 9, 13, 0, -0.8660254038, 1, "largest area of a hexagon of unit diameter")        \
    HECO_X(g19, 15, 5, 0, 32.6555929502, 1, "dual of Colville's problem")                        \
    HECO_X(g20, 24, 6, 14, 0.2049794002, 0, "blending, no feasible point known")                 \
    HECO_X(g21, 7, 1, 5, 193.7245100700, 1, "heat exchangers, five equalities")                  \
    HECO_X(g22, 22, 1, 19, 236.4309755040, 0, "heat exchangers, 19 equalities")                  \
    HECO_X(g23, 9, 2, 4, -400.0551000000, 1, "Haverly's pooling problem")                        \
    HECO_X(g24, 2, 2, 0, -5.5080132716, 1, "two disconnected feasible regions")                  \
    HECO_X(g17c, 6, 0, 4, 8853.5396748064, 0, "g17 with the objective of the reference program")

#define HECO_X(name, ...) \
    int heco_cec2006_##name(void *user, const double *x, double *f, double *g, double *h);
HECO_CEC2006_LIST(HECO_X)
#undef HECO_X

#endif
