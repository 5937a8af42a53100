/* rde26: RDEx tuned again, with a race of two trials for the best targets.
 * Tao, Hu, Zhao, Zhang, Yang, Wang, Kawai, Takizawa (2026), CEC competition      [tao2026]
 *
 * The steps are in srde_family.c; here are the constants of the authors' program, tuned for
 * CEC 2017 at 30 variables. Left out as without effect in the program: floors of CR before
 * exploitation begins, a memory-driven mean of F, levels on f and per constraint. Differs from it:
 * the budget is exact, successes are not lost when the populations shrink, below 10 variables N0
 * stays at its value for 10, and away from that suite jumps scale with the box (jump_units). */
#include "solver/algorithm_table.h"
#include "solver/papers/srde_family.h"

enum { RDE26_RACE = SRDE_ALL_OPTIONS, RDE26_OPTIONS };
static const heco_option rde26_options[] = {
    SRDE_OPTION_ROWS("9.98 n, at least 99", 11, 0.5, 13.98, 0.75)
        SRDE_EXPLOIT_ROWS(0.55, 0.3, 0.71, 0.91)[RDE26_RACE] =
            {"race", HECO_OPTION_REAL, 0.76, 0, 1, NULL,
             "share of the budget up to which the best targets race two trials; 0: never"},
    [RDE26_OPTIONS] = {0}};

static heco_status rde26_init(void *state, const heco_setup *setup, size_t *max_batch) {
    srde_params p = {.M_F       = 0.63,
                     .M_CR      = 0.94,
                     .rate      = 0.35,
                     .F_power   = 0.4,
                     .F_spread  = 0.05,
                     .CR_spread = 0.09,
                     .bound     = 0.21,
                     .exploit   = {.pool   = 0.4,
                                   .fade   = 0.35,
                                   .spread = 0.14,
                                   .F      = 0.43,
                                   .CR     = 0.63,
                                   .learn  = 1,
                                   .forget = 1},
                     .race      = {.feasible = 0.48,
                                   .targets  = 0.08,
                                   .pool     = 0.27,
                                   .toward   = 0.62,
                                   .across   = 1.16,
                                   .CR_min   = 0.26,
                                   .CR_max   = 0.85}};
    heco_srde_family_read(&p, setup, floor(9.98 * fmax(10.0, (double)setup->space->n)));
    heco_srde_family_read_exploit(&p, setup);
    p.race.until = setup->option[RDE26_RACE];
    return heco_srde_family_init(state, &p, setup, max_batch);
}

const heco_algorithm heco_algorithm_rde26 = {
    .size       = sizeof(heco_algorithm),
    .name       = "rde26",
    .title      = "RDE26: RDEx with a race of two trials for the best targets",
    .reference  = "tao2026",
    .traits     = HECO_TRAIT_SEQUENTIAL,
    .options    = rde26_options,
    .state_size = sizeof(srde_family),
    .init       = rde26_init,
    .ask        = heco_srde_family_ask,
    .tell       = heco_srde_family_tell,
};
