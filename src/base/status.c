/* Texts of the status codes, and messages for the caller. */
#include <stdarg.h>
#include <stdio.h>

#include "base/error.h"

const char *heco_status_text(heco_status status) {
    switch (status) {
#define X(name, code, text) \
    case HECO_##name: return text;
        HECO_STATUS_LIST(X)
#undef X
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
