/* Messages of errors. heco_fail() fills the caller's heco_error and returns `status`. */
#ifndef HECO_BASE_ERROR_H
#define HECO_BASE_ERROR_H

#include "heco/common.h"

heco_status heco_fail(heco_error *error, heco_status status, const char *format, ...)
    HECO_FORMAT(3, 4);
/* Writes "out of memory", or "out of memory for " and the formatted text. Both functions return
 * HECO_ERR_MEMORY. */
heco_status heco_fail_memory(heco_error *error);
heco_status heco_fail_memory_for(heco_error *error, const char *what, ...) HECO_FORMAT(2, 3);

#endif
