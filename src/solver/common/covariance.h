/* CMA-ES: a normal distribution whose mean, covariance and step size follow the best of its
 * samples, with the default parameters of the tutorial and positive weights.
 * Hansen (2016), The CMA Evolution Strategy: A Tutorial                        [hansen2016]
 *
 * A generation: heco_covariance_draw, evaluate the rows of u, order them, heco_covariance_update.
 */
#ifndef HECO_SOLVER_COMMON_COVARIANCE_H
#define HECO_SOLVER_COMMON_COVARIANCE_H

#include "base/dense_spectral.h"
#include "base/rng.h"

typedef struct {
    size_t     n, room, lambda, mu;              /* variables; offspring at most, now; parents */
    double     mu_eff, c_s, d_s, c_c, c_1, c_mu; /* tutorial, table 1                          */
    double     chi;                              /* expected length of a normal vector         */
    double     sigma;
    size_t     generation, age; /* age: generations since the decomposition   */
    double    *w;               /* mu weights, falling, sum 1                  */
    double    *mean, *p_s, *p_c;
    double    *C, *B, *D; /* C = B' diag(D^2) B, by rows                 */
    double    *u, *d;     /* lambda rows: samples and (u - mean)/sigma  */
    double    *step, *work;
    heco_eigen eigen;
} heco_covariance;

/* Takes memory for `room` offspring. */
void heco_covariance_init(heco_covariance *c, size_t n, size_t room, heco_arena *arena);
/* Begins a run with lambda offspring, C = identity; the caller sets `mean`. */
void heco_covariance_begin(heco_covariance *c, size_t lambda, double sigma);
/* Draws u and d of the whole generation. */
void heco_covariance_draw(heco_covariance *c, heco_rng *rng);
/* Updates everything from the mu best, order[0..mu). Returns 0 if the numbers leave their range:
 * the run must begin again. */
int heco_covariance_update(heco_covariance *c, const size_t *order);
/* Returns sigma times the longest axis. */
double heco_covariance_longest_step(const heco_covariance *c);

#endif
