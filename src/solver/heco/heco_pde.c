/* heco-pde: HECO-DE with a projection onto the principal components of Q.
 * Huang, Xu, Li, He (2019), arXiv 1805.00272                         [huang2019multiobjective]
 *
 *   step                                                      here
 *   mean and components of Q, once per generation             heco_pde_hook, solver/heco/pca.c
 *   projected mutant instead of crossover, probability 0.1    heco_pde_hook
 *   everything else, profile pca                              heco_de.c, profile reference
 *   everything else, profile authors                          heco_de_2019.c
 *
 * The abstract and the authors' program are the sources; the body of the paper was not available.
 * In the program the result of the projection is thrown away. The remaining effect is that the
 * crossover is skipped with probability 0.1. Profile `authors` does that, on the 2019 version of
 * HECO-DE. Profile `pca` follows the evident intention of the program, on the reference version:
 * components of Q alone (the program adds the mutant, one decomposition per trial), applied to the
 * mutant (the program's row is another one's). Where as many components are kept as there are
 * variables the projection is the identity. */
#include "problem/violation.h"
#include "solver/algorithm_table.h"
#include "solver/common/popsize.h"
#include "solver/common/sample.h"
#include "solver/heco/heco_de_2019.h"
#include "solver/heco/pca.h"

enum { HECO_PDE_PCA, HECO_PDE_AUTHORS };
enum {
    HECO_PDE_PROJECTION = HECO_DE_OPTIONS,
    HECO_PDE_COMPONENTS,
    HECO_PDE_EXPLAINED,
    HECO_PDE_OPTIONS
};
static const heco_option heco_pde_options[] = {
    HECO_DE_OPTION_ROWS_FOR(
        "pca|authors", 1, "the projection, or what the authors' program does", "no|yes",
        0)[HECO_PDE_PROJECTION] = {"projection", HECO_OPTION_REAL, 0.1, 0, 1, NULL,
                                   "probability of a projection (authors: of nothing) instead of "
                                   "crossover"},
    [HECO_PDE_COMPONENTS]       = {"components", HECO_OPTION_INTEGER, 5, 1, 1e4, NULL,
                                   "principal components that are kept"},
    [HECO_PDE_EXPLAINED]        = {"explained", HECO_OPTION_REAL, 0, 0, 1, NULL,
                                   "share of the variance after which no further component is kept; "
                                          "0: off"},
    [HECO_PDE_OPTIONS]          = {0}};

typedef struct {
    const heco_setup *setup;
    heco_de_island    island;
    heco_de_2019      old; /* profile authors */
    int               authors;
    heco_pca          pca;
    int               identity; /* all components are kept */
    int               fitted;   /* to this generation's Q  */
} heco_pde_state;

/* Projects a mutant with the probability `projection`: returns 1, and there is no crossover. Fits
 * the components to Q if that was not done in this generation. */
static int heco_pde_hook(void *user, double *row, heco_rng *rng) {
    heco_pde_state *s = user;
    heco_de_island *d = &s->island;
    if (!(heco_rng_uniform_inline(rng) < s->setup->option[HECO_PDE_PROJECTION])) return 0;
    if (s->identity) return 1;
    if (!s->fitted)
        s->fitted = heco_pca_fit(&s->pca, d->P.x, d->perm, d->p.lambda,
                                 s->setup->option[HECO_PDE_EXPLAINED]) == 0;
    if (s->fitted) heco_pca_project(&s->pca, row);
    return 1;
}

/* Sets the options that the user left open to those of the 2019 version. */
static void heco_pde_set_defaults(const heco_setup *setup) {
    double *o = setup->option, n = (double)setup->space->n;
    double  most = fmax(8.0, floor((double)setup->max_evals / 20.0));
    if (isnan(o[HECO_DE_LAMBDA])) o[HECO_DE_LAMBDA] = fmin(12.0, fmax(4.0, floor(most / 2.0)));
    if (isnan(o[HECO_DE_N0])) o[HECO_DE_N0] = fmax(fmin(12.0 * n, most), o[HECO_DE_LAMBDA]);
    if (isnan(o[HECO_DE_GAMMA])) o[HECO_DE_GAMMA] = 0.0;
    if (isnan(o[HECO_DE_EXP_KEEP_MAX])) o[HECO_DE_EXP_KEEP_MAX] = 0.0;
}

static heco_status heco_pde_init(void *state, const heco_setup *setup, size_t *max_batch) {
    heco_pde_state *s = state;
    const double   *o = setup->option;
    size_t          n = setup->space->n, most = (size_t)o[HECO_PDE_COMPONENTS];
    heco_de_params  p;
    s->setup   = setup;
    s->authors = o[HECO_DE_PROFILE] == HECO_PDE_AUTHORS;
    if (s->authors) heco_pde_set_defaults(setup);
    heco_status status = heco_de_read_options(&p, setup);
    if (status != HECO_OK) return status;
    *max_batch = p.N0;
    heco_de_island_init(&s->island, &p, setup, setup->rng);
    if (s->authors) return heco_de_2019_init(&s->old, &s->island, o[HECO_PDE_PROJECTION], setup);
    most        = most < p.lambda - 1 ? most : p.lambda - 1;
    s->identity = most >= n && o[HECO_PDE_EXPLAINED] == 0.0;
    if (!s->identity) heco_pca_init(&s->pca, n, p.lambda, most, setup->arena);
    if (o[HECO_PDE_PROJECTION] > 0.0) s->island.instead_of_crossover = heco_pde_hook;
    s->island.hook_user = s;
    return heco_arena_failed(setup->arena) ? HECO_ERR_MEMORY : HECO_OK;
}

/* Returns the share of the budget used. The authors do not count the first population. */
static double heco_pde_progress(const heco_pde_state *s) {
    double before = s->authors ? (double)s->island.p.N0 : 0.0;
    return ((double)*s->setup->evals - before) / ((double)s->setup->max_evals - before);
}

static heco_status heco_pde_ask(void *state, heco_batch *out) {
    heco_pde_state *s = state;
    if (s->island.P.count == 0) return heco_sample_initial(out, s->island.p.N0, s->setup);
    if (s->authors) {
        out->count = 1;
        heco_de_2019_ask(&s->old, heco_pde_progress(s), out->x);
    } else {
        out->count = s->island.p.lambda;
        s->fitted  = 0;
        heco_de_generate(&s->island, heco_pde_progress(s), out->x);
    }
    return HECO_OK;
}

static heco_status heco_pde_tell(void *state, const heco_batch *in) {
    heco_pde_state *s = state;
    heco_de_island *d = &s->island;
    if (d->P.count == 0) {
        heco_de_island_fill(d, in->x, in->f, in->g, in->h);
    } else if (s->authors) {
        double v = heco_violation_excess(d->space, in->g, in->h);
        if (heco_de_2019_tell(&s->old, in->x, in->f[0], v))
            heco_de_2019_shrink(&s->old, heco_pde_progress(s));
    } else {
        heco_de_select(d, in->x, in->f, in->g, in->h);
        heco_de_shrink(d, heco_popsize_linear(d->p.N0, d->p.lambda, heco_pde_progress(s)));
    }
    return HECO_OK;
}

const heco_algorithm heco_algorithm_heco_pde = {
    .size       = sizeof(heco_algorithm),
    .name       = "heco-pde",
    .title      = "HECO-PDE: HECO-DE with projection onto principal components",
    .reference  = "huang2019multiobjective",
    .options    = heco_pde_options,
    .state_size = sizeof(heco_pde_state),
    .init       = heco_pde_init,
    .ask        = heco_pde_ask,
    .tell       = heco_pde_tell,
};
