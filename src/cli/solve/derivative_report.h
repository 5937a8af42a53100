/* heco eval --check-derivatives: compares the model's derivatives with finite differences. */
#ifndef HECO_CLI_SOLVE_DERIVATIVE_REPORT_H
#define HECO_CLI_SOLVE_DERIVATIVE_REPORT_H

#include <stdio.h>

#include "cli/crash_handler.h"
#include "cli/solve/point_file.h"
#include "heco/heco.h"

typedef struct {
    heco_evaluator     *evaluator;
    const heco_problem *problem;
    const char         *spec;
    crash_phase         phase;
} derivative_report_source;

/* Chooses the points if the user gives none: the initial points of the model and some in its box.
 * The caller frees them. Returns -1 on success, else prints a message and returns the exit code. */
int derivative_report_points(points *out, const heco_model *model);

/* Prints a line per function with its largest error over all points. Returns CLI_OK, or CLI_FAILED
 * if a derivative is wrong or none could be compared. */
int derivative_report_check(const derivative_report_source *source, const points *p, FILE *out);

#endif
