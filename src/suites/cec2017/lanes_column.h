/* Sine, cosine and exponential of columns of vectors: lanes_math.h for many numbers.
 *
 * A column is worked on in short blocks, each in two passes: one that finds all angles, one that
 * evaluates all polynomials. A processor keeps only so many operations in flight, so two short
 * chains per element overlap better than a long one. `out` may be the column `x` itself. */
#ifndef HECO_SUITES_CEC2017_LANES_COLUMN_H
#define HECO_SUITES_CEC2017_LANES_COLUMN_H

#include "suites/cec2017/lanes_math.h"

enum { HECO_VCOLUMN_BLOCK = 16 };

/* Computes the angles of w * x from element i on, at most a block of them; returns their number. */
HECO_VECTOR_FN size_t heco_vcolumn_angles(heco_vd_angle *a, const heco_vd *x, size_t n, size_t i,
                                          double w) {
    const double turns = w * HECO_VMATH_PER_PI;
    size_t       m     = n - i < HECO_VCOLUMN_BLOCK ? n - i : HECO_VCOLUMN_BLOCK;
    for (size_t k = 0; k < m; k++) a[k] = heco_vd_reduce(w * x[i + k], turns * x[i + k]);
    return m;
}

/* sin(w x) and cos(w x), |w x| <= HECO_VMATH_NEAR. */
HECO_VECTOR_TARGET static inline void heco_vcolumn_sin(heco_vd *out, const heco_vd *x, size_t n,
                                                       double w) {
    heco_vd_angle a[HECO_VCOLUMN_BLOCK];
    for (size_t i = 0, m; i < n; i += m) {
        m = heco_vcolumn_angles(a, x, n, i, w);
        for (size_t k = 0; k < m; k++) out[i + k] = heco_vd_sin_angle(a[k]);
    }
}
HECO_VECTOR_TARGET static inline void heco_vcolumn_cos(heco_vd *out, const heco_vd *x, size_t n,
                                                       double w) {
    heco_vd_angle a[HECO_VCOLUMN_BLOCK];
    for (size_t i = 0, m; i < n; i += m) {
        m = heco_vcolumn_angles(a, x, n, i, w);
        for (size_t k = 0; k < m; k++) out[i + k] = heco_vd_cos_angle(a[k]);
    }
}

/* sin(x^3), |x^3| <= HECO_VMATH_FAR. */
HECO_VECTOR_TARGET static inline void heco_vcolumn_sin_cube(heco_vd *out, const heco_vd *x,
                                                            size_t n) {
    heco_vd_angle a[HECO_VCOLUMN_BLOCK];
    for (size_t i = 0, m; i < n; i += m) {
        m = n - i < HECO_VCOLUMN_BLOCK ? n - i : HECO_VCOLUMN_BLOCK;
        for (size_t k = 0; k < m; k++) a[k] = heco_vd_reduce_far(heco_vd_cube(x[i + k]));
        for (size_t k = 0; k < m; k++) out[i + k] = heco_vd_sin_angle(a[k]);
    }
}

HECO_VECTOR_TARGET static inline void heco_vcolumn_exp(heco_vd *out, const heco_vd *x, size_t n) {
    for (size_t i = 0; i < n; i++) out[i] = heco_vd_exp(x[i]);
}

#endif
