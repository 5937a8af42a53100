/* The variables and constraints of an answer, in the user's terms. */
#include "cli/solve/answer_parts.h"

#include <math.h>
#include <string.h>

#include "base/text.h"

enum { ANSWER_BLOCKING_MAX = 8, ANSWER_CELL = 96 };

static const double answer_small = 1e-6; /* tolerance that solvers of AMPL use by default */

double answer_f(const solve_run *a) { return heco_solution_result(a->solution)->outcome.f; }

void answer_verdict(const solve_run *a, char text[HECO_VERDICT_SIZE]) {
    char one[HECO_VERDICT_SIZE];
    heco_solution_verdict(a->solution, one, sizeof one);
    if (a->runs != NULL)
        heco_runs_verdict(heco_runs_get_summary(a->runs), one, text, HECO_VERDICT_SIZE);
    else snprintf(text, HECO_VERDICT_SIZE, "%s", one);
}

uint64_t answer_seed(const solve_run *a) {
    return a->how.run.seed + (a->runs != NULL ? heco_runs_get_summary(a->runs)->best : 0);
}

const char *answer_error(const solve_run *a) { return a->status != HECO_OK ? a->error.text : NULL; }

const char *answer_number(const solve_run *a, char *out, double value) {
    if (a->args->common.verbose) return args_print_real(out, value + 0.0);
    snprintf(out, ARGS_REAL_SIZE, "%.6g", value + 0.0); /* prints -0 as 0 */
    return out;
}

/* Returns the violation of g or h beyond its tolerance, in the units of --eq-tol and --ineq-tol. */
static double answer_excess(const solve_run *a, const heco_constraint_report *c, size_t k) {
    double size = c->equality ? fabs(c->g_or_h) : c->g_or_h;
    return c->satisfied ? 0.0 : size - heco_problem_tol(a->problem, k);
}

const char *answer_sense(char sense) { return sense == '<' ? "<=" : sense == '>' ? ">=" : "="; }

const char *answer_label(const solve_run *a, size_t j) {
    const heco_space *s = &a->problem->space;
    double            x = heco_solution_result(a->solution)->x[j];
    if (s->choices == NULL || s->choices[j].labels == NULL) return NULL;
    for (size_t i = 0; i < s->choices[j].count; i++)
        if (s->choices[j].values[i] == x) return s->choices[j].labels[i];
    return NULL;
}

/* --- columns ------------------------------------------------------------------------------- */

void answer_name(FILE *out, const char *name, int width) {
    int blanks = width - (int)heco_text_columns(name, strlen(name));
    cli_print(out, "%s%*s", name, blanks > 0 ? blanks : 0, "");
}

void answer_widen(int *width, const char *text, int most) {
    int length = (int)heco_text_columns(text, strlen(text));
    if (length > *width) *width = length < most ? length : most;
}

static void answer_with_unit(char *out, const char *number, const char *unit) {
    int has = unit != NULL && unit[0] != '\0';
    snprintf(out, ANSWER_CELL, "%s%s%.40s", number, has ? " " : "", has ? unit : "");
}

/* --- variables ----------------------------------------------------------------------------- */

/* Writes a variable's value with its unit, and the label of a choice. */
static void answer_value(const solve_run *a, size_t j, char out[ANSWER_CELL]) {
    const heco_space *s     = &a->problem->space;
    double            x     = heco_solution_result(a->solution)->x[j];
    const char       *label = answer_label(a, j), *const *units = a->problem->x_units;
    char              number[ARGS_REAL_SIZE], measured[ANSWER_CELL];
    if (s->integer != NULL && s->integer[j] && fabs(x) < 1e15)
        snprintf(number, sizeof number, "%.0f", x);
    else answer_number(a, number, x);
    answer_with_unit(measured, number, units != NULL ? units[j] : NULL);
    if (label == NULL) snprintf(out, ANSWER_CELL, "%s", measured);
    else if (s->choices[j].unordered) snprintf(out, ANSWER_CELL, "%.90s", label);
    else snprintf(out, ANSWER_CELL, "%.40s (%.50s)", label, measured);
}

/* Returns the remark about the bound at which the variable is; "" if it is inside. */
static const char *answer_where(const solve_run *a, size_t j) {
    int               is_default;
    double            x      = heco_solution_result(a->solution)->x[j];
    heco_bound_status status = heco_space_bound_status(&a->problem->space, j, x, &is_default);
    switch (status) {
    case HECO_BOUND_FIXED: return "(fixed)";
    case HECO_BOUND_LOWER:
        return is_default ? "(at a default lower bound)" : "(at its lower bound)";
    case HECO_BOUND_UPPER:
        return is_default ? "(at a default upper bound)" : "(at its upper bound)";
    default: return "";
    }
}

/* Returns the width of the column of names, which variables and constraints share. */
static int answer_names(const solve_run *a) {
    const heco_space *s     = &a->problem->space;
    int               width = 0;
    char              buffer[24];
    for (size_t j = 0; j < s->n; j++)
        answer_widen(&width, heco_problem_x_name(a->problem, j, buffer), ANSWER_NAME_MAX);
    for (size_t k = 0; k < s->ng + s->nh; k++)
        if (!heco_problem_is_part(a->problem, k))
            answer_widen(&width, heco_problem_c_name(a->problem, k, buffer), ANSWER_NAME_MAX);
    return width;
}

/* Prints variable j with its value and bound. */
static void answer_variable(const solve_run *a, FILE *out, size_t j, int names, int values) {
    const char *where = answer_where(a, j);
    char        buffer[24], cell[ANSWER_CELL];
    answer_value(a, j, cell);
    fputs("  ", out);
    answer_name(out, heco_problem_x_name(a->problem, j, buffer), names);
    fputs("  ", out);
    answer_name(out, cell, where[0] != '\0' ? values : 0);
    fprintf(out, "%s%s\n", where[0] != '\0' ? "  " : "", where);
}

void answer_variables(const solve_run *a, FILE *out) {
    size_t n     = a->problem->space.n;
    size_t most  = a->args->common.verbose || n <= ANSWER_LIST_MAX ? n : ANSWER_LIST_MAX;
    int    names = answer_names(a), values = 0;
    char   cell[ANSWER_CELL];
    for (size_t j = 0; j < most; j++) {
        answer_value(a, j, cell);
        answer_widen(&values, cell, ANSWER_NAME_MAX);
    }
    fputs("\nvariables\n", out);
    for (size_t j = 0; j < most; j++) answer_variable(a, out, j, names, values);
    if (most < n) fprintf(out, "  ... and %zu more: -v shows all\n", n - most);
}

void answer_default_bounds(const solve_run *a, FILE *out) {
    const double *x     = heco_solution_result(a->solution)->x;
    size_t        first = SIZE_MAX, more = 0;
    char          buffer[24], others[40] = "";
    for (size_t j = 0; j < a->problem->space.n; j++) {
        int is_default;
        heco_space_bound_status(&a->problem->space, j, x[j], &is_default);
        if (!is_default) continue;
        more += first != SIZE_MAX;
        if (first == SIZE_MAX) first = j;
    }
    if (first == SIZE_MAX) return;
    if (more > 0) snprintf(others, sizeof others, " and %zu more", more);
    fputs("\nwarning: ", out);
    answer_name(out, heco_problem_x_name(a->problem, first, buffer), 0);
    fprintf(out,
            "%s %s on a default bound: the model may be unbounded, or the box too small; give "
            "bounds in the model, or a larger box with --bound\n",
            others, more > 0 ? "are" : "is");
}

/* --- constraints --------------------------------------------------------------------------- */

enum { CELL_NAME, CELL_VALUE, CELL_BOUND, CELL_SLACK, CELL_STATE, CELLS };

typedef struct {
    char text[CELLS][ANSWER_CELL];
} answer_cells;

/* A violation is a rounding error up to this part of the tolerance, that of an equality also only
 * up to this value. The rule is that of heco_space_aim(), which is not a public function. */
static const double answer_exact_share = 1e-3, answer_exact_equality = 1e-10;

/* Returns whether constraint k is met to rounding. */
static int answer_is_exact(const solve_run *a, size_t k, const heco_constraint_report *w) {
    double by  = w->equality ? fabs(w->g_or_h) : w->g_or_h;
    double aim = answer_exact_share * heco_problem_tol(a->problem, k);
    return by <= (w->equality ? fmin(aim, answer_exact_equality) : aim);
}

/* Writes whether constraint k is satisfied, and by how much not. One that is met to rounding is
 * active, not violated within its tolerance. */
static void answer_state(const solve_run *a, size_t k, char out[ANSWER_CELL]) {
    const heco_constraint_report *w = &heco_solution_constraints(a->solution)[k];
    char                          number[ARGS_REAL_SIZE];
    if (!w->satisfied)
        snprintf(out, ANSWER_CELL, "violated by %s", answer_number(a, number, w->excess));
    else if (!answer_is_exact(a, k, w))
        snprintf(out, ANSWER_CELL, "satisfied within %s", answer_number(a, number, w->tolerance));
    else snprintf(out, ANSWER_CELL, "satisfied%s", w->active && w->sense != '=' ? ", active" : "");
}

/* Fills the cells of the row of constraint k. */
static void answer_constraint_cells(const solve_run *a, size_t k, answer_cells *c) {
    const heco_constraint_report *w = &heco_solution_constraints(a->solution)[k];
    char                          number[ARGS_REAL_SIZE], buffer[24];
    snprintf(c->text[CELL_NAME], ANSWER_CELL, "%.90s", heco_problem_c_name(a->problem, k, buffer));
    answer_with_unit(c->text[CELL_VALUE], answer_number(a, number, w->value), w->unit);
    snprintf(c->text[CELL_BOUND], ANSWER_CELL, "%s %s", answer_sense(w->sense),
             answer_number(a, number, w->bound));
    if (w->sense == '=')
        snprintf(c->text[CELL_SLACK], ANSWER_CELL, "off by %s",
                 answer_number(a, number, 0.0 - w->slack));
    else snprintf(c->text[CELL_SLACK], ANSWER_CELL, "slack %s", answer_number(a, number, w->slack));
    answer_state(a, k, c->text[CELL_STATE]);
}

/* Returns 1 if a constraint is violated or an active inequality; a long list shows only these. */
static int answer_is_relevant(const solve_run *a, size_t k) {
    const heco_constraint_report *w = &heco_solution_constraints(a->solution)[k];
    return !w->satisfied || (w->active && w->sense != '=');
}

/* Prints up to `most` constraints; only the relevant ones if `all` is 0. The first pass measures
 * the columns, the second one prints. */
static void answer_constraint_table(const solve_run *a, FILE *out, int all, size_t most) {
    const heco_space *s            = &a->problem->space;
    int               width[CELLS] = {answer_names(a)};
    size_t            shown;
    answer_cells      c;
    for (int print = 0; print < 2; print++) {
        shown = 0;
        for (size_t k = 0; k < s->ng + s->nh && shown < most; k++) {
            if (heco_problem_is_part(a->problem, k) || (!all && !answer_is_relevant(a, k)))
                continue;
            shown++;
            answer_constraint_cells(a, k, &c);
            for (int i = 0; i < CELLS; i++) {
                if (!print) answer_widen(&width[i], c.text[i], ANSWER_NAME_MAX);
                if (!print) continue;
                fputs("  ", out);
                answer_name(out, c.text[i], i + 1 < CELLS ? width[i] : 0);
            }
            if (print) fputc('\n', out);
        }
    }
}

/* Prints one line about the pieces of a maximum or the residuals of a sum of squares, and all of
 * them in a verbose answer. */
void answer_parts(const solve_run *a, FILE *out) {
    const heco_problem *p     = a->problem;
    const double       *v     = heco_solution_result(a->solution)->g;
    size_t              count = p->residuals + p->pieces, first = p->space.ng - count, most = 0;
    double              sum = 0.0;
    char                number[ARGS_REAL_SIZE], name[24];
    if (count == 0) return;
    for (size_t k = 0; k < count; k++) {
        int larger = p->residuals > 0 ? fabs(v[first + k]) > fabs(v[first + most])
                                      : v[first + k] > v[first + most];
        if (larger) most = k;
        sum += v[first + k] * v[first + k];
    }
    fprintf(out, "%s %zu", p->residuals > 0 ? "residuals   " : "pieces      ", count);
    if (p->residuals > 0)
        fprintf(out, ", root mean square %s", answer_number(a, number, sqrt(sum / (double)count)));
    cli_print(out, ", the largest is %s: %s\n", heco_problem_c_name(p, first + most, name),
              answer_number(a, number, v[first + most]));
    for (size_t k = 0; a->args->common.verbose && k < count; k++)
        cli_print(out, "  %-12s %s\n", heco_problem_c_name(p, first + k, name),
                  answer_number(a, number, v[first + k]));
}

void answer_constraints(const solve_run *a, FILE *out) {
    const heco_space *s     = &a->problem->space;
    size_t            count = 0, met = 0, relevant = 0;
    for (size_t k = 0; k < s->ng + s->nh; k++) count += !heco_problem_is_part(a->problem, k);
    int all = a->args->common.verbose || count <= ANSWER_LIST_MAX;
    if (count == 0) {
        fputs("\nno constraints\n", out);
        return;
    }
    for (size_t k = 0; k < s->ng + s->nh; k++) {
        if (heco_problem_is_part(a->problem, k)) continue;
        met += heco_solution_constraints(a->solution)[k].satisfied != 0;
        relevant += answer_is_relevant(a, k) != 0;
    }
    size_t most = all ? count : relevant < ANSWER_LIST_MAX ? relevant : ANSWER_LIST_MAX;
    fprintf(out, "\nconstraints (%zu of %zu satisfied)\n", met, count);
    answer_constraint_table(a, out, all, most);
    if (most < count)
        fprintf(out, "  %s and %zu more, of which %zu violated or active: -v shows all\n",
                most > 0 ? "..." : "none that is violated or active;", count - most,
                relevant - most);
}

/* --- violated constraints ------------------------------------------------------------------- */

void answer_blocking(const solve_run *a, FILE *out) {
    const heco_space             *s     = &a->problem->space;
    const heco_constraint_report *c     = heco_solution_constraints(a->solution);
    size_t                        count = s->ng + s->nh, shown = 0;
    double                        below = INFINITY;
    char                          buffer[24];
    fputs("blocked by   ", out);
    for (size_t last = SIZE_MAX; shown < ANSWER_BLOCKING_MAX; shown++) {
        size_t worst = SIZE_MAX;
        double most  = 0.0;
        for (size_t k = 0; k < count; k++) {
            double excess = answer_excess(a, &c[k], k);
            int    later  = excess < below || (excess == below && last != SIZE_MAX && k > last);
            if (c[k].satisfied || !later || (worst != SIZE_MAX && excess <= most)) continue;
            worst = k, most = excess;
        }
        if (worst == SIZE_MAX) break;
        fputs(shown > 0 ? ", " : "", out);
        answer_name(out, heco_problem_c_name(a->problem, worst, buffer), 0);
        cli_print(out, " (by %.3g%s%s)", c[worst].excess, c[worst].unit[0] != '\0' ? " " : "",
                  c[worst].unit);
        below = most, last = worst;
    }
    fputs(shown == ANSWER_BLOCKING_MAX ? ", ...\n" : "\n", out);
}

void answer_nearly(const solve_run *a, FILE *out) {
    const heco_space             *s      = &a->problem->space;
    const heco_constraint_report *c      = heco_solution_constraints(a->solution);
    double                        tol[2] = {-1.0, -1.0}; /* of inequalities, of equalities */
    for (size_t k = 0; k < s->ng + s->nh; k++) {
        if (c[k].satisfied) continue;
        if (!(answer_excess(a, &c[k], k) <= answer_small)) return;
        double *wanted = &tol[c[k].equality != 0];
        *wanted        = fmax(*wanted, heco_problem_tol(a->problem, k) + answer_small);
    }
    if (tol[0] < 0.0 && tol[1] < 0.0) return;
    fprintf(out, "             satisfied within %g:", answer_small);
    if (tol[0] > 0.0) fprintf(out, " --ineq-tol %.7g", tol[0]);
    if (tol[1] > 0.0) fprintf(out, " --eq-tol %.7g", tol[1]);
    fputs(" accepts this point as feasible\n", out);
}
