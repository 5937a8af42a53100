/* Spheres with (function mod 3) linear constraints x_j >= 1/instance. The observer appends a line
 * per observed problem to the file in its options ("result_folder: FILE") and, as COCO's does,
 * refuses to follow two problems at a time. */
#include "coco.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct coco_suite_s {
    int open;
};
struct coco_observer_s {
    char path[400];
    int  busy;
};
struct coco_problem_s {
    size_t           function, dim, instance;
    double           lower[40], upper[40];
    coco_observer_t *observer;
    long             functions, constraints; /* evaluations */
    double           best;
};

coco_suite_t *coco_suite(const char *name, const char *instance, const char *options) {
    (void)instance, (void)options;
    return strcmp(name, "bbob-constrained") == 0 ? calloc(1, sizeof(coco_suite_t)) : NULL;
}
void coco_suite_free(coco_suite_t *suite) { free(suite); }

coco_observer_t *coco_observer(const char *name, const char *options) {
    coco_observer_t *o = calloc(1, sizeof *o);
    if (strcmp(name, "bbob") != 0 || sscanf(options, "result_folder: %399s", o->path) != 1) abort();
    return o;
}
void coco_observer_free(coco_observer_t *o) {
    if (o->busy) abort(); /* a problem was not freed: its data would be incomplete */
    free(o);
}

coco_problem_t *coco_suite_get_problem_by_function_dimension_instance(coco_suite_t *suite,
                                                                      size_t        function,
                                                                      size_t        dimension,
                                                                      size_t        instance) {
    coco_problem_t *p = calloc(1, sizeof *p);
    (void)suite;
    p->function = function, p->dim = dimension, p->instance = instance, p->best = 1e300;
    for (size_t j = 0; j < dimension; j++) p->lower[j] = -5.0, p->upper[j] = 5.0;
    return p;
}
coco_problem_t *coco_problem_add_observer(coco_problem_t *p, coco_observer_t *o) {
    if (o->busy) abort();
    o->busy     = 1;
    p->observer = o;
    return p;
}
void coco_problem_free(coco_problem_t *p) {
    if (p->observer != NULL) {
        FILE *f = fopen(p->observer->path, "a");
        fprintf(f, "f%zu i%zu d%zu evaluations %ld constraints %ld best %.6f\n", p->function,
                p->instance, p->dim, p->functions, p->constraints, p->best);
        fclose(f);
        p->observer->busy = 0;
    }
    free(p);
}

size_t coco_problem_get_number_of_constraints(const coco_problem_t *p) { return p->function % 3; }
const double *coco_problem_get_smallest_values_of_interest(const coco_problem_t *p) {
    return p->lower;
}
const double *coco_problem_get_largest_values_of_interest(const coco_problem_t *p) {
    return p->upper;
}

void coco_evaluate_constraint(coco_problem_t *p, const double *x, double *y) {
    p->constraints++;
    for (size_t k = 0; k < p->function % 3; k++) y[k] = 1.0 / (double)p->instance - x[k];
}
void coco_evaluate_function(coco_problem_t *p, const double *x, double *y) {
    int feasible = 1;
    p->functions++;
    y[0] = 0.0;
    for (size_t j = 0; j < p->dim; j++) y[0] += x[j] * x[j];
    for (size_t k = 0; k < p->function % 3; k++) feasible &= x[k] >= 1.0 / (double)p->instance;
    if (feasible && y[0] < p->best) p->best = y[0];
}
