/* What the files of `surrogate` share: the state and its steps. */
#ifndef HECO_SOLVER_SURROGATE_SURROGATE_H
#define HECO_SOLVER_SURROGATE_SURROGATE_H

#include "heco/algorithm.h"
#include "solver/surrogate/samples.h"
#include "solver/surrogate/model_sqp.h"
#include "solver/surrogate/rbf_fit.h"

enum { SURROGATE_BATCH = 64, SURROGATE_SOLUTIONS = 400, SURROGATE_WINDOW = 300 };

/* Why a point was asked for. */
typedef enum {
    SURROGATE_DESIGN,   /* of the first design                                        */
    SURROGATE_STEP,     /* solution of the model problem in the trust region          */
    SURROGATE_GEOMETRY, /* to learn about a direction or a place                      */
    SURROGATE_PROBE,    /* solution without the constraints that no model describes   */
    SURROGATE_START,    /* of another local search                                    */
    SURROGATE_MORE      /* beside the first of a batch                                */
} surrogate_kind;

typedef struct {
    double        *x, *y; /* in the cube; what the model says of it             */
    surrogate_kind kind;
    double         phi, expected; /* merit of the centre; of the point by the model     */
    double         length;        /* largest coordinate of the step                     */
} surrogate_slot;

typedef struct {
    double *x;
    double  phi;
} surrogate_solution;

/* Which model problem to solve, and how. */
typedef struct {
    const heco_rbf *model;
    double          radius, away; /* least distance of a solution from all points       */
    size_t          starts;
    int             drop; /* leave out the constraints that cannot be trusted   */
} surrogate_subproblem;

typedef struct {
    const heco_setup *setup;
    const double     *o;
    heco_rng         *rng;
    size_t            n, m, ng, nh; /* free variables, outputs                          */
    heco_samples    E;
    size_t            init, window, limit; /* design, points in a model, evaluations modelled */
    double           *design;
    /* models */
    heco_rbf_fitter fitter;
    heco_rbf        large, small;
    const heco_rbf *model; /* of the last fit about a centre; NULL: none       */
    size_t          fitted_centre, fitted_count;
    heco_sqp        sqp;
    /* local search */
    int     run;
    double  D;               /* trust-region radius                              */
    double *s, *w, *w_floor; /* scales, weights and their floors, by output      */
    double *a, b;            /* margins, safety of the inequalities              */
    double *tol;             /* by output; 0 for inequalities                    */
    double  e_h;             /* last equality error, in units of the tolerance   */
    int     fails, stall, geo, polish, restorations, moves;
    size_t  t_drop;
    /* all of it */
    surrogate_solution *solution;
    size_t              solutions, cyc, batches;
    double              best_f, best_v; /* at the last restart                              */
    size_t              idle, patience; /* restarts since they improved; how many are enough */
    int                 designed, scaled, exhausted;
    surrogate_slot     *slot; /* of the batch that is out                         */
    size_t              slots, asked;
    double             *sample_x; /* best point of the sampling that follows          */
    double              sample_f, sample_v;
    /* scratch of the model problem and of the geometry */
    double        *lo, *hi, *fix_lo, *fix_hi, *u, *best_u, *z, *best_z, *shift, *x, *direction;
    double        *y, *eigen, *column;
    size_t        *order;
    unsigned char *dropped;
    const surrogate_subproblem *sub;
} surrogate_state;

/* surrogate_merit.c: merit, scales, weights. */
double heco_surrogate_violation(const surrogate_state *s, const double *y, size_t k);
double heco_surrogate_merit(const surrogate_state *s, const double *y);
double heco_surrogate_row_merit(const surrogate_state *s, size_t i);
void   heco_surrogate_set_scales(surrogate_state *s);
/* Row of the current run with the smallest merit; E.count when the run has no usable row. */
size_t heco_surrogate_centre(const surrogate_state *s);
/* Row of least scaled violation, then of least f; E.count when no row is usable. */
size_t heco_surrogate_best(const surrogate_state *s);
double heco_surrogate_scaled_violation(const surrogate_state *s, const double *y);
/* 1: leave-one-out errors of output k say that its model is worth little. */
int heco_surrogate_untrusted(const heco_rbf *q, size_t k);
/* Weights from the multipliers z of the model problem whose solution has the outputs y. */
void heco_surrogate_set_weights(surrogate_state *s, const heco_rbf *q, const double *y,
                                const double *z);
/* All weights raised where the model trades violation for f at a loss. */
void heco_surrogate_raise_weights(surrogate_state *s, const double *centre, const double *y);

/* surrogate_solve.c: the model problem. */
void heco_surrogate_solve_init(surrogate_state *s, heco_arena *arena);
/* Solution in x; multipliers in s->best_z. 0 when there is none. */
int heco_surrogate_solve(surrogate_state *s, const surrogate_subproblem *sub, double *x);

/* surrogate_propose.c: the next points. */
const heco_rbf *heco_surrogate_fit(surrogate_state *s, size_t centre);
void            heco_surrogate_propose(surrogate_state *s, surrogate_slot *slot);
/* surrogate_batch.c: those beside the first, number j of a batch; 0 when there is no place left. */
int heco_surrogate_propose_more(surrogate_state *s, surrogate_slot *slot, size_t j);
/* A model of SURROGATE_WINDOW points. */
const heco_rbf *heco_surrogate_fit_wide(surrogate_state *s, size_t centre);
/* The better by the model of two points on either side of the centre, in the direction in which the
 * points spread least; 0: the spread is at least `least`, or both are too near to what is known. */
typedef struct {
    double radius, least, move, away; /* move and away in units of the radius; away may be 0 */
} surrogate_direction;
int heco_surrogate_geometry(surrogate_state *s, const heco_rbf *q, size_t centre,
                            const surrogate_direction *how, surrogate_slot *slot);
/* A place far from all points, in the whole cube (c NULL) or within radius of c; 0 when all are
 * known. */
int heco_surrogate_far(surrogate_state *s, const double *c, double radius, double *x);

#endif
