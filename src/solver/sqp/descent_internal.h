/* The functions that the files of the descent share; descent.h maps the steps of the method to
 * them. */
#ifndef HECO_SOLVER_SQP_DESCENT_INTERNAL_H
#define HECO_SOLVER_SQP_DESCENT_INTERNAL_H

#include <math.h>

#include "solver/sqp/descent.h"

enum {
    HECO_DESCENT_FREEZES = 2, /* wrong single steps after which the integers leave the model; after
                               * one the cooler problem is solved in 9 instead of 17 of 20 runs */
    HECO_DESCENT_RESETS  = 3, /* most resets of B before an end is believed                     */
    HECO_DESCENT_REJECTIONS = 14 /* most rejected trials of one iteration                       */
};

/* Returns the largest decrease of the merit that is not worth an evaluation. */
double heco_descent_negligible(const heco_descent *s);

/* Returns 1 if the values of row i can be compared with those of the iterate. */
static inline int heco_descent_row_fits(const heco_descent *s, const heco_batch *in, size_t i) {
    return isfinite(in->f[i]) && isfinite(in->viol[i]) && heco_batch_lacks_f(in, i) == s->lacks_f;
}

/* ---- descent.c ---- */

/* Sets s->end and returns it. A descent that had converged before its fine stage stays so. */
heco_descent_end heco_descent_finish(heco_descent *s, heco_descent_end end);
/* Discards the penalty, the scales, the multipliers, the active set and a loaded model. */
void heco_descent_reset_program(heco_descent *s);
/* Resets iterations and rejections, for new derivatives. */
void heco_descent_reset_counts(heco_descent *s);
/* Copies x, f, c and viol. */
void heco_descent_copy_point(const heco_descent *s, heco_descent_point *to,
                             const heco_descent_point *from);

/* ---- descent_frame.c ---- */

/* Returns the width of variable j: that of the box, or a typical one in natural coordinates. */
double heco_descent_variable_width(const heco_space *space, size_t j);
/* Finds the variables whose steps are linear in their natural coordinates. */
void heco_descent_find_natural(heco_descent *s);
/* Sets the units of the steps to those at the iterate. */
void heco_descent_set_frame(heco_descent *s);
/* Does the same and converts the derivatives, B, the scales and the penalty parameter. */
void heco_descent_move_frame(heco_descent *s);
/* Returns the step of variable j that leads from one value to another. */
double heco_descent_distance(const heco_descent *s, size_t j, double from, double to);
/* Returns the value of variable j a step away from another one. */
double heco_descent_displace(const heco_descent *s, size_t j, double from, double by);
/* Returns the largest step of a continuous variable between two points. */
double heco_descent_longest(const heco_descent *s, const double *from, const double *to);
/* Returns the factor that turns a derivative by variable j at the value u into one by the step. */
double heco_descent_bend(const heco_descent *s, size_t j, double u);

/* ---- descent_trial.c ---- */

/* Writes iterate + step to x, clipped to the region's bounds. */
void heco_descent_trial_point(const heco_descent *s, double *x, const double *step);
/* Accepts or rejects a trial point, a correction or a secant step by its values, and sets the next
 * phase. */
heco_descent_end heco_descent_tell_trial(heco_descent *s, const heco_batch *in);
/* Ends the descent and returns 1 if kinks slow it down. The derivatives are those of the iterate. */
int heco_descent_is_kinked(heco_descent *s);
/* Rejects the trial, shrinks the region and chooses the next trial or phase, or ends. */
heco_descent_end heco_descent_reject_trial(heco_descent *s);

/* ---- descent_differences.c ---- */

/* Requests all derivatives at the iterate: sets the phase and the columns of s->differences. */
void heco_descent_begin_derivatives(heco_descent *s);
/* Requests new derivatives after a step, which goes to s->bfgs.s; the present ones become the old
 * ones. Always returns RUNNING. */
heco_descent_end heco_descent_next_derivatives(heco_descent *s);
/* Discards misleading derivatives and retries with wider differences, and restores the radius.
 * Exact derivatives are kept as long as a Hessian can be measured or B be reset. Trusted ones are
 * never replaced by differences: the descent ends instead. Returns RUNNING otherwise. */
heco_descent_end heco_descent_widen_differences(heco_descent *s);
/* Writes one row per column of s->differences and returns their number. */
size_t           heco_descent_ask_differences(heco_descent *s, double *rows);
heco_descent_end heco_descent_tell_differences(heco_descent *s, const heco_batch *in);
/* Computes columns from the rows from `first` on. Returns the number of unusable ones, which are
 * then the columns of s->differences. */
size_t heco_descent_take_differences(heco_descent *s, const heco_batch *in, size_t first);
/* Returns the difference step of column k, in units of its variable. */
double heco_descent_difference_step(const heco_descent *s, size_t k);
/* Builds the model from complete derivatives and computes the next trial point. */
heco_descent_end heco_descent_new_model(heco_descent *s);

/* ---- descent_digits.c ---- */

/* Returns the absolute error of output k at the iterate: 0 is f, 1 the first constraint. */
double heco_descent_output_error(const heco_descent *s, size_t k);
/* Returns the shortest useful difference of column k, in widths of the box. */
double heco_descent_digits_step(const heco_descent *s, size_t k);

/* ---- descent_exact.c ---- */

/* Returns 1 if exact derivatives are available and still trusted. */
int              heco_descent_may_ask_exact(const heco_descent *s);
size_t           heco_descent_ask_exact(heco_descent *s, double *rows);
heco_descent_end heco_descent_tell_exact(heco_descent *s, const heco_batch *in);
/* Uses differences for the rest of the descent. */
void heco_descent_distrust_exact(heco_descent *s);

/* ---- descent_curvature.c ---- */

/* Returns 1 if the Hessian of the Lagrangian can be measured at the iterate. */
int heco_descent_may_measure_curvature(const heco_descent *s);
/* Returns 1 if a slow descent has to measure it after new derivatives. */
int heco_descent_is_slow(const heco_descent *s);
/* Begins to measure it. B is replaced by it, and the next trial follows. Always returns RUNNING. */
heco_descent_end heco_descent_measure_curvature(heco_descent *s);
size_t           heco_descent_ask_curvature(heco_descent *s, double *rows);
heco_descent_end heco_descent_tell_curvature(heco_descent *s, const heco_batch *in);

/* ---- descent_model.c ---- */

/* Sets B to a multiple of the identity. */
void heco_descent_reset_hessian(heco_descent *s);
/* Updates B by BFGS; s->bfgs.s holds the step. */
void heco_descent_update_hessian(heco_descent *s);
/* Computes the scales of the constraints and the scaled Jacobian. */
void heco_descent_scale_rows(heco_descent *s);
/* Sets the range that the step of the QP has to bring each row of A d into, where the constraints
 * have the values c. `shift` is NULL, or A d of a step that c already includes. */
void heco_descent_set_ranges(heco_descent *s, const double *c, const double *shift);
/* Returns the sum of the scaled violations. */
double heco_descent_violation(const heco_descent *s, const double *c);
/* Returns whether the iterate is feasible and where the steps aim. */
int heco_descent_is_met(const heco_descent *s);
/* Returns the sum of the violations of the ranges, without their margins, after a step (NULL: none)
 * with the Jacobian `rows`. */
double heco_descent_linear_violation(heco_descent *s, const double *step, const double *rows);
/* Returns gradient'step + step'B step / 2. Overwrites s->step.Bd. */
double heco_descent_model_change(heco_descent *s, const double *step, const double *gradient);
/* Sets the bounds of the step and solves the QP subproblem for step and multipliers. Returns -1 if
 * that fails. */
int heco_descent_solve_qp(heco_descent *s, double *step, double *lambda, double penalty);
/* The same with gradient 0 of f and the present penalty. */
int heco_descent_solve_without_f(heco_descent *s, double *step, double *lambda);
/* The same with the Jacobian and gradient of the secant model. */
int heco_descent_solve_secant_qp(heco_descent *s, double *step, double *lambda);
/* Solves for the shortest step within a trust radius that meets the ranges of the rows, with the
 * Jacobian of the secant model. Overwrites the gradient of the secant model. Returns -1 if that
 * fails. */
int heco_descent_solve_shortest(heco_descent *s, double *step, double radius, double penalty);

/* ---- descent_residuals.c ---- */

/* Sets s->residual and s->residuals: the inequalities of the space that are residuals. */
void heco_descent_find_residuals(heco_descent *s);
/* With residuals, sets the gradient of f to that of their sum of squares. */
void heco_descent_set_residual_gradient(heco_descent *s);
/* With residuals, sets B to the Gauss-Newton matrix and returns 1. */
int heco_descent_set_gauss_newton(heco_descent *s);

/* ---- descent_step.c ---- */

/* Raises the penalty until the step removes most of the linear violation that can be removed. v0
 * and v1: linear violation before and after s->step.d. Returns v1 of the new s->step.d. */
double heco_descent_steer_penalty(heco_descent *s, double v0, double v1);
/* Computes step, penalty and the next trial point, or ends the descent. */
heco_descent_end heco_descent_next_trial(heco_descent *s);
/* Replaces the trial point by its second-order correction. */
void heco_descent_correct_step(heco_descent *s);
/* Proposes a secant step, or requests new derivatives. */
heco_descent_end heco_descent_secant_step(heco_descent *s);

/* ---- descent_feasibility.c ---- */

/* Begins an excursion from the iterate. Returns 0 if it is not worthwhile. */
int heco_descent_begin_feasibility(heco_descent *s);
/* Takes the values of a feasibility step from the trial, and sets the next one. At the end of the
 * excursion the next trial of the descent follows. */
heco_descent_end heco_descent_tell_feasibility(heco_descent *s);

/* ---- descent_integers.c ---- */

/* Rounds the integers of the relaxed step s->step.d and steers the penalty again. v0: linear
 * violation before the step. Returns the linear violation after it. */
double heco_descent_round_step(heco_descent *s, double v0);
/* Shortens the moves of the integers after a rejected trial that moved one, or freezes them. */
heco_descent_end heco_descent_reject_integers(heco_descent *s);
/* Removes the integers from the model for the rest of the descent. */
void heco_descent_drop_integers(heco_descent *s);
/* Fixes the integers at those of a step (NULL: 0) in the following programs. */
void heco_descent_fix_integers(heco_descent *s, const double *step);
/* Lets the following quadratic programs move the integers again, and writes the values at which
 * they were fixed to the integers of `step`, without rounding errors. */
void heco_descent_release_integers(heco_descent *s, double *step);
/* Returns the longest move of an integer, scaled by its width. */
double heco_descent_integer_length(const heco_descent *s, const double *step);

/* ---- descent_discontinuity.c ---- */

/* Returns the distance of values f, c from the linearisation after s->step.d. If `only` < nv, that
 * column alone has moved, by `by`. */
double heco_descent_model_error(const heco_descent *s, double f, const double *c, size_t only,
                                double by);
/* Records the model error of the rejected trial. If the trial met a discontinuity, sets the phase
 * that locates it and returns 1. */
int heco_descent_detect_discontinuity(heco_descent *s);
/* Write the rows and take the values of the phases LOCATE and BISECT. A bisection ends with a new
 * bound of the region. */
size_t           heco_descent_ask_discontinuity(heco_descent *s, double *rows);
heco_descent_end heco_descent_tell_discontinuity(heco_descent *s, const heco_batch *in);
size_t           heco_descent_ask_bisection(heco_descent *s, double *rows);
heco_descent_end heco_descent_tell_bisection(heco_descent *s, const heco_batch *in);

#endif
