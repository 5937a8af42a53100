/* cmode: combining multiobjective optimisation with differential evolution.
 * Wang, Cai (2012), IEEE Trans. Evolutionary Computation 16, 117-134            [wang2012]
 *
 *   step                                          here
 *   subset Q, rand/1/bin inside it                cmode_ask
 *   violation, normalised when scales differ      cmode_start, solver/common/scaled_violation.c
 *   nondominated children R                       cmode_nondominated
 *   a child replaces a member of Q it dominates   cmode_replace
 *   best infeasible child into the archive        cmode_keep_infeasible
 *   archive back into the population              cmode_feed_back
 *
 * Values and order of the steps are those recollected from the paper, not verified against it. Not
 * specified: the repair (reflect), the order of R (random), that a member replaced earlier in the
 * generation takes part with its new value, that an archive member does not replace a member that
 * dominates it (feedback). */
#include "base/error.h"
#include "solver/algorithm_table.h"
#include "solver/common/dominance.h"
#include "solver/common/pick.h"
#include "solver/common/population.h"
#include "solver/common/repair.h"
#include "solver/common/sample.h"
#include "solver/common/scaled_violation.h"
#include "solver/de/cross.h"
#include "solver/de/mutate.h"

enum { CMODE_MU, CMODE_LAMBDA, CMODE_K, CMODE_XI, CMODE_FEEDBACK, CMODE_OPTIONS };
static const heco_option cmode_options[] = {
    [CMODE_MU]       = {"mu", HECO_OPTION_INTEGER, NAN, 4, 1e8, NULL, "population size (180)"},
    [CMODE_LAMBDA]   = {"lambda", HECO_OPTION_INTEGER, NAN, 4, 1e6, NULL,
                        "size of the random subset Q, children in a generation (8)"},
    [CMODE_K]        = {"k", HECO_OPTION_INTEGER, 22, 1, 1e9, NULL,
                        "generations between two returns of the archive"},
    [CMODE_XI]       = {"xi", HECO_OPTION_REAL, 200, 0, 1e300, NULL,
                        "constraints are normalised when their scales differ by more than this"},
    [CMODE_FEEDBACK] = {"feedback", HECO_OPTION_CHOICE, 0, 0, 1, "undominated|always",
                        "an archive member replaces a member that does not dominate it, or any"},
    [CMODE_OPTIONS]  = {0}};

typedef struct {
    const heco_setup     *setup;
    heco_population       P, A;
    heco_scaled_violation scaled;
    size_t                mu, lambda;
    uint64_t              k, generation;
    int                   started, feed_always;
    double                xi;
    size_t               *perm; /* its first lambda entries are Q                     */
    size_t               *R;    /* nondominated children                              */
    size_t               *dominated;
    double               *v; /* violations of the children, or of the first points */
} cmode_state;

static heco_status cmode_read_options(cmode_state *s, const heco_setup *setup) {
    double *o = setup->option;
    heco_sample_resolve_size(setup, CMODE_MU, 180.0, 4.0);
    if (isnan(o[CMODE_LAMBDA])) o[CMODE_LAMBDA] = fmin(8.0, o[CMODE_MU]);
    s->mu          = (size_t)o[CMODE_MU];
    s->lambda      = (size_t)o[CMODE_LAMBDA];
    s->k           = (uint64_t)o[CMODE_K];
    s->xi          = o[CMODE_XI];
    s->feed_always = o[CMODE_FEEDBACK] != 0.0;
    if (s->lambda <= s->mu) return heco_sample_check_budget(setup, s->mu);
    return heco_fail(setup->error, HECO_ERR_ARG,
                     "lambda = %zu exceeds the population of mu = %zu: lower lambda or raise mu",
                     s->lambda, s->mu);
}

static heco_status cmode_init(void *state, const heco_setup *setup, size_t *max_batch) {
    cmode_state *s      = state;
    heco_arena  *arena  = setup->arena;
    heco_status  status = cmode_read_options(s, setup);
    if (status != HECO_OK) return status;
    s->setup = setup;
    heco_population_init(&s->P, setup->space->n, s->mu, arena);
    /* One entry per generation, and no more than there are members to replace. */
    heco_population_init(&s->A, setup->space->n, s->k < s->mu ? (size_t)s->k : s->mu, arena);
    heco_scaled_violation_init(&s->scaled, setup->space, arena);
    s->perm      = heco_arena_take(arena, s->mu, sizeof *s->perm);
    s->R         = heco_arena_take(arena, s->lambda, sizeof *s->R);
    s->dominated = heco_arena_take(arena, s->lambda, sizeof *s->dominated);
    s->v         = heco_arena_take(arena, s->mu, sizeof *s->v);
    *max_batch   = s->mu;
    if (heco_arena_failed(arena)) return HECO_ERR_MEMORY;
    heco_pick_identity(s->perm, s->mu);
    return HECO_OK;
}

static double cmode_between(heco_rng *rng, double low, double high) {
    return low + heco_rng_uniform_inline(rng) * (high - low);
}

/* Writes a child of member `target` of Q; its parents are members of Q too. */
static void cmode_child(cmode_state *s, size_t target, double *u) {
    heco_rng *rng = s->setup->rng;
    size_t    r[3];
    heco_pick_three(r, rng, s->lambda, target);
    double F = cmode_between(rng, 0.5, 0.6), CR = cmode_between(rng, 0.9, 0.95);
    heco_mutate_rand1(u, heco_population_row(&s->P, s->perm[r[0]]),
                      heco_population_row(&s->P, s->perm[r[1]]),
                      heco_population_row(&s->P, s->perm[r[2]]), F, s->P.n);
    heco_cross_binomial(u, heco_population_row(&s->P, s->perm[target]), CR, s->P.n, HECO_FORCE_ONE,
                        rng);
    heco_repair_reflect(u, s->setup->space);
}

static heco_status cmode_ask(void *state, heco_batch *out) {
    cmode_state *s = state;
    if (!s->started) return heco_sample_initial(out, s->mu, s->setup);
    heco_pick_subset(s->perm, s->mu, s->lambda, s->setup->rng);
    for (size_t m = 0; m < s->lambda; m++) cmode_child(s, m, out->x + m * s->P.n);
    out->count = s->lambda;
    return HECO_OK;
}

static void cmode_measure(cmode_state *s, const heco_batch *in) {
    for (size_t i = 0; i < in->count; i++)
        s->v[i] = heco_violation_scaled(s->setup->space, &s->scaled, in->g + i * in->ng,
                                        in->h + i * in->nh);
}

/* Makes a batch the first population and decides whether constraints are normalised. */
static void cmode_start(cmode_state *s, const heco_batch *in) {
    if (!(heco_scaled_violation_learn(&s->scaled, s->setup->space, in) > s->xi))
        heco_scaled_violation_reset(&s->scaled, s->setup->space);
    cmode_measure(s, in);
    heco_population_fill(&s->P, in, s->v);
    s->started = 1;
}

/* Sets R to the children that no other child dominates, in random order. Returns their number. */
static size_t cmode_nondominated(cmode_state *s, const heco_batch *in) {
    size_t count = 0;
    for (size_t i = 0; i < in->count; i++) {
        size_t j = 0;
        while (j < in->count && !heco_dominates(in->f[j], s->v[j], in->f[i], s->v[i])) j++;
        if (j == in->count) s->R[count++] = i;
    }
    heco_pick_subset(s->R, count, count, s->setup->rng);
    return count;
}

/* Replaces a random member of Q that child `row` dominates, if there is one. */
static void cmode_replace(cmode_state *s, const heco_batch *in, size_t row) {
    size_t count = 0;
    for (size_t m = 0; m < s->lambda; m++) {
        size_t at = s->perm[m];
        if (heco_dominates(in->f[row], s->v[row], s->P.f[at], s->P.v[at]))
            s->dominated[count++] = at;
    }
    if (count == 0) return;
    size_t at = s->dominated[heco_rng_index(s->setup->rng, count)];
    heco_population_set(&s->P, at, in->x + row * in->n, in->f[row], s->v[row]);
}

/* Adds the child of least violation to the archive if none of R is feasible; a failed point is of
 * no use. */
static void cmode_keep_infeasible(cmode_state *s, const heco_batch *in, size_t count) {
    size_t best = s->R[0];
    for (size_t r = 1; r < count; r++)
        if (s->v[s->R[r]] < s->v[best]) best = s->R[r];
    if (s->v[best] == 0.0 || s->v[best] == INFINITY || s->A.count == s->A.capacity) return;
    heco_population_set(&s->A, s->A.count++, in->x + best * in->n, in->f[best], s->v[best]);
}

/* Puts the archive back into the population and empties it. */
static void cmode_feed_back(cmode_state *s) {
    heco_pick_subset(s->perm, s->mu, s->A.count, s->setup->rng);
    for (size_t a = 0; a < s->A.count; a++) {
        size_t at = s->perm[a];
        if (s->feed_always || !heco_dominates(s->P.f[at], s->P.v[at], s->A.f[a], s->A.v[a]))
            heco_population_set(&s->P, at, heco_population_row(&s->A, a), s->A.f[a], s->A.v[a]);
    }
    s->A.count = 0;
}

static heco_status cmode_tell(void *state, const heco_batch *in) {
    cmode_state *s = state;
    if (!s->started) {
        cmode_start(s, in);
        return HECO_OK;
    }
    cmode_measure(s, in);
    size_t count = cmode_nondominated(s, in);
    for (size_t r = 0; r < count; r++) cmode_replace(s, in, s->R[r]);
    cmode_keep_infeasible(s, in, count);
    if (++s->generation % s->k == 0) cmode_feed_back(s);
    return HECO_OK;
}

const heco_algorithm heco_algorithm_cmode = {
    .size       = sizeof(heco_algorithm),
    .name       = "cmode",
    .title      = "CMODE: dominance in small random subsets",
    .reference  = "wang2012",
    .options    = cmode_options,
    .state_size = sizeof(cmode_state),
    .init       = cmode_init,
    .ask        = cmode_ask,
    .tell       = cmode_tell,
};
