/* One local descent by sequential quadratic programming, as a state machine: it proposes rows (ask)
 * and learns their values (tell) until it ends.
 *
 * Elastic L1 merit function with a trust region (Fletcher 1985), quadratic programs by search/qp,
 * damped BFGS (Powell 1978) with self-scaling (Oren and Luenberger 1974), second-order corrections,
 * steps with old derivatives, steering of the penalty (Byrd, Nocedal, Waltz 2008). Derivatives come
 * from differences, one batch for all variables, or are exact, where somebody gives them. Inside,
 * variables are in units of the box's width and constraints c = (g, h) in units of their gradients;
 * an equality is the range -tol <= h <= tol. */
#ifndef HECO_SOLVER_SQP_DESCENT_H
#define HECO_SOLVER_SQP_DESCENT_H

#include "heco/algorithm.h"
#include "solver/sqp/optima.h"
#include "solver/sqp/qp.h"

typedef enum {
    HECO_DESCENT_PROBE,   /* one point per free variable, for the derivatives        */
    HECO_DESCENT_REPROBE, /* those that failed or jumped, on the other side          */
    HECO_DESCENT_TRIAL,   /* the model's step                                        */
    HECO_DESCENT_SOC,     /* the step corrected by the constraints found at its end  */
    HECO_DESCENT_OLD_MODEL,   /* a further step with old derivatives                     */
    HECO_DESCENT_DISCONTINUITY,    /* every variable alone: which one meets a jump?           */
    HECO_DESCENT_BISECT,  /* and where                                               */
    HECO_DESCENT_EXACT    /* x with its exact derivatives, instead of a PROBE        */
} heco_descent_phase;

typedef enum {
    HECO_DESCENT_RUNNING,
    HECO_DESCENT_CONVERGED,
    HECO_DESCENT_DUPLICATE, /* leads to a known optimum                              */
    HECO_DESCENT_HOPELESS,  /* cannot beat the incumbent                             */
    HECO_DESCENT_STUCK
} heco_descent_end;

typedef struct {                /* where and how a descent begins                     */
    const double *x, *g, *h;    /* a point with its values                            */
    double        f, viol;
    double        radius;       /* first trust radius, 1: the whole box               */
    int           level;        /* 0: derivatives by short differences; 1, 2: by wider ones */
    const heco_optima *known;   /* NULL: none                                         */
    int           fixed;        /* integers stay as they are                          */
    int           keep;         /* with the B, penalty, scales and multipliers loaded */
    double        incumbent;    /* fixed: f to be beaten, or the descent ends HOPELESS;
                                 * INFINITY: none                                     */
} heco_descent_start;

typedef struct {                /* what came of asking for exact derivatives so far   */
    uint64_t given, missed;     /* how often they came; did not come since then       */
    uint64_t misled;            /* descents that did not get on with them             */
    int      checked;           /* they agreed with differences                       */
    int      doubts;            /* points in turn where they did not; 2: believed no more */
    size_t   wrong;             /* whose did not: 1 for f, 2 for the first constraint */
} heco_descent_trust;

typedef struct {
    const heco_space *space;
    size_t  n, m;               /* variables, constraints                             */
    size_t  nc, ni;             /* free continuous variables; integers with a choice  */
    size_t  nv;                 /* columns of the model: nc + ni, or nc               */
    size_t *var;                /* the variable of each column, continuous ones first */
    double *width, *tol;        /* of variables: upper - lower; of constraints        */
    double  step, margin;       /* relative difference step; how far inside to aim    */
    int     chords_most;        /* steps with old derivatives after each PROBE        */
    int     offered, room;      /* the search has exact derivatives; the batch in hand */
    heco_descent_trust trust;   /* of the whole search, not of one descent            */
    const heco_optima *known;
    heco_qp qp;

    heco_descent_phase phase;
    heco_descent_end   end;
    int      certified;         /* the end was CONVERGED by the model's own proof     */
    int      fixed, keep;       /* as the descent was begun                           */
    double   incumbent;
    int      level, flat;       /* of the differences; all derivatives were 0         */
    uint64_t evals;
    int      trials, accepted, iterations, rejections, resets, chords, walls;

    double *x, f, *c, viol;     /* where it is                                        */
    double *best_x, best_f, *best_c, best_viol; /* best point met, probes included    */
    double *bl, *bu;            /* the box, less what is behind walls                 */

    double *grad, *A;           /* derivatives at x_D with constraints c_D            */
    double *old_grad, *old_A;   /* and at the point before                            */
    int     exact, old_exact;   /* are they exact?                                    */
    int     refused;            /* here they were asked for in vain                   */
    int     doubted;            /* they misled this descent                           */
    double *x_D, *c_D;
    double *An, *Ac, *gc;       /* A by scales; A and gradient corrected for a chord  */
    double *scale, *lambda;     /* of the constraints; multipliers in these units     */
    double *old_lambda;         /* of the last derivatives, in units of c             */
    double *B;
    int     updates, paired;    /* updates in B; is there a step to learn from?       */
    int     B_is_new;           /* to be factored before the next program             */
    const double *rows_set;     /* the rows the program solver knows                  */
    double  rho, delta;         /* penalty, trust radius                              */
    double  last_length;        /* of the last accepted step                          */
    int     may_grow;           /* no rejection in the last iteration                 */

    double *lo, *up, *inside;   /* ranges of the rows, margins included; the margins  */
    double *dl, *du;            /* bounds of the step                                 */
    double *d, *soc, *s, *y, *Bs, *spare, *lambda2;
    double  length, pred, phi, slope; /* of d: infinity norm, predicted decrease; merit at x;
                                 * linear change                                      */
    double *tx, *tc, tf, tviol; /* trial point                                        */
    double *poor_x, *poor_c, poor_f, poor_viol; /* a trial accepted with so little gain  */
    double  poor_ratio;         /* that its correction is tried as well; 0: none      */
    double  residual;           /* how far the trial was from the linear model        */
    double  last_residual, last_step; /* of the last rejection                         */
    double  kept_delta;         /* radius before the first                            */
    int     odd;                /* rejections whose residual fell too slowly          */

    double  reach;              /* trust radius of the integers                       */
    int     frozen, freezes;    /* they stay for now; how often it came to that       */
    int     moved;              /* d moves an integer                                 */
    int     pinned;             /* programs have the integers at `pin`                */
    double *pin, *fraction, *round_d, *round_lambda;

    size_t *probe, probes;      /* columns of the rows asked for                      */
    size_t  discontinuity;               /* column that meets a jump, between these two values */
    double  good, bad;
    int     halvings;
} heco_descent;

void heco_descent_init(heco_descent *s, const heco_space *space, heco_arena *arena);
/* Rows of a batch at most. */
size_t heco_descent_rows(const heco_descent *s);
/* Sets `end` to STUCK at once where there is nothing to do: a failed point, no free variable. */
void heco_descent_begin(heco_descent *s, const heco_descent_start *start);
/* Writes the rows of the next batch, returns their number. */
size_t heco_descent_ask(heco_descent *s, double *rows);
/* Learns the values of exactly these rows. */
heco_descent_end heco_descent_tell(heco_descent *s, const heco_batch *in);

/* Constraints (g, h) of row i as one array. */
void heco_descent_row_values(const heco_descent *s, double *c, const heco_batch *in, size_t i);

/* 1: the batch asked for last wants the derivatives of its first row. */
int heco_descent_wants_derivatives(const heco_descent *s);

/* What became of the exact derivatives, where that is worth a line; else "". */
void heco_descent_describe(const heco_descent *s, char *text, size_t size);

/* What a descent has learnt, without the integers: enough to begin another one nearby. */
typedef struct {
    double *B, *A, *grad, *scale, *lambda, rho;
} heco_descent_memory;

void heco_descent_memory_init(heco_descent_memory *memory, const heco_descent *s,
                              heco_arena *arena);
/* The integers leave the model; copies the rest of it. */
void heco_descent_save(heco_descent *s, heco_descent_memory *memory);
/* Loads it for predictions around x, or for a start with `keep` and `fixed`. */
void heco_descent_load(heco_descent *s, const heco_descent_memory *memory, const double *x);
/* Merit at x with these values, as it was loaded. */
double heco_descent_merit_at(const heco_descent *s, double f, const double *c);
/* The same after the model's best step within the whole box, which is left in s->d. */
double heco_descent_predict(heco_descent *s, double f, const double *c);
/* x + s->d, integers as in x. */
void heco_descent_step_from(const heco_descent *s, double *x);

/* 1: the descent did not get along with the function: few trials accepted, or all derivatives 0. */
int heco_descent_was_bad(const heco_descent *s);

#endif
