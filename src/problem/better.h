/* The order of points, inline for loops that compare every trial. */
#ifndef HECO_PROBLEM_BETTER_H
#define HECO_PROBLEM_BETTER_H

/* Returns 1 if point 1 has a smaller violation, or an equal violation and a smaller f. It has no
 * branches, because in populations these are hard to predict. */
static inline int heco_better_feasible_inline(double f1, double v1, double f2, double v2) {
    return (v1 < v2) | ((v1 == v2) & (f1 < f2));
}

#endif
