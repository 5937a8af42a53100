/* design: springs, gears, the clutch brake, the cone pulley and the piston lever. */
#include <math.h>

#include "base/elementary.h"
#include "suites/design/design.h"

static const double design_machines_pi = 3.141592653589793;

/* Tension spring: wire diameter d, coil diameter D in inches, active coils N (any real); mass
 * over a constant. Belegundu (1982), Arora (1989).                              [arora1989] */
static int design_machines_spring(void *user, const double *x, double *f, double *g, double *h) {
    (void)user, (void)h;
    double d = x[0], D = x[1], N = x[2], d2 = d * d;
    f[0] = (N + 2.0) * D * d2;
    g[0] = 1.0 - D * D * D * N / (71785.0 * d2 * d2);
    g[1] = (4.0 * D * D - d * D) / (12566.0 * (D * d2 * d - d2 * d2)) + 1.0 / (5108.0 * d2) - 1.0;
    g[2] = 1.0 - 140.45 * d / (D * D * N);
    g[3] = (D + d) / 1.5 - 1.0;
    return HECO_POINT_OK;
}

const heco_suite_fixed heco_design_spring = {
    .n       = 3,
    .ng      = 4,
    .f_ref   = 0.0126652327883,
    .lower   = (const double[]){0.05, 0.25, 2.0},
    .upper   = (const double[]){2.0, 1.3, 15.0},
    .best    = (const double[]){0.05168906102247656, 0.3567177383490967, 11.288965836642493},
    .x_names = (const char *const[]){"wire", "coil", "turns"},
    .c_names = (const char *const[]){"deflection", "shear", "surge", "outer-diameter"},
    .eval    = design_machines_spring,
};

enum { WIRE_SIZES = 42 };

/* ASTM sizes of music and hard-drawn wire in inches, Sandgren (1990). */
static const double design_machines_wire[WIRE_SIZES] = {
    0.009, 0.0095, 0.0104, 0.0118, 0.0128, 0.0132, 0.014, 0.015,  0.0162, 0.0173, 0.018,
    0.020, 0.023,  0.025,  0.028,  0.032,  0.035,  0.041, 0.047,  0.054,  0.063,  0.072,
    0.080, 0.092,  0.105,  0.120,  0.135,  0.148,  0.162, 0.177,  0.192,  0.207,  0.225,
    0.244, 0.263,  0.283,  0.307,  0.331,  0.362,  0.394, 0.4375, 0.500};

/* Compression spring: coils N (integer), number of the wire size, coil diameter D in inches;
 * volume of the wire. Sandgren (1990). His constraint that preload, working stroke and solid
 * length fit the free length is an identity by the definition of that length: left out.
 *                                                                            [sandgren1990] */
static int design_machines_coil(void *user, const double *x, double *f, double *g, double *h) {
    const double most = 1000.0, preload = 300.0, shear = 189000.0, G = 11.5e6;
    (void)user, (void)h;
    double N = x[0], d = heco_design_size(design_machines_wire, WIRE_SIZES, x[1]), D = x[2];
    double C = D / d, pi = design_machines_pi;
    double wahl = (4.0 * C - 1.0) / (4.0 * C - 4.0) + 0.615 / C;
    double rate = G * d * d * d * d / (8.0 * N * D * D * D);
    f[0]        = 0.25 * pi * pi * D * d * d * (N + 2.0);
    g[0]        = 8.0 * wahl * most * D / (pi * d * d * d) - shear;
    g[1]        = most / rate + 1.05 * (N + 2.0) * d - 14.0;
    g[2]        = 0.2 - d;
    g[3]        = D + d - 3.0;
    g[4]        = 3.0 - C;
    g[5]        = preload / rate - 6.0;
    g[6]        = 1.25 - (most - preload) / rate;
    return HECO_POINT_OK;
}

const heco_suite_fixed heco_design_spring_discrete = {
    .n       = 3,
    .ng      = 7,
    .f_ref   = 2.65855916597,
    .lower   = (const double[]){1.0, 1.0, 0.6},
    .upper   = (const double[]){70.0, 42.0, 3.0},
    .best    = (const double[]){9.0, 36.0, 1.2230410099638072},
    .integer = (const unsigned char[]){1, 1, 0},
    .x_names = (const char *const[]){"coils", "wire-number", "coil-diameter"},
    .c_names = (const char *const[]){"shear", "free-length", "least-wire", "outer-diameter",
                                     "index", "preload-deflection", "stroke"},
    .eval    = design_machines_coil,
};

/* Speed reducer: face width b, module m, pinion teeth z (integer), lengths and diameters of the
 * shafts in cm; weight. Golinski (1973) with l2 >= 7.3: 2994.47; Golinski's own l2 >= 7.8
 * gives 2996.35.                                                             [golinski1973] */
static int design_machines_reducer(void *user, const double *x, double *f, double *g, double *h) {
    (void)user, (void)h;
    double b = x[0], m = x[1], z = x[2], l1 = x[3], l2 = x[4], d1 = x[5], d2 = x[6];
    double bend1 = 745.0 * l1 / (m * z), bend2 = 745.0 * l2 / (m * z);
    f[0] = 0.7854 * b * m * m * (3.3333 * z * z + 14.9334 * z - 43.0934) -
           1.508 * b * (d1 * d1 + d2 * d2) + 7.4777 * (d1 * d1 * d1 + d2 * d2 * d2) +
           0.7854 * (l1 * d1 * d1 + l2 * d2 * d2);
    g[0]  = 27.0 / (b * m * m * z) - 1.0;
    g[1]  = 397.5 / (b * m * m * z * z) - 1.0;
    g[2]  = 1.93 * l1 * l1 * l1 / (m * z * d1 * d1 * d1 * d1) - 1.0;
    g[3]  = 1.93 * l2 * l2 * l2 / (m * z * d2 * d2 * d2 * d2) - 1.0;
    g[4]  = sqrt(bend1 * bend1 + 16.9e6) / (110.0 * d1 * d1 * d1) - 1.0;
    g[5]  = sqrt(bend2 * bend2 + 157.5e6) / (85.0 * d2 * d2 * d2) - 1.0;
    g[6]  = m * z / 40.0 - 1.0;
    g[7]  = 5.0 * m / b - 1.0;
    g[8]  = b / (12.0 * m) - 1.0;
    g[9]  = (1.5 * d1 + 1.9) / l1 - 1.0;
    g[10] = (1.1 * d2 + 1.9) / l2 - 1.0;
    return HECO_POINT_OK;
}

const heco_suite_fixed heco_design_speed_reducer = {
    .n       = 7,
    .ng      = 11,
    .f_ref   = 2994.47106615,
    .lower   = (const double[]){2.6, 0.7, 17.0, 7.3, 7.3, 2.9, 5.0},
    .upper   = (const double[]){3.6, 0.8, 28.0, 8.3, 8.3, 3.9, 5.5},
    .best    = (const double[]){3.500000000000001, 0.7, 17.0, 7.300000000000018, 7.715319911478246,
                                3.3502146660964476, 5.286654464980223},
    .integer = (const unsigned char[]){0, 0, 1, 0, 0, 0, 0},
    .x_names = (const char *const[]){"face-width", "module", "teeth", "length1", "length2",
                                     "shaft1", "shaft2"},
    .c_names =
        (const char *const[]){"bending", "surface", "deflection1", "deflection2", "stress1",
                              "stress2", "space", "narrowest", "widest", "bearing1", "bearing2"},
    .eval = design_machines_reducer,
};

/* Gear train: teeth of four wheels; distance of the ratio from 1/6.931. Sandgren (1990) squares
 * it (2.7009e-12); in parts per million the order of the designs is the same and a relative
 * accuracy means something.                                                  [sandgren1990] */
static int design_machines_gears(void *user, const double *x, double *f, double *g, double *h) {
    (void)user, (void)g, (void)h;
    f[0] = 1e6 * fabs(1.0 / 6.931 - x[1] * x[2] / (x[0] * x[3]));
    return HECO_POINT_OK;
}

const heco_suite_fixed heco_design_gear_train = {
    .n       = 4,
    .f_ref   = 1.64342847392,
    .lower   = (const double[]){12.0, 12.0, 12.0, 12.0},
    .upper   = (const double[]){60.0, 60.0, 60.0, 60.0},
    .best    = (const double[]){43.0, 19.0, 16.0, 49.0},
    .integer = (const unsigned char[]){1, 1, 1, 1},
    .x_names = (const char *const[]){"teeth-a", "teeth-b", "teeth-d", "teeth-f"},
    .eval    = design_machines_gears,
};

/* Multiple-disk clutch brake: inner and outer radius in mm, disk thickness in halves of a
 * millimetre, force in tens of N, number of friction surfaces; mass in kg. Osyczka (2002) with
 * the data of Rao, Savsani and Vakharia (2011). In the form of Kumar et al. (2020) two friction
 * surfaces suffice: 0.2352.                                       [osyczka2002], [rao2011] */
static int design_machines_clutch(void *user, const double *x, double *f, double *g, double *h) {
    const double friction = 0.5, speed = 250.0, inertia = 55.0, least = 40.0, drag = 3.0;
    (void)user, (void)h;
    double ri = x[0], ro = x[1], t = 0.5 * x[2], F = 10.0 * x[3], Z = x[4];
    double pi = design_machines_pi, square = ro * ro - ri * ri;
    double mean  = (ro * ro * ro - ri * ri * ri) / square;       /* mm */
    double brake = 2.0 / 3.0 * friction * F * Z * mean / 1000.0; /* N m */
    double press = F / (pi * square);                            /* N/mm2 */
    double slide = 2.0 * pi * speed * mean / 90.0 / 1000.0;      /* m/s */
    double time  = inertia * pi * speed / (30.0 * (brake + drag));
    f[0]         = pi * square * t * (Z + 1.0) * 7.8e-6;
    g[0]         = 20.0 - (ro - ri);
    g[1]         = (Z + 1.0) * (t + 0.5) - 30.0;
    g[2]         = press - 1.0;
    g[3]         = press * slide - 10.0;
    g[4]         = slide - 10.0;
    g[5]         = time - 15.0;
    g[6]         = 1.5 * least - brake;
    return HECO_POINT_OK;
}

const heco_suite_fixed heco_design_clutch_brake = {
    .n       = 5,
    .ng      = 7,
    .f_ref   = 0.313656610534,
    .lower   = (const double[]){60.0, 90.0, 2.0, 60.0, 2.0},
    .upper   = (const double[]){80.0, 110.0, 6.0, 100.0, 9.0},
    .best    = (const double[]){70.0, 90.0, 2.0, 97.0, 3.0},
    .integer = (const unsigned char[]){1, 1, 1, 1, 1},
    .x_names = (const char *const[]){"inner-radius", "outer-radius", "thickness-halves",
                                     "force-tens", "surfaces"},
    .c_names =
        (const char *const[]){"ring", "length", "pressure", "heat", "slip", "stop-time", "torque"},
    .eval = design_machines_clutch,
};

/* Step-cone pulley: diameters d1 to d4 of the steps and belt width w in mm; mass in kg. Power at
 * least 0.75 hp and a tension ratio of at least 2 on each step; the belt has one length (in mm)
 * for all. Rao (1996), data of Rao, Savsani and Vakharia (2011), whose 16.6345 is not the
 * optimum of this box. Kumar et al. (2020) measure in metres, so that their tolerance of 1e-4
 * is 0.1 mm.                                                          [rao1996], [rao2011] */
static int design_machines_pulley(void *user, const double *x, double *f, double *g, double *h) {
    static const double out[] = {750.0, 450.0, 250.0, 150.0};
    const double        in = 350.0, a = 3000.0, friction = 0.35, stress = 1.75, t = 8.0;
    double              pi = design_machines_pi, w = x[4], mass = 0.0, belt[4];
    (void)user;
    for (int i = 0; i < 4; i++) {
        double d = x[i], r = out[i] / in;
        double grip = friction * (pi - 2.0 * heco_asin((r - 1.0) * d / (2.0 * a)));
        double pull = stress * t * w * (1.0 - heco_exp(-grip)); /* N */
        double step = (r - 1.0) * d;
        belt[i]     = 0.5 * pi * d * (1.0 + r) + step * step / (4.0 * a) + 2.0 * a;
        mass += d * d * (1.0 + r * r);
        g[i]     = 2.0 - heco_exp(grip);
        g[4 + i] = 0.75 * 745.6998 - pull * pi * d * out[i] / 60000.0; /* W */
    }
    f[0] = 7200e-9 * w * 0.25 * pi * mass;
    for (int i = 0; i < 3; i++) h[i] = belt[0] - belt[i + 1];
    return HECO_POINT_OK;
}

const heco_suite_fixed heco_design_step_cone_pulley = {
    .n       = 5,
    .ng      = 8,
    .nh      = 3,
    .f_ref   = 16.090253079,
    .lower   = (const double[]){0.0, 0.0, 0.0, 0.0, 0.0},
    .upper   = (const double[]){60.0, 60.0, 90.0, 90.0, 90.0},
    .best    = (const double[]){38.413941594884314, 52.85858207436833, 70.47262146519009,
                                84.49571606859882, 90.0},
    .x_names = (const char *const[]){"d1", "d2", "d3", "d4", "width"},
    .c_names = (const char *const[]){"tension1", "tension2", "tension3", "tension4", "power1",
                                     "power2", "power3", "power4", "belt2", "belt3", "belt4"},
    .eval    = design_machines_pulley,
};

/* Piston lever: places H, B, X and piston diameter D in inches; oil volume between lever angles
 * 0 and 45 degrees. Vanderplaats (1984).                                 [vanderplaats1984] */
static int design_machines_lever(void *user, const double *x, double *f, double *g, double *h) {
    const double load = 10000.0, L = 240.0, moment = 1.8e6, press = 1500.0;
    double       H = x[0], B = x[1], D = x[2], X = x[3], turn = sqrt(0.5); /* sin and cos */
    (void)user, (void)h;
    double low  = sqrt((X - B) * (X - B) + H * H);
    double rise = X * turn + H, reach = B - X * turn;
    double high = sqrt(rise * rise + reach * reach);
    double area = 0.25 * design_machines_pi * D * D;
    double arm  = fabs(-X * rise + H * reach) / low;
    f[0]        = area * (high - low);
    g[0]        = load * L * turn - arm * press * area;
    g[1]        = load * (L - X) - moment;
    g[2]        = 1.2 * (high - low) - low;
    g[3]        = 0.5 * D - B;
    return HECO_POINT_OK;
}

const heco_suite_fixed heco_design_piston_lever = {
    .n       = 4,
    .ng      = 4,
    .f_ref   = 8.41269832311,
    .lower   = (const double[]){0.05, 0.05, 0.05, 0.05},
    .upper   = (const double[]){500.0, 500.0, 500.0, 120.0},
    .best    = (const double[]){0.05000000000000117, 2.0415135899181323, 4.0830271798362325,
                                119.99999999999916},
    .x_names = (const char *const[]){"H", "B", "D", "X"},
    .c_names = (const char *const[]){"force", "bending", "stroke", "clearance"},
    .eval    = design_machines_lever,
};
