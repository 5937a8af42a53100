#include "base/text.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number_text.h"

enum { TEXT_MAX = 64 };

static int text_has_only_blanks(const char *end) {
    while (isspace((unsigned char)*end)) end++;
    return *end == '\0';
}

int heco_text_double(const char *text, double *value) {
    char *end;
    if (text == NULL || *text == '\0') return 0;
    double v = heco_number_scan(text, &end);
    if (end == text || !text_has_only_blanks(end)) return 0;
    *value = v;
    return 1;
}

int heco_text_uint64(const char *text, uint64_t *value) {
    char *end;
    if (text == NULL) return 0;
    while (isspace((unsigned char)*text)) text++;
    if (*text == '-' || *text == '\0') return 0;
    errno                = 0;
    unsigned long long v = strtoull(text, &end, 10);
    if (end != text && text_has_only_blanks(end)) {
        if (errno != 0) return 0;
        *value = v;
        return 1;
    }
    double d; /* users type 2e5 */
    if (!heco_text_double(text, &d) || !(d >= 0.0 && d < 0x1.0p63) || d != floor(d)) return 0;
    *value = (uint64_t)d;
    return 1;
}

size_t heco_text_distance(const char *a, const char *b) {
    size_t la = strlen(a), lb = strlen(b);
    if (la > TEXT_MAX) la = TEXT_MAX;
    if (lb > TEXT_MAX) lb = TEXT_MAX;
    size_t row[3][TEXT_MAX + 1];
    for (size_t j = 0; j <= lb; j++) row[1][j] = j;
    for (size_t i = 1; i <= la; i++) {
        size_t *now = row[(i + 1) % 3], *last = row[i % 3], *before = row[(i + 2) % 3];
        now[0] = i;
        for (size_t j = 1; j <= lb; j++) {
            int    ca = tolower((unsigned char)a[i - 1]), cb = tolower((unsigned char)b[j - 1]);
            size_t best = last[j - 1] + (ca != cb);
            if (last[j] + 1 < best) best = last[j] + 1;
            if (now[j - 1] + 1 < best) best = now[j - 1] + 1;
            if (i > 1 && j > 1 && ca == tolower((unsigned char)b[j - 2]) &&
                cb == tolower((unsigned char)a[i - 2]) && before[j - 2] + 1 < best)
                best = before[j - 2] + 1;
            now[j] = best;
        }
    }
    return row[(la + 1) % 3][lb];
}

uint32_t heco_text_code_point(const unsigned char *text, size_t left, size_t *bytes) {
    static const uint32_t smallest[] = {0, 0, 0x80, 0x800, 0x10000};
    size_t                count      = text[0] < 0x80   ? 1
                                       : text[0] < 0xc2 ? 0
                                       : text[0] < 0xe0 ? 2
                                       : text[0] < 0xf0 ? 3
                                       : text[0] < 0xf5 ? 4
                                                        : 0;
    uint32_t              point      = count < 2 ? text[0] : text[0] & (0x7fu >> count);
    *bytes                           = 0;
    if (count == 0 || count > left) return 0;
    for (size_t k = 1; k < count; k++) {
        if ((text[k] & 0xc0) != 0x80) return 0;
        point = point << 6 | (text[k] & 0x3f);
    }
    if (point < smallest[count] || point > 0x10ffff || (point >= 0xd800 && point < 0xe000))
        return 0;
    *bytes = count;
    return point;
}

size_t heco_text_columns(const char *text, size_t length) {
    size_t columns = 0; /* a byte that begins with the bits 10 continues a character */
    for (size_t i = 0; i < length; i++) columns += ((unsigned char)text[i] & 0xc0) != 0x80;
    return columns;
}

int heco_text_is_control(uint32_t point) { return point < 0x20 || (point >= 0x7f && point < 0xa0); }

/* Returns the character that replaces each byte of the sequence at `text`, or 0 if the sequence may
 * be printed. `length` gets the bytes of the sequence; it is 1 if the sequence is not valid UTF-8.
 * The function never reads beyond the NUL at the end of the text, because a NUL cannot continue a
 * sequence. */
static char text_replacement(const char *text, size_t *length) {
    uint32_t point = heco_text_code_point((const unsigned char *)text, 4, length);
    int      valid = *length > 0;
    if (!valid) *length = 1;
    if (*text == '\n' || *text == '\r' || *text == '\t') return ' ';
    return !valid || heco_text_is_control(point) ? '?' : 0;
}

void heco_text_clean(char *text) {
    for (size_t length; *text != '\0'; text += length) {
        char replacement = text_replacement(text, &length);
        if (replacement != 0) memset(text, replacement, length);
    }
}

void heco_text_write(FILE *out, const char *text, char twice) {
    for (size_t length; *text != '\0'; text += length) {
        char replacement = text_replacement(text, &length);
        if (*text == twice) putc(twice, out);
        for (size_t k = 0; k < length; k++) putc(replacement != 0 ? replacement : text[k], out);
    }
}

void heco_text_nearest(char *out, size_t size, const char *name, const char *const *names,
                       size_t count) {
    size_t found[3], distance[3], n = 0;
    for (size_t i = 0; i < count; i++) {
        size_t d = heco_text_distance(name, names[i]), at = n < 3 ? n : 3;
        while (at > 0 && distance[at - 1] > d) at--;
        if (at == 3) continue;
        size_t last = n < 3 ? n : 2;
        for (size_t k = last; k > at; k--) found[k] = found[k - 1], distance[k] = distance[k - 1];
        found[at] = i, distance[at] = d;
        if (n < 3) n++;
    }
    size_t used = 0;
    out[0]      = '\0';
    for (size_t k = 0; k < n && used < size; k++) {
        const char *between = k == 0 ? "" : k + 1 == n ? " or " : ", ";
        used += (size_t)snprintf(out + used, size - used, "%s%s", between, names[found[k]]);
    }
}
