#include "run/coordinate.h"
#include "base/elementary.h"

#include <math.h>

#include "problem/default_bound.h"

/* Largest distance from the centre up to which u counts integers one by one. */
static const double coordinate_exact = 1e4;

static double coordinate_clip(double x, double lower, double upper) {
    return x > upper ? upper : x >= lower ? x : lower;
}

/* Maps the distance of an integer from the centre to u. */
static double coordinate_integer_to_inner(double distance) {
    double far = fabs(distance);
    if (far <= coordinate_exact) return round(distance);
    return copysign(round(coordinate_exact * (1.0 + heco_log(far / coordinate_exact))), distance);
}

/* Maps u to the distance of an integer from the centre. */
static double coordinate_integer_to_outer(double k) {
    double far = fabs(k);
    if (far <= coordinate_exact) return k;
    return copysign(round(coordinate_exact * heco_exp(far / coordinate_exact - 1.0)), k);
}

/* Maps x to u without clipping it to the range of u. */
static double coordinate_curve_to_inner(const heco_coordinate *c, double x) {
    double distance = x - c->centre;
    switch (c->kind) {
    case HECO_COORDINATE_UNBOUNDED: return heco_asinh(distance / c->scale);
    case HECO_COORDINATE_LOG: return heco_log(x);
    case HECO_COORDINATE_UNBOUNDED_INTEGER: return coordinate_integer_to_inner(distance);
    default: return x;
    }
}

void heco_coordinate_init(heco_coordinate *c, const heco_space *s, size_t j,
                          const heco_coordinate_limits *limits) {
    double lower = limits->lower, upper = limits->upper;
    int    integer = s->integer != NULL && s->integer[j];
    *c             = (heco_coordinate){.var = j, .lower = lower, .upper = upper, .scale = 1.0};
    if (s->choices != NULL && s->choices[j].count > 0) {
        c->kind   = HECO_COORDINATE_LIST;
        c->choice = &s->choices[j];
        return;
    }
    if (heco_space_is_log(s, j) && lower > 0.0) {
        c->kind  = HECO_COORDINATE_LOG;
        c->first = heco_log(lower), c->last = heco_log(upper);
        return;
    }
    if (limits->missing == 0 || (integer && upper - lower <= 2.0 * coordinate_exact)) return;
    c->kind   = integer ? HECO_COORDINATE_UNBOUNDED_INTEGER : HECO_COORDINATE_UNBOUNDED;
    c->centre = coordinate_clip(limits->centre, lower, upper);
    if (integer) {
        c->lower = ceil(lower), c->upper = floor(upper);
        c->centre = coordinate_clip(round(c->centre), c->lower, c->upper);
    } else c->scale = fmax(1.0, fabs(c->centre));
    c->first = coordinate_curve_to_inner(c, c->lower);
    c->last  = coordinate_curve_to_inner(c, c->upper);
}

/* Sets the first and last position of a list whose values are within the bounds; a category has no
 * order, so all its positions count. */
static void coordinate_list_range(const heco_coordinate *c, double *lower, double *upper) {
    size_t first = 0, end = c->choice->count;
    while (!c->choice->unordered && first < end && c->choice->values[first] < c->lower) first++;
    while (!c->choice->unordered && end > first && c->choice->values[end - 1] > c->upper) end--;
    *lower = (double)first;
    *upper = (double)end - 1.0;
}

/* Returns the position of the first of the nearest values. Only initial points need it. */
static double coordinate_nearest(const heco_coordinate *c, double x) {
    const heco_choice *list = c->choice;
    double             lower, upper;
    coordinate_list_range(c, &lower, &upper);
    size_t best = (size_t)lower;
    for (size_t i = best + 1; (double)i <= upper; i++)
        if (fabs(list->values[i] - x) < fabs(list->values[best] - x)) best = i;
    return (double)best;
}

void heco_coordinate_range(const heco_coordinate *c, double *lower, double *upper) {
    if (c->kind == HECO_COORDINATE_LIST) {
        coordinate_list_range(c, lower, upper);
        return;
    }
    *lower = c->kind == HECO_COORDINATE_PLAIN ? c->lower : c->first;
    *upper = c->kind == HECO_COORDINATE_PLAIN ? c->upper : c->last;
}

int heco_coordinate_is_integer(const heco_coordinate *c, const heco_space *s) {
    if (c->kind == HECO_COORDINATE_LIST) return 1;
    return s->integer != NULL && s->integer[c->var];
}

/* Maps the ends of the range exactly to the bounds, so that a round trip cannot miss them. */
static double coordinate_curve_to_outer(const heco_coordinate *c, double u) {
    if (u <= c->first) return c->lower;
    if (u >= c->last) return c->upper;
    if (c->kind == HECO_COORDINATE_LOG) return coordinate_clip(heco_exp(u), c->lower, c->upper);
    double by = c->kind == HECO_COORDINATE_UNBOUNDED ? c->scale * heco_sinh(u)
                                                     : coordinate_integer_to_outer(u);
    return coordinate_clip(c->centre + by, c->lower, c->upper);
}

double heco_coordinate_to_outer(const heco_coordinate *c, double u) {
    switch (c->kind) {
    case HECO_COORDINATE_PLAIN: return u;
    case HECO_COORDINATE_LIST: return c->choice->values[(size_t)u];
    default: return coordinate_curve_to_outer(c, u);
    }
}

double heco_coordinate_to_inner(const heco_coordinate *c, double x) {
    x = coordinate_clip(x, c->lower, c->upper);
    if (c->kind == HECO_COORDINATE_LIST) return coordinate_nearest(c, x);
    return c->kind == HECO_COORDINATE_PLAIN
               ? x
               : coordinate_clip(coordinate_curve_to_inner(c, x), c->first, c->last);
}

double heco_coordinate_slope(const heco_coordinate *c, double u) {
    switch (c->kind) {
    case HECO_COORDINATE_LIST: return 0.0;
    case HECO_COORDINATE_UNBOUNDED: return c->scale * heco_cosh(u);
    case HECO_COORDINATE_LOG: return heco_exp(u);
    default: return 1.0;
    }
}
