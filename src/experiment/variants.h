/* Algorithms with their options, as a plan names them. */
#ifndef HECO_EXPERIMENT_VARIANTS_H
#define HECO_EXPERIMENT_VARIANTS_H

#include "base/arena.h"
#include "heco/model.h"
#include "heco/experiment.h"

typedef struct {
    const char           *label;
    const heco_algorithm *algorithm;
    heco_algorithm_file  *file; /* where the algorithm comes from one, else NULL          */
    const char          **set; /* "name=value": what was asked for, later ones win        */
    size_t                sets;
    const char           *options; /* every option as "name=value name=value ...", with the
                                    * defaults; "auto" where the run decides               */
} heco_variant;

/* All option values in one line, into `buffer`; "auto" for NAN. Those of members only where they
 * are not the default. */
void heco_variant_print(const heco_algorithm *algorithm, const double *values, char *buffer,
                        size_t size);
/* Bytes that heco_variant_print needs at most. */
size_t heco_variant_print_size(const heco_algorithm *algorithm);

/* Reads `algorithms` and `set` of the plan options; memory from the arena. Files are to be closed
 * also when it fails. */
heco_status heco_variants_parse(heco_variant **out, size_t *count, const heco_plan_options *options,
                                heco_arena *arena, heco_error *error);
void heco_variants_close(heco_variant *variants, size_t count);

#endif
