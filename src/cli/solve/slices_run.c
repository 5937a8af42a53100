/* heco solve --slices: f and every constraint along each variable through the answer. */
#include "cli/solve/solve_run.h"

#include "cli/interrupt.h"

enum { SLICES_SIDE = 10 /* values on each side of the answer */ };

int slices_run(solve_run *s) {
    heco_problem    problem   = solve_run_problem(s);
    heco_evaluator *evaluator = NULL;
    heco_error      error     = {0};
    if (heco_solution_result(s->solution)->outcome.found == HECO_FOUND_NONE || interrupt_seen())
        return -1;
    solve_run_crash_begin(s);
    heco_status status =
        heco_evaluator_open(&evaluator, &problem, s->backend, &s->how.evaluator, &error);
    if (status == HECO_OK)
        status = heco_slices_new(&s->slices, &problem, evaluator,
                                 heco_solution_result(s->solution)->x, SLICES_SIDE, &error);
    heco_evaluator_close(evaluator);
    crash_end();
    return status == HECO_OK ? -1 : cli_fail_status(status, &error);
}
