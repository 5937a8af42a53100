/* The state of `surrogate` and the steps that its files share.
 *
 * Points are in the unit cube (samples.h). Outputs are numbered 0 for f, 1 .. ng for the
 * inequalities, ng + 1 .. m - 1 for the equalities. */
#ifndef HECO_SOLVER_SURROGATE_SURROGATE_H
#define HECO_SOLVER_SURROGATE_SURROGATE_H

#include "heco/algorithm.h"
#include "solver/sqp/descent.h"
#include "solver/surrogate/rbf_fit.h"
#include "solver/surrogate/samples.h"

enum {
    SURROGATE_BATCH     = 64,  /* largest batch                                           */
    SURROGATE_SOLUTIONS = 400, /* ends of local searches that are remembered              */
    SURROGATE_WINDOW    = 300  /* largest number of points in a model                     */
};

static const double SURROGATE_SAFETY = 1e-10; /* first value of surrogate_local.safety */

typedef enum {          /* purpose of a trial point                                       */
    SURROGATE_DESIGN,   /* first design                                                   */
    SURROGATE_STEP,     /* solution of the model problem in the trust region              */
    SURROGATE_GEOMETRY, /* improves the geometry of the samples about the centre          */
    SURROGATE_PROBE,    /* solution without the constraints whose models are unreliable   */
    SURROGATE_START,    /* start of another local search                                  */
    SURROGATE_MORE      /* further point of a batch                                       */
} surrogate_kind;

typedef struct {
    double        *x, *y; /* the point; the outputs that the model predicts               */
    surrogate_kind kind;
    double         merit;    /* of the centre                                             */
    double         expected; /* of the point, as the model predicts it                    */
    double         length;   /* infinity norm of the step from the centre                 */
} surrogate_trial;

typedef struct { /* where a local search ended */
    double *x, merit;
} surrogate_solution;

typedef struct { /* a model problem: minimise the model inside a box about its centre */
    const heco_rbf *model;
    double          radius; /* of the box                                                 */
    double          away;   /* least distance of a solution from all samples              */
    size_t          starts; /* starting points of the SQP                                 */
    int             drop;   /* leave out the constraints whose models are unreliable      */
} surrogate_subproblem;

typedef struct { /* first design */
    double *x;
    size_t  count;
    int     done;
} surrogate_design;

typedef struct { /* best point, about which the points after the last model are sampled */
    double *x, f, viol;
} surrogate_best;

typedef struct { /* merit function f + sum of weight_k violation_k */
    double *scale; /* width of the central 80 % of the values of an output                */
    double *weight, *least_weight;
    double *tol;    /* tolerance of an output; 0 for inequalities                         */
    int     scaled; /* the scales are set                                                 */
} surrogate_merit;

typedef struct { /* the current local search */
    int     run;            /* its number                                                 */
    double  radius;         /* trust-region radius                                        */
    double *margin;         /* distance that the models of inequalities keep from 0       */
    double  safety;         /* margin of all inequalities, in units of their models       */
    double  equality_error; /* last error of the models of equalities, in tolerances      */
    int     band;           /* solutions use the tolerances of equalities                 */
    int     failures;       /* consecutive rejected steps                                 */
    int     stalls;         /* consecutive model problems without a predicted decrease    */
    int     improve;        /* the next point is to improve the geometry                  */
    int     polishing;      /* it started from the best point                             */
    int     restorations;   /* increases of the weights at an infeasible end              */
    int     recentred;      /* consecutive changes of the centre by new weights           */
    size_t  last_probe;     /* samples at the last SURROGATE_PROBE                        */
} surrogate_local;

typedef struct {
    heco_rbf_fitter fitter;
    heco_rbf        large, small; /* of the larger and of the smaller window              */
    const heco_rbf *current;      /* fit about `centre` with `count` samples; NULL: none  */
    size_t          centre, count;
} surrogate_models;

typedef struct {
    surrogate_solution *solution;
    size_t              solutions;
    size_t              count; /* also selects the kind of the next restart               */
    double              best_f, best_v; /* best point at the last restart                 */
    size_t              idle;     /* restarts since then without an improvement           */
    size_t              patience; /* number of them that ends the search; 0: never        */
} surrogate_restarts;

typedef struct { /* solves model problems by the SQP of sqp/descent.h */
    heco_descent   descent;
    heco_space     space; /* the model problem, in u = (x - centre)/radius                */
    heco_batch     batch;
    const surrogate_subproblem *sub;
    double        *radius;        /* of each variable: an integer may move by one unit    */
    double        *lower, *upper; /* the box in u                                         */
    double        *fixed_lower, *fixed_upper; /* the box with integers fixed              */
    double        *shift;     /* added to an output of the model                          */
    double        *tolerance; /* of an equality, in units of its model                    */
    unsigned char *dropped;
    double        *gradient; /* of all outputs, m x n                                     */
    double        *v;        /* outputs of the model                                      */
    double        *u, f, violation; /* the last solution                                  */
    double        *best_u, *relaxed_u;
    double        *multiplier, *best_multiplier; /* of constraint k: entry k - 1          */
} surrogate_solver;

typedef struct { /* scratch */
    double *x, *y, *direction, *eigen, *column;
    double *point; /* n values of the space */
    size_t *order;
} surrogate_work;

typedef struct {
    const heco_setup  *setup;
    const double      *option;
    heco_rng          *rng;
    size_t             n, m, ng, nh; /* free variables; outputs                           */
    heco_samples       samples;
    size_t             limit;  /* evaluations that are modelled                           */
    size_t             window; /* points in a model                                       */
    int                exhausted; /* the models have no further proposal                  */
    surrogate_trial   *trial;     /* the batch under evaluation                           */
    size_t             trials, batches;
    surrogate_design   design;
    surrogate_best     best;
    surrogate_merit    merit;
    surrogate_local    local;
    surrogate_models   models;
    surrogate_restarts restarts;
    surrogate_solver   solver;
    surrogate_work     work;
} surrogate_state;

/* ---- surrogate_merit.c ---- */

/* Returns the violation of output k >= 1 beyond its tolerance. */
double heco_surrogate_violation(const surrogate_state *s, const double *y, size_t k);
/* Returns the merit of outputs y; infinite if it is not finite. */
double heco_surrogate_merit(const surrogate_state *s, const double *y);
/* Returns the merit of sample i; infinite if it is not usable. */
double heco_surrogate_row_merit(const surrogate_state *s, size_t i);
/* Sets scales and first weights from all samples. */
void heco_surrogate_set_scales(surrogate_state *s);
/* Returns the sample of the current local search with the least merit; samples.count: none. */
size_t heco_surrogate_centre(const surrogate_state *s);
/* Returns the sample of least scaled violation, then of least f; samples.count: none. */
size_t heco_surrogate_best(const surrogate_state *s);
/* Returns the sum of the violations in units of their scales. */
double heco_surrogate_scaled_violation(const surrogate_state *s, const double *y);
/* Returns 1 if the leave-one-out error says that the model of output k is unreliable. */
int heco_surrogate_is_unreliable(const heco_rbf *q, size_t k);
/* Sets the weights from the multipliers of the model problem whose solution has the outputs y. */
void heco_surrogate_set_weights(surrogate_state *s, const heco_rbf *q, const double *y,
                                const double *multiplier);
/* Raises all weights if a step reduces the penalty but raises f by more than MERIT_GAIN of that
 * reduction. `y_centre` and y are the outputs before and after the step. */
void heco_surrogate_raise_weights(surrogate_state *s, const double *y_centre, const double *y);

/* ---- surrogate_solve.c ---- */

/* Allocates s->solver and initialises its descent. */
void heco_surrogate_solve_init(surrogate_state *s, heco_arena *arena);
/* Solves a model problem. Writes the solution to x and its multipliers to solver.best_multiplier.
 * Returns 0 if there is none. */
int heco_surrogate_solve(surrogate_state *s, const surrogate_subproblem *sub, double *x);

/* ---- surrogate_propose.c ---- */

/* Returns the model about a sample: of the window that predicts its neighbourhood better. */
const heco_rbf *heco_surrogate_fit(surrogate_state *s, size_t centre);
/* Fits models.large to at most SURROGATE_WINDOW points and returns it. */
const heco_rbf *heco_surrogate_fit_wide(surrogate_state *s, size_t centre);
/* Writes the next trial point, or sets `exhausted`. Updates the local search, the weights and the
 * restarts on the way. */
void heco_surrogate_propose(surrogate_state *s, surrogate_trial *trial);

typedef struct {
    double radius;
    double least; /* an eigenvalue from here on needs no point                            */
    double move;  /* least length of the step, in radii                                   */
    double away;  /* least distance from all samples, in radii; may be 0                  */
} surrogate_direction;
/* Proposes the better of two points on either side of the centre along the direction in which the
 * samples vary least. Returns 0 if they vary enough, or if both points are too near to a sample. */
int heco_surrogate_propose_geometry(surrogate_state *s, const heco_rbf *q, size_t centre,
                                    const surrogate_direction *how, surrogate_trial *trial);
/* Writes a point far from all samples: in the cube (c NULL) or within `radius` of c. Returns 0 if
 * every point is a sample. */
int heco_surrogate_draw_far(surrogate_state *s, const double *c, double radius, double *x);

/* ---- surrogate_batch.c ---- */

/* Proposes point j >= 1 of a batch. Returns 0 if there is no new point left. */
int heco_surrogate_propose_more(surrogate_state *s, surrogate_trial *trial, size_t j);

#endif
