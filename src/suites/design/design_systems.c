/* design: the car side impact and the oil cooler. */
#include <math.h>

#include "base/elementary.h"
#include "suites/design/design.h"

/* Car side impact: seven thicknesses in mm, two materials (1: mild steel 0.192, 2: high-strength
 * steel 0.345), barrier height and hitting place in mm; weight. The regression of Gu et al.
 * (2001) with the coefficients and the box of Gandomi, Yang and Alavi (2011).
 *                                                                    [gu2001], [gandomi2011] */
static int design_systems_impact(void *user, const double *x, double *f, double *g, double *h) {
    static const double steel[] = {0.192, 0.345};
    double              a = x[0], b = x[1], c = x[2], d = x[3], e = x[4], r = x[5], s = x[6];
    double              m = heco_design_size(steel, 2, x[7]), n = heco_design_size(steel, 2, x[8]);
    double              y = x[9], z = x[10];
    (void)user, (void)h;
    f[0] = 1.98 + 4.90 * a + 6.67 * b + 6.98 * c + 4.01 * d + 1.78 * e + 2.73 * s;
    g[0] = 1.16 - 0.3717 * b * d - 0.00931 * b * y - 0.484 * c * n + 0.01343 * r * y - 1.0;
    g[1] = 0.261 - 0.0159 * a * b - 0.188 * a * m - 0.019 * b * s + 0.0144 * c * e +
           0.0008757 * e * y + 0.08045 * r * n + 0.00139 * m * z + 0.00001575 * y * z - 0.32;
    g[2] = 0.214 + 0.00817 * e - 0.131 * a * m - 0.0704 * a * n + 0.03099 * b * r - 0.018 * b * s +
           0.0208 * c * m + 0.121 * c * n - 0.00364 * e * r + 0.0007715 * e * y -
           0.0005354 * r * y + 0.00121 * m * z - 0.32;
    g[3] =
        0.74 - 0.61 * b - 0.163 * c * m + 0.001232 * c * y - 0.166 * s * n + 0.227 * b * b - 0.32;
    g[4] = 28.98 + 3.818 * c - 4.2 * a * b + 0.0207 * e * y + 6.63 * r * n - 7.7 * s * m +
           0.32 * n * y - 32.0;
    g[5] = 33.86 + 2.95 * c + 0.1792 * y - 5.057 * a * b - 11.0 * b * m - 0.0215 * e * y -
           9.98 * s * m + 22.0 * m * n - 32.0;
    g[6] = 46.36 - 9.9 * b - 12.9 * a * m + 0.1107 * c * y - 32.0;
    g[7] =
        4.72 - 0.5 * d - 0.19 * b * c - 0.0122 * d * y + 0.009325 * r * y + 0.000191 * z * z - 4.0;
    g[8] = 10.58 - 0.674 * a * b - 1.95 * b * m + 0.02054 * c * y - 0.0198 * d * y + 0.028 * r * y -
           9.9;
    g[9] = 16.45 - 0.489 * c * s - 0.843 * e * r + 0.0432 * n * y - 0.0556 * n * z -
           0.000786 * z * z - 15.7;
    return HECO_POINT_OK;
}

const heco_suite_fixed heco_design_car_side_impact = {
    .n       = 11,
    .ng      = 10,
    .f_ref   = 22.8429691991,
    .lower   = (const double[]){0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 1.0, 1.0, -30.0, -30.0},
    .upper   = (const double[]){1.5, 1.5, 1.5, 1.5, 1.5, 1.5, 1.5, 2.0, 2.0, 30.0, 30.0},
    .best    = (const double[]){0.5, 1.116365584787605, 0.5000000000000002, 1.3021971941645039,
                                0.5000000000000006, 1.4999999999999998, 0.5, 2.0, 2.0,
                                -19.56153045352664, -1.0703839099207972e-06},
    .integer = (const unsigned char[]){0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0},
    .x_names = (const char *const[]){"b-pillar-inner", "b-pillar-reinforcement", "floor-inner",
                                     "cross-members", "door-beam", "door-reinforcement",
                                     "roof-rail", "b-pillar-material", "floor-material",
                                     "barrier-height", "hitting-place"},
    .c_names = (const char *const[]){"abdomen", "upper-viscous", "middle-viscous", "lower-viscous",
                                     "upper-ribs", "middle-ribs", "lower-ribs", "pubic-force",
                                     "b-pillar-speed", "door-speed"},
    .eval    = design_systems_impact,
};

/* ---- oil cooler ----
 *
 * Shell and tubes, one pass each, in counterflow: 8 kg/s of oil at 75 C, to be cooled to 50 C
 * or below, outside the tubes; water at 25 C inside. This problem is of this suite. Variables:
 * number of tubes (integer), outer tube diameter, tube length and baffle spacing in m, water flow
 * in kg/s, temperature of the leaving oil in C. Cost per year: a seventh of the price of the
 * cooler, power of both pumps for 7000 h, water.
 *
 *   inside    Nu = 0.023 Re^0.8 Pr^0.4 (Dittus and Boelter), friction 0.316 Re^-0.25 (Blasius)
 *   outside   Kern: Nu = 0.36 Re^0.55 Pr^(1/3), friction exp(0.576 - 0.19 ln Re), triangular
 *             pitch of 1.25 diameters                                           [kakac2012]
 *   shell     diameter of the bundle from count and pitch, CL = 0.87, CTP = 0.93 */

typedef struct {
    double mass, cp, density, viscosity, conductivity;
} design_fluid;

static const design_fluid design_systems_oil   = {8.0, 2100.0, 850.0, 0.025, 0.13};
static const design_fluid design_systems_water = {0.0, 4180.0, 996.0, 8e-4, 0.615};

/* Heat transfer in W/m2K and pressure drop in Pa of one side. */
typedef struct {
    double transfer, drop, speed;
} design_side;

/* Returns heat transfer, pressure drop and speed of the water inside the tubes. */
static design_side design_systems_inside(double tubes, double bore, double length, double flow) {
    const design_fluid *w     = &design_systems_water;
    double              area  = tubes * 0.25 * 3.141592653589793 * bore * bore;
    double              speed = flow / (w->density * area);
    double              Re    = w->density * speed * bore / w->viscosity;
    double              Pr    = w->cp * w->viscosity / w->conductivity;
    double              head  = 0.5 * w->density * speed * speed;
    return (design_side){.transfer =
                             0.023 * heco_pow(Re, 0.8) * heco_pow(Pr, 0.4) * w->conductivity / bore,
                         .drop  = (0.316 * heco_pow(Re, -0.25) * length / bore + 2.5) * head,
                         .speed = speed};
}

/* Returns heat transfer, pressure drop and speed of the oil in the shell (Kern's method). */
static design_side design_systems_outside(double shell, double od, double length, double baffle) {
    const design_fluid *o     = &design_systems_oil;
    double              pitch = 1.25 * od, pi = 3.141592653589793;
    double De   = 4.0 * (0.25 * sqrt(3.0) * pitch * pitch - 0.125 * pi * od * od) / (0.5 * pi * od);
    double flux = o->mass / (shell * (pitch - od) / pitch * baffle);
    double Re = De * flux / o->viscosity, Pr = o->cp * o->viscosity / o->conductivity;
    double rub = heco_exp(0.576 - 0.19 * heco_log(Re));
    return (design_side){
        .transfer = 0.36 * heco_pow(Re, 0.55) * heco_cbrt(Pr) * o->conductivity / De,
        .drop     = rub * flux * flux * shell * (length / baffle) / (2.0 * o->density * De),
        .speed    = flux / o->density};
}

/* The logarithmic mean of two positive differences, also where they are nearly equal. */
static double design_systems_mean(double a, double b) {
    double r = a / b - 1.0;
    if (fabs(r) < 1e-5) return b * (1.0 + 0.5 * r);
    return b * r / heco_log1p(r);
}

static int design_systems_cooler(void *user, const double *x, double *f, double *g, double *h) {
    const design_fluid *o = &design_systems_oil, *w = &design_systems_water;
    double tubes = x[0], od = x[1], length = x[2], baffle = x[3], flow = x[4], leave = x[5];
    double wall = 0.001, bore = od - 2.0 * wall, pi = 3.141592653589793;
    (void)user;
    double      shell   = 0.637 * sqrt(0.87 / 0.93) * 1.25 * od * sqrt(pi * tubes);
    design_side in      = design_systems_inside(tubes, bore, length, flow);
    design_side out     = design_systems_outside(shell, od, length, baffle);
    double      fouling = 2e-4, brass = 110.0;
    double      resist = 1.0 / out.transfer + fouling + 0.5 * od * heco_log(od / bore) / brass +
                    od / bore * (1.0 / in.transfer + fouling);
    double area  = pi * od * length * tubes;
    double duty  = o->mass * o->cp * (75.0 - leave);
    double drain = 25.0 + duty / (flow * w->cp);
    double moved = area / resist * design_systems_mean(75.0 - drain, leave - 25.0);
    double pumps = (flow * in.drop / w->density + o->mass * out.drop / o->density) / 0.7;
    f[0] = (3000.0 + 750.0 * heco_pow(area, 0.85) + 20.0 * tubes) / 7.0 + 7000.0 * 0.2e-3 * pumps +
           7000.0 * 3600.0 * 5e-6 * flow;
    g[0] = leave / 50.0 - 1.0;
    g[1] = out.drop / 60e3 - 1.0;
    g[2] = in.drop / 30e3 - 1.0;
    g[3] = 1.0 - in.speed / 0.9;
    g[4] = baffle / shell - 1.0;
    h[0] = (moved - duty) / 1000.0; /* kW */
    return HECO_POINT_OK;
}

const heco_suite_fixed heco_design_oil_cooler = {
    .n       = 6,
    .ng      = 5,
    .nh      = 1,
    .f_ref   = 5858.61272439,
    .lower   = (const double[]){20.0, 0.010, 1.0, 0.05, 6.0, 40.0},
    .upper   = (const double[]){400.0, 0.030, 5.0, 0.6, 30.0, 60.0},
    .best    = (const double[]){204.0, 0.01237427199818739, 3.0908688701582387, 0.24125552892894997,
                                15.457425351203973, 49.99999995000005},
    .integer = (const unsigned char[]){1, 0, 0, 0, 0, 0},
    .x_names = (const char *const[]){"tubes", "diameter", "length", "baffle-spacing", "water-flow",
                                     "oil-outlet"},
    .c_names = (const char *const[]){"oil-outlet", "oil-drop", "water-drop", "least-speed",
                                     "widest-spacing", "heat-balance"},
    .eval    = design_systems_cooler,
};
