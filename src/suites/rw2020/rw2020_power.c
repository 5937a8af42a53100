/* RC34 to RC43: power flow in rectangular coordinates. With bus voltages V, the admittance matrix
 * Y = G + iB and injections p + iq, the current mismatch of a bus is D = YV - conj((p + iq) / V).
 * Its real and imaginary parts are equality constraints; a voltage of 0 fails the point. */
#include <math.h>
#include <string.h>

#include "base/elementary.h"
#include "suites/rw2020/rw2020.h"

enum { POWER_MOST = RW2020_PS2_BUSES, POWER_UNITS = 5 };

/* A state of the network: voltages, injections and currents of the buses. */
typedef struct {
    size_t n;
    double vr[POWER_MOST], vi[POWER_MOST], p[POWER_MOST], q[POWER_MOST];
    double ir[POWER_MOST], ii[POWER_MOST]; /* I = YV */
} rw2020_network;

/* Adds the currents of row k: entries g + ib of the admittance matrix times the voltages. */
static void rw2020_power_currents(rw2020_network *w, const double *G, const double *B) {
    for (size_t k = 0; k < w->n; k++) {
        double re = 0, im = 0;
        for (size_t j = 0; j < w->n; j++) {
            double y = G[k * w->n + j], b = B[k * w->n + j];
            re += y * w->vr[j] - b * w->vi[j];
            im += y * w->vi[j] + b * w->vr[j];
        }
        w->ir[k] = re, w->ii[k] = im;
    }
}

/* Writes Re D and Im D of the buses `first` .. n - 1: first all real parts, then all imaginary
 * ones. */
static void rw2020_power_mismatch(double *h, const rw2020_network *w, size_t first) {
    size_t count = w->n - first;
    for (size_t k = first; k < w->n; k++) {
        double size          = sq(w->vr[k]) + sq(w->vi[k]);
        h[k - first]         = w->ir[k] - (w->p[k] * w->vr[k] + w->q[k] * w->vi[k]) / size;
        h[count + k - first] = w->ii[k] - (w->p[k] * w->vi[k] - w->q[k] * w->vr[k]) / size;
    }
}

/* Real and imaginary part of the power S = V conj(I) of bus k. */
static double rw2020_power_active(const rw2020_network *w, size_t k) {
    return w->vr[k] * w->ir[k] + w->vi[k] * w->ii[k];
}
static double rw2020_power_reactive(const rw2020_network *w, size_t k) {
    return w->vi[k] * w->ir[k] - w->vr[k] * w->ii[k];
}

static double rw2020_power_sum(const double *a, size_t first, size_t n) {
    double sum = 0;
    for (size_t k = first; k < n; k++) sum += a[k];
    return sum;
}

/* Reads voltages of the buses from `first` on, then p and q if the network has them in x. */
static void rw2020_power_read(rw2020_network *w, const double *x, size_t first, int injections) {
    size_t count = w->n - first;
    memcpy(w->vr + first, x, count * sizeof *x);
    memcpy(w->vi + first, x + count, count * sizeof *x);
    if (!injections) return;
    memcpy(w->p + first, x + 2 * count, count * sizeof *x);
    memcpy(w->q + first, x + 3 * count, count * sizeof *x);
}

/* RC34: phase balancing with generation at single phases; nodes 1 to 3 are the supply. */
int heco_rw2020_rc34(void *user, const double *x, double *f, double *g, double *h) {
    enum { N = 30, FIRST = 3, COUNT = N - FIRST };
    static const size_t  unit[POWER_UNITS] = {8, 15, 20, 23, 29};
    const double *const *table             = ((const rw2020_user *)user)->table;
    const double         c = -0.5, s = sqrt(3.0) / 2; /* exp(i 2 pi / 3) = c + i s */
    rw2020_network       w     = {.n = N, .vr = {1, c, c}, .vi = {0, -s, s}};
    double               pd[N] = {0}, qd[N] = {0};
    (void)g;
    rw2020_power_read(&w, x, FIRST, 1);
    for (int i = 0; i < POWER_UNITS; i++) pd[unit[i]] = x[108 + i], qd[unit[i]] = x[113 + i];
    rw2020_power_currents(&w, table[0], table[1]);
    rw2020_power_mismatch(h, &w, FIRST);
    for (size_t k = FIRST; k < N; k++) {
        h[2 * COUNT + k - FIRST] = w.p[k] - pd[k] - table[2][k];
        h[3 * COUNT + k - FIRST] = w.q[k] - qd[k] - table[3][k];
    }
    /* Zero sequence and negative sequence of the supply's currents. */
    double zr = w.ir[0] + w.ir[1] + w.ir[2], zi = w.ii[0] + w.ii[1] + w.ii[2];
    double nr = w.ir[0] + (c * w.ir[1] + s * w.ii[1]) + (c * w.ir[2] - s * w.ii[2]);
    double ni = w.ii[0] + (c * w.ii[1] - s * w.ir[1]) + (c * w.ii[2] + s * w.ir[2]);
    f[0]      = heco_hypot(zr, zi) + heco_hypot(nr, ni);
    return HECO_POINT_OK;
}

/* Loads of the 38-bus network, which depend on the voltage: columns 1, 5 and 6 of the tables. */
static double rw2020_power_load(const double *row, double voltage) {
    return row[0] * heco_pow(voltage / row[4], row[5]);
}

/* RC35 and RC36 (variant 1, with capacitors): generation at buses 34 to 38. */
int heco_rw2020_generation(void *user, const double *x, double *f, double *g, double *h) {
    enum { N = RW2020_PS2_BUSES, COUNT = N - 1, UNIT = N - POWER_UNITS };
    const rw2020_user *u = user;
    rw2020_network     w = {.n = N, .vr = {1}};
    (void)g;
    rw2020_power_read(&w, x, 1, 1);
    rw2020_power_currents(&w, u->table[0], u->table[1]);
    rw2020_power_mismatch(h, &w, 1);
    for (size_t k = 1; k < N; k++) {
        double v             = heco_hypot(w.vr[k], w.vi[k]);
        double pd            = k >= UNIT ? x[148 + k - UNIT] : 0;
        double qd            = u->variant == 1 && k >= UNIT ? x[153 + k - UNIT] : 0;
        h[2 * COUNT + k - 1] = w.p[k] - pd + rw2020_power_load(u->table[2] + 6 * k, v);
        h[3 * COUNT + k - 1] = w.q[k] - qd + rw2020_power_load(u->table[3] + 6 * k, v);
    }
    double active   = rw2020_power_active(&w, 0) + rw2020_power_sum(w.p, 1, N);
    double reactive = rw2020_power_reactive(&w, 0) + rw2020_power_sum(w.q, 1, N);
    f[0]            = u->variant == 0 ? active : 0.5 * active + 0.5 * reactive;
    return HECO_POINT_OK;
}

/* RC37 (loss), RC38 (fuel cost) and RC39 (both): optimal power flow of 30 buses. */
int heco_rw2020_power_flow(void *user, const double *x, double *f, double *g, double *h) {
    enum { N = 30, COUNT = N - 1 };
    static const size_t unit[POWER_UNITS] = {1, 12, 21, 22, 26};
    static const double linear[]          = {2, 1.75, 1, 3.25, 3, 3},
                        square[]          = {0.02, 0.0175, 0.0625, 0.00834, 0.025, 0.0025};
    const rw2020_user *u                  = user;
    rw2020_network     w                  = {.n = N, .vr = {1}};
    double             pg[N] = {0}, qg[N] = {0};
    (void)g;
    rw2020_power_read(&w, x, 1, 1);
    for (int i = 0; i < POWER_UNITS; i++) pg[unit[i]] = x[116 + i], qg[unit[i]] = x[121 + i];
    rw2020_power_currents(&w, u->table[0], u->table[1]);
    rw2020_power_mismatch(h, &w, 1);
    for (size_t k = 1; k < N; k++) {
        h[2 * COUNT + k - 1] = w.p[k] - pg[k] + u->table[2][k];
        h[3 * COUNT + k - 1] = w.q[k] - qg[k] + u->table[3][k];
    }
    pg[0] = rw2020_power_active(&w, 0);
    f[0]  = u->variant == 0 ? pg[0] + rw2020_power_sum(w.p, 1, N) : 0;
    if (u->variant > 0) {
        f[0] = linear[0] * pg[0] + square[0] * sq(pg[0]);
        for (int i = 0; i < POWER_UNITS; i++)
            f[0] += linear[i + 1] * pg[unit[i]] + square[i + 1] * sq(pg[unit[i]]);
    }
    if (u->variant == 2) {
        double loss = 0;
        for (size_t k = 0; k < N; k++) loss += pg[k] - u->table[2][k];
        f[0] += 0.75 * loss;
    }
    return HECO_POINT_OK;
}

/* Currents of the 38-bus network at frequency `frequency`, line by line. A row of `lines` holds
 * from, to, r, x, b and the tap ratio a. */
static void rw2020_power_line_currents(rw2020_network *w, const double *lines, double frequency) {
    memset(w->ir, 0, sizeof w->ir);
    memset(w->ii, 0, sizeof w->ii);
    for (int l = 0; l < RW2020_LINES; l++) {
        const double *row  = lines + 6 * l;
        size_t        from = (size_t)row[0] - 1, to = (size_t)row[1] - 1;
        double        r = row[2], x = row[3] * frequency, b = row[4], a = row[5];
        double        size = sq(r) + sq(x), yr = r / size, yi = -x / size;
        double        end[2][4] = {{yr / sq(a), yi / sq(a) + b, -yr / a, -yi / a},
                                   {yr, yi + b, -yr / a, -yi / a}};
        size_t        bus[2]    = {from, to};
        for (int e = 0; e < 2; e++) {
            size_t k = bus[e], j = bus[1 - e];
            w->ir[k] += end[e][0] * w->vr[k] - end[e][1] * w->vi[k] + end[e][2] * w->vr[j] -
                        end[e][3] * w->vi[j];
            w->ii[k] += end[e][0] * w->vi[k] + end[e][1] * w->vr[k] + end[e][2] * w->vi[j] +
                        end[e][3] * w->vr[j];
        }
    }
}

/* Sets the injections of a microgrid: generation of the units at buses 34 to 38 less the loads. */
static void rw2020_power_inject(rw2020_network *w, const rw2020_user *u, const double *x) {
    static const double pc[POWER_UNITS] = {1 / 5.102e-3, 1 / 1.502e-3, 1 / 4.506e-3, 1 / 2.253e-3,
                                           1 / 2.253e-3},
                        qc[POWER_UNITS] = {1 / 0.05, 1 / 0.03, 1 / 0.05, 1 / 0.01, 1 / 0.1};
    for (size_t k = 0; k < w->n; k++) {
        double v = heco_hypot(w->vr[k], w->vi[k]), p = 0, q = 0;
        if (k >= w->n - POWER_UNITS) {
            size_t i     = k - (w->n - POWER_UNITS);
            int    droop = u->variant >= 2; /* RC42, RC43: the droop is a variable */
            p            = u->variant == 1 ? 0.2 : (droop ? x[76 + i] : pc[i]) * (1 - x[74]);
            q            = u->variant == 1 ? 0.18 : (droop ? x[81 + i] : qc[i]) * (1 - v);
        }
        w->p[k] = p - rw2020_power_load(u->table[2] + 6 * k, v);
        w->q[k] = q - rw2020_power_load(u->table[3] + 6 * k, v);
    }
}

/* RC40 (islanded), RC41 (connected to the grid), RC42 and RC43 (droop setting): microgrids. */
int heco_rw2020_microgrid(void *user, const double *x, double *f, double *g, double *h) {
    enum { N = RW2020_PS2_BUSES };
    const rw2020_user *u     = user;
    int                grid  = u->variant == 1;
    size_t             first = grid ? 1 : 0;
    rw2020_network     w     = {.n = N, .vr = {grid ? 1 : x[75] + 1e-5}};
    (void)g;
    rw2020_power_read(&w, x, 1, 0);
    rw2020_power_inject(&w, u, x);
    if (grid) rw2020_power_currents(&w, u->table[0], u->table[1]);
    else rw2020_power_line_currents(&w, u->table[4], x[74]);
    rw2020_power_mismatch(h, &w, first);
    f[0] = 0;
    if (u->variant < 2)
        for (size_t k = first; k < N; k++)
            f[0] +=
                sq(w.p[k] - rw2020_power_active(&w, k)) + sq(w.q[k] - rw2020_power_reactive(&w, k));
    else f[0] = rw2020_power_sum(w.p, 0, N);
    if (u->variant == 3) f[0] = 0.5 * (rw2020_power_sum(w.q, 0, N) + f[0]);
    return HECO_POINT_OK;
}
