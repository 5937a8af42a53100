/* The answer as one complete JSON document, with every digit. */
#include "cli/solve/answer_parts.h"

static void json_answer_options(const solve_run *a, heco_json *out) {
    const heco_algorithm *algorithm = heco_solution_algorithm(a->solution);
    const double         *value     = heco_solution_settings(a->solution);
    char                  text[48], name[120], did[500];
    const heco_option    *o;
    heco_json_open(out, "options", '{');
    for (size_t k = 0; (o = heco_algorithm_option_at(algorithm, k, name, sizeof name)) != NULL;
         k++) {
        heco_option_print(o, value[k], text, sizeof text);
        if (o->kind == HECO_OPTION_CHOICE) heco_json_text(out, name, text);
        else heco_json_real(out, name, value[k]);
    }
    heco_json_close(out);
    heco_solution_presolve_summary(a->solution, did, sizeof did);
    if (did[0] != '\0') heco_json_text(out, "presolve", did);
    heco_solution_describe(a->solution, did, sizeof did);
    if (did[0] != '\0') heco_json_text(out, "search", did);
}

/* Writes the constraints in the terms of the model; g and h are the values of the search. */
static void json_answer_constraints(const solve_run *a, heco_json *out) {
    const heco_space *s = &a->problem->space;
    char              buffer[24];
    heco_json_open(out, "constraints", '[');
    for (size_t k = 0; k < s->ng + s->nh; k++) {
        const heco_constraint_report *w = &heco_solution_constraints(a->solution)[k];
        if (heco_problem_is_part(a->problem, k)) continue;
        heco_json_open(out, NULL, '{');
        heco_json_text(out, "name", heco_problem_c_name(a->problem, k, buffer));
        heco_json_text(out, "kind", k >= s->ng ? "equality" : "inequality");
        heco_json_real(out, "value", w->value);
        heco_json_text(out, "sense", answer_sense(w->sense));
        heco_json_real(out, "bound", w->bound);
        heco_json_real(out, "slack", w->slack);
        if (w->unit[0] != '\0') heco_json_text(out, "unit", w->unit);
        heco_json_real(out, "tolerance", w->tolerance);
        heco_json_real(out, "excess", w->excess);
        heco_json_bool(out, "satisfied", w->satisfied);
        heco_json_bool(out, "active", w->active);
        answer_price_json(a, out, k);
        heco_json_close(out);
    }
    heco_json_close(out);
}

static void json_answer_variables(const solve_run *a, heco_json *out) {
    static const char *const place[] = {NULL, "lower", "upper", "fixed"};
    const heco_space        *s       = &a->problem->space;
    const double            *x       = heco_solution_result(a->solution)->x;
    char                     buffer[24];
    heco_json_open(out, "variables", '[');
    for (size_t j = 0; j < s->n; j++) {
        int               is_default;
        heco_bound_status where = heco_space_bound_status(s, j, x[j], &is_default);
        const char       *unit  = a->problem->x_units != NULL ? a->problem->x_units[j] : NULL;
        heco_json_open(out, NULL, '{');
        heco_json_text(out, "name", heco_problem_x_name(a->problem, j, buffer));
        heco_json_real(out, "value", x[j]);
        if (answer_label(a, j) != NULL) heco_json_text(out, "label", answer_label(a, j));
        if (unit != NULL) heco_json_text(out, "unit", unit);
        heco_json_real(out, "lower", s->lower[j]);
        heco_json_real(out, "upper", s->upper[j]);
        heco_json_text(out, "at_bound", place[where]);
        heco_json_bool(out, "default_bound", is_default);
        answer_price_json(a, out, s->ng + s->nh + j);
        heco_json_close(out);
    }
    heco_json_close(out);
}

static void json_answer_point(const solve_run *a, heco_json *out) {
    const heco_space  *s = &a->problem->space;
    const heco_result *r = heco_solution_result(a->solution);
    char               buffer[24];
    char               verdict[HECO_VERDICT_SIZE];
    heco_noise         noise;
    answer_verdict(a, verdict);
    heco_json_text(out, "verdict", verdict);
    heco_json_text(out, "status", heco_found_text(r->outcome.found));
    heco_json_text(out, "sense", a->problem->maximise ? "maximise" : "minimise");
    heco_json_real(out, "f", answer_f(a));
    if (a->problem->f_unit != NULL) heco_json_text(out, "unit", a->problem->f_unit);
    heco_json_real(out, "violation", r->outcome.viol);
    heco_json_reals(out, "x", r->x, s->n);
    heco_json_open_line(out, "names", '[');
    for (size_t j = 0; j < s->n; j++)
        heco_json_text(out, NULL, heco_problem_x_name(a->problem, j, buffer));
    heco_json_close(out);
    size_t parts = a->problem->residuals + a->problem->pieces;
    heco_json_reals(out, "g", r->g, s->ng - parts);
    if (parts > 0)
        heco_json_reals(out, a->problem->residuals > 0 ? "residuals" : "pieces",
                        r->g + s->ng - parts, parts);
    heco_json_reals(out, "h", r->h, s->nh);
    json_answer_variables(a, out);
    json_answer_constraints(a, out);
    answer_conflict_json(a, out);
    if (heco_solution_noise(a->solution, &noise)) {
        heco_json_open(out, "noise", '{');
        heco_json_count(out, "samples", noise.samples);
        heco_json_real(out, "mean", noise.mean);
        heco_json_real(out, "spread", noise.spread);
        heco_json_count(out, "evaluations", noise.evals);
        heco_json_close(out);
    }
    heco_json_count(out, "price_evaluations", heco_solution_prices_evals(a->solution));
    if (heco_solution_prices_note(a->solution)[0] != '\0')
        heco_json_text(out, "price_note", heco_solution_prices_note(a->solution));
}

/* Writes the counts of evaluations and failures. */
static void json_answer_effort(const solve_run *a, heco_json *out) {
    const heco_failures *stats = heco_solution_failures(a->solution);
    const heco_outcome  *r     = &heco_solution_result(a->solution)->outcome;
    heco_json_count(out, "evaluations", r->evals);
    heco_json_count(out, "failed", r->failed);
    heco_json_count(out, "rejected", heco_solution_result(a->solution)->rejected);
    heco_json_count(out, "partial", heco_solution_result(a->solution)->partial);
    if (heco_solution_lanes(a->solution) > 0) {
        heco_json_count(out, "lanes", heco_solution_lanes(a->solution));
        heco_json_count(out, "ahead", heco_solution_ahead(a->solution));
    }
    heco_json_count(out, "known", heco_solution_known(a->solution));
    heco_json_count(out, "derivatives", r->derivatives);
    heco_json_count(out, "timed_out", stats->timed_out);
    heco_json_count(out, "retried", stats->retried);
    heco_json_count(out, "restarted", stats->restarted);
    heco_json_text(out, "last_failure",
                   r->failed > 0 && stats->last_failure[0] != '\0' ? stats->last_failure : NULL);
}

void answer_json(const solve_run *a, FILE *file) {
    const heco_outcome *r    = &heco_solution_result(a->solution)->outcome;
    int                 same = heco_solution_reproduced(a->solution);
    heco_json           out  = {.file = file};
    heco_json_open(&out, NULL, '{');
    heco_json_text(&out, "schema", "heco-solve-1");
    heco_json_text(&out, "version", heco_version());
    heco_json_text(&out, "model", a->spec);
    heco_json_text(&out, "instance",
                   heco_model_instance(a->model)[0] != '\0' ? heco_model_instance(a->model) : NULL);
    heco_json_text(&out, "algorithm", heco_solution_algorithm(a->solution)->name);
    json_answer_options(a, &out);
    heco_json_text(&out, "backend", a->how.backend);
    heco_json_count(&out, "seed", answer_seed(a));
    heco_json_count(&out, "max_evaluations", heco_solution_max_evals(a->solution));
    heco_json_real(&out, "target", a->args->common.target);
    heco_json_text(&out, "stop", heco_stop_text(r->stop));
    json_answer_point(a, &out);
    json_answer_effort(a, &out);
    heco_json_text(&out, "error", answer_error(a));
    heco_json_count(&out, "evaluations_at_best", r->evals_at_best);
    heco_json_count(&out, "evaluations_to_feasible", r->evals_to_feasible);
    heco_json_count(&out, "evaluations_to_target", r->evals_to_target);
    if (same < 0) heco_json_text(&out, "reproduced", NULL);
    else heco_json_bool(&out, "reproduced", same);
    if (heco_model_note(a->model)[0] != '\0')
        heco_json_text(&out, "note", heco_model_note(a->model));
    heco_json_text(&out, "journal", a->args->journal);
    if (a->schedule > 0) {
        heco_json_count(&out, "replayed", heco_solution_replayed(a->solution));
        heco_json_count(&out, "schedule", a->schedule);
        heco_json_count(&out, "torn_bytes", a->torn);
    }
    heco_json_real(&out, "seconds", r->seconds);
    answer_slices_json(a, &out);
    if (a->runs != NULL) answer_runs_json(a, &out);
    heco_json_close(&out);
}
