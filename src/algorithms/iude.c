/* iude: improved unified differential evolution (UDE-II).
 * Trivedi, Srinivasan, Biswas (2018), IEEE CEC                                 [trivedi2018]
 *
 *   step                                          here
 *   three trials per top member, one per other    ude_family_generate
 *   best of three, memories, wins and losses      ude_family_judge
 *   epsilon level, replacement, sort              iude_tell
 *
 * Everything but sizes and options is in ude_family.c. The paper leaves open, or we could not read:
 * the population size (N: 5 n, chosen to fit the published table; here between 20 and 250), which
 * parents are drawn by rank (ranking: base and terminal vector), how pbest scales (p_min, p_max).
 * Violations are sums, as in the authors' program. Added: the exponent of the epsilon level is not
 * negative, points that failed do not count in its start, the last generation is cut to the
 * budget. */
#include "algorithms/algorithm_table.h"
#include "algorithms/ude_family.h"
#include "search/sample.h"

enum { IUDE_N, IUDE_TOP, IUDE_LP, IUDE_H, IUDE_P_MIN, IUDE_P_MAX, IUDE_RANKING, IUDE_OPTIONS };
static const heco_option iude_options[] = {
    [IUDE_N]       = {"N", HECO_OPTION_INTEGER, NAN, 4, 1e8, NULL,
                      "population size (5 n, from 20 to 250)"},
    [IUDE_TOP]     = {"top", HECO_OPTION_REAL, 0.5, 0, 1, NULL,
                      "share of the population that tries all three strategies"},
    [IUDE_LP]      = {"Lp", HECO_OPTION_INTEGER, 25, 1, 1e5, NULL,
                      "generations from which strategy probabilities are learned"},
    [IUDE_H]       = {"H", HECO_OPTION_INTEGER, 100, 1, 1e4, NULL, "memory slots per strategy"},
    [IUDE_P_MIN]   = {"p_min", HECO_OPTION_INTEGER, 5, 2, 1e6, NULL,
                      "pbest: least number of members"},
    [IUDE_P_MAX]   = {"p_max", HECO_OPTION_INTEGER, 20, 2, 1e6, NULL,
                      "pbest: largest number of members"},
    [IUDE_RANKING] = {"ranking", HECO_OPTION_CHOICE, UDE_RANK_BOTH, 0, 2, "none|base|both",
                      "parents drawn by rank: none, the base vector, or base and terminal vector"},
    [IUDE_OPTIONS] = {0}};

typedef struct {
    ude_family e;
    double     eps;
    int        started;
} iude_state;

static heco_status iude_init(void *state, const heco_setup *setup, size_t *max_batch) {
    iude_state *s = state;
    double     *o = setup->option;
    if (isnan(o[IUDE_N])) {
        double wanted = fmin(250.0, fmax(20.0, 5.0 * (double)setup->space->n));
        o[IUDE_N]     = heco_sample_default_size(setup, wanted, 4.0);
    }
    ude_params p = {.N           = (size_t)o[IUDE_N],
                    .room        = (size_t)o[IUDE_N],
                    .T           = (size_t)floor(o[IUDE_TOP] * o[IUDE_N]),
                    .Lp          = (size_t)o[IUDE_LP],
                    .H           = (size_t)o[IUDE_H],
                    .p_min       = (size_t)fmin(o[IUDE_P_MIN], o[IUDE_P_MAX]),
                    .p_max       = (size_t)o[IUDE_P_MAX],
                    .ranking     = (int)o[IUDE_RANKING],
                    .losers_lose = 1,
                    .current     = 1.0,
                    .cp_max      = INFINITY};
    return ude_family_init(&s->e, &p, setup, max_batch);
}

static heco_status iude_ask(void *state, heco_batch *out) {
    iude_state *s = state;
    if (s->started) {
        ude_family_generate(&s->e, out);
        s->eps = ude_family_epsilon(&s->e);
    } else {
        out->count = s->e.p.N;
        heco_sample_initial(out->x, out->count, s->e.setup);
    }
    return HECO_OK;
}

static heco_status iude_tell(void *state, const heco_batch *in) {
    iude_state *s = state;
    if (s->started) {
        ude_family_judge(&s->e, in);
        ude_family_replace(&s->e, in, s->eps);
        ude_family_sort(&s->e);
    } else {
        ude_family_start(&s->e, in);
        s->started = 1;
    }
    return HECO_OK;
}

const heco_algorithm heco_algorithm_iude = {
    .size       = sizeof(heco_algorithm),
    .name       = "iude",
    .title      = "IUDE: top half tries three strategies, epsilon level",
    .reference  = "trivedi2018",
    .options    = iude_options,
    .state_size = sizeof(iude_state),
    .init       = iude_init,
    .ask        = iude_ask,
    .tell       = iude_tell,
};
