/* Writes the data of a report page: one JSON block that is safe between <script> tags, without
 * blanks, because pages are sent around. Commas are put by the writer. */
#ifndef HECO_REPORT_PAGE_PAGE_JSON_H
#define HECO_REPORT_PAGE_PAGE_JSON_H

#include <stdint.h>
#include <stdio.h>

typedef struct {
    FILE *file;
    int   paths; /* texts keep the folders of the paths in them                           */
    int   more;  /* an element came before: a comma is due                                */
} heco_json;

/* '{' or '['; with the key that leads to it, NULL within an array. */
void heco_json_open(heco_json *j, const char *key, char kind);
void heco_json_close(heco_json *j, char kind); /* '}' or ']' */
/* NULL: null. Characters that mean something to HTML or end a line in JavaScript are escaped;
 * bytes that are not UTF-8 become the replacement character. */
void heco_json_text(heco_json *j, const char *key, const char *text);
/* The same, except that paths lose their folders unless they are asked for. */
void heco_json_label(heco_json *j, const char *key, const char *text);
/* `digits` significant digits; what is not finite is null. */
void heco_json_real(heco_json *j, const char *key, double value, int digits);
void heco_json_count(heco_json *j, const char *key, uint64_t value);
/* A number that somebody has printed already. */
void heco_json_printed(heco_json *j, const char *key, const char *number);
void heco_json_reals(heco_json *j, const char *key, const double *values, size_t count, int digits);

#endif
