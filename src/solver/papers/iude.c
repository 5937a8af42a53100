/* iude: improved unified differential evolution (UDE-II).
 * Trivedi, Srinivasan, Biswas (2018), IEEE CEC                                 [trivedi2018]
 *
 *   step                                          here
 *   three trials per top member, one per other    heco_ude_family_generate
 *   best of three, memories, wins and losses      heco_ude_family_judge
 *   epsilon level, replacement, sort              iude_tell
 *
 * Everything but sizes and options is in ude_family.c. The paper leaves open, or we could not read:
 * the population size (N: 5 n, chosen to fit the published table; here between 20 and 250), which
 * parents are drawn by rank (ranking: base and terminal vector), how pbest scales (p_min, p_max).
 * Violations are sums, as in the authors' program. Added: the exponent of the epsilon level is not
 * negative, points that failed do not count in its start, the last generation is cut to the
 * budget. */
#include "solver/algorithm_table.h"
#include "solver/common/sample.h"
#include "solver/papers/ude_family.h"

static const heco_option iude_options[] = {
    UDE_FAMILY_OPTION_ROWS(4, "population size (5 n, from 20 to 250)", 0.5, UDE_RANK_BOTH),
    [UDE_FAMILY_OPTIONS] = {0}};

static heco_status iude_init(void *state, const heco_setup *setup, size_t *max_batch) {
    heco_sample_resolve_size(setup, UDE_FAMILY_N,
                             fmin(250.0, fmax(20.0, 5.0 * (double)setup->space->n)), 4.0);
    ude_params p = heco_ude_family_params(setup->option);
    return heco_ude_family_init(state, &p, setup, max_batch);
}

static heco_status iude_tell(void *state, const heco_batch *in) {
    ude_family *e = state;
    if (e->P.count > 0) {
        heco_ude_family_judge(e, in);
        heco_ude_family_replace(e, in);
        heco_ude_family_sort(e);
    } else {
        heco_ude_family_start(e, in);
    }
    return HECO_OK;
}

const heco_algorithm heco_algorithm_iude = {
    .size       = sizeof(heco_algorithm),
    .name       = "iude",
    .title      = "IUDE: top half tries three strategies, epsilon level",
    .reference  = "trivedi2018",
    .options    = iude_options,
    .state_size = sizeof(ude_family),
    .init       = iude_init,
    .ask        = heco_ude_family_ask,
    .tell       = iude_tell,
};
