/* A descent of a function with kinks, such as the largest of several values: a trust-region bundle
 * method (Schramm and Zowe 1992, SIAM J. Optimization 2, 121-152) for the merit function phi of a
 * descent that its kinks have stopped.
 *
 * The model of phi about the centre x is the largest of the linear functions (cuts) that were taken
 * at the points so far,
 *
 *   phi(x) + max_i (g_i'd - alpha_i),   alpha_i = phi(x) - (value of cut i at x) >= 0,
 *
 * and a step minimises it in the trust region, plus a small quadratic term. A step that decreases
 * phi enough moves the centre. Any other one leaves its cut, which the next model takes into
 * account. Every step costs one evaluation and the differences at its point. */
#ifndef HECO_SOLVER_SQP_BUNDLE_H
#define HECO_SOLVER_SQP_BUNDLE_H

#include "solver/sqp/descent.h"

typedef enum {               /* the meaning of the rows of the batch                    */
    HECO_BUNDLE_TRIAL,       /* the point of the step                                   */
    HECO_BUNDLE_DIFFERENCES, /* one row per variable beside that point                  */
    HECO_BUNDLE_OVER
} heco_bundle_phase;

typedef struct {
    heco_descent      *descent;   /* gives variables, widths, bounds and phi            */
    size_t             room, cuts; /* most cuts; cuts in use                            */
    double            *rows;      /* per cut: its slopes in widths over `unit`, then -1 */
    double            *alpha;     /* linearisation errors over `unit`                   */
    double            *lo;        /* -infinity for each cut                             */
    double            *lambda;    /* multipliers of the cuts                            */
    double            *b, *dl, *du, *d; /* of the program: the step, then the model's value */
    double            *B, *slope; /* quadratic term; slopes at the trial                */
    double             unit;      /* length of the first slopes                         */
    heco_descent_point centre, trial;
    double             phi, trial_phi;
    double             radius, length; /* trust radius; length of the step              */
    double             predicted; /* decrease of phi that the model predicts            */
    double             first_phi, mark_phi; /* at the start; at the last look           */
    size_t             steps;     /* accepted                                           */
    size_t             nulls;     /* consecutive steps that were not accepted           */
    size_t             useless;   /* cuts whose error was larger than the prediction    */
    size_t             trials;
    uint64_t           evals;
    heco_bundle_phase  phase;
    heco_qp            qp;
} heco_bundle;

/* Allocates memory; a bundle with too many variables or with integers takes none and is never of use
 * (heco_bundle_may_begin). */
void heco_bundle_init(heco_bundle *b, heco_descent *descent, heco_arena *arena);
/* Returns 1 if the descent, which has ended, was stopped by kinks. */
int heco_bundle_may_begin(const heco_bundle *b);
/* Begins at the iterate of the descent, with its derivatives as the first cut. */
void heco_bundle_begin(heco_bundle *b);
/* Writes the rows of the next batch and returns their number. */
size_t heco_bundle_ask(heco_bundle *b, double *rows);
/* Takes the values of exactly these rows. Returns 1 when the method is over. */
int heco_bundle_tell(heco_bundle *b, const heco_batch *in);
/* Returns 1 if phi fell by more than the descent alone could be expected to achieve. */
int heco_bundle_was_useful(const heco_bundle *b);

#endif
