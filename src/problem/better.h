/* The rule for "better", inline for the loops that compare every trial. */
#ifndef HECO_PROBLEM_BETTER_H
#define HECO_PROBLEM_BETTER_H

/* Smaller violation; among equal violations smaller f. Strict. */
static inline int heco_better_feasible_inline(double f1, double v1, double f2, double v2) {
    return v1 < v2 || (v1 == v2 && f1 < f2);
}

#endif
