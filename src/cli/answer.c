#include "cli/answer.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "cli/json.h"

enum { ANSWER_NAME_MAX = 32 };

/* f as the model states it: a maximised objective was negated for the search. */
static double answer_f(const answer *a) {
    double f = heco_solution_result(a->solution)->outcome.f;
    return a->maximises ? -f : f;
}

/* Characters of a name, not bytes: columns line up with accents and Greek letters too. */
static int answer_length(const char *name) {
    int length = 0;
    for (; *name != '\0'; name++) length += ((unsigned char)*name & 0xc0) != 0x80;
    return length;
}

static int answer_width(const answer *a) {
    const heco_space *s     = &a->problem->space;
    int               width = 0;
    char              buffer[24];
    for (size_t k = 0; k < s->n + s->ng + s->nh; k++) {
        int length = answer_length(k < s->n ? heco_problem_x_name(a->problem, k, buffer)
                                            : heco_problem_c_name(a->problem, k - s->n, buffer));
        if (length > width) width = length;
    }
    return width < ANSWER_NAME_MAX ? width : ANSWER_NAME_MAX;
}

/* A name on one line, whatever is in it, filled up with blanks. */
static void answer_name(FILE *out, const char *name, int width) {
    int blanks = width - answer_length(name);
    for (; *name != '\0'; name++) fputc((unsigned char)*name < 32 ? '?' : *name, out);
    fprintf(out, "%*s", blanks > 0 ? blanks : 0, "");
}

static void answer_variables(const answer *a, FILE *out, int width) {
    const heco_space  *s = &a->problem->space;
    const heco_result *r = heco_solution_result(a->solution);
    char               buffer[24], number[ARGS_REAL_SIZE];
    fputs("\nvariables\n", out);
    for (size_t j = 0; j < s->n; j++) {
        const char *where = s->lower[j] == s->upper[j] ? "  (fixed)"
                            : r->x[j] == s->lower[j]   ? "  (at its lower bound)"
                            : r->x[j] == s->upper[j]   ? "  (at its upper bound)"
                                                       : "";
        fputs("  ", out);
        answer_name(out, heco_problem_x_name(a->problem, j, buffer), width);
        fprintf(out, "  %-*s%s\n", where[0] != '\0' ? 24 : 0, args_print_real(number, r->x[j]),
                where);
    }
}

static void answer_constraints(const answer *a, FILE *out, int width) {
    const heco_space             *s     = &a->problem->space;
    const heco_constraint_report *c     = heco_solution_constraints(a->solution);
    size_t                        count = s->ng + s->nh, met = 0;
    char value[ARGS_REAL_SIZE], tolerance[ARGS_REAL_SIZE + 16], number[ARGS_REAL_SIZE], buffer[24];
    if (count == 0) {
        fputs("\nno constraints\n", out);
        return;
    }
    for (size_t k = 0; k < count; k++) met += c[k].satisfied != 0;
    fprintf(out, "\nconstraints (%zu of %zu satisfied)\n", met, count);
    for (size_t k = 0; k < count; k++) {
        snprintf(tolerance, sizeof tolerance, c[k].equality ? "|.| <= %s" : "<= %s",
                 args_print_real(number, c[k].tolerance));
        fputs("  ", out);
        answer_name(out, heco_problem_c_name(a->problem, k, buffer), width);
        fprintf(out, "  %-24s %-14s ", args_print_real(value, c[k].value), tolerance);
        if (c[k].satisfied)
            fputs("satisfied\n", out);
        else
            fprintf(out, "violated by %s\n", args_print_real(number, c[k].excess));
    }
}

/* The constraints that keep the least infeasible point from being feasible, the worst first. */
void answer_blocking(const answer *a, FILE *out) {
    const heco_space             *s     = &a->problem->space;
    const heco_constraint_report *c     = heco_solution_constraints(a->solution);
    size_t                        count = s->ng + s->nh, shown = 0;
    double                        below = INFINITY;
    char                          buffer[24];
    fputs("blocked by   ", out);
    for (size_t last = SIZE_MAX; shown < 8; shown++) {
        size_t worst = SIZE_MAX;
        for (size_t k = 0; k < count; k++) {
            int later =
                c[k].excess < below || (c[k].excess == below && last != SIZE_MAX && k > last);
            if (!c[k].satisfied && later && (worst == SIZE_MAX || c[k].excess > c[worst].excess))
                worst = k;
        }
        if (worst == SIZE_MAX) break;
        fputs(shown > 0 ? ", " : "", out);
        answer_name(out, heco_problem_c_name(a->problem, worst, buffer), 0);
        fprintf(out, " (by %.3g)", c[worst].excess);
        below = c[worst].excess, last = worst;
    }
    fputs(shown == 8 ? ", ...\n" : "\n", out);
}

/* Worth mentioning: what was typed, and what differs from a fixed default. Values that the
 * algorithm chose by itself are in the JSON document. */
static int answer_mentions(const answer *a, const heco_option *option, const char *name,
                           double value) {
    size_t length = strlen(name);
    for (size_t k = 0; k < a->sets; k++)
        if (strncmp(a->set[k], name, length) == 0 && a->set[k][length] == '=')
            return 1;
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
    heco_solution_describe(a->solution, did, sizeof did);
    if (did[0] != '\0') fprintf(out, "search       %s\n", did);
}

static const char *answer_stop(const answer *a) {
    heco_stop stop = heco_solution_result(a->solution)->outcome.stop;
    if (a->error != NULL) return a->error;
    switch (stop) {
    case HECO_STOP_BUDGET:
        return "budget: the evaluations are used up";
    case HECO_STOP_TARGET:
        return "target: a feasible point is as good as asked for";
    case HECO_STOP_TIME:
        return "time: the time limit was reached";
    case HECO_STOP_STALL:
        return "stall: no better point for too long";
    case HECO_STOP_USER:
        return a->interrupted ? "user: interrupted" : "user: the model asked for it";
    case HECO_STOP_ALGORITHM:
        return "algorithm: it has nothing more to try";
    case HECO_STOP_FAILED:
        return "failed: all of the first evaluations failed";
    case HECO_STOP_ERROR:
        return "error: the search broke down";
    default:
        return heco_stop_text(stop);
    }
}

/* Only where something happened: of most searches there is nothing to tell. */
static void answer_trouble(const answer *a, FILE *out) {
    const heco_evaluator_stats *s = heco_solution_evaluator(a->solution);
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
    answer_trouble(a, out);
    fprintf(out, "stopped by   %s\n", answer_stop(a));
    answer_algorithm(a, out);
    fprintf(out, "seed         %" PRIu64 "\n", a->seed);
    fprintf(out, "time         %.3g s\n", r->seconds);
    if (a->journal != NULL) fprintf(out, "journal      %s\n", a->journal);
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
    int                same = heco_solution_reproduced(a->solution);
    const char        *last = heco_solution_evaluator(a->solution)->last_failure;
    if (a->note[0] != '\0') fprintf(out, "\nnote: %s\n", a->note);
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
    case HECO_FOUND_FEASIBLE:
        fputs(": feasible\n\n", out);
        break;
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
    const heco_outcome *r     = &heco_solution_result(a->solution)->outcome;
    int                width = answer_width(a);
    char               number[ARGS_REAL_SIZE];
    answer_status(a, out);
    if (r->found != HECO_FOUND_NONE) {
        fprintf(out, "f            %s%s\n", args_print_real(number, answer_f(a)),
                a->maximises ? "  (maximised)" : "");
        if (isfinite(a->problem->f_ref))
            fprintf(out, "best known   %s\n",
                    args_print_real(number, a->maximises ? -a->problem->f_ref : a->problem->f_ref));
        fprintf(out, "violation    %s\n", args_print_real(number, r->viol));
        if (r->found == HECO_FOUND_INFEASIBLE) answer_blocking(a, out);
        answer_variables(a, out, width);
        answer_constraints(a, out, width);
    }
    answer_effort(a, out);
    answer_warnings(a, out);
}

static void answer_json_options(const answer *a, json *out) {
    const heco_algorithm *algorithm = heco_solution_algorithm(a->solution);
    const double         *value     = heco_solution_settings(a->solution);
    char                  text[48], name[120], did[500];
    const heco_option    *o;
    json_open(out, "options", '{');
    for (size_t k = 0; (o = heco_algorithm_option_at(algorithm, k, name, sizeof name)) != NULL;
         k++) {
        heco_option_print(o, value[k], text, sizeof text);
        if (o->kind == HECO_OPTION_CHOICE)
            json_text(out, name, text);
        else
            json_real(out, name, value[k]);
    }
    json_close(out);
    heco_solution_describe(a->solution, did, sizeof did);
    if (did[0] != '\0') json_text(out, "search", did);
}

static void answer_json_constraints(const answer *a, json *out) {
    const heco_space             *s = &a->problem->space;
    const heco_constraint_report *c = heco_solution_constraints(a->solution);
    char                          buffer[24];
    json_open(out, "constraints", '[');
    for (size_t k = 0; k < s->ng + s->nh; k++) {
        json_open(out, NULL, '{');
        json_text(out, "name", heco_problem_c_name(a->problem, k, buffer));
        json_text(out, "kind", c[k].equality ? "equality" : "inequality");
        json_real(out, "value", c[k].value);
        json_real(out, "tolerance", c[k].tolerance);
        json_real(out, "excess", c[k].excess);
        json_bool(out, "satisfied", c[k].satisfied);
        json_close(out);
    }
    json_close(out);
}

static void answer_json_point(const answer *a, json *out) {
    const heco_space  *s = &a->problem->space;
    const heco_result *r = heco_solution_result(a->solution);
    char               buffer[24];
    json_text(out, "status", heco_found_text(r->outcome.found));
    json_text(out, "sense", a->maximises ? "maximise" : "minimise");
    json_real(out, "f", answer_f(a));
    json_real(out, "violation", r->outcome.viol);
    json_reals(out, "x", r->x, s->n);
    json_open(out, "names", '(');
    for (size_t j = 0; j < s->n; j++)
        json_text(out, NULL, heco_problem_x_name(a->problem, j, buffer));
    json_close(out);
    json_reals(out, "g", r->g, s->ng);
    json_reals(out, "h", r->h, s->nh);
    answer_json_constraints(a, out);
}

void answer_json(const answer *a, FILE *file) {
    const heco_evaluator_stats *stats = heco_solution_evaluator(a->solution);
    const heco_outcome         *r     = &heco_solution_result(a->solution)->outcome;
    int                         same  = heco_solution_reproduced(a->solution);
    json                        out   = json_start(file);
    json_open(&out, NULL, '{');
    json_text(&out, "schema", "heco-solve-1");
    json_text(&out, "version", heco_version());
    json_text(&out, "model", a->spec);
    json_text(&out, "instance", a->instance[0] != '\0' ? a->instance : NULL);
    json_text(&out, "algorithm", heco_solution_algorithm(a->solution)->name);
    answer_json_options(a, &out);
    json_text(&out, "backend", a->backend);
    json_count(&out, "seed", a->seed);
    json_count(&out, "max_evaluations", a->max_evals);
    json_real(&out, "target", a->target);
    json_text(&out, "stop", heco_stop_text(r->stop));
    answer_json_point(a, &out);
    json_count(&out, "evaluations", r->evals);
    json_count(&out, "failed", r->failed);
    json_count(&out, "derivatives", r->derivatives);
    json_count(&out, "timed_out", stats->timed_out);
    json_count(&out, "retried", stats->retried);
    json_count(&out, "restarted", stats->restarted);
    json_text(&out, "last_failure",
              r->failed > 0 && stats->last_failure[0] != '\0' ? stats->last_failure : NULL);
    json_text(&out, "error", a->error);
    json_count(&out, "evaluations_at_best", r->evals_at_best);
    json_count(&out, "evaluations_to_feasible", r->evals_to_feasible);
    json_count(&out, "evaluations_to_target", r->evals_to_target);
    if (same < 0)
        json_text(&out, "reproduced", NULL);
    else
        json_bool(&out, "reproduced", same);
    if (a->note[0] != '\0') json_text(&out, "note", a->note);
    json_text(&out, "journal", a->journal);
    if (a->schedule > 0) {
        json_count(&out, "replayed", heco_solution_replayed(a->solution));
        json_count(&out, "schedule", a->schedule);
        json_count(&out, "torn_bytes", a->torn);
    }
    json_real(&out, "seconds", r->seconds);
    json_close(&out);
}

int answer_code(const answer *a, int interrupted) {
    const heco_outcome *r = &heco_solution_result(a->solution)->outcome;
    if (interrupted && r->stop == HECO_STOP_USER) return CLI_INTERRUPTED;
    if (r->found == HECO_FOUND_FEASIBLE) return CLI_OK;
    return r->found == HECO_FOUND_NONE && r->evals > 0 ? CLI_FAILED : CLI_INFEASIBLE;
}
