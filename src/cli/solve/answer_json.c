/* The answer as one complete JSON document, with every digit. */
#include "cli/solve/answer_rows.h"
#include "cli/solve/answer_runs.h"

static void json_answer_options(const solve_run *a, json *out) {
    const heco_algorithm *algorithm = heco_solution_algorithm(a->solution);
    const double         *value     = heco_solution_settings(a->solution);
    char                  text[48], name[120], did[500];
    const heco_option    *o;
    json_open(out, "options", '{');
    for (size_t k = 0; (o = heco_algorithm_option_at(algorithm, k, name, sizeof name)) != NULL;
         k++) {
        heco_option_print(o, value[k], text, sizeof text);
        if (o->kind == HECO_OPTION_CHOICE) json_text(out, name, text);
        else json_real(out, name, value[k]);
    }
    json_close(out);
    heco_solution_note(a->solution, did, sizeof did);
    if (did[0] != '\0') json_text(out, "presolve", did);
    heco_solution_describe(a->solution, did, sizeof did);
    if (did[0] != '\0') json_text(out, "search", did);
}

/* Writes the constraints in the terms of the model; g and h are the values of the search. */
static void json_answer_constraints(const solve_run *a, json *out) {
    const heco_space *s = &a->problem->space;
    char              buffer[24];
    json_open(out, "constraints", '[');
    for (size_t k = 0; k < s->ng + s->nh; k++) {
        const heco_constraint_report *w = &heco_solution_constraints(a->solution)[k];
        json_open(out, NULL, '{');
        json_text(out, "name", heco_problem_c_name(a->problem, k, buffer));
        json_text(out, "kind", k >= s->ng ? "equality" : "inequality");
        json_real(out, "value", w->value);
        json_text(out, "sense", answer_sense(w->sense));
        json_real(out, "bound", w->bound);
        json_real(out, "slack", w->slack);
        if (w->unit[0] != '\0') json_text(out, "unit", w->unit);
        json_real(out, "tolerance", w->tolerance);
        json_real(out, "excess", w->excess);
        json_bool(out, "satisfied", w->satisfied);
        json_bool(out, "active", w->active);
        json_close(out);
    }
    json_close(out);
}

static void json_answer_variables(const solve_run *a, json *out) {
    static const char *const place[] = {NULL, "lower", "upper", "fixed"};
    const heco_space        *s       = &a->problem->space;
    const double            *x       = heco_solution_result(a->solution)->x;
    char                     buffer[24];
    json_open(out, "variables", '[');
    for (size_t j = 0; j < s->n; j++) {
        int               is_default;
        heco_bound_status where = heco_space_bound_status(s, j, x[j], &is_default);
        const char       *unit  = a->problem->x_units != NULL ? a->problem->x_units[j] : NULL;
        json_open(out, NULL, '{');
        json_text(out, "name", heco_problem_x_name(a->problem, j, buffer));
        json_real(out, "value", x[j]);
        if (answer_label(a, j) != NULL) json_text(out, "label", answer_label(a, j));
        if (unit != NULL) json_text(out, "unit", unit);
        json_real(out, "lower", s->lower[j]);
        json_real(out, "upper", s->upper[j]);
        json_text(out, "at_bound", place[where]);
        json_bool(out, "default_bound", is_default);
        json_close(out);
    }
    json_close(out);
}

static void json_answer_point(const solve_run *a, json *out) {
    const heco_space  *s = &a->problem->space;
    const heco_result *r = heco_solution_result(a->solution);
    char               buffer[24];
    json_text(out, "status", heco_found_text(r->outcome.found));
    json_text(out, "sense", a->problem->maximise ? "maximise" : "minimise");
    json_real(out, "f", answer_f(a));
    if (a->problem->f_unit != NULL) json_text(out, "unit", a->problem->f_unit);
    json_real(out, "violation", r->outcome.viol);
    json_reals(out, "x", r->x, s->n);
    json_open(out, "names", '(');
    for (size_t j = 0; j < s->n; j++)
        json_text(out, NULL, heco_problem_x_name(a->problem, j, buffer));
    json_close(out);
    json_reals(out, "g", r->g, s->ng);
    json_reals(out, "h", r->h, s->nh);
    json_answer_variables(a, out);
    json_answer_constraints(a, out);
}

void answer_json(const solve_run *a, FILE *file) {
    const heco_failures *stats = heco_solution_failures(a->solution);
    const heco_outcome  *r     = &heco_solution_result(a->solution)->outcome;
    int                  same  = heco_solution_reproduced(a->solution);
    json                 out   = json_start(file);
    json_open(&out, NULL, '{');
    json_text(&out, "schema", "heco-solve-1");
    json_text(&out, "version", heco_version());
    json_text(&out, "model", a->spec);
    json_text(&out, "instance",
              heco_model_instance(a->model)[0] != '\0' ? heco_model_instance(a->model) : NULL);
    json_text(&out, "algorithm", heco_solution_algorithm(a->solution)->name);
    json_answer_options(a, &out);
    json_text(&out, "backend", a->how.backend);
    json_count(&out, "seed", answer_seed(a));
    json_count(&out, "max_evaluations", heco_solution_max_evals(a->solution));
    json_real(&out, "target", a->args->common.target);
    json_text(&out, "stop", heco_stop_text(r->stop));
    json_answer_point(a, &out);
    json_count(&out, "evaluations", r->evals);
    json_count(&out, "failed", r->failed);
    json_count(&out, "derivatives", r->derivatives);
    json_count(&out, "timed_out", stats->timed_out);
    json_count(&out, "retried", stats->retried);
    json_count(&out, "restarted", stats->restarted);
    json_text(&out, "last_failure",
              r->failed > 0 && stats->last_failure[0] != '\0' ? stats->last_failure : NULL);
    json_text(&out, "error", answer_error(a));
    json_count(&out, "evaluations_at_best", r->evals_at_best);
    json_count(&out, "evaluations_to_feasible", r->evals_to_feasible);
    json_count(&out, "evaluations_to_target", r->evals_to_target);
    if (same < 0) json_text(&out, "reproduced", NULL);
    else json_bool(&out, "reproduced", same);
    if (heco_model_note(a->model)[0] != '\0') json_text(&out, "note", heco_model_note(a->model));
    json_text(&out, "journal", a->args->journal);
    if (a->schedule > 0) {
        json_count(&out, "replayed", heco_solution_replayed(a->solution));
        json_count(&out, "schedule", a->schedule);
        json_count(&out, "torn_bytes", a->torn);
    }
    json_real(&out, "seconds", r->seconds);
    if (a->runs != NULL) answer_runs_json(a, &out);
    json_close(&out);
}
