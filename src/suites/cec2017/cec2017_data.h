/* Shift vectors and matrices of the suite: official ones read from a folder, others drawn.
 *
 * C01, C02 and C12..C28 share one shift vector, C02 and C21..C28 one matrix per dimension; C05
 * has two matrices of its own. So there are ten vectors and three matrices per dimension. */
#ifndef HECO_SUITES_CEC2017_CEC2017_DATA_H
#define HECO_SUITES_CEC2017_CEC2017_DATA_H

#include <stddef.h>
#include <stdint.h>

#include "heco/suite.h"

enum {
    CEC2017_SHIFT_COUNT = 100, /* numbers in a shift file; dimension D uses the first D   */
    CEC2017_VECTORS     = 10,
    CEC2017_DIMENSIONS  = 4,
    CEC2017_PATH        = 1024
};
typedef enum { CEC2017_M, CEC2017_M1, CEC2017_M2, CEC2017_MATRICES } cec2017_matrix;

/* Two layouts of the same numbers. */
typedef enum {
    CEC2017_LAYOUT_NAMED,   /* shift/C01.txt, matrix/M_D10.txt, matrix/C05_M1_D10.txt      */
    CEC2017_LAYOUT_NUMBERED /* shift_data_1.txt, M_2_D10.txt, M1_5_D10.txt (official C++)  */
} cec2017_layout;

typedef struct {
    char           path[CEC2017_PATH];
    cec2017_layout layout;
} cec2017_folder;

extern const size_t heco_cec2017_dims[CEC2017_DIMENSIONS]; /* 10, 30, 50, 100              */

/* Returns the shift vector of problem 1 .. 28 as the number of the problem it is named after. */
size_t heco_cec2017_vector(size_t problem);

/* Largest magnitude of an entry of that vector, and largest singular value of a matrix. */
double heco_cec2017_range(size_t problem);
double heco_cec2017_stretch(cec2017_matrix which);

/* Finds the data in `dir` or in its usual folders below `dir`. */
heco_status heco_cec2017_find(cec2017_folder *out, const char *dir, heco_error *error);

/* Name of the file with the shift vector of a problem, relative to the folder. */
void heco_cec2017_shift_name(char *out, size_t size, cec2017_layout layout, size_t problem);
/* The same for a matrix; `problem` tells apart the copies M_2, M_21, .. of one matrix. */
void heco_cec2017_matrix_name(char *out, size_t size, cec2017_layout layout, cec2017_matrix which,
                              size_t problem, size_t n);
/* Returns 1 if the folder has the file. */
int heco_cec2017_has(const cec2017_folder *folder, const char *name);
/* Returns 1 if the folder has that matrix under one of its names, and writes the name to `out`. */
int heco_cec2017_has_matrix(char *out, size_t size, const cec2017_folder *folder,
                            cec2017_matrix which, size_t n);

/* Reads one file and checks it: count, numbers, and that they are the official ones. */
heco_status heco_cec2017_read_shift(double *out, const cec2017_folder *folder, size_t problem,
                                    heco_error *error);
heco_status heco_cec2017_read_matrix(double *out, const cec2017_folder *folder,
                                     cec2017_matrix which, size_t n, heco_error *error);
heco_status heco_cec2017_read_matrix_file(double *out, const cec2017_folder *folder,
                                          const char *name, cec2017_matrix which, size_t n,
                                          heco_error *error);

/* heco_data_verify() and heco_data_import() of the suite. */
heco_status heco_cec2017_verify(const char *dir, heco_data_report_fn report, void *user,
                                heco_error *error);
heco_status heco_cec2017_import(const char *from, const char *to, heco_data_report_fn report,
                                void *user, heco_error *error);

/* The first n entries of the shift vector of `problem` in instance `seed`: uniform in the
 * range that the official vector fills. */
void heco_cec2017_draw_shift(double *out, size_t n, size_t problem, uint64_t seed);
/* A matrix in instance `seed`: orthogonal x diagonal x orthogonal, singular values from 1 to 3
 * (1 to 5 for M2). `work` holds 2 n n + n numbers. */
void heco_cec2017_draw_matrix(double *out, size_t n, cec2017_matrix which, uint64_t seed,
                              double *work);

#endif
