/* Texts of the status codes, and messages for the caller. */
#include <stdarg.h>
#include <stdio.h>

#include "base/error.h"
#include "base/text.h"

enum { STATUS_WHAT = 240, STATUS_NEAR = 180 };

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
        heco_text_clean(error->text); /* names of files, words of scripts and programs */
    }
    return status;
}

heco_status heco_fail_memory(heco_error *error) {
    return heco_fail(error, HECO_ERR_MEMORY, "out of memory");
}

heco_status heco_fail_memory_for(heco_error *error, const char *what, ...) {
    char    text[STATUS_WHAT];
    va_list args;
    va_start(args, what);
    vsnprintf(text, sizeof text, what, args);
    va_end(args);
    return heco_fail(error, HECO_ERR_MEMORY, "out of memory for %s", text);
}

heco_status heco_fail_name(heco_error *error, const char *name, const char *const *names,
                           size_t count, const char *what, ...) {
    char    text[STATUS_WHAT], near[STATUS_NEAR];
    va_list args;
    va_start(args, what);
    vsnprintf(text, sizeof text, what, args);
    va_end(args);
    heco_text_nearest(near, sizeof near, name, names, count);
    return heco_fail(error, HECO_ERR_NAME, "'%.60s' is not %s%s%s%s", name, text,
                     near[0] ? ": did you mean " : ": there is none", near, near[0] ? "?" : "");
}
