/* The one definition of violation and of "better". */
#include <float.h>
#include <math.h>

#include "heco/problem.h"

double heco_space_tol(const heco_space *s, size_t k) {
    if (s->tol != NULL) return s->tol[k];
    return k < s->ng ? 0.0 : s->eq_tol;
}

/* The three measures differ only in what a violated constraint adds. A value that is not
 * finite, minus infinity included, makes the point as bad as a point can be. */
double heco_violation_sum(const heco_space *s, const double *g, const double *h) {
    double sum = 0.0;
    for (size_t k = 0; k < s->ng; k++) {
        double tol = s->tol != NULL ? s->tol[k] : 0.0;
        if (!(g[k] <= tol && g[k] >= -DBL_MAX)) sum += g[k];
    }
    for (size_t k = 0; k < s->nh; k++) {
        double tol = s->tol != NULL ? s->tol[s->ng + k] : s->eq_tol;
        double a   = fabs(h[k]);
        if (!(a <= tol)) sum += a;
    }
    return isfinite(sum) ? sum : INFINITY;
}

double heco_violation(const heco_space *s, const double *g, const double *h) {
    size_t m = s->ng + s->nh;
    return m == 0 ? 0.0 : heco_violation_sum(s, g, h) / (double)m;
}

double heco_violation_excess(const heco_space *s, const double *g, const double *h) {
    double sum = 0.0;
    for (size_t k = 0; k < s->ng; k++) {
        double tol = s->tol != NULL ? s->tol[k] : 0.0;
        if (!(g[k] <= tol && g[k] >= -DBL_MAX)) sum += g[k] - tol;
    }
    for (size_t k = 0; k < s->nh; k++) {
        double tol = s->tol != NULL ? s->tol[s->ng + k] : s->eq_tol;
        double a   = fabs(h[k]);
        if (!(a <= tol)) sum += a - tol;
    }
    return isfinite(sum) ? sum : INFINITY;
}

int heco_better_feasible(double f1, double v1, double f2, double v2) {
    if (v1 != v2) return v1 < v2;
    return f1 < f2;
}
