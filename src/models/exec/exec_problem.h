/* Makes the problem of a model from the lines that describe it: those of an exec: program or of a
 * deck. */
#ifndef HECO_MODELS_EXEC_EXEC_PROBLEM_H
#define HECO_MODELS_EXEC_EXEC_PROBLEM_H

#include "models/exec/exec_header.h"
#include "models/model_table.h"

/* Sets the variables, the constraints, their forms and the sense of m->problem, and m->start if a
 * variable has a start. Inequalities come before equalities. The names stay in `header`. Missing
 * memory is recorded in the arena of the model. */
void heco_exec_fill_problem(heco_model *m, const heco_exec_header *header);

/* Splits the values of a point into f, g and h. The objective comes first: f, or its parts, which
 * become the last values of g. `constraint` describes the quantities that follow, in the order of
 * their lines; NULL: they are g and h. */
void heco_exec_split_values(const heco_exec_sizes *sizes, const heco_exec_constraint *constraint,
                            const double *values, double *f, double *g, double *h);

#endif
