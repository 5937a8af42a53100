/* heco eval --check-derivatives: what the model says of its derivatives against differences. */
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
    crash_phase         guard;
} derivative_report_source;

/* Where nobody names points: those that come with the model, and some in its box. To be freed. -1,
 * or the exit code. */
int derivative_report_points(points *out, const heco_model *model);

/* A line per function: the worst of all points. The exit code: CLI_OK, or CLI_FAILED where one is
 * wrong or none could be compared. */
int derivative_report_check(const derivative_report_source *source, const points *p, FILE *out);

#endif
