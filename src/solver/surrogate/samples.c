#include "solver/surrogate/samples.h"
#include "problem/violation.h"

#include <string.h>

static const double SAMPLES_LARGEST = 1e100; /* outputs beyond spoil every model */
/* Layers of failed points at a face of the cube: the width of the first, which moves a solution by
 * less than the accuracy of any model; the largest distance of a point that makes a layer wider. */
static const double SAMPLES_FIRST_LAYER = 1e-8, SAMPLES_LAYER = 1e-3;

void heco_samples_init(heco_samples *e, const heco_space *s, size_t capacity, heco_arena *arena) {
    memset(e, 0, sizeof *e);
    e->space      = s;
    e->m          = 1 + s->ng + s->nh;
    e->capacity   = capacity;
    e->variable   = heco_arena_take(arena, s->n, sizeof *e->variable);
    e->lower      = heco_arena_take(arena, s->n, sizeof *e->lower);
    e->upper      = heco_arena_take(arena, s->n, sizeof *e->upper);
    e->integer    = heco_arena_take(arena, s->n, sizeof *e->integer);
    e->x          = heco_arena_take(arena, capacity * s->n, sizeof *e->x);
    e->y          = heco_arena_take(arena, capacity * e->m, sizeof *e->y);
    e->run        = heco_arena_take(arena, capacity, sizeof *e->run);
    e->usable     = heco_arena_take(arena, capacity, sizeof *e->usable);
    e->work       = heco_arena_take(arena, s->n, sizeof *e->work);
    e->two_valued = heco_two_valued_new(e->m, arena);
    if (heco_arena_failed(arena)) return;
    for (size_t j = 0; j < s->n; j++) {
        int    whole = s->integer != NULL && s->integer[j];
        double lo    = whole ? ceil(s->lower[j]) : s->lower[j];
        double hi    = whole ? floor(s->upper[j]) : s->upper[j];
        if (!(lo < hi)) continue;
        e->variable[e->n] = j;
        e->integer[e->n]  = (unsigned char)whole;
        e->lower[e->n]    = lo;
        e->upper[e->n++]  = hi;
    }
}

void heco_samples_round(const heco_samples *e, double *u) {
    for (size_t j = 0; j < e->n; j++) {
        double v = u[j] > 0.0 ? (u[j] < 1.0 ? u[j] : 1.0) : 0.0, width = e->upper[j] - e->lower[j];
        u[j] = e->integer[j] ? floor(v * width + 0.5) / width : v;
    }
}

void heco_samples_to_space(const heco_samples *e, double *x, const double *u) {
    memcpy(x, e->space->lower, e->space->n * sizeof *x);
    for (size_t j = 0; j < e->n; j++) {
        double lo = e->lower[j], hi = e->upper[j];
        double v = lo * (1.0 - u[j]) + hi * u[j]; /* hi - lo may overflow */
        if (e->integer[j]) v = round(v);
        x[e->variable[j]] = v < lo ? lo : v > hi ? hi : v;
    }
}

void heco_samples_to_cube(const heco_samples *e, double *u, const double *x) {
    for (size_t j = 0; j < e->n; j++) {
        double lo = 0.5 * e->lower[j], hi = 0.5 * e->upper[j];
        u[j] = (0.5 * x[e->variable[j]] - lo) / (hi - lo);
    }
    heco_samples_round(e, u);
}

void heco_samples_add(heco_samples *e, const double *u, const double *y, int run) {
    size_t i      = e->count++;
    int    usable = 1;
    if (e->n > 0) memcpy(e->x + i * e->n, u, e->n * sizeof *u);
    memcpy(e->y + i * e->m, y, e->m * sizeof *y);
    for (size_t k = 0; k < e->m; k++) usable = usable && fabs(y[k]) <= SAMPLES_LARGEST;
    e->run[i]    = run;
    e->usable[i] = (unsigned char)usable;
}

void heco_samples_outputs(const heco_samples *e, double *y, const heco_batch *b, size_t i) {
    y[0] = heco_batch_lacks_f(b, i) ? INFINITY : b->f[i]; /* no model is fitted to such a row */
    for (size_t k = 0; k < b->ng; k++) {
        double tol = heco_space_tol(e->space, k);
        y[1 + k]   = heco_space_is_residual(e->space, k) ? -1.0 : b->g[i * b->ng + k] - tol;
    }
    for (size_t k = 0; k < b->nh; k++) y[1 + b->ng + k] = b->h[i * b->nh + k];
}

double heco_samples_distance(const heco_samples *e, const double *u) {
    double best = INFINITY;
    for (size_t i = 0; i < e->count; i++) {
        const double *x   = e->x + i * e->n;
        double        sum = 0.0;
        for (size_t j = 0; j < e->n; j++) sum += (u[j] - x[j]) * (u[j] - x[j]);
        if (sum < best) best = sum;
    }
    return sqrt(best);
}

void heco_samples_range(const heco_samples *e, size_t j, double *lower, double *upper) {
    double failed[2] = {-1.0, -1.0}, usable[2] = {INFINITY, INFINITY};
    for (size_t i = 0; i < e->count; i++) {
        double from[2] = {e->x[i * e->n + j], 1.0 - e->x[i * e->n + j]};
        for (int side = 0; side < 2 && e->run[i] >= 0; side++) {
            if (e->usable[i]) usable[side] = fmin(usable[side], from[side]);
            else if (from[side] <= SAMPLES_LAYER) failed[side] = fmax(failed[side], from[side]);
        }
    }
    for (int side = 0; side < 2; side++) {
        double layer = failed[side] < 0.0 ? 0.0 : fmax(SAMPLES_FIRST_LAYER, 10.0 * failed[side]);
        if (!(failed[side] < usable[side])) layer = 0.0;
        if (side == 0) *lower = layer;
        else *upper = 1.0 - layer;
    }
}

double heco_samples_draw_farthest(const heco_samples *e, double *u, const double *c, double radius,
                                  size_t tries, heco_rng *rng) {
    double best = -1.0, *v = e->work;
    for (size_t t = 0; t < tries; t++) {
        for (size_t j = 0; j < e->n; j++) {
            double r = heco_rng_uniform_inline(rng);
            v[j]     = c != NULL ? c[j] + (2.0 * r - 1.0) * radius : r;
        }
        heco_samples_round(e, v);
        double distance = heco_samples_distance(e, v);
        if (!(distance > best)) continue;
        best = distance;
        memcpy(u, v, e->n * sizeof *u);
    }
    return best;
}

int heco_samples_find_unused(const heco_samples *e, double *u) {
    double points = 1.0;
    for (size_t j = 0; j < e->n; j++) {
        if (!e->integer[j]) return 0;
        points *= e->upper[j] - e->lower[j] + 1.0;
    }
    if (points > (double)e->capacity) return 0;
    for (size_t i = 0; i < (size_t)points; i++) {
        size_t rest = i;
        for (size_t j = 0; j < e->n; j++) {
            size_t levels = (size_t)(e->upper[j] - e->lower[j]) + 1;
            u[j]          = (double)(rest % levels) / (double)(levels - 1);
            rest /= levels;
        }
        if (heco_samples_distance(e, u) > 0.0) return 1;
    }
    return 0;
}
