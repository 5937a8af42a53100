/* theory-soco, theory-heco: the two elitist searches that section IV of the HECO paper compares.
 * Xu, He, Shang (2019), arXiv 1903.04886                                       [xu2019heco]
 *
 *   paper                                       here
 *   C_t from P_t: y = x + U(-step, step)        theory_ask
 *   SOCO: P_{t+1} = minimisers of e             theory_tell, weight (1, 0) alone
 *   HECO: one minimiser set per subproblem      theory_tell, weights (1, 0) and (0, 1)
 *   remove repeated solutions                   theory_keep
 *   e = f, or v + f_max where infeasible        theory_equivalent
 *
 * One child per kept parent. The paper says nothing of the box: a child is clipped to it. The start
 * is the first initial point, or one uniform point. Built to illustrate the proof, not to solve
 * problems. */
#include "solver/algorithm_table.h"
#include "solver/common/population.h"
#include "solver/common/repair.h"
#include "solver/common/sample.h"

enum { THEORY_STEP, THEORY_PENALTY, THEORY_OPTIONS };
static const heco_option theory_options[] = {
    [THEORY_STEP] = {"step", HECO_OPTION_REAL, 1, 0, 1e300, NULL, "largest change of a coordinate"},
    [THEORY_PENALTY] = {"penalty", HECO_OPTION_REAL, 3000, -1e300, 1e300, NULL,
                        "added to the violation of an infeasible point; the largest feasible f"},
    [THEORY_OPTIONS] = {0}};

enum { THEORY_MAX = 2 }; /* at most one kept parent per subproblem: ties keep the older point */

typedef struct {
    const heco_setup *setup;
    size_t            subproblems;
    heco_population   P; /* P.v holds e */
    heco_population   pool;
    int               started;
} theory_state;

static heco_status theory_init(theory_state *s, const heco_setup *setup, size_t subproblems,
                               size_t *max_batch) {
    s->setup       = setup;
    s->subproblems = subproblems;
    heco_population_init(&s->P, setup->space->n, THEORY_MAX, setup->arena);
    heco_population_init(&s->pool, setup->space->n, 2 * THEORY_MAX, setup->arena);
    *max_batch = THEORY_MAX;
    return HECO_OK;
}

static heco_status theory_soco_init(void *state, const heco_setup *setup, size_t *max_batch) {
    return theory_init(state, setup, 1, max_batch);
}

static heco_status theory_heco_init(void *state, const heco_setup *setup, size_t *max_batch) {
    return theory_init(state, setup, 2, max_batch);
}

/* Returns the equivalent objective e. */
static double theory_equivalent(const theory_state *s, double f, double v) {
    return v == 0.0 ? f : v + s->setup->option[THEORY_PENALTY];
}

static heco_status theory_ask(void *state, heco_batch *out) {
    theory_state     *s     = state;
    const heco_space *space = s->setup->space;
    if (!s->started) return heco_sample_initial(out, 1, s->setup);
    out->count = s->P.count;
    for (size_t i = 0; i < s->P.count; i++) {
        double *y = out->x + i * space->n;
        for (size_t j = 0; j < space->n; j++)
            y[j] = heco_population_row(&s->P, i)[j] +
                   s->setup->option[THEORY_STEP] *
                       (2.0 * heco_rng_uniform_inline(s->setup->rng) - 1.0);
        heco_repair_clip(y, space);
    }
    return HECO_OK;
}

/* Adds pool member m to the new population unless the same point is there already. */
static void theory_keep(theory_state *s, size_t m) {
    const double *x = heco_population_row(&s->pool, m);
    for (size_t i = 0; i < s->P.count; i++)
        if (memcmp(heco_population_row(&s->P, i), x, s->P.n * sizeof *x) == 0) return;
    heco_population_set(&s->P, s->P.count++, x, s->pool.f[m], s->pool.v[m]);
}

/* Returns the first index of the smallest value. */
static size_t theory_minimiser(const double *value, size_t count) {
    size_t best = 0;
    for (size_t i = 1; i < count; i++)
        if (value[i] < value[best]) best = i;
    return best;
}

static heco_status theory_tell(void *state, const heco_batch *in) {
    theory_state *s    = state;
    size_t        kept = s->P.count;
    for (size_t i = 0; i < kept; i++)
        heco_population_set(&s->pool, i, heco_population_row(&s->P, i), s->P.f[i], s->P.v[i]);
    for (size_t i = 0; i < in->count; i++)
        heco_population_set(&s->pool, kept + i, in->x + i * in->n, in->f[i],
                            theory_equivalent(s, in->f[i], in->viol[i]));
    size_t count = kept + in->count;
    s->started   = 1;
    s->P.count   = 0;
    theory_keep(s, theory_minimiser(s->pool.v, count));
    if (s->subproblems == 2) theory_keep(s, theory_minimiser(s->pool.f, count));
    return HECO_OK;
}

const heco_algorithm heco_algorithm_theory_soco = {
    .size       = sizeof(heco_algorithm),
    .name       = "theory-soco",
    .title      = "section IV: elitist search on the equivalent objective alone",
    .reference  = "xu2019heco",
    .traits     = HECO_TRAIT_THEORY,
    .options    = theory_options,
    .state_size = sizeof(theory_state),
    .init       = theory_soco_init,
    .ask        = theory_ask,
    .tell       = theory_tell,
};
const heco_algorithm heco_algorithm_theory_heco = {
    .size       = sizeof(heco_algorithm),
    .name       = "theory-heco",
    .title      = "section IV: elitist search on equivalent and helper objective",
    .reference  = "xu2019heco",
    .traits     = HECO_TRAIT_THEORY,
    .options    = theory_options,
    .state_size = sizeof(theory_state),
    .init       = theory_heco_init,
    .ask        = theory_ask,
    .tell       = theory_tell,
};
