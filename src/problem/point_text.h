/* Numbers and points as text, for messages and for programs that read them. */
#ifndef HECO_PROBLEM_POINT_TEXT_H
#define HECO_PROBLEM_POINT_TEXT_H

#include "heco/problem.h"

enum { HECO_NUMBER_TEXT = 32 };

/* The number with as few digits as read back to the same bits. Returns the length. */
size_t heco_number_text(char out[HECO_NUMBER_TEXT], double value);

/* "(width = 1.5, height = 40)", cut with "..." where it does not fit; names only where the
 * problem has some. */
void heco_point_text(char *out, size_t size, const heco_problem *problem, const double *x);

#endif
