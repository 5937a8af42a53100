/* A deck: the text file that describes a problem with one command per point (docs/guide/deck.md).
 * Each line begins with a word that says what the line is about. */
#ifndef HECO_MODELS_DECK_DECK_H
#define HECO_MODELS_DECK_DECK_H

#include "base/arena.h"
#include "models/deck/deck_output.h"
#include "models/deck/deck_text.h"
#include "models/exec/exec_header.h"

/* Which folders of points stay. */
typedef enum { HECO_DECK_KEEP_FAILED, HECO_DECK_KEEP_ALL, HECO_DECK_KEEP_NONE } heco_deck_keep;

/* A file of the folder of a point: a filled template, or a link. */
typedef struct {
    const char    *from, *to; /* path; name in the folder of the point                       */
    int            is_link;
    heco_deck_text text; /* of a template                                                    */
} heco_deck_file;

typedef struct {
    const char       *path;    /* of the deck, as typed                                      */
    const char       *folder;  /* that holds it, without links                               */
    const char       *points;  /* folder of the points                                       */
    const char       *program; /* path of the command                                       */
    const char      **word;    /* words of the command before parsing                       */
    heco_deck_text   *command; /* one for each word                                         */
    size_t            words;
    int               shell; /* the only word is a text for the shell                       */
    heco_deck_keep    keep;
    heco_deck_file   *file;
    size_t            files;
    heco_deck_output *output;  /* f or its parts, then one for each constraint               */
    size_t            outputs; /* room for so many                                           */
    const char       *require; /* text that must be in the standard output, or NULL         */
    const char       *partial; /* text there of a command that stopped early, or NULL       */
    heco_exec_header  header;
} heco_deck;

/* Reads a deck up to its templates. heco_deck_free() must follow, also after a failure. The text
 * and everything else is in the arena. */
heco_status heco_deck_read(heco_deck *deck, const char *path, heco_arena *arena, heco_error *error);
/* Parses the command and reads the templates, after the problem was made from deck->header. */
heco_status heco_deck_read_templates(heco_deck *deck, const heco_problem *problem,
                                     heco_arena *arena, heco_error *error);
/* Frees the compiled expressions. */
void heco_deck_free(heco_deck *deck);

/* Reads a file of at most `most` bytes. The text ends in a NUL and is freed by the caller. Returns
 * NULL with `why`. */
char *heco_deck_read_file(const char *path, size_t most, size_t *length, char *why, size_t size);

#endif
