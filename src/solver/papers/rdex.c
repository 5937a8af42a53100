/* rdex: CL-SRDE with coordinate jumps and a late exploitation branch (RDEx-CSOP).
 * Tao et al. (2025), CEC competition on constrained optimisation                 [tao2025]
 *
 * The steps are in srde_family.c; here are the constants of the authors' program, tuned for
 * CEC 2017 at 30 variables. Differs from it: coordinates that jump out of the box are repaired like
 * the others (the program leaves them outside), below 10 variables N0 stays at its value for 10,
 * and away from that suite jumps scale with the box (jump_units). */
#include "solver/algorithm_table.h"
#include "solver/papers/srde_family.h"

static const heco_option rdex_options[] = {
    SRDE_OPTION_ROWS("10 n, at least 100", 5, 0.3, 7, 0.8)
        SRDE_EXPLOIT_ROWS(0.2, 0.1, 0.9, 0.7)[SRDE_ALL_OPTIONS] = {0}};

static heco_status rdex_init(void *state, const heco_setup *setup, size_t *max_batch) {
    srde_params p = heco_srde_family_rdex();
    heco_srde_family_read(&p, setup, 10.0 * fmax(10.0, (double)setup->space->n));
    heco_srde_family_read_exploit(&p, setup);
    return heco_srde_family_init(state, &p, setup, max_batch);
}

const heco_algorithm heco_algorithm_rdex = {
    .size       = sizeof(heco_algorithm),
    .name       = "rdex",
    .title      = "RDEx: CL-SRDE with coordinate jumps and late exploitation",
    .reference  = "tao2025",
    .traits     = HECO_TRAIT_SEQUENTIAL,
    .options    = rdex_options,
    .state_size = sizeof(srde_family),
    .init       = rdex_init,
    .ask        = heco_srde_family_ask,
    .tell       = heco_srde_family_tell,
};
