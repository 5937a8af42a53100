/* HECO_CLONES: compile a row kernel for several instruction sets and choose at run time.
 * The kernels it marks work element by element, without fused multiply-add, so every version
 * gives the same bits. Off under sanitizers, whose start-up the choice at load time precedes, and in
 * coverage builds, where gcov does not see the versions. */
#ifndef HECO_BASE_CLONES_H
#define HECO_BASE_CLONES_H

#if defined(__x86_64__) && defined(__gnu_linux__) && defined(__GNUC__) && !defined(__clang__) && \
    !defined(HECO_SANITIZED) && !defined(HECO_COVERAGE)
#define HECO_CLONES __attribute__((target_clones("avx2", "default")))
#else
#define HECO_CLONES
#endif

#endif
