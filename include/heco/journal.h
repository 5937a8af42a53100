/* Reading the journal of a search, which records every evaluation.
 *
 * heco_minimize() writes it if heco_minimize_options.journal names a file, and continues an
 * interrupted search from it bit for bit. docs/journal.md describes the format. */
#ifndef HECO_JOURNAL_H
#define HECO_JOURNAL_H

#include <stddef.h>
#include <stdint.h>

#include "heco/common.h"

HECO_BEGIN_DECLS

/* The description of a journal. The texts belong to the info. New fields come at the end. */
typedef struct {
    const char *metadata; /* heco_minimize_options.journal_metadata, or ""                   */
    const char *identity; /* Lines "key=value": version, model, algorithm, set, seed, ...    */
    uint64_t    max_evals; /* The latest budget                                          */
    uint64_t    evals;    /* Evaluations recorded since the last change of the budget        */
    uint64_t    schedules; /* 1 plus the number of times that the budget was raised          */
    uint64_t    torn;     /* Bytes of an unfinished last record, which a resume drops        */
    int         maximise; /* 1: the problem maximises; every point has -f                    */
} heco_journal_info;

/* Reads the whole file and checks every record. The file is not changed. */
HECO_API heco_status heco_journal_read(heco_journal_info **out, const char *path,
                                       heco_error *error);
/* Frees an info, or NULL. */
HECO_API void heco_journal_info_free(heco_journal_info *info);

/* Returns 1 while a search writes to the journal. */
HECO_API int heco_journal_running(const char *path);

/* A variable of the problem. */
typedef struct {
    const char *name, *unit;  /* Name; unit, "": none                                      */
    double      lower, upper; /* Bounds; NAN: unknown                                      */
    int         integer;      /* 1: an integer                                             */
} heco_journal_variable;
/* A constraint of the problem in its original form: value `sense` bound, with value = bound +
 * factor * g (or h). */
typedef struct {
    const char *name, *unit;   /* Name; unit, "": none                                     */
    int         equality;      /* 1: h = 0; 0: g <= 0                                      */
    double      tolerance;     /* Tolerance of g or h                                      */
    char        sense;         /* '<', '>' or '='; 0: g <= 0 or h = 0                      */
    double      bound, factor; /* Right-hand side; see heco_constraint_form                */
} heco_journal_constraint;

/* One evaluation of a search. This struct is closed. */
typedef struct {
    uint64_t      schedule; /* Number of the schedule, from 1                              */
    uint64_t      batch;    /* Number of the batch within the schedule, from 0             */
    int           failed;   /* 1: the evaluation failed                                    */
    double        seconds;  /* Time of the search at the last time record before it        */
    const double *x;        /* The point, n values                                         */
    double        f;        /* Objective that the search minimises                         */
    const double *g, *h;    /* Inequalities; equalities                                    */
    int           state;    /* HECO_ROW_* of the row (heco/algorithm.h). A rejected or partial row
                             * has not failed; the values that it lacks are NAN            */
} heco_journal_point;

/* An iterator over the evaluations of a journal. The journal may be in use by a search. */
typedef struct heco_journal_walk heco_journal_walk;
/* Opens a journal in front of its first evaluation. */
HECO_API heco_status heco_journal_walk_open(heco_journal_walk **out, const char *path,
                                            heco_error *error);
/* Does the same without reading the whole file first, which takes half the time: every record is
 * checked when it is read. The description then counts no evaluations, and names the schedule that
 * was read last. */
HECO_API heco_status heco_journal_walk_begin(heco_journal_walk **out, const char *path,
                                             heco_error *error);
/* Returns the description of the journal; it belongs to the walk. */
HECO_API const heco_journal_info *heco_journal_walk_info(const heco_journal_walk *walk);
/* Writes the numbers of variables, inequalities and equalities. */
HECO_API void heco_journal_walk_sizes(const heco_journal_walk *walk, size_t *n, size_t *ng,
                                      size_t *nh);
/* Returns a variable by number; NULL past the end. */
HECO_API const heco_journal_variable *heco_journal_walk_variable(const heco_journal_walk *walk,
                                                                 size_t                   index);
/* Returns a constraint by number, inequalities first; NULL past the end. */
HECO_API const heco_journal_constraint *heco_journal_walk_constraint(const heco_journal_walk *walk,
                                                                     size_t index);
/* Reads the next evaluation; its arrays are valid until the next call. Returns 1, 0 at the end, or
 * -1 on failure. */
HECO_API int heco_journal_walk_next(heco_journal_walk *walk, heco_journal_point *row,
                                    heco_error *error);
/* Returns the name of the part of the search that asked for the evaluation which was read last, valid
 * until the next one is read; "": unknown. */
HECO_API const char *heco_journal_walk_part(const heco_journal_walk *walk);
/* Continues a walk that is at its end with the records that a running search has appended since. Rows
 * of a batch that was not complete then come in the order in which they finished. */
HECO_API heco_status heco_journal_walk_follow(heco_journal_walk *walk, heco_error *error);
/* Returns the time of the search at the last time record, without interruptions. */
HECO_API double heco_journal_walk_seconds(const heco_journal_walk *walk);
/* Closes a walk, or NULL. */
HECO_API void heco_journal_walk_close(heco_journal_walk *walk);

HECO_END_DECLS

#endif
