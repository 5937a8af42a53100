/* rdex-cask: RDEx with a second F, an archive and rules for stagnated targets.
 * Dikshant, Chauhan, Hao, Trivedi, Harikumar, Senthilnath (2026), arXiv:2605.09652  [dikshant2026]
 *
 *   paper                                            here
 *   second scale factor, Cauchy in [0, 1]            heco_srde_kick_trial
 *   archive of 50 overwritten feasible members       heco_srde_kick_settle
 *   kick after 180 refused trials                    heco_srde_kick_trial
 *   smoothed rate of the exploitation branch         srde_update_rho
 *
 * The other steps are in srde_family.c; the constants are those of the authors' program, which has
 * ten memory slots, no coordinate jumps, and F tied to SR^0.4. Differs from it: the best point is
 * the best by violation, then f; the program misses the first feasible points after an infeasible
 * record with a small f. Counters of refused trials stay with their target; the program permutes
 * them by the order of the top after each generation with a success. One variable jumps as in RDEx:
 * it is always taken from the mutant, and a population that has met in one point would stay there.
 */
#include "solver/algorithm_table.h"
#include "solver/papers/srde_kick.h"

enum {
    RDEX_CASK_EB_FROM = SRDE_OPTIONS,
    RDEX_CASK_RHO0,
    RDEX_CASK_ARCHIVE,
    RDEX_CASK_WAIT,
    RDEX_CASK_OPTIONS
};
static const heco_option rdex_cask_options[] = {
    SRDE_OPTION_ROWS("10 n, at least 100", 10, 0.3, 7, 0.8)[RDEX_CASK_EB_FROM] =
        {"eb_from", HECO_OPTION_REAL, 0.9, 0, 2, NULL,
         "share of the budget from which trials may exploit; above 1: never"},
    [RDEX_CASK_RHO0]    = {"rho0", HECO_OPTION_REAL, 0.5, 0, 1, NULL,
                           "probability of exploitation before anything is learned"},
    [RDEX_CASK_ARCHIVE] = {"archive", HECO_OPTION_INTEGER, 50, 1, 1e6, NULL,
                           "most points in the archive"},
    [RDEX_CASK_WAIT]    = {"wait", HECO_OPTION_INTEGER, 180, 1, 1e9, NULL,
                           "refused trials after which a target has stagnated"},
    [RDEX_CASK_OPTIONS] = {0}};

static heco_status rdex_cask_init(void *state, const heco_setup *setup, size_t *max_batch) {
    const double *o = setup->option;
    srde_params   p = heco_srde_family_rdex();
    p.F_power       = 0.4;
    p.jump_scale    = 0.1;
    p.jump          = setup->space->n > 1 ? 0.0 : 0.2;
    p.exploit.learn = 0.3, p.exploit.forget = 0.1;
    p.kick = (srde_kick){.F_scale = 0.1, .share = 0.65, .SR = 0.1, .CR = 0.95};
    heco_srde_family_read(&p, setup, 10.0 * fmax(10.0, (double)setup->space->n));
    p.exploit.from = o[RDEX_CASK_EB_FROM];
    p.exploit.rho0 = o[RDEX_CASK_RHO0];
    p.kick.archive = (size_t)o[RDEX_CASK_ARCHIVE];
    p.kick.wait    = o[RDEX_CASK_WAIT];
    return heco_srde_family_init(state, &p, setup, max_batch);
}

const heco_algorithm heco_algorithm_rdex_cask = {
    .size       = sizeof(heco_algorithm),
    .name       = "rdex-cask",
    .title      = "RDEx-CASK: RDEx with an archive and rules for stagnated targets",
    .reference  = "dikshant2026",
    .traits     = HECO_TRAIT_SEQUENTIAL,
    .options    = rdex_cask_options,
    .state_size = sizeof(srde_family),
    .init       = rdex_cask_init,
    .ask        = heco_srde_family_ask,
    .tell       = heco_srde_family_tell,
};
