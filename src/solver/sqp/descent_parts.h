/* What the files of the descent share: descent.c (phases), descent_probe.c (derivatives by
 * differences), descent_exact.c (exact ones), descent_model.c (BFGS, scales, merit, programs),
 * descent_aim.c (the next trial point), descent_wall.c (jumps), descent_round.c (integers). */
#ifndef HECO_SOLVER_SQP_DESCENT_PARTS_H
#define HECO_SOLVER_SQP_DESCENT_PARTS_H

#include "solver/sqp/descent.h"

/* A decrease that is not worth an evaluation. */
static inline double heco_descent_small(const heco_descent *s) {
    double f = s->f < 0.0 ? -s->f : s->f;
    return 1e-9 * (f > 1.0 ? f : 1.0);
}

/* descent.c */
heco_descent_end heco_descent_finish(heco_descent *s, heco_descent_end end);
heco_descent_end heco_descent_reject(heco_descent *s);
/* Derivatives that mislead: anew, with wider differences. */
heco_descent_end heco_descent_widen(heco_descent *s);
int  heco_descent_row_finite(const heco_batch *in, size_t i);
/* (s->x + step) without leaving bl, bu. */
void heco_descent_place(const heco_descent *s, double *x, const double *step);

/* descent_probe.c */
void             heco_descent_start_probe(heco_descent *s);
heco_descent_end heco_descent_go_probe(heco_descent *s);
size_t           heco_descent_ask_probes(heco_descent *s, double *rows);
heco_descent_end heco_descent_tell_probes(heco_descent *s, const heco_batch *in);
/* Columns of the probes from row `first` on; how many are of no use, which are then the probes. */
size_t heco_descent_take_probes(heco_descent *s, const heco_batch *in, size_t first);
/* The difference for column k. */
double heco_descent_difference(const heco_descent *s, size_t k);
/* The derivatives at x are complete: learn from them and aim. */
heco_descent_end heco_descent_use_derivatives(heco_descent *s);

/* descent_exact.c */
/* 1: exact derivatives are to be had, and have not turned out to be useless. */
int              heco_descent_may_ask(const heco_descent *s);
size_t           heco_descent_ask_exact(heco_descent *s, double *rows);
heco_descent_end heco_descent_tell_exact(heco_descent *s, const heco_batch *in);
/* Steps with exact derivatives lead nowhere: differences for the rest of the descent. */
void heco_descent_distrust(heco_descent *s);

/* descent_model.c */
void   heco_descent_reset_B(heco_descent *s);
void   heco_descent_update_B(heco_descent *s);
void   heco_descent_normalise(heco_descent *s);
/* Ranges of the rows around constraints c; `shift` NULL or what A d of a step already taken is. */
void   heco_descent_ranges(heco_descent *s, const double *c, const double *shift);
double heco_descent_violation(const heco_descent *s, const double *c);
double heco_descent_merit(const heco_descent *s, double f, const double *c);
/* Violation of the ranges, without the margins, after a step (NULL: none). */
double heco_descent_linear_violation(heco_descent *s, const double *step, const double *rows);
/* gradient'step + step'B step / 2. */
double heco_descent_model(heco_descent *s, const double *step, const double *gradient);
/* What is left of linear violation v0 has to come close to what is attainable at all, or violation
 * becomes dearer; v1: after s->d. Returns the violation after the new s->d. */
double heco_descent_steer(heco_descent *s, double v0, double v1);
/* The program with these rows; writes step and multipliers. -1: no solution. */
int heco_descent_solve(heco_descent *s, double *step, double *lambda, double rho);
int heco_descent_solve_old_model(heco_descent *s, double *step, double *lambda);

/* descent_aim.c */
heco_descent_end heco_descent_next_trial(heco_descent *s);
heco_descent_end heco_descent_step_old_model(heco_descent *s);
void             heco_descent_correct(heco_descent *s);

/* descent_round.c */
/* The relaxed step s->d becomes one to whole numbers, steered anew; its linear violation. */
double heco_descent_round(heco_descent *s, double v0);
/* The rejected trial moved an integer: shorter moves, or none. */
heco_descent_end heco_descent_reject_move(heco_descent *s);
/* The integers leave the model for good. */
void heco_descent_drop_integers(heco_descent *s);
/* Pins the integers to a step (NULL: 0) for one program; afterwards `step` has exactly that. */
void heco_descent_fix(heco_descent *s, const double *step);
void heco_descent_unpin(heco_descent *s, double *step);
/* Longest move of an integer: in steps, or scaled. */
double heco_descent_integer_steps(const heco_descent *s, const double *step);
double heco_descent_integer_length(const heco_descent *s, const double *step);

/* descent_wall.c */
/* How far values at a step are from the linear model; `only` < nv: that column alone moved by `by`.
 */
double heco_descent_residual(const heco_descent *s, double f, const double *c, size_t only,
                             double by);
int              heco_descent_meets_discontinuity(heco_descent *s);
size_t           heco_descent_ask_walls(heco_descent *s, double *rows);
heco_descent_end heco_descent_tell_walls(heco_descent *s, const heco_batch *in);
size_t           heco_descent_ask_bisection(heco_descent *s, double *rows);
heco_descent_end heco_descent_tell_bisection(heco_descent *s, const heco_batch *in);

#endif
