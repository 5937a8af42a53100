#include "run/limit_scale.h"

#include <math.h>
#include <stdlib.h>

#include "base/error.h"

enum { LIMIT_SCALE_MOST = 100 }; /* the largest exponent, so that scaled values are finite */

double heco_limit_scale(double limit) {
    int exponent;
    if (!isfinite(limit) || limit == 0.0) return 1.0;
    double mantissa = frexp(fabs(limit), &exponent); /* from 0.5 to below 1 */
    if (mantissa < 0x1.6a09e667f3bcdp-1) exponent--; /* the square root of 0.5 */
    if (exponent > LIMIT_SCALE_MOST) exponent = LIMIT_SCALE_MOST;
    if (exponent < -LIMIT_SCALE_MOST) exponent = -LIMIT_SCALE_MOST;
    return ldexp(1.0, -exponent);
}

int heco_limit_scales_needed(const double *limits, size_t count) {
    for (size_t k = 0; limits != NULL && k < count; k++)
        if (heco_limit_scale(limits[k]) != 1.0) return 1;
    return 0;
}

heco_status heco_limits_set(heco_run_options *o, double **memory, const heco_problem *p,
                            heco_error *error) {
    size_t count = p->space.ng + p->space.nh;
    *memory      = NULL;
    if (p->forms == NULL || p->protocol || o->limits != NULL) return HECO_OK;
    *memory = calloc(count + 1, sizeof **memory);
    if (*memory == NULL) return heco_fail_memory(error);
    for (size_t k = 0; k < count; k++)
        if (p->forms[k].sense != 0) (*memory)[k] = fabs(p->forms[k].bound / p->forms[k].factor);
    o->limits = *memory;
    return HECO_OK;
}
