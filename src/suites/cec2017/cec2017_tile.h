/* One problem of the suite as its evaluation sees it, and the versions of that evaluation.
 *
 * Points are evaluated in tiles: as many rows as a vector has lanes, stored coordinate by
 * coordinate. Every lane is one point and adds up in index order, so the values of a point do
 * not depend on the rows beside it, on the length of the batch or on the instruction set. */
#ifndef HECO_SUITES_CEC2017_CEC2017_TILE_H
#define HECO_SUITES_CEC2017_CEC2017_TILE_H

#include <stddef.h>

enum {
    CEC2017_PROBLEMS  = 28,
    CEC2017_VALUES    = 7,   /* most values of a point: f, g, h of C06                    */
    CEC2017_STACK_DIM = 128, /* tiles of more variables come from malloc                  */
    CEC2017_BLOCK     = 10   /* rows of a matrix that are worked on together              */
};

typedef struct cec2017_kernels cec2017_kernels;

typedef struct {
    size_t        number; /* 1 .. 28                                                   */
    size_t        n, ng, nh;
    const double *shift;     /* n                                                         */
    const double *matrix[2]; /* packed by heco_cec2017_pack; NULL: not rotated            */
    const double *root;      /* sqrt(1) .. sqrt(n)                                        */
    const cec2017_kernels *kernels;
    double far; /* beyond this |x - shift| the C library computes the trigonometry */
} cec2017_problem;

struct cec2017_kernels {
    const char *name;
    /* Returns nonzero if there is no memory for a tile of that many variables. */
    int (*eval)(const cec2017_problem *p, const double *x, size_t count, double *f, double *g,
                double *h);
};

/* The AVX2 version may be called only if heco_vector_avx2() returns 1. The version with the
 * functions of the C library is for points far outside the box, where the others lose accuracy. */
extern const cec2017_kernels heco_cec2017_avx2, heco_cec2017_plain, heco_cec2017_scalar;

/* The fastest version for this machine. */
const cec2017_kernels *heco_cec2017_kernels(void);

/* Stores the n x n matrix in the order in which the product reads it: blocks of rows, each
 * column by column. `packed` holds n * n. */
void heco_cec2017_pack(double *packed, const double *matrix, size_t n);

#endif
