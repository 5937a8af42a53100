/* What the files of the descent share: descent.c (phases), descent_probe.c (derivatives),
 * descent_model.c (BFGS, scales, merit, programs), descent_aim.c (the next trial point),
 * descent_wall.c (jumps). */
#ifndef HECO_SEARCH_DESCENT_PARTS_H
#define HECO_SEARCH_DESCENT_PARTS_H

#include "search/descent.h"

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
/* Constraints of row i as one array. */
void heco_descent_row(const heco_descent *s, double *c, const heco_batch *in, size_t i);
int  heco_descent_row_finite(const heco_batch *in, size_t i);
/* (s->x + step) without leaving bl, bu. */
void heco_descent_place(const heco_descent *s, double *x, const double *step);

/* descent_probe.c */
void             heco_descent_start_probe(heco_descent *s);
heco_descent_end heco_descent_go_probe(heco_descent *s);
size_t           heco_descent_ask_probes(heco_descent *s, double *rows);
heco_descent_end heco_descent_tell_probes(heco_descent *s, const heco_batch *in);

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
/* The program with these rows; writes step and multipliers. -1: no solution. */
int heco_descent_solve(heco_descent *s, double *step, double *lambda, double rho);
int heco_descent_solve_chord(heco_descent *s, double *step, double *lambda);

/* descent_aim.c */
heco_descent_end heco_descent_aim(heco_descent *s);
heco_descent_end heco_descent_chord(heco_descent *s);
void             heco_descent_correct(heco_descent *s);

/* descent_wall.c */
/* How far values at a step are from the linear model; `only` < nv: only that column moved, by `by`. */
double           heco_descent_residual(const heco_descent *s, double f, const double *c, size_t only,
                                       double by);
int              heco_descent_meets_wall(heco_descent *s);
size_t           heco_descent_ask_walls(heco_descent *s, double *rows);
heco_descent_end heco_descent_tell_walls(heco_descent *s, const heco_batch *in);
size_t           heco_descent_ask_bisection(heco_descent *s, double *rows);
heco_descent_end heco_descent_tell_bisection(heco_descent *s, const heco_batch *in);

#endif
