#include "heco/common.h"

#ifdef HECO_HAVE_COMMIT
#include <heco_commit.h> /* HECO_COMMIT, written by cmake/commit.cmake */
#else
#define HECO_COMMIT "unknown"
#endif
#ifndef HECO_FEATURES
#define HECO_FEATURES ""
#endif

#define VERSION_TEXT2(a, b, c) #a "." #b "." #c
#define VERSION_TEXT(a, b, c) VERSION_TEXT2(a, b, c)
#define VERSION VERSION_TEXT(HECO_VERSION_MAJOR, HECO_VERSION_MINOR, HECO_VERSION_PATCH)
#if defined(__clang__)
#define VERSION_COMPILER \
    "clang " VERSION_TEXT(__clang_major__, __clang_minor__, __clang_patchlevel__)
#elif defined(__GNUC__)
#define VERSION_COMPILER "gcc " VERSION_TEXT(__GNUC__, __GNUC_MINOR__, __GNUC_PATCHLEVEL__)
#else
#define VERSION_COMPILER "unknown compiler"
#endif

/* The class of machines that this build runs on. */
#if defined(__x86_64__) || defined(_M_X64)
#define VERSION_PROCESSOR "x86-64"
#elif defined(__aarch64__)
#define VERSION_PROCESSOR "AArch64"
#elif defined(__riscv)
#define VERSION_PROCESSOR "RISC-V"
#else
#define VERSION_PROCESSOR "other processor"
#endif
#if defined(_WIN32)
#define VERSION_SYSTEM "Windows"
#elif defined(__linux__)
#define VERSION_SYSTEM "Linux"
#elif defined(__APPLE__)
#define VERSION_SYSTEM "macOS"
#else
#define VERSION_SYSTEM "other system"
#endif

const char *heco_version(void) { return VERSION; }
unsigned    heco_version_number(void) { return HECO_VERSION_NUMBER; }
const char *heco_version_features(void) { return HECO_FEATURES; }
const char *heco_version_commit(void) { return HECO_COMMIT; }
const char *heco_version_compiler(void) { return VERSION_COMPILER; }

const char *heco_version_build(void) {
    return VERSION " (" HECO_COMMIT ", " VERSION_COMPILER ", " VERSION_PROCESSOR " " VERSION_SYSTEM
                   ", " HECO_FEATURES ")";
}
