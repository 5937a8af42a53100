/* The neighbourhood of an assignment: which other values of the integers are worth a look, judged
 * by a descent's model. Nothing here is evaluated; the search asks for the points.
 *
 * A *single* is a change of one integer whose values f, c at the incumbent's continuous part are
 * known. A *candidate* is a set of singles; its values are predicted by adding up theirs, and the
 * continuous part follows by one step of the model. */
#ifndef HECO_SOLVER_SQP_NEIGHBOURS_H
#define HECO_SOLVER_SQP_NEIGHBOURS_H

#include "solver/sqp/descent.h"
#include "solver/sqp/visited.h"

enum {
    HECO_NEIGHBOURS_DEPTH    = 6,
    HECO_NEIGHBOURS_SWEEP    = 64,
    HECO_NEIGHBOURS_CATEGORY = 32 /* values of a category that are all tried, not only in a sweep */
};

typedef struct {
    double         pred;  /* merit that the model expects                     */
    double         phi;   /* merit found                                      */
    unsigned short depth; /* singles in use                                   */
    unsigned short single[HECO_NEIGHBOURS_DEPTH];
    unsigned char  known; /* visited before: only a step on the way           */
    unsigned char  tried;
} heco_candidate;

typedef struct {
    heco_descent       *descent;
    const heco_visited *visited;
    heco_descent_memory memory;   /* the incumbent's model                           */
    int                 loaded;   /* is it in the descent now?                       */
    double *x, f, *c, viol;       /* the incumbent                                   */
    double *old_x;                /* and the one before                              */
    double  phi;
    size_t  singles;
    size_t *of;                   /* which integer each single changes               */
    double *by, *single_f, *single_c; /* by how much; values, f infinite where failed */
    int     sweeping;             /* the singles are those of a sweep                */
    size_t  count, next, room;    /* candidates, best first                          */
    heco_candidate *candidate;
    size_t          beam_room;
    heco_candidate *beam, *wider;
    double         *trial_x, *trial_c;
} heco_neighbours;

void heco_neighbours_init(heco_neighbours *nb, heco_descent *descent, const heco_visited *visited,
                          heco_arena *arena);
/* A new incumbent: where the next singles begin. */
void heco_neighbours_set(heco_neighbours *nb, const double *x, double f, const double *c,
                         double viol);
/* Singles at most, also of a sweep. */
size_t heco_neighbours_singles(const heco_descent *descent);
/* Every integer one step up and one down; a category to every other value. */
void heco_neighbours_single_steps(heco_neighbours *nb);
/* All other values of integers with few of them, `most` at random; their number. */
size_t heco_neighbours_sweep(heco_neighbours *nb, size_t most, heco_rng *rng);
/* The point of a single. */
void heco_neighbours_single_point(const heco_neighbours *nb, double *x, size_t t);

/* Has the incumbent's model in the descent. */
void heco_neighbours_load(heco_neighbours *nb);
/* Candidates: the singles; or sets of 2 to `depth` singles by a beam search. */
void heco_neighbours_list_singles(heco_neighbours *nb);
void heco_neighbours_list_sets(heco_neighbours *nb, size_t depth);
/* The integers of a candidate, continuous part as it is. */
void heco_neighbours_point(const heco_neighbours *nb, double *x, const heco_candidate *c);
/* The same with the model's step; sets the candidate's prediction. */
void heco_neighbours_old_model(heco_neighbours *nb, double *x, heco_candidate *c);

#endif
