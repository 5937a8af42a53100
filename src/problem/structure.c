/* Checks the lists of values and the linear constraints of a space. */
#include "problem/problem_read.h"

#include <math.h>

#include "base/error.h"

enum { STRUCTURE_MOST_UNORDERED = 10000 }; /* values of a category; every pair is compared */

/* Returns whether value i is above the one before, or, if unordered, different from all before
 * it. */
static int structure_fits_before(const heco_choice *c, size_t i) {
    if (!c->unordered) return i == 0 || c->values[i - 1] < c->values[i];
    for (size_t k = 0; k < i; k++)
        if (c->values[k] == c->values[i]) return 0;
    return 1;
}

heco_status heco_structure_check_choice(const heco_space *s, size_t j, const char *label,
                                        heco_error *error) {
    const heco_choice *c       = &s->choices[j];
    int                integer = s->integer != NULL && s->integer[j];
    if (c->count == 0) return HECO_OK;
    if (c->values == NULL)
        return heco_fail(error, HECO_ERR_ARG, "%s has a list of %zu values, but none are given",
                         label, c->count);
    if (c->unordered && c->count > STRUCTURE_MOST_UNORDERED)
        return heco_fail(error, HECO_ERR_ARG, "%s is a category of %zu values: at most %d", label,
                         c->count, STRUCTURE_MOST_UNORDERED);
    for (size_t i = 0; i < c->count; i++) {
        double v = c->values[i];
        if (!isfinite(v))
            return heco_fail(error, HECO_ERR_ARG, "value %zu of %s is not a finite number", i + 1,
                             label);
        if (!(v >= s->lower[j] && v <= s->upper[j]))
            return heco_fail(error, HECO_ERR_ARG,
                             "value %zu of %s is %.17g, outside its bounds %.17g .. %.17g", i + 1,
                             label, v, s->lower[j], s->upper[j]);
        if (integer && v != floor(v))
            return heco_fail(error, HECO_ERR_ARG, "value %zu of integer %s is %.17g", i + 1, label,
                             v);
        if (!structure_fits_before(c, i))
            return heco_fail(error, HECO_ERR_ARG, "value %zu of %s is %.17g: %s", i + 1, label, v,
                             c->unordered ? "it is there already" : "values must rise");
    }
    return HECO_OK;
}

static heco_status structure_check_row(const heco_space *s, size_t i, heco_error *error) {
    const heco_linear *l = s->linear;
    size_t             m = s->ng + s->nh;
    if (l->constraint[i] >= m)
        return heco_fail(error, HECO_ERR_ARG,
                         "linear row %zu is constraint number %zu, but there are %zu constraints",
                         i + 1, l->constraint[i] + 1, m);
    if (!isfinite(l->constant[i]))
        return heco_fail(error, HECO_ERR_ARG, "the constant of linear row %zu is not finite",
                         i + 1);
    for (size_t e = l->begin[i]; e < l->begin[i + 1]; e++)
        if (l->index[e] >= s->n || !isfinite(l->coef[e]))
            return heco_fail(error, HECO_ERR_ARG,
                             "linear row %zu has the coefficient %g for variable %zu of %zu", i + 1,
                             l->coef[e], l->index[e] + 1, s->n);
    return HECO_OK;
}

/* Refuses a constraint that has two linear rows. It needs no memory: rows usually come in the order
 * of their constraints, where a comparison with the row before is enough. */
static heco_status structure_check_duplicates(const heco_space *s, heco_error *error) {
    const heco_linear *l      = s->linear;
    int                rising = 1;
    for (size_t i = 1; i < l->count; i++) rising &= l->constraint[i - 1] < l->constraint[i];
    for (size_t i = 1; !rising && i < l->count; i++)
        for (size_t k = 0; k < i; k++)
            if (l->constraint[k] == l->constraint[i])
                return heco_fail(error, HECO_ERR_ARG, "constraint number %zu has two linear rows",
                                 l->constraint[i] + 1);
    return HECO_OK;
}

heco_status heco_structure_check_linear(const heco_space *s, heco_error *error) {
    const heco_linear *l = s->linear;
    if (l == NULL || l->count == 0) return HECO_OK;
    if (l->count > s->ng + s->nh)
        return heco_fail(error, HECO_ERR_ARG, "%zu linear rows for %zu constraints", l->count,
                         s->ng + s->nh);
    if (l->constraint == NULL || l->begin == NULL || l->constant == NULL ||
        (l->begin[l->count] > 0 && (l->index == NULL || l->coef == NULL)))
        return heco_fail(error, HECO_ERR_ARG, "the linear rows lack one of their arrays");
    if (l->begin[0] != 0)
        return heco_fail(error, HECO_ERR_ARG, "the first linear row does not begin at 0");
    for (size_t i = 0; i < l->count;
         i++) /* checked first, so that no entry is read beyond the last */
        if (l->begin[i] > l->begin[i + 1])
            return heco_fail(error, HECO_ERR_ARG, "linear row %zu ends before it begins", i + 1);
    for (size_t i = 0; i < l->count; i++) {
        heco_status status = structure_check_row(s, i, error);
        if (status != HECO_OK) return status;
    }
    return structure_check_duplicates(s, error);
}
