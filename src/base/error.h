/* Fills the caller's heco_error. Returns `status`, so that a refusal is one line. */
#ifndef HECO_BASE_ERROR_H
#define HECO_BASE_ERROR_H

#include "heco/status.h"

#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
heco_status
heco_fail(heco_error *error, heco_status status, const char *format, ...);
/* "out of memory", in one place. */
heco_status heco_fail_memory(heco_error *error);

#endif
