/* The lines with which an exec: program describes its problem: sizes, a line per variable, and
 * optionally one per constraint. This module knows no processes, so that the parser can be fuzzed.
 * Lines have no newline and end in a NUL. */
#ifndef HECO_MODELS_EXEC_EXEC_HEADER_H
#define HECO_MODELS_EXEC_EXEC_HEADER_H

#include "base/arena.h"
#include "heco/problem.h"
#include "models/exec/exec_words.h"

enum { HECO_EXEC_VERSION = 1, HECO_EXEC_NAME = 40, HECO_EXEC_LABEL = 25 };

/* "heco 1 n NG NH [maximise] [tolerance=T] [ineq_tol=T] [batch=N] [constraints]
 * [pieces=K] [residuals=K] [unit=WORD]" */
typedef struct {
    size_t n, ng, nh;
    size_t pieces, residuals;    /* values that come in place of f; they are not in ng     */
    int    maximise;
    double tolerance;            /* of equalities                                          */
    double ineq_tol;             /* of inequalities; below 0: none given                   */
    size_t batch;                /* most points that may wait for an answer; 0: no limit   */
    int    constraints;          /* a line for each follows the variables                  */
    char   unit[HECO_EXEC_NAME]; /* of the objective; "": none                             */
} heco_exec_sizes;

/* Returns the number of values that make the objective: 1, or its parts. */
static inline size_t heco_exec_objective_values(const heco_exec_sizes *s) {
    size_t parts = s->pieces + s->residuals;
    return parts > 0 ? parts : 1;
}

/* Returns the number of values of a point. */
static inline size_t heco_exec_values(const heco_exec_sizes *s) {
    return heco_exec_objective_values(s) + s->ng + s->nh;
}

/* "lower upper [integer] [log]", "binary", "list V1 V2 ..", or "category W1 W2 ..", and then [start=V]
 * [name=WORD] [unit=WORD] */
typedef struct {
    double      lower, upper, start;
    int         integer, has_start;
    int         log_scale;
    heco_choice choice; /* of a list or category; words have the values 1, 2, ..           */
    char        name[HECO_EXEC_NAME], unit[HECO_EXEC_NAME]; /* "": none                     */
} heco_exec_variable;

/* "c <= 30000 [name=WORD] [unit=WORD] [tolerance=T]" */
typedef struct {
    char   sense; /* '<', '>' or '='                                                       */
    double bound;
    double tolerance; /* below 0: none given                                               */
    char   name[HECO_EXEC_NAME], unit[HECO_EXEC_NAME];
} heco_exec_constraint;

/* How a program describes its problem. */
typedef struct {
    heco_exec_sizes       sizes;
    heco_exec_variable   *variable;   /* n                                                   */
    heco_exec_constraint *constraint; /* ng + nh, values come in this order; NULL: g, then h */
} heco_exec_header;

/* They return 1, or 0 with the expected form in `why`. */
int heco_exec_parse_sizes(const char *line, heco_exec_sizes *out, char why[HECO_EXEC_WHY]);
/* Copies values and words of lists into `arena`. */
int heco_exec_parse_variable(const char *line, heco_exec_variable *out, heco_arena *arena,
                             char why[HECO_EXEC_WHY]);
int heco_exec_parse_constraint(const char *line, heco_exec_constraint *out,
                               char why[HECO_EXEC_WHY]);
/* Returns whether the line begins like one about a constraint. No answer does. */
int heco_exec_is_constraint(const char *line);

#endif
