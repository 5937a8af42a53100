#include "run/box_check.h"

#include <math.h>

#include "base/error.h"

/* Reports x, which is entry `at` of the points of the batch. */
static heco_status box_check_fail(double x, size_t at, const heco_space *s, heco_error *error) {
    size_t row = at / s->n + 1, j = at % s->n;
    if (isnan(x))
        return heco_fail(error, HECO_ERR_ARG,
                         "point %zu of the batch it asks for is not a number in variable %zu", row,
                         j + 1);
    return heco_fail(error, HECO_ERR_ARG,
                     "point %zu of the batch it asks for is outside the box: variable %zu is "
                     "%.17g, its range is %.17g .. %.17g",
                     row, j + 1, x, s->lower[j], s->upper[j]);
}

heco_status heco_box_check(const heco_batch *b, const heco_space *s, heco_error *error) {
    for (size_t i = 0; i < b->count; i++) {
        const double *x   = b->x + i * s->n;
        int           out = 0;
        /* The first loop has no branches, because almost every point is in the box. */
        for (size_t j = 0; j < s->n; j++) out |= !((x[j] >= s->lower[j]) & (x[j] <= s->upper[j]));
        for (size_t j = 0; out && j < s->n; j++)
            if (!(x[j] >= s->lower[j] && x[j] <= s->upper[j]))
                return box_check_fail(x[j], i * s->n + j, s, error);
    }
    return HECO_OK;
}

int heco_box_is_point(const heco_space *s, size_t count) {
    for (size_t j = 0; j < count; j++) {
        double lower = s->lower[j], upper = s->upper[j];
        if (s->integer != NULL && s->integer[j]) lower = ceil(lower), upper = floor(upper);
        if (s->choices != NULL && s->choices[j].count > 0) {
            if (s->choices[j].count > 1) return 0;
        } else if (lower < upper) return 0;
    }
    return 1;
}
