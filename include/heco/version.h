/* Which heco this is, what its build contains, and on how many cores it runs. */
#ifndef HECO_VERSION_H
#define HECO_VERSION_H

#include "heco/export.h"

HECO_BEGIN_DECLS

#define HECO_VERSION_MAJOR 0 /* of these headers; heco_version() is that of the library */
#define HECO_VERSION_MINOR 1 /* before 1.0 a new one may change the interface          */
#define HECO_VERSION_PATCH 0 /* programs built with another one need no new build      */
/* The three as one number that grows, for `#if HECO_VERSION_NUMBER >= 100` (0.1.0). */
#define HECO_VERSION_NUMBER \
    (10000 * HECO_VERSION_MAJOR + 100 * HECO_VERSION_MINOR + HECO_VERSION_PATCH)

/* "0.1.0" */
HECO_API const char *heco_version(void);
/* HECO_VERSION_NUMBER of the library that the program runs with. */
HECO_API unsigned heco_version_number(void);
/* What this build contains beyond the core, such as "lua nl sqlite"; may be "". */
HECO_API const char *heco_version_features(void);
/* How many cores this process may use, at least 1: what 0 workers or jobs stand for. */
HECO_API unsigned heco_cores_count(void);

HECO_END_DECLS

#endif
