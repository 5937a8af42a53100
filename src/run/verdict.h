/* The verdict about an answer, one sentence for people. */
#ifndef HECO_RUN_VERDICT_H
#define HECO_RUN_VERDICT_H

#include "run/conflict.h"

typedef struct {
    const heco_result  *result;
    const heco_problem *problem;    /* with the tolerances of the run       */
    const char         *search;     /* heco_run_describe()                  */
    uint64_t            max_evals;
    double              late_gain;  /* heco_solution_late_gain()            */
    const heco_conflict *conflict;  /* NULL: unknown                        */
    const heco_noise    *noise;     /* NULL: unknown                        */
    int                 reproduced; /* heco_solution_reproduced()           */
} heco_verdict_facts;

/* Writes the sentence, cut to `size`. */
void heco_verdict_write(const heco_verdict_facts *facts, char *text, size_t size);

/* Returns whether an improvement of f by `gain` is more than rounding. */
int heco_verdict_improves(double gain, double f);

#endif
