#include "run/presolve/propagate.h"

#include <float.h>
#include <math.h>

#include "base/error.h"

/* Rounds over all rows, and the part of its width by which a bound must move. Without these limits
 * rows such as x <= y/2 + 1, y <= x give ever smaller gains without end. */
enum { PROPAGATE_ROUNDS = 20 };
static const double propagate_worth = 1e-3;
/* Bounds this near to each other, relative to their size above 1, fix a variable: the allowance for
 * rounding errors has kept them apart. */
static const double propagate_equal = 1e-12;

/* The least value of a part of a row: a sum, and the number of terms that are minus infinity. */
typedef struct {
    double sum, size; /* size: sum of the absolute values, for the rounding error */
    size_t infinite;
} propagate_least;

typedef struct {
    heco_box         *box;
    const heco_space *space;
    size_t            row; /* of space->linear */
    int               progress;
} propagate_state;

static int propagate_is_integer(const heco_space *s, size_t j) {
    return s->integer != NULL && s->integer[j];
}

/* Returns the least value of coef * x[j]; -INFINITY if that bound is missing. */
static double propagate_term_least(const heco_box *box, double coef, size_t j) {
    if (coef > 0.0) return box->missing[j] & HECO_LOWER_MISSING ? -INFINITY : coef * box->lower[j];
    if (coef < 0.0) return box->missing[j] & HECO_UPPER_MISSING ? -INFINITY : coef * box->upper[j];
    return 0.0;
}

/* Returns the least value of `sign` times the row. */
static propagate_least propagate_row_least(const propagate_state *p, double sign) {
    const heco_linear *l     = p->space->linear;
    propagate_least    least = {sign * l->constant[p->row], fabs(l->constant[p->row]), 0};
    for (size_t e = l->begin[p->row]; e < l->begin[p->row + 1]; e++) {
        double term = propagate_term_least(p->box, sign * l->coef[e], l->index[e]);
        if (isinf(term)) least.infinite++;
        else least.sum += term, least.size += fabs(term);
    }
    return least;
}

static heco_status propagate_fail_contradiction(const propagate_state *p, size_t j,
                                                heco_error *error) {
    return heco_fail(
        error, HECO_ERR_MODEL,
        "the linear constraints contradict each other: constraint %zu leaves no value for "
        "variable %zu",
        p->space->linear->constraint[p->row] + 1, j + 1);
}

/* Applies x[j] <= at, or >= at, if that gains enough; then p->progress is set. A default bound is
 * replaced by any bound that is implied. */
static heco_status propagate_tighten(propagate_state *p, size_t j, int is_upper, double at,
                                     heco_error *error) {
    heco_box     *b       = p->box;
    unsigned char bit     = is_upper ? HECO_UPPER_MISSING : HECO_LOWER_MISSING;
    int           missing = (b->missing[j] & bit) != 0;
    double       *bound   = is_upper ? &b->upper[j] : &b->lower[j];
    double        other   = is_upper ? b->lower[j] : b->upper[j];
    int           loose = (b->missing[j] & (bit ^ (HECO_LOWER_MISSING | HECO_UPPER_MISSING))) != 0;
    if (propagate_is_integer(p->space, j)) at = is_upper ? floor(at + 1e-9) : ceil(at - 1e-9);
    double gain = is_upper ? *bound - at : at - *bound;
    if (!(gain > (missing ? 0.0 : propagate_worth * (b->upper[j] - b->lower[j])))) return HECO_OK;
    if (!loose && (is_upper ? at < other : at > other)) {
        if (fabs(at - other) > HECO_LINEAR_TOL * fmax(1.0, fabs(other)))
            return propagate_fail_contradiction(p, j, error);
        at = other; /* the difference is rounding error */
    }
    if (!loose && fabs(at - other) <= propagate_equal * fmax(1.0, fabs(other))) at = other;
    /* The other bound is a default one on the wrong side of the new bound: move it away. */
    if (loose && (is_upper ? at <= other : at >= other)) {
        double reach = fmax(1.0, fabs(*bound - other));
        if (is_upper) b->lower[j] = at - reach;
        else b->upper[j] = at + reach;
    }
    *bound = at;
    if (missing) b->missing[j] = (unsigned char)(b->missing[j] & ~bit), b->closed++;
    else b->moved++;
    p->progress = 1;
    return HECO_OK;
}

/* Applies sign * (constant + sum) <= limit to each variable, with the least value of the others. */
static heco_status propagate_inequality(propagate_state *p, double sign, double limit,
                                        heco_error *error) {
    const heco_linear *l     = p->space->linear;
    propagate_least    least = propagate_row_least(p, sign);
    size_t             begin = l->begin[p->row], end = l->begin[p->row + 1];
    double rounding = 4.0 * DBL_EPSILON * (double)(end - begin + 1) * (least.size + fabs(limit));
    if (least.infinite > 1) return HECO_OK;
    if (least.infinite == 0 && begin < end &&
        least.sum - rounding > limit + HECO_LINEAR_TOL * fmax(1.0, least.size))
        return propagate_fail_contradiction(p, l->index[begin], error);
    for (size_t e = begin; e < end; e++) {
        double coef = sign * l->coef[e], own = propagate_term_least(p->box, coef, l->index[e]);
        if (coef == 0.0 || (least.infinite == 1 && !isinf(own))) continue;
        double rest = isinf(own) ? least.sum : least.sum - own;
        double at   = (limit - rest + rounding) / coef;
        if (!isfinite(at)) continue;
        size_t      before = p->box->closed + p->box->moved;
        heco_status status = propagate_tighten(p, l->index[e], coef > 0.0, at, error);
        if (status != HECO_OK) return status;
        if (p->box->closed + p->box->moved > before) least = propagate_row_least(p, sign);
    }
    return HECO_OK;
}

/* Checks a row without variables. */
static heco_status propagate_check_constant(const propagate_state *p, double tol,
                                            heco_error *error) {
    const heco_linear *l     = p->space->linear;
    double             value = l->constant[p->row];
    if (l->constraint[p->row] >= p->space->ng) value = fabs(value);
    if (value <= fmax(tol, HECO_LINEAR_TOL)) return HECO_OK;
    return heco_fail(error, HECO_ERR_MODEL,
                     "the linear constraints contradict each other: constraint %zu is always %g",
                     l->constraint[p->row] + 1, l->constant[p->row]);
}

/* Applies row p->row: an inequality, or both inequalities of an equality. */
static heco_status propagate_row(propagate_state *p, heco_error *error) {
    const heco_linear *l        = p->space->linear;
    size_t             k        = l->constraint[p->row];
    int                equality = k >= p->space->ng;
    double             tol      = heco_space_tol(p->space, k);
    if (l->begin[p->row] == l->begin[p->row + 1]) return propagate_check_constant(p, tol, error);
    if (equality) tol = 0.0; /* it holds up to rounding error */
    heco_status status = propagate_inequality(p, 1.0, tol, error);
    if (status == HECO_OK && equality) status = propagate_inequality(p, -1.0, tol, error);
    return status;
}

heco_status heco_propagate_bounds(heco_box *box, const heco_space *space, heco_error *error) {
    propagate_state p      = {.box = box, .space = space, .progress = 1};
    heco_status     status = HECO_OK;
    if (space->linear == NULL) return HECO_OK;
    for (int round = 0; p.progress && round < PROPAGATE_ROUNDS; round++) {
        p.progress = 0;
        for (p.row = 0; status == HECO_OK && p.row < space->linear->count; p.row++)
            status = propagate_row(&p, error);
        if (status != HECO_OK) return status;
    }
    return HECO_OK;
}
