/* What a search found, as a report for people or as one JSON document. */
#ifndef HECO_CLI_SOLVE_ANSWER_H
#define HECO_CLI_SOLVE_ANSWER_H

#include <stdio.h>

#include "cli/args.h"
#include "heco/heco.h"

typedef struct {
    const char          *spec; /* the model as typed                                         */
    const heco_problem  *problem;
    const heco_solution *solution; /* of several runs the best                               */
    const heco_runs     *runs;     /* NULL: there was one                                    */
    size_t               starts;   /* initial points, the same for all runs                  */
    const char          *instance; /* "" where the model has none                            */
    const char          *note; /* what the model wants to be known, or ""                    */
    uint64_t             seed, max_evals;
    double               target; /* as typed; NAN: none                                      */
    const char *const    *set;      /* options given to the search                        */
    size_t                sets;     /* how many                                           */
    const char          *backend, *journal; /* journal NULL: none                            */
    uint64_t             torn;     /* bytes dropped at the end of the journal                */
    uint64_t             schedule; /* which of the journal's; 0: the journal is new          */
    int                  interrupted; /* by a signal                                         */
    int                  verbose;     /* every row and every digit                           */
    const char          *error;       /* why the search broke down; NULL: it did not         */
} answer;

void answer_text(const answer *a, FILE *out);
/* One line: the constraints that keep the least infeasible point from being feasible. */
void answer_blocking(const answer *a, FILE *out);
void answer_json(const answer *a, FILE *out);
/* The exit code that goes with it. */
int answer_code(const answer *a, int interrupted);

#endif
