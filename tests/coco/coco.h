/* A stand-in for the functions of COCO that examples/coco/coco_suite.c calls, written for its test.
 * The names and types are those of COCO's public interface. */
#ifndef STANDIN_COCO_H
#define STANDIN_COCO_H

#include <stddef.h>

typedef struct coco_suite_s    coco_suite_t;
typedef struct coco_observer_s coco_observer_t;
typedef struct coco_problem_s  coco_problem_t;

coco_suite_t    *coco_suite(const char *name, const char *instance, const char *options);
void             coco_suite_free(coco_suite_t *suite);
coco_observer_t *coco_observer(const char *name, const char *options);
void             coco_observer_free(coco_observer_t *observer);
coco_problem_t  *coco_suite_get_problem_by_function_dimension_instance(coco_suite_t *suite,
                                                                       size_t        function,
                                                                       size_t        dimension,
                                                                       size_t        instance);
coco_problem_t  *coco_problem_add_observer(coco_problem_t *problem, coco_observer_t *observer);
void             coco_problem_free(coco_problem_t *problem);
size_t           coco_problem_get_number_of_constraints(const coco_problem_t *problem);
const double    *coco_problem_get_smallest_values_of_interest(const coco_problem_t *problem);
const double    *coco_problem_get_largest_values_of_interest(const coco_problem_t *problem);
void             coco_evaluate_function(coco_problem_t *problem, const double *x, double *y);
void             coco_evaluate_constraint(coco_problem_t *problem, const double *x, double *y);

#endif
