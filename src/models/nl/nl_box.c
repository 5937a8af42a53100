#include "models/nl/nl_box.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "problem/default_bound.h"

/* Modelling languages write numbers from here on for infinity. */
static const double nl_box_infinite = 1e20;
int                 heco_nl_no_lower(double bound) { return bound <= -nl_box_infinite; }
int                 heco_nl_no_upper(double bound) { return bound >= nl_box_infinite; }

const char *heco_nl_variable(const char *const *names, size_t j, char buffer[24]) {
    if (names != NULL && names[j] != NULL) return names[j];
    snprintf(buffer, 24, "x%zu", j + 1);
    return buffer;
}

/* Returns the bits HECO_LOWER_MISSING and HECO_UPPER_MISSING of variable j. */
static int nl_box_missing_bits(const heco_nl_box_input *in, size_t j) {
    return (heco_nl_no_lower(in->lower[j]) ? HECO_LOWER_MISSING : 0) |
           (heco_nl_no_upper(in->upper[j]) ? HECO_UPPER_MISSING : 0);
}

/* Refuses the model: names the first variables with a missing bound and counts the others. */
static heco_status nl_box_fail_unbounded(const heco_nl_box_input *in, heco_error *error) {
    static const char *const lacks[] = {"", "lower", "upper", "bounds"};
    char                     named[160], buffer[24], rest[40] = "";
    size_t                   used = 0, more = 0;
    for (size_t j = 0; j < in->n; j++) {
        int missing = nl_box_missing_bits(in, j);
        if (missing == 0) continue;
        const char *name = heco_nl_variable(in->names, j, buffer);
        if (more > 0 || (used > 0 && used + strlen(name) + 20 > sizeof named)) more++;
        else
            used += (size_t)snprintf(named + used, sizeof named - used, "%s'%.100s' (no %s)",
                                     used > 0 ? ", " : "", name, lacks[missing]);
    }
    if (more > 0) snprintf(rest, sizeof rest, ", %zu more", more);
    return heco_fail(error, HECO_ERR_MODEL,
                     "'%.150s': variables without bounds: %s%s: bound them in the model, set a "
                     "bound for all of them with --bound 1e6 (bound=1e6 in heco_options), or "
                     "omit --strict-bounds",
                     in->path, named, rest);
}

/* Refuses an empty box and names the variable. */
static heco_status nl_box_check(const heco_nl_box_input *in, const double *lower,
                                const double *upper, heco_error *error) {
    char buffer[24];
    for (size_t j = 0; j < in->n; j++) {
        const char *name = heco_nl_variable(in->names, j, buffer);
        if (lower[j] > upper[j])
            return heco_fail(error, HECO_ERR_MODEL,
                             "'%.150s': variable '%.80s' has lower bound %.17g above its upper "
                             "bound %.17g: correct the model",
                             in->path, name, lower[j], upper[j]);
        if (in->integer[j] && ceil(lower[j]) > floor(upper[j]))
            return heco_fail(error, HECO_ERR_MODEL,
                             "'%.150s': integer variable '%.80s' has no integer from %.17g to "
                             "%.17g: correct the model",
                             in->path, name, lower[j], upper[j]);
    }
    return HECO_OK;
}

/* Returns the distance of a missing bound: the user's, or a default that leaves the guess well
 * inside. A run then derives bounds from linear rows, and searches the rest on a logarithmic
 * scale. */
static double nl_box_distance(const heco_nl_box_input *in, double guess) {
    return in->bound > 0.0 ? in->bound : fmax(HECO_DEFAULT_BOUND, 10.0 * fabs(guess));
}

/* Moves a guess into the box, and to an integer. */
static double nl_box_inside(double x, double lower, double upper, int integer) {
    x = fmin(fmax(x, lower), upper);
    return integer ? fmin(fmax(nearbyint(x), ceil(lower)), floor(upper)) : x;
}

heco_status heco_nl_box(const heco_nl_box_input *in, heco_arena *arena, heco_space *space,
                        const double **start, heco_error *error) {
    double        *lower   = heco_arena_take(arena, in->n, sizeof *lower);
    double        *upper   = heco_arena_take(arena, in->n, sizeof *upper);
    double        *x       = heco_arena_take(arena, in->n, sizeof *x);
    unsigned char *missing = heco_arena_take(arena, in->n, 1), any = 0;
    if (lower == NULL || upper == NULL || x == NULL || missing == NULL) return HECO_ERR_MEMORY;
    for (size_t j = 0; j < in->n; j++) {
        double guess = in->guess != NULL && fabs(in->guess[j]) < nl_box_infinite ? in->guess[j] : 0;
        lower[j] = in->lower[j], upper[j] = in->upper[j];
        missing[j] = (unsigned char)nl_box_missing_bits(in, j);
        any |= missing[j];
        heco_default_bound_set(nl_box_distance(in, guess), missing[j], &lower[j], &upper[j]);
        x[j] = guess;
    }
    if (any && in->strict && !(in->bound > 0.0)) return nl_box_fail_unbounded(in, error);
    heco_status status = nl_box_check(in, lower, upper, error);
    for (size_t j = 0; status == HECO_OK && j < in->n; j++)
        x[j] = nl_box_inside(x[j], lower[j], upper[j], in->integer[j]);
    space->lower = lower, space->upper = upper;
    space->missing = any ? missing : NULL;
    *start         = x;
    return status;
}
