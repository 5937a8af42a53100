/* The formulas of the 28 problems, on tiles of points. Source rather than an interface: included by
 * cec2017_kernels.h alone, and so compiled once per instruction set.
 *
 * Wu, Mallipeddi, Suganthan: Problem Definitions and Evaluation Criteria for the CEC 2017
 * Competition on Constrained Real-Parameter Optimization (2016, code of September 2024).
 * Sums, products and the order of operations follow the official code, because rounding
 * shows in differences of large numbers. */
#include "suites/cec2017/cec2017_tile.h"
#include "suites/cec2017/lanes_column.h"

/* The input of a formula: the shifted points y (already rotated for C21..C28) and, for C02 and
 * C05, one or two rotated copies; and two columns of scratch space. */
typedef struct {
    size_t         n;
    const heco_vd *y, *z, *q;
    heco_vd       *s, *c;
    const double  *root;
} cec2017_tile;

#define CEC2017_PI 3.14159265358979323846
#define CEC2017_E 2.71828182845904523536

/* Sum of v^2 - a cos(w v) + b. */
HECO_VECTOR_FN heco_vd cec2017_waves(const heco_vd *v, size_t n, double a, double w, double b) {
    heco_vd       sum = {0};
    heco_vd_angle angle[HECO_VCOLUMN_BLOCK];
    for (size_t i = 0, m; i < n; i += m) {
        m = heco_vcolumn_angles(angle, v, n, i, w);
        for (size_t k = 0; k < m; k++)
            sum += v[i + k] * v[i + k] - a * heco_vd_cos_angle(angle[k]) + b;
    }
    return sum;
}

/* The Rastrigin function, and the constraints of C01..C03 and of C05. */
HECO_VECTOR_FN heco_vd cec2017_ras(const heco_vd *v, size_t n) {
    return cec2017_waves(v, n, 10.0, 2.0 * CEC2017_PI, 10.0);
}
HECO_VECTOR_FN heco_vd cec2017_swell(const heco_vd *v, size_t n) {
    return cec2017_waves(v, n, 5000.0, 0.1 * CEC2017_PI, -4000.0);
}
HECO_VECTOR_FN heco_vd cec2017_ripple(const heco_vd *v, size_t n) {
    return cec2017_waves(v, n, 50.0, 2.0 * CEC2017_PI, -40.0);
}

/* Sum of v sin(w u). */
HECO_VECTOR_FN heco_vd cec2017_sines(const heco_vd *v, const heco_vd *u, size_t n, double w) {
    heco_vd       sum = {0};
    heco_vd_angle angle[HECO_VCOLUMN_BLOCK];
    for (size_t i = 0, m; i < n; i += m) {
        m = heco_vcolumn_angles(angle, u, n, i, w);
        for (size_t k = 0; k < m; k++) sum += v[i + k] * heco_vd_sin_angle(angle[k]);
    }
    return sum;
}

/* The same, and the sum of v cos(w v). */
HECO_VECTOR_FN void cec2017_both(heco_vd *sines, heco_vd *cosines, const heco_vd *v, size_t n,
                                 double w) {
    heco_vd       s = {0}, c = {0};
    heco_vd_angle angle[HECO_VCOLUMN_BLOCK];
    for (size_t i = 0, m; i < n; i += m) {
        m = heco_vcolumn_angles(angle, v, n, i, w);
        for (size_t k = 0; k < m; k++) s += v[i + k] * heco_vd_sin_angle(angle[k]);
        for (size_t k = 0; k < m; k++) c += v[i + k] * heco_vd_cos_angle(angle[k]);
    }
    *sines = s, *cosines = c;
}

/* Squares of partial sums. */
HECO_VECTOR_FN heco_vd cec2017_partial(const heco_vd *v, size_t n) {
    heco_vd sum = {0}, squares = {0};
    for (size_t i = 0; i < n; i++) {
        sum += v[i];
        squares += sum * sum;
    }
    return squares;
}

/* The bend of the Rosenbrock function, 100 (v^2 - next)^2, and the whole function. */
HECO_VECTOR_FN heco_vd cec2017_bend(heco_vd v, heco_vd next) {
    heco_vd t = v * v - next;
    return 100.0 * t * t;
}
HECO_VECTOR_FN heco_vd cec2017_ros(const heco_vd *v, size_t n) {
    heco_vd sum = {0};
    for (size_t i = 0; i + 1 < n; i++)
        sum += cec2017_bend(v[i], v[i + 1]) + (v[i] - 1.0) * (v[i] - 1.0);
    return sum;
}

HECO_VECTOR_TARGET static void cec2017_c01(const cec2017_tile *t, heco_vd *out) {
    out[0] = cec2017_partial(t->y, t->n);
    out[1] = cec2017_swell(t->y, t->n);
}

HECO_VECTOR_TARGET static void cec2017_c02(const cec2017_tile *t, heco_vd *out) {
    out[0] = cec2017_partial(t->y, t->n);
    out[1] = cec2017_swell(t->z, t->n);
}

HECO_VECTOR_TARGET static void cec2017_c03(const cec2017_tile *t, heco_vd *out) {
    const heco_vd *y = t->y;
    heco_vd        g = {0}, h = {0};
    heco_vd_angle  angle[HECO_VCOLUMN_BLOCK];
    for (size_t i = 0, m; i < t->n; i += m) {
        m = heco_vcolumn_angles(angle, y, t->n, i, 0.1 * CEC2017_PI);
        for (size_t k = 0; k < m; k++)
            g += y[i + k] * y[i + k] - 5000.0 * heco_vd_cos_angle(angle[k]) - 4000.0;
        for (size_t k = 0; k < m; k++) h += y[i + k] * heco_vd_sin_angle(angle[k]);
    }
    out[0] = cec2017_partial(y, t->n), out[1] = g, out[2] = -h;
}

HECO_VECTOR_TARGET static void cec2017_c04(const cec2017_tile *t, heco_vd *out) {
    out[0] = cec2017_ras(t->y, t->n);
    out[1] = -cec2017_sines(t->y, t->y, t->n, 2.0);
    out[2] = cec2017_sines(t->y, t->y, t->n, 1.0);
}

HECO_VECTOR_TARGET static void cec2017_c05(const cec2017_tile *t, heco_vd *out) {
    out[0] = cec2017_ros(t->y, t->n);
    out[1] = cec2017_ripple(t->z, t->n);
    out[2] = cec2017_ripple(t->q, t->n);
}

HECO_VECTOR_TARGET static void cec2017_c06(const cec2017_tile *t, heco_vd *out) {
    heco_vd h1, h3;
    out[0] = cec2017_ras(t->y, t->n);
    cec2017_both(&h1, &h3, t->y, t->n, 1.0);
    out[1] = -h1, out[3] = -h3;
    cec2017_both(out + 2, out + 4, t->y, t->n, CEC2017_PI);
    for (size_t i = 0; i < t->n; i++) t->s[i] = heco_vd_sqrt(heco_vd_abs(t->y[i]));
    out[5] = cec2017_sines(t->y, t->s, t->n, 2.0);
    out[6] = -out[5];
}

HECO_VECTOR_TARGET static void cec2017_c07(const cec2017_tile *t, heco_vd *out) {
    heco_vd h = {0};
    heco_vcolumn_cos(t->c, t->y, t->n, 0.5);
    for (size_t i = 0; i < t->n; i++) h += t->y[i] - 100.0 * t->c[i] + 100.0;
    out[0] = cec2017_sines(t->y, t->y, t->n, 1.0), out[1] = h, out[2] = -h;
}

HECO_VECTOR_TARGET static void cec2017_c08(const cec2017_tile *t, heco_vd *out) {
    heco_vd f = t->y[0], odd = {0}, even = {0}, h1 = {0}, h2 = {0};
    for (size_t i = 0; i + 1 < t->n; i += 2) {
        odd += t->y[i], even += t->y[i + 1];
        h1 += odd * odd;
        h2 += even * even;
        f = heco_vd_max(heco_vd_max(t->y[i], t->y[i + 1]), f);
    }
    out[0] = f, out[1] = h1, out[2] = h2;
}

HECO_VECTOR_TARGET static void cec2017_c09(const cec2017_tile *t, heco_vd *out) {
    heco_vd f = t->y[0], g = heco_vd_all(1.0), h = {0};
    for (size_t i = 0; i + 1 < t->n; i += 2) {
        f = heco_vd_max(heco_vd_max(t->y[i], t->y[i + 1]), f);
        g *= t->y[i + 1];
    }
    for (size_t i = 0; i + 2 < t->n; i += 2) {
        heco_vd d = t->y[i] * t->y[i] - t->y[i + 2];
        h += d * d;
    }
    out[0] = f, out[1] = g, out[2] = h;
}

HECO_VECTOR_TARGET static void cec2017_c10(const cec2017_tile *t, heco_vd *out) {
    heco_vd f = t->y[0], last = t->y[0], sum = {0}, h1 = {0}, h2 = {0};
    for (size_t i = 0; i < t->n; i++) {
        heco_vd y = t->y[i], d = last - y;
        f = heco_vd_max(y, f);
        sum += y;
        h1 += sum * sum;
        h2 += d * d;
        last = y;
    }
    out[0] = f, out[1] = h1, out[2] = h2;
}

HECO_VECTOR_TARGET static void cec2017_c11(const cec2017_tile *t, heco_vd *out) {
    heco_vd f = {0}, g = heco_vd_all(1.0), h = {0}, last = t->y[0];
    for (size_t i = 0; i < t->n; i++) {
        heco_vd y = t->y[i], d = last - y;
        f += y;
        g *= y;
        h += d * d;
        last = y;
    }
    out[0] = f, out[1] = g, out[2] = h;
}

/* Sums of magnitudes and of squares. */
HECO_VECTOR_FN void cec2017_norms(const cec2017_tile *t, heco_vd *size, heco_vd *square) {
    heco_vd a = {0}, b = {0};
    for (size_t i = 0; i < t->n; i++) {
        a += heco_vd_abs(t->y[i]);
        b += t->y[i] * t->y[i];
    }
    *size = a, *square = b;
}

HECO_VECTOR_TARGET static void cec2017_c12(const cec2017_tile *t, heco_vd *out) {
    heco_vd size, square;
    cec2017_norms(t, &size, &square);
    out[0] = cec2017_ras(t->y, t->n), out[1] = 4.0 - size, out[2] = square - 4.0;
}

HECO_VECTOR_TARGET static void cec2017_c13(const cec2017_tile *t, heco_vd *out) {
    heco_vd sum = {0};
    for (size_t i = 0; i < t->n; i++) sum += t->y[i];
    out[0] = cec2017_ros(t->y, t->n);
    out[1] = cec2017_ras(t->y, t->n) - 100.0;
    out[2] = sum - 2.0 * (double)t->n;
    out[3] = 5.0 - sum;
}

HECO_VECTOR_TARGET static void cec2017_c14(const cec2017_tile *t, heco_vd *out) {
    const double n      = (double)t->n;
    heco_vd      square = t->y[0] * t->y[0], rest = {0}, waves = {0};
    for (size_t i = 1; i < t->n; i++) {
        heco_vd y2 = t->y[i] * t->y[i];
        square += y2;
        rest += y2;
    }
    heco_vcolumn_cos(t->c, t->y, t->n, 2.0 * CEC2017_PI);
    for (size_t i = 0; i < t->n; i++) waves += t->c[i];
    heco_vd hill = heco_vd_exp(-0.2 * heco_vd_sqrt(square / n));
    out[0]       = -20.0 * hill + 20.0 - heco_vd_exp(waves / n) + CEC2017_E;
    out[1]       = rest + 1.0 - heco_vd_abs(t->y[0]);
    out[2]       = square - 4.0;
}

HECO_VECTOR_TARGET static void cec2017_c15(const cec2017_tile *t, heco_vd *out) {
    heco_vd f = {0}, square = {0};
    for (size_t i = 0; i < t->n; i++) {
        heco_vd y = t->y[i];
        f         = heco_vd_max(heco_vd_abs(y), f);
        square += y * y;
    }
    out[0] = f, out[1] = square - 100.0 * (double)t->n;
    out[2] = heco_vd_cos_far(f) + heco_vd_sin_far(f);
}

HECO_VECTOR_TARGET static void cec2017_c16(const cec2017_tile *t, heco_vd *out) {
    heco_vd f, square;
    cec2017_norms(t, &f, &square);
    heco_vd c = heco_vd_cos_far(f) + heco_vd_sin_far(f);
    out[0] = f, out[1] = square - 100.0 * (double)t->n;
    out[2] = c * c - heco_vd_exp(c) - 1.0 + CEC2017_E;
}

HECO_VECTOR_TARGET static void cec2017_c17(const cec2017_tile *t, heco_vd *out) {
    const heco_vd one    = heco_vd_all(1.0);
    heco_vd       square = {0}, product = one, signs = {0};
    for (size_t i = 0; i < t->n; i++) {
        heco_vd y = t->y[i];
        square += y * y;
        t->c[i] = y / t->root[i];
    }
    heco_vcolumn_cos(t->c, t->c, t->n, 1.0);
    for (size_t i = 0; i < t->n; i++) {
        heco_vd y = t->y[i], s = heco_vd_abs(y) - square + y * y - 1.0;
        product *= t->c[i];
        signs += heco_vd_where(s > 0.0, one) - heco_vd_where(s < 0.0, one);
    }
    out[0] = square / 4000.0 + 1.0 - product;
    out[1] = 1.0 - signs;
    out[2] = square - 4.0 * (double)t->n;
}

/* 0.5 * round(2 y), halves away from zero; y itself where |y| < 0.5. */
HECO_VECTOR_FN heco_vd cec2017_step(heco_vd y) {
    const double round = 0x1.8p52;
    heco_vd      size = heco_vd_abs(y), a = 2.0 * size + 0.5;
    heco_vd      k = (a + round) - round; /* nearest integer, one too large at times */
    k -= heco_vd_where(k > a, heco_vd_all(1.0));
    k *= 0.5;
    heco_vb sign = heco_vd_bits(y) ^ heco_vd_bits(size);
    heco_vd r    = heco_vd_from_bits(heco_vd_bits(k) | sign);
    return heco_vd_select((size < 0.5) | (size > 0x1p50), y, r);
}

HECO_VECTOR_TARGET static void cec2017_c18(const cec2017_tile *t, heco_vd *out) {
    heco_vd size, square, bend = {0}, product = heco_vd_all(1.0);
    cec2017_norms(t, &size, &square);
    for (size_t i = 0; i + 1 < t->n; i++) bend += cec2017_bend(t->y[i], t->y[i + 1]);
    for (size_t i = 0; i < t->n; i++) t->s[i] = cec2017_step(t->y[i]);
    out[0] = cec2017_ras(t->s, t->n);
    for (size_t i = 0; i < t->n; i++) t->s[i] = t->y[i] - 1.0;
    heco_vcolumn_sin(t->s, t->s, t->n, CEC2017_PI);
    for (size_t i = 0; i < t->n; i++) product = product * t->s[i] * t->s[i];
    out[1] = 1.0 - size, out[2] = square - 100.0 * (double)t->n, out[3] = bend + product;
}

HECO_VECTOR_TARGET static void cec2017_c19(const cec2017_tile *t, heco_vd *out) {
    const double n = (double)t->n;
    heco_vd      f = {0}, g1 = {0}, g2 = {0};
    heco_vcolumn_sin_cube(t->s, t->y, t->n);
    for (size_t i = 0; i < t->n; i++) f += heco_vd_sqrt(heco_vd_abs(t->y[i])) + 2.0 * t->s[i];
    for (size_t i = 0; i + 1 < t->n; i++) {
        heco_vd y = t->y[i], next = t->y[i + 1];
        t->c[i] = -0.2 * heco_vd_sqrt(y * y + next * next);
    }
    heco_vcolumn_exp(t->c, t->c, t->n - 1);
    for (size_t i = 0; i + 1 < t->n; i++) g1 += -10.0 * t->c[i];
    heco_vcolumn_sin(t->s, t->y, t->n, 2.0);
    for (size_t i = 0; i < t->n; i++) g2 += t->s[i] * t->s[i];
    out[0] = f, out[1] = g1 + (n - 1.0) * 10.0 / 0x1.b993fe00d5376p-8; /* exp(-5) */
    out[2] = g2 - 0.5 * n;
}

/* A term of the expanded Schaffer function, to be added to 0.5: s is the sine of r. */
HECO_VECTOR_FN heco_vd cec2017_ring(heco_vd r, heco_vd s) {
    heco_vd d = 1.0 + 0.001 * r;
    return (s * s - 0.5) / (d * d);
}

HECO_VECTOR_TARGET static void cec2017_c20(const cec2017_tile *t, heco_vd *out) {
    heco_vd f = {0}, sum = {0};
    size_t  last = t->n - 1;
    for (size_t i = 0; i < t->n; i++) {
        heco_vd y = t->y[i], next = t->y[i < last ? i + 1 : 0];
        t->c[i] = heco_vd_sqrt(y * y + next * next);
        sum += y;
    }
    heco_vcolumn_sin(t->s, t->c, t->n, 1.0);
    for (size_t i = 0; i < last; i++) f = f + 0.5 + cec2017_ring(t->c[i], t->s[i]);
    heco_vd c = heco_vd_cos_far(sum);
    out[0]    = f + (0.5 + cec2017_ring(t->c[last], t->s[last]));
    out[1]    = c * c - 0.25 * c - 0.125;
    out[2]    = heco_vd_exp(c) - 0x1.48b5e3c3e8186p+0; /* exp(0.25) */
}

typedef void (*cec2017_formula)(const cec2017_tile *, heco_vd *);
static const cec2017_formula cec2017_formulas[CEC2017_PROBLEMS] = {
    cec2017_c01, cec2017_c02, cec2017_c03, cec2017_c04, cec2017_c05, cec2017_c06, cec2017_c07,
    cec2017_c08, cec2017_c09, cec2017_c10, cec2017_c11, cec2017_c12, cec2017_c13, cec2017_c14,
    cec2017_c15, cec2017_c16, cec2017_c17, cec2017_c18, cec2017_c19, cec2017_c20, cec2017_c12,
    cec2017_c13, cec2017_c14, cec2017_c15, cec2017_c16, cec2017_c17, cec2017_c18, cec2017_c19,
};
