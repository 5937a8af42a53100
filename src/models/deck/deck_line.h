/* One line of a deck and its words. */
#ifndef HECO_MODELS_DECK_DECK_LINE_H
#define HECO_MODELS_DECK_DECK_LINE_H

#include "models/deck/deck.h"

typedef struct {
    const char *path; /* of the file, for messages                                          */
    heco_deck  *deck; /* NULL: the lines of another file                                    */
    heco_arena *arena;
    size_t      number; /* of the line, from 1                                              */
    char      **word;   /* in the arena; quotation marks are removed                        */
    size_t      count;
    const char *rest;   /* the line after its first word, as it was written                 */
    const char *file;   /* where outputs are read from unless they name a file              */
    char       *others; /* room for the words of one line                                   */
} heco_deck_line;

/* Splits a line into words. A word may contain parts in single or double quotation marks. A word
 * that begins with # begins a comment. Returns 0 if a quotation mark is not closed, or with
 * l->word = NULL if memory is missing. */
int heco_deck_line_split(heco_deck_line *l, const char *text);

/* Reports an error in the line that is read. */
HECO_FORMAT(3, 4)
heco_status heco_deck_wrong(const heco_deck_line *l, heco_error *error, const char *format, ...);
/* Splits the text, which is cut into lines, and calls take(user, error) for each line with words.
 */
heco_status heco_deck_line_each(heco_deck_line *l, char                                  *text,
                                heco_status (*take)(void *user, heco_error *error), void *user,
                                heco_error *error);
/* Reads a word about the place of an output: file=, position=, key=, json=, match=, take= or count=.
 * Returns 1; 0 if it is another word; -1 with `why` if its value is wrong. */
int heco_deck_output_word(heco_deck_output *o, const char *word, char why[HECO_EXEC_WHY]);

#endif
