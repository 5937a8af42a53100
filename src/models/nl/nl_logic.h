/* Logical constraints of a .nl model. The AMPL Solver Library says whether they are true; a search
 * needs by how much they are violated. */
#ifndef HECO_MODELS_NL_NL_LOGIC_H
#define HECO_MODELS_NL_NL_LOGIC_H

/* Returns by how much x violates logical constraint `which` of the open ASL; 0 if it is true.
 * a <= b is violated by a - b, a = b by |a - b|, a < b by 1 more than a - b, and an expression that
 * is not a comparison by 1. A disjunction counts its nearest alternative, a conjunction the sum.
 * Only reads `x`. Sets *failed to 1 if an expression cannot be evaluated. */
double heco_nl_logic_violation(void *asl, int which, double *x, int *failed);

#endif
