/* heco-mp: HECO-DE on several populations (islands).
 * Xu, He (2019), cited in arXiv 1903.04886 by one sentence                     [xu2019multi]
 *
 * A reconstruction: neither text nor program of the multi-population version is public, so every
 * point below is a choice. The generation is that of heco_de.c, profile `reference`.
 *
 *   step                                               here
 *   B islands; b owns the subproblems b, b + B, ..     heco_mp_init
 *   first population, dealt out row by row             heco_mp_fill
 *   one round: a generation of every island            heco_mp_ask, heco_mp_tell
 *   sizes from the evaluations of all islands          heco_mp_tell
 *   ring migration every M rounds                      heco_mp_migrate, heco_mp_emigrant
 *
 * Weights are those of the global position i/lambda, so every island sees the whole range from
 * helper to equivalent objective. Island 0 draws from the run's generator and island b from stream
 * b of its seed: the islands are independent, and one island (B = 1) is heco-de bit for bit. Fewer
 * islands than asked by default where one would have less than five subproblems. */
#include "base/error.h"
#include "solver/algorithm_table.h"
#include "solver/common/pick.h"
#include "solver/common/popsize.h"
#include "solver/common/sample.h"
#include "solver/common/setup_progress.h"
#include "solver/heco/heco_de.h"

enum { HECO_MP_ISLANDS = HECO_DE_OPTIONS, HECO_MP_MIGRATION, HECO_MP_OPTIONS };
enum { HECO_MP_LEAST = 5 }; /* subproblems of an island; rand/1 needs four members of Q */

static const heco_option heco_mp_options[] = {
    HECO_DE_OPTION_ROWS_FOR(
        "reference", 0, "the generation of every island", "no",
        0)[HECO_MP_ISLANDS] = {"islands", HECO_OPTION_INTEGER, NAN, 1, 1e5, NULL,
                               "number of populations (4, or lambda/5 where that is less)"},
    [HECO_MP_MIGRATION]     = {"migration", HECO_OPTION_INTEGER, 50, 1, 1e9, NULL,
                               "generations from one migration to the next"},
    [HECO_MP_OPTIONS]       = {0}};

typedef struct {
    const heco_setup *setup;
    heco_de_params    p; /* of all islands together */
    size_t            B, M;
    heco_de_island   *island;
    heco_population   emigrant; /* row b leaves island b */
    uint64_t          rounds;
} heco_mp_state;

/* Sets B and M from the options. */
static heco_status heco_mp_read_islands(heco_mp_state *s) {
    double *B    = &s->setup->option[HECO_MP_ISLANDS];
    size_t  most = s->p.lambda / HECO_MP_LEAST > 0 ? s->p.lambda / HECO_MP_LEAST : 1;
    if (isnan(*B)) *B = most < 4 ? (double)most : 4.0;
    if (*B > (double)most)
        return heco_fail(
            s->setup->error, HECO_ERR_ARG,
            "islands = %.0f leaves an island less than %d of the lambda = %zu subproblems: "
            "use at most %zu islands or a larger lambda",
            *B, HECO_MP_LEAST, s->p.lambda, most);
    s->B = (size_t)*B;
    s->M = (size_t)s->setup->option[HECO_MP_MIGRATION];
    return HECO_OK;
}

/* Returns island b's part of `total`: every B-th from the b-th on. */
static size_t heco_mp_share(size_t total, size_t B, size_t b) {
    return total / B + (b < total % B);
}

static heco_status heco_mp_init(void *state, const heco_setup *setup, size_t *max_batch) {
    heco_mp_state *s     = state;
    heco_arena    *arena = setup->arena;
    s->setup             = setup;
    heco_status status   = heco_de_read_options(&s->p, setup);
    if (status == HECO_OK) status = heco_mp_read_islands(s);
    if (status != HECO_OK) return status;
    s->island = heco_arena_take(arena, s->B, sizeof *s->island);
    heco_population_init(&s->emigrant, setup->space->n, s->B, arena);
    for (size_t b = 0; b < s->B && !heco_arena_failed(arena); b++) {
        heco_de_island *d   = &s->island[b];
        heco_rng       *rng = b == 0 ? setup->rng : heco_arena_take_rng(arena, setup->seed, b);
        /* Room for all rows, not for a share: a smaller budget may have fewer islands with larger
         * shares, and would need larger pieces when the search begins again. */
        heco_de_island_init(d, &s->p, setup, rng);
        d->p.lambda = heco_mp_share(s->p.lambda, s->B, b);
        d->p.N0     = heco_mp_share(s->p.N0, s->B, b);
        for (size_t k = 0; k < d->p.lambda && !heco_arena_failed(arena); k++)
            d->s[k] = (double)(b + k * s->B + 1) / (double)s->p.lambda;
    }
    *max_batch = s->p.N0;
    return heco_arena_failed(arena) ? HECO_ERR_MEMORY : HECO_OK;
}

/* Returns 1 before the first population is evaluated. */
static int heco_mp_is_first(const heco_mp_state *s) { return s->island[0].P.count == 0; }

static heco_status heco_mp_ask(void *state, heco_batch *out) {
    heco_mp_state *s   = state;
    double        *row = out->x;
    if (heco_mp_is_first(s)) return heco_sample_initial(out, s->p.N0, s->setup);
    out->count = s->p.lambda;
    for (size_t b = 0; b < s->B; b++) {
        heco_de_generate(&s->island[b], heco_setup_progress(s->setup), row);
        row += s->island[b].p.lambda * out->n;
    }
    return HECO_OK;
}

/* Gives the rows of the first population to the islands in turn, so that initial points of the user
 * reach every island. */
static void heco_mp_fill(heco_mp_state *s, const heco_batch *in) {
    for (size_t i = 0; i < in->count; i++)
        heco_de_island_add(&s->island[i % s->B], in->x + i * in->n, in->f[i], in->g + i * in->ng,
                           in->h + i * in->nh);
}

/* Returns the best of P under the last subproblem, s = 1, normalised on P: the first of equals. */
static size_t heco_mp_emigrant(const heco_de_island *d, double tau) {
    const heco_population *P = &d->P;
    heco_extremes          extremes;
    heco_helper            helper;
    size_t                 best  = 0;
    double                 value = INFINITY;
    heco_extremes_init(&extremes);
    for (size_t m = 0; m < P->count; m++)
        if (heco_helper_is_finite(P->f[m], P->v[m]))
            heco_extremes_add(&extremes, d->p.equivalent, P->f[m], P->v[m]);
    heco_helper_set(&helper, &extremes, d->p.equivalent);
    for (size_t m = 0; m < P->count; m++) {
        if (!heco_helper_is_finite(P->f[m], P->v[m])) continue;
        heco_objectives o  = heco_helper_objectives(&helper, P->f[m], P->v[m]);
        double          at = tau * o.e + (tau + d->p.gamma) * o.v;
        if (at < value) value = at, best = m;
    }
    return best;
}

/* Sends a member of each island to the next one. All are chosen before the first arrives. An
 * arrival replaces a random member, but not the best one. */
static void heco_mp_migrate(heco_mp_state *s) {
    for (size_t b = 0; b < s->B; b++) {
        const heco_population *P = &s->island[b].P;
        size_t                 m = heco_mp_emigrant(&s->island[b], heco_setup_progress(s->setup));
        heco_population_set(&s->emigrant, b, heco_population_row(P, m), P->f[m], P->v[m]);
    }
    for (size_t b = 0; b < s->B; b++) {
        heco_de_island *d    = &s->island[b];
        size_t          from = (b + s->B - 1) % s->B, best = heco_population_best(&d->P);
        heco_population_set(&d->P, heco_pick_other(d->rng, d->P.count, best),
                            heco_population_row(&s->emigrant, from), s->emigrant.f[from],
                            s->emigrant.v[from]);
    }
}

static heco_status heco_mp_tell(void *state, const heco_batch *in) {
    heco_mp_state *s  = state;
    size_t         at = 0;
    if (heco_mp_is_first(s)) {
        heco_mp_fill(s, in);
        return HECO_OK;
    }
    for (size_t b = 0; b < s->B; b++) {
        heco_de_island *d = &s->island[b];
        heco_de_select(d, in->x + at * in->n, in->f + at, in->g + at * in->ng, in->h + at * in->nh);
        heco_de_shrink(d, heco_popsize_linear(d->p.N0, d->p.lambda, heco_setup_progress(s->setup)));
        at += d->p.lambda;
    }
    if (++s->rounds % s->M == 0 && s->B > 1) heco_mp_migrate(s);
    return HECO_OK;
}

const heco_algorithm heco_algorithm_heco_mp = {
    .size       = sizeof(heco_algorithm),
    .name       = "heco-mp",
    .title      = "HECO-DE on several populations with migration",
    .reference  = "xu2019multi",
    .options    = heco_mp_options,
    .state_size = sizeof(heco_mp_state),
    .init       = heco_mp_init,
    .ask        = heco_mp_ask,
    .tell       = heco_mp_tell,
};
