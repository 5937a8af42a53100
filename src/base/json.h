/* Writes one JSON document to a stream. The writer sets commas, indentation and escapes.
 * Inside an object the caller gives a key, inside an array or at the top NULL.
 *
 * Texts are written as strict UTF-8: each byte that does not belong to a valid sequence becomes the
 * replacement character U+FFFD. Control characters are escaped. */
#ifndef HECO_BASE_JSON_H
#define HECO_BASE_JSON_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { HECO_JSON_DEPTH = 16 };

/* Start from {.file = ...}: an indented document that ends with a newline. */
typedef struct {
    FILE *file;
    int   compact;   /* write no blanks and no newlines                                    */
    int   html_safe; /* escape < > & and the line ends of JavaScript: U+2028 and U+2029    */
    int   paths;     /* not read here: heco_page_label keeps the folders of paths          */
    int   depth;     /* number of open objects and arrays                                  */
    char  kind[HECO_JSON_DEPTH];   /* '{' or '[' of each level                             */
    char  line[HECO_JSON_DEPTH];   /* 1 if the level is written on one line                */
    char  filled[HECO_JSON_DEPTH]; /* 1 if the level has an element                        */
} heco_json;

/* Opens an object '{' or an array '['. */
void heco_json_open(heco_json *j, const char *key, char kind);
/* Opens an object or array that is written on one line. */
void heco_json_open_line(heco_json *j, const char *key, char kind);
/* Closes the level that was opened last. */
void heco_json_close(heco_json *j);
/* Writes a string; null if `text` is NULL. */
void heco_json_text(heco_json *j, const char *key, const char *text);
/* Writes a string of `length` bytes. */
void heco_json_bytes(heco_json *j, const char *key, const char *text, size_t length);
void heco_json_bool(heco_json *j, const char *key, int value);
void heco_json_count(heco_json *j, const char *key, uint64_t value);
/* Writes a number with the fewest digits that read back to the same bits; null if it is not
 * finite. */
void heco_json_real(heco_json *j, const char *key, double value);
void heco_json_reals(heco_json *j, const char *key, const double *values, size_t count);
/* The same with `digits` significant digits. */
void heco_json_rounded(heco_json *j, const char *key, double value, int digits);
void heco_json_rounded_reals(heco_json *j, const char *key, const double *values, size_t count,
                             int digits);
/* Writes a number, or null, that the caller has printed. */
void heco_json_printed(heco_json *j, const char *key, const char *number);

#endif
