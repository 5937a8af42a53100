/* The neighbourhood of an assignment (the values of the integer variables): candidates for the next
 * assignment, ranked by the model of a descent. Nothing is evaluated here; the local search asks
 * for the points.
 *
 * A *single* is a change of one integer. Its values f and c at the incumbent's continuous part are
 * evaluated. A *candidate* is a set of singles. Its values are predicted by adding the changes of
 * its singles, and its continuous part by one step of the model. The prediction is exact for one
 * single and for separable functions. */
#ifndef HECO_SOLVER_SQP_NEIGHBOURS_H
#define HECO_SOLVER_SQP_NEIGHBOURS_H

#include "solver/sqp/descent.h"
#include "solver/sqp/visited.h"

enum {
    HECO_NEIGHBOURS_CHANGES  = 6,  /* most singles of a candidate; 8 solve no more problems      */
    HECO_NEIGHBOURS_SWEEP    = 64, /* most singles of a sweep                                    */
    HECO_NEIGHBOURS_CATEGORY = 32  /* largest category of which all values are tried as singles  */
};

typedef struct {
    double         predicted; /* merit that the model predicts                    */
    double         merit;     /* merit found                                      */
    unsigned short changes;   /* singles in use                                   */
    unsigned short single[HECO_NEIGHBOURS_CHANGES];
    unsigned char  visited;   /* no candidate itself, only part of larger ones    */
    unsigned char  tried;
} heco_candidate;

typedef struct {
    size_t  count;
    size_t *integer;          /* position of the integer that changes             */
    double *by;               /* by how much                                      */
    double *f, *c;            /* values; f is infinite if the evaluation failed   */
    int     sweep;            /* they are those of a sweep                        */
} heco_singles;

typedef struct {
    heco_descent       *descent;
    const heco_visited *visited;
    heco_descent_memory memory;    /* the incumbent's model                           */
    int                 loaded;    /* the descent holds that model                    */
    heco_descent_point  incumbent;
    double             *previous_x; /* the incumbent before                           */
    double              merit;     /* of the incumbent                                */
    heco_singles        single;
    heco_candidate     *candidate; /* best first                                      */
    size_t              count, next, room;
    heco_candidate     *beam, *extended; /* candidates of one size and of the next    */
    size_t              beam_room;
    double             *trial_x, *trial_c;
} heco_neighbours;

void heco_neighbours_init(heco_neighbours *nb, heco_descent *descent, const heco_visited *visited,
                          heco_arena *arena);
/* Sets the incumbent; the one before goes to previous_x. */
void heco_neighbours_set_incumbent(heco_neighbours *nb, const double *x, double f, const double *c,
                                   double viol);
/* Returns the largest number of singles, those of a sweep included. */
size_t heco_neighbours_max_singles(const heco_descent *descent);
/* Sets the singles: each integer one step up and one down, a category to each other value. */
void heco_neighbours_single_steps(heco_neighbours *nb);
/* Sets the singles to other values of integers with few values, at most `most` at random. Returns
 * their number. */
size_t heco_neighbours_sweep(heco_neighbours *nb, size_t most, heco_rng *rng);
/* Writes the point of single t to x. */
void heco_neighbours_single_point(const heco_neighbours *nb, double *x, size_t t);

/* Loads the incumbent's model into the descent and sets `merit`, unless it is loaded already. */
void heco_neighbours_load_model(heco_neighbours *nb);
/* Replaces the list of candidates by the singles, best first. */
void heco_neighbours_list_singles(heco_neighbours *nb);
/* Replaces the list of candidates by sets of 2 to `changes` singles, found by a beam search. */
void heco_neighbours_list_sets(heco_neighbours *nb, size_t changes);
/* Writes the incumbent with the integers of a candidate to x. */
void heco_neighbours_point(const heco_neighbours *nb, double *x, const heco_candidate *c);
/* The same with the model's step in the continuous variables; sets the candidate's prediction. */
void heco_neighbours_model_step(heco_neighbours *nb, double *x, heco_candidate *c);

#endif
