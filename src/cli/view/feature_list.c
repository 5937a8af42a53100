#include "cli/view/feature_list.h"

#include <math.h>

static const char *feature_list_degree(int degree) {
    return degree == 1 ? "linear" : degree == 2 ? "quadratic" : "nonlinear";
}

void feature_list_head(FILE *out, int width) {
    fprintf(out, "%-*s %4s %11s  %3s %3s %3s %3s  %6s %6s  %-9s %6s %7s %5s %9s\n", width, "name",
            "n", "feasible", "LI", "NI", "LE", "NE", "active", "bounds", "f", "groups", "largest",
            "rank", "condition");
}

/* Prints a count that is known only at the best known point. */
static void feature_list_count(FILE *out, int known, size_t count) {
    if (known) fprintf(out, " %6zu", count);
    else fprintf(out, " %6s", "-");
}

void feature_list_line(FILE *out, int width, const heco_problem *problem, const heco_features *f) {
    fprintf(out, "%-*s %4zu %9.4f %%  %3zu %3zu %3zu %3zu ", width, problem->name, problem->space.n,
            100.0 * f->feasible, f->linear_ineq, f->nonlinear_ineq, f->linear_eq, f->nonlinear_eq);
    feature_list_count(out, f->best_known, f->active);
    feature_list_count(out, f->best_known, f->at_bounds);
    fprintf(out, "  %-9s %6zu %7zu %5zu ", feature_list_degree(f->degree), f->groups, f->largest,
            f->rank);
    if (isnan(f->condition)) fprintf(out, "%9s\n", "-");
    else fprintf(out, "%9.2g\n", f->condition);
}

void feature_list_json(heco_json *out, const heco_problem *problem, const heco_features *f) {
    heco_json_open(out, "features", '{');
    heco_json_count(out, "dim", problem->space.n);
    heco_json_count(out, "samples", f->samples);
    heco_json_count(out, "evals", f->evals);
    heco_json_real(out, "feasible", f->feasible);
    heco_json_count(out, "linear_inequalities", f->linear_ineq);
    heco_json_count(out, "nonlinear_inequalities", f->nonlinear_ineq);
    heco_json_count(out, "linear_equalities", f->linear_eq);
    heco_json_count(out, "nonlinear_equalities", f->nonlinear_eq);
    if (f->best_known) {
        heco_json_count(out, "active", f->active);
        heco_json_count(out, "at_bounds", f->at_bounds);
    }
    heco_json_text(out, "objective", feature_list_degree(f->degree));
    heco_json_count(out, "groups", f->groups);
    heco_json_count(out, "largest_group", f->largest);
    heco_json_bool(out, "separable", f->groups == problem->space.n);
    heco_json_count(out, "rank", f->rank);
    heco_json_real(out, "condition", f->condition);
    heco_json_close(out);
}
