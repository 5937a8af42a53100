/* A chain: a descent and, where there are integer variables, what follows from its end:
 * neighbouring assignments, each with a warm descent of the continuous variables where the model
 * does not rule it out, until no neighbour is better. Without integers a chain is a descent and
 * nothing else. */
#ifndef HECO_SEARCH_CHAIN_H
#define HECO_SEARCH_CHAIN_H

#include "search/neighbours.h"

typedef enum {
    HECO_CHAIN_DESCENT,    /* with moving integers                                        */
    HECO_CHAIN_NEIGHBOURS, /* single steps of the integers, or a sweep over their values  */
    HECO_CHAIN_CHORD,      /* candidates with the model's step in the continuous variables */
    HECO_CHAIN_LEAP,       /* the last move of the incumbent again, twice as far          */
    HECO_CHAIN_CHILD,      /* descent with the integers of a candidate                    */
    HECO_CHAIN_OVER
} heco_chain_phase;

/* What the neighbours of an incumbent are made of, in this order. */
typedef enum { HECO_CHAIN_SINGLES, HECO_CHAIN_SETS, HECO_CHAIN_SWEEP } heco_chain_stage;

enum { HECO_CHAIN_GROUP = 64 };

typedef struct {
    const heco_setup *setup;
    heco_descent      descent;
    heco_visited      visited;
    heco_neighbours   around;
    heco_optima      *known;     /* certified optima of descents go there; NULL: nowhere     */
    int               look_around; /* 0: end with the descent                                */
    size_t            group;     /* candidates evaluated together                            */
    size_t            depth;     /* most integers of a candidate that change                 */
    heco_chain_phase  phase;
    heco_chain_stage  stage;
    heco_descent_end  end;       /* of the first descent; DUPLICATE: led to what is known    */
    int               bad;       /* the descent did not get along with the function          */
    uint64_t          evals;     /* since the chain began                                    */
    double *best_x, best_f, *best_c, best_viol; /* of this chain                             */
    double  all_f, all_viol;     /* the best of everything, the chain's points included      */
    int     has_model;           /* some descent has left one                                */
    int     leaping;             /* the child is no candidate: a leap, or the incumbent      */
    int     learns;              /* the first descent's optimum is remembered                */
    size_t  grouped;             /* candidates in the batch, and their points and values     */
    size_t  member[HECO_CHAIN_GROUP];
    double *group_x, *group_f, *group_c;
} heco_chain;

void heco_chain_init(heco_chain *c, const heco_setup *setup);
/* Rows of a batch at most. */
size_t heco_chain_rows(const heco_chain *c);
/* `known` of the start serves the first descent and, unless NULL, c->known learns its end. best_f
 * and best_viol: the best of everything so far. */
void heco_chain_begin(heco_chain *c, const heco_descent_start *start, double best_f,
                      double best_viol);
/* Without a descent, from the first row of `in`, for problems without continuous variables: all it
 * needs is that some chain before has had a descent (has_model). */
void heco_chain_begin_around(heco_chain *c, const heco_batch *in, double best_f, double best_viol);
int    heco_chain_is_over(const heco_chain *c);
/* Rows and whether the derivatives of the first are wanted. */
void   heco_chain_ask(heco_chain *c, heco_batch *out);
void   heco_chain_tell(heco_chain *c, const heco_batch *in);
/* Ends it between batches. */
void heco_chain_cut(heco_chain *c);

#endif
