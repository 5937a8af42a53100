/* The definition of violation and of the order of points. */
#include "problem/violation.h"

#include "problem/better.h"

double heco_space_tol(const heco_space *s, size_t k) {
    if (s->tol != NULL) return s->tol[k];
    return k < s->ng ? 0.0 : s->eq_tol;
}

double heco_violation_sum(const heco_space *s, const double *g, const double *h) {
    return heco_violation_total(s, g, h, 0.0);
}

double heco_violation(const heco_space *s, const double *g, const double *h) {
    size_t m = s->ng + s->nh;
    return m == 0 ? 0.0 : heco_violation_total(s, g, h, 0.0) / (double)m;
}

double heco_violation_excess(const heco_space *s, const double *g, const double *h) {
    return heco_violation_total(s, g, h, 1.0);
}

void heco_violation_counts(const heco_space *s, const double *g, const double *h, unsigned c[3]) {
    c[0] = c[1] = c[2] = 0;
    for (size_t k = 0; k < s->ng + s->nh; k++) {
        double amount = k < s->ng ? g[k] : fabs(h[k - s->ng]);
        if (amount <= heco_space_tol(s, k)) continue;
        if (amount > 1.0) c[0]++;
        else if (amount >= 0.01) c[1]++;
        else if (amount >= 0.0001) c[2]++;
    }
}

int heco_better_feasible(double f1, double v1, double f2, double v2) {
    return heco_better_feasible_inline(f1, v1, f2, v2);
}
