#include "solver/common/sample.h"

#include <string.h>

#include "base/error.h"
#include "solver/common/pick.h"

/* Returns lower + u (upper - lower), which can round up to a value above the bound, at most upper.
 */
static double sample_between(double lower, double upper, double u) {
    double x = lower + u * (upper - lower);
    return x > upper ? upper : x;
}

void heco_sample_uniform(double *x, const heco_space *s, heco_rng *rng) {
    for (size_t j = 0; j < s->n; j++)
        x[j] = sample_between(s->lower[j], s->upper[j], heco_rng_uniform_inline(rng));
}

void heco_sample_disturb(double *x, const double *from, double p, const heco_space *s,
                         heco_rng *rng) {
    for (size_t j = 0; j < s->n; j++)
        x[j] = heco_rng_uniform_inline(rng) < p
                   ? sample_between(s->lower[j], s->upper[j], heco_rng_uniform_inline(rng))
                   : from[j];
}

/* Asks for `count` rows, of which those from `given` on are uniform. */
static heco_status sample_fill(heco_batch *out, size_t given, size_t count,
                               const heco_setup *setup) {
    out->count = count;
    for (size_t i = given; i < count; i++)
        heco_sample_uniform(out->x + i * out->n, setup->space, setup->rng);
    return HECO_OK;
}

heco_status heco_sample_initial(heco_batch *out, size_t count, const heco_setup *setup) {
    size_t given = setup->starts < count ? setup->starts : count;
    if (given > 0) memcpy(out->x, setup->start, given * out->n * sizeof *out->x);
    return sample_fill(out, given, count, setup);
}

heco_status heco_sample_rows(heco_batch *out, size_t count, const heco_setup *setup) {
    return sample_fill(out, 0, count, setup);
}

void heco_sample_latin(double *x, size_t count, const heco_space *s, heco_rng *rng,
                       size_t *interval) {
    for (size_t j = 0; j < s->n; j++) {
        heco_pick_identity(interval, count);
        heco_pick_subset(interval, count, count, rng);
        for (size_t i = 0; i < count; i++) {
            double u        = ((double)interval[i] + heco_rng_uniform_inline(rng)) / (double)count;
            x[i * s->n + j] = sample_between(s->lower[j], s->upper[j], u);
        }
    }
}

heco_status heco_sample_check_budget(const heco_setup *setup, size_t population) {
    if (setup->max_evals >= population) return HECO_OK;
    return heco_fail(
        setup->error, HECO_ERR_ARG,
        "the budget of %llu evaluations is smaller than the first population of %zu: raise "
        "the budget or lower the population size",
        (unsigned long long)setup->max_evals, population);
}

heco_status heco_sample_check_variables(const heco_setup *setup, int most, const char *step) {
    if (setup->space->n <= (size_t)most) return HECO_OK;
    return heco_fail(setup->error, HECO_ERR_ARG,
                     "%zu variables are too many (at most %d): %s costs n^3 operations, choose "
                     "another algorithm",
                     setup->space->n, most, step);
}

void heco_sample_resolve_size(const heco_setup *setup, size_t option, double wanted, double least) {
    uint64_t tenth = setup->max_evals / 10;
    double   size  = wanted < (double)tenth ? wanted : (double)tenth;
    if (isnan(setup->option[option])) setup->option[option] = size > least ? size : least;
}
