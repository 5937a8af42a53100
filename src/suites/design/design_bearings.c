/* design: the ball bearing and the hydrostatic thrust bearing. */

#include "base/elementary.h"
#include "suites/design/design.h"

static const double design_bearings_pi = 3.141592653589793;

enum { BALL_D = 160, BALL_d = 90, BALL_WIDTH = 30 }; /* outer and inner diameter, width in mm */

/* Equation (1) of the paper for steel balls and a contact angle of 0. */
static double design_bearings_rating(double Dm, double Db, double Z, double fi, double fo) {
    double gamma = Db / Dm;
    double shape = heco_pow((1.0 - gamma) / (1.0 + gamma), 1.72) *
                   heco_pow(fi * (2.0 * fo - 1.0) / (fo * (2.0 * fi - 1.0)), 0.41);
    double fc = 37.91 * heco_pow(1.0 + heco_pow(1.04 * shape, 10.0 / 3.0), -0.3) *
                (heco_pow(gamma, 0.3) * heco_pow(1.0 - gamma, 1.39) / heco_cbrt(1.0 + gamma)) *
                heco_pow(2.0 * fi / (2.0 * fi - 1.0), 0.41);
    double size = Db <= 25.4 ? heco_pow(Db, 1.8) : 3.647 * heco_pow(Db, 1.4);
    return fc * heco_pow(Z, 2.0 / 3.0) * size;
}

/* The angle that the balls may fill when the inner ring is pushed aside. */
static double design_bearings_angle(double Db) {
    double T = BALL_D - BALL_d - 2.0 * Db;
    double a = 0.5 * (BALL_D - BALL_d) - 0.75 * T, b = 0.5 * BALL_D - 0.25 * T - Db;
    double c = 0.5 * BALL_d + 0.25 * T;
    return 2.0 * design_bearings_pi - 2.0 * heco_acos((a * a + b * b - c * c) / (2.0 * a * b));
}

/* Ball bearing: pitch diameter Dm, ball diameter Db in mm, balls Z (integer), groove radii fi, fo
 * over Db, and five limits KDmin, KDmax, epsilon, e, zeta that only the constraints use; minus
 * the dynamic load rating in N. Gupta, Tiwari and Nair (2007), with the direction of `width`
 * and the exponents as in Rao, Savsani and Vakharia (2011); fi, fo >= 0.515 are in the box.
 *                                                                   [gupta2007], [rao2011] */
static int design_bearings_ball(void *user, const double *x, double *f, double *g, double *h) {
    (void)user, (void)h;
    double Dm = x[0], Db = x[1], Z = x[2], sum = BALL_D + BALL_d, gap = BALL_D - BALL_d;
    f[0] = -design_bearings_rating(Dm, Db, Z, x[3], x[4]);
    g[0] = Z - 1.0 - design_bearings_angle(Db) / (2.0 * heco_asin(Db / Dm));
    g[1] = x[5] * gap - 2.0 * Db;
    g[2] = 2.0 * Db - x[6] * gap;
    g[3] = x[9] * BALL_WIDTH - Db;
    g[4] = 0.5 * sum - Dm;
    g[5] = Dm - (0.5 + x[8]) * sum;
    g[6] = x[7] * Db - 0.5 * (BALL_D - Dm - Db);
    return HECO_POINT_OK;
}

const heco_suite_fixed heco_design_rolling_bearing = {
    .n       = 10,
    .ng      = 7,
    .f_ref   = -81859.7415974,
    .lower   = (const double[]){125.0, 10.5, 4.0, 0.515, 0.515, 0.4, 0.6, 0.3, 0.02, 0.6},
    .upper   = (const double[]){150.0, 31.5, 50.0, 0.6, 0.6, 0.5, 0.7, 0.4, 0.1, 0.85},
    .best    = (const double[]){125.71905561467423, 21.425590240828598, 11.0, 0.515, 0.515,
                                0.42502111197319414, 0.6595412601769278, 0.30000000000000027,
                                0.08225736967266205, 0.6949140869359238},
    .integer = (const unsigned char[]){0, 0, 1, 0, 0, 0, 0, 0, 0, 0},
    .x_names = (const char *const[]){"pitch-diameter", "ball-diameter", "balls", "inner-groove",
                                     "outer-groove", "KDmin", "KDmax", "epsilon", "e", "zeta"},
    .c_names = (const char *const[]){"assembly", "least-ball", "largest-ball", "width",
                                     "least-pitch", "largest-pitch", "outer-ring"},
    .eval    = design_bearings_ball,
};

/* Hydrostatic thrust bearing: radius R, recess radius R0 in inches, viscosity mu in 1e-6 reyn,
 * flow Q in cubic inches per second; power loss in ft lb/s. Siddall (1982) in the
 * form of Deb and Goyal (1997); Rao, Savsani and Vakharia (2011) reach 1625.4428. Kumar et al.
 * (2020) have another form, with 1616.12.                         [siddall1982], [deb1997] */
static int design_bearings_thrust(void *user, const double *x, double *f, double *g, double *h) {
    const double gamma = 0.0307, heat = 0.5, grav = 386.4, speed = 750.0;
    double       R = x[0], R0 = x[1], mu = 1e-6 * x[2], Q = x[3], pi = design_bearings_pi;
    (void)user, (void)h;
    if (R == R0) R0 -= 1e-9 * R; /* no land at all: 0/0 otherwise */
    double P      = (heco_log10(heco_log10(8.122e6 * mu + 0.8)) - 10.04) / -3.55;
    double rise   = 2.0 * (heco_pow(10.0, P) - 560.0);
    double loss   = 9336.0 * Q * gamma * heat * rise;
    double turn   = 2.0 * pi * speed / 60.0;
    double fourth = R * R * R * R - R0 * R0 * R0 * R0;
    double film   = turn * turn * (2.0 * pi * mu / loss) * 0.25 * fourth;
    double logr   = heco_log(R / R0);
    double P0     = 6.0 * mu * Q / (pi * film * film * film) * logr;
    double ring   = R * R - R0 * R0;
    double weight = 0.5 * pi * P0 * ring / logr;
    f[0]          = (Q * P0 / 0.7 + loss) / 12.0;
    g[0]          = 101000.0 - weight;
    g[1]          = P0 - 1000.0;
    g[2]          = rise - 50.0;
    g[3]          = 0.001 - film;
    g[4]          = R0 - R;
    g[5]          = gamma / (grav * P0) * (Q / (2.0 * pi * R * film)) - 0.001;
    g[6]          = weight / (pi * ring) - 5000.0;
    return HECO_POINT_OK;
}

const heco_suite_fixed heco_design_thrust_bearing = {
    .n       = 4,
    .ng      = 7,
    .f_ref   = 1625.44275908,
    .lower   = (const double[]){1.0, 1.0, 1.0, 1.0},
    .upper   = (const double[]){16.0, 16.0, 16.0, 16.0},
    .best    = (const double[]){5.955780495321746, 5.389013045775856, 5.35869726574408,
                                2.2696559633923794},
    .x_names = (const char *const[]){"radius", "recess", "viscosity", "flow"},
    .c_names = (const char *const[]){"load", "inlet-pressure", "temperature-rise", "film",
                                     "recess-in-radius", "exit-loss", "contact-pressure"},
    .eval    = design_bearings_thrust,
};
