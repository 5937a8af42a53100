/* Which heco this is, and what its build contains. */
#ifndef HECO_VERSION_H
#define HECO_VERSION_H

#include "heco/export.h"

HECO_BEGIN_DECLS

#define HECO_VERSION_MAJOR 0 /* of these headers; heco_version() is that of the library */
#define HECO_VERSION_MINOR 1 /* before 1.0 a new one may change the interface          */
#define HECO_VERSION_PATCH 0 /* a new one changes no interface                         */

/* "0.1.0" */
HECO_API const char *heco_version(void);
/* What this build contains beyond the core, such as "lua nl sqlite"; may be "". */
HECO_API const char *heco_version_features(void);

HECO_END_DECLS

#endif
