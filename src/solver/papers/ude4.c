/* ude4 and ude3: unified differential evolution IV and III, one program with other defaults.
 * Chauhan, Trivedi (2025), report for the IEEE CEC competition on constrained optimisation
 *                                                                               [chauhan2025]
 *
 *   step                                             here
 *   three trials per elite member, one per other     heco_ude_family_generate
 *   best of three, memories                          heco_ude_family_judge
 *   replacement; wins, losses, stagnation counters   ude4_replace
 *   sort, counters with their members                ude4_sort
 *   archive of lost trials                           ude4_trim_archive
 *   a stuck member leaves for a lost trial           ude4_unstick
 *
 * Follows the authors' program where it differs from the report: the two beaten trials of an elite
 * member count no loss (losers). Their least spread for the stagnation step is 1 in problem units,
 * which fits the boxes of CEC2017; automatic here is 0.005 of the mean width of the box (spread).
 * Added: the exponent of the epsilon level is not negative, and the budget is exact.
 * UDE-III has ranked parents, the third strategy always from the member itself, and a stagnation
 * step at half of the population. Its program was not available: which parents are ranked, SG and
 * SProp follow IUDE and the report of UDE-IV. Trivedi, Chauhan (2024)        [trivedi2024] */
#include "base/index_sort.h"
#include "solver/algorithm_table.h"
#include "solver/common/pick.h"
#include "solver/common/sample.h"
#include "solver/papers/ude_family.h"

enum {
    UDE4_PROB = UDE_FAMILY_OPTIONS,
    UDE4_SG,
    UDE4_SPROP,
    UDE4_SPREAD,
    UDE4_CP_MAX,
    UDE4_LOSERS,
    UDE4_OPTIONS
};
/* clang-format off */
#define UDE4_OPTION_ROWS(rank, prob, share)                                                        \
    UDE_FAMILY_OPTION_ROWS(5, "population size (100)", 0.25, rank),                                \
    [UDE4_PROB]   = {"Prob", HECO_OPTION_REAL, prob, 0, 1, NULL,                                   \
                     "probability that the third strategy of a bottom member starts from itself"}, \
    [UDE4_SG]     = {"SG", HECO_OPTION_INTEGER, 25, 0, 1e9, NULL,                                  \
                     "generations without success after which a member is stuck"},                 \
    [UDE4_SPROP]  = {"SProp", HECO_OPTION_REAL, share, 0, 1, NULL,                                 \
                     "a stuck member is replaced when more than this share is stuck"},             \
    [UDE4_SPREAD] = {"spread", HECO_OPTION_REAL, NAN, 0, 1e300, NULL,                              \
                     "and when the mean distance to the centroid exceeds this (0.005 of the mean " \
                     "width of the box)"},                                                         \
    [UDE4_CP_MAX] = {"cp_max", HECO_OPTION_REAL, 33, 0, 1e6, NULL,                                 \
                     "limit of the epsilon exponent"},                                             \
    [UDE4_LOSERS] = {"losers", HECO_OPTION_CHOICE, 0, 0, 1, "ignored|counted",                     \
                     "the beaten trials of an elite member: as in the program, or the report"},    \
    [UDE4_OPTIONS] = {0}
/* clang-format on */
static const heco_option ude4_options[] = {UDE4_OPTION_ROWS(UDE_RANK_NONE, 0.75, 0.4)};
static const heco_option ude3_options[] = {UDE4_OPTION_ROWS(UDE_RANK_BOTH, 1, 0.5)};

typedef struct {
    ude_family      e;
    double          SG, SProp, spread;
    size_t         *stuck; /* generations without success, moves with the member */
    size_t         *stuck_scratch;
    heco_population A; /* lost trials, the best N of the whole run           */
    size_t         *A_order;
    double         *centroid;
} ude4_state;

static double ude4_mean_width(const heco_space *space) {
    double sum = 0.0;
    for (size_t j = 0; j < space->n; j++)
        sum += (space->upper[j] - space->lower[j]) / (double)space->n;
    return sum;
}

static heco_status ude4_init(void *state, const heco_setup *setup, size_t *max_batch) {
    ude4_state *s = state;
    double     *o = setup->option;
    heco_sample_resolve_size(setup, UDE_FAMILY_N, 100.0, 5.0);
    if (isnan(o[UDE4_SPREAD])) o[UDE4_SPREAD] = 0.005 * ude4_mean_width(setup->space);
    ude_params p       = heco_ude_family_params(o);
    p.losers_lose      = o[UDE4_LOSERS] != 0.0;
    p.current          = o[UDE4_PROB];
    p.cp_max           = o[UDE4_CP_MAX];
    heco_status status = heco_ude_family_init(&s->e, &p, setup, max_batch);
    if (status != HECO_OK) return status;
    s->SG     = o[UDE4_SG];
    s->SProp  = o[UDE4_SPROP];
    s->spread = o[UDE4_SPREAD];
    heco_population_init(&s->A, setup->space->n, 2 * p.N, setup->arena);
    s->stuck         = heco_arena_take(setup->arena, p.N, sizeof *s->stuck);
    s->stuck_scratch = heco_arena_take(setup->arena, p.N, sizeof *s->stuck_scratch);
    s->A_order       = heco_arena_take(setup->arena, 2 * p.N, sizeof *s->A_order);
    s->centroid      = heco_arena_take(setup->arena, setup->space->n, sizeof *s->centroid);
    return heco_arena_failed(setup->arena) ? HECO_ERR_MEMORY : HECO_OK;
}

/* Replaces members by better candidates, updates wins and stagnation counters, and adds lost trials
 * to the archive. An elite candidate that won among its three is counted here again. */
static void ude4_replace(ude4_state *s, const heco_batch *in) {
    ude_family *e = &s->e;
    heco_ude_family_replace(e, in);
    for (size_t i = 0; i < e->P.count; i++) {
        size_t row = e->candidate[i];
        heco_tally_add(&e->tally, e->strategy[row], e->won[i]);
        s->stuck[i] = e->won[i] ? 0 : s->stuck[i] + 1;
        if (!e->won[i])
            heco_population_set(&s->A, s->A.count++, in->x + row * in->n, e->f[row], e->v[row]);
    }
}

/* Sorts the population and its stagnation counters. */
static void ude4_sort(ude4_state *s) {
    heco_ude_family_sort(&s->e);
    for (size_t i = 0; i < s->e.P.count; i++) s->stuck_scratch[i] = s->stuck[s->e.order[i]];
    memcpy(s->stuck, s->stuck_scratch, s->e.P.count * sizeof *s->stuck);
}

/* Keeps the best N of the archive by the feasibility rule. Their order does not matter, because
 * ude4_unstick draws one at random. */
static void ude4_trim_archive(ude4_state *s) {
    if (s->A.count <= s->e.p.N) return;
    heco_pick_identity(s->A_order, s->A.count);
    heco_index_select2(s->A_order, s->A.v, s->A.f, s->A.count, s->e.p.N);
    heco_population_keep(&s->A, s->A_order, s->e.p.N);
}

/* Returns the mean Euclidean distance of the members to their centroid. */
static double ude4_spread(ude4_state *s) {
    const heco_population *P   = &s->e.P;
    double                 sum = 0.0, N = (double)P->count;
    for (size_t j = 0; j < P->n; j++) s->centroid[j] = 0.0;
    for (size_t i = 0; i < P->count; i++)
        for (size_t j = 0; j < P->n; j++) s->centroid[j] += heco_population_row(P, i)[j] / N;
    for (size_t i = 0; i < P->count; i++) {
        double square = 0.0;
        for (size_t j = 0; j < P->n; j++) {
            double d = heco_population_row(P, i)[j] - s->centroid[j];
            square += d * d;
        }
        sum += sqrt(square);
    }
    return sum / N;
}

/* Replaces the first stuck member, mostly the best one, by a lost trial, if many are stuck. P is
 * sorted again only at the end of the next generation, as in the program. */
static void ude4_unstick(ude4_state *s) {
    ude_family *e     = &s->e;
    size_t      stuck = 0, first = 0;
    if ((double)e->g > e->G_max || s->A.count == 0) return;
    for (size_t i = e->P.count; i-- > 0;)
        if ((double)s->stuck[i] > s->SG) stuck++, first = i;
    if (stuck == 0 || !((double)stuck > s->SProp * (double)e->P.count)) return;
    if (!(ude4_spread(s) > s->spread)) return;
    size_t r = heco_rng_index(e->rng, s->A.count);
    heco_population_set(&e->P, first, heco_population_row(&s->A, r), s->A.f[r], s->A.v[r]);
    s->stuck[first] = 0;
}

static heco_status ude4_tell(void *state, const heco_batch *in) {
    ude4_state *s = state;
    if (s->e.P.count == 0) {
        heco_ude_family_start(&s->e, in);
        return HECO_OK;
    }
    heco_ude_family_judge(&s->e, in);
    ude4_replace(s, in);
    ude4_sort(s);
    ude4_trim_archive(s);
    ude4_unstick(s);
    return HECO_OK;
}

const heco_algorithm heco_algorithm_ude4 = {
    .size       = sizeof(heco_algorithm),
    .name       = "ude4",
    .title      = "UDE-IV: elite tries three strategies, stuck members leave",
    .reference  = "chauhan2025",
    .options    = ude4_options,
    .state_size = sizeof(ude4_state),
    .init       = ude4_init,
    .ask        = heco_ude_family_ask,
    .tell       = ude4_tell,
};

const heco_algorithm heco_algorithm_ude3 = {
    .size       = sizeof(heco_algorithm),
    .name       = "ude3",
    .title      = "UDE-III: as UDE-IV with parents by rank (reconstruction)",
    .reference  = "trivedi2024",
    .options    = ude3_options,
    .state_size = sizeof(ude4_state),
    .init       = ude4_init,
    .ask        = heco_ude_family_ask,
    .tell       = ude4_tell,
};
