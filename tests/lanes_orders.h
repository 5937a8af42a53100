/* A pretended cluster whose workers finish in random order, for the tests of lanes. */
#ifndef HECO_TESTS_LANES_ORDERS_H
#define HECO_TESTS_LANES_ORDERS_H

#include "base/hash.h"
#include "base/rng.h"
#include "heco/heco.h"
#include "heco/lanes.h"

typedef struct {
    size_t   workers; /* points under way at a time                                           */
    uint64_t order;   /* seed of the order in which they finish                               */
    int      skips;   /* every 17th point is lost and comes back as skipped                   */
    int      slow;    /* points of lane 0 finish only if no others are under way              */
} lanes_cluster;

static uint64_t lanes_digest(heco_lanes *lanes, size_t n) {
    const heco_result *r       = heco_lanes_result(lanes);
    uint64_t           digest  = heco_hash_fnv1a(HECO_HASH_BEGIN, r->x, n * sizeof *r->x);
    uint64_t           count[] = {r->outcome.evals, r->outcome.failed, r->outcome.evals_at_best,
                                  r->outcome.evals_to_feasible, (uint64_t)r->outcome.stop};
    digest                     = heco_hash_fnv1a(digest, &r->outcome.f, sizeof r->outcome.f);
    return heco_hash_fnv1a(digest, count, sizeof count);
}

/* Returns which of the points under way finishes next. */
static size_t lanes_next(const lanes_cluster *c, heco_rng *rng, const heco_lanes_point *under, size_t busy) {
    size_t from = heco_rng_index_inline(rng, busy);
    for (size_t k = 0; c->slow && k < busy; k++)
        if (under[(from + k) % busy].lane != 0) return (from + k) % busy;
    return from;
}

/* Goes on until the end, frees the lanes and returns a digest of the result. */
static uint64_t lanes_finish(heco_lanes *lanes, const heco_problem *p, const lanes_cluster *c) {
    heco_lanes_point *under  = calloc(c->workers, sizeof *under);
    double           *values = calloc(1 + p->space.ng + p->space.nh, sizeof *values);
    size_t            busy = 0, done = 0;
    heco_rng          rng;
    heco_rng_init(&rng, c->order, 0);
    while (!heco_lanes_is_over(lanes)) {
        busy += heco_lanes_pull(lanes, under + busy, c->workers - busy);
        assert_true(busy > 0); /* no deadlock */
        size_t           i = lanes_next(c, &rng, under, busy);
        heco_lanes_point x = under[i];
        under[i]           = under[--busy];
        double *g = values + 1, *h = g + p->space.ng;
        int     state = HECO_ROW_SKIPPED;
        if (!c->skips || ++done % 17 != 0)
            state = p->eval(p->user, x.x, values, g, h) == HECO_POINT_OK ? HECO_ROW_OK : HECO_ROW_FAILED;
        assert_int_equal(heco_lanes_push(lanes, x.id, state, values[0], g, h), HECO_OK);
    }
    uint64_t digest = lanes_digest(lanes, p->space.n);
    heco_lanes_free(lanes);
    free(under);
    free(values);
    return digest;
}

/* Searches until the end and returns a digest of the result. */
static uint64_t lanes_search(const heco_problem *p, const heco_run_options *o, size_t count,
                             const lanes_cluster *c) {
    heco_lanes *lanes;
    assert_int_equal(heco_lanes_new(&lanes, heco_algorithm_default(), &p->space, o, count, NULL), HECO_OK);
    return lanes_finish(lanes, p, c);
}

/* A function with many basins: sharing changes where lanes restart. */
static int lanes_bumpy(void *user, const double *x, double *f, double *g, double *h) {
    (void)user, (void)h;
    f[0] = 0.0;
    for (int j = 0; j < 3; j++) f[0] += x[j] * x[j] + 2.0 * sin(7.0 * x[j] + j);
    g[0] = 0.5 - x[0] - x[1];
    return x[2] > 1.9 ? HECO_POINT_FAILED : HECO_POINT_OK;
}

static heco_problem lanes_bumpy_problem(void) {
    static const double lower[] = {-2, -2, -2}, upper[] = {2, 2, 2};
    heco_problem        p       = heco_problem_default();
    p.eval = lanes_bumpy, p.space.n = 3, p.space.ng = 1, p.space.lower = lower, p.space.upper = upper;
    return p;
}

#endif
