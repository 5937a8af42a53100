/* Finds one value in a JSON document (RFC 8259). */
#ifndef HECO_BASE_JSON_FIND_H
#define HECO_BASE_JSON_FIND_H

#include <stddef.h>

typedef enum {
    HECO_JSON_NONE,   /* The document has no such entry                                     */
    HECO_JSON_NUMBER, /* A number                                                           */
    HECO_JSON_STRING, /* A string; escapes stay as they are written                         */
    HECO_JSON_OTHER   /* null, true, false, NaN, an object or an array                      */
} heco_json_kind;

typedef struct {
    heco_json_kind kind;
    double         number;
    const char    *text; /* of a string, inside the document                                */
    size_t         length;
    size_t         count; /* how often the document has the entry                            */
} heco_json_value;

/* Finds the value at `path`, such as "loads.2.stress": names of objects and positions of arrays,
 * from 0, separated by points. The whole document is checked. Returns NULL and writes `out`, or
 * returns the error as a text. The document ends in a NUL. */
const char *heco_json_find(const char *document, const char *path, heco_json_value *out);

#endif
