/* Interpolation models of several outputs on one set of points. The model of an output is
 *
 *   t(z) = sum_i lambda_i |z - z_i|^3 + p(z),   z = (x - c)/s about a centre c,
 *
 * with cubic radial basis functions and a polynomial p of degree one or two. t is the output or
 * its logarithm with sign (plog), in units of `scale`. rbf_fit.h fits models, this file evaluates
 * them. */
#ifndef HECO_SOLVER_SURROGATE_RBF_H
#define HECO_SOLVER_SURROGATE_RBF_H

#include <math.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/elementary.h"

/* The polynomial. QUADRATIC_FORM has linear terms and a quadratic form of least norm; it is
 * evaluated like FULL. CONSTANT stands for an output without a model, whose value is 0. */
typedef enum {
    HECO_RBF_LINEAR,         /* 1, z                       */
    HECO_RBF_SQUARES,        /* 1, z, z_j^2                */
    HECO_RBF_FULL,           /* 1, z, all z_i z_j, i <= j  */
    HECO_RBF_QUADRATIC_FORM, /* fitted with 1, z           */
    HECO_RBF_CONSTANT
} heco_rbf_tail;
enum { HECO_RBF_BASES = HECO_RBF_CONSTANT };

typedef struct {        /* the transform of an output: t/scale with                       */
    heco_rbf_tail tail; /* t = y - y0, or plog(y - y0) with that alpha                    */
    int           plog;
    double        y0, alpha;
    double        scale;
    double        error;     /* leave-one-out error near the centre, in units of y             */
    double        deviation; /* mean absolute deviation of the values near the centre          */
} heco_rbf_output;

typedef struct {
    size_t           n, m;   /* variables, outputs                                           */
    size_t           most;   /* room for points                                              */
    size_t           terms;  /* room for polynomial terms of one output                      */
    size_t           count;  /* points in use                                                */
    double          *c, s;   /* centre and scale                                             */
    double          *z, *zt; /* the points: row i of z; row j of zt (of `most`) is variable j */
    double          *lambda; /* output k: row k, of `most`                                   */
    double          *beta;   /* output k: row k, of `terms`                                  */
    heco_rbf_output *out;
    double          *work; /* for evaluations: 4 most + n                                  */
    double          *row;  /* a point in z, and the outputs there                          */
} heco_rbf;

void heco_rbf_init(heco_rbf *q, size_t n, size_t m, size_t most, heco_arena *arena);
/* Returns the number of terms of the polynomial in n variables that is fitted. */
size_t heco_rbf_terms(heco_rbf_tail tail, size_t n);
/* Writes those terms at z. */
void heco_rbf_write_terms(double *row, heco_rbf_tail tail, const double *z, size_t n);

/* Writes the scaled outputs v (m) at z and, unless G is NULL, their gradients by rows (m x n). */
void heco_rbf_eval(const heco_rbf *q, const double *z, double *v, double *G);
/* Writes the outputs at x in their own units. */
void heco_rbf_predict(const heco_rbf *q, const double *x, double *y);
/* Returns a scaled value in the units of output k. */
double heco_rbf_value(const heco_rbf *q, size_t k, double v);
/* Returns the slope dt/dy of the transform of output k at y. */
double heco_rbf_slope(const heco_rbf *q, size_t k, double y);

/* An odd function with slope 1 at 0, logarithmic beyond alpha. */
static inline double heco_plog(double y, double alpha) {
    double t = alpha * heco_log1p(fabs(y) / alpha);
    return y < 0.0 ? -t : t;
}
/* The inverse of plog; the exponent is limited to 50. */
static inline double heco_plog_inverse(double t, double alpha) {
    double a = fabs(t) / alpha;
    double y = alpha * heco_expm1(a < 50.0 ? a : 50.0);
    return t < 0.0 ? -y : y;
}

#endif
