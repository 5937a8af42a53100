/* 24 mixed-integer problems with known optima: `mixed_problems`, MIXED_COUNT of them. From
 * engineering and from the literature on MINLP, and a few made to be awkward: no order among the
 * values, noise, huge ranges.
 *
 *   vessel, gear, reducer, spring   Sandgren (1990), Golinski (1970), Belegundu (1982)
 *   yuan, kg1, kg2                  Yuan et al. (1988), Kocis and Grossmann (1987, 1988)
 *   plant                           Grossmann and Sargent (1979), batch plant
 *   in mixed_integer_minlp.h        syn1, syn2, syn3, flay02m, ex1224, ex1266, tltr       */
#ifndef HECO_BENCH_MIXED_INTEGER_PROBLEMS_H
#define HECO_BENCH_MIXED_INTEGER_PROBLEMS_H

#include "mixed_integer_minlp.h"

MIXED_EVAL(vessel) {
    double shell = 0.0625 * x[0], head = 0.0625 * x[1], r = x[2], length = x[3];
    MIXED_UNUSED;
    *f = 0.6224 * shell * r * length + 1.7781 * head * r * r + 3.1661 * shell * shell * length +
         19.84 * shell * shell * r;
    g[0] = 0.0193 * r - shell;
    g[1] = 0.00954 * r - head;
    g[2] = 1296000.0 - MIXED_PI * r * r * length - 4.0 / 3.0 * MIXED_PI * r * r * r;
    g[3] = length - 240.0;
    return HECO_POINT_OK;
}

MIXED_EVAL(gear) {
    double miss = 1.0 / 6.931 - x[2] * x[1] / (x[0] * x[3]);
    MIXED_UNUSED;
    *f = miss * miss;
    return HECO_POINT_OK;
}

MIXED_EVAL(reducer) {
    double b = x[0], m = x[1], z = x[2], l1 = x[3], l2 = x[4], d1 = x[5], d2 = x[6];
    MIXED_UNUSED;
    *f = 0.7854 * b * m * m * (3.3333 * z * z + 14.9334 * z - 43.0934) -
         1.508 * b * (d1 * d1 + d2 * d2) + 7.4777 * (d1 * d1 * d1 + d2 * d2 * d2) +
         0.7854 * (l1 * d1 * d1 + l2 * d2 * d2);
    g[0]  = 27.0 / (b * m * m * z) - 1.0;
    g[1]  = 397.5 / (b * m * m * z * z) - 1.0;
    g[2]  = 1.93 * l1 * l1 * l1 / (m * z * pow(d1, 4.0)) - 1.0;
    g[3]  = 1.93 * l2 * l2 * l2 / (m * z * pow(d2, 4.0)) - 1.0;
    g[4]  = sqrt(pow(745.0 * l1 / (m * z), 2.0) + 16.9e6) / (110.0 * d1 * d1 * d1) - 1.0;
    g[5]  = sqrt(pow(745.0 * l2 / (m * z), 2.0) + 157.5e6) / (85.0 * d2 * d2 * d2) - 1.0;
    g[6]  = m * z / 40.0 - 1.0;
    g[7]  = 5.0 * m / b - 1.0;
    g[8]  = b / (12.0 * m) - 1.0;
    g[9]  = (1.5 * d1 + 1.9) / l1 - 1.0;
    g[10] = (1.1 * d2 + 1.9) / l2 - 1.0;
    return HECO_POINT_OK;
}

MIXED_EVAL(spring) {
    double coils = x[0], D = x[1], d = x[2];
    MIXED_UNUSED;
    *f   = (coils + 2.0) * D * d * d;
    g[0] = 1.0 - D * D * D * coils / (71785.0 * d * d * d * d);
    g[1] = (4.0 * D * D - d * D) / (12566.0 * (D * d * d * d - d * d * d * d)) +
           1.0 / (5108.0 * d * d) - 1.0;
    g[2] = 1.0 - 140.45 * d / (D * D * coils);
    g[3] = (D + d) / 1.5 - 1.0;
    return HECO_POINT_OK;
}

/* A shell-and-tube cooler: bore, length, number of tubes, coolant, its outlet, diameter. */
MIXED_EVAL(cooler) {
    const double duty = 8.0 * 2100.0 * 50.0, rho = 990.0, mu = 6e-4, k = 0.63, cp = 4180.0;
    double       bore = x[0], length = x[1], tubes = x[2], flow = x[3], outlet = x[4], shell = x[5];
    double       outer = bore + 0.003, v = flow / (rho * MIXED_PI / 4.0 * bore * bore * tubes);
    double       Re = rho * v * bore / mu, area = MIXED_PI * outer * length * tubes;
    double       inside = 0.023 * pow(Re, 0.8) * pow(cp * mu / k, 0.4) * k / bore;
    double       outside = 300.0 * pow(8.0 / (shell * shell), 0.55);
    double       U = 1.0 / (1.0 / inside + 1.0 / outside + 2e-4);
    double       drop = 0.316 * pow(Re, -0.25) * length / bore * rho * v * v / 2.0;
    double       hot = 120.0 - outlet, cold = 50.0;
    (void)user;
    if (hot <= 0.0) return HECO_POINT_FAILED;
    double mean = fabs(hot - cold) < 1e-6 ? 0.5 * (hot + cold) : (hot - cold) / log(hot / cold);
    *f   = 1000.0 + 300.0 * pow(area, 0.8) + 2500.0 * pow(shell, 1.5) * length + 20.0 * flow +
           2.0 * drop * flow / rho;
    g[0] = duty / (U * area * mean) - 1.0;
    g[1] = drop - 30e3;
    g[2] = 0.5 - v;
    g[3] = tubes * 0.9 * pow(1.25 * outer, 2.0) / (0.785 * shell * shell * 0.75) - 1.0;
    g[4] = length / shell - 8.0;
    h[0] = flow * cp * (outlet - 20.0) / duty - 1.0;
    return HECO_POINT_OK;
}

static double mixed_square(double t) { return t * t; }

MIXED_EVAL(yuan) {
    const double *y = x, *c = x + 4;
    MIXED_UNUSED;
    *f = mixed_square(y[0] - 1.0) + mixed_square(y[1] - 2.0) + mixed_square(y[2] - 1.0) -
         log(y[3] + 1.0) + mixed_square(c[0] - 1.0) + mixed_square(c[1] - 2.0) +
         mixed_square(c[2] - 3.0);
    g[0] = y[0] + y[1] + y[2] + c[0] + c[1] + c[2] - 5.0;
    g[1] = y[2] * y[2] + c[0] * c[0] + c[1] * c[1] + c[2] * c[2] - 5.5;
    g[2] = y[0] + c[0] - 1.2;
    g[3] = y[1] + c[1] - 1.8;
    g[4] = y[2] + c[2] - 2.5;
    g[5] = y[3] + c[0] - 1.2;
    g[6] = y[1] * y[1] + c[1] * c[1] - 1.64;
    g[7] = y[2] * y[2] + c[2] * c[2] - 4.25;
    g[8] = y[1] * y[1] + c[2] * c[2] - 4.64;
    return HECO_POINT_OK;
}

MIXED_EVAL(kg1) {
    MIXED_UNUSED;
    *f   = 2.0 * x[0] + x[1];
    g[0] = 1.25 - x[0] * x[0] - x[1];
    g[1] = x[0] + x[1] - 1.6;
    return HECO_POINT_OK;
}

MIXED_EVAL(kg2) {
    MIXED_UNUSED;
    *f   = -0.7 * x[2] + 5.0 * mixed_square(x[0] - 0.5) + 0.8;
    g[0] = -exp(x[0] - 0.2) - x[1];
    g[1] = x[1] + 1.1 * x[2] + 1.0;
    g[2] = x[0] - 1.2 * x[2] - 0.2;
    return HECO_POINT_OK;
}

/* Units in parallel and volumes of three stages, cycle times and batch sizes of two products. */
MIXED_EVAL(plant) {
    static const double size[2][3] = {{2, 3, 4}, {4, 6, 3}}, time[2][3] = {{8, 20, 8}, {16, 4, 4}};
    const double       *units = x, *volume = x + 3, *cycle = x + 6, *batch = x + 8;
    MIXED_UNUSED;
    *f = 0.0;
    for (int j = 0; j < 3; j++) *f += 250.0 * units[j] * pow(volume[j], 0.6);
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 3; j++) {
            g[3 * i + j]     = size[i][j] * batch[i] / volume[j] - 1.0;
            g[6 + 3 * i + j] = time[i][j] / (units[j] * cycle[i]) - 1.0;
        }
    g[12] = (40000.0 * cycle[0] / batch[0] + 20000.0 * cycle[1] / batch[1]) / 6000.0 - 1.0;
    return HECO_POINT_OK;
}

MIXED_EVAL(mixq10) {
    double total = 0.0;
    MIXED_UNUSED;
    *f = 1.0;
    for (int i = 0; i < 10; i++) {
        *f += mixed_square(x[i] - i - 0.3 + 0.2 * x[(i + 1) % 10]);
        total += x[i];
    }
    g[0] = total - 20.0;
    return HECO_POINT_OK;
}

/* The same with a relative noise of 1e-5 that depends on the point alone. */
MIXED_EVAL(noisymi) {
    uint64_t hash = UINT64_C(1469598103934665603), bits;
    mixed_mixq10(user, x, f, g, h);
    for (int i = 0; i < 10; i++) {
        memcpy(&bits, x + i, sizeof bits);
        hash = (hash ^ bits) * UINT64_C(1099511628211);
        hash ^= hash >> 29;
    }
    hash *= UINT64_C(0x9E3779B97F4A7C15);
    hash ^= hash >> 32;
    *f *= 1.0 + 1e-5 * ((double)(hash >> 11) * 0x1p-53 * 2.0 - 1.0);
    return HECO_POINT_OK;
}

MIXED_EVAL(intrast6) {
    MIXED_UNUSED;
    *f = 1.0;
    for (int i = 0; i < 6; i++) {
        double z = x[i] - 3.2 * (i % 3) + 1.0;
        *f += z * z + 4.0 - 4.0 * cos(MIXED_PI * 0.5 * z);
    }
    return HECO_POINT_OK;
}

/* A cantilever of one of 12 materials and 3 sections, in no order. */
MIXED_EVAL(material) {
    static const double stiff[12] = {210, 70, 110, 45, 130, 200, 12, 72, 190, 115, 3, 90};
    static const double strong[12] = {250, 150, 880, 160, 200, 500, 40, 400, 700, 300, 50, 120};
    static const double dense[12] = {7.85, 2.7, 4.5, 1.8, 8.9, 7.85, 0.7, 2.8, 8.0, 8.5, 1.2, 7.1};
    static const double price[12] = {1, 3, 25, 6, 9, 1.6, 1.5, 4.5, 5, 8, 3, 1.2};
    static const double area[3] = {1, 0.45, 0.3}, inertia[3] = {1, 0.75, 0.58},
                        work[3] = {1, 1.5, 2.6};
    int                 m = (int)x[0], k = (int)x[1];
    double b = x[2], t = x[3], A = b * t * area[k], I = b * t * t * t / 12.0 * inertia[k];
    MIXED_UNUSED;
    *f   = work[k] * price[m] * dense[m] * 1000.0 * A * 2.0;
    g[0] = 5000.0 * 2.0 * t / 2.0 / I / (strong[m] * 1e6) - 1.0;
    g[1] = 5000.0 * 8.0 / (3.0 * stiff[m] * 1e9 * I) / 0.01 - 1.0;
    g[2] = t / b / 6.0 - 1.0;
    g[3] = A * dense[m] * 1000.0 * 2.0 / 60.0 - 1.0;
    return HECO_POINT_OK;
}

/* Two catalogue numbers, 30 values each, whose order means nothing: a scrambled table decides. */
MIXED_EVAL(table) {
    uint64_t s = (uint64_t)(x[0] * 31.0 + x[1]) * 0x9e3779b97f4a7c15u;
    MIXED_UNUSED;
    s = (s ^ (s >> 29)) * 0xbf58476d1ce4e5b9u;
    s ^= s >> 32;
    double v = (double)(s >> 11) * 0x1.0p-53;
    *f       = 1.0 + v + mixed_square(x[2] - v) + mixed_square(x[3] - 0.5 * x[2]);
    return HECO_POINT_OK;
}

MIXED_EVAL(wide) {
    MIXED_UNUSED;
    *f = 1.0 + mixed_square(x[0] - 123456.7) * 1e-6 + mixed_square(x[1] - 0.001 * x[0] - 2.0) +
         mixed_square(x[2] - 77.0) * 1e-2;
    g[0] = x[0] + x[2] - 123400.0;
    return HECO_POINT_OK;
}

/* 20 things, 3 limits, weights and prices from a fixed sequence. */
MIXED_EVAL(knap20) {
    uint64_t s        = 12345;
    double   limit[3] = {0.0, 0.0, 0.0};
    MIXED_UNUSED;
    *f = g[0] = g[1] = g[2] = 0.0;
    for (int j = 0; j < 20; j++) {
        double sum = 0.0;
        for (int i = 0; i < 3; i++) {
            s        = s * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
            double w = 10.0 + (double)((s >> 33) % 60);
            limit[i] += 0.5 * w;
            g[i] += w * x[j];
            sum += w;
        }
        s = s * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        *f -= (sum / 3.0 + (double)((s >> 33) % 20)) * x[j];
    }
    for (int i = 0; i < 3; i++) g[i] -= floor(limit[i]);
    return HECO_POINT_OK;
}

/* Six of sixteen, with interactions between all pairs. */
MIXED_EVAL(qbin16) {
    MIXED_UNUSED;
    *f = 0.0, h[0] = -6.0;
    for (int i = 0; i < 16; i++) {
        h[0] += x[i];
        for (int j = 0; j < 16; j++) *f += cos(1.0 + 3.7 * i * j + i + j) * x[i] * x[j];
    }
    return HECO_POINT_OK;
}

/* n equal values. */
#define MIXED_3(v) v, v, v
#define MIXED_9(v) MIXED_3(v), MIXED_3(v), MIXED_3(v)
#define MIXED_36(v) MIXED_9(v), MIXED_9(v), MIXED_9(v), MIXED_9(v)
#define MIXED_135(v) MIXED_36(v), MIXED_36(v), MIXED_36(v), MIXED_9(v), MIXED_9(v), MIXED_9(v)
#define MIXED_VALUES (const double[])

static const mixed_problem mixed_problems[] = {
    {"vessel", mixed_vessel, 4, 4, 0, 6059.714335, 0, "1100", MIXED_VALUES{1, 1, 10, 10},
     MIXED_VALUES{99, 99, 200, 200}},
    {"gear", mixed_gear, 4, 0, 0, 2.700857148886513e-12, 0, "1", MIXED_VALUES{12, 12, 12, 12},
     MIXED_VALUES{60, 60, 60, 60}},
    {"reducer", mixed_reducer, 7, 11, 0, 2994.4710662, 0, "0010",
     MIXED_VALUES{2.6, 0.7, 17, 7.3, 7.3, 2.9, 5}, MIXED_VALUES{3.6, 0.8, 28, 8.3, 8.3, 3.9, 5.5}},
    {"spring", mixed_spring, 3, 4, 0, 0.012666021, 0, "100", MIXED_VALUES{2, 0.25, 0.05},
     MIXED_VALUES{15, 1.3, 2}},
    {"cooler", mixed_cooler, 6, 5, 1, 3036.34501, 0, "0010", MIXED_VALUES{0.01, 1, 10, 2, 25, 0.2},
     MIXED_VALUES{0.05, 6, 400, 30, 75, 1.5}},
    {"yuan", mixed_yuan, 7, 9, 0, 4.5795824, 0, "11110", NULL,
     MIXED_VALUES{1, 1, 1, 1, 10, 10, 10}},
    {"kg1", mixed_kg1, 2, 2, 0, 2.0, 0, "01", NULL, MIXED_VALUES{1.6, 1}},
    {"kg2", mixed_kg2, 3, 3, 0, 1.07654308, 0, "001", MIXED_VALUES{0.2, -2.22554, 0},
     MIXED_VALUES{1, -1, 1}},
    {"plant", mixed_plant, 10, 13, 0, 38499.4651, 0, "1110",
     MIXED_VALUES{1, 1, 1, 250, 250, 250, 1, 1, 10, 10},
     MIXED_VALUES{3, 3, 3, 2500, 2500, 2500, 20, 20, 1000, 1000}},
    {"mixq10", mixed_mixq10, 10, 1, 0, 59.108, 0, "1010101010", MIXED_VALUES{-20, MIXED_9(-20)},
     MIXED_VALUES{20, MIXED_9(20)}},
    {"intrast6", mixed_intrast6, 6, 0, 0, 3.31941191, 0, "1", MIXED_VALUES{MIXED_9(-20)},
     MIXED_VALUES{MIXED_9(20)}},
    {"material", mixed_material, 4, 4, 0, 24.3997951, 0, "1100", MIXED_VALUES{0, 0, 0.005, 0.005},
     MIXED_VALUES{11, 2, 0.3, 0.5}},
    {"table", mixed_table, 4, 0, 0, 1.0, 0, "1100", MIXED_VALUES{0, 0, -2, -2},
     MIXED_VALUES{29, 29, 2, 2}},
    {"noisymi", mixed_noisymi, 10, 1, 0, 59.1075, 0, "1010101010", MIXED_VALUES{-20, MIXED_9(-20)},
     MIXED_VALUES{20, MIXED_9(20)}},
    {"wide", mixed_wide, 3, 1, 0, 1.01787569, 0, "101", MIXED_VALUES{-1e6, -1000, 0.5},
     MIXED_VALUES{1e6, 1000, 999.5}},
    {"knap20", mixed_knap20, 20, 3, 0, -522.6666666, 0, "1", NULL, NULL},
    {"qbin16", mixed_qbin16, 16, 0, 1, -20.1814017, 0, "1", NULL, NULL},
    {"ex1224", mixed_ex1224, 11, 5, 2, -0.94347415, 1e-6, "0001", NULL,
     MIXED_VALUES{0.997, 0.9985, 0.9988, 1, 1, 1, 1, 1, 1, 1, 1}},
    {"ex1266", mixed_ex1266, 177, 53, 42, 16.3, 1e-6, "0000000000000000000000000000000000000000001",
     NULL, MIXED_VALUES{MIXED_36(5), 15, 12, 8, 7, 4, 2, MIXED_135(1)}},
    {"tltr", mixed_tltr, 48, 54, 0, 48.0666667, 1e-6, "1", NULL,
     MIXED_VALUES{MIXED_9(5), MIXED_9(5), MIXED_9(5), MIXED_9(100), MIXED_9(1), MIXED_3(1)}},
    {"flay02m", mixed_flay02m, 14, 10, 1, 37.9473219, 1e-6, "00000000001",
     MIXED_VALUES{0, 0, 0, 0, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0},
     MIXED_VALUES{29, 29, 29, 29, 40, 50, 40, 50, 30, 30, 1, 1, 1, 1}},
    {"syn1", mixed_syn1, 6, 6, 0, 6.00974377, 1e-6, "0001", NULL, MIXED_VALUES{2, 2, 1, 1, 1, 1}},
    {"syn2", mixed_syn2, 11, 13, 1, 73.0351862, 1e-6, "0000001", NULL,
     MIXED_VALUES{2, 2, 2, 1000, 1000, 3, 1, 1, 1, 1, 1}},
    {"syn3", mixed_syn3, 17, 21, 2, 68.0096194, 1e-6, "0000000001", NULL,
     MIXED_VALUES{2, 2, 1, 2, 2, 2, 2, 1, 3, 1, 1, 1, 1, 1, 1, 1, 1}},
};

enum { MIXED_COUNT = sizeof mixed_problems / sizeof mixed_problems[0] };

#endif
