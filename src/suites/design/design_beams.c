/* design: beams, columns, the pressure vessel and the corrugated bulkhead. */
#include <math.h>

#include "base/elementary.h"
#include "suites/design/design.h"

static const double design_beams_pi = 3.141592653589793;

/* Welded beam: weld height h, weld length l, beam depth t, beam width b in inches; cost.
 * Rao (1996), Engineering Optimization, in the form of Coello Coello (2000), with his polar
 * moment J and buckling load; Deb's form (1991) has another J and f = 2.38.     [coello2000] */
static int design_beams_welded(void *user, const double *x, double *f, double *g, double *h_out) {
    (void)user, (void)h_out;
    const double P = 6000.0, L = 14.0, E = 30e6, G = 12e6;
    double       h = x[0], l = x[1], t = x[2], b = x[3];
    double       half   = 0.5 * (h + t);
    double       R      = sqrt(0.25 * l * l + half * half);
    double       J      = 2.0 * (sqrt(2.0) * h * l * (l * l / 12.0 + half * half));
    double       direct = P / (sqrt(2.0) * h * l);
    double       twist  = P * (L + 0.5 * l) * R / J;
    double       tau    = sqrt(direct * direct + direct * twist * l / R + twist * twist);
    double       sigma  = 6.0 * P * L / (b * t * t);
    double       delta  = 4.0 * P * L * L * L / (E * t * t * t * b);
    double       load =
        4.013 * E * t * b * b * b / (6.0 * L * L) * (1.0 - t / (2.0 * L) * sqrt(E / (4.0 * G)));
    f[0] = 1.10471 * h * h * l + 0.04811 * t * b * (14.0 + l);
    g[0] = tau - 13600.0;
    g[1] = sigma - 30000.0;
    g[2] = h - b;
    g[3] = 0.10471 * h * h + 0.04811 * t * b * (14.0 + l) - 5.0;
    g[4] = 0.125 - h;
    g[5] = delta - 0.25;
    g[6] = P - load;
    return HECO_POINT_OK;
}

const heco_suite_fixed heco_design_welded_beam = {
    .n       = 4,
    .ng      = 7,
    .f_ref   = 1.7248523086,
    .lower   = (const double[]){0.1, 0.1, 0.1, 0.1},
    .upper   = (const double[]){2.0, 10.0, 10.0, 2.0},
    .best    = (const double[]){0.20572963978607942, 3.4704886656280016, 9.036623910357633,
                                0.20572963978607947},
    .x_names = (const char *const[]){"weld-height", "weld-length", "beam-depth", "beam-width"},
    .c_names = (const char *const[]){"shear", "bending", "weld-in-beam", "cost", "least-weld",
                                     "deflection", "buckling"},
    .eval    = design_beams_welded,
};

/* Pressure vessel: shell and head thickness in sixteenths of an inch, radius R and length L in
 * inches; cost. Sandgren (1990); the box 10 <= R, L <= 200 is that of Coello Coello (2000) and
 * makes L <= 240 idle; a box up to L = 240 has f = 5850.38 instead.            [sandgren1990] */
static int design_beams_vessel(void *user, const double *x, double *f, double *g, double *h) {
    (void)user, (void)h;
    double ts = 0.0625 * x[0], th = 0.0625 * x[1], R = x[2], L = x[3];
    f[0] = 0.6224 * ts * R * L + 1.7781 * th * R * R + 3.1661 * ts * ts * L + 19.84 * ts * ts * R;
    g[0] = 0.0193 * R - ts;
    g[1] = 0.00954 * R - th;
    g[2] = 1296000.0 - design_beams_pi * R * R * (L + 4.0 / 3.0 * R);
    g[3] = L - 240.0;
    return HECO_POINT_OK;
}

const heco_suite_fixed heco_design_pressure_vessel = {
    .n       = 4,
    .ng      = 4,
    .f_ref   = 6059.71433505,
    .lower   = (const double[]){1.0, 1.0, 10.0, 10.0},
    .upper   = (const double[]){99.0, 99.0, 200.0, 200.0},
    .best    = (const double[]){13.0, 7.0, 42.09844559585491, 176.63659584243948},
    .integer = (const unsigned char[]){1, 1, 0, 0},
    .x_names = (const char *const[]){"shell-sixteenths", "head-sixteenths", "radius", "length"},
    .c_names = (const char *const[]){"shell-stress", "head-stress", "volume", "longest"},
    .eval    = design_beams_vessel,
};

/* Cantilever of five steps, 100 cm each, step 1 at the wall: width b1, depth h1, .., b5, h5 in
 * cm; volume in cubic centimetres. b1 and h1 are integers, steps 2 and 3 take stock sizes,
 * steps 4 and 5 are free. Thanedar and Vanderplaats (1995).                   [thanedar1995] */
static int design_beams_stepped(void *user, const double *x, double *f, double *g, double *h) {
    static const double widths[] = {2.4, 2.6, 2.8, 3.1}, depths[] = {45.0, 50.0, 55.0, 60.0};
    static const double thirds[] = {61.0, 37.0, 19.0, 7.0, 1.0};
    const double        P = 50000.0, E = 2e7, l = 100.0;
    const double b[] = {x[0], heco_design_size(widths, 4, x[2]), heco_design_size(widths, 4, x[4]),
                        x[6], x[8]};
    const double d[] = {x[1], heco_design_size(depths, 4, x[3]), heco_design_size(depths, 4, x[5]),
                        x[7], x[9]};
    double       volume = 0.0, bend = 0.0;
    (void)user, (void)h;
    for (int i = 0; i < 5; i++) {
        volume += l * b[i] * d[i];
        bend += thirds[i] / (b[i] * d[i] * d[i] * d[i] / 12.0);
        g[i]     = 6.0 * P * l * (double)(5 - i) / (b[i] * d[i] * d[i]) - 14000.0;
        g[5 + i] = d[i] / b[i] - 20.0;
    }
    f[0]  = volume;
    g[10] = P * l * l * l / (3.0 * E) * bend - 2.7;
    return HECO_POINT_OK;
}

const heco_suite_fixed heco_design_stepped_cantilever = {
    .n     = 10,
    .ng    = 11,
    .f_ref = 64578.1940169,
    .lower = (const double[]){1, 30, 1, 1, 1, 1, 1, 30, 1, 30},
    .upper = (const double[]){5, 65, 4, 4, 4, 4, 5, 65, 5, 65},
    .best  = (const double[]){3.0, 60.0, 4.0, 3.0, 2.0, 2.0, 2.2808874166960793, 45.61774833392159,
                              1.7497570119380055, 34.995140238760094},
    .integer = (const unsigned char[]){1, 1, 1, 1, 1, 1, 0, 0, 0, 0},
    .x_names =
        (const char *const[]){"width1", "depth1", "width2-number", "depth2-number", "width3-number",
                              "depth3-number", "width4", "depth4", "width5", "depth5"},
    .c_names =
        (const char *const[]){"stress1", "stress2", "stress3", "stress4", "stress5", "slender1",
                              "slender2", "slender3", "slender4", "slender5", "deflection"},
    .eval = design_beams_stepped,
};

/* Tubular column under 2500 kgf: mean diameter d and thickness t in cm; cost of material and
 * of making. Rao (1996); his four bounds written as constraints are the box here. [rao1996] */
static int design_beams_column(void *user, const double *x, double *f, double *g, double *h) {
    (void)user, (void)h;
    const double P = 2500.0, yield = 500.0, E = 0.85e6, L = 250.0;
    double       d = x[0], t = x[1], pi = design_beams_pi;
    f[0] = 9.8 * d * t + 2.0 * d;
    g[0] = P / (pi * d * t * yield) - 1.0;
    g[1] = 8.0 * P * L * L / (pi * pi * pi * E * d * t * (d * d + t * t)) - 1.0;
    return HECO_POINT_OK;
}

const heco_suite_fixed heco_design_tubular_column = {
    .n       = 2,
    .ng      = 2,
    .f_ref   = 26.4994968915,
    .lower   = (const double[]){2.0, 0.2},
    .upper   = (const double[]){14.0, 0.8},
    .best    = (const double[]){5.451156234254859, 0.29196547714367777},
    .x_names = (const char *const[]){"diameter", "thickness"},
    .c_names = (const char *const[]){"yield", "buckling"},
    .eval    = design_beams_column,
};

/* Corrugated bulkhead of a tanker: width b, depth h, length l of a corrugation and plate
 * thickness t; weight. Kvalie, Moe and Svensen (1966), in the form of Ravindran, Ragsdell
 * and Reklaitis (2006), whose root takes the absolute value.                [ravindran2006] */
static int design_beams_bulkhead(void *user, const double *x, double *f, double *g, double *h) {
    (void)user, (void)h;
    double b = x[0], depth = x[1], l = x[2], t = x[3];
    double run   = b + sqrt(fabs(l * l - depth * depth));
    double press = 8.94 * run;
    f[0]         = 5.885 * t * (b + l) / run;
    g[0]         = press - t * depth * (0.4 * b + l / 6.0);
    g[1]         = 2.2 * heco_pow(press, 4.0 / 3.0) - t * depth * depth * (0.2 * b + l / 12.0);
    g[2]         = 0.0156 * b + 0.15 - t;
    g[3]         = 0.0156 * l + 0.15 - t;
    g[4]         = 1.05 - t;
    g[5]         = depth - l;
    return HECO_POINT_OK;
}

const heco_suite_fixed heco_design_bulkhead = {
    .n       = 4,
    .ng      = 6,
    .f_ref   = 6.84295801008,
    .lower   = (const double[]){0.0, 0.0, 0.0, 0.0},
    .upper   = (const double[]){100.0, 100.0, 100.0, 5.0},
    .best    = (const double[]){57.69230769230764, 34.1476203486744, 57.6923076923077, 1.05},
    .x_names = (const char *const[]){"width", "depth", "length", "thickness"},
    .c_names = (const char *const[]){"section-modulus", "inertia", "plate-of-width",
                                     "plate-of-length", "thinnest", "depth-in-length"},
    .eval    = design_beams_bulkhead,
};

/* Reinforced concrete beam: number of a set of stock bars, depth h in inches (integer), width b in
 * inches; cost. Amir and Hasegawa (1989), with the eleven bar areas that the later papers use.
 *                                                                                [amir1989] */
static int design_beams_concrete(void *user, const double *x, double *f, double *g, double *h) {
    static const double areas[] = {6.0, 6.16, 6.32, 6.6, 7.0, 7.11, 7.2, 7.8, 7.9, 8.0, 8.4};
    (void)user, (void)h;
    double steel = heco_design_size(areas, 11, x[0]), depth = x[1], b = x[2];
    f[0] = 29.4 * steel + 0.6 * depth * b;
    g[0] = depth / b - 4.0;
    g[1] = 180.0 + 7.375 * steel * steel / b - steel * depth;
    return HECO_POINT_OK;
}

const heco_suite_fixed heco_design_concrete_beam = {
    .n       = 3,
    .ng      = 2,
    .f_ref   = 359.208,
    .lower   = (const double[]){1.0, 28.0, 5.0},
    .upper   = (const double[]){11.0, 40.0, 10.0},
    .best    = (const double[]){3.0, 34.0, 8.5},
    .integer = (const unsigned char[]){1, 1, 0},
    .x_names = (const char *const[]){"bar-number", "depth", "width"},
    .c_names = (const char *const[]){"shape", "moment"},
    .eval    = design_beams_concrete,
};
