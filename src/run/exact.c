#include "run/exact.h"

#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "solver/sqp/convex.h"

/* Largest gap between f and its least value that counts as optimal, relative to max(1, |f|). */
static const double exact_gap = 1e-9;
enum { EXACT_SIZE = 400 }; /* more variables or rows are left to the search: n^3 operations */

/* Returns whether the structure of the whole problem is known and continuous. */
static int exact_is_known(const heco_problem *p) {
    const heco_space  *s = &p->space;
    const heco_linear *l = s->linear;
    if (p->quadratic == NULL || s->n > EXACT_SIZE || s->ng + s->nh > EXACT_SIZE) return 0;
    if (s->ng + s->nh > (l != NULL ? l->count : 0)) return 0;
    for (size_t j = 0; j < s->n; j++)
        if ((s->integer != NULL && s->integer[j]) ||
            (s->choices != NULL && s->choices[j].count > 0))
            return 0;
    return 1;
}

/* Returns the bound of variable j, or an infinite one if it is missing. */
static double exact_bound(const heco_space *s, size_t j, unsigned missing) {
    int open = s->missing != NULL && (s->missing[j] & missing) != 0;
    if (missing == HECO_LOWER_MISSING) return open ? -INFINITY : s->lower[j];
    return open ? INFINITY : s->upper[j];
}

/* Fills the arrays of the program. A maximum becomes the minimum of -f. */
static void exact_fill(const heco_problem *p, double *A, double *lo, double *up, double *xl,
                       double *xu) {
    const heco_space  *s = &p->space;
    const heco_linear *l = s->linear;
    for (size_t j = 0; j < s->n; j++) {
        xl[j] = exact_bound(s, j, HECO_LOWER_MISSING);
        xu[j] = exact_bound(s, j, HECO_UPPER_MISSING);
    }
    for (size_t i = 0; l != NULL && i < l->count; i++) {
        for (size_t e = l->begin[i]; e < l->begin[i + 1]; e++)
            A[i * s->n + l->index[e]] += l->coef[e];
        up[i] = -l->constant[i];
        lo[i] = l->constraint[i] < s->ng ? -INFINITY : up[i];
    }
}

/* Returns f at x. */
static double exact_value(const heco_problem *p, const double *x) {
    const heco_quadratic *q = p->quadratic;
    size_t                n = p->space.n;
    double                f = q->constant;
    for (size_t j = 0; j < n; j++) {
        double slope = q->linear[j];
        for (size_t k = 0; q->hessian != NULL && k < n; k++)
            slope += 0.5 * q->hessian[j * n + k] * x[k];
        f += slope * x[j];
    }
    return f;
}

/* Solves the problem from a start (NULL: 0). Sets e->x, which is in `keep`, to NULL if that fails.
 */
static void exact_solve(heco_exact *e, const heco_problem *p, const double *start,
                        heco_arena *keep) {
    const heco_space *s = &p->space;
    heco_arena        arena;
    *e = (heco_exact){0};
    if (!exact_is_known(p)) return;
    size_t n = s->n, m = s->ng + s->nh;
    heco_arena_init(&arena);
    double *A  = heco_arena_take(&arena, m * n, sizeof *A),
           *c  = heco_arena_take(&arena, n, sizeof *c);
    double *lo = heco_arena_take(&arena, 2 * m, sizeof *lo), *up = lo + m;
    double *xl = heco_arena_take(&arena, 2 * n, sizeof *xl), *xu = xl + n;
    double *lambda = heco_arena_take(&arena, m, sizeof *lambda);
    double *H = p->quadratic->hessian != NULL ? heco_arena_take(&arena, n * n, sizeof *H) : NULL;
    e->x           = heco_arena_take(keep, n, sizeof *e->x);
    if (heco_arena_failed(&arena) || e->x == NULL) {
        heco_arena_release(&arena);
        e->x = NULL;
        return;
    }
    double sign = p->maximise ? -1.0 : 1.0;
    for (size_t j = 0; j < n; j++) c[j] = sign * p->quadratic->linear[j];
    for (size_t k = 0; H != NULL && k < n * n; k++) H[k] = sign * p->quadratic->hessian[k];
    exact_fill(p, A, lo, up, xl, xu);
    if (start != NULL) memcpy(e->x, start, n * sizeof *start);
    heco_convex_program program = {n, m, H, c, A, lo, up, xl, xu};
    double              gap     = heco_convex_solve(&program, e->x, lambda, &arena);
    heco_arena_release(&arena);
    e->f      = exact_value(p, e->x);
    e->proved = gap <= exact_gap * fmax(1.0, fabs(e->f));
    if (!isfinite(gap) || !isfinite(e->f)) *e = (heco_exact){0};
}

void heco_exact_apply(heco_exact *e, const heco_problem *p, const heco_algorithm *algorithm,
                      heco_minimize_options *o, heco_arena *arena) {
    heco_run_options *run = &o->run;
    if (run->no_presolve || o->journal != NULL || o->known != NULL || p->protocol ||
        !(algorithm->traits & HECO_TRAIT_DERIVATIVES))
        return;
    exact_solve(e, p, run->starts > 0 ? run->start : NULL, arena);
    if (e->x == NULL || (!e->proved && run->starts > 1)) return;
    run->start = e->x, run->starts = 1;
    if (e->proved) run->max_evals = 1, o->lanes = HECO_LANES_NONE;
}

int heco_exact_is_optimal(const heco_exact *e, const heco_problem *p, const heco_outcome *o) {
    double f = p->maximise ? -o->f : o->f;
    return e->proved && o->found == HECO_FOUND_FEASIBLE &&
           fabs(f - e->f) <= exact_gap * fmax(1.0, fabs(f));
}
