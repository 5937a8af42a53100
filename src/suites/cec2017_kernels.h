/* The 28 problems on tiles of points. Included by one source file per instruction set, which
 * names the result with CEC2017_KERNELS.
 *
 * Wu, Mallipeddi, Suganthan: Problem Definitions and Evaluation Criteria for the CEC 2017
 * Competition on Constrained Real-Parameter Optimization (2016, code of September 2024).
 * Sums, products and the order of operations follow the official code, because rounding
 * shows in differences of large numbers. */
#include <stdlib.h>

#include "base/vmath.h"
#include "suites/cec2017_tile.h"

enum { CEC2017_WIDTH = HECO_VECTOR_WIDTH };

/* What a formula reads: the shifted points y (already rotated for C21..C28) and, for C02 and
 * C05, one or two rotated copies. */
typedef struct {
    size_t         n;
    const heco_vd *y, *z, *q;
    const double  *root;
} cec2017_tile;

#define CEC2017_PI 3.14159265358979323846
#define CEC2017_E 2.71828182845904523536

/* A term of the Rastrigin function. */
HECO_VECTOR_FN heco_vd cec2017_ras(heco_vd v) {
    return v * v - 10.0 * heco_vd_cos(2.0 * CEC2017_PI * v) + 10.0;
}

/* A term of the Rosenbrock function, without and with its second part. */
HECO_VECTOR_FN heco_vd cec2017_bend(heco_vd v, heco_vd next) {
    heco_vd t = v * v - next;
    return 100.0 * t * t;
}
HECO_VECTOR_FN heco_vd cec2017_ros(heco_vd v, heco_vd next) {
    return cec2017_bend(v, next) + (v - 1.0) * (v - 1.0);
}

/* A term of the constraint of C01..C03. */
HECO_VECTOR_FN heco_vd cec2017_wave(heco_vd v) {
    return v * v - 5000.0 * heco_vd_cos(0.1 * CEC2017_PI * v) - 4000.0;
}

/* A term of the constraints of C05. */
HECO_VECTOR_FN heco_vd cec2017_ripple(heco_vd v) {
    return v * v - 50.0 * heco_vd_cos(2.0 * CEC2017_PI * v) - 40.0;
}

HECO_VECTOR_TARGET static void cec2017_c01(const cec2017_tile *t, heco_vd *out) {
    heco_vd sum = {0}, f = {0}, g = {0};
    for (size_t i = 0; i < t->n; i++) {
        sum += t->y[i];
        f += sum * sum;
        g += cec2017_wave(t->y[i]);
    }
    out[0] = f, out[1] = g;
}

HECO_VECTOR_TARGET static void cec2017_c02(const cec2017_tile *t, heco_vd *out) {
    heco_vd sum = {0}, f = {0}, g = {0};
    for (size_t i = 0; i < t->n; i++) {
        sum += t->y[i];
        f += sum * sum;
        g += cec2017_wave(t->z[i]);
    }
    out[0] = f, out[1] = g;
}

HECO_VECTOR_TARGET static void cec2017_c03(const cec2017_tile *t, heco_vd *out) {
    heco_vd sum = {0}, f = {0}, g = {0}, h = {0};
    for (size_t i = 0; i < t->n; i++) {
        heco_vd y = t->y[i];
        sum += y;
        f += sum * sum;
        g += cec2017_wave(y);
        h += y * heco_vd_sin(0.1 * CEC2017_PI * y);
    }
    out[0] = f, out[1] = g, out[2] = -h;
}

HECO_VECTOR_TARGET static void cec2017_c04(const cec2017_tile *t, heco_vd *out) {
    heco_vd f = {0}, g1 = {0}, g2 = {0};
    for (size_t i = 0; i < t->n; i++) {
        heco_vd y = t->y[i];
        f += cec2017_ras(y);
        g1 += y * heco_vd_sin(2.0 * y);
        g2 += y * heco_vd_sin(y);
    }
    out[0] = f, out[1] = -g1, out[2] = g2;
}

HECO_VECTOR_TARGET static void cec2017_c05(const cec2017_tile *t, heco_vd *out) {
    heco_vd f = {0}, g1 = {0}, g2 = {0};
    for (size_t i = 0; i < t->n; i++) {
        if (i + 1 < t->n) f += cec2017_ros(t->y[i], t->y[i + 1]);
        g1 += cec2017_ripple(t->z[i]);
        g2 += cec2017_ripple(t->q[i]);
    }
    out[0] = f, out[1] = g1, out[2] = g2;
}

HECO_VECTOR_TARGET static void cec2017_c06(const cec2017_tile *t, heco_vd *out) {
    heco_vd f = {0}, h1 = {0}, h2 = {0}, h3 = {0}, h4 = {0}, h5 = {0};
    for (size_t i = 0; i < t->n; i++) {
        heco_vd y = t->y[i];
        f += cec2017_ras(y);
        h1 += y * heco_vd_sin(y);
        h2 += y * heco_vd_sin(CEC2017_PI * y);
        h3 += y * heco_vd_cos(y);
        h4 += y * heco_vd_cos(CEC2017_PI * y);
        h5 += y * heco_vd_sin(2.0 * heco_vd_sqrt(heco_vd_abs(y)));
    }
    out[0] = f, out[1] = -h1, out[2] = h2, out[3] = -h3, out[4] = h4, out[5] = h5, out[6] = -h5;
}

HECO_VECTOR_TARGET static void cec2017_c07(const cec2017_tile *t, heco_vd *out) {
    heco_vd f = {0}, h = {0};
    for (size_t i = 0; i < t->n; i++) {
        heco_vd y = t->y[i];
        f += y * heco_vd_sin(y);
        h += y - 100.0 * heco_vd_cos(0.5 * y) + 100.0;
    }
    out[0] = f, out[1] = h, out[2] = -h;
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
        heco_vd w = t->y[i];
        f         = heco_vd_max(heco_vd_max(w, t->y[i + 1]), f);
        g *= t->y[i + 1];
        if (i + 2 < t->n) {
            heco_vd d = w * w - t->y[i + 2];
            h += d * d;
        }
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

HECO_VECTOR_TARGET static void cec2017_c12(const cec2017_tile *t, heco_vd *out) {
    heco_vd f = {0}, size = {0}, square = {0};
    for (size_t i = 0; i < t->n; i++) {
        heco_vd y = t->y[i];
        f += cec2017_ras(y);
        size += heco_vd_abs(y);
        square += y * y;
    }
    out[0] = f, out[1] = 4.0 - size, out[2] = square - 4.0;
}

HECO_VECTOR_TARGET static void cec2017_c13(const cec2017_tile *t, heco_vd *out) {
    heco_vd f = {0}, g = {0}, sum = {0};
    for (size_t i = 0; i < t->n; i++) {
        heco_vd y = t->y[i];
        if (i + 1 < t->n) f += cec2017_ros(y, t->y[i + 1]);
        g += cec2017_ras(y);
        sum += y;
    }
    out[0] = f, out[1] = g - 100.0, out[2] = sum - 2.0 * (double)t->n, out[3] = 5.0 - sum;
}

HECO_VECTOR_TARGET static void cec2017_c14(const cec2017_tile *t, heco_vd *out) {
    const double n      = (double)t->n;
    heco_vd      square = {0}, rest = {0}, waves = {0};
    for (size_t i = 0; i < t->n; i++) {
        heco_vd y = t->y[i];
        square += y * y;
        if (i > 0) rest += y * y;
        waves += heco_vd_cos(2.0 * CEC2017_PI * y);
    }
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
    heco_vd f = {0}, square = {0};
    for (size_t i = 0; i < t->n; i++) {
        heco_vd y = t->y[i];
        f += heco_vd_abs(y);
        square += y * y;
    }
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
        product *= heco_vd_cos(y / t->root[i]);
    }
    for (size_t i = 0; i < t->n; i++) {
        heco_vd y = t->y[i], s = heco_vd_abs(y) - square + y * y - 1.0;
        signs += heco_vd_where(s > 0.0, one) - heco_vd_where(s < 0.0, one);
    }
    out[0] = square / 4000.0 + 1.0 - product;
    out[1] = 1.0 - signs;
    out[2] = square - 4.0 * (double)t->n;
}

/* 0.5 * round(2 y), halves away from zero; y itself where |y| < 0.5. */
HECO_VECTOR_FN heco_vd cec2017_step(heco_vd y) {
    const double round = 0x1.8p52;
    heco_vd      size  = heco_vd_abs(y), a = 2.0 * size + 0.5;
    heco_vd      k     = (a + round) - round; /* nearest integer, one too large at times */
    k -= heco_vd_where(k > a, heco_vd_all(1.0));
    k *= 0.5;
    heco_vb sign = heco_vd_bits(y) ^ heco_vd_bits(size);
    heco_vd r    = heco_vd_from_bits(heco_vd_bits(k) | sign);
    return heco_vd_select((size < 0.5) | (size > 0x1p50), y, r);
}

HECO_VECTOR_TARGET static void cec2017_c18(const cec2017_tile *t, heco_vd *out) {
    heco_vd f = {0}, size = {0}, square = {0}, bend = {0}, product = heco_vd_all(1.0);
    for (size_t i = 0; i < t->n; i++) {
        heco_vd y = t->y[i], s = heco_vd_sin((y - 1.0) * CEC2017_PI);
        f += cec2017_ras(cec2017_step(y));
        size += heco_vd_abs(y);
        square += y * y;
        if (i + 1 < t->n) bend += cec2017_bend(y, t->y[i + 1]);
        product = product * s * s;
    }
    out[0] = f, out[1] = 1.0 - size, out[2] = square - 100.0 * (double)t->n;
    out[3] = bend + product;
}

HECO_VECTOR_TARGET static void cec2017_c19(const cec2017_tile *t, heco_vd *out) {
    const double n = (double)t->n;
    heco_vd      f = {0}, g1 = {0}, g2 = {0};
    for (size_t i = 0; i < t->n; i++) {
        heco_vd y = t->y[i], s = heco_vd_sin(2.0 * y);
        f += heco_vd_sqrt(heco_vd_abs(y)) + 2.0 * heco_vd_sin_far(heco_vd_cube(y));
        if (i + 1 < t->n) {
            heco_vd next = t->y[i + 1];
            g1 += -10.0 * heco_vd_exp(-0.2 * heco_vd_sqrt(y * y + next * next));
        }
        g2 += s * s;
    }
    out[0] = f, out[1] = g1 + (n - 1.0) * 10.0 / 0x1.b993fe00d5376p-8, out[2] = g2 - 0.5 * n;
}

/* A term of the expanded Schaffer function, to be added to 0.5. */
HECO_VECTOR_FN heco_vd cec2017_ring(heco_vd a, heco_vd b) {
    heco_vd r = heco_vd_sqrt(a * a + b * b), s = heco_vd_sin(r), d = 1.0 + 0.001 * r;
    return (s * s - 0.5) / (d * d);
}

HECO_VECTOR_TARGET static void cec2017_c20(const cec2017_tile *t, heco_vd *out) {
    heco_vd f = {0}, sum = {0}, last = t->y[t->n - 1];
    for (size_t i = 0; i < t->n; i++) {
        if (i + 1 < t->n) f = f + 0.5 + cec2017_ring(t->y[i], t->y[i + 1]);
        sum += t->y[i];
    }
    heco_vd c = heco_vd_cos_far(sum);
    out[0]    = f + (0.5 + cec2017_ring(last, t->y[0]));
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

/* z = M y for `rows` rows of M at once, each row left to right. */
HECO_VECTOR_FN void cec2017_rows(heco_vd *z, const double *m, const heco_vd *y, size_t n,
                                 const size_t rows) {
    heco_vd acc[CEC2017_BLOCK];
    for (size_t r = 0; r < rows; r++) acc[r] = heco_vd_all(0.0);
    for (size_t j = 0; j < n; j++)
        for (size_t r = 0; r < rows; r++) acc[r] += y[j] * m[j * rows + r];
    for (size_t r = 0; r < rows; r++) z[r] = acc[r];
}

HECO_VECTOR_TARGET static void cec2017_rotate(heco_vd *z, const double *packed, const heco_vd *y,
                                              size_t n) {
    size_t i = 0;
    for (; i + CEC2017_BLOCK <= n; i += CEC2017_BLOCK)
        cec2017_rows(z + i, packed + i * n, y, n, CEC2017_BLOCK);
    for (; i < n; i += 2) cec2017_rows(z + i, packed + i * n, y, n, 2);
}

/* y = x - shift, transposed; the last rows of a short tile repeat its last point. Returns the
 * largest |y| of each lane. */
HECO_VECTOR_TARGET static void cec2017_load(heco_vd *y, heco_vd *reach, const cec2017_problem *p,
                                            const double *x, size_t count) {
    const double *row[CEC2017_WIDTH];
    heco_vd       most = {0};
    for (size_t l = 0; l < CEC2017_WIDTH; l++) row[l] = x + (l < count ? l : count - 1) * p->n;
    for (size_t j = 0; j < p->n; j++) {
        heco_vd v = heco_vd_all(0.0);
        for (size_t l = 0; l < CEC2017_WIDTH; l++) v[l] = row[l][j];
        v -= p->shift[j];
        most = heco_vd_max(heco_vd_abs(v), most);
        y[j] = v;
    }
    *reach = most;
}

/* One tile. `work` holds three vectors of n tiles' coordinates. */
HECO_VECTOR_TARGET static void cec2017_tile_eval(const cec2017_problem *p, heco_vd *work,
                                                 heco_vd *reach, const double *x, size_t count,
                                                 heco_vd *out) {
    heco_vd     *y = work, *z = work + p->n, *q = work + 2 * p->n;
    cec2017_tile t = {p->n, y, z, q, p->root};
    cec2017_load(y, reach, p, x, count);
    if (p->matrix[0] != NULL) cec2017_rotate(z, p->matrix[0], y, p->n);
    if (p->matrix[1] != NULL) cec2017_rotate(q, p->matrix[1], y, p->n);
    if (p->number > 20) t.y = z;
    cec2017_formulas[p->number - 1](&t, out);
}

/* The values of one lane into their rows. */
HECO_VECTOR_TARGET static void cec2017_scatter(const cec2017_problem *p, const heco_vd *out,
                                               size_t lane, double *f, double *g, double *h) {
    *f = out[0][lane];
    for (size_t k = 0; k < p->ng; k++) g[k] = out[1 + k][lane];
    for (size_t k = 0; k < p->nh; k++) h[k] = out[1 + p->ng + k][lane];
}

HECO_VECTOR_TARGET static int cec2017_eval(const cec2017_problem *p, const double *x, size_t count,
                                           double *f, double *g, double *h) {
    heco_vd  stack[3 * CEC2017_STACK_DIM], out[CEC2017_VALUES], reach;
    heco_vd *work = stack;
    void    *heap = NULL;
    if (p->n > CEC2017_STACK_DIM) {
        if (posix_memalign(&heap, sizeof(heco_vd), 3 * p->n * sizeof(heco_vd)) != 0) return 1;
        work = heap;
    }
    int failed = 0;
    for (size_t i = 0; i < count && !failed; i += CEC2017_WIDTH) {
        size_t used = count - i < CEC2017_WIDTH ? count - i : CEC2017_WIDTH;
        cec2017_tile_eval(p, work, &reach, x + i * p->n, used, out);
        for (size_t l = 0; l < used; l++) {
            size_t r = i + l;
            if (HECO_VMATH_ANY || !(reach[l] > p->far))
                cec2017_scatter(p, out, l, f + r, g + r * p->ng, h + r * p->nh);
            else
                failed |= heco_cec2017_libm.eval(p, x + r * p->n, 1, f + r, g + r * p->ng,
                                                 h + r * p->nh);
        }
    }
    free(heap);
    return failed;
}

const cec2017_kernels CEC2017_KERNELS = {CEC2017_KERNELS_NAME, cec2017_eval};
