/* RC22, RC23 and RC26: planetary gear train, step-cone pulley, four-stage gear box. The formulas
 * are those of the reference functions of the competition (docs/suites/rw2020.md). */
#include <math.h>

#include "base/elementary.h"
#include "suites/rw2020/rw2020.h"

/* RC22: planetary gear train. n6 = n3 and n6 = n4 divide by zero: the point fails. */
int heco_rw2020_rc22(void *user, const double *x, double *f, double *g, double *h) {
    static const double planets[] = {3, 4, 5}, module[] = {1.75, 2, 2.25, 2.5, 2.75, 3.0};
    double              n[9];
    (void)user;
    for (int i = 0; i < 9; i++) n[i] = round(fabs(x[i]));
    double p  = rw2020_entry(planets, 3, n[6]);
    double m1 = rw2020_entry(module, 6, n[7]), m2 = rw2020_entry(module, 6, n[8]);
    double i1 = n[5] / n[3];
    double i2 = n[5] * (n[0] * n[2] + n[1] * n[3]) / (n[0] * n[2] * (n[5] - n[3]));
    double ir = -(n[1] * n[5] / (n[0] * n[2]));
    double u =
        (sq(n[5] - n[2]) + sq(n[3] + n[4]) - sq(n[2] + n[4])) / (2 * (n[5] - n[2]) * (n[3] + n[4]));
    double s = heco_sin(RW2020_PI / p);
    f[0]     = fmax(fmax(i1 - 3.11, i2 - 1.84), ir + 3.11);
    g[0]     = m2 * (n[5] + 2.5) - 220;
    g[1]     = m1 * (n[0] + n[1]) + m1 * (n[1] + 2) - 220;
    g[2]     = m2 * (n[3] + n[4]) + m2 * (n[4] + 2) - 220;
    g[3]     = fabs(m1 * (n[0] + n[1]) - m2 * (n[5] - n[2])) - m1 - m2;
    g[4]     = -((n[0] + n[1]) * s - n[1] - 2 - 0.5);
    g[5]     = -((n[5] - n[2]) * s - n[2] - 2 - 0.5);
    g[6]     = -((n[3] + n[4]) * s - n[4] - 2 - 0.5);
    g[7]     = 1e6;
    if (fabs(u) <= 1)
        g[7] = sq(n[2] + n[4] + 2 + 0.5) -
               (sq(n[5] - n[2]) + sq(n[3] + n[4]) -
                2 * (n[5] - n[2]) * (n[3] + n[4]) * heco_cos(2 * RW2020_PI / p - heco_acos(u)));
    g[8] = -(n[5] - 2 * n[2] - n[3] - 4 - 2 * 0.5);
    g[9] = -(n[5] - n[3] - 2 * n[4] - 4 - 2 * 0.5);
    h[0] = fmod(n[5] - n[3], p);
    return HECO_POINT_OK;
}

/* RC23: step-cone pulley with four steps; lengths in millimetres. */
int heco_rw2020_rc23(void *user, const double *x, double *f, double *g, double *h) {
    static const double speed[] = {750, 450, 250, 150};
    double              w = x[4] * 1e-3, sum = 0, c[4];
    (void)user;
    for (int i = 0; i < 4; i++) {
        double d = x[i] * 1e-3, s = speed[i] / 350;
        double q = 0.35 * (RW2020_PI - 2 * heco_asin((s - 1) * d / (2 * 3)));
        sum += sq(d) * (1 + sq(s));
        c[i]     = RW2020_PI * d / 2 * (1 + s) + sq(s - 1) * sq(d) / (4 * 3) + 2 * 3;
        g[i]     = -heco_exp(q) + 2;
        g[i + 4] = -1.75e6 * 8e-3 * w * (1 - heco_exp(-q)) * RW2020_PI * d * speed[i] / 60 +
                   0.75 * 745.6998;
    }
    f[0] = 7200 * w * RW2020_PI / 4 * sum;
    for (int i = 0; i < 3; i++) h[i] = c[0] - c[i + 1];
    return HECO_POINT_OK;
}

enum { GEAR_STAGES = 4 };

/* One stage of RC26: teeth of pinion and gear, face width, centres, distance of the centres. */
typedef struct {
    double np, ng, b, px, py, gx, gy, c;
} gear_stage;

/* Decodes the stages. The reference functions place the pinions of stages 2 to 4 at the centre of
 * the gear of the same stage. */
static void rw2020_gear_stages(gear_stage *stage, const double *x) {
    static const double width[] = {3.175, 5.715, 8.255, 12.7};
    static const double place[] = {12.7, 25.4, 38.1, 50.8, 63.5, 76.2, 88.9, 101.6, 114.3};
    double              xp = rw2020_entry(place, 9, x[12]), yp = rw2020_entry(place, 9, x[17]);
    for (int i = 0; i < GEAR_STAGES; i++) {
        gear_stage *s = &stage[i];
        s->np         = round(x[2 * i]);
        s->ng         = round(x[2 * i + 1]);
        s->b          = rw2020_entry(width, 4, x[8 + i]);
        s->gx         = rw2020_entry(place, 9, x[13 + i]);
        s->gy         = rw2020_entry(place, 9, x[18 + i]);
        s->px         = i == 0 ? xp : s->gx;
        s->py         = i == 0 ? yp : s->gy;
        s->c          = sqrt(sq(s->gx - xp) + sq(s->gy - yp));
    }
}

/* Strength, contact and size of stage i: g1 to g20 of RC26. `t` is the ratio of teeth of the stages
 * before it. */
static void rw2020_gear_strength(double *g, const gear_stage *s, int i, double t) {
    const double phi = 20 * RW2020_PI / 180, sin_phi = heco_sin(phi), cos_phi = heco_cos(phi);
    double       z = s->np + s->ng, a = 366000 * t / (RW2020_PI * 5000) + 2 * s->c * s->np / z;
    g[i] = a * (sq(z) / (4 * s->b * sq(s->c) * s->np)) - 2090 * 0.2 / (0.0167 * 55.9 * 1.5 * 1.6);
    g[4 + i] = a * (cube(z) / (4 * s->b * sq(s->c) * s->ng * sq(s->np))) -
               sq(3290.0 / 464) * (sin_phi * cos_phi) / (0.0334 * 55.9 * 1.5 * 1.6);
    g[8 + i] = 1.4 * RW2020_PI * cos_phi -
               s->np * sqrt(sq(sin_phi) / 4 + 1 / s->np + sq(1 / s->np)) -
               s->ng * sqrt(sq(sin_phi) / 4 + 1 / s->ng + sq(1 / s->ng)) + sin_phi * z / 2;
    g[12 + i] = 25.4 - 2 * s->c * s->np / z;
    g[16 + i] = 25.4 - 2 * s->c * s->ng / z;
}

/* Position of stage i inside the housing: g21 to g52 of RC26. */
static void rw2020_gear_position(double *g, const gear_stage *s, int i) {
    double z = s->np + s->ng, rp = (s->np + 2) * s->c / z, rg = (s->ng + 2) * s->c / z;
    g[20 + i] = s->px + rp - 127;
    g[24 + i] = -s->px + rp;
    g[28 + i] = s->py + rp - 127;
    g[32 + i] = -s->py + rp;
    g[36 + i] = s->gx + rg - 127;
    g[40 + i] = -s->gx + rg;
    g[44 + i] = s->gy + rg - 127;
    g[48 + i] = -s->gy + rg;
}

/* Pitch by face width: g53 to g84 of RC26. `y` takes the place of the sum of teeth in g77 to g80,
 * where the reference functions use other pinions. */
static void rw2020_gear_pitch(double *g, const gear_stage *s, int i, double y) {
    double z = s->np + s->ng, b1 = s->b - 3.175, b2 = s->b - 5.715, b3 = s->b - 8.255,
           b4 = s->b - 12.70;
    g[52 + i] = -(0.945 * s->c - z) * b2 * b3 * b4;
    g[56 + i] = (0.646 * s->c - z) * b1 * b3 * b4;
    g[60 + i] = -(0.504 * s->c - z) * b1 * b2 * b4;
    g[64 + i] = (0 - z) * b1 * b2 * b3;
    g[68 + i] = -(-1.812 * s->c + z) * b2 * b3 * b4;
    g[72 + i] = (-0.945 * s->c + z) * b1 * b3 * b4;
    g[76 + i] = -(-0.646 * s->c + y) * b1 * b2 * b4;
    g[80 + i] = (-0.504 * s->c + z) * b1 * b2 * b3;
}

/* RC26: four-stage gear box. An infinite constraint, of a stage whose centres coincide, is 1e6. */
int heco_rw2020_rc26(void *user, const double *x, double *f, double *g, double *h) {
    gear_stage stage[GEAR_STAGES], *s = stage;
    double     sum = 0, pinions = 1, gears = 1;
    (void)user, (void)h;
    rw2020_gear_stages(stage, x);
    double y[] = {s[0].np + s[0].ng, s[1].np + s[1].ng, s[1].np + s[2].ng, s[2].np + s[3].ng};
    for (int i = 0; i < GEAR_STAGES; i++) {
        sum += s[i].b * sq(s[i].c) * (sq(s[i].np) + sq(s[i].ng)) / sq(s[i].np + s[i].ng);
        rw2020_gear_strength(g, &s[i], i, gears / pinions);
        rw2020_gear_position(g, &s[i], i);
        rw2020_gear_pitch(g, &s[i], i, y[i]);
        pinions *= s[i].np;
        gears *= s[i].ng;
    }
    f[0]     = RW2020_PI / 1000 * sum;
    double v = 5000 * pinions / gears;
    g[84]    = 245 - v;
    g[85]    = -255 + v;
    for (int i = 0; i < 86; i++)
        if (isinf(g[i])) g[i] = 1e6;
    return HECO_POINT_OK;
}
