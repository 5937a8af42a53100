/* heco eval --check-derivatives: what the model says of its derivatives against differences. */
#ifndef HECO_CLI_SLOPES_H
#define HECO_CLI_SLOPES_H

#include <stdio.h>

#include "cli/crash_guard.h"
#include "cli/points.h"
#include "heco/heco.h"

typedef struct {
    heco_evaluator     *evaluator;
    const heco_problem *problem;
    const char         *spec;
    guard_phase         guard;
} slopes_source;

/* Where nobody names points: those that come with the model, and some in its box. To be freed. -1,
 * or the exit code. */
int slopes_points(points *out, const heco_model *model);

/* A line per function: the worst of all points. The exit code: CLI_OK, or CLI_FAILED where one is
 * wrong or none could be compared. */
int slopes_check(const slopes_source *source, const points *p, FILE *out);

#endif
