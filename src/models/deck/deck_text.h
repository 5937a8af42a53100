/* Text with fields: a template file or a word of the command. A field is {{name}}, or
 * {{name %8.3f}} with a format of printf for numbers; it stands for the value of a variable.
 * {{heco_folder}} stands for the folder of the deck. */
#ifndef HECO_MODELS_DECK_DECK_TEXT_H
#define HECO_MODELS_DECK_DECK_TEXT_H

#include <stdio.h>

#include "base/arena.h"
#include "heco/problem.h"

enum { HECO_DECK_FORMAT = 24 };

/* A literal text, or a field. */
typedef struct {
    const char *text; /* of a literal                                                       */
    size_t      length;
    size_t      variable;                 /* of a field; SIZE_MAX: a literal                */
    char        format[HECO_DECK_FORMAT]; /* "": the fewest digits that read back the same  */
} heco_deck_piece;

typedef struct {
    heco_deck_piece *piece;
    size_t           count;
} heco_deck_text;

/* The values that fields may stand for. */
typedef struct {
    const heco_problem *problem;
    const char         *folder; /* of the deck                                              */
    unsigned char      *used;   /* n flags: the variable occurs in a field                   */
} heco_deck_fields;

/* Splits a text at its fields. The literals stay in `text`. Sets the flags of the variables that
 * occur. Returns 0 with `why`, one line, if a field names no variable. */
int heco_deck_text_parse(heco_deck_text *out, const char *text, const heco_deck_fields *fields,
                         heco_arena *arena, heco_error *why);
/* Writes the text with the values of x in its fields. */
void heco_deck_text_write(const heco_deck_text *t, const heco_problem *problem, const double *x,
                          FILE *out);

#endif
