/* Short vectors of doubles whose lanes never mix: the value of a lane depends on that lane alone,
 * so results do not depend on the width.
 *
 * A source file for a certain instruction set defines HECO_VECTOR_AVX2 before it includes this
 * header, and marks every function that uses vectors HECO_VECTOR_FN (small, always inlined) or
 * HECO_VECTOR_TARGET (called through a pointer if heco_vector_avx2() returns 1). Without the
 * definition the vectors are those of every machine of the architecture. */
#ifndef HECO_SUITES_CEC2017_LANES_H
#define HECO_SUITES_CEC2017_LANES_H

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
#define HECO_VECTOR_X86 1
#include <immintrin.h>
#else
#define HECO_VECTOR_X86 0
#endif

#if HECO_VECTOR_X86 && defined(HECO_VECTOR_AVX2)
#define HECO_VECTOR_TARGET __attribute__((target("avx2")))
enum { HECO_VECTOR_WIDTH = 4 };
#else
#define HECO_VECTOR_TARGET
enum { HECO_VECTOR_WIDTH = 2 };
#endif
#define HECO_VECTOR_FN static inline __attribute__((always_inline)) HECO_VECTOR_TARGET

typedef double   heco_vd __attribute__((vector_size(HECO_VECTOR_WIDTH * 8)));
typedef uint64_t heco_vb __attribute__((vector_size(HECO_VECTOR_WIDTH * 8))); /* bits        */
typedef int64_t  heco_vm __attribute__((vector_size(HECO_VECTOR_WIDTH * 8))); /* comparisons */

/* Returns 1 if this machine runs code made with HECO_VECTOR_AVX2. */
static inline int heco_vector_avx2(void) {
#if HECO_VECTOR_X86
    return __builtin_cpu_supports("avx2");
#else
    return 0;
#endif
}

/* The same 64 bits per lane, read as the other type. */
HECO_VECTOR_FN heco_vb heco_vd_bits(heco_vd a) { return (heco_vb)a; }
HECO_VECTOR_FN heco_vd heco_vd_from_bits(heco_vb b) { return (heco_vd)b; }

HECO_VECTOR_FN heco_vd heco_vd_all(double a) {
    heco_vd zero = {0.0};
    return zero + a;
}

HECO_VECTOR_FN heco_vd heco_vd_load(const double *from) {
    heco_vd a;
    memcpy(&a, from, sizeof a);
    return a;
}

HECO_VECTOR_FN void heco_vd_store(double *to, heco_vd a) { memcpy(to, &a, sizeof a); }

HECO_VECTOR_FN heco_vd heco_vd_abs(heco_vd a) {
    return heco_vd_from_bits(heco_vd_bits(a) & (UINT64_MAX >> 1));
}

/* Lane by lane: yes where the mask is all ones, no where it is zero. */
HECO_VECTOR_FN heco_vd heco_vd_select(heco_vm mask, heco_vd yes, heco_vd no) {
#if HECO_VECTOR_X86 && defined(HECO_VECTOR_AVX2)
    return _mm256_blendv_pd(no, yes, (heco_vd)mask);
#else
    return heco_vd_from_bits((heco_vd_bits(yes) & (heco_vb)mask) |
                             (heco_vd_bits(no) & ~(heco_vb)mask));
#endif
}

/* Returns 1 if any lane of a comparison is true. */
HECO_VECTOR_FN int heco_vm_any(heco_vm mask) {
#if HECO_VECTOR_X86 && defined(HECO_VECTOR_AVX2)
    return _mm256_movemask_pd((heco_vd)mask) != 0;
#elif HECO_VECTOR_X86
    return _mm_movemask_pd((heco_vd)mask) != 0;
#else
    int64_t any = 0;
    for (int l = 0; l < HECO_VECTOR_WIDTH; l++) any |= mask[l];
    return any != 0;
#endif
}

/* The value where the mask is all ones, else 0. */
HECO_VECTOR_FN heco_vd heco_vd_where(heco_vm mask, heco_vd a) {
    return heco_vd_from_bits(heco_vd_bits(a) & (heco_vb)mask);
}

/* a where a > b, else b. */
HECO_VECTOR_FN heco_vd heco_vd_max(heco_vd a, heco_vd b) {
#if HECO_VECTOR_X86 && defined(HECO_VECTOR_AVX2)
    return _mm256_max_pd(a, b);
#elif HECO_VECTOR_X86
    return _mm_max_pd(a, b);
#else
    return heco_vd_select(a > b, a, b);
#endif
}

HECO_VECTOR_FN heco_vd heco_vd_sqrt(heco_vd a) {
#if HECO_VECTOR_X86 && defined(HECO_VECTOR_AVX2)
    return _mm256_sqrt_pd(a);
#elif HECO_VECTOR_X86
    return _mm_sqrt_pd(a);
#else
    for (int l = 0; l < HECO_VECTOR_WIDTH; l++) a[l] = sqrt(a[l]);
    return a;
#endif
}

/* Row l of a square block becomes lane l of every vector. */
HECO_VECTOR_FN void heco_vd_transpose(heco_vd *v) {
#if HECO_VECTOR_X86 && defined(HECO_VECTOR_AVX2)
    /* analyse: gcc analyzer-use-of-uninitialized-value: a loop of the caller fills all of v */
    heco_vd a = _mm256_unpacklo_pd(v[0], v[1]), b = _mm256_unpackhi_pd(v[0], v[1]);
    /* analyse: gcc analyzer-use-of-uninitialized-value: a loop of the caller fills all of v */
    heco_vd c = _mm256_unpacklo_pd(v[2], v[3]), d = _mm256_unpackhi_pd(v[2], v[3]);
    v[0] = _mm256_permute2f128_pd(a, c, 0x20), v[1] = _mm256_permute2f128_pd(b, d, 0x20);
    v[2] = _mm256_permute2f128_pd(a, c, 0x31), v[3] = _mm256_permute2f128_pd(b, d, 0x31);
#else
    /* analyse: gcc analyzer-use-of-uninitialized-value: a loop of the caller fills all of v */
    heco_vd a = {v[0][0], v[1][0]}, b = {v[0][1], v[1][1]};
    v[0] = a, v[1] = b;
#endif
}

#endif
