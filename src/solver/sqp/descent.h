/* One local descent by sequential quadratic programming, as a state machine: it proposes rows (ask)
 * and receives their values (tell) until it ends.
 *
 * The method is Fletcher's S l1 QP (1985; Nocedal and Wright 2006, section 18.5): a trust-region SQP
 * with the exact merit function
 *
 *   phi(x) = f(x) + penalty * sum_i violation_i(x).
 *
 * Derivatives come from finite differences, one batch for all variables, or are exact if the
 * problem supplies them. Variables are scaled by the width of the box, constraints c = (g, h) by
 * the lengths of their gradients. An equality is the range -tol <= h <= tol.
 *
 *   step                                                    function
 *   finite differences                                      descent_differences.c
 *   digits of the outputs, difference steps for them        descent_digits.c
 *   exact derivatives and their check                       descent_exact.c
 *   quasi-Newton Hessian B: damped, self-scaled BFGS        heco_descent_update_hessian
 *   Gauss-Newton matrix of a sum of squares                 descent_residuals.c
 *   measured Hessian, by differences of exact gradients     descent_curvature.c
 *   scaling of the constraints                              heco_descent_scale_rows
 *   QP subproblem                                           heco_descent_solve_qp, qp.c
 *   merit function                                          heco_descent_merit
 *   penalty parameter: first value, decrease                descent_update_penalty
 *   penalty parameter: increase by steering                 heco_descent_steer_penalty
 *   convergence test                                        descent_is_converged
 *   second-order correction                                 heco_descent_correct_step
 *   ratio test, trust-region update                         descent_trial.c
 *   restoration: secant steps with old derivatives          heco_descent_secant_step
 *   feasibility steps, for many variables                   descent_feasibility.c
 *   integer variables: rounding by the model                descent_integers.c
 *   saved models, for predictions and warm starts           descent_memory.c
 *   discontinuities: detection, bisection                   descent_discontinuity.c
 *   natural coordinates of variables without bounds         descent_frame.c
 *
 * docs/algorithms/sqp.md describes the method and its measurements. */
#ifndef HECO_SOLVER_SQP_DESCENT_H
#define HECO_SOLVER_SQP_DESCENT_H

#include <math.h>

#include "heco/algorithm.h"
#include "solver/sqp/optima.h"
#include "solver/sqp/qp.h"

typedef enum {                /* the meaning of the rows of the batch                     */
    HECO_DESCENT_DIFFERENCES, /* one row per column: finite differences                   */
    HECO_DESCENT_OTHER_SIDE,  /* differences that failed or jumped, in the other direction */
    HECO_DESCENT_EXACT,       /* the iterate with its exact derivatives                   */
    HECO_DESCENT_CURVATURE,   /* exact derivatives beside the iterate: a column of the Hessian */
    HECO_DESCENT_TRIAL,       /* the trial point of the QP step                           */
    HECO_DESCENT_CORRECTION,  /* the second-order correction of that point                */
    HECO_DESCENT_SECANT,      /* a further step with old derivatives, corrected by Broyden */
    HECO_DESCENT_FEASIBILITY, /* a shortest step to the constraints, beside the descent   */
    HECO_DESCENT_LOCATE,      /* each variable moves alone: which one meets a discontinuity? */
    HECO_DESCENT_BISECT       /* bisection for the position of the discontinuity          */
} heco_descent_phase;

typedef enum {
    HECO_DESCENT_RUNNING,
    HECO_DESCENT_CONVERGED,
    HECO_DESCENT_DUPLICATE, /* it leads to a known optimum                              */
    HECO_DESCENT_PRUNED,    /* its model predicts that it cannot beat the incumbent     */
    HECO_DESCENT_STUCK
} heco_descent_end;

enum {                       /* levels of the finite differences                        */
    HECO_DESCENT_SHORT,      /* relative step 1e-8, for smooth functions                */
    HECO_DESCENT_MEDIUM,     /* 1e-4 of the box, for small noise                        */
    HECO_DESCENT_WIDE        /* 0.02 of the box, for large noise and kinks              */
};

typedef struct {             /* where and how a descent begins                          */
    const double *x, *g, *h; /* a point with its values                                 */
    double        f, viol;
    double        radius;    /* first trust radius; 1 is the whole box                  */
    int           level;     /* of the finite differences                               */
    const heco_optima *known; /* NULL: none                                             */
    int           fixed_integers; /* integers keep their values                         */
    int           warm;      /* starts with the loaded model (heco_descent_load_model)  */
    double        incumbent; /* with fixed_integers: f to be beaten; INFINITY: none     */
    double        rival;     /* f of the best feasible point so far; INFINITY: none     */
    int lacks_f; /* the point has no f (heco_batch_lacks_f): the descent reduces the known
                  * violation until a point has one, and goes on from there */
} heco_descent_start;

typedef struct {             /* a point with its values                                 */
    double *x, f, *c, viol;
} heco_descent_point;

typedef struct {
    double difference;       /* relative step of short finite differences               */
    double margin;           /* distance inside the constraints that steps aim for      */
    int    secant_steps;     /* most secant steps between two sets of derivatives       */
    int    eager;            /* derivatives come with the trial (heco_descent_ahead): an accepted
                              * trial is not corrected                                  */
    int    hessians;         /* most Hessians that a descent measures where B is of no more use */
    int    kinks;            /* a descent that kinks slow down ends (`kinked`), instead of going on
                              * with wider differences                                  */
} heco_descent_options;

typedef struct {             /* the caller's part of the task                           */
    const heco_optima *known;
    double incumbent, rival;
    int    fixed_integers, warm; /* as in heco_descent_start                            */
} heco_descent_goal;

typedef struct {             /* linearisation of f and c, in widths of the box          */
    double *grad, *A;        /* gradient of f, Jacobian of c (m rows)                   */
    double *x, *c;           /* where they were taken                                   */
    double *old_grad, *old_A; /* the set before; BFGS compares the two                  */
    double *old_lambda;      /* multipliers of the step between the two                 */
} heco_descent_linear;

typedef struct {             /* finite differences                                      */
    int     level;           /* HECO_DESCENT_SHORT, ...                                 */
    int     flat;            /* all derivatives were 0                                  */
    size_t *column, count;   /* the columns that the rows of the batch stand for        */
} heco_descent_differences;

typedef enum {               /* of the outputs                                          */
    HECO_DESCENT_UNKNOWN_OUTPUTS,
    HECO_DESCENT_EXACT_OUTPUTS,
    HECO_DESCENT_ROUNDED_OUTPUTS,
    HECO_DESCENT_MIXED_OUTPUTS /* some are exact, others rounded                        */
} heco_descent_precision;

enum { HECO_DESCENT_SEEN = 16 }; /* values of an output that are kept                   */

typedef struct {             /* the decimal digits of an output, over all descents      */
    int    digits;           /* most digits of a value                                  */
    double last;             /* least unit of a last digit                              */
    double most;             /* largest size of a value                                 */
    size_t values;           /* values that were looked at                              */
    int    rounded;          /* few digits, although the value changes while integers stay */
    double   seen[HECO_DESCENT_SEEN]; /* the last different values, */
    uint64_t at[HECO_DESCENT_SEEN];   /* and the hashes of the integers there           */
    size_t different;        /* values in `seen`, and those that were overwritten       */
    size_t changes;          /* those that differ from another one with the same integers */
} heco_descent_digits;

typedef struct {             /* exact derivatives                                       */
    int available;           /* the problem supplies them                               */
    int trusted;             /* they follow from formulas and need no check             */
    int has_room;            /* the batch has room for them                             */
    int used, used_before;   /* the present linearisation is exact; the one before was  */
    int refused;             /* they were requested at this iterate and not supplied    */
    int distrusted;          /* this descent made no progress with them                 */
    /* statistics of all descents of the search: */
    uint64_t supplied;       /* requests that were answered                             */
    uint64_t missing;        /* requests since then that were not                       */
    uint64_t rejected;       /* descents that made no progress with them                */
    int      checked;        /* they agreed with differences                            */
    int      mismatches;     /* consecutive points at which they did not                */
    size_t   wrong;          /* function that did not: 1 for f, 2 for the first constraint */
} heco_descent_exact;

typedef struct {             /* an excursion to the constraints                         */
    heco_descent_point iterate; /* the descent goes on from here                        */
    double *error;           /* of the linearisation at the last step, scaled           */
    double  radius;
    int     rejected;        /* consecutive steps that left too much violation          */
} heco_descent_feasibility;

typedef struct {             /* quasi-Newton approximation of the Hessian               */
    double *B, *s, *y, *Bs;  /* Nocedal and Wright's letters: step, change of gradient  */
    int     updates;         /* since B was a multiple of the identity                  */
    int     has_pair;        /* an accepted step to learn from                          */
    int     changed;         /* B must be factored before the next program              */
    int     foreign;         /* B was learnt in units of another order of magnitude     */
} heco_descent_bfgs;

typedef struct {             /* the Hessian measured by differences of exact gradients  */
    double *H, *V, *gradient; /* Hessian, eigenvectors, gradient of the Lagrangian       */
    size_t  column;          /* the next column of H                                    */
    int     count;           /* Hessians of this descent, without those of a slow one   */
    int     models;          /* sets of derivatives since the last one                  */
    int     wanted;          /* a Hessian is to be measured before the next trial       */
} heco_descent_curvature;

typedef struct {             /* the QP subproblem                                       */
    double *scale;           /* of each constraint: the length of its gradient          */
    double *A;               /* the Jacobian divided by these scales                    */
    double *secant_A, *secant_grad; /* old derivatives corrected by Broyden's update    */
    double *lo, *up;         /* ranges of the rows, margins included                    */
    double *margin;          /* the margins                                             */
    unsigned char *no_interior; /* rows that cannot hold with a margin: theirs is 0     */
    double *dl, *du;         /* bounds of the step                                      */
    double *lambda;          /* multipliers of the scaled constraints                   */
    double *tentative_lambda; /* those of a tentative step; also scratch                */
    double  penalty;         /* penalty parameter of the merit function; 0: not yet set */
    double  first_penalty;   /* the largest one before B had learnt anything            */
    const double *rows;      /* the Jacobian that the solver holds                      */
    heco_qp qp;
} heco_descent_program;

typedef struct {
    double *d;               /* the step, in widths of the box                          */
    double *tentative;       /* step of a steering program, a correction or a secant step */
    double *Bd;              /* scratch                                                 */
    double  length;          /* infinity norm of d                                      */
    double  merit;           /* phi at the iterate                                      */
    double  predicted;       /* decrease of the merit that the model predicts           */
    double  slope;           /* linear part of the predicted change                     */
    double  total;           /* sum of the decreases of the merit in this descent, each at most the
                              * change of f: the penalty does not count                 */
    int     fine;            /* the descent leads: it goes on to the last digits        */
    double  error;           /* distance of the trial's values from the linearisation   */
    double  last_error, last_length; /* of the rejection before                         */
    int     slow_errors;     /* consecutive rejections whose error fell too slowly      */
    int     slow_steps;      /* short accepted steps with a poor model, less the good ones */
    heco_descent_point uncorrected; /* acceptable trial whose correction is being tried */
    double  uncorrected_ratio; /* its ratio of actual to predicted decrease; 0: none    */
} heco_descent_step;

typedef struct {
    double  radius;          /* trust radius of the continuous variables                */
    double  saved_radius;    /* radius before the first rejection of an iteration       */
    double  accepted_length; /* of the last accepted step                               */
    int     may_grow;        /* nothing was rejected in the last iteration              */
    double *lower, *upper;   /* the box, cut off at discontinuities                     */
} heco_descent_region;

typedef struct {
    double  radius;          /* trust radius of the integers                            */
    int     frozen;          /* they stay until the next accepted step                  */
    int     freezes;         /* number of times that happened                           */
    int     moved;           /* d moves an integer                                      */
    int     fixed;           /* programs hold the integers at fixed_step                */
    double *fixed_step;
    double *fraction;        /* of a step that nearest rounding cuts off                */
    double *best_d, *best_lambda; /* best rounding so far                               */
} heco_descent_integers;

typedef struct {
    size_t column;           /* the column that crosses it                              */
    double inside, outside;  /* values of its variable on this side and beyond          */
    int    halvings, count;  /* bisections; discontinuities so far                      */
} heco_descent_discontinuity;

typedef struct {
    uint64_t evals;
    int      trials, accepted;
    int      iterations;     /* sets of derivatives                                     */
    int      rejections;     /* trials rejected in this iteration                       */
    int      resets;         /* of B before an end is believed                          */
    int      secant_steps;   /* since the last derivatives                              */
} heco_descent_counts;

typedef struct {
    const heco_space *space;
    size_t  n, m;            /* variables; constraints                                  */
    size_t  nc, ni;          /* free continuous variables; integers with several values */
    size_t  nv;              /* columns of the model: nc + ni, or nc                    */
    size_t *var;             /* variable of each column, continuous ones first          */
    size_t  residual, residuals; /* first one among the constraints, and their number   */
    int     band;            /* steps use the tolerances up to their edge               */
    double *width, *tol;     /* upper - lower of each variable; tolerances that steps use */
    unsigned char *natural;  /* variables whose steps are linear in natural coordinates  */
    size_t  naturals;        /* their number                                            */
    double *unit;            /* of a step of each variable (descent_frame.c)            */
    double *first_unit;      /* the units when step.total was 0                         */
    heco_descent_options options;

    heco_descent_phase   phase;
    heco_descent_end     end;
    int                  lacks_f;   /* the iterate has no f                                   */
    int                  certified; /* CONVERGED by the model's own optimality test     */
    int                  kinked;    /* STUCK because the error of the model falls as slowly as it does
                                     * at kinks                                         */
    heco_descent_goal    goal;
    heco_descent_point   current, best, trial; /* iterate; best point evaluated; trial  */
    heco_descent_linear  linear;
    heco_descent_differences differences;
    heco_descent_digits *digits; /* of f, then of each constraint                       */
    size_t               known_digits; /* leading outputs that need no further look     */
    heco_descent_precision precision;
    double               f_most;    /* largest |f| so far, over all descents                  */
    heco_descent_exact   exact;
    heco_descent_bfgs    bfgs;
    heco_descent_curvature curvature;
    heco_descent_program program;
    heco_descent_step    step;
    heco_descent_feasibility feasibility;
    heco_descent_region  region;
    heco_descent_integers integers;
    heco_descent_discontinuity discontinuity;
    heco_descent_counts  count;
} heco_descent;

/* Allocates memory and sets default options. */
void heco_descent_init(heco_descent *s, const heco_space *space, heco_arena *arena);
/* Returns whether the values c of the constraints are where the steps aim: within the tolerances,
 * or without a band within a distance that is negligible in widths of the box. */
int heco_descent_is_aim(const heco_descent *s, const double *c);
/* Chooses the aim of the steps: the constraints themselves, or with `band` the edge of their
 * tolerances, which the protocols of benchmarks reward. heco_descent_init() sets the edge. */
void heco_descent_set_band(heco_descent *s, int band);
/* Returns the largest number of rows of a batch. */
size_t heco_descent_rows(const heco_descent *s);
/* Returns a start at a point, without known optima and incumbent. */
heco_descent_start heco_descent_start_at(const double *x, double f, const double *g,
                                         const double *h, double viol, double radius);
/* Begins a descent. `end` is STUCK at once if the point failed or no variable is free. */
void heco_descent_begin(heco_descent *s, const heco_descent_start *start);
/* Writes the rows of the next batch and returns their number. */
size_t heco_descent_ask(heco_descent *s, double *rows);
/* Takes the values of exactly these rows. */
heco_descent_end heco_descent_tell(heco_descent *s, const heco_batch *in);

/* Counts the decimal digits of the values of a batch and notes the size of f, also of other
 * searches. */
void heco_descent_look_at_digits(heco_descent *s, const heco_batch *in);
/* Makes steps that only save evaluations give way to steps that save rounds: no secant steps, no
 * correction of an accepted trial. For searches whose workers would be idle. */
void heco_descent_set_eager(heco_descent *s);
/* Writes the differences that follow if the trial point being evaluated is accepted, and returns
 * their number; 0: the next rows cannot be foreseen. */
size_t heco_descent_ahead(const heco_descent *s, double *rows);
/* Writes the first differences of a descent from x at this level of differences. */
size_t heco_descent_ahead_of_start(const heco_descent *s, const double *x, int level, double *rows);

/* Copies the constraints (g, h) of row i to one array. */
void heco_descent_row_values(const heco_descent *s, double *c, const heco_batch *in, size_t i);
/* Returns 1 if the last batch requests the derivatives of its first row. */
int heco_descent_wants_derivatives(const heco_descent *s);
/* Writes a sentence about wrong or missing exact derivatives, else "". */
void heco_descent_describe(const heco_descent *s, char *text, size_t size);
/* Returns 1 if derivatives were of little use: few trials were accepted, or all were 0. */
int heco_descent_was_unreliable(const heco_descent *s);

/* Returns the size of f below which values count as 0: 1, or the largest |f| so far if that is
 * smaller. An f in small units, such as a mass of grams in tonnes, has the same search. */
static inline double heco_descent_f_unit(const heco_descent *s) {
    return s->f_most > 0.0 && s->f_most < 1.0 ? s->f_most : 1.0;
}
/* Returns the merit of values f and c. */
double heco_descent_merit(const heco_descent *s, double f, const double *c);

/* The model of a finished descent in the continuous variables. A descent nearby can start with it. */
typedef struct {
    double *B, *A, *grad, *scale, *lambda, penalty;
} heco_descent_memory;

/* Allocates a saved model of the sizes of `s`. heco_descent_save_model() sets its values. */
void heco_descent_memory_init(heco_descent_memory *memory, const heco_descent *s,
                              heco_arena *arena);
/* Removes the integer columns from the model and saves the rest. */
void heco_descent_save_model(heco_descent *s, heco_descent_memory *memory);
/* Replaces the model of `s` by a saved one, about the point x: for predictions, or for a start with
 * `warm` and `fixed_integers`. The region becomes the whole box with radius 1, and the integers
 * leave the model. The values of the current point are not set. */
void heco_descent_load_model(heco_descent *s, const heco_descent_memory *memory, const double *x);
/* Returns the merit that the loaded model predicts after its best step in the whole box from a
 * point with values f and c. The step is left in s->step.d. */
double heco_descent_predict_merit(heco_descent *s, double f, const double *c);
/* Adds s->step.d to the continuous variables of x. */
void heco_descent_apply_step(const heco_descent *s, double *x);

/* Returns 1 if the next row is a trial point, which may be moved: tell takes the point of the row. */
int heco_descent_is_trial(const heco_descent *s);

/* Returns 1 if row i has values that a descent can use: derivatives and ratios need f. */
static inline int heco_descent_row_is_finite(const heco_batch *in, size_t i) {
    return isfinite(in->f[i]) && isfinite(in->viol[i]) && !heco_batch_lacks_f(in, i);
}

#endif
