/* The linear model of a problem at a point: exact derivatives if the problem has them, else forward
 * differences, which are backward at an upper bound. */
#ifndef HECO_RUN_LOCAL_MODEL_H
#define HECO_RUN_LOCAL_MODEL_H

#include "base/arena.h"
#include "heco/run.h"

typedef struct {
    const heco_space *space;
    size_t            nv;    /* variables that can move: continuous, with a range             */
    size_t           *var;   /* their numbers                                                 */
    double           *scale; /* n: typical size of a change of each variable                  */
    double           *x, *c; /* n: the point; ng + nh: values of the constraints there        */
    double           *df;    /* n: derivatives of f, 0 for variables that cannot move         */
    double           *dc;    /* ng + nh rows of n: derivatives of the constraints             */
    uint64_t          evals; /* evaluations that the model took                               */
} heco_local_model;

/* Returns whether variable j can move by a small step. */
int heco_local_model_moves(const heco_space *space, size_t j);
/* Takes memory for a model at the point of `result`, copies the point and its values. */
void heco_local_model_init(heco_local_model *m, const heco_space *space, const heco_result *result,
                           heco_arena *arena);
/* Evaluates the derivatives; `exact`: the problem has them. Returns HECO_ERR_EVAL if a derivative
 * could not be computed. */
heco_status heco_local_model_fit(heco_local_model *m, double f, heco_evaluator *evaluator,
                                 int exact, heco_arena *arena);

#endif
