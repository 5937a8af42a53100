/* A search: a descent and, where there are integer variables, what follows from its end:
 * neighbouring assignments, each with a warm descent of the continuous variables where the model
 * does not rule it out, until no neighbour is better. Without integers a search is a descent and
 * nothing else. */
#ifndef HECO_SOLVER_SQP_LOCAL_SEARCH_H
#define HECO_SOLVER_SQP_LOCAL_SEARCH_H

#include "solver/sqp/neighbours.h"

typedef enum {
    HECO_LOCAL_SEARCH_DESCENT,    /* with moving integers                                        */
    HECO_LOCAL_SEARCH_NEIGHBOURS, /* single steps of the integers, or a sweep over their values  */
    HECO_LOCAL_SEARCH_OLD_MODEL,      /* candidates with the model's step in the continuous variables */
    HECO_LOCAL_SEARCH_EXTRAPOLATE,       /* the last move of the incumbent again, twice as far          */
    HECO_LOCAL_SEARCH_FIXED,      /* descent with the integers of a candidate                    */
    HECO_LOCAL_SEARCH_OVER
} heco_local_search_phase;

/* What the neighbours of an incumbent are made of, in this order. */
typedef enum { HECO_LOCAL_SEARCH_SINGLES, HECO_LOCAL_SEARCH_SETS, HECO_LOCAL_SEARCH_SWEEP } heco_local_search_stage;

enum { HECO_LOCAL_SEARCH_BATCH = 64 };

typedef struct {
    const heco_setup *setup;
    heco_descent      descent;
    heco_visited      visited;
    heco_neighbours   around;
    heco_optima      *known;     /* certified optima of descents go there; NULL: nowhere     */
    int               look_around; /* 0: end with the descent                                */
    size_t            group;     /* candidates evaluated together                            */
    size_t            depth;     /* most integers of a candidate that change                 */
    heco_local_search_phase  phase;
    heco_local_search_stage  stage;
    heco_descent_end  end;       /* of the first descent; DUPLICATE: led to what is known    */
    int               bad;       /* the descent did not get along with the function          */
    uint64_t          evals;     /* since the search began                                    */
    double *best_x, best_f, *best_c, best_viol; /* of this search                             */
    double  all_f, all_viol;     /* the best of everything, the search's points included      */
    int     has_model;           /* some descent has left one                                */
    int     leaping;             /* the child is no candidate: a leap, or the incumbent      */
    int     learns;              /* the first descent's optimum is remembered                */
    size_t  grouped;             /* candidates in the batch, and their points and values     */
    size_t  member[HECO_LOCAL_SEARCH_BATCH];
    double *batch_x, *batch_f, *batch_c;
} heco_local_search;

void heco_local_search_init(heco_local_search *c, const heco_setup *setup);
/* Rows of a batch at most. */
size_t heco_local_search_rows(const heco_local_search *c);
/* `known` of the start serves the first descent and, unless NULL, c->known learns its end. best_f
 * and best_viol: the best of everything so far. */
void heco_local_search_begin(heco_local_search *c, const heco_descent_start *start, double best_f,
                      double best_viol);
/* Without a descent, from the first row of `in`, for problems without continuous variables: all it
 * needs is that some search before has had a descent (has_model). */
void heco_local_search_begin_around(heco_local_search *c, const heco_batch *in, double best_f, double best_viol);
int    heco_local_search_is_over(const heco_local_search *c);
/* Rows and whether the derivatives of the first are wanted. */
void   heco_local_search_ask(heco_local_search *c, heco_batch *out);
void   heco_local_search_tell(heco_local_search *c, const heco_batch *in);
/* Ends it between batches. */
void heco_local_search_cut(heco_local_search *c);

#endif
