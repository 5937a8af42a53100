/* Points and answers of the exec: protocol, line by line. This module knows no processes, so that
 * the parser can be fuzzed. Lines have no newline and end in a NUL. */
#ifndef HECO_MODELS_EXEC_EXEC_ANSWER_H
#define HECO_MODELS_EXEC_EXEC_ANSWER_H

#include "heco/problem.h"
#include "models/exec/exec_words.h"

/* "ID ok f g1 .. h1 ..", "ID partial nan g1 .. h1 .." with nan for each value that is unknown, or
 * "ID fail any words" */
typedef struct {
    uint64_t    id;
    int         ok;      /* 0: the point failed                                              */
    int         partial; /* the evaluation stopped early                                    */
    size_t      got;     /* numbers after `ok`                                               */
    const char *words;   /* the text after `fail`, inside the line                           */
} heco_exec_answer;

/* Returns 1, or 0 with the expected form in `why`. Writes exactly `count` values if the answer is
 * ok. */
int heco_exec_parse_answer(const char *line, heco_exec_answer *out, double *values, size_t count,
                           char why[HECO_EXEC_WHY]);

/* Writes "ID x1 .. xn" and a newline, no NUL, into room for (n + 1) HECO_NUMBER_TEXT characters,
 * with words instead of numbers for categories of `choices` (or NULL). Returns the length. */
size_t heco_exec_write_point(char *out, uint64_t id, const double *x, size_t n,
                             const heco_choice *choices);

/* Copies the line for a message: printable, and shortened with "...". */
void heco_exec_quote(char *out, size_t size, const char *line, size_t length);
/* Copies the last line of a text that is not empty in the same way. */
void heco_exec_quote_last(char *out, size_t size, const char *text, size_t length);

#endif
