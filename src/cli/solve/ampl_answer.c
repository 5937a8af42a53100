#include "cli/solve/ampl_answer.h"

#include <math.h>
#include <stdlib.h>

#include "base/os.h"
#include "cli/solve/answer.h"

/* Returns 1 if the search stalled: it ended by --stall, or without a limit of the user, and its
 * second half improved f by at most 1e-6. */
static int ampl_answer_stalled(const solve_run *s) {
    const heco_outcome *r    = &heco_solution_result(s->solution)->outcome;
    const settings     *how  = &s->args->common;
    int                 open = how->open_end && !(how->time > 0.0);
    double              gain = heco_solution_late_gain(s->solution);
    return r->stop == HECO_STOP_STALL ||
           (r->stop == HECO_STOP_BUDGET && open && gain <= 1e-6 * fmax(1.0, fabs(r->f)));
}

/* Returns the first variable on a default bound; n if there is none. */
static size_t ampl_answer_default_bound(const solve_run *s) {
    const heco_space *space = &s->problem->space;
    const double     *x     = heco_solution_result(s->solution)->x;
    int               is_default;
    for (size_t j = 0; x != NULL && j < space->n; j++)
        if (heco_space_bound_status(space, j, x[j], &is_default) != HECO_BOUND_INSIDE && is_default)
            return j;
    return space->n;
}

/* Returns whether the objective has no end in sight: a variable went to a default bound out of
 * every model's reach, and the objective went along. */
static int ampl_answer_diverges(const solve_run *s) {
    const double far = 1e9; /* as heco_space_bound_status() has it */
    double       f   = heco_solution_result(s->solution)->outcome.f;
    return s->problem->maximise ? f >= far : f <= -far;
}

int ampl_answer_result(const solve_run *s) {
    const heco_outcome *r          = &heco_solution_result(s->solution)->outcome;
    int                 infeasible = r->found == HECO_FOUND_FEASIBLE ? 0 : 10;
    int                 inside     = ampl_answer_default_bound(s) == s->problem->space.n;
    if (s->status != HECO_OK || r->found == HECO_FOUND_NONE) return 500;
    if (r->stop == HECO_STOP_INFEASIBLE) return 200;
    if (!infeasible && !inside && ampl_answer_diverges(s)) return 300;
    if (!infeasible && ampl_answer_stalled(s)) return inside ? 1 : 100;
    switch (r->stop) {
    case HECO_STOP_OPTIMAL:
    case HECO_STOP_TARGET: return 0;
    case HECO_STOP_ALGORITHM: /* the search converged */ return infeasible ? 411 : inside ? 0 : 100;
    case HECO_STOP_TIME: return 403 + infeasible;
    case HECO_STOP_USER: return 405 + infeasible;
    default: return 401 + infeasible;
    }
}

/* Returns why the search stopped, in words that AMPL's users and JuMP expect. */
static const char *ampl_answer_reason(const solve_run *s) {
    const heco_outcome *r        = &heco_solution_result(s->solution)->outcome;
    int                 feasible = r->found == HECO_FOUND_FEASIBLE;
    if (ampl_answer_stalled(s))
        return feasible ? "no better point for a long time, not proven optimal"
                        : "no better point for a long time";
    switch (r->stop) {
    case HECO_STOP_INFEASIBLE: return "proved from the linear constraints";
    case HECO_STOP_OPTIMAL: return "optimal, proved by multipliers";
    case HECO_STOP_ALGORITHM:
        return feasible ? "converged to a local optimum, not proven global" : "converged";
    case HECO_STOP_TIME: /* JuMP reads the longer text as a limit with an answer */
        return feasible ? "time limit, feasible solution" : "time limit";
    case HECO_STOP_USER: return "interrupted";
    case HECO_STOP_BUDGET: return "limit on evaluations";
    default: return heco_stop_text(r->stop);
    }
}

/* Prints the message of the .sol file. */
static void ampl_answer_print(const solve_run *s, FILE *out) {
    const heco_outcome *r    = &heco_solution_result(s->solution)->outcome;
    const heco_problem *p    = s->problem;
    const char         *note = heco_model_note(s->model);
    const char         *last = heco_solution_failures(s->solution)->last_failure;
    char                number[ARGS_REAL_SIZE], name[24], made[400];
    fprintf(out, "heco %s, ", heco_version());
    if (s->status != HECO_OK) cli_print(out, "failure, %s; ", s->error.text);
    if (r->found == HECO_FOUND_NONE)
        cli_print(out, "all evaluations failed (%s)\n", last[0] != '\0' ? last : "no reason given");
    else
        fprintf(out, "%s, objective %s (%s)\n",
                r->found == HECO_FOUND_FEASIBLE ? "feasible" : "no feasible point found",
                args_print_real(number, r->f), ampl_answer_reason(s));
    if (r->found == HECO_FOUND_INFEASIBLE) {
        char verdict[HECO_VERDICT_SIZE];
        heco_solution_verdict(s->solution, verdict, sizeof verdict);
        answer_blocking(s, out);
        cli_print(out, "%s\n", verdict);
    }
    size_t edge = ampl_answer_default_bound(s);
    if (r->found == HECO_FOUND_FEASIBLE && edge < p->space.n)
        cli_print(out, "%s is on a default bound, the model may be unbounded\n",
                  heco_problem_x_name(p, edge, name));
    fprintf(out,
            "%s, seed %llu, %llu evaluations of %zu variables, %zu inequalities and %zu "
            "equalities, %llu failed\n",
            heco_solution_algorithm(s->solution)->name, (unsigned long long)s->how.run.seed,
            (unsigned long long)r->evals, p->space.n, p->space.ng, p->space.nh,
            (unsigned long long)r->failed);
    if (s->args->timing) fprintf(out, "%.3g seconds for the search\n", r->seconds);
    heco_solution_presolve_summary(s->solution, made, sizeof made);
    if (made[0] != '\0') cli_print(out, "presolve, %s\n", made);
    if (note[0] != '\0') cli_print(out, "%s\n", note);
}

/* Pyomo reads the message as YAML: replaces colons and tabs, and joins blanks. */
static void ampl_answer_plain(char *text) {
    char *to = text;
    for (const char *at = text; *at != '\0'; at++) {
        char c = *at == ':' ? ',' : *at == '\t' ? ' ' : *at;
        if (c == ' ' && (to == text || to[-1] == ' ' || to[-1] == '\n')) continue;
        *to++ = c;
    }
    *to = '\0';
}

char *ampl_answer_message(const solve_run *s) {
    char  *message = NULL;
    size_t size    = 0;
    FILE  *out     = heco_os_memory_open(&message, &size);
    if (out == NULL) return NULL;
    ampl_answer_print(s, out);
    if (heco_os_memory_close(out, &message, &size) != NULL) ampl_answer_plain(message);
    return message;
}
