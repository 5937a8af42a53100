/* The part of a plan that a bench runs. */
#include "experiment/plan.h"

#include "base/error.h"

heco_status heco_part_check(const heco_bench_options *options, heco_error *error) {
    if (options->parts == 0 && options->part == 0) return HECO_OK;
    if (options->part >= 1 && options->part <= options->parts) return HECO_OK;
    return heco_fail(error, HECO_ERR_ARG,
                     "--part %u/%u: the part must be from 1 to the number of parts", options->part,
                     options->parts);
}
