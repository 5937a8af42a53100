/* Matrix adaptation: an evolution strategy that adapts the transformation M of its normal vectors
 * directly, without a covariance matrix and its decomposition.
 * Beyer, Sendhoff (2017), IEEE Trans. Evol. Comput. 21                        [beyer2017ma]
 *
 * A generation: heco_ma_draw, evaluate y + sigma d_k, order them, heco_ma_update. The algorithm
 * chooses y and its units, repairs points outside the box, and limits sigma. */
#ifndef HECO_SOLVER_COMMON_MATRIX_ADAPTATION_H
#define HECO_SOLVER_COMMON_MATRIX_ADAPTATION_H

#include "base/arena.h"
#include "base/dense_spectral.h"
#include "base/rng.h"

typedef struct {
    size_t  n, lambda, mu;          /* variables; offspring; parents                       */
    double  mu_eff, c_s, c_1, c_mu; /* variance-effective parents; rates of p and M        */
    double *w;                      /* mu weights, falling, sum 1                          */
    double *M, *p;                  /* n x n by columns; the path                          */
    double *z, *d;                  /* lambda rows: normal vectors, and d = M z            */
    double *z_mean, *d_mean;        /* weighted means of the mu best                       */
    double *coef, *rows;            /* factors of M's update, gathered                     */
} heco_ma;

/* Memory for heco_ma_calculate_back(). */
typedef struct {
    heco_pinv pinv;
    double   *M_inv;
} heco_ma_inverse;
/* Offspring of which a repair has changed some. */
typedef struct {
    const double        *x, *y; /* rows of offspring; their centre                           */
    double               sigma;
    const unsigned char *changed; /* flags: the row is no longer y + sigma d                   */
} heco_ma_repaired;

/* Takes memory and sets weights and rates; M is not set. */
void heco_ma_init(heco_ma *ma, size_t n, size_t lambda, size_t mu, heco_arena *arena);
/* The same without M, for an algorithm with a matrix of its own: heco_ma_resize, heco_ma_update_path
 * and heco_ma_sigma_factor are all that may be called. */
void heco_ma_init_path(heco_ma *ma, size_t n, size_t lambda, size_t mu, heco_arena *arena);
/* Changes the number of offspring and parents, at most those of init; M is not changed. */
void heco_ma_resize(heco_ma *ma, size_t lambda, size_t mu);
/* Sets M to the identity and the path to 0. */
void heco_ma_reset(heco_ma *ma);
/* Draws z and d of the whole generation. */
void heco_ma_draw(heco_ma *ma, heco_rng *rng);
void heco_ma_inverse_init(heco_ma_inverse *inverse, size_t n, heco_arena *arena);
/* Sets d and z of the offspring that a repair has changed, as if these points had been drawn:
 * d = (x - y) / sigma, and z by the inverse of M. */
void heco_ma_calculate_back(heco_ma *ma, heco_ma_inverse *inverse, const heco_ma_repaired *after);
/* Updates z_mean, d_mean and path from the mu best, for algorithms with their own update of M. */
void heco_ma_update_path(heco_ma *ma, const size_t *order);
/* Updates z_mean, d_mean, path and M from the mu best, order[0..mu). */
void heco_ma_update(heco_ma *ma, const size_t *order);
/* Returns the factor of sigma: exp(c_s/2 (|p|^2/n - 1)). */
double heco_ma_sigma_factor(const heco_ma *ma);
/* Sets M to the Cholesky factor of the covariance of `count` rows of x, each column in units of
 * its width, scaled to mean variance 1. Returns the root of that mean variance, a step size. With
 * up to 2 n rows the covariance is mixed with a tenth of the identity. Returns 0, with M =
 * identity, if the rows are equal. */
double heco_ma_take_over(heco_ma *ma, const double *x, size_t count, const double *lower,
                         const double *upper);

#endif
