/* The first stage of an evaluation: the cheap constraints (heco_problem.cheap), in the thread of
 * the search. Points that violate one of them are rejected, and only the others reach the backend.
 */
#ifndef HECO_EVALUATE_CHEAP_STAGE_H
#define HECO_EVALUATE_CHEAP_STAGE_H

#include "evaluate/backends.h"
#include "evaluate/desk.h"

typedef struct {
    const heco_problem *problem;
    double             *tol;   /* `cheap` tolerances                                          */
    double             *g;     /* ng values of the last answer, see heco_cheap_stage_answer() */
    heco_batch         *rest;  /* the rows that are not rejected; NULL: none was needed yet   */
    size_t             *index; /* their places in `whole`                                     */
    heco_batch         *whole; /* the batch that is being evaluated                           */
    heco_rows_receiver  to;    /* receives rows of `whole`                                    */
    heco_desk           desk;  /* rejected points among those that come one by one            */
    size_t              workers;
} heco_cheap_stage;

/* Takes the memory for a problem with cheap constraints, which must stay valid. `workers` is the
 * largest number of points under way. */
heco_status heco_cheap_stage_open(heco_cheap_stage *s, const heco_problem *problem, size_t workers,
                                  heco_error *error);
void        heco_cheap_stage_close(heco_cheap_stage *s);

/* Writes the cheap constraints at x. Returns 1 if all of them are met. */
int heco_cheap_stage_meets(const heco_cheap_stage *s, const double *x, double *g);

/* Marks the rejected rows of a batch, reports them, and returns the others in *rest, a batch of the
 * stage with the derivatives of `whole`. */
heco_status heco_cheap_stage_begin(heco_cheap_stage *s, heco_batch *whole, heco_batch *rest);
/* Copies the values of all rows of s->rest to their places. */
void heco_cheap_stage_end(heco_cheap_stage *s, const heco_batch *rest);
/* Receives rows of s->rest, copies them to their places and reports those. `user` is the stage. */
void heco_cheap_stage_take(void *user, const heco_batch *rows, size_t begin, size_t end);

/* Rejects a point that comes alone, if it must be. Sets *rejected. */
heco_status heco_cheap_stage_submit(heco_cheap_stage *s, uint64_t id, const double *x,
                                    int *rejected);
/* Writes the cheap constraints of an answer of the backend. */
void heco_cheap_stage_answer(heco_cheap_stage *s, heco_answer *out);

#endif
