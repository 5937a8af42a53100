/* Problems with linear equalities and problems without bounds, for bench_presolve.c.
 *
 *   portfolio   least variance of ten shares that sum to 1 and earn 9 %
 *   transport   three works, four shops; convex cost; one of the seven balances is redundant
 *   discount    the same with costs that fall with the amount: many local optima
 *   blend       two pools, two products; balances linear, sulphur not; Haverly (1978)
 *   g14         chemical equilibrium, three balances of elements; CEC 2006
 *   defined     four variables that are sums of four others and have no bounds of their own
 *   crates      whole crates and loose goods that sum to a load */
#ifndef HECO_BENCH_PRESOLVE_PROBLEMS_H
#define HECO_BENCH_PRESOLVE_PROBLEMS_H

#include <heco/heco.h>
#include <math.h>

enum { LINES_N = 12, LINES_ROWS = 7 };

typedef struct {
    const char  *name;
    size_t       n, ng, rows; /* rows linear equalities, after ng inequalities */
    heco_eval_fn eval;        /* f and g; the equalities are computed from the rows */
    double       f_ref;
    double       coef[LINES_ROWS][LINES_N], constant[LINES_ROWS];
    double       lower, upper;
    const char  *kinds; /* per variable: ' ' as above, 'i' integer, 'o' open; NULL: ' ' */
} lines;

#define LINES_EVAL(name)                                                                           \
    static int name(void *user, const double *x, double *f, double *g, double *h)

LINES_EVAL(lines_portfolio) {
    (void)user, (void)g, (void)h;
    double sum = 0.0;
    for (int i = 0; i < 10; i++)
        for (int j = 0; j < 10; j++)
            sum += x[i] * x[j] * 0.01 * (1.0 + i) * (i == j ? 1.0 + 0.2 * i : 0.3 * cos(i - j));
    *f = sum;
    return HECO_POINT_OK;
}

static const double lines_cost[LINES_N] = {8, 6, 10, 9, 9, 12, 13, 7, 14, 9, 16, 5};

LINES_EVAL(lines_transport) {
    (void)user, (void)g, (void)h;
    *f = 0.0;
    for (int j = 0; j < LINES_N; j++) *f += lines_cost[j] * x[j] + 0.02 * x[j] * x[j];
    return HECO_POINT_OK;
}

LINES_EVAL(lines_discount) {
    (void)user, (void)g, (void)h;
    *f = 0.0;
    for (int j = 0; j < LINES_N; j++) *f += lines_cost[j] * pow(x[j], 0.7);
    return HECO_POINT_OK;
}

/* x: A, B into the pool; pool to 1 and 2; C to 1 and 2; sulphur of the pool; products. */
LINES_EVAL(lines_blend) {
    (void)user, (void)h;
    double p = x[6];
    *f       = 6 * x[0] + 16 * x[1] + 10 * (x[4] + x[5]) - 9 * x[7] - 15 * x[8];
    g[0]     = p * x[2] + 2 * x[4] - 2.5 * x[7];
    g[1]     = p * x[3] + 2 * x[5] - 1.5 * x[8];
    g[2]     = fabs(p * (x[2] + x[3]) - 3 * x[0] - x[1]) - 1e-6;
    return HECO_POINT_OK;
}

LINES_EVAL(lines_g14) {
    static const double c[10] = {-6.089,  -17.164, -34.054, -5.914,  -24.721,
                                 -14.986, -24.1,   -10.708, -26.662, -22.179};
    (void)user, (void)g, (void)h;
    double total = 0.0;
    *f           = 0.0;
    for (int j = 0; j < 10; j++) total += x[j];
    for (int j = 0; j < 10; j++) *f += x[j] * (c[j] + log(fmax(x[j], 1e-300) / total));
    return HECO_POINT_OK;
}

LINES_EVAL(lines_defined) {
    (void)user, (void)g, (void)h;
    *f = 0.0;
    for (int j = 0; j < 4; j++) {
        double y = x[4 + j], d = x[j] - 0.5 * j;
        *f += 100.0 * pow(y - d * d, 2.0) + d * d;
    }
    return HECO_POINT_OK;
}

LINES_EVAL(lines_crates) {
    static const double best[6] = {3.2, 4.7, 1.1, 6.3, 8.8, 0.4};
    (void)user, (void)h;
    *f = 0.0;
    for (int j = 0; j < 6; j++) *f += (1.0 + j) * pow(x[j] - best[j], 2.0);
    g[0] = x[0] * x[3] - 12.0;
    return HECO_POINT_OK;
}

static const lines LINES[] = {
    {"portfolio",
     10,
     0,
     2,
     lines_portfolio,
     0.009025466,
     {{1, 1, 1, 1, 1, 1, 1, 1, 1, 1}, {.03, .05, .06, .08, .09, .1, .11, .12, .14, .16}},
     {-1, -.09},
     0,
     1,
     NULL},
    {"transport",
     12,
     0,
     7,
     lines_transport,
     1094.375,
     {{1, 1, 1, 1},
      {0, 0, 0, 0, 1, 1, 1, 1},
      {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1},
      {1, 0, 0, 0, 1, 0, 0, 0, 1},
      {0, 1, 0, 0, 0, 1, 0, 0, 0, 1},
      {0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1},
      {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1}},
     {-35, -50, -40, -45, -20, -30, -30},
     0,
     50,
     NULL},
    {"discount",
     12,
     0,
     7,
     lines_discount,
     385.0172287,
     {{1, 1, 1, 1},
      {0, 0, 0, 0, 1, 1, 1, 1},
      {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1},
      {1, 0, 0, 0, 1, 0, 0, 0, 1},
      {0, 1, 0, 0, 0, 1, 0, 0, 0, 1},
      {0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1},
      {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1}},
     {-35, -50, -40, -45, -20, -30, -30},
     0,
     50,
     NULL},
    {"blend",
     9,
     3,
     3,
     lines_blend,
     -600,
     {{1, 1, -1, -1}, {0, 0, 1, 0, 1, 0, 0, -1}, {0, 0, 0, 1, 0, 1, 0, 0, -1}},
     {0, 0, 0},
     0,
     300,
     NULL},
    {"g14",
     10,
     0,
     3,
     lines_g14,
     -47.7610908594,
     {{1, 2, 2, 0, 0, 1, 0, 0, 0, 1}, {0, 0, 0, 1, 2, 1, 1}, {0, 0, 1, 0, 0, 0, 1, 1, 2, 1}},
     {-2, -1, -1},
     0,
     10,
     NULL},
    {"defined",
     8,
     0,
     4,
     lines_defined,
     4.271269629,
     {{1, -1, 0, 0, 1}, {0, 1, -1, 0, 0, 1}, {0, 0, 1, -1, 0, 0, 1}, {1, 0, 0, 1, 0, 0, 0, 1}},
     {.5, -1, 2, -3},
     -5,
     5,
     "    oooo"},
    {"crates",
     6,
     1,
     2,
     lines_crates,
     44.828788,
     {{1, 1, 1, 1, 1, 1}, {2, 0, 0, 1, -1, 0}},
     {-25, -3.5},
     0,
     20,
     "iii   "},
};
enum { LINES_COUNT = sizeof LINES / sizeof LINES[0] };

#endif
