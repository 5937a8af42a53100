/* Numbers with a decimal point in every locale of the process. No function here asks for the
 * locale: what printf() and strtod() do with 0.5 tells its decimal point, without a lock and on
 * every system. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number_text.h"

enum { LOCALE_POINT = 16, LOCALE_LONGEST = 2000 };

/* Returns whether a byte of a number is one that printf() writes in the locale "C". */
static int locale_is_plain(char c) {
    return c == '.' || c == '+' || c == '-' || c == ' ' || (c >= '0' && c <= '9') ||
           ((c | 0x20) >= 'a' && (c | 0x20) <= 'z');
}

/* Replaces the decimal point of the locale, the only bytes that are not plain, by '.'. */
static size_t locale_set_point(char *out, size_t length) {
    size_t at = 0, bytes = 0;
    while (at < length && locale_is_plain(out[at])) at++;
    while (at + bytes < length && !locale_is_plain(out[at + bytes])) bytes++;
    if (bytes == 0) return length;
    out[at] = '.';
    memmove(out + at + 1, out + at + bytes, length - at - bytes + 1);
    return length - bytes + 1;
}

HECO_FORMAT(3, 0)
static size_t locale_format(char *out, size_t size, const char *format, va_list list) {
    int length = vsnprintf(out, size, format, list);
    if (length < 0 || size == 0) return 0;
    return locale_set_point(out, (size_t)length < size ? (size_t)length : size - 1);
}

size_t heco_number_format(char *out, size_t size, const char *format, ...) {
    va_list list;
    va_start(list, format);
    size_t length = locale_format(out, size, format, list);
    va_end(list);
    return length;
}

heco_number_shown heco_number_show(const char *format, ...) {
    heco_number_shown shown = {""};
    va_list           list;
    va_start(list, format);
    locale_format(shown.text, sizeof shown.text, format, list);
    va_end(list);
    return shown;
}

/* Returns the length of the number at the beginning of `text`, in the locale "C", or more. */
static size_t locale_span(const char *text) {
    size_t at = strspn(text, " \t\n\v\f\r");
    while (text[at] != '\0' && text[at] != ' ' && locale_is_plain(text[at])) at++;
    return at;
}

/* Parses a copy of the number that has the decimal point of the locale. */
static double locale_scan(const char *text, char **end) {
    char   copy[LOCALE_LONGEST + LOCALE_POINT], half[LOCALE_POINT], *stop;
    size_t length = locale_span(text), point = 0, bytes;
    if (length >= LOCALE_LONGEST) length = LOCALE_LONGEST - 1;
    while (point < length && text[point] != '.') point++;
    snprintf(half, sizeof half, "%.1f", 0.5); /* "0", the decimal point, "5" */
    bytes = strlen(half) - 2;
    if (point == length) bytes = 0;
    memcpy(copy, text, point);
    memcpy(copy + point, half + 1, bytes);
    if (point < length) memcpy(copy + point + bytes, text + point + 1, length - point - 1);
    copy[length + bytes - (point < length)] = '\0';
    double value                            = strtod(copy, &stop);
    size_t used                             = (size_t)(stop - copy);
    if (used > point + bytes) used = used - bytes + (point < length);
    else if (used > point) used = point + (point < length);
    *end = (char *)text + used;
    return value;
}

double heco_number_scan(const char *text, char **end) {
    double value = strtod(text, end);
    size_t used  = (size_t)(*end - text);
    if (**end == '.') return locale_scan(text, end); /* another decimal point, or a second one */
    for (size_t i = strspn(text, " \t\n\v\f\r"); i < used; i++)
        if (!locale_is_plain(text[i]) && text[i] != '(' && text[i] != ')' && text[i] != '_')
            return locale_scan(text, end);
    return value;
}
