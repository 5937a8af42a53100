/* The one definition of violation and of "better". */
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

int heco_better_feasible(double f1, double v1, double f2, double v2) {
    return heco_better_feasible_inline(f1, v1, f2, v2);
}
