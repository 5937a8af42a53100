/* Normal and Cauchy numbers without trigonometric functions: both sit in the inner loop of
 * every differential evolution here. */
#include <math.h>

#include "base/rng.h"

/* Ratio of uniforms with Leva's quadratic bounds (Leva 1992, ACM TOMS 18, 449-453); the
 * logarithm is needed for about one draw in a hundred. */
double heco_rng_gauss(heco_rng *r) {
    for (;;) {
        double u = 1.0 - heco_rng_u01(r); /* (0, 1] */
        double v = 1.7156 * (heco_rng_u01(r) - 0.5);
        double x = u - 0.449871;
        double y = fabs(v) + 0.386595;
        double q = x * x + y * (0.19600 * y - 0.25472 * x);
        if (q < 0.27597) return v / u;
        if (q <= 0.27846 && v * v <= -4.0 * u * u * log(u)) return v / u;
    }
}

/* The ratio of the coordinates of a uniform point in the unit disc has the standard Cauchy
 * distribution, the same as tan(pi (U - 1/2)). */
double heco_rng_cauchy_draw(heco_rng *r) {
    for (;;) {
        double x = 2.0 * heco_rng_u01(r) - 1.0;
        double y = 2.0 * heco_rng_u01(r) - 1.0;
        if (x * x + y * y <= 1.0 && y != 0.0) return x / y;
    }
}

double heco_rng_normal(heco_rng *rng) { return heco_rng_gauss(rng); }
double heco_rng_cauchy(heco_rng *rng) { return heco_rng_cauchy_draw(rng); }
