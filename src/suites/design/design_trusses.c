/* design: pin-jointed trusses. The two large ones solve K u = p for each load case; units are
 * inches and kips, stresses in ksi. */
#include <math.h>
#include <string.h>

#include "suites/design/design.h"

/* Symmetric three-bar truss: areas of the outer bars and of the middle one; volume for a height
 * of 100 cm, load and allowed stress 2 kN/cm2. Nowacki (1973).                [nowacki1973] */
static int design_trusses_three(void *user, const double *x, double *f, double *g, double *h) {
    (void)user, (void)h;
    const double P = 2.0, limit = 2.0, root = sqrt(2.0);
    double       a = x[0], b = x[1], bottom = root * a * a + 2.0 * a * b;
    f[0] = 100.0 * (2.0 * root * a + b);
    g[0] = (root * a + b) / bottom * P - limit;
    g[1] = b / bottom * P - limit;
    g[2] = 1.0 / (a + root * b) * P - limit;
    return HECO_POINT_OK;
}

const heco_suite_fixed heco_design_three_bar_truss = {
    .n       = 2,
    .ng      = 3,
    .f_ref   = 263.895843376,
    .lower   = (const double[]){0.0, 0.0},
    .upper   = (const double[]){1.0, 1.0},
    .best    = (const double[]){0.7886751349995448, 0.40824828931910784},
    .x_names = (const char *const[]){"outer-bars", "middle-bar"},
    .c_names = (const char *const[]){"stress1", "stress2", "stress3"},
    .eval    = design_trusses_three,
};

enum { TRUSS_FREE = 18, TRUSS_BARS = 25, TRUSS_CASES = 2 }; /* the largest sizes */

/* Nodes 0 .. free_nodes-1 move, the rest are supports. */
typedef struct {
    int axes, free_nodes, bars, cases;
    const double (*node)[3];
    const int (*bar)[2];
    const int *group; /* of each bar */
    const double (*load)[TRUSS_FREE];
} design_truss;

/* Stresses and displacements of a design. */
typedef struct {
    double weight;
    double stress[TRUSS_CASES][TRUSS_BARS], move[TRUSS_CASES][TRUSS_FREE];
} design_answer;

static const double design_trusses_E = 1e4, design_trusses_density = 0.1;

/* Length of a bar; its direction goes to `way`. */
static double design_trusses_bar(const design_truss *t, int k, double way[3]) {
    const double *p = t->node[t->bar[k][0]], *q = t->node[t->bar[k][1]];
    double        square = 0.0;
    for (int a = 0; a < 3; a++) way[a] = q[a] - p[a], square += way[a] * way[a];
    double length = sqrt(square);
    for (int a = 0; a < 3; a++) way[a] /= length;
    return length;
}

/* Adds the stiffness of one bar at the rows and columns of its free ends. */
static void design_trusses_add(const design_truss *t, int k, const double *way, double stiff,
                               double (*K)[TRUSS_FREE]) {
    for (int p = 0; p < 2; p++)
        for (int q = 0; q < 2; q++) {
            int i = t->bar[k][p], j = t->bar[k][q];
            if (i >= t->free_nodes || j >= t->free_nodes) continue;
            for (int a = 0; a < t->axes; a++)
                for (int b = 0; b < t->axes; b++)
                    K[i * t->axes + a][j * t->axes + b] +=
                        (p == q ? stiff : -stiff) * way[a] * way[b];
        }
}

/* Cholesky in place, lower triangle. K is positive definite for positive areas; where rounding
 * spoils that, the roots give NAN and the point counts as failed. */
static void design_trusses_factor(int n, double (*K)[TRUSS_FREE]) {
    for (int j = 0; j < n; j++) {
        for (int k = 0; k < j; k++) K[j][j] -= K[j][k] * K[j][k];
        K[j][j] = sqrt(K[j][j]);
        for (int i = j + 1; i < n; i++) {
            for (int k = 0; k < j; k++) K[i][j] -= K[i][k] * K[j][k];
            K[i][j] /= K[j][j];
        }
    }
}

/* Solves K u = p in place, with the Cholesky factor in the lower half of K. */
static void design_trusses_solve(int n, double (*K)[TRUSS_FREE], double *u) {
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < i; k++) u[i] -= K[i][k] * u[k];
        u[i] /= K[i][i];
    }
    for (int i = n - 1; i >= 0; i--) {
        for (int k = i + 1; k < n; k++) u[i] -= K[k][i] * u[k];
        u[i] /= K[i][i];
    }
}

/* Computes weight, displacements and stresses of the truss for every load case. */
static void design_trusses_analyse(const design_truss *t, const double *area, design_answer *out) {
    double K[TRUSS_FREE][TRUSS_FREE] = {{0}}, way[TRUSS_BARS][3], length[TRUSS_BARS];
    int    n                         = t->axes * t->free_nodes;
    out->weight                      = 0.0;
    for (int k = 0; k < t->bars; k++) {
        double A  = area[t->group[k]];
        length[k] = design_trusses_bar(t, k, way[k]);
        out->weight += design_trusses_density * A * length[k];
        design_trusses_add(t, k, way[k], design_trusses_E * A / length[k], K);
    }
    design_trusses_factor(n, K);
    for (int c = 0; c < t->cases; c++) {
        double *u = out->move[c];
        memcpy(u, t->load[c], (size_t)n * sizeof *u);
        design_trusses_solve(n, K, u);
        for (int k = 0; k < t->bars; k++) {
            int    i = t->bar[k][0], j = t->bar[k][1];
            double strain = 0.0;
            for (int a = 0; a < t->axes; a++) {
                double from = i < t->free_nodes ? u[i * t->axes + a] : 0.0;
                double to   = j < t->free_nodes ? u[j * t->axes + a] : 0.0;
                strain += way[k][a] * (to - from);
            }
            out->stress[c][k] = design_trusses_E * strain / length[k];
        }
    }
}

/* Ten-bar truss, load case 1: 100 kips at the two lower free nodes, stresses up to 25 ksi,
 * displacements up to 2 in. Venkayya (1971), Schmit and Farshi (1974).        [schmit1974] */
static const design_truss design_trusses_ten_bars = {
    .axes       = 2,
    .free_nodes = 4,
    .bars       = 10,
    .cases      = 1,
    .node =
        (const double[][3]){
            {720, 360, 0}, {720, 0, 0}, {360, 360, 0}, {360, 0, 0}, {0, 360, 0}, {0, 0, 0}},
    .bar =
        (const int[][2]){
            {2, 4}, {0, 2}, {3, 5}, {1, 3}, {2, 3}, {0, 1}, {3, 4}, {2, 5}, {1, 2}, {0, 3}},
    .group = (const int[]){0, 1, 2, 3, 4, 5, 6, 7, 8, 9},
    .load  = (const double[][TRUSS_FREE]){{0, 0, 0, -100, 0, 0, 0, -100}},
};

static int design_trusses_ten(void *user, const double *x, double *f, double *g, double *h) {
    design_answer a;
    (void)user, (void)h;
    design_trusses_analyse(&design_trusses_ten_bars, x, &a);
    f[0] = a.weight;
    for (int k = 0; k < 10; k++) g[k] = fabs(a.stress[0][k]) / 25.0 - 1.0;
    for (int i = 0; i < 8; i++) g[10 + i] = fabs(a.move[0][i]) / 2.0 - 1.0;
    return HECO_POINT_OK;
}

const heco_suite_fixed heco_design_ten_bar_truss = {
    .n       = 10,
    .ng      = 18,
    .f_ref   = 5060.85366034,
    .lower   = (const double[]){0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1},
    .upper   = (const double[]){35, 35, 35, 35, 35, 35, 35, 35, 35, 35},
    .best    = (const double[]){30.521806077192213, 0.10000000000000002, 23.19988776678734,
                                15.222907478220685, 0.10000000000000021, 0.551355535849217,
                                7.457200321851583, 21.03642816918352, 21.528441732744213,
                                0.10000000000000007},
    .x_names = (const char *const[]){"A1", "A2", "A3", "A4", "A5", "A6", "A7", "A8", "A9", "A10"},
    .c_names = (const char *const[]){"stress1", "stress2", "stress3", "stress4", "stress5",
                                     "stress6", "stress7", "stress8", "stress9", "stress10", "x1",
                                     "y1", "x2", "y2", "x3", "y3", "x4", "y4"},
    .eval    = design_trusses_ten,
};

/* Transmission tower of 25 bars in eight groups, two load cases; tension up to 40 ksi,
 * compression up to the buckling stress of the group, the two top nodes move up to 0.35 in.
 * Venkayya (1971), Schmit and Farshi (1974).                                  [schmit1974] */
static const design_truss design_trusses_tower = {
    .axes       = 3,
    .free_nodes = 6,
    .bars       = 25,
    .cases      = 2,
    .node       = (const double[][3]){{-37.5, 0, 200},
                                      {37.5, 0, 200},
                                      {-37.5, 37.5, 100},
                                      {37.5, 37.5, 100},
                                      {37.5, -37.5, 100},
                                      {-37.5, -37.5, 100},
                                      {-100, 100, 0},
                                      {100, 100, 0},
                                      {100, -100, 0},
                                      {-100, -100, 0}},
    .bar = (const int[][2]){{0, 1}, {0, 3}, {1, 2}, {0, 4}, {1, 5}, {1, 3}, {1, 4}, {0, 2}, {0, 5},
                            {2, 5}, {3, 4}, {2, 3}, {4, 5}, {2, 9}, {5, 6}, {3, 8}, {4, 7}, {2, 7},
                            {3, 6}, {4, 9}, {5, 8}, {2, 6}, {3, 7}, {4, 8}, {5, 9}},
    .group =
        (const int[]){0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 4, 4, 5, 5, 5, 5, 6, 6, 6, 6, 7, 7, 7, 7},
    .load = (const double[][TRUSS_FREE]){{0, 20, -5, 0, -20, -5},
                                         {1, 10, -5, 0, 10, -5, 0.5, 0, 0, 0, 0, 0, 0, 0, 0, 0.5}},
};

static int design_trusses_25(void *user, const double *x, double *f, double *g, double *h) {
    static const double buckling[] = {35.092, 11.590, 17.305, 35.092, 35.092, 6.759, 6.959, 11.082};
    design_answer       a;
    (void)user, (void)h;
    design_trusses_analyse(&design_trusses_tower, x, &a);
    f[0] = a.weight;
    for (int c = 0; c < 2; c++) {
        double *stress = g + 31 * c, *move = stress + 25;
        for (int k = 0; k < 25; k++) {
            double s  = a.stress[c][k];
            stress[k] = (s > 0.0 ? s / 40.0 : -s / buckling[design_trusses_tower.group[k]]) - 1.0;
        }
        for (int i = 0; i < 6; i++) move[i] = fabs(a.move[c][i]) / 0.35 - 1.0;
    }
    return HECO_POINT_OK;
}

const heco_suite_fixed heco_design_truss_25 = {
    .n       = 8,
    .ng      = 62,
    .f_ref   = 545.162710241,
    .lower   = (const double[]){0.01, 0.01, 0.01, 0.01, 0.01, 0.01, 0.01, 0.01},
    .upper   = (const double[]){3.4, 3.4, 3.4, 3.4, 3.4, 3.4, 3.4, 3.4},
    .best    = (const double[]){0.01000000000000012, 1.9870425240348275, 2.993481314962494, 0.01,
                                0.010000000000000002, 0.6839619538203267, 1.6768911453017759,
                                2.6621404387816514},
    .x_names = (const char *const[]){"A1", "A2", "A3", "A4", "A5", "A6", "A7", "A8"},
    .eval    = design_trusses_25,
};
