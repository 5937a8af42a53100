/* cl-srde: front and top population, scale factor tied to the success rate, quantile level.
 * Stanovov, Semenkin (2024), CEC competition on constrained optimisation         [stanovov2024]
 *
 * The steps are in srde_family.c; here are the constants of the author's program, tuned for
 * CEC 2017 at 30 variables. Not reproduced: an epsilon on f that is never taken, a mean of F from
 * its memory that is switched off in the competition's runs (the memory is kept all the same). */
#include "solver/algorithm_table.h"
#include "solver/papers/srde_family.h"

static const heco_option cl_srde_options[] = {
    SRDE_OPTION_ROWS("600", 5, 0.3, 7, 0.8)[SRDE_OPTIONS] = {0}};

static heco_status cl_srde_init(void *state, const heco_setup *setup, size_t *max_batch) {
    srde_params p = {.M_F          = 0.3,
                     .M_CR         = 1.0,
                     .rate         = 0.5,
                     .F_power      = 1.0 / 3.0,
                     .F_spread     = 0.05,
                     .CR_spread    = 0.1,
                     .bound        = 0.5,
                     .exploit.from = 2.0};
    heco_srde_family_read(&p, setup, 600.0);
    return heco_srde_family_init(state, &p, setup, max_batch);
}

const heco_algorithm heco_algorithm_cl_srde = {
    .size       = sizeof(heco_algorithm),
    .name       = "cl-srde",
    .title      = "CL-SRDE: front and top population, F from the success rate",
    .reference  = "stanovov2024",
    .traits     = HECO_TRAIT_SEQUENTIAL,
    .options    = cl_srde_options,
    .state_size = sizeof(srde_family),
    .init       = cl_srde_init,
    .ask        = heco_srde_family_ask,
    .tell       = heco_srde_family_tell,
};
