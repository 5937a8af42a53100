/* The lines of the exec: protocol. Nothing here knows of processes, so that the parser
 * can be tried with any bytes. Lines come without their newline and end in a NUL. */
#ifndef HECO_MODELS_EXEC_ANSWER_H
#define HECO_MODELS_EXEC_ANSWER_H

#include <stddef.h>
#include <stdint.h>

enum { HECO_EXEC_VERSION = 1, HECO_EXEC_NAME = 40, HECO_EXEC_WHY = 160 };

/* "heco 1 n NG NH [maximise] [tolerance=T] [batch=N]" */
typedef struct {
    size_t n, ng, nh;
    int    maximise;
    double tolerance; /* of equalities                                                     */
    size_t batch;     /* this many points may wait for an answer; 0: any number             */
} heco_exec_sizes;

/* "lower upper [integer] [start=V] [name=WORD]" */
typedef struct {
    double lower, upper, start;
    int    integer, has_start;
    char   name[HECO_EXEC_NAME]; /* "" : none                                              */
} heco_exec_variable;

/* "ID ok f g1 .. h1 .." or "ID fail any words" */
typedef struct {
    uint64_t    id;
    int         ok;
    const char *words; /* what follows `fail`, inside the line                             */
} heco_exec_answer;

/* 1, or 0 with `why` saying what was expected there. */
int heco_exec_parse_sizes(const char *line, heco_exec_sizes *out, char why[HECO_EXEC_WHY]);
int heco_exec_parse_variable(const char *line, heco_exec_variable *out, char why[HECO_EXEC_WHY]);
/* Writes exactly `count` values when the answer is ok. */
int heco_exec_parse_answer(const char *line, heco_exec_answer *out, double *values, size_t count,
                           char why[HECO_EXEC_WHY]);

/* Writes "ID x1 .. xn" and a newline, no NUL, into room for (n + 1) HECO_NUMBER_TEXT characters.
 * Returns the length. */
size_t heco_exec_write_point(char *out, uint64_t id, const double *x, size_t n);

/* The line as it may appear in a message: printable, and cut with "..." where it is long. */
void heco_exec_quote(char *out, size_t size, const char *line, size_t length);

#endif
