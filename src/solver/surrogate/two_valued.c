#include "solver/surrogate/two_valued.h"
#include "solver/surrogate/samples.h"

#include <math.h>

/* Least distance: the sign says which value a row has. */
static const double TWO_VALUED_LEAST = 1e-9;

heco_two_valued *heco_two_valued_new(size_t m, heco_arena *arena) {
    heco_two_valued *t = heco_arena_take(arena, m, sizeof *t);
    for (size_t k = 0; t != NULL && k < m; k++) t[k].held = t[k].broken = NAN;
    return t;
}

/* Compares a value with those seen before. */
static void two_valued_see(heco_two_valued *t, double y) {
    double *seen = y > 0.0 ? &t->broken : &t->held;
    if (isnan(*seen)) *seen = y;
    else if (*seen != y) t->kind = TWO_VALUED_NOT;
    if (t->kind == TWO_VALUED_CONSTANT && !isnan(t->held) && !isnan(t->broken))
        t->kind = TWO_VALUED_BOTH;
}

/* Returns half the diagonal of the cube, for samples that have no counterpart. */
static double two_valued_most(const heco_samples *e) { return 0.5 * sqrt((double)e->n); }

/* Writes one of two numbers to the rows before `last`: by the sign of what they hold. */
static void two_valued_fill(heco_samples *e, size_t k, size_t last, double held, double broken) {
    for (size_t i = 0; i < last; i++) {
        double *y = &e->y[i * e->m + k];
        if (e->usable[i]) *y = *y > 0.0 ? broken : held;
    }
}

/* Writes the distance of row i, and makes those of earlier rows smaller. */
static void two_valued_measure(heco_samples *e, size_t k, size_t i) {
    const double *x    = e->x + i * e->n;
    double       *y    = &e->y[i * e->m + k];
    double        sign = *y > 0.0 ? 1.0 : -1.0, nearest = two_valued_most(e);
    for (size_t l = 0; l < i; l++) {
        double *other = &e->y[l * e->m + k], sum = 0.0;
        if (!e->usable[l] || (*other > 0.0) == (sign > 0.0)) continue;
        for (size_t j = 0; j < e->n; j++)
            sum += (x[j] - e->x[l * e->n + j]) * (x[j] - e->x[l * e->n + j]);
        double distance = fmax(0.5 * sqrt(sum), TWO_VALUED_LEAST);
        nearest         = fmin(nearest, distance);
        *other          = -sign * fmin(fabs(*other), distance);
    }
    *y = sign * nearest;
}

/* Replaces the values of output k, or writes them back if it has turned out to have more. */
static void two_valued_replace(heco_samples *e, size_t k, size_t first) {
    heco_two_valued *t    = &e->two_valued[k];
    double           most = two_valued_most(e);
    if (t->kind == TWO_VALUED_NOT || (t->kind == TWO_VALUED_CONSTANT && t->held != 0.0)) {
        if (t->replaced) two_valued_fill(e, k, first, t->held, t->broken);
        t->replaced = 0;
        return;
    }
    if (!t->replaced) {
        two_valued_fill(e, k, e->count, -most, most);
        first = 0;
    }
    t->replaced = 1;
    for (size_t i = first; i < e->count; i++)
        if (e->usable[i]) two_valued_measure(e, k, i);
}

void heco_two_valued_update(heco_samples *e, size_t first) {
    for (size_t k = 1; k <= e->space->ng; k++) {
        heco_two_valued *t = &e->two_valued[k];
        for (size_t i = first; i < e->count; i++)
            if (e->usable[i]) two_valued_see(t, e->y[i * e->m + k]);
        if (e->count >= e->n + 3) two_valued_replace(e, k, first);
    }
}
