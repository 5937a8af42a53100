#include "solver/papers/epsmag_family.h"

#include <math.h>
#include <string.h>

#include "base/dense.h"
#include "solver/common/order.h"
#include "solver/common/repair.h"
#include "solver/common/sample.h"

/* 4 n vectors times M and an inverse of it are n^3 operations in one ask or tell: a second for 1000
 * variables, so that a time limit holds, but half a minute for 2000. */
enum { EPSMAG_MOST_N = 1000 };

heco_status heco_epsmag_family_init(epsmag_family *e, const heco_setup *setup,
                                    heco_repair_kind kind, double eta, size_t lambda, size_t mu) {
    const heco_space *space  = setup->space;
    heco_arena       *arena  = setup->arena;
    heco_status       status = heco_sample_check_variables(setup, EPSMAG_MOST_N, "a generation");
    if (status != HECO_OK) return status;
    e->setup = setup, e->o = setup->option;
    heco_ma_init(&e->ma, space->n, lambda, mu, arena);
    heco_constraint_repair_init(&e->fix, kind, eta, space, lambda, arena);
    heco_ma_inverse_init(&e->inverse, space->n, arena);
    e->y       = heco_arena_take(arena, space->n, sizeof *e->y);
    e->key     = heco_arena_take(arena, lambda, sizeof *e->key);
    e->order   = heco_arena_take(arena, lambda, sizeof *e->order);
    e->scratch = heco_arena_take(arena, lambda, sizeof *e->scratch);
    if (heco_arena_failed(arena)) return HECO_ERR_MEMORY;
    for (size_t j = 0; j < space->n; j++)
        e->sigma_max = fmax(e->sigma_max, (space->upper[j] - space->lower[j]) / 2.0);
    e->sigma_max = fmax(e->sigma_max, 1e-100);
    return HECO_OK;
}

void heco_epsmag_family_rank(epsmag_family *e) {
    heco_order_epsilon(e->order, e->fix.f, e->fix.v, e->eps, e->ma.lambda,
                       (heco_order_work){e->key, e->scratch});
}

void heco_epsmag_family_start(epsmag_family *e) {
    size_t n = e->ma.n, mu = e->ma.mu;
    heco_epsmag_family_rank(e);
    memset(e->y, 0, n * sizeof *e->y);
    for (size_t k = 0; k < mu; k++)
        heco_dense_add(e->y, 1.0 / (double)mu, e->fix.x + e->order[k] * n, n);
    e->phase = EPSMAG_OFFSPRING;
}

void heco_epsmag_family_generate(epsmag_family *e, heco_batch *out) {
    size_t n   = e->ma.n;
    out->count = e->ma.lambda;
    heco_ma_draw(&e->ma, e->setup->rng);
    for (size_t k = 0; k < e->ma.lambda; k++) {
        double *x = out->x + k * n;
        memcpy(x, e->y, n * sizeof *x);
        heco_dense_add(x, e->sigma, e->ma.d + k * n, n);
        heco_repair_reflect_mod(x, e->setup->space);
    }
}

int heco_epsmag_family_repair(epsmag_family *e, double share, size_t steps) {
    int repair = fmod(e->g, (double)e->ma.n) == 0.0;
    for (size_t k = 0; repair && k < e->ma.lambda; k++)
        if (heco_rng_uniform_inline(e->setup->rng) <= share) heco_constraint_repair_add(&e->fix, k);
    return heco_constraint_repair_begin(&e->fix, steps);
}

void heco_epsmag_family_calculate_back(epsmag_family *e) {
    for (size_t k = 0; k < e->ma.lambda; k++)
        for (size_t j = k * e->ma.n; j < (k + 1) * e->ma.n; j++)
            if (e->fix.x[j] != e->y[j - k * e->ma.n] + e->sigma * e->ma.d[j]) e->fix.changed[k] = 1;
    heco_ma_calculate_back(&e->ma, &e->inverse,
                           &(heco_ma_repaired){e->fix.x, e->y, e->sigma, e->fix.changed});
}

/* Resets M and the path if more than one entry is beyond 1e12 or one is not finite. */
static void epsmag_family_reset(epsmag_family *e) {
    size_t n = e->ma.n, wild = 0;
    for (size_t k = 0; k < n * n; k++) wild += isfinite(e->ma.M[k]) ? fabs(e->ma.M[k]) > 1e12 : 2;
    if (wild == 0 || (wild == 1 && n > 1)) return;
    heco_dense_identity(e->ma.M, n);
    for (size_t j = 0; j < n; j++) e->ma.p[j] = 1.0;
}

void heco_epsmag_family_move(epsmag_family *e) {
    heco_dense_add(e->y, e->sigma, e->ma.d_mean, e->ma.n);
    epsmag_family_reset(e);
    e->sigma = fmin(e->sigma * heco_ma_sigma_factor(&e->ma), e->sigma_max);
}
