/* Texts of the status codes, and messages for the caller. */
#include <stdarg.h>
#include <stdio.h>

#include "base/error.h"

const char *heco_status_text(heco_status status) {
    switch (status) {
#define HECO_X(name, code, text) \
    case HECO_##name: return text;
        HECO_STATUS_LIST(HECO_X)
#undef HECO_X
    }
    return "unknown status";
}

heco_status heco_fail(heco_error *error, heco_status status, const char *format, ...) {
    if (error != NULL) {
        va_list args;
        va_start(args, format);
        error->status = status;
        vsnprintf(error->text, sizeof error->text, format, args);
        va_end(args);
    }
    return status;
}

heco_status heco_fail_memory(heco_error *error) {
    return heco_fail(error, HECO_ERR_MEMORY, "out of memory");
}
