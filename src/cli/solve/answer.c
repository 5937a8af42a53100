#include "cli/solve/answer.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "cli/interrupt.h"
#include "cli/solve/answer_parts.h"

/* Returns 1 for options that were given and for values that differ from a fixed default. Values
 * that the algorithm chose by itself are only in the JSON document. */
static int answer_mentions(const solve_run *a, const heco_option *option, const char *name,
                           double value) {
    size_t length = strlen(name);
    for (size_t k = 0; k < a->how.run.sets; k++)
        if (strncmp(a->how.run.set[k], name, length) == 0 && a->how.run.set[k][length] == '=')
            return 1;
    return !isnan(option->value) && value != option->value;
}

/* Prints the algorithm with its options, and the lines about presolve and search. */
static void answer_algorithm(const solve_run *a, FILE *out) {
    const heco_algorithm *algorithm = heco_solution_algorithm(a->solution);
    const double         *value     = heco_solution_settings(a->solution);
    char                  text[48], name[120], did[500];
    const heco_option    *o;
    cli_print(out, "algorithm    %s", algorithm->name);
    for (size_t k = 0; (o = heco_algorithm_option_at(algorithm, k, name, sizeof name)) != NULL;
         k++) {
        if (!answer_mentions(a, o, name, value[k])) continue;
        heco_option_print(o, value[k], text, sizeof text);
        cli_print(out, "  %s=%s", name, text);
    }
    fputc('\n', out);
    heco_solution_presolve_summary(a->solution, did, sizeof did);
    if (did[0] != '\0') cli_print(out, "presolve     %s\n", did);
    heco_solution_describe(a->solution, did, sizeof did);
    if (did[0] != '\0') cli_print(out, "search       %s\n", did);
}

/* Returns why the search stopped. */
static const char *answer_stop_reason(const solve_run *a) {
    heco_stop stop = heco_solution_result(a->solution)->outcome.stop;
    if (answer_error(a) != NULL) return answer_error(a);
    switch (stop) {
    case HECO_STOP_BUDGET: return "budget: the evaluations are used up";
    case HECO_STOP_TARGET: return "target: a feasible point reached it";
    case HECO_STOP_TIME: return "time: the time limit was reached";
    case HECO_STOP_STALL: return "stall: no better point within the limit";
    case HECO_STOP_USER:
        return interrupt_seen() ? "user: interrupted" : "user: the model requested it";
    case HECO_STOP_ALGORITHM: return "converged: the algorithm expects no better point";
    case HECO_STOP_INFEASIBLE: return "infeasible: linear constraints contradict each other";
    case HECO_STOP_OPTIMAL: return "optimal: no feasible point is better, nothing was searched";
    case HECO_STOP_FAILED: return "failed: all evaluations failed up to the limit";
    case HECO_STOP_ERROR: return "error: the search failed";
    default: return heco_stop_text(stop);
    }
}

/* Prints restarts, timeouts and retries, if there were any. */
static void answer_failures(const solve_run *a, FILE *out) {
    const heco_failures *s = heco_solution_failures(a->solution);
    const struct {
        uint64_t    count;
        const char *what;
    } row[]         = {{s->restarted, "restart"}, {s->timed_out, "timeout"}, {s->retried, "retr"}};
    const char *sep = "failures     ";
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
        if (row[i].count == 0) continue;
        int one = row[i].count == 1, retry = row[i].what == row[2].what;
        fprintf(out, "%s%" PRIu64 " %s%s", sep, row[i].count, row[i].what,
                retry ? (one ? "y" : "ies") : (one ? "" : "s"));
        sep = ", ";
    }
    if (sep[0] == ',') fputc('\n', out);
}

/* Prints the lines from `evaluations` to `derivatives`. */
static void answer_counts(const solve_run *a, FILE *out) {
    const heco_outcome *r = &heco_solution_result(a->solution)->outcome;
    heco_noise          noise;
    fprintf(out, "\nevaluations  %" PRIu64 " of %" PRIu64 ", %" PRIu64 " failed\n", r->evals,
            heco_solution_max_evals(a->solution), r->failed);
    if (heco_solution_result(a->solution)->rejected > 0)
        fprintf(out,
                "rejected     %" PRIu64 " of them by cheap constraints, without a simulation\n",
                heco_solution_result(a->solution)->rejected);
    if (heco_solution_result(a->solution)->partial > 0)
        fprintf(out, "partial      %" PRIu64 " of them stopped early\n",
                heco_solution_result(a->solution)->partial);
    if (heco_solution_known(a->solution) > 0)
        fprintf(out, "known        %" PRIu64 " of them took the values of known designs\n",
                heco_solution_known(a->solution));
    if (heco_solution_noise(a->solution, &noise))
        fprintf(out,
                "noise        mean of %zu samples, spread %.3g, %" PRIu64 " more evaluations\n",
                noise.samples, noise.spread, noise.evals);
    if (heco_solution_lanes(a->solution) > 0)
        fprintf(out, "lanes        %zu, which made %" PRIu64 " more evaluations ahead\n",
                heco_solution_lanes(a->solution), heco_solution_ahead(a->solution));
    if (heco_solution_prices_evals(a->solution) > 0)
        fprintf(out, "             %" PRIu64 " more for the prices\n",
                heco_solution_prices_evals(a->solution));
    if (r->derivatives > 0)
        fprintf(out, "derivatives  exact, at %" PRIu64 " of these points\n", r->derivatives);
}

/* Prints the lines from `evaluations` to `dropped`. */
static void answer_effort(const solve_run *a, FILE *out) {
    const heco_outcome *r = &heco_solution_result(a->solution)->outcome;
    answer_counts(a, out);
    if (r->found != HECO_FOUND_NONE) {
        fprintf(out, "best found   at evaluation %" PRIu64, r->evals_at_best);
        if (r->evals_to_feasible > 0)
            fprintf(out, ", first feasible point at %" PRIu64, r->evals_to_feasible);
        fputc('\n', out);
    }
    answer_failures(a, out);
    cli_print(out, "stopped by   %s\n", answer_stop_reason(a));
    answer_algorithm(a, out);
    fprintf(out, "seed         %" PRIu64 "\n", answer_seed(a));
    fprintf(out, "time         %.3g s\n", r->seconds);
    if (a->args->journal != NULL)
        cli_print(out, "journal      %s%s\n", a->args->journal,
                  a->runs != NULL ? " and those of the other runs beside it" : "");
    if (a->schedule > 0)
        fprintf(
            out, "resumed      %" PRIu64 " evaluations from the journal, %" PRIu64 " new ones\n",
            heco_solution_replayed(a->solution), r->evals - heco_solution_replayed(a->solution));
    if (a->schedule > 1)
        fprintf(out, "schedule     %" PRIu64 ", started from the best points of the previous one\n",
                a->schedule);
    if (a->torn > 0)
        fprintf(out, "dropped      an incomplete last record of %" PRIu64 " bytes\n", a->torn);
}

static void answer_warnings(const solve_run *a, FILE *out) {
    const heco_outcome *r    = &heco_solution_result(a->solution)->outcome;
    int                 same = heco_solution_reproduced(a->solution);
    const char         *last = heco_solution_failures(a->solution)->last_failure;
    if (heco_model_note(a->model)[0] != '\0')
        cli_print(out, "\nnote: %s\n", heco_model_note(a->model));
    if (r->found != HECO_FOUND_NONE) answer_default_bounds(a, out);
    if (r->found != HECO_FOUND_NONE && same == 0)
        fputs("\nwarning: evaluating the best point again gave other values; the model is not "
              "deterministic\n",
              out);
    if (r->found != HECO_FOUND_NONE && same < 0)
        fputs("\nwarning: the best point could not be evaluated again to confirm it\n", out);
    if (r->failed > 0 && last[0] != '\0') cli_print(out, "\nlast failure: %s\n", last);
}

/* Prints the first line: the model and the verdict. */
static void answer_status(const solve_run *a, FILE *out) {
    char verdict[HECO_VERDICT_SIZE];
    answer_verdict(a, verdict);
    cli_print(out, "%s", a->spec);
    if (heco_model_instance(a->model)[0] != '\0')
        cli_print(out, " (instance %s)", heco_model_instance(a->model));
    cli_print(out, ": %s\n", verdict);
    if (heco_solution_result(a->solution)->outcome.found != HECO_FOUND_NONE) fputc('\n', out);
}

void answer_text(const solve_run *a, FILE *out) {
    const heco_outcome *r    = &heco_solution_result(a->solution)->outcome;
    const char         *unit = a->problem->f_unit;
    char                number[ARGS_REAL_SIZE];
    answer_status(a, out);
    if (r->found != HECO_FOUND_NONE) {
        cli_print(out, "f            %s%s%s%s\n", answer_number(a, number, answer_f(a)),
                  unit != NULL ? " " : "", unit != NULL ? unit : "",
                  a->problem->maximise ? "  (maximised)" : "");
        answer_parts(a, out);
        if (isfinite(a->problem->f_ref))
            fprintf(out, "best known   %s\n", answer_number(a, number, a->problem->f_ref));
        fprintf(out, "violation    %s\n", answer_number(a, number, r->viol));
        if (r->found == HECO_FOUND_INFEASIBLE) answer_blocking(a, out);
        if (r->found == HECO_FOUND_INFEASIBLE) answer_nearly(a, out);
        answer_variables(a, out);
        answer_constraints(a, out);
        answer_prices(a, out);
        answer_slices(a, out);
        answer_conflict(a, out);
    }
    answer_effort(a, out);
    answer_warnings(a, out);
    if (a->runs != NULL) answer_runs(a, out);
}

int answer_code(const solve_run *a) {
    const heco_outcome *r           = &heco_solution_result(a->solution)->outcome;
    int                 interrupted = interrupt_seen();
    if (interrupted && a->runs != NULL &&
        heco_runs_get_summary(a->runs)->finished < heco_runs_get_summary(a->runs)->runs)
        return CLI_INTERRUPTED;
    if (interrupted && r->stop == HECO_STOP_USER) return CLI_INTERRUPTED;
    if (r->found == HECO_FOUND_FEASIBLE) return CLI_OK;
    return r->found == HECO_FOUND_NONE && r->evals > 0 ? CLI_FAILED : CLI_INFEASIBLE;
}
