/* Points and answers, line by line, as the exec: protocol has them. Nothing here knows of
 * processes, so that the parser can be tried with any bytes. Lines come without their newline and
 * end in a NUL. */
#ifndef HECO_MODELS_EXEC_EXEC_ANSWER_H
#define HECO_MODELS_EXEC_EXEC_ANSWER_H

#include "heco/problem.h"
#include "models/exec/exec_words.h"

/* "ID ok f g1 .. h1 .." or "ID fail any words" */
typedef struct {
    uint64_t    id;
    int         ok;
    const char *words; /* what follows `fail`, inside the line                             */
} heco_exec_answer;

/* 1, or 0 with `why` saying what was expected there. Writes exactly `count` values when the answer
 * is ok. */
int heco_exec_parse_answer(const char *line, heco_exec_answer *out, double *values, size_t count,
                           char why[HECO_EXEC_WHY]);

/* Writes "ID x1 .. xn" and a newline, no NUL, into room for (n + 1) HECO_NUMBER_TEXT characters,
 * the word instead of the number where `choices` (or NULL) has words. Returns the length. */
size_t heco_exec_write_point(char *out, uint64_t id, const double *x, size_t n,
                             const heco_choice *choices);

/* The line as it may appear in a message: printable, and cut with "..." where it is long. */
void heco_exec_quote(char *out, size_t size, const char *line, size_t length);

#endif
