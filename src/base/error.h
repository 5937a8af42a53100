/* Fills the caller's heco_error. Returns `status`, so that a refusal is one line. */
#ifndef HECO_BASE_ERROR_H
#define HECO_BASE_ERROR_H

#include "heco/common.h"

heco_status heco_fail(heco_error *error, heco_status status, const char *format, ...)
    HECO_FORMAT(3, 4);
/* "out of memory"; with a format, "out of memory for " and that. Both return HECO_ERR_MEMORY. For
 * an unknown name there is heco_fail_name. */
heco_status heco_fail_memory(heco_error *error);
heco_status heco_fail_memory_for(heco_error *error, const char *what, ...) HECO_FORMAT(2, 3);

#endif
