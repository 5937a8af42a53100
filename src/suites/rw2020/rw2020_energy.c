/* RC44 to RC50: layout of a wind park, pulse-width modulation of inverters. */
#include <math.h>

#include "base/elementary.h"
#include "suites/rw2020/rw2020.h"

enum { WIND_TURBINES = 15, WIND_SECTORS = 24, WIND_STEPS = 35 };

static const double rw2020_wind_radius = 40, rw2020_wind_growth = 0.01;

/* Wind of a sector: Weibull scale and frequency. */
static const double rw2020_wind_scale[WIND_SECTORS] = {
    7, 5, 5, 5, 5, 4, 5, 6, 7, 7, 8, 9.5, 10, 8.5, 8.5, 6.5, 4.6, 2.6, 8, 5, 6.4, 5.2, 4.5, 3.9};
static const double rw2020_wind_share[WIND_SECTORS] = {
    0.0003, 0.0072, 0.0237, 0.0242, 0.0222, 0.0301, 0.0397, 0.0268, 0.0626, 0.0801, 0.1025, 0.1445,
    0.1909, 0.1162, 0.0793, 0.0082, 0.0041, 0.0008, 0.0010, 0.0005, 0.0013, 0.0031, 0.0085, 0.0222};

/* Returns the speed deficit of turbine i in the wakes of the others for wind in direction
 * (c, s). */
static double rw2020_wind_deficit(const double *x, int i, double c, double s) {
    const double a   = 1 - sqrt(1 - 0.8);
    double       sum = 0;
    for (int j = 0; j < WIND_TURBINES; j++) {
        double dx = x[2 * i] - x[2 * j], dy = x[2 * i + 1] - x[2 * j + 1];
        double d = c * dx + s * dy, side = sq(dx) + sq(dy) - sq(d);
        if (j == i || d <= 0) continue;
        side = side > 0 ? sqrt(side) : 0; /* negative by rounding */
        if (d * rw2020_wind_growth + rw2020_wind_radius > side - rw2020_wind_radius)
            sum += sq(a / sq(1 + rw2020_wind_growth * d / rw2020_wind_radius));
    }
    return sqrt(sum);
}

/* Returns the mean power of a turbine for a Weibull distribution of shape 2 and scale C. */
static double rw2020_wind_power(double C) {
    double power = 0, before = heco_exp(-sq(3.5 / C));
    for (int j = 1; j <= WIND_STEPS; j++) {
        double v = 3.5 + 0.3 * j, m = heco_exp((3.5 + 0.3 * (j - 1) + v) / 2 - 7.5);
        double after = heco_exp(-sq(v / C));
        power += 1500 * m / (5 + m) * (before - after);
        before = after;
    }
    return power + 1500 * (heco_exp(-sq(14 / C)) - heco_exp(-sq(25 / C)));
}

/* RC44: wind park layout. The reference functions leave the last turbine out of the distance
 * constraints. */
int heco_rw2020_rc44(void *user, const double *x, double *f, double *g, double *h) {
    double sum = 0;
    size_t k   = 0;
    (void)user, (void)h;
    for (int s = 0; s < WIND_SECTORS; s++) {
        double angle = (s + 0.5) * 15 * RW2020_PI / 180, power = 0;
        double cosine = heco_cos(angle), sine = heco_sin(angle);
        for (int i = 0; i < WIND_TURBINES; i++)
            power += rw2020_wind_power(rw2020_wind_scale[s] *
                                       (1 - rw2020_wind_deficit(x, i, cosine, sine)));
        sum += rw2020_wind_share[s] * power;
    }
    f[0] = -sum;
    for (int i = 0; i < WIND_TURBINES; i++)
        for (int j = i + 1; j < WIND_TURBINES - 1; j++)
            g[k++] = 200 - sqrt(sq(x[2 * i] - x[2 * j]) + sq(x[2 * i + 1] - x[2 * j + 1]));
    return HECO_POINT_OK;
}

/* An inverter of RC45 to RC50: switching angles, signs of the switchings, modulation index and
 * number of voltage steps. */
typedef struct {
    int         angles;
    const char *signs;
    double      index, steps;
} rw2020_inverter_row;

static const rw2020_inverter_row rw2020_inverters[] = {
    {25, "+-+-+-+-+-+-+-+-+-+-+-+-+", 0.32, 1},
    {25, "+-++-+-+--+-++-+-+--+-++-", 0.32, 2},
    {25, "+-+++---++--+++---++--+++", 0.36, 3},
    {30, "++++-+---+--++++-+---+--++++-+", 0.32, 4},
    {30, "+-+++---++++--+---++++-++--+--", 0.3333, 5},
    {30, "+++-+-+-++++----+-+-++++---+-+", 0.32, 6},
};

/* RC45 to RC50: distortion by 31 harmonics; the angles in degrees ascend. The reference functions
 * leave harmonic 89 out. */
int heco_rw2020_inverter(void *user, const double *x, double *f, double *g, double *h) {
    static const double        harmonic[] = {5,  7,  11, 13, 17, 19, 23, 25, 29, 31, 35,
                                             37, 41, 43, 47, 49, 53, 55, 59, 61, 65, 67,
                                             71, 73, 77, 79, 83, 85, 91, 95, 97};
    const rw2020_inverter_row *r          = &rw2020_inverters[((const rw2020_user *)user)->variant];
    double                     above = 0, below = 0, base = 0;
    for (size_t j = 0; j < sizeof harmonic / sizeof harmonic[0]; j++) {
        double k = harmonic[j], sum = 0;
        for (int i = 0; i < r->angles; i++) {
            double wave = heco_cos(k * x[i] * RW2020_PI / 180);
            sum += r->signs[i] == '+' ? wave : -wave;
        }
        above += sq(sum) / sq(sq(k));
        below += 1 / sq(sq(k));
    }
    f[0] = 1 / r->steps * sqrt(above) / sqrt(below);
    for (int i = 0; i + 1 < r->angles; i++) g[i] = x[i] - x[i + 1] + 1e-6;
    for (int i = 0; i < r->angles; i++) {
        double wave = heco_cos(x[i] * RW2020_PI / 180);
        base += r->signs[i] == '+' ? wave : -wave;
    }
    h[0] = base - r->steps * r->index;
    return HECO_POINT_OK;
}
