/* RC24, RC27 and RC33: robot gripper, ten-bar truss, topology of a beam. The formulas are those of
 * the reference functions of the competition (docs/suites/rw2020.md). */
#include <math.h>
#include <string.h>

#include "base/dense.h"
#include "base/elementary.h"
#include "suites/rw2020/rw2020.h"

/* ---- RC24: robot gripper ---- */

static const double rw2020_gripper_stroke = 99.9999, rw2020_gripper_wrong = 1e4;

typedef struct {
    double a, b, c, e, l;
    double sign; /* 1: minimise the force, -1: maximise it */
} rw2020_gripper;

/* Returns the angle whose tangent is t. */
static double rw2020_atan(double t) { return heco_asin(t / sqrt(1 + sq(t))); }

/* Sets the angles of the two links at displacement z. Returns 0 where the mechanism cannot be
 * assembled. */
static int rw2020_gripper_angles(const rw2020_gripper *r, double z, double *alpha, double *beta) {
    double d2 = sq(r->l - z) + sq(r->e), d = sqrt(d2);
    double ca = (sq(r->a) + d2 - sq(r->b)) / (2 * r->a * d);
    double cb = (sq(r->b) + d2 - sq(r->a)) / (2 * r->b * d);
    if (!(fabs(ca) <= 1 && fabs(cb) <= 1)) return 0;
    *alpha = heco_acos(ca);
    *beta  = heco_acos(cb);
    return 1;
}

/* Returns the gripping force at displacement z, with the sign of r; NAN if there is none. */
static double rw2020_gripper_force(const rw2020_gripper *r, double z) {
    double alpha, beta;
    if (!rw2020_gripper_angles(r, z, &alpha, &beta)) return NAN;
    double force = 100 * r->b * heco_sin(alpha + beta) /
                   (2 * r->c * heco_cos(alpha + rw2020_atan(r->e / (r->l - z))));
    return r->sign * force;
}

/* A point of a line search. */
typedef struct {
    double z, f;
} rw2020_trial;

/* Chooses the next step of Brent's method: a parabolic step through the three best points if it
 * stays inside [lo, hi] and is shorter than half of the step before the last, else a golden section
 * step. step[0] becomes this step, step[1] the one before. */
static void rw2020_brent_step(const rw2020_trial best[3], double lo, double hi, double tol,
                              double step[2]) {
    static const double golden = 0.38196601125010515; /* (3 - sqrt 5) / 2 */
    double              z = best[0].z, middle = 0.5 * (lo + hi);
    if (fabs(step[1]) > tol) {
        double r = (z - best[1].z) * (best[0].f - best[2].f);
        double q = (z - best[2].z) * (best[0].f - best[1].f);
        double p = (z - best[2].z) * q - (z - best[1].z) * r;
        q        = 2 * (q - r);
        if (q > 0) p = -p;
        q             = fabs(q);
        double before = step[1];
        if (fabs(p) < fabs(0.5 * q * before) && p > q * (lo - z) && p < q * (hi - z)) {
            step[1]  = step[0];
            step[0]  = p / q;
            double u = z + step[0];
            if (u - lo < 2 * tol || hi - u < 2 * tol) step[0] = middle >= z ? tol : -tol;
            return;
        }
    }
    step[1] = z >= middle ? lo - z : hi - z;
    step[0] = golden * step[1];
}

/* Inserts a trial into the three best points and shrinks [lo, hi]. */
static void rw2020_brent_insert(rw2020_trial best[3], rw2020_trial u, double *lo, double *hi) {
    if (u.f <= best[0].f) {
        if (u.z >= best[0].z) *lo = best[0].z;
        else *hi = best[0].z;
        best[2] = best[1], best[1] = best[0], best[0] = u;
        return;
    }
    if (u.z < best[0].z) *lo = u.z;
    else *hi = u.z;
    if (u.f <= best[1].f || best[1].z == best[0].z) best[2] = best[1], best[1] = u;
    else if (u.f <= best[2].f || best[2].z == best[0].z || best[2].z == best[1].z) best[2] = u;
}

/* Returns the least signed force over the stroke by Brent's method without derivatives (Brent 1973,
 * chapter 5), started on the whole interval with tolerance 1e-4 as the reference function. The
 * minimum may be a local one. */
static double rw2020_gripper_extreme(const rw2020_gripper *r) {
    static const double golden = 0.38196601125010515, root = 1.4901161193847656e-8; /* 2^-26 */
    double              lo = 0, hi = rw2020_gripper_stroke, step[2] = {0, 0};
    double              z       = lo + golden * (hi - lo);
    rw2020_trial        first   = {z, rw2020_gripper_force(r, z)};
    rw2020_trial        best[3] = {first, first, first};
    for (int i = 0; i < 500; i++) {
        double middle = 0.5 * (lo + hi), tol = root * fabs(best[0].z) + 1e-4 / 3;
        if (!(fabs(best[0].z - middle) > 2 * tol - 0.5 * (hi - lo))) break;
        rw2020_brent_step(best, lo, hi, tol, step);
        double move = fabs(step[0]) >= tol ? step[0] : step[0] >= 0 ? tol : -tol;
        double u    = best[0].z + move;
        rw2020_brent_insert(best, (rw2020_trial){u, rw2020_gripper_force(r, u)}, &lo, &hi);
    }
    return best[0].f;
}

/* Returns the opening of the gripper at displacement z; NAN if the mechanism cannot be assembled.
 */
static double rw2020_gripper_opening(const rw2020_gripper *r, const double *x, double z) {
    double alpha, beta;
    if (!rw2020_gripper_angles(r, z, &alpha, &beta)) return NAN;
    double angle = beta - rw2020_atan(r->e / (r->l - z)) + x[6];
    return 2 * (r->e + x[4] + r->c * heco_sin(angle));
}

/* RC24: robot gripper. Values that the reference function computes from complex numbers are 1e4. */
int heco_rw2020_rc24(void *user, const double *x, double *f, double *g, double *h) {
    rw2020_gripper r  = {x[0], x[1], x[2], x[3], x[5], 1};
    double         zm = rw2020_gripper_stroke;
    (void)user, (void)h;
    double least  = rw2020_gripper_extreme(&r);
    r.sign        = -1;
    double most   = -rw2020_gripper_extreme(&r);
    double closed = rw2020_gripper_opening(&r, x, zm), open = rw2020_gripper_opening(&r, x, 0);
    f[0] = most - least;
    g[0] = closed - 50;
    g[1] = -closed;
    g[2] = 100 - open;
    g[3] = open - 150;
    g[4] = sq(r.l) + sq(r.e) - sq(r.a + r.b);
    g[5] = sq(r.b) - sq(r.a - r.e) - sq(r.l - zm);
    g[6] = zm - r.l;
    if (isnan(f[0])) f[0] = rw2020_gripper_wrong;
    for (int i = 0; i < 4; i++)
        if (isnan(g[i])) g[i] = rw2020_gripper_wrong;
    return HECO_POINT_OK;
}

/* ---- RC27: ten-bar truss with frequency constraints ---- */

enum { TRUSS_BARS = 10, TRUSS_FREE = 8 };

/* Adds t to entry (i, j) of a matrix of the free degrees; those of fixed nodes are left out. */
static void rw2020_truss_add(double *A, int i, int j, double t) {
    if (i < TRUSS_FREE && j < TRUSS_FREE) A[i * TRUSS_FREE + j] += t;
}

/* Adds a bar between nodes p and q with area `area` to stiffness K and mass M. Returns its
 * weight. */
static double rw2020_truss_bar(double *K, double *M, int p, int q, double area) {
    static const double node[6][2] = {{18.288, 9.144}, {18.288, 0}, {9.144, 9.144},
                                      {9.144, 0},      {0, 9.144},  {0, 0}};
    double              dx = node[q][0] - node[p][0], dy = node[q][1] - node[p][1];
    double              length = sqrt(sq(dx) + sq(dy)), way[2] = {dx / length, dy / length};
    double              stiff = area * 6.98e10 / length, mass = 2770 * length * area / 6;
    int                 at[2] = {2 * p, 2 * q};
    for (int a = 0; a < 2; a++)
        for (int b = 0; b < 2; b++)
            for (int i = 0; i < 2; i++) {
                rw2020_truss_add(M, at[a] + i, at[b] + i, a == b ? 2 * mass : mass);
                for (int j = 0; j < 2; j++)
                    rw2020_truss_add(K, at[a] + i, at[b] + j,
                                     (a == b ? stiff : -stiff) * way[i] * way[j]);
            }
    return 2770 * length * area;
}

/* Writes the three lowest natural frequencies of K v = w M v, in Hz. */
static void rw2020_truss_frequencies(double *freq, double *K, const double *M) {
    enum { N = TRUSS_FREE };
    double U[N * N] = {0}, V[N * N], value[N];
    heco_dense_cholesky(U, M, N);
    heco_dense_cholesky_forward(U, N, K, N, N); /* K becomes inv(U') K */
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) V[i * N + j] = K[j * N + i];
    heco_dense_cholesky_forward(U, N, V, N, N);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) K[i * N + j] = 0.5 * (V[i * N + j] + V[j * N + i]);
    heco_dense_jacobi(K, V, N);
    for (int i = 0; i < N; i++) value[i] = K[i * N + i];
    for (int k = 0; k < 3; k++) {
        for (int i = k + 1; i < N; i++)
            if (value[i] < value[k]) {
                double other = value[i];
                value[i] = value[k], value[k] = other;
            }
        freq[k] = sqrt(value[k]) / (2 * RW2020_PI);
    }
}

/* RC27: ten-bar truss. 454 kg are attached to every node. */
int heco_rw2020_rc27(void *user, const double *x, double *f, double *g, double *h) {
    static const int    end[TRUSS_BARS][2]         = {{2, 4}, {0, 2}, {3, 5}, {1, 3}, {2, 3},
                                                      {0, 1}, {3, 4}, {2, 5}, {1, 2}, {0, 3}};
    static const double least[]                    = {7, 15, 20};
    double              K[TRUSS_FREE * TRUSS_FREE] = {0}, M[TRUSS_FREE * TRUSS_FREE] = {0}, freq[3];
    (void)user, (void)h;
    f[0] = 0;
    for (int i = 0; i < TRUSS_BARS; i++) f[0] += rw2020_truss_bar(K, M, end[i][0], end[i][1], x[i]);
    for (int i = 0; i < TRUSS_FREE; i++) M[i * TRUSS_FREE + i] += 454;
    rw2020_truss_frequencies(freq, K, M);
    for (int k = 0; k < 3; k++) g[k] = least[k] / freq[k] - 1;
    return HECO_POINT_OK;
}

/* ---- RC33: topology of a small beam ---- */

enum {
    BEAM_ROWS    = 10,
    BEAM_COLUMNS = 3,
    BEAM_FIXED   = 2 * (BEAM_ROWS + 1), /* degrees of freedom of the left edge */
    BEAM_FREE    = 2 * (BEAM_ROWS + 1) * BEAM_COLUMNS
};

/* Writes the stiffness of a square plane-stress element of density 1. */
static void rw2020_beam_element(double KE[8][8]) {
    static const int    pick[8][8] = {{1, 2, 3, 4, 5, 6, 7, 8}, {2, 1, 8, 7, 6, 5, 4, 3},
                                      {3, 8, 1, 6, 7, 4, 5, 2}, {4, 7, 6, 1, 8, 3, 2, 5},
                                      {5, 6, 7, 8, 1, 2, 3, 4}, {6, 5, 4, 3, 2, 1, 8, 7},
                                      {7, 4, 5, 2, 3, 8, 1, 6}, {8, 3, 2, 5, 4, 7, 6, 1}};
    static const double E = 206e6, nu = 0.3;
    double              k[] = {1.0 / 2 - nu / 6,
                               1.0 / 8 + nu / 8,
                               -1.0 / 4 - nu / 12,
                               -1.0 / 8 + 3 * nu / 8,
                               -1.0 / 4 + nu / 12,
                               -1.0 / 8 - nu / 8,
                               nu / 6,
                               1.0 / 8 - 3 * nu / 8};
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < 8; j++) KE[i][j] = E / (1 - sq(nu)) * k[pick[i][j] - 1];
}

/* Writes the degrees of freedom of the element in row r and column q. Those below BEAM_FIXED are
 * fixed. */
static void rw2020_beam_freedoms(int *out, int r, int q) {
    int left = (BEAM_ROWS + 1) * q + r, right = left + BEAM_ROWS + 1;
    int node[] = {left, right, right + 1, left + 1};
    for (int i = 0; i < 8; i++) out[i] = 2 * node[i / 2] + i % 2;
}

/* Solves K u = load; u holds all degrees of freedom. Returns 0 if K is not positive definite. */
static int rw2020_beam_solve(double *u, const double *x, double KE[8][8]) {
    double K[BEAM_FREE * BEAM_FREE] = {0}, U[BEAM_FREE * BEAM_FREE] = {0};
    int    at[8];
    for (int q = 0; q < BEAM_COLUMNS; q++)
        for (int r = 0; r < BEAM_ROWS; r++) {
            rw2020_beam_freedoms(at, r, q);
            for (int i = 0; i < 8; i++)
                for (int j = 0; j < 8; j++)
                    if (at[i] >= BEAM_FIXED && at[j] >= BEAM_FIXED)
                        K[(at[i] - BEAM_FIXED) * BEAM_FREE + at[j] - BEAM_FIXED] +=
                            cube(x[BEAM_ROWS * q + r]) * KE[i][j];
        }
    memset(u, 0, (BEAM_FIXED + BEAM_FREE) * sizeof *u);
    u[BEAM_FIXED + BEAM_FREE - 1] = -10000;
    if (!heco_dense_cholesky(U, K, BEAM_FREE)) return 0;
    heco_dense_cholesky_solve(U, BEAM_FREE, u + BEAM_FIXED);
    return 1;
}

/* Returns the mean of density times sensitivity around an element, with weights that decrease
 * linearly to 0 at distance 1.5, divided by the element's density. */
static double rw2020_beam_filter(const double *x, const double *s, int r, int q) {
    double sum = 0, weights = 0;
    for (int b = q - 1; b <= q + 1; b++)
        for (int a = r - 1; a <= r + 1; a++) {
            if (a < 0 || a >= BEAM_ROWS || b < 0 || b >= BEAM_COLUMNS) continue;
            double w = fmax(0, 1.5 - sqrt(sq(a - r) + sq(b - q)));
            sum += w * x[BEAM_ROWS * b + a] * s[BEAM_ROWS * b + a];
            weights += w;
        }
    return sum / (x[BEAM_ROWS * q + r] * weights);
}

/* RC33: compliance of a beam of 10 x 3 elements; the constraints are filtered sensitivities. */
int heco_rw2020_rc33(void *user, const double *x, double *f, double *g, double *h) {
    double KE[8][8], u[BEAM_FIXED + BEAM_FREE], s[BEAM_ROWS * BEAM_COLUMNS];
    int    at[8];
    (void)user, (void)h;
    rw2020_beam_element(KE);
    if (!rw2020_beam_solve(u, x, KE)) return HECO_POINT_FAILED;
    f[0] = 0;
    for (int q = 0; q < BEAM_COLUMNS; q++)
        for (int r = 0; r < BEAM_ROWS; r++) {
            double density = x[BEAM_ROWS * q + r], energy = 0;
            rw2020_beam_freedoms(at, r, q);
            for (int i = 0; i < 8; i++)
                for (int j = 0; j < 8; j++) energy += u[at[i]] * KE[i][j] * u[at[j]];
            f[0] += cube(density) * energy;
            s[BEAM_ROWS * q + r] = -3 * sq(density) * energy;
        }
    for (int q = 0; q < BEAM_COLUMNS; q++)
        for (int r = 0; r < BEAM_ROWS; r++) g[BEAM_ROWS * q + r] = rw2020_beam_filter(x, s, r, q);
    return HECO_POINT_OK;
}
