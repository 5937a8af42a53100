#include "cli/solve/answer.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "cli/solve/answer_rows.h"
#include "cli/solve/answer_runs.h"

/* Worth mentioning: what was typed, and what differs from a fixed default. Values that the
 * algorithm chose by itself are in the JSON document. */
static int answer_mentions(const answer *a, const heco_option *option, const char *name,
                           double value) {
    size_t length = strlen(name);
    for (size_t k = 0; k < a->sets; k++)
        if (strncmp(a->set[k], name, length) == 0 && a->set[k][length] == '=') return 1;
    return !isnan(option->value) && value != option->value;
}

static void answer_algorithm(const answer *a, FILE *out) {
    const heco_algorithm *algorithm = heco_solution_algorithm(a->solution);
    const double         *value     = heco_solution_settings(a->solution);
    char                  text[48], name[120], did[500];
    const heco_option    *o;
    fprintf(out, "algorithm    %s", algorithm->name);
    for (size_t k = 0; (o = heco_algorithm_option_at(algorithm, k, name, sizeof name)) != NULL;
         k++) {
        if (!answer_mentions(a, o, name, value[k])) continue;
        heco_option_print(o, value[k], text, sizeof text);
        fprintf(out, "  %s=%s", name, text);
    }
    fputc('\n', out);
    heco_solution_note(a->solution, did, sizeof did);
    if (did[0] != '\0') fprintf(out, "presolve     %s\n", did);
    heco_solution_describe(a->solution, did, sizeof did);
    if (did[0] != '\0') fprintf(out, "search       %s\n", did);
}

static const char *answer_stop(const answer *a) {
    heco_stop stop = heco_solution_result(a->solution)->outcome.stop;
    if (a->error != NULL) return a->error;
    switch (stop) {
    case HECO_STOP_BUDGET: return "budget: the evaluations are used up";
    case HECO_STOP_TARGET: return "target: a feasible point is as good as asked for";
    case HECO_STOP_TIME: return "time: the time limit was reached";
    case HECO_STOP_STALL: return "stall: no better point for too long";
    case HECO_STOP_USER:
        return a->interrupted ? "user: interrupted" : "user: the model asked for it";
    case HECO_STOP_ALGORITHM: return "algorithm: it has nothing more to try";
    case HECO_STOP_FAILED: return "failed: all of the first evaluations failed";
    case HECO_STOP_ERROR: return "error: the search broke down";
    default: return heco_stop_text(stop);
    }
}

/* Only where something happened: of most searches there is nothing to tell. */
static void answer_failures(const answer *a, FILE *out) {
    const heco_failures *s = heco_solution_failures(a->solution);
    const struct {
        uint64_t    count;
        const char *what;
    } row[]         = {{s->restarted, "restart"}, {s->timed_out, "timeout"}, {s->retried, "retr"}};
    const char *sep = "trouble      ";
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
        if (row[i].count == 0) continue;
        int one = row[i].count == 1, retry = row[i].what == row[2].what;
        fprintf(out, "%s%" PRIu64 " %s%s", sep, row[i].count, row[i].what,
                retry ? (one ? "y" : "ies") : (one ? "" : "s"));
        sep = ", ";
    }
    if (sep[0] == ',') fputc('\n', out);
}

static void answer_effort(const answer *a, FILE *out) {
    const heco_outcome *r = &heco_solution_result(a->solution)->outcome;
    fprintf(out, "\nevaluations  %" PRIu64 " of %" PRIu64 ", %" PRIu64 " failed\n", r->evals,
            a->max_evals, r->failed);
    if (r->derivatives > 0)
        fprintf(out, "derivatives  exact, at %" PRIu64 " of these points\n", r->derivatives);
    if (r->found != HECO_FOUND_NONE) {
        fprintf(out, "best found   at evaluation %" PRIu64, r->evals_at_best);
        if (r->evals_to_feasible > 0)
            fprintf(out, ", first feasible point at %" PRIu64, r->evals_to_feasible);
        fputc('\n', out);
    }
    answer_failures(a, out);
    fprintf(out, "stopped by   %s\n", answer_stop(a));
    answer_algorithm(a, out);
    fprintf(out, "seed         %" PRIu64 "\n", a->seed);
    fprintf(out, "time         %.3g s\n", r->seconds);
    if (a->journal != NULL)
        fprintf(out, "journal      %s%s\n", a->journal,
                a->runs != NULL ? " and those of the other runs beside it" : "");
    if (a->schedule > 0)
        fprintf(out,
                "resumed      %" PRIu64 " evaluations came from the journal, %" PRIu64
                " were made now\n",
                heco_solution_replayed(a->solution),
                r->evals - heco_solution_replayed(a->solution));
    if (a->schedule > 1)
        fprintf(out, "schedule     %" PRIu64 ", begun with the best points of the one before\n",
                a->schedule);
    if (a->torn > 0)
        fprintf(out, "dropped      a torn last record of %" PRIu64 " bytes\n", a->torn);
}

static void answer_warnings(const answer *a, FILE *out) {
    const heco_outcome *r    = &heco_solution_result(a->solution)->outcome;
    int                 same = heco_solution_reproduced(a->solution);
    const char         *last = heco_solution_failures(a->solution)->last_failure;
    if (a->note[0] != '\0') fprintf(out, "\nnote: %s\n", a->note);
    if (r->found != HECO_FOUND_NONE) answer_made_up(a, out);
    if (r->found != HECO_FOUND_NONE && same == 0)
        fputs("\nwarning: evaluating the best point again gave other values; the model is not "
              "deterministic\n",
              out);
    if (r->found != HECO_FOUND_NONE && same < 0)
        fputs("\nwarning: the best point could not be evaluated again to confirm it\n", out);
    if (r->failed > 0 && last[0] != '\0') fprintf(out, "\nlast failure: %s\n", last);
}

static void answer_status(const answer *a, FILE *out) {
    const heco_outcome *r = &heco_solution_result(a->solution)->outcome;
    fprintf(out, "%s", a->spec);
    if (a->instance[0] != '\0') fprintf(out, " (instance %s)", a->instance);
    switch (r->found) {
    case HECO_FOUND_FEASIBLE: fputs(": feasible\n\n", out); break;
    case HECO_FOUND_INFEASIBLE:
        fputs(
            r->evals_to_feasible > 0
                ? ": infeasible, the best point was feasible but not when evaluated again\n\n"
                : ": infeasible, no feasible point was found; this is the least infeasible one\n\n",
            out);
        break;
    default:
        fputs(r->evals > 0 ? ": none, all evaluations failed\n"
                           : ": none, the search ended before the first evaluation did\n",
              out);
    }
}

void answer_text(const answer *a, FILE *out) {
    const heco_outcome *r    = &heco_solution_result(a->solution)->outcome;
    const char         *unit = a->problem->f_unit;
    char                number[ARGS_REAL_SIZE];
    answer_status(a, out);
    if (r->found != HECO_FOUND_NONE) {
        fprintf(out, "f            %s%s%s%s\n", answer_number(a, number, answer_f(a)),
                unit != NULL ? " " : "", unit != NULL ? unit : "",
                a->problem->maximise ? "  (maximised)" : "");
        if (isfinite(a->problem->f_ref))
            fprintf(out, "best known   %s\n", answer_number(a, number, a->problem->f_ref));
        fprintf(out, "violation    %s\n", answer_number(a, number, r->viol));
        if (r->found == HECO_FOUND_INFEASIBLE) answer_blocking(a, out);
        if (r->found == HECO_FOUND_INFEASIBLE) answer_nearly(a, out);
        answer_variables(a, out);
        answer_constraints(a, out);
    }
    answer_effort(a, out);
    answer_warnings(a, out);
    if (a->runs != NULL) answer_runs(a, out);
}

int answer_code(const answer *a, int interrupted) {
    const heco_outcome *r = &heco_solution_result(a->solution)->outcome;
    if (interrupted && a->runs != NULL &&
        heco_runs_get_summary(a->runs)->finished < heco_runs_get_summary(a->runs)->runs)
        return CLI_INTERRUPTED;
    if (interrupted && r->stop == HECO_STOP_USER) return CLI_INTERRUPTED;
    if (r->found == HECO_FOUND_FEASIBLE) return CLI_OK;
    return r->found == HECO_FOUND_NONE && r->evals > 0 ? CLI_FAILED : CLI_INFEASIBLE;
}
