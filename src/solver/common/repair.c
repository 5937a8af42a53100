#include "solver/common/repair.h"

#include <math.h>

#include "base/clones.h"

HECO_CLONES
static void repair_reflect_once(double *restrict u, const double *restrict lower,
                                const double *restrict upper, size_t n) {
    for (size_t j = 0; j < n; j++) u[j] = heco_repair_mirror(u[j], lower[j], upper[j]);
}

void heco_repair_reflect_once(double *u, const heco_space *s) {
    repair_reflect_once(u, s->lower, s->upper, s->n);
}

HECO_CLONES
static void repair_clip(double *restrict u, const double *restrict lower,
                        const double *restrict upper, size_t n) {
    for (size_t j = 0; j < n; j++) {
        double x = u[j] < lower[j] ? lower[j] : u[j];
        u[j]     = x > upper[j] ? upper[j] : x;
    }
}

void heco_repair_clip(double *u, const heco_space *s) { repair_clip(u, s->lower, s->upper, s->n); }

HECO_CLONES
static void repair_blend(double *restrict u, const double *restrict target, double          share,
                         const double *restrict lower, const double *restrict upper, size_t n) {
    for (size_t j = 0; j < n; j++) {
        double lo = lower[j], hi = upper[j];
        double at_lo = (1.0 - share) * target[j] + share * lo;
        double at_hi = (1.0 - share) * target[j] + share * hi;
        double x     = u[j] < lo ? at_lo : u[j] > hi ? at_hi : u[j];
        x            = x < lo ? lo : x; /* the two products may round outwards */
        u[j]         = x > hi ? hi : x;
    }
}

void heco_repair_blend(double *u, const double *target, double share, const heco_space *s) {
    repair_blend(u, target, share, s->lower, s->upper, s->n);
}

void heco_repair_midpoint(double *u, const double *target, const heco_space *s) {
    repair_blend(u, target, 0.5, s->lower, s->upper, s->n);
}

static int repair_outside(double x, double lo, double hi) { return !(x >= lo && x <= hi); }

/* Repeated reflection has the period of twice the width, so one remainder is enough. */
void heco_repair_reflect(double *u, const heco_space *s) {
    for (size_t j = 0; j < s->n; j++) {
        double lo = s->lower[j], hi = s->upper[j], width = hi - lo;
        if (!repair_outside(u[j], lo, hi)) continue;
        double t = width > 0.0 ? fmod(fabs(u[j] - lo), 2.0 * width) : 0.0;
        double x = t <= width ? lo + t : lo + (2.0 * width - t);
        u[j]     = x > hi ? hi : x >= lo ? x : lo;
    }
}

void heco_repair_reflect_mod(double *u, const heco_space *s) {
    for (size_t j = 0; j < s->n; j++) {
        double lo = s->lower[j], hi = s->upper[j], width = hi - lo, x = u[j];
        if (!repair_outside(x, lo, hi)) continue;
        if (width <= 0.0) x = lo;
        else if (x < lo) x = lo + fmod(lo - x, width);
        else x = hi - fmod(x - hi, width);
        u[j] = x > hi ? hi : x >= lo ? x : lo;
    }
}

void heco_repair_near(double *u, const double *target, double most, const heco_space *s,
                      heco_rng *rng) {
    for (size_t j = 0; j < s->n; j++) {
        double lo = s->lower[j], hi = s->upper[j];
        if (!repair_outside(u[j], lo, hi)) continue;
        double b = most * heco_rng_uniform_inline(rng);
        double x = (1.0 - b) * (u[j] > hi ? hi : lo) + b * target[j];
        u[j]     = x > hi ? hi : x >= lo ? x : lo; /* the two products may round outwards */
    }
}

void heco_repair_resample(double *u, const heco_space *s, heco_rng *rng) {
    for (size_t j = 0; j < s->n; j++) {
        if (!repair_outside(u[j], s->lower[j], s->upper[j])) continue;
        double x = s->lower[j] + heco_rng_uniform_inline(rng) * (s->upper[j] - s->lower[j]);
        u[j]     = x > s->upper[j] ? s->upper[j] : x;
    }
}

enum { REPAIR_UNDECIDED, REPAIR_MIRROR, REPAIR_TO_LOWER, REPAIR_TO_UPPER };

/* Draws a decision: mirror with probability 1/2, else one of the bounds. */
static int repair_decide(heco_rng *rng) {
    size_t r = heco_rng_index_inline(rng, 4);
    return r < 2 ? REPAIR_MIRROR : r == 2 ? REPAIR_TO_LOWER : REPAIR_TO_UPPER;
}

void heco_repair_reflect_or_bound(double *u, const heco_space *s, heco_rng *rng) {
    int decision[2] = {REPAIR_UNDECIDED, REPAIR_UNDECIDED};
    for (size_t j = 0; j < s->n; j++) {
        double lo = s->lower[j], hi = s->upper[j];
        if (!repair_outside(u[j], lo, hi)) continue;
        int above = u[j] > hi;
        if (decision[above] == REPAIR_UNDECIDED) decision[above] = repair_decide(rng);
        double mirrored = 2.0 * (above ? hi : lo) - u[j];
        if (decision[above] == REPAIR_MIRROR)
            u[j] = repair_outside(mirrored, lo, hi) ? hi : mirrored;
        else u[j] = decision[above] == REPAIR_TO_LOWER ? lo : hi;
    }
}
