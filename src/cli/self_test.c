/* g02 of CEC 2006 is evaluated, because its kernel is compiled for several instruction sets: a C
 * library that does not let the loader choose one (musl before target_clones was limited to glibc)
 * fails here. */
#include "cli/command.h"

#include "cli/args.h"
#include "heco/suite.h"

static const double self_test_f = -0x1.e1c1a9c8b9c44p-4; /* f(1, ..., 1) */

/* Returns the exit code for the value of f that was computed. */
static int self_test_judge(double f) {
    if (f == self_test_f) return CLI_OK;
    return cli_fail(CLI_ERROR,
                    "the self-test computed %.17g instead of %.17g: build heco again on this machine",
                    f, self_test_f);
}

int self_test_run(void) {
    heco_suite         *suite = NULL;
    const heco_problem *problem;
    heco_error          error = {HECO_OK, ""};
    double              x[20], f = 0.0, g[2];
    for (int j = 0; j < 20; j++) x[j] = 1.0;
    heco_status status = heco_suite_open(&suite, "cec2006", NULL, &error);
    if (status == HECO_OK)
        status = heco_suite_problem(suite, 1, 0, &problem, &error); /* g02 */
    if (status != HECO_OK) {
        heco_suite_close(suite);
        return cli_fail(CLI_ERROR, "the self-test could not begin: %s", error.text);
    }
    problem->eval(problem->user, x, &f, g, NULL);
    heco_suite_close(suite);
    return self_test_judge(f);
}
