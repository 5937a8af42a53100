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

const char *heco_version(void) { return VERSION; }
unsigned    heco_version_number(void) { return HECO_VERSION_NUMBER; }
const char *heco_version_features(void) { return HECO_FEATURES; }
const char *heco_version_commit(void) { return HECO_COMMIT; }
const char *heco_version_compiler(void) { return VERSION_COMPILER; }

const char *heco_version_build(void) {
    return VERSION " (" HECO_COMMIT ", " VERSION_COMPILER ", " HECO_FEATURES ")";
}
