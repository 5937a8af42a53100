#include "cli/solve/derivative_report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/command.h"

static const double derivative_report_wrong = 1e-4; /* largest relative error of a right one */
enum { DERIVATIVE_REPORT_POINTS = 5 };

/* Returns coordinate j of point i of an additive recurrence: multiples of irrational numbers modulo
 * 1 spread evenly over the box. */
static double derivative_report_sample(const heco_space *s, size_t i, size_t j) {
    double lo = s->lower[j], hi = s->upper[j];
    double share = fmod(0.37 + 0.6180339887 * (double)i + 0.7548776662 * (double)j, 1.0);
    double x     = lo + share * (hi - lo);
    int    whole = s->integer != NULL && s->integer[j];
    if (s->choices != NULL && s->choices[j].count > 0)
        return s->choices[j].values[i % s->choices[j].count];
    return whole ? fmin(fmax(nearbyint(x), ceil(lo)), floor(hi)) : x;
}

int derivative_report_points(points *out, const heco_model *model) {
    const heco_space *s = &heco_model_problem(model)->space;
    size_t            starts;
    const double     *start = heco_model_start(model, &starts);
    *out                    = (points){.n = s->n, .count = starts + DERIVATIVE_REPORT_POINTS};
    out->x                  = calloc(out->count * s->n, sizeof *out->x);
    if (out->x == NULL) return cli_fail_memory();
    if (starts > 0) memcpy(out->x, start, starts * s->n * sizeof *start);
    for (size_t i = starts; i < out->count; i++)
        for (size_t j = 0; j < s->n; j++) out->x[i * s->n + j] = derivative_report_sample(s, i, j);
    return -1;
}

static const char *derivative_report_name(const heco_problem *p, size_t which, char *buffer) {
    return which == 0 ? "objective" : heco_problem_c_name(p, which - 1, buffer);
}

/* Prints one line per function with its worst derivative. where[k] is its point, counted from 0.
 * Returns the exit code. */
static int derivative_report_print(const heco_problem *p, const heco_derivative_check *worst,
                                   const size_t *where, FILE *out) {
    size_t count = 1 + p->space.ng + p->space.nh, wrong = 0, none = 0;
    char   name[24], variable[24];
    for (size_t k = 0; k < count; k++) {
        const heco_derivative_check *w = &worst[k];
        cli_print(out, "%-24s ", derivative_report_name(p, k, name));
        none += !w->compared;
        if (!w->compared) fputs("not comparable: differences are too inexact\n", out);
        else if (w->off <= derivative_report_wrong) fputs("agrees\n", out);
        else
            cli_print(out, "WRONG by %s at point %zu: %.10g given, %.10g by differences\n",
                      heco_problem_x_name(p, w->variable, variable), where[k] + 1, w->given,
                      w->difference);
        wrong += w->compared && w->off > derivative_report_wrong;
    }
    if (wrong == 0) return none < count ? CLI_OK : CLI_FAILED;
    return cli_fail(CLI_FAILED, "the derivatives of %zu of %zu functions are wrong", wrong, count);
}

/* Returns 1 if the model gave derivatives at this point. */
static int derivative_report_point(const derivative_report_source *s, const double *x,
                                   heco_derivative_check *now, heco_status *status) {
    crash_begin(s->spec, s->phase);
    *status = heco_evaluator_check_derivatives(s->evaluator, &s->problem->space, x, now);
    crash_end();
    if (*status != HECO_ERR_EVAL) return *status == HECO_OK;
    *status = HECO_OK;
    return 0;
}

int derivative_report_check(const derivative_report_source *source, const points *p, FILE *out) {
    const heco_problem    *problem = source->problem;
    size_t                 count = 1 + problem->space.ng + problem->space.nh, found = 0;
    heco_derivative_check *now = calloc(count, sizeof *now), *worst = calloc(count, sizeof *worst);
    size_t                *where = calloc(count, sizeof *where);
    heco_status status = now != NULL && worst != NULL && where != NULL ? HECO_OK : HECO_ERR_MEMORY;
    for (size_t i = 0; status == HECO_OK && i < p->count; i++) {
        if (!derivative_report_point(source, p->x + i * p->n, now, &status)) continue;
        found++;
        for (size_t k = 0; k < count; k++)
            if (now[k].compared && (!worst[k].compared || now[k].off > worst[k].off))
                worst[k] = now[k], where[k] = i;
    }
    int code = CLI_OK;
    if (status != HECO_OK) code = cli_fail_status(status, NULL);
    else if (found == 0)
        code = cli_fail(CLI_FAILED, "the model gave no derivatives at these points");
    else code = derivative_report_print(problem, worst, where, out);
    free(now);
    free(worst);
    free(where);
    return code;
}
