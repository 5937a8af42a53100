/* heco-many: HECO-DE with the violation of every constraint as a helper objective of its own.
 * An answer to the open question in the conclusions of Xu, He, Shang (2019)   [xu2019heco]
 *
 * HECO-DE has one helper besides f: the sum v of the violations. Here the K groups of constraints,
 * single ones or inequalities and equalities, have one helper v_k each, normalised on Q as v is.
 * Subproblem i looks after group k(i) = i mod K:
 *
 *   f_i = w1 e + w2 [tau v + (1 - tau) v_k(i)] + w3 f,    w1, w2, w3 as in heco_de.c
 *
 * Why this way: the weight of violations as a whole stays that of HECO-DE, so that gamma means the
 * same; neighbouring subproblems, which share the members of Q, pull at different constraints, also
 * at one whose values are too small to matter in the sum; and as tau grows to 1 every subproblem
 * becomes that of HECO-DE, whose objective is an equivalent one, which a sum of violations that are
 * normalised one by one is not.
 *
 *   step                                    here
 *   groups and their violations             heco_many_new, heco_many_measure
 *   the best member of every subproblem     heco_many_set_subproblems
 *   f_i(y) < f_i(x) on Q'                   heco_many_gain
 *
 * All else is heco_de.c, and so is the descriptor: heco-many is heco-de with helpers=each. */
#include "solver/heco/heco_many.h"

#include <math.h>
#include <string.h>

#include "problem/violation.h"
#include "solver/heco/heco_de.h"

/* Returns the number of groups: at most half the subproblems, so that each has two of them. */
static size_t heco_many_groups(const heco_space *space, heco_many_helpers helpers, size_t lambda) {
    size_t m = space->ng + space->nh;
    if (helpers == HECO_MANY_SUM) return 1;
    if (helpers == HECO_MANY_KINDS) return space->ng > 0 && space->nh > 0 ? 2 : 1;
    return m < lambda / 2 ? m : lambda / 2;
}

heco_many *heco_many_new(const heco_setup *setup, heco_many_helpers helpers, size_t lambda,
                         size_t N0) {
    size_t K = heco_many_groups(setup->space, helpers, lambda);
    if (K < 2) return NULL;
    heco_many *many      = heco_arena_take(setup->arena, 1, sizeof *many);
    double    *low       = heco_arena_take(setup->arena, K, sizeof *low);
    double    *high      = heco_arena_take(setup->arena, K, sizeof *high);
    double    *trial     = heco_arena_take(setup->arena, K, sizeof *trial);
    double    *violation = heco_arena_take(setup->arena, N0 * K, sizeof *violation);
    size_t    *best      = heco_arena_take(setup->arena, lambda, sizeof *best);
    if (heco_arena_failed(setup->arena)) return NULL;
    *many = (heco_many){.space     = setup->space,
                        .helpers   = helpers,
                        .K         = K,
                        .violation = violation,
                        .low       = low,
                        .high      = high,
                        .best      = best,
                        .trial     = trial};
    return many;
}

/* Constraint c, inequalities first, belongs to group c mod K, or to that of its kind. */
void heco_many_measure(const heco_many *many, const double *g, const double *h, double *row) {
    heco_space one = *many->space;
    size_t     ng = one.ng, nh = one.nh, K = many->K;
    for (size_t k = 0; k < K; k++) row[k] = 0.0;
    for (size_t c = 0; c < ng + nh; c++) {
        /* analyse: clang-tidy clang-analyzer-core.DivideZero: K >= 2, or there is no heco_many */
        size_t k = many->helpers == HECO_MANY_KINDS ? c >= ng : c % K;
        one.tol  = many->space->tol != NULL ? many->space->tol + c : NULL;
        one.ng = c < ng, one.nh = c >= ng;
        row[k] += heco_violation_total(&one, c < ng ? g + c : g, c < ng ? h : h + (c - ng), 1.0);
    }
}

void heco_many_keep(heco_many *many, size_t m, const double *g, const double *h) {
    heco_many_measure(many, g, h, many->violation + m * many->K);
}

void heco_many_move(heco_many *many, size_t to, size_t from) {
    if (to == from) return;
    memcpy(many->violation + to * many->K, many->violation + from * many->K,
           many->K * sizeof *many->violation);
}

/* Returns a value normalised to [0, 1] on [low, high]; 0 if the range is empty. */
static double heco_many_scaled(double value, double low, double high) {
    double width = high - low;
    return width > 0.0 && isfinite(1.0 / width) ? (value - low) / width : 0.0;
}

/* Returns w2 (1 - tau), the part of the violation's weight that belongs to the own group. */
static double heco_many_weight(const heco_de_island *d, size_t i) {
    return (1.0 - d->tau) * (d->tau * d->s[i] + d->p.gamma);
}

void heco_many_set_subproblems(heco_de_island *d, const double *f, const double *v,
                               const size_t *member) {
    heco_many *many = d->many;
    size_t     K = many->K, lambda = d->p.lambda;
    for (size_t k = 0; k < K; k++) many->low[k] = INFINITY, many->high[k] = -INFINITY;
    for (size_t m = 0; m < lambda; m++)
        for (size_t k = 0; k < K && heco_helper_is_finite(f[member[m]], v[member[m]]); k++)
            heco_extremes_widen(&many->low[k], &many->high[k], many->violation[member[m] * K + k]);
    for (size_t i = 0; i < lambda; i++) {
        double weight = heco_many_weight(d, i), least = INFINITY;
        /* analyse: clang-tidy clang-analyzer-core.DivideZero: K >= 2, or there is no heco_many */
        size_t k      = i % K;
        many->best[i] = 0;
        for (size_t m = 0; m < lambda; m++) {
            double all = (v[member[m]] - d->helper.v_min) * d->helper.v_scale;
            double own =
                heco_many_scaled(many->violation[member[m] * K + k], many->low[k], many->high[k]);
            double at = d->constant[m] + d->s[i] * d->slope[m] + weight * (own - all);
            if (at < least) least = at, many->best[i] = m;
        }
    }
}

/* Replaces, in HECO-DE's gain, a part of the sum of violations by the violation of the own group.
 */
double heco_many_gain(const heco_de_island *d, size_t i, double gain, size_t m, double f_y,
                      double v_y) {
    const heco_many *many = d->many;
    double           v_x  = d->P.v[m];
    size_t           k    = i % many->K;
    if (!heco_helper_is_finite(f_y, v_y) || !heco_helper_is_finite(d->P.f[m], v_x)) return gain;
    double own_x = many->violation[m * many->K + k], own_y = many->trial[k];
    double low = fmin(many->low[k], own_y), high = fmax(many->high[k], own_y);
    double v_low = fmin(d->extremes.v_min, v_y), v_high = fmax(d->extremes.v_max, v_y);
    double own = heco_many_scaled(own_x, low, high) - heco_many_scaled(own_y, low, high);
    double all = heco_many_scaled(v_x, v_low, v_high) - heco_many_scaled(v_y, v_low, v_high);
    return gain + heco_many_weight(d, i) * (own - all);
}
