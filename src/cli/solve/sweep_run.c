/* heco solve --sweep: the optimum for a series of limits of one constraint. */
#include "cli/solve/solve_run.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "cli/interrupt.h"
#include "cli/output.h"
#include "cli/solve/answer_parts.h"
#include "cli/solve/journal_metadata.h"

enum { SWEEP_TEXT = 400 };

/* Sets *k to the constraint of that name. Returns -1, or prints a message and returns the exit
 * code. */
static int sweep_find(const heco_problem *p, const char *name, size_t *k) {
    const char *names[128];
    char        buffer[128][24];
    size_t      m = p->space.ng + p->space.nh, count = m < 128 ? m : 128;
    heco_error  why;
    for (*k = 0; *k < m; ++*k) {
        char own[24];
        if (strcmp(heco_problem_c_name(p, *k, own), name) == 0) return -1;
    }
    for (size_t i = 0; i < count; i++) names[i] = heco_problem_c_name(p, i, buffer[i]);
    heco_fail_name(&why, name, names, count, "a constraint of the model");
    return cli_fail(CLI_USAGE, "--sweep: %s", why.text);
}

/* Parses "name=from:to:count" into the options. Returns -1, or prints a message and returns the
 * exit code. */
static int sweep_parse(const solve_run *s, const char *text, heco_sweep_options *o) {
    char        copy[SWEEP_TEXT];
    const char *form = "--sweep %s: expected NAME=FROM:TO:COUNT, such as deflection=2:3:11";
    uint64_t    count;
    if ((size_t)snprintf(copy, sizeof copy, "%s", text) >= sizeof copy)
        return cli_fail(CLI_USAGE, form, text);
    char *from = strrchr(copy, '='), *to = from != NULL ? strchr(from, ':') : NULL;
    char *many = to != NULL ? strchr(to + 1, ':') : NULL;
    if (many == NULL) return cli_fail(CLI_USAGE, form, text);
    *from++ = *to++ = *many++ = '\0';
    if (!args_read_real(from, &o->from) || !args_read_real(to, &o->to) ||
        !args_read_count(many, &count) || count < 2 || count > 10000)
        return cli_fail(CLI_USAGE, form, text);
    o->count = (size_t)count;
    return sweep_find(s->problem, copy, &o->constraint);
}

/* Prints the names of the active inequalities of a row, except for the one that moves. */
static void sweep_print_active(const solve_run *s, FILE *out, const heco_sweep_row *row,
                               size_t moved) {
    const heco_space *space = &s->problem->space;
    char              name[24];
    const char       *sep  = "";
    int               none = !row->active[moved];
    for (size_t k = 0; k < space->ng; k++) {
        if (k == moved || !row->active[k]) continue;
        cli_print(out, "%s%s", sep, heco_problem_c_name(s->problem, k, name));
        sep = ", ";
    }
    if (none && moved < space->ng) fprintf(out, "%sthe limit is not active", sep[0] ? "; " : "");
    fputc('\n', out);
}

static void sweep_print(const solve_run *s, FILE *out, const heco_sweep *sweep, size_t k) {
    const heco_sweep_row *row;
    char                  name[24], limit[ARGS_REAL_SIZE], f[ARGS_REAL_SIZE], price[ARGS_REAL_SIZE];
    cli_print(out, "%s: f against the limit of %s, %" PRIu64 " evaluations in all\n\n", s->spec,
              heco_problem_c_name(s->problem, k, name), heco_sweep_evals(sweep));
    fprintf(out, "  %-14s  %-14s  %-14s  %s\n", "limit", "f", "price", "other active constraints");
    for (size_t i = 0; (row = heco_sweep_at(sweep, i)) != NULL; i++) {
        answer_number(s, limit, row->limit);
        answer_number(s, price, row->price);
        if (row->outcome.found != HECO_FOUND_FEASIBLE) {
            fprintf(out, "  %-14s  infeasible\n", limit);
            continue;
        }
        fprintf(out, "  %-14s  %-14s  %-14s  ", limit, answer_number(s, f, row->outcome.f),
                isnan(row->price) ? "unknown" : price);
        sweep_print_active(s, out, row, k);
    }
}

static void sweep_json(const solve_run *s, FILE *file, const heco_sweep *sweep, size_t moved) {
    const heco_space     *space = &s->problem->space;
    const heco_sweep_row *row;
    heco_json             out = {.file = file};
    char                  name[24];
    heco_json_open(&out, NULL, '{');
    heco_json_text(&out, "schema", "heco-sweep-1");
    heco_json_text(&out, "version", heco_version());
    heco_json_text(&out, "model", s->spec);
    heco_json_text(&out, "constraint", heco_problem_c_name(s->problem, moved, name));
    heco_json_count(&out, "evaluations", heco_sweep_evals(sweep));
    heco_json_open(&out, "rows", '[');
    for (size_t i = 0; (row = heco_sweep_at(sweep, i)) != NULL; i++) {
        heco_json_open(&out, NULL, '{');
        heco_json_real(&out, "limit", row->limit);
        heco_json_text(&out, "status", heco_found_text(row->outcome.found));
        heco_json_text(&out, "stop", heco_stop_text(row->outcome.stop));
        heco_json_real(&out, "f", row->outcome.f);
        heco_json_real(&out, "price", row->price);
        heco_json_count(&out, "evaluations", row->outcome.evals);
        heco_json_reals(&out, "x", row->x, space->n);
        heco_json_open_line(&out, "active", '[');
        for (size_t k = 0; k < space->ng; k++)
            if (row->active[k])
                heco_json_text(&out, NULL, heco_problem_c_name(s->problem, k, name));
        heco_json_close(&out);
        heco_json_close(&out);
    }
    heco_json_close(&out);
    heco_json_close(&out);
}

/* Writes the report page. */
static int sweep_write_page(const solve_run *s, const heco_sweep *sweep, size_t moved) {
    heco_page_options how   = heco_page_options_default();
    heco_error        error = {0};
    metadata          typed = {.word = s->args->word};
    output            out;
    int               code = output_open(&out, s->args->report);
    if (code >= 0) return code;
    metadata_drop_outputs(&typed.word);
    char *command      = metadata_command(&typed);
    how.command        = command;
    heco_status status = heco_page_sweep(out.file, sweep, s->problem, moved, &how, &error);
    free(command);
    if (status == HECO_OK) return output_commit(&out);
    output_drop(&out);
    return cli_fail_status(status, &error);
}

int sweep_run(solve_run *s) {
    heco_sweep_options o       = heco_sweep_options_default();
    heco_problem       problem = solve_run_problem(s);
    heco_sweep        *sweep;
    heco_error         error = {0};
    output             out;
    int                code = sweep_parse(s, s->args->sweep, &o);
    if (code >= 0) return code;
    if (s->args->journal != NULL || s->args->runs > 1)
        return cli_fail(CLI_USAGE, "--sweep makes many searches: omit --journal and --runs");
    code = s->args->report != NULL ? output_check(s->args->report) : -1;
    if (code >= 0) return code;
    interrupt_catch(1);
    s->how.evaluator.should_stop = interrupt_should_stop;
    o.each                       = &s->how;
    solve_run_crash_begin(s);
    heco_status status = heco_sweep_new(&sweep, &problem, &o, &error);
    crash_end();
    if (status != HECO_OK) return cli_fail_status(status, &error);
    code = output_open(&out, s->args->common.output);
    if (code < 0) {
        if (s->args->common.json) sweep_json(s, out.file, sweep, o.constraint);
        else sweep_print(s, out.file, sweep, o.constraint);
        code = output_commit(&out);
    }
    if (code < 0 && s->args->report != NULL) code = sweep_write_page(s, sweep, o.constraint);
    heco_sweep_free(sweep);
    if (code >= 0) return code;
    return interrupt_seen() ? CLI_INTERRUPTED : CLI_OK;
}
