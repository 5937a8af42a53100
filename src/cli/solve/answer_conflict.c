/* Why no feasible point was found, as text and as JSON. */
#include "cli/solve/answer_parts.h"

#include <math.h>


/* Returns the least relaxation of constraint k in its own unit, and the point in *x. */
static double answer_relaxation(const solve_run *a, size_t k, const double **x) {
    heco_constraint_report c;
    double                 least = heco_solution_relaxation(a->solution, k, x);
    if (*x == NULL) return INFINITY;
    heco_problem_report(a->problem, k, least, &c);
    return c.excess;
}

/* Prints the point at which all constraints but one hold. */
static void answer_print_point(const solve_run *a, FILE *out, const double *x) {
    enum { ANSWER_POINT = 6 }; /* variables that are shown */
    size_t n = a->problem->space.n;
    char   number[ARGS_REAL_SIZE], name[24];
    for (size_t j = 0; j < n && j < ANSWER_POINT; j++)
        cli_print(out, "%s%s = %s", j > 0 ? ", " : "", heco_problem_x_name(a->problem, j, name),
                  answer_number(a, number, x[j]));
    fputs(n > ANSWER_POINT ? ", ...\n" : "\n", out);
}

void answer_conflict(const solve_run *a, FILE *out) {
    const size_t *row;
    size_t        count = heco_solution_conflict(a->solution, &row);
    int           width = 0;
    char          name[24], number[ARGS_REAL_SIZE];
    for (size_t i = 0; i < count; i++)
        answer_widen(&width, heco_problem_c_name(a->problem, row[i], name), ANSWER_NAME_MAX);
    if (count > 0)
        fprintf(out, "\nconflict (%s)\n",
                heco_solution_conflict_is_proved(a->solution)
                    ? "these linear constraints contradict each other"
                    : "no point evaluated meets all of these; relax or drop one");
    for (size_t i = 0; i < count; i++) {
        const heco_constraint_report *c = &heco_solution_constraints(a->solution)[row[i]];
        const double                 *x;
        double                        least = answer_relaxation(a, row[i], &x);
        fputs("  ", out);
        answer_name(out, heco_problem_c_name(a->problem, row[i], name), width);
        cli_print(out, "  %s %s%s%s", answer_sense(c->sense), answer_number(a, number, c->bound),
                  c->unit[0] != '\0' ? " " : "", c->unit);
        if (x != NULL)
            cli_print(out, "  relaxed by %s%s%s it holds with the others at ",
                      answer_number(a, number, least), c->unit[0] != '\0' ? " " : "", c->unit);
        if (x != NULL) answer_print_point(a, out, x);
        else fputc('\n', out);
    }
}

void answer_conflict_json(const solve_run *a, heco_json *out) {
    const size_t *row;
    size_t        count = heco_solution_conflict(a->solution, &row);
    char          name[24];
    if (count == 0) return;
    heco_json_open(out, "conflict", '{');
    heco_json_bool(out, "proved", heco_solution_conflict_is_proved(a->solution));
    heco_json_open(out, "constraints", '[');
    for (size_t i = 0; i < count; i++) {
        const double *x;
        double        least = answer_relaxation(a, row[i], &x);
        heco_json_open(out, NULL, '{');
        heco_json_text(out, "name", heco_problem_c_name(a->problem, row[i], name));
        heco_json_real(out, "relaxation", least);
        if (x != NULL) heco_json_reals(out, "x", x, a->problem->space.n);
        heco_json_close(out);
    }
    heco_json_close(out);
    heco_json_close(out);
}
