/* Logical constraints of a .nl model: true or false to the AMPL Solver Library, and to a search by
 * how much they are missed. */
#ifndef HECO_MODELS_NL_NL_LOGIC_H
#define HECO_MODELS_NL_NL_LOGIC_H

/* By how much x misses logical constraint `which` of the open ASL: 0 when it is true. a <= b is
 * missed by a - b, a = b by |a - b|, a < b by 1 more than a - b, what is not a comparison by 1; of
 * several alternatives the nearest one counts, of several demands the sum. `x` is only read.
 * `failed` is set to 1 where an expression cannot be evaluated, and left alone otherwise. */
double heco_nl_logic_miss(void *asl, int which, double *x, int *failed);

#endif
