/* One output of a deck: where its value stands in a file that the command wrote. */
#ifndef HECO_MODELS_DECK_DECK_OUTPUT_H
#define HECO_MODELS_DECK_DECK_OUTPUT_H

#include <stddef.h>

#include "base/arena.h"
#include "base/expression.h"

typedef enum {
    HECO_DECK_POSITION, /* the N-th word of the file                                          */
    HECO_DECK_KEY,      /* the line "key = value" or "key: value"                             */
    HECO_DECK_JSON,     /* an entry of a JSON document                                        */
    HECO_DECK_MATCH     /* the group of a regular expression, or what matches all of it       */
} heco_deck_reader;

/* Which one counts if a key or an expression occurs several times. */
typedef enum { HECO_DECK_ONLY, HECO_DECK_FIRST, HECO_DECK_LAST } heco_deck_take;

typedef struct {
    const char      *name;
    const char      *file; /* in the folder of the point; NULL: standard output               */
    heco_deck_reader reader;
    heco_deck_take   take;
    const char      *text;     /* key, path or expression                                     */
    size_t           position; /* from 1                                                      */
    size_t           count;    /* number of values, 1 except for the parts of an objective    */
    size_t           which;    /* of `count` matches of an expression this one, from 1; 0: any */
    regex_t          regex;
    int              compiled; /* the expression must be freed                                */
} heco_deck_output;

/* A part of the text. */
typedef struct {
    const char *begin;
    size_t      length;
} heco_deck_part;

/* The matches of the expression of a list, which all its values have in common. */
typedef struct {
    const char     *expression; /* NULL: none                                                 */
    size_t          found;
    heco_deck_part *part; /* the first `count` matches of that list                           */
} heco_deck_matches;

/* The text of an output file. It ends in a NUL. Start from zeros; free() `matches.part` at the end.
 */
typedef struct {
    const char       *text;
    size_t            length;
    int               complete; /* 0: a number at its end may have been cut                   */
    heco_deck_matches matches;
} heco_deck_source;

/* Finds the value in the text. Returns 1, or 0 with `why`. */
int heco_deck_output_find(const heco_deck_output *o, heco_deck_source *source, double *value,
                          char *why, size_t size);

/* Makes `count` outputs of the first one, which describes the place of a list: the words from its
 * position on, the keys NAME1, NAME2, .., the entries of a list in a JSON document, or the matches
 * of its expression. Returns 0 if memory is missing. */
int heco_deck_output_repeat(heco_deck_output *o, size_t count, heco_arena *arena);

#endif
