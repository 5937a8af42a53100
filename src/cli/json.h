/* Writes one JSON document to a stream: commas, indentation and escapes are its business.
 * Inside an object give the key, inside an array or at the top NULL. */
#ifndef HECO_CLI_JSON_H
#define HECO_CLI_JSON_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { JSON_DEPTH = 16 };

typedef struct {
    FILE *file;
    int   depth;              /* open objects and arrays                                      */
    char  kind[JSON_DEPTH];   /* '{', '[' or '(' : an array written on one line               */
    int   filled[JSON_DEPTH]; /* has the level an element yet?                               */
} json;

json json_start(FILE *file);
void json_open(json *out, const char *key, char kind); /* '{', '[' or '('                     */
void json_close(json *out);                            /* the level opened last              */
void json_text(json *out, const char *key, const char *text); /* NULL: null                  */
void json_real(json *out, const char *key, double value); /* reads back the same; NAN, inf: null */
void json_count(json *out, const char *key, uint64_t value);
void json_bool(json *out, const char *key, int value);
void json_reals(json *out, const char *key, const double *values, size_t count);

#endif
