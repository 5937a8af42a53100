#include "run/known.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/index_sort.h"
#include "run/run_internal.h"

struct heco_known_table {
    heco_arena arena;
    size_t  n, ng, nh, count;
    size_t  given;  /* initial points of the options                                       */
    double *start;  /* given + count rows of n                                             */
    double *point;  /* count rows of n: the designs as the run asks for them               */
    double *value;  /* count rows of 1 + ng + nh                                           */
    size_t *sorted; /* the designs by their first coordinate, for the search               */
};

/* Refuses values that are not finite and points outside the box. */
static heco_status known_check(const heco_known *k, const heco_space *s, heco_error *error) {
    if (k->x == NULL || k->f == NULL || (s->ng > 0 && k->g == NULL) || (s->nh > 0 && k->h == NULL))
        return heco_fail(error, HECO_ERR_ARG,
                         "known designs need x, f, and values of all %zu constraints",
                         s->ng + s->nh);
    for (size_t i = 0; i < k->count; i++) {
        double sum = k->f[i];
        for (size_t c = 0; c < s->ng; c++) sum += k->g[i * s->ng + c];
        for (size_t c = 0; c < s->nh; c++) sum += k->h[i * s->nh + c];
        if (!isfinite(sum))
            return heco_fail(error, HECO_ERR_ARG,
                             "known design %zu has a value that is not finite: leave it out",
                             i + 1);
        for (size_t j = 0; j < s->n; j++) {
            double v = k->x[i * s->n + j];
            if (s->integer != NULL && s->integer[j] && v != floor(v))
                return heco_fail(
                    error, HECO_ERR_ARG,
                    "known design %zu has %g for the integer variable %zu: leave it out", i + 1, v,
                    j + 1);
            if (!(v >= s->lower[j] && v <= s->upper[j]))
                return heco_fail(error, HECO_ERR_ARG,
                                 "known design %zu has %g for variable %zu, outside its bounds "
                                 "[%g, %g]: leave it out or widen them",
                                 i + 1, v, j + 1, s->lower[j], s->upper[j]);
        }
    }
    return HECO_OK;
}

/* Copies design `row` to place `to`. */
static void known_copy(heco_known_table *t, size_t to, const heco_known *k, size_t row) {
    double *v = t->value + to * (1 + t->ng + t->nh);
    memcpy(t->start + (t->given + to) * t->n, k->x + row * t->n, t->n * sizeof *t->start);
    v[0] = k->f[row];
    if (t->ng > 0) memcpy(v + 1, k->g + row * t->ng, t->ng * sizeof *v);
    if (t->nh > 0) memcpy(v + 1 + t->ng, k->h + row * t->nh, t->nh * sizeof *v);
}

/* Copies the designs, the best first. A point that comes again is left out. `key` and `order` have
 * room for 2 k->count numbers each. */
static void known_fill_table(heco_known_table *t, const heco_known *k, const heco_problem *p,
                             double *key, size_t *order) {
    double sign = p->maximise ? -1.0 : 1.0, *viol = key, *f = key + k->count;
    for (size_t i = 0; i < k->count; i++) {
        viol[i]  = heco_violation(&p->space, k->g + i * t->ng, k->h + i * t->nh);
        f[i]     = sign * k->f[i];
        order[i] = i;
    }
    heco_index_sort2(order, viol, f, k->count, order + k->count);
    for (size_t i = 0; i < k->count; i++) {
        const double *x     = k->x + order[i] * t->n;
        const double *known = t->start + t->given * t->n;
        int           again = 0;
        for (size_t d = 0; d < t->count && !again; d++)
            again = memcmp(known + d * t->n, x, t->n * sizeof *x) == 0;
        if (!again) known_copy(t, t->count++, k, order[i]);
    }
}

heco_status heco_known_new(heco_known_table **out, const heco_known *k, const heco_problem *p,
                           const heco_run_options *o, heco_error *error) {
    size_t n = p->space.n, m = 1 + p->space.ng + p->space.nh;
    *out = NULL;
    if (k == NULL || k->count == 0) return HECO_OK;
    heco_status status = known_check(k, &p->space, error);
    if (status != HECO_OK) return status;
    heco_known_table *t = malloc(sizeof *t);
    if (t == NULL) return heco_fail_memory_for(error, "%zu known designs", k->count);
    *t = (heco_known_table){.n = n, .ng = p->space.ng, .nh = p->space.nh, .given = o->starts};
    heco_arena_init(&t->arena);
    t->start      = heco_arena_take(&t->arena, t->given + k->count, n * sizeof *t->start);
    t->point      = heco_arena_take(&t->arena, k->count, n * sizeof *t->point);
    t->value      = heco_arena_take(&t->arena, k->count, m * sizeof *t->value);
    t->sorted     = heco_arena_take(&t->arena, k->count, sizeof *t->sorted);
    double *key   = heco_arena_take(&t->arena, 2 * k->count, sizeof *key);
    size_t *order = heco_arena_take(&t->arena, 2 * k->count, sizeof *order);
    if (heco_arena_failed(&t->arena)) {
        heco_known_free(t);
        return heco_fail_memory_for(error, "%zu known designs", k->count);
    }
    if (t->given > 0) memcpy(t->start, o->start, t->given * n * sizeof *t->start);
    known_fill_table(t, k, p, key, order);
    *out = t;
    return HECO_OK;
}

/* Twice the size of a simplex of designs. With all of 50 random designs surrogate models spent
 * their share on poor ones (bench/bench_known.sh: bulkhead 100 simulations instead of 19). */
const double *heco_known_starts(const heco_known_table *t, size_t *count) {
    size_t most = 2 * (t->n + 1);
    *count      = t->given + (t->count < most ? t->count : most);
    return t->start;
}

/* Sorts by the first coordinate. Insertion is fast enough, because it happens once. */
static void known_sort(heco_known_table *t) {
    for (size_t i = 0; i < t->count; i++) {
        size_t to = i;
        for (; to > 0 && t->point[t->sorted[to - 1] * t->n] > t->point[i * t->n]; to--)
            t->sorted[to] = t->sorted[to - 1];
        t->sorted[to] = i;
    }
}

void heco_known_align(heco_known_table *t, const heco_run *run) {
    const double *known = t->start + t->given * t->n;
    for (size_t i = 0; i < t->count; i++)
        heco_run_align(run, t->point + i * t->n, known + i * t->n);
    known_sort(t);
}

int heco_known_fill(const heco_known_table *t, heco_batch *b, size_t i) {
    const double *x   = b->x + i * b->n;
    size_t        low = 0, high = t->count;
    while (low < high) { /* the first design that is not below x in the first coordinate */
        size_t middle = low + (high - low) / 2;
        if (t->point[t->sorted[middle] * t->n] < x[0]) low = middle + 1;
        else high = middle;
    }
    for (; low < t->count && t->point[t->sorted[low] * t->n] == x[0]; low++) {
        size_t        row = t->sorted[low];
        const double *v   = t->value + row * (1 + t->ng + t->nh);
        if (memcmp(t->point + row * t->n, x, t->n * sizeof *x) != 0) continue;
        b->f[i]     = v[0];
        b->state[i] = HECO_ROW_OK;
        if (t->ng > 0) memcpy(b->g + i * t->ng, v + 1, t->ng * sizeof *v);
        if (t->nh > 0) memcpy(b->h + i * t->nh, v + 1 + t->ng, t->nh * sizeof *v);
        return 1;
    }
    return 0;
}

void heco_known_free(heco_known_table *t) {
    if (t == NULL) return;
    heco_arena_release(&t->arena);
    free(t);
}
