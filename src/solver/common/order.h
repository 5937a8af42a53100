/* Comparison rules and the orders that they define. `v` is the violation measure of the algorithm.
 */
#ifndef HECO_SOLVER_COMMON_ORDER_H
#define HECO_SOLVER_COMMON_ORDER_H

#include "heco/problem.h"
#include "problem/better.h"

/* Epsilon rule: violations up to eps count as 0; smaller v is better, then smaller f. Strict. */
static inline int heco_better_epsilon(double f1, double v1, double f2, double v2, double eps) {
    return heco_better_feasible_inline(f1, v1 <= eps ? 0.0 : v1, f2, v2 <= eps ? 0.0 : v2);
}

/* Memory of a sort: count entries each. */
typedef struct {
    double *key;
    size_t *scratch;
} heco_order_work;

/* Sorts three indices from best to worst by (v, f). */
void heco_order_three(size_t r[3], const double *f, const double *v);
/* Feasibility rule, not strict: returns 1 if y may replace x. f decides if both are feasible, else
 * v alone. */
static inline int heco_accepts(double f_y, double v_y, double f_x, double v_x) {
    return v_x == 0.0 && v_y == 0.0 ? f_y <= f_x : v_y <= v_x;
}

/* Writes the indices from best to worst by (v, f); equal members keep their order. `scratch` holds
 * count entries. */
void heco_order_feasible(size_t *order, const double *f, const double *v, size_t count,
                         size_t *scratch);
/* Writes keys such that (key, f) is the epsilon rule: violations up to eps become 0. */
void heco_order_keys(double *key, const double *v, double eps, size_t count);
/* Writes the order by the epsilon rule. */
void heco_order_epsilon(size_t *order, const double *f, const double *v, double eps, size_t count,
                        heco_order_work work);

#endif
