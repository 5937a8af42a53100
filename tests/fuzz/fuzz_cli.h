/* cli_fail for fuzzers of the command's readers: the message is looked at instead of printed. */
#ifndef HECO_FUZZ_CLI_H
#define HECO_FUZZ_CLI_H

#include <stdarg.h>
#include <string.h>

#include "fuzz_input.h"

int cli_fail(int code, const char *format, ...); /* as in cli/args.h */
int cli_fail(int code, const char *format, ...) {
    static char line[1 << 16];
    va_list     list;
    va_start(list, format);
    check(vsnprintf(line, sizeof line, format, list) > 0);
    va_end(list);
    check(strchr(line, '\n') == NULL && code > 0);
    return code;
}

#endif
