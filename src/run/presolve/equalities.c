#include "run/presolve/equalities.h"
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "problem/default_bound.h"

/* Largest number of entries of the matrix and of elimination steps; larger sets of equalities
 * remain constraints. */
static const double equalities_entries = 4e6, equalities_steps = 2e9;
/* Least pivot relative to the largest coefficient of its row, which limits the growth of errors;
 * and the relative size below which a difference is rounding error. */
static const double equalities_pivot = 0.01, equalities_zero = 1e-11;

int heco_equalities_moves(const heco_space *s, const heco_box *box, size_t j) {
    if (s->integer != NULL && s->integer[j]) return 0;
    if (s->choices != NULL && s->choices[j].count > 0) return 0;
    return box->lower[j] < box->upper[j] || box->missing[j] != 0;
}

static double *equalities_row(const heco_equalities *q, size_t i) { return q->M + i * (q->n + 1); }

/* Returns the largest absolute coefficient of row i. */
static double equalities_largest(const heco_equalities *q, size_t i) {
    const double *m       = equalities_row(q, i);
    double        largest = 0.0;
    for (size_t j = 0; j < q->n; j++) largest = fmax(largest, fabs(m[j]));
    return largest;
}

/* Loads the rows, scaled to a largest coefficient of 1; fixed variables go into the constant. */
static void equalities_load_rows(heco_equalities *q, const heco_space *s, const heco_box *box) {
    const heco_linear *l  = s->linear;
    size_t             at = 0;
    for (size_t i = 0; i < l->count; i++) {
        if (l->constraint[i] < s->ng) continue;
        double *m         = equalities_row(q, at);
        q->constraint[at] = l->constraint[i];
        q->pivot[at]      = SIZE_MAX;
        m[q->n]           = l->constant[i];
        for (size_t e = l->begin[i]; e < l->begin[i + 1]; e++) {
            size_t j = l->index[e];
            if (box->lower[j] == box->upper[j] && box->missing[j] == 0)
                m[q->n] += l->coef[e] * box->lower[j];
            else m[j] += l->coef[e];
        }
        double largest = equalities_largest(q, at);
        for (size_t j = 0; largest > 0.0 && j <= q->n; j++) m[j] /= largest;
        at++;
    }
}

/* Scales row i to m[pivot] = 1 and eliminates x[pivot] from the other rows; from eliminated rows
 * only if row i is eliminated as well. */
static void equalities_reduce(heco_equalities *q, size_t i, size_t pivot, int eliminates) {
    double *m = equalities_row(q, i), by = m[pivot];
    for (size_t j = 0; j <= q->n; j++) m[j] /= by;
    m[pivot] = 1.0;
    for (size_t k = 0; k < q->rows; k++) {
        double *o = equalities_row(q, k), times = o[pivot];
        if (k == i || times == 0.0) continue;
        if (!eliminates && q->fate[k] == HECO_EQUALITY_ELIMINATED) continue;
        for (size_t j = 0; j <= q->n; j++) {
            double part = times * m[j], rest = o[j] - part;
            o[j] = fabs(rest) <= equalities_zero * fmax(fabs(o[j]), fabs(part)) ? 0.0 : rest;
        }
        o[pivot] = 0.0;
    }
}

/* A row minus a multiple of another one. */
typedef struct {
    const double *row, *other;
    double        times;
} equalities_sum;

static double equalities_coef(const equalities_sum *m, size_t j) {
    return m->other != NULL ? m->row[j] - m->times * m->other[j] : m->row[j];
}

/* Returns whether the bounds `b` of the other variables imply the given bounds of x[j]. Variable
 * `gone` does not count, and missing bounds are infinite. */
static int equalities_is_implied(const equalities_sum *m, size_t j, size_t gone,
                                 const heco_space *s, const heco_box *b) {
    unsigned missing = heco_space_missing(s, j);
    double   by = -1.0 / equalities_coef(m, j), slack = 1e-12 * (s->upper[j] - s->lower[j]);
    double   least = by * equalities_coef(m, s->n), most = least;
    if (missing == (HECO_LOWER_MISSING | HECO_UPPER_MISSING)) return 1;
    for (size_t k = 0; k < s->n; k++) {
        double c = k == j || k == gone ? 0.0 : by * equalities_coef(m, k);
        if (c == 0.0) continue;
        double lo = b->missing[k] & HECO_LOWER_MISSING ? -INFINITY : b->lower[k];
        double hi = b->missing[k] & HECO_UPPER_MISSING ? INFINITY : b->upper[k];
        least += c > 0.0 ? c * lo : c * hi;
        most += c > 0.0 ? c * hi : c * lo;
    }
    return (missing & HECO_LOWER_MISSING || least >= s->lower[j] - slack) &&
           (missing & HECO_UPPER_MISSING || most <= s->upper[j] + slack);
}

/* Returns whether x[j] may be computed from row i: its bounds are implied, and so are those of the
 * variables eliminated before after the substitution of x[j]. */
static int equalities_may_eliminate(const heco_equalities *q, size_t i, size_t j,
                                    const heco_space *s, const heco_box *b) {
    const double  *m    = equalities_row(q, i);
    equalities_sum self = {.row = m};
    if (!equalities_is_implied(&self, j, SIZE_MAX, s, b)) return 0;
    for (size_t k = 0; k < q->rows; k++) {
        const double  *o    = equalities_row(q, k);
        equalities_sum then = {.row = o, .other = m, .times = o[j] / m[j]};
        if (q->fate[k] != HECO_EQUALITY_ELIMINATED || o[j] == 0.0) continue;
        if (!equalities_is_implied(&then, q->pivot[k], j, s, b)) return 0;
    }
    return 1;
}

/* Returns the variable to eliminate with row i: an unbounded one first, then the one with the
 * largest coefficient. SIZE_MAX: none may be eliminated. */
static size_t equalities_choose_pivot(const heco_equalities *q, size_t i, const heco_space *s,
                                      const heco_box *b) {
    const double *m     = equalities_row(q, i);
    double        least = equalities_pivot * equalities_largest(q, i), best = 0.0;
    size_t        pivot = SIZE_MAX;
    for (size_t j = 0; j < q->n; j++) {
        if (m[j] == 0.0 || fabs(m[j]) < least || !heco_equalities_moves(s, b, j)) continue;
        int free = heco_space_missing(s, j) == (HECO_LOWER_MISSING | HECO_UPPER_MISSING);
        double worth = fabs(m[j]) * (free ? 1e6 : 1.0);
        if (worth > best && equalities_may_eliminate(q, i, j, s, b)) pivot = j, best = worth;
    }
    return pivot;
}

/* Eliminates variables in passes, because one elimination may allow another, and sets q->pivot and
 * q->fate of their rows. At least one variable remains. */
static void equalities_eliminate(heco_equalities *q, const heco_space *s, const heco_box *b) {
    size_t done = 0;
    for (int progress = 1; progress;) {
        progress = 0;
        for (size_t i = 0; i < q->rows && done + 1 < q->n; i++) {
            if (q->fate[i] != HECO_EQUALITY_LEFT) continue;
            size_t pivot = equalities_choose_pivot(q, i, s, b);
            if (pivot == SIZE_MAX) continue;
            done++;
            equalities_reduce(q, i, pivot, 1);
            q->pivot[i] = pivot;
            q->fate[i]  = HECO_EQUALITY_ELIMINATED;
            progress    = 1;
        }
    }
}

static heco_status equalities_fail_contradiction(const heco_equalities *q, size_t i,
                                                 heco_error *error) {
    return heco_fail(
        error, HECO_ERR_MODEL,
        "the linear constraints contradict each other: constraint %zu cannot be met together "
        "with those before it",
        q->constraint[i] + 1);
}

/* Makes the other rows independent: each gets a continuous variable that no other row has. Sets
 * q->fate to projected or redundant. */
static heco_status equalities_separate_rows(heco_equalities *q, const heco_space *s,
                                            const heco_box *b, heco_error *error) {
    for (size_t i = 0; i < q->rows; i++) {
        const double *m     = equalities_row(q, i);
        size_t        pivot = SIZE_MAX;
        if (q->fate[i] != HECO_EQUALITY_LEFT) continue;
        for (size_t j = 0; j < q->n; j++)
            if (m[j] != 0.0 && heco_equalities_moves(s, b, j) &&
                (pivot == SIZE_MAX || fabs(m[j]) > fabs(m[pivot])))
                pivot = j;
        if (pivot != SIZE_MAX) {
            equalities_reduce(q, i, pivot, 0);
            q->fate[i] = HECO_EQUALITY_PROJECTED;
            continue;
        }
        if (equalities_largest(q, i) > 0.0) continue; /* integers alone */
        if (fabs(m[q->n]) > HECO_LINEAR_TOL * 10.0)
            return equalities_fail_contradiction(q, i, error);
        q->fate[i] = HECO_EQUALITY_REDUNDANT;
    }
    return HECO_OK;
}

heco_status heco_equalities_init(heco_equalities *q, const heco_space *s, const heco_box *box,
                                 heco_arena *arena, heco_error *error) {
    memset(q, 0, sizeof *q);
    size_t rows = 0;
    for (size_t i = 0; s->linear != NULL && i < s->linear->count; i++)
        rows += s->linear->constraint[i] >= s->ng;
    double entries = (double)rows * (double)(s->n + 1);
    if (rows == 0 || entries > equalities_entries || entries * (double)rows > equalities_steps)
        return HECO_OK;
    q->n          = s->n;
    q->M          = heco_arena_take(arena, rows * (s->n + 1), sizeof *q->M);
    q->constraint = heco_arena_take(arena, rows, sizeof *q->constraint);
    q->pivot      = heco_arena_take(arena, rows, sizeof *q->pivot);
    q->fate       = heco_arena_take(arena, rows, sizeof *q->fate);
    if (heco_arena_failed(arena)) return HECO_OK; /* the caller checks the arena */
    q->rows = rows;
    equalities_load_rows(q, s, box);
    equalities_eliminate(q, s, box);
    heco_status status = equalities_separate_rows(q, s, box, error);
    for (size_t i = 0; i < rows; i++) q->count[q->fate[i]]++;
    return status;
}

void heco_equalities_complete(const heco_equalities *q, double *x) {
    for (size_t i = 0; i < q->rows; i++) {
        if (q->fate[i] != HECO_EQUALITY_ELIMINATED) continue;
        const double *m   = equalities_row(q, i);
        double        sum = m[q->n];
        for (size_t j = 0; j < q->n; j++)
            if (m[j] != 0.0 && j != q->pivot[i]) sum += m[j] * x[j];
        x[q->pivot[i]] = -sum;
    }
}
