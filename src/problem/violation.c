/* The definition of violation and of the order of points. */
#include "problem/violation.h"

#include "problem/better.h"

double heco_space_tol(const heco_space *s, size_t k) {
    if (s->tol != NULL) return s->tol[k];
    return k < s->ng ? 0.0 : s->eq_tol;
}

/* Parts of a tolerance, and an absolute limit of equalities. */
static const double violation_exact_share = 1e-3, violation_exact_equality = 1e-10;

double heco_space_aim(const heco_space *s, size_t k) {
    double share = violation_exact_share * heco_space_tol(s, k);
    return k < s->ng ? share : fmin(share, violation_exact_equality);
}

int heco_violation_is_exact(const heco_space *s, const double *g, const double *h) {
    for (size_t k = 0; k < s->ng; k++)
        if (!(g[k] <= heco_space_aim(s, k))) return 0;
    for (size_t k = 0; k < s->nh; k++)
        if (!(fabs(h[k]) <= heco_space_aim(s, s->ng + k))) return 0;
    return 1;
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

size_t heco_violation_worst(const heco_space *s, const double *g, const double *h) {
    size_t worst = 0;
    double most  = 0.0;
    for (size_t k = 0; k < s->ng + s->nh; k++) {
        double excess = (k < s->ng ? g[k] : fabs(h[k - s->ng])) - heco_space_tol(s, k);
        if (excess > most) worst = k + 1, most = excess;
    }
    return worst;
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
