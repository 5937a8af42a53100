/* Tails of the normal, chi-square, F and studentized range distributions, most of them from the
 * incomplete gamma and beta functions: a power series where it converges fast, a continued fraction
 * elsewhere (Abramowitz and Stegun 6.1.41, 6.5.29, 6.5.31, 26.5.8; evaluated by Lentz's method).
 * The C library's lgamma is avoided because it may write a global variable. */
#include "report/stats/special.h"

#include <math.h>

static const double special_tiny = 1e-300;
static const double special_eps  = 1e-16;
enum { SPECIAL_STEPS = 10000 };

double heco_special_log_gamma(double x) {
    /* Stirling's series is accurate to 1e-16 from 10 on; the recurrence raises a smaller
     * argument. */
    double factor = 1.0;
    while (x < 10.0) {
        factor *= x;
        x += 1.0;
    }
    double r = 1.0 / (x * x);
    double series =
        1.0 / 12.0 -
        r * (1.0 / 360.0 -
             r * (1.0 / 1260.0 -
                  r * (1.0 / 1680.0 - r * (1.0 / 1188.0 - r * (691.0 / 360360.0 - r / 156.0)))));
    const double half_log_2pi = 0.91893853320467274178;
    return (x - 0.5) * log(x) - x + half_log_2pi + series / x - log(factor);
}

double heco_special_normal_tail(double z) { return 0.5 * erfc(z * 0.70710678118654752440); }

/* x^a e^-x / Gamma(a) */
static double special_gamma_factor(double a, double x) {
    return exp(a * log(x) - x - heco_special_log_gamma(a));
}

static double special_gamma_series(double a, double x) { /* lower tail, for x < a + 1 */
    double term = 1.0 / a, sum = term;
    for (int i = 1; i < SPECIAL_STEPS && term > sum * special_eps; i++) {
        term *= x / (a + i);
        sum += term;
    }
    return sum * special_gamma_factor(a, x);
}

static double special_avoid_zero(double v) { return fabs(v) < special_tiny ? special_tiny : v; }

static double special_gamma_fraction(double a, double x) { /* upper tail */
    double b = x + 1.0 - a, c = 1.0 / special_tiny, d = 1.0 / b, h = d;
    for (int i = 1; i < SPECIAL_STEPS; i++) {
        double an = -i * (i - a);
        b += 2.0;
        d            = 1.0 / special_avoid_zero(an * d + b);
        c            = special_avoid_zero(b + an / c);
        double delta = d * c;
        h *= delta;
        if (fabs(delta - 1.0) <= special_eps) break;
    }
    return h * special_gamma_factor(a, x);
}

double heco_special_chi2_tail(double x, double df) {
    double a = 0.5 * df, y = 0.5 * x;
    if (!(y > 0.0)) return 1.0;
    if (isinf(y)) return 0.0;
    return y < a + 1.0 ? 1.0 - special_gamma_series(a, y) : special_gamma_fraction(a, y);
}

/* Evaluates the continued fraction of the incomplete beta function by Lentz's method. */
static double special_beta_fraction(double a, double b, double x) {
    double c = 1.0, d = 1.0 / special_avoid_zero(1.0 - (a + b) * x / (a + 1.0)), h = d;
    for (int i = 1; i < SPECIAL_STEPS; i++) {
        double even = i * (b - i) * x / ((a + 2 * i - 1) * (a + 2 * i));
        d           = 1.0 / special_avoid_zero(1.0 + even * d);
        c           = special_avoid_zero(1.0 + even / c);
        h *= d * c;
        double odd   = -(a + i) * (a + b + i) * x / ((a + 2 * i) * (a + 2 * i + 1));
        d            = 1.0 / special_avoid_zero(1.0 + odd * d);
        c            = special_avoid_zero(1.0 + odd / c);
        double delta = d * c;
        h *= delta;
        if (fabs(delta - 1.0) <= special_eps) break;
    }
    return h;
}

/* Regularised incomplete beta function. The caller passes y = 1 - x to keep its digits. */
static double special_beta(double a, double b, double x, double y) {
    if (!(x > 0.0)) return 0.0;
    if (!(y > 0.0)) return 1.0;
    double front = exp(heco_special_log_gamma(a + b) - heco_special_log_gamma(a) -
                       heco_special_log_gamma(b) + a * log(x) + b * log(y));
    if (x < (a + 1.0) / (a + b + 2.0)) return front * special_beta_fraction(a, b, x) / a;
    return 1.0 - front * special_beta_fraction(b, a, y) / b;
}

double heco_special_f_tail(double x, double df1, double df2) {
    if (!(x > 0.0)) return 1.0;
    if (isinf(x)) return 0.0;
    double sum = df2 + df1 * x;
    return special_beta(0.5 * df2, 0.5 * df1, df2 / sum, df1 * x / sum);
}

double heco_special_range_tail(double q, size_t k) {
    /* P(range <= q) = k * integral of phi(z) (Phi(z) - Phi(z - q))^(k - 1). The integrand decays
     * like phi on both sides, so the trapezoidal rule converges exponentially. */
    const double step = 0.0625, limit = 9.0;
    double       sum = 0.0;
    if (!(q > 0.0)) return 1.0;
    for (double z = -limit; z <= limit; z += step)
        sum += exp(-0.5 * z * z) *
               pow(heco_special_normal_tail(z - q) - heco_special_normal_tail(z), (double)k - 1.0);
    double tail = 1.0 - (double)k * sum * step * 0.39894228040143267794; /* 1 / sqrt(2 pi) */
    return tail > 0.0 ? tail : 0.0;
}
