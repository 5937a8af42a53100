#include "report/page/page_json.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

static void page_string(FILE *file, const char *text, size_t length);

/* What comes before an element. */
static void page_begin(heco_json *j, const char *key) {
    if (j->more) fputc(',', j->file);
    j->more = 1;
    if (key == NULL) return;
    page_string(j->file, key, strlen(key));
    fputc(':', j->file);
}

void heco_json_open(heco_json *j, const char *key, char kind) {
    page_begin(j, key);
    fputc(kind, j->file);
    j->more = 0;
}

void heco_json_close(heco_json *j, char kind) {
    fputc(kind, j->file);
    j->more = 1;
}

/* The code point at `text`, and its bytes; 0 bytes where it is not UTF-8. */
static uint32_t page_point(const unsigned char *text, size_t left, size_t *bytes) {
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

/* < > & would mean something to HTML, U+2028 and U+2029 end a line in JavaScript. */
static int page_is_plain(uint32_t point) {
    return point >= 0x20 && point != 0x7f && point != '"' && point != '\\' && point != '<' &&
           point != '>' && point != '&' && point != 0x2028 && point != 0x2029;
}

static void page_string(FILE *file, const char *string, size_t left) {
    const unsigned char *text = (const unsigned char *)string;
    fputc('"', file);
    while (left > 0) {
        size_t   bytes;
        uint32_t point = page_point(text, left, &bytes);
        if (bytes == 0) fputs("\\ufffd", file);
        else if (page_is_plain(point)) fwrite(text, 1, bytes, file);
        else fprintf(file, "\\u%04x", (unsigned)point);
        text += bytes > 0 ? bytes : 1;
        left -= bytes > 0 ? bytes : 1;
    }
    fputc('"', file);
}

void heco_json_text(heco_json *j, const char *key, const char *text) {
    page_begin(j, key);
    if (text == NULL) fputs("null", j->file);
    else page_string(j->file, text, strlen(text));
}

/* Is the word a path, and not "cec2017:C05/30" or "m/s"? */
static int page_is_path(const char *word, size_t length) {
    const char *slash = NULL;
    for (size_t k = 0; k < length; k++)
        if (word[k] == '/') slash = word + k;
    if (slash == NULL) return 0;
    if (word[0] == '/' || word[0] == '.' || word[0] == '~') return 1;
    return memchr(slash, '.', (size_t)(word + length - slash)) != NULL;
}

/* Copies `text` without the folders of paths; never longer than it was. */
static size_t page_without_folders(char *out, const char *text) {
    size_t used = 0;
    while (*text != '\0') {
        size_t length = strcspn(text, " \t'\"=,[]():;");
        if (page_is_path(text, length)) {
            size_t cut = length;
            while (cut > 0 && text[cut - 1] != '/') cut--;
            text += cut;
            length -= cut;
        }
        memcpy(out + used, text, length);
        used += length;
        text += length;
        if (*text != '\0') out[used++] = *text++;
    }
    return used;
}

void heco_json_label(heco_json *j, const char *key, const char *text) {
    char short_text[1000];
    if (j->paths || text == NULL || strlen(text) >= sizeof short_text) {
        heco_json_text(j, key, j->paths || text == NULL ? text : "(a long text)");
        return;
    }
    page_begin(j, key);
    page_string(j->file, short_text, page_without_folders(short_text, text));
}

void heco_json_real(heco_json *j, const char *key, double value, int digits) {
    page_begin(j, key);
    if (isfinite(value)) fprintf(j->file, "%.*g", digits, value);
    else fputs("null", j->file);
}

void heco_json_count(heco_json *j, const char *key, uint64_t value) {
    page_begin(j, key);
    fprintf(j->file, "%" PRIu64, value);
}

void heco_json_printed(heco_json *j, const char *key, const char *number) {
    page_begin(j, key);
    fputs(number, j->file);
}

void heco_json_reals(heco_json *j, const char *key, const double *values, size_t count,
                     int digits) {
    heco_json_open(j, key, '[');
    for (size_t i = 0; i < count; i++) heco_json_real(j, NULL, values[i], digits);
    heco_json_close(j, ']');
}
