/* The portfolio of 07_portfolio.h on a problem of CEC 2006, with an option of one of its members. */
#include "07_portfolio.h"

#include <stdio.h>

int main(void) {
    static const char *const set[] = {"heco-de.lambda=20"};
    heco_suite              *suite;
    const heco_problem      *problem;
    heco_error               error;
    heco_run                *run       = NULL;
    heco_evaluator          *evaluator = NULL;
    heco_run_options         options   = heco_run_options_default();
    options.max_evals                  = 60000;
    options.set = set, options.sets = 1;

    heco_status status = heco_suite_open(&suite, "cec2006", NULL, &error);
    if (status == HECO_OK)
        status = heco_suite_problem(suite, (size_t)heco_suite_find(suite, "g07", NULL), 0, &problem,
                                    &error);
    if (status == HECO_OK) status = heco_evaluator_open(&evaluator, problem, NULL, NULL, &error);
    if (status == HECO_OK) status = heco_run_new(&run, &portfolio, &problem->space, &options, &error);
    if (status != HECO_OK) {
        fprintf(stderr, "%s\n", error.text);
        return 1;
    }
    heco_batch *batch;
    while (status == HECO_OK && (batch = heco_run_ask(run)) != NULL)
        if ((status = heco_evaluate(evaluator, batch)) == HECO_OK) status = heco_run_tell(run);

    const heco_result *r = heco_run_result(run);
    printf("%s: %s, f = %.6f (best known %.6f) after %llu evaluations\n", portfolio.name,
           heco_found_text(r->outcome.found), r->outcome.f, problem->f_ref,
           (unsigned long long)r->outcome.evals);
    int right = r->outcome.found == HECO_FOUND_FEASIBLE && r->outcome.evals == 60000 &&
                r->outcome.f < problem->f_ref + 0.5;
    heco_run_free(run);
    heco_evaluator_close(evaluator);
    heco_suite_close(suite);
    return right ? 0 : 1;
}
