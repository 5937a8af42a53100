/* Slices: f, g and h along each variable through a point.
 *
 * The distances of the values to the centre grow quadratically up to the bounds, so that a slice
 * shows the neighbourhood of the centre and the whole range. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/elementary.h"
#include "base/error.h"
#include "base/index_sort.h"
#include "heco/answer.h"
#include "problem/problem_read.h"

struct heco_slices {
    heco_arena      arena;
    heco_problem    problem;
    heco_evaluator *evaluator;
    heco_batch     *batch;
    size_t          side; /* values on each side of the centre                              */
    const double   *x;    /* the centre                                                     */
    double         *c;    /* g and h at the centre                                          */
    double          f;    /* at the centre                                                  */
    heco_slice     *slice;
    uint64_t        evals;
};

/* ---- values of a variable ---- */

/* Returns the distance to the bound. Where the bound is missing it is at most the magnitude of x.
 */
static double slices_reach(const heco_space *s, size_t j, double x, int up) {
    double bound = up ? s->upper[j] : s->lower[j];
    double reach = fmax(0.0, up ? bound - x : x - bound);
    int    flag  = up ? HECO_UPPER_MISSING : HECO_LOWER_MISSING;
    int    known = isfinite(bound) && !(s->missing != NULL && (s->missing[j] & flag));
    return known ? reach : fmin(reach, fmax(1.0, fabs(x)));
}

/* Returns value number i of `side` on one side of the centre x. */
static double slices_value(const heco_space *s, size_t j, double x, size_t i, size_t side, int up) {
    double reach = slices_reach(s, j, x, up), part = (double)i / (double)side;
    double sign = up ? 1.0 : -1.0, bound = x + sign * reach, value;
    int    whole = s->integer != NULL && s->integer[j];
    if (whole) /* a bound may lie between two integers */
        return x + sign * fmin(floor(reach), round(fmax((double)i, part * part * reach)));
    int is_log = s->missing != NULL && (s->missing[j] & HECO_LOG_SCALE) && bound > 0.0 && x > 0.0;
    if (i == side) return bound;
    value = is_log ? x * heco_pow(bound / x, part * part) : x + sign * part * part * reach;
    return up ? fmin(value, bound) : fmax(value, bound);
}

/* Sorts the values, removes those that repeat or leave the box, and finds the centre. */
static void slices_sort(heco_slice *slice, double *value, size_t count, double x) {
    size_t kept = 0;
    heco_sort_ascending(value, count);
    for (size_t i = 0; i < count; i++)
        if (kept == 0 || value[i] != value[kept - 1]) value[kept++] = value[i];
    slice->count = kept;
    for (size_t i = 0; i < kept; i++)
        if (value[i] == x) slice->here = i;
}

/* Chooses the values of variable j. A list gives its nearest values. */
static void slices_choose(heco_slices *s, size_t j) {
    const heco_space  *space = &s->problem.space;
    const heco_choice *list  = space->choices != NULL ? &space->choices[j] : NULL;
    heco_slice        *slice = &s->slice[j];
    double            *value = (double *)slice->x, x = s->x[j];
    size_t             count = 0, most = 2 * s->side + 1;
    value[count++] = x;
    if (list != NULL && list->count > 0) {
        size_t at = 0, first;
        while (at + 1 < list->count && list->values[at] != x) at++;
        first = at > s->side ? at - s->side : 0;
        for (size_t i = first; i < list->count && count < most; i++)
            if (i != at) value[count++] = list->values[i];
    } else
        for (int up = 0; up < 2; up++)
            for (size_t i = 1; i <= s->side; i++)
                if (slices_reach(space, j, x, up) > 0.0)
                    value[count++] = slices_value(space, j, x, i, s->side, up);
    slices_sort(slice, value, count, x);
}

/* ---- evaluation ---- */

/* Copies row r of the batch to f and c; NAN if it was not evaluated. */
static void slices_copy(const heco_slices *s, size_t r, double *f, double *c) {
    const heco_batch *b  = s->batch;
    int               ok = b->state[r] == HECO_ROW_OK;
    *f                   = !ok ? NAN : s->problem.maximise ? 0.0 - b->f[r] : b->f[r];
    for (size_t k = 0; k < b->ng; k++) c[k] = ok ? b->g[r * b->ng + k] : NAN;
    for (size_t k = 0; k < b->nh; k++) c[b->ng + k] = ok ? b->h[r * b->nh + k] : NAN;
}

static heco_status slices_evaluate(heco_slices *s, size_t count) {
    heco_batch *b = s->batch;
    b->count = count, b->stop = 0, b->derivatives = 0;
    s->evals += count;
    return count > 0 ? heco_evaluate(s->evaluator, b) : HECO_OK;
}

/* Evaluates the slice of variable j; the values of the centre are known. */
static heco_status slices_fill(heco_slices *s, size_t j) {
    heco_batch *b     = s->batch;
    heco_slice *slice = &s->slice[j];
    size_t      n = b->n, m = b->ng + b->nh, rows = 0;
    double     *f = (double *)slice->f, *c = (double *)slice->c;
    for (size_t i = 0; i < slice->count; i++) {
        if (i == slice->here) continue;
        memcpy(b->x + rows * n, s->x, n * sizeof *b->x);
        b->x[rows++ * n + j] = slice->x[i];
    }
    heco_status status = slices_evaluate(s, rows);
    if (status != HECO_OK) return status;
    for (size_t i = 0, r = 0; i < slice->count; i++)
        if (i != slice->here) slices_copy(s, r++, &f[i], c + i * m);
    f[slice->here] = s->f;
    if (m > 0) memcpy(c + slice->here * m, s->c, m * sizeof *c);
    return HECO_OK;
}

static heco_status slices_centre(heco_slices *s) {
    memcpy(s->batch->x, s->x, s->problem.space.n * sizeof *s->x);
    heco_status status = slices_evaluate(s, 1);
    if (status == HECO_OK) slices_copy(s, 0, &s->f, s->c);
    return status;
}

static heco_status slices_take_memory(heco_slices *s, const double *x, heco_error *error) {
    const heco_space *space = &s->problem.space;
    heco_arena       *a     = &s->arena;
    size_t            m = space->ng + space->nh, most = 2 * s->side + 1;
    double           *centre = heco_arena_take(a, space->n, sizeof *centre);
    s->slice                 = heco_arena_take(a, space->n, sizeof *s->slice);
    s->c                     = heco_arena_take(a, m, sizeof *s->c);
    double *all              = heco_arena_take(a, space->n * most * (2 + m), sizeof *all);
    if (heco_arena_failed(a) || heco_batch_new(&s->batch, space, most) != HECO_OK)
        return heco_fail_memory(error);
    memcpy(centre, x, space->n * sizeof *x);
    s->x = centre;
    for (size_t j = 0; j < space->n; j++, all += most * (2 + m))
        s->slice[j] = (heco_slice){.x = all, .f = all + most, .c = all + 2 * most};
    return HECO_OK;
}

heco_status heco_slices_new(heco_slices **out, const heco_problem *problem,
                            heco_evaluator *evaluator, const double *x, size_t side,
                            heco_error *error) {
    heco_problem p;
    *out               = NULL;
    heco_status status = heco_problem_check(problem, error);
    if (status == HECO_OK) status = heco_problem_read(&p, problem, error);
    if (status != HECO_OK) return status;
    if (evaluator == NULL || x == NULL || side < 1 || side > 1000)
        return heco_fail(error, HECO_ERR_ARG,
                         "slices: give an evaluator, a point and 1 to 1000 values on a side");
    heco_slices *s = calloc(1, sizeof *s);
    if (s == NULL) return heco_fail_memory(error);
    s->problem = p, s->evaluator = evaluator, s->side = side;
    heco_arena_init(&s->arena);
    status = slices_take_memory(s, x, error);
    for (size_t j = 0; status == HECO_OK && j < p.space.n; j++) slices_choose(s, j);
    if (status == HECO_OK && (status = slices_centre(s)) == HECO_OK)
        for (size_t j = 0; status == HECO_OK && j < p.space.n; j++) status = slices_fill(s, j);
    if (status == HECO_OK) *out = s;
    else heco_slices_free(s);
    return status;
}

const heco_slice *heco_slices_at(const heco_slices *s, size_t j) {
    return j < s->problem.space.n ? &s->slice[j] : NULL;
}
uint64_t heco_slices_evals(const heco_slices *s) { return s->evals; }

void heco_slices_free(heco_slices *s) {
    if (s == NULL) return;
    heco_batch_free(s->batch);
    heco_arena_release(&s->arena);
    free(s);
}
