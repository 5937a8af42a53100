/* The stream of a job is a hash of the names of the job, not of its position in a plan. A run
 * therefore gets the same random numbers in any plan, in any order, on any number of threads and
 * after any number of interruptions.
 *
 * The hash is FNV-1a over the fields. A zero byte ends each text, so that neighbouring texts
 * cannot run together; numbers are eight bytes from the lowest. The finaliser of splitmix64
 * (Steele, Lea, Flood 2014, OOPSLA) follows, because FNV leaves the high bits of short inputs
 * poorly mixed. The top bit is cleared, because SQLite's integers are signed. */
#include <string.h>

#include "base/hash.h"
#include "heco/experiment.h"

static uint64_t seed_text(uint64_t hash, const char *text) {
    return heco_hash_fnv1a(hash, text, strlen(text) + 1);
}

static uint64_t seed_number(uint64_t hash, uint64_t number) {
    unsigned char byte[8];
    for (int i = 0; i < 8; i++) byte[i] = (unsigned char)(number >> (8 * i));
    return heco_hash_fnv1a(hash, byte, sizeof byte);
}

uint64_t heco_job_stream(uint64_t seed, const char *suite, const char *problem, size_t dim,
                         const char *algorithm, unsigned run) {
    uint64_t z = HECO_HASH_BEGIN;
    z          = seed_number(z, seed);
    z          = seed_text(z, suite);
    z          = seed_text(z, problem);
    z          = seed_number(z, dim);
    z          = seed_text(z, algorithm);
    z          = seed_number(z, run);
    z          = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z          = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return (z ^ (z >> 31)) >> 1;
}

uint64_t heco_checkpoint(uint64_t max_evals, size_t points, size_t k) {
    /* quotient and remainder separately, so that k * max_evals cannot overflow */
    uint64_t whole = max_evals / points, rest = max_evals % points;
    return k * whole + (k * rest + points - 1) / points;
}
