/* A local search: a descent and, if there are integer variables, a search of the neighbouring
 * assignments of its end. Each neighbour that the model does not rule out gets a descent of the
 * continuous variables, until no neighbour is better. Without integer variables a local search is a
 * single descent. */
#ifndef HECO_SOLVER_SQP_LOCAL_SEARCH_H
#define HECO_SOLVER_SQP_LOCAL_SEARCH_H

#include "solver/sqp/bundle.h"
#include "solver/sqp/neighbours.h"

/* The meaning of the rows of the batch. */
typedef enum {
    HECO_LOCAL_SEARCH_DESCENT,     /* a descent in which integers move                        */
    HECO_LOCAL_SEARCH_BUNDLE,      /* the bundle method, after a descent that kinks stopped   */
    HECO_LOCAL_SEARCH_NEIGHBOURS,  /* singles of the incumbent                                */
    HECO_LOCAL_SEARCH_MODEL_STEP,  /* candidates, continuous variables by the model's step    */
    HECO_LOCAL_SEARCH_EXTRAPOLATE, /* the last move of the incumbent again, twice as far      */
    HECO_LOCAL_SEARCH_FIXED,       /* a descent with the integers of a candidate              */
    HECO_LOCAL_SEARCH_OVER
} heco_local_search_phase;

/* Kinds of candidates, in this order. */
typedef enum {
    HECO_LOCAL_SEARCH_SINGLES, /* one integer changes by one step  */
    HECO_LOCAL_SEARCH_SETS,    /* several integers change          */
    HECO_LOCAL_SEARCH_SWEEP    /* one integer changes to any value */
} heco_local_search_stage;

enum { HECO_LOCAL_SEARCH_BATCH = 64 };

typedef struct {
    int    neighbours; /* 0: end with the descent                                 */
    size_t batch;      /* candidates evaluated together                           */
    size_t changes;    /* most integers of a candidate that change                */
} heco_local_search_options;

typedef struct { /* candidates that are evaluated together                  */
    size_t  count;
    size_t  candidate[HECO_LOCAL_SEARCH_BATCH];
    double *x, *f, *c;
} heco_local_search_batch;

typedef struct {
    const heco_setup         *setup;
    heco_local_search_options options;
    heco_descent              descent;
    heco_bundle               bundle;
    int                       useless; /* bundles without a gain, over all searches          */
    int                       bundled; /* a bundle found the end of this search              */
    heco_visited              visited;
    heco_neighbours           neighbours;
    heco_optima              *known; /* receives certified optima; may be NULL             */
    heco_local_search_phase   phase;
    heco_local_search_stage   stage;
    heco_descent_end          end;        /* of the first descent; DUPLICATE: the end is known  */
    int                       unreliable; /* derivatives were of little use to that descent     */
    uint64_t                  evals;      /* since the search began                             */
    heco_descent_point        best;       /* of this search                                     */
    double                    overall_f, overall_viol; /* the best of all searches              */
    double                    met_f;        /* of the best point where steps aim, of all searches */
    int                       has_model;    /* some descent has left a model                      */
    int                       outside_list; /* the fixed descent is not from a listed candidate */
    int                       records;      /* the optimum of the first descent goes to `known`   */
    heco_local_search_batch   batch;
} heco_local_search;

void heco_local_search_init(heco_local_search *s, const heco_setup *setup);
/* Returns the largest number of rows of a batch. */
size_t heco_local_search_rows(const heco_local_search *s);
/* Begins a search. If `known` of the start is not NULL, s->known receives the certified optimum of
 * the first descent. best_f and best_viol: the best of all searches so far. */
void heco_local_search_begin(heco_local_search *s, const heco_descent_start *start, double best_f,
                             double best_viol);
/* Begins with the neighbours of the first row of `in`, without a descent. It needs a model of an
 * earlier search (has_model) and is meant for problems without continuous variables. */
void heco_local_search_begin_neighbours(heco_local_search *s, const heco_batch *in, double best_f,
                                        double best_viol);
int  heco_local_search_is_over(const heco_local_search *s);
/* Writes the rows of the next batch and requests the derivatives of the first if they are wanted.
 */
void heco_local_search_ask(heco_local_search *s, heco_batch *out);
void heco_local_search_tell(heco_local_search *s, const heco_batch *in);
/* Updates `best` and the overall best with a point. */
void heco_local_search_record(heco_local_search *s, const double *x, double f, const double *values,
                              double v);
/* Ends the search between two batches. */
void heco_local_search_stop(heco_local_search *s);

/* ---- local_search_bundle.c: for local_search.c ---- */

/* Begins the bundle method if kinks have stopped the descent. Returns 0 if it does not apply. */
int heco_local_search_begin_bundle(heco_local_search *s);
/* Takes the values of its rows. At its end the search is over, or the descent is repeated with
 * wider differences if the bundle gained nothing. */
void heco_local_search_tell_bundle(heco_local_search *s, const heco_batch *in);

/* ---- local_search_neighbours.c: for local_search.c ---- */

/* Integers with so many steps may move far: descents and extrapolation pay. */
enum { HECO_LOCAL_SEARCH_MANY_STEPS = 6 };
/* Sets the single steps of the incumbent as the next batch. */
void heco_local_search_ask_neighbours(heco_local_search *s);
/* Sets the next candidates as the next batch. After the singles come sets, then a sweep, then the
 * end. */
void heco_local_search_next_batch(heco_local_search *s);
/* Sets the extrapolated move as the next batch. Returns 0 if the move changed an integer with few
 * values, or leads to a visited assignment. */
int heco_local_search_try_extrapolation(heco_local_search *s);
/* Repeats the move to a new incumbent, twice as far, or begins with its single steps. */
void heco_local_search_follow_incumbent(heco_local_search *s);

#endif
