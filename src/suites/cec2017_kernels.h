/* The 28 problems on tiles of points. Included by one source file per instruction set, which
 * names the result with CEC2017_KERNELS.
 *
 * Wu, Mallipeddi, Suganthan: Problem Definitions and Evaluation Criteria for the CEC 2017
 * Competition on Constrained Real-Parameter Optimization (2016, code of September 2024).
 * Sums, products and the order of operations follow the official code, because rounding
 * shows in differences of large numbers. */
#include <stdlib.h>

#include "suites/lanes_column.h"
#include "suites/cec2017_tile.h"

enum { CEC2017_WIDTH = HECO_VECTOR_WIDTH, CEC2017_COLUMNS = 8 };

/* What a formula reads: the shifted points y (already rotated for C21..C28) and, for C02 and
 * C05, one or two rotated copies; and two columns it may use for itself. */
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

/* z = M y for `tiles` tiles, which lie n apart, and `rows` rows of a block of M that has
 * `stride`. Every sum runs left to right. */
HECO_VECTOR_FN void cec2017_rows(heco_vd *z, const double *m, const heco_vd *y, size_t n,
                                 const size_t rows, const size_t stride, const size_t tiles) {
    heco_vd acc[CEC2017_BLOCK];
    for (size_t k = 0; k < rows * tiles; k++) acc[k] = heco_vd_all(0.0);
    for (size_t j = 0; j < n; j++)
        for (size_t r = 0; r < rows; r++)
            for (size_t t = 0; t < tiles; t++)
                acc[r * tiles + t] += y[t * n + j] * m[j * stride + r];
    for (size_t r = 0; r < rows; r++)
        for (size_t t = 0; t < tiles; t++) z[t * n + r] = acc[r * tiles + t];
}

/* Ten sums at a time: more would not fit into the registers, fewer would wait for each other. */
HECO_VECTOR_TARGET static void cec2017_rotate(heco_vd *z, const double *packed, const heco_vd *y,
                                              size_t n, size_t tiles) {
    enum { BLOCK = CEC2017_BLOCK, HALF = CEC2017_BLOCK / 2 };
    size_t i = 0;
    for (; i + BLOCK <= n; i += BLOCK)
        if (tiles == 2) {
            cec2017_rows(z + i, packed + i * n, y, n, HALF, BLOCK, 2);
            cec2017_rows(z + i + HALF, packed + i * n + HALF, y, n, HALF, BLOCK, 2);
        } else {
            cec2017_rows(z + i, packed + i * n, y, n, BLOCK, BLOCK, 1);
        }
    for (; i < n; i += 2)
        for (size_t t = 0; t < tiles; t++)
            cec2017_rows(z + t * n + i, packed + i * n, y + t * n, n, 2, 2, 1);
}

/* y = x - shift, transposed; the last rows of a short tile repeat its last point. Returns the
 * largest |y| of each lane. The last block of columns may overlap the one before. */
HECO_VECTOR_TARGET static heco_vd cec2017_load(heco_vd *y, const cec2017_problem *p,
                                               const double *x, size_t count) {
    const double *row[CEC2017_WIDTH];
    heco_vd       most = {0}, v[CEC2017_WIDTH];
    size_t        n = p->n, width = n < CEC2017_WIDTH ? n : CEC2017_WIDTH;
    for (size_t l = 0; l < CEC2017_WIDTH; l++) row[l] = x + (l < count ? l : count - 1) * n;
    if (n < CEC2017_WIDTH) { /* two columns in wide vectors */
        for (size_t j = 0; j < n; j++)
            for (size_t l = 0; l < CEC2017_WIDTH; l++) y[j][l] = row[l][j] - p->shift[j];
        for (size_t j = 0; j < width; j++) most = heco_vd_max(heco_vd_abs(y[j]), most);
        return most;
    }
    for (size_t at = 0; at < n; at += CEC2017_WIDTH) {
        size_t first = at + CEC2017_WIDTH <= n ? at : n - CEC2017_WIDTH;
        for (size_t l = 0; l < CEC2017_WIDTH; l++)
            v[l] = heco_vd_load(row[l] + first) - heco_vd_load(p->shift + first);
        heco_vd_transpose(v);
        for (size_t l = 0; l < CEC2017_WIDTH; l++) {
            most         = heco_vd_max(heco_vd_abs(v[l]), most);
            y[first + l] = v[l];
        }
    }
    return most;
}

/* `size` values of each of `count` lanes into rows of that size. */
HECO_VECTOR_FN void cec2017_put(double *to, const heco_vd *values, size_t size, size_t count) {
    if (size == 1 && count >= CEC2017_WIDTH) {
        heco_vd_store(to, values[0]);
        return;
    }
    for (size_t k = 0; k < size; k++)
        for (size_t l = 0; l < CEC2017_WIDTH && l < count; l++) to[l * size + k] = values[k][l];
}

/* Where the values of the rows of a tile go. */
typedef struct {
    double *f, *g, *h;
} cec2017_rows_out;

/* Room for two tiles: shifted points, two rotated copies of them; and two columns for formulas. */
typedef struct {
    heco_vd *y, *z, *q, *s, *c, reach[2];
} cec2017_work;

/* Loads and rotates up to two tiles. */
HECO_VECTOR_TARGET static void cec2017_prepare(const cec2017_problem *p, cec2017_work *w,
                                               const double *x, size_t count) {
    size_t tiles = count > CEC2017_WIDTH ? 2 : 1;
    for (size_t t = 0; t < tiles; t++) {
        size_t first = t * CEC2017_WIDTH;
        w->reach[t]  = cec2017_load(w->y + t * p->n, p, x + first * p->n, count - first);
    }
    if (p->matrix[0] != NULL) cec2017_rotate(w->z, p->matrix[0], w->y, p->n, tiles);
    if (p->matrix[1] != NULL) cec2017_rotate(w->q, p->matrix[1], w->y, p->n, tiles);
}

/* Rows so far outside the box that the vectors' own functions lose accuracy. */
HECO_VECTOR_TARGET static int cec2017_redo(const cec2017_problem *p, heco_vd reach, const double *x,
                                           size_t count, const cec2017_rows_out *to) {
    int failed = 0;
    for (size_t l = 0; l < CEC2017_WIDTH && l < count; l++)
        if (reach[l] > p->far)
            failed |= heco_cec2017_libm.eval(p, x + l * p->n, 1, to->f + l, to->g + l * p->ng,
                                             to->h + l * p->nh);
    return failed;
}

/* Evaluates a tile; `count` rows from its first on are wanted. */
HECO_VECTOR_TARGET static int cec2017_finish(const cec2017_problem *p, const cec2017_work *w,
                                             size_t tile, const double *x, size_t count,
                                             const cec2017_rows_out *to) {
    heco_vd        out[CEC2017_VALUES];
    const heco_vd *y = w->y + tile * p->n, *z = w->z + tile * p->n, *q = w->q + tile * p->n;
    cec2017_tile   t = {p->n, p->number > 20 ? z : y, z, q, w->s, w->c, p->root};
    cec2017_formulas[p->number - 1](&t, out);
    cec2017_put(to->f, out, 1, count);
    cec2017_put(to->g, out + 1, p->ng, count);
    cec2017_put(to->h, out + 1 + p->ng, p->nh, count);
    if (HECO_VMATH_ANY || !heco_vm_any(w->reach[tile] > p->far)) return 0;
    return cec2017_redo(p, w->reach[tile], x, count, to);
}

HECO_VECTOR_TARGET static int cec2017_eval(const cec2017_problem *p, const double *x, size_t count,
                                           double *f, double *g, double *h) {
    heco_vd  stack[CEC2017_COLUMNS * CEC2017_STACK_DIM];
    heco_vd *room   = stack;
    void    *heap   = NULL;
    int      failed = 0;
    if (p->n > CEC2017_STACK_DIM) {
        heap = malloc((CEC2017_COLUMNS * p->n + 1) * sizeof(heco_vd));
        if (heap == NULL) return 1;
        room = (heco_vd *)(((uintptr_t)heap + sizeof(heco_vd) - 1) & ~(sizeof(heco_vd) - 1));
    }
    cec2017_work w = {.y = room,
                      .z = room + 2 * p->n,
                      .q = room + 4 * p->n,
                      .s = room + 6 * p->n,
                      .c = room + 7 * p->n};
    for (size_t i = 0; i < count && !failed; i += 2 * CEC2017_WIDTH) {
        cec2017_prepare(p, &w, x + i * p->n, count - i);
        for (size_t t = 0; t < 2 && i + t * CEC2017_WIDTH < count; t++) {
            size_t           r  = i + t * CEC2017_WIDTH;
            cec2017_rows_out to = {f + r, g + r * p->ng, h + r * p->nh};
            failed |= cec2017_finish(p, &w, t, x + r * p->n, count - r, &to);
        }
    }
    free(heap);
    return failed;
}

const cec2017_kernels CEC2017_KERNELS = {CEC2017_KERNELS_NAME, cec2017_eval};
