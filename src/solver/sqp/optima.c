#include "solver/sqp/optima.h"

#include <math.h>
#include <string.h>

#include "problem/better.h"

void heco_optima_init(heco_optima *o, const heco_space *space, heco_arena *arena) {
    o->space = space;
    o->scale = heco_arena_take(arena, space->n, sizeof *o->scale);
    o->x     = heco_arena_take(arena, HECO_OPTIMA_MOST * space->n, sizeof *o->x);
    o->f     = heco_arena_take(arena, HECO_OPTIMA_MOST, sizeof *o->f);
    o->v     = heco_arena_take(arena, HECO_OPTIMA_MOST, sizeof *o->v);
    if (heco_arena_failed(arena)) return;
    for (size_t j = 0; j < space->n; j++) {
        double width   = space->upper[j] - space->lower[j];
        int    integer = space->integer != NULL && space->integer[j];
        o->scale[j]    = width <= 0.0 ? INFINITY : integer ? 1.0 : width;
    }
}

void heco_optima_add(heco_optima *o, const double *x, double f, double v) {
    size_t k = o->added++ % HECO_OPTIMA_MOST;
    memcpy(o->x + k * o->space->n, x, o->space->n * sizeof *x);
    o->f[k] = f, o->v[k] = v;
}

int heco_optima_is_known(const heco_optima *o, const double *x, double f, double v, double radius) {
    size_t n = o->space->n, count = o->added < HECO_OPTIMA_MOST ? o->added : HECO_OPTIMA_MOST;
    for (size_t i = 0; i < count; i++) {
        size_t j = 0;
        if (heco_better_feasible_inline(f, v, o->f[i], o->v[i])) continue;
        while (j < n && fabs(x[j] - o->x[i * n + j]) / o->scale[j] < radius) j++;
        if (j == n) return 1;
    }
    return 0;
}

/* Two descents to one optimum end at points and values that differ by less than this: relative to
 * the box, and to f. */
static const double optima_same_x = 1e-6, optima_same_f = 1e-9;

int heco_optima_is_same(const heco_optima *o, const double *x, double f, double unit) {
    size_t n = o->space->n, count = o->added < HECO_OPTIMA_MOST ? o->added : HECO_OPTIMA_MOST;
    for (size_t i = 0; i < count; i++) {
        size_t j = 0;
        if (!(fabs(f - o->f[i]) <= optima_same_f * fmax(unit, fabs(f)))) continue;
        while (j < n && fabs(x[j] - o->x[i * n + j]) / o->scale[j] < optima_same_x) j++;
        if (j == n) return 1;
    }
    return 0;
}
