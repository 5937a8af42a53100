#include "solver/de/cross.h"

#include <string.h>

#include "base/clones.h"

enum { CROSS_SHORT = 8 };
enum { CROSS_CHUNK = 128 }; /* coordinates whose random bits are drawn together; even */

/* Draws 32 random bits for each of `count` coordinates. Two coordinates share 64 random bits: a
 * probability in steps of 2^-32 is fine enough for a crossover rate and halves the cost of the
 * draw. */
static void cross_fill(uint32_t *bits, size_t count, heco_rng *rng) {
    heco_rng r = *rng; /* in registers for the loop */
    for (size_t j = 0; j < count; j += 2) {
        uint64_t word = heco_rng_next(&r);
        bits[j]       = (uint32_t)word;
        bits[j + 1]   = (uint32_t)(word >> 32);
    }
    *rng = r;
}

/* Copies coordinates from the parent if their bits are not below the threshold. Returns the number
 * taken from the mutant. */
HECO_CLONES
static size_t cross_select(double *restrict trial, const double *restrict parent,
                           const uint32_t *bits, uint32_t threshold, size_t count) {
    size_t taken = 0;
    for (size_t j = 0; j < count; j++) {
        int keep = bits[j] < threshold;
        trial[j] = keep ? trial[j] : parent[j];
        taken += (size_t)keep;
    }
    return taken;
}

/* Moves the coordinates that cross_select took from the parent. */
static void cross_jump(double *trial, const double *scale, const uint32_t *bits, uint32_t threshold,
                       size_t count, heco_rng *rng) {
    for (size_t j = 0; j < count; j++)
        if (bits[j] >= threshold) trial[j] += scale[j] * heco_rng_cauchy_inline(rng);
}

typedef struct {
    double        CR;     /* probability of the mutant's coordinate               */
    size_t        forced; /* the coordinate that is always taken from it; n: none */
    const double *scale;  /* coordinates of the parent jump by it; NULL: they stay */
} cross_rule;

/* Takes coordinates from the mutant by the rule. Returns their number. The rule is not passed by
 * value, because reading a struct that was just copied took 5 ns per candidate (bench_search). */
static size_t cross_bernoulli(double *trial, const double *parent, const cross_rule *rule, size_t n,
                              heco_rng *rng) {
    uint32_t bits[CROSS_CHUNK];
    uint32_t threshold = rule->CR > 0.0 ? (uint32_t)(rule->CR * 0x1.0p32) : 0; /* CR < 1 */
    size_t   taken     = 0;
    if (threshold == 0 && rule->forced < n) threshold = 1;
    for (size_t begin = 0; begin < n; begin += CROSS_CHUNK) {
        size_t count = n - begin < CROSS_CHUNK ? n - begin : CROSS_CHUNK;
        cross_fill(bits, count, rng);
        if (rule->forced - begin < count) bits[rule->forced - begin] = 0;
        taken += cross_select(trial + begin, parent + begin, bits, threshold, count);
        if (rule->scale != NULL)
            cross_jump(trial + begin, rule->scale + begin, bits, threshold, count, rng);
    }
    return taken;
}

size_t heco_cross_binomial(double *trial, const double *parent, double CR, size_t n,
                           heco_force force, heco_rng *rng) {
    if (CR >= 1.0) return n;
    if (force == HECO_FORCE_NOTHING)
        return cross_bernoulli(trial, parent, &(cross_rule){CR, n, NULL}, n, rng);
    size_t random = n > 1 ? heco_rng_index_inline(rng, n) : 0;
    if (force == HECO_FORCE_ONE)
        return cross_bernoulli(trial, parent, &(cross_rule){CR, random, NULL}, n, rng);
    double value = trial[random]; /* HECO_FORCE_IF_NONE */
    size_t taken = cross_bernoulli(trial, parent, &(cross_rule){CR, n, NULL}, n, rng);
    if (taken > 0) return taken;
    trial[random] = value;
    return 1;
}

size_t heco_cross_binomial_jump(double *trial, const double *parent, double CR, const double *scale,
                                size_t n, heco_rng *rng) {
    if (CR >= 1.0) return n;
    size_t forced = n > 1 ? heco_rng_index_inline(rng, n) : 0;
    return cross_bernoulli(trial, parent, &(cross_rule){CR, forced, scale}, n, rng);
}

/* Copies `count` coordinates from `start` on, cyclically. */
static void cross_copy_run(double *to, const double *from, size_t start, size_t count, size_t n) {
    size_t first = count < n - start ? count : n - start;
    if (count <= CROSS_SHORT) { /* the usual case; cheaper than two calls */
        for (size_t j = start; j < start + first; j++) to[j] = from[j];
        for (size_t j = 0; j < count - first; j++) to[j] = from[j];
        return;
    }
    memcpy(to + start, from + start, first * sizeof *to);
    memcpy(to, from, (count - first) * sizeof *to);
}

/* Counts draws < CR until the first other one, at most `most`. */
static size_t cross_run_length(double CR, size_t most, heco_rng *rng) {
    heco_rng r      = *rng;
    size_t   length = 0;
    while (length < most && heco_rng_uniform_inline(&r) < CR) length++;
    *rng = r;
    return length;
}

size_t heco_cross_exponential_run(size_t *start, double CR, size_t n, heco_rng *rng) {
    *start = n > 1 ? heco_rng_index_inline(rng, n) : 0;
    return 1 + cross_run_length(CR, n - 1, rng);
}

size_t heco_cross_exponential(double *trial, const double *parent, double CR, size_t n,
                              heco_rng *rng) {
    size_t start, run = heco_cross_exponential_run(&start, CR, n, rng);
    size_t after = start + run < n ? start + run : start + run - n;
    cross_copy_run(trial, parent, after, n - run, n);
    return run;
}

size_t heco_cross_keep_run(double *trial, const double *parent, double CR, size_t most, size_t n,
                           heco_rng *rng) {
    size_t start = n > 1 ? heco_rng_index_inline(rng, n) : 0;
    size_t kept  = cross_run_length(CR, most, rng);
    cross_copy_run(trial, parent, start, kept, n);
    return n - kept;
}
