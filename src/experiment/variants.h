/* Algorithms with their options, as a plan names them. */
#ifndef HECO_EXPERIMENT_VARIANTS_H
#define HECO_EXPERIMENT_VARIANTS_H

#include "base/arena.h"
#include "heco/model.h"
#include "heco/experiment.h"

typedef struct {
    const char           *label;
    const heco_algorithm *algorithm;
    heco_algorithm_file  *file; /* shared object of the algorithm, or NULL                */
    const char          **set; /* the given options as "name=value"; later ones win       */
    size_t                sets;
    const char           *options; /* every option as "name=value name=value ...", with the
                                    * defaults; "auto" where the run decides               */
} heco_variant;

/* Prints all option values into `buffer` in one line; "auto" for NAN. Options of members appear
 * only if they differ from their default. */
void heco_variant_print(const heco_algorithm *algorithm, const double *values, char *buffer,
                        size_t size);
/* Returns the largest number of bytes that heco_variant_print needs. */
size_t heco_variant_print_size(const heco_algorithm *algorithm);

/* Reads `algorithms` and `set` of the plan options; memory comes from the arena. The caller closes
 * the shared objects, also on failure. */
heco_status heco_variants_parse(heco_variant **out, size_t *count, const heco_plan_options *options,
                                heco_arena *arena, heco_error *error);
void heco_variants_close(heco_variant *variants, size_t count);

#endif
