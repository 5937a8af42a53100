/* Instances of the suite drawn from a seed, with the statistics of the official data:
 *
 *   shift vectors   uniform in [-s, s]: s = 50 for C01 (and all that share its vector), C03
 *                   and C10; 5 for C04 and C05; 10 for C06..C09 and C11. Independent between
 *                   the ten vectors; a smaller dimension uses the first entries of a larger.
 *   matrices        P S Q with random orthogonal P and Q and singular values
 *                   S_i = c^((u_i - min u) / (max u - min u)), u uniform: from exactly 1 to
 *                   exactly c = 3 (M, M1) or 5 (M2), as in the CEC 2005 report (Suganthan et
 *                   al. 2005), whose recipe the official singular values agree with. */
#include <math.h>

#include "base/elementary.h"
#include "base/rng.h"
#include "suites/cec2017/cec2017_data.h"

/* Streams: one per vector, one per matrix and dimension, none shared with a search. */
enum { CEC2017_DRAW_SHIFT = 20170100, CEC2017_DRAW_MATRIX = 20170200 };

double heco_cec2017_range(size_t problem) {
    static const double range[] = {50, 50, 5, 5, 10, 10, 10, 10, 50, 10}; /* C01, C03..C11 */
    size_t              vector  = heco_cec2017_vector(problem);
    return range[vector == 1 ? 0 : vector - 2];
}

double heco_cec2017_stretch(cec2017_matrix which) { return which == CEC2017_M2 ? 5.0 : 3.0; }

void heco_cec2017_draw_shift(double *out, size_t n, size_t problem, uint64_t seed) {
    size_t   vector = heco_cec2017_vector(problem);
    double   s      = heco_cec2017_range(problem);
    heco_rng rng;
    heco_rng_init(&rng, seed, CEC2017_DRAW_SHIFT + vector);
    for (size_t j = 0; j < n; j++) out[j] = s * (2.0 * heco_rng_uniform_inline(&rng) - 1.0);
}

/* Makes the rows orthonormal by Gram-Schmidt, each row twice, which is enough (Giraud, Langou,
 * Rozloznik 2005). Normal random numbers make the result uniform among the orthogonal matrices. */
static void cec2017_draw_orthogonal(double *q, size_t n, heco_rng *rng) {
    for (size_t i = 0; i < n; i++) {
        double *row = q + i * n;
        for (size_t j = 0; j < n; j++) row[j] = heco_rng_normal_inline(rng);
        for (int pass = 0; pass < 2; pass++) {
            for (size_t k = 0; k < i; k++) {
                double dot = 0.0;
                for (size_t j = 0; j < n; j++) dot += row[j] * q[k * n + j];
                for (size_t j = 0; j < n; j++) row[j] -= dot * q[k * n + j];
            }
            double square = 0.0;
            for (size_t j = 0; j < n; j++) square += row[j] * row[j];
            double scale = 1.0 / sqrt(square);
            for (size_t j = 0; j < n; j++) row[j] *= scale;
        }
    }
}

/* Draws random singular values; the smallest is 1 and the largest is c. */
static void cec2017_draw_singular(double *s, size_t n, double c, heco_rng *rng) {
    double low = 1.0, high = 0.0;
    for (size_t i = 0; i < n; i++) {
        s[i] = heco_rng_uniform_inline(rng);
        low  = fmin(low, s[i]);
        high = fmax(high, s[i]);
    }
    for (size_t i = 0; i < n; i++) s[i] = heco_pow(c, (s[i] - low) / (high - low));
}

void heco_cec2017_draw_matrix(double *out, size_t n, cec2017_matrix which, uint64_t seed,
                              double *work) {
    double  *p = work, *q = work + n * n, *s = work + 2 * n * n;
    heco_rng rng;
    heco_rng_init(&rng, seed, heco_rng_mix(CEC2017_DRAW_MATRIX + (uint64_t)which, n));
    cec2017_draw_orthogonal(p, n, &rng);
    cec2017_draw_orthogonal(q, n, &rng);
    cec2017_draw_singular(s, n, heco_cec2017_stretch(which), &rng);
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < n; j++) out[i * n + j] = 0.0;
        for (size_t k = 0; k < n; k++) {
            double a = p[i * n + k] * s[k];
            for (size_t j = 0; j < n; j++) out[i * n + j] += a * q[k * n + j];
        }
    }
}
