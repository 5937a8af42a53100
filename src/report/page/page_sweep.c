/* The data of a sweep, and of several searches side by side. */
#include "base/error.h"
#include "base/struct_read.h"
#include "report/page/page.h"

enum { SWEEP_DIGITS = 9 };

typedef struct {
    heco_json          *json;
    const heco_problem *problem;
    size_t              constraint;
} page_sweep;

static size_t sweep_shown(size_t count, size_t most) { return count < most ? count : most; }

/* Writes the constraint whose limit moves. */
static void sweep_limit(const page_sweep *s) {
    heco_constraint_report report;
    char                   name[24], sense[2] = "";
    heco_problem_report(s->problem, s->constraint, 0.0, &report);
    sense[0] = report.sense;
    heco_json_open(s->json, "limit", '{');
    heco_json_text(s->json, "name", heco_problem_c_name(s->problem, s->constraint, name));
    heco_json_text(s->json, "unit", report.unit);
    heco_json_text(s->json, "sense", sense);
    heco_json_rounded(s->json, "now", report.bound, 12);
    heco_json_close(s->json);
}

static void sweep_names(const page_sweep *s) {
    const heco_space *space = &s->problem->space;
    char              name[24];
    heco_json_open(s->json, "constraints", '[');
    for (size_t k = 0; k < sweep_shown(space->ng, HECO_PAGE_CONSTRAINTS); k++)
        heco_json_text(s->json, NULL, heco_problem_c_name(s->problem, k, name));
    heco_json_close(s->json);
    heco_json_open(s->json, "variables", '[');
    for (size_t j = 0; j < sweep_shown(space->n, HECO_PAGE_VARIABLES); j++) {
        const char *unit = s->problem->x_units != NULL ? s->problem->x_units[j] : NULL;
        heco_json_open(s->json, NULL, '{');
        heco_json_text(s->json, "name", heco_problem_x_name(s->problem, j, name));
        if (unit != NULL) heco_json_text(s->json, "unit", unit);
        heco_json_rounded(s->json, "lower", space->lower[j], 10);
        heco_json_rounded(s->json, "upper", space->upper[j], 10);
        heco_json_close(s->json);
    }
    heco_json_close(s->json);
}

/* Writes the optimum for one limit; `active` are numbers of inequalities. */
static void sweep_row(const page_sweep *s, const heco_sweep_row *row) {
    const heco_space *space = &s->problem->space;
    heco_json        *j     = s->json;
    heco_json_open(j, NULL, '{');
    heco_json_rounded(j, "limit", row->limit, 12);
    heco_json_text(j, "status", heco_found_text(row->outcome.found));
    heco_json_rounded(j, "f", row->outcome.f, 12);
    heco_json_rounded(j, "price", row->price, SWEEP_DIGITS);
    heco_json_count(j, "evals", row->outcome.evals);
    heco_json_open(j, "active", '[');
    for (size_t k = 0; k < sweep_shown(space->ng, HECO_PAGE_CONSTRAINTS); k++)
        if (row->active[k]) heco_json_count(j, NULL, k);
    heco_json_close(j);
    heco_json_rounded_reals(j, "x", row->x, sweep_shown(space->n, HECO_PAGE_VARIABLES),
                            SWEEP_DIGITS);
    heco_json_close(j);
}

heco_status heco_page_sweep_data(FILE *out, const heco_sweep *sweep, const heco_problem *problem,
                                 size_t constraint, const heco_page_options *options,
                                 heco_error *error) {
    heco_page_options     o = heco_page_options_default();
    const heco_sweep_row *row;
    heco_status           status = heco_struct_read(&o, sizeof o, options, "heco_page_options",
                                                    "start from heco_page_options_default()", error);
    if (status != HECO_OK) return status;
    heco_json  j = {.file = out, .compact = 1, .html_safe = 1, .paths = o.paths};
    page_sweep s = {&j, problem, constraint};
    heco_json_open(&j, NULL, '{');
    heco_json_text(&j, "schema", "heco-report/1");
    heco_json_text(&j, "kind", "sweep");
    heco_json_text(&j, "heco", heco_version());
    heco_page_label(&j, "model", problem->name);
    heco_page_command(&j, "command", o.command);
    heco_json_count(&j, "maximises", (uint64_t)(problem->maximise != 0));
    if (problem->f_unit != NULL) heco_json_text(&j, "unit", problem->f_unit);
    heco_json_count(&j, "evals", heco_sweep_evals(sweep));
    heco_json_count(&j, "n", problem->space.n);
    sweep_limit(&s);
    sweep_names(&s);
    heco_json_open(&j, "rows", '[');
    for (size_t i = 0; (row = heco_sweep_at(sweep, i)) != NULL; i++) sweep_row(&s, row);
    heco_json_close(&j);
    heco_json_close(&j);
    return HECO_OK;
}

heco_status heco_page_compare_data(FILE *out, const char *const *journals,
                                   const heco_page_options *const *options, size_t count,
                                   heco_error *error) {
    heco_json   names  = {.file = out, .compact = 1, .html_safe = 1};
    heco_status status = HECO_OK;
    if (count < 2)
        return heco_fail(error, HECO_ERR_ARG, "a comparison needs at least two journals");
    fprintf(out, "{\"schema\":\"heco-report/1\",\"kind\":\"compare\",\"heco\":\"%s\",\"names\":",
            heco_version());
    heco_json_open(&names, NULL, '[');
    for (size_t i = 0; i < count; i++) heco_page_label(&names, NULL, journals[i]);
    heco_json_close(&names);
    fputs(",\"solves\":[", out);
    for (size_t i = 0; status == HECO_OK && i < count; i++) {
        if (i > 0) fputc(',', out);
        status = heco_page_solve_data(out, journals[i], options[i], error);
    }
    fputs("]}", out);
    return status;
}
