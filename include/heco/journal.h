/* The journal of a search: every evaluation, so that an interrupted search goes on bit for bit.
 *
 * Written by heco_minimize() when heco_minimize_options.journal names a file. The format is
 * described in docs/journal.md. */
#ifndef HECO_JOURNAL_H
#define HECO_JOURNAL_H

#include <stddef.h>
#include <stdint.h>

#include "heco/common.h"

HECO_BEGIN_DECLS

/* What a journal says of itself. Texts belong to the info. */
typedef struct {
    const char *note;     /* what the caller of heco_minimize() wanted kept, or ""           */
    const char *identity; /* lines "key=value": version, model, algorithm, set, seed, ...    */
    uint64_t    max_evals; /* the budget as it was last                                  */
    uint64_t    evals;    /* evaluations recorded since the last change of the budget        */
    uint64_t    schedules; /* 1, and one more for every time the budget was raised           */
    uint64_t    torn;     /* bytes of an unfinished last record, to be dropped on resume     */
    int         maximise; /* 1: the problem maximises; f of every point has the other sign   */
} heco_journal_info;

/* Reads the whole file and checks every record; nothing is changed. */
HECO_API heco_status heco_journal_read(heco_journal_info **out, const char *path,
                                       heco_error *error);
/* NULL is fine. */
HECO_API void heco_journal_info_free(heco_journal_info *info);

/* 1 while a search writes to the journal. */
HECO_API int heco_journal_running(const char *path);

/* A variable as the journal describes it. */
typedef struct {
    const char *name, *unit;  /* unit "": none                                             */
    double      lower, upper; /* bounds; NAN: the journal does not say                     */
    int         integer;      /* 1: whole numbers only                                     */
} heco_journal_variable;
/* A constraint as the journal describes it: value `sense` bound, with value = bound + factor * g
 * (or h), see heco_constraint_form. */
typedef struct {
    const char *name, *unit;   /* unit "": none                                            */
    int         equality;      /* 1: h = 0, else g <= 0                                    */
    double      tolerance;     /* up to this it counts as met                              */
    char        sense;         /* '<', '>' or '='; 0: as it stands                         */
    double      bound, factor; /* of its original form, see heco_constraint_form           */
} heco_journal_constraint;

/* One evaluation of a search. */
typedef struct {
    uint64_t      schedule; /* from 1                                                      */
    uint64_t      batch;    /* of the schedule, from 0                                     */
    int           failed;   /* 1: it could not be evaluated                                */
    double        seconds;  /* that the search had taken when it was last noted, before this */
    const double *x;        /* n values                                                    */
    double        f;        /* its objective                                               */
    const double *g, *h;    /* its constraints                                             */
} heco_journal_point;

/* Goes through the evaluations of a journal, also of one that is being written. */
typedef struct heco_journal_walk heco_journal_walk;
/* Reads the texts; the first evaluation comes next. */
HECO_API heco_status heco_journal_walk_open(heco_journal_walk **out, const char *path,
                                            heco_error *error);
/* What the journal says of itself; belongs to the walk. */
HECO_API const heco_journal_info *heco_journal_walk_info(const heco_journal_walk *walk);
/* Numbers of variables, inequalities and equalities. */
HECO_API void heco_journal_walk_sizes(const heco_journal_walk *walk, size_t *n, size_t *ng,
                                      size_t *nh);
/* A variable by number; NULL past the end. */
HECO_API const heco_journal_variable *heco_journal_walk_variable(const heco_journal_walk *walk,
                                                                 size_t                   index);
/* A constraint by number, inequalities first; NULL past the end. */
HECO_API const heco_journal_constraint *heco_journal_walk_constraint(const heco_journal_walk *walk,
                                                                     size_t index);
/* The next evaluation, valid until the next call. 1: there it is; 0: the end; -1: failed. */
HECO_API int heco_journal_walk_next(heco_journal_walk *walk, heco_journal_point *row,
                                    heco_error *error);
/* Seconds that the search had taken when it was last noted, interruptions left out. */
HECO_API double heco_journal_walk_seconds(const heco_journal_walk *walk);
/* NULL is fine. */
HECO_API void heco_journal_walk_close(heco_journal_walk *walk);

HECO_END_DECLS

#endif
