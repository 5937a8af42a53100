#include "heco/common.h"

#define VERSION_TEXT2(a, b, c) #a "." #b "." #c
#define VERSION_TEXT(a, b, c) VERSION_TEXT2(a, b, c)

const char *heco_version(void) {
    return VERSION_TEXT(HECO_VERSION_MAJOR, HECO_VERSION_MINOR, HECO_VERSION_PATCH);
}

unsigned heco_version_number(void) { return HECO_VERSION_NUMBER; }

#ifndef HECO_FEATURES
#define HECO_FEATURES ""
#endif
const char *heco_version_features(void) { return HECO_FEATURES; }
