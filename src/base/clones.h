/* HECO_CLONES compiles a row kernel for several instruction sets; the loader chooses one. The
 * kernels work element by element, without fused multiply-add, so that every version gives the same
 * bits. It is off with sanitizers, which start after the loader has chosen, and in coverage builds,
 * because gcov does not see the versions. It is off without glibc: musl's loader does not resolve such
 * functions, and a call of one ends anywhere. */
#ifndef HECO_BASE_CLONES_H
#define HECO_BASE_CLONES_H

#include <stdlib.h> /* defines __GLIBC__ where it is the C library */

#if defined(__x86_64__) && defined(__GLIBC__) && defined(__GNUC__) && !defined(__clang__) && \
    !defined(HECO_SANITIZED) && !defined(HECO_COVERAGE)
#define HECO_CLONES __attribute__((target_clones("avx2", "default")))
#else
#define HECO_CLONES
#endif

#endif
