/* The stepped cantilever beam of beam.lua, for the three C examples: five segments with widths
 * x[0..5) and heights x[5..10) in cm, segment 1 at the wall. */
#ifndef BEAM_MODEL_H
#define BEAM_MODEL_H

enum { BEAM_N = 10, BEAM_NG = 11 };

static const double beam_lower[BEAM_N] = {1, 1, 1, 1, 1, 30, 30, 30, 30, 30};
static const double beam_upper[BEAM_N] = {5, 5, 5, 5, 5, 65, 65, 65, 65, 65};

/* Volume; g <= 0: stresses, deflection at the end, ratios of height to width. */
static inline void beam_values(const double *x, double *f, double *g) {
    static const double weight[5] = {61, 37, 19, 7, 1};
    const double        P = 50000, E = 2e7, l = 100; /* N, N/cm^2, cm */
    const double       *b = x, *h = x + 5;
    double              area = 0.0, bend = 0.0;
    for (int i = 0; i < 5; i++) {
        area += b[i] * h[i];
        bend += weight[i] / (b[i] * h[i] * h[i] * h[i] / 12);
        g[i]     = 6 * P * (5 - i) * l / (b[i] * h[i] * h[i]) - 14000;
        g[6 + i] = h[i] / b[i] - 20;
    }
    f[0] = l * area;
    g[5] = P * l * l * l / (3 * E) * bend - 2.7;
}

#endif
