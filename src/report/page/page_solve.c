/* The report page of one search, made from its journal without opening the model. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/struct_read.h"
#include "heco/common.h"
#include "report/page/page.h"
#include "report/page/page_history.h"

enum { SOLVE_CONSTRAINTS = 60, SOLVE_VARIABLES = 60 }; /* shown one by one */

typedef struct {
    heco_json               *json;
    const heco_journal_walk *walk;
    heco_history             history;
    double                   sense; /* -1: f was negated                                   */
} page_solve;

/* The "key=value" lines of the identity that the page shows. */
static void solve_identity(heco_json *j, const char *identity) {
    static const char *const keys[] = {"version", "model", "algorithm", "set", "seed"};
    for (size_t k = 0; k < sizeof keys / sizeof keys[0]; k++) {
        size_t length = strlen(keys[k]);
        for (const char *at = identity; at != NULL && *at != '\0';) {
            const char *end = strchr(at, '\n');
            size_t      all = end != NULL ? (size_t)(end - at) : strlen(at);
            if (strncmp(at, keys[k], length) == 0 && at[length] == '=') {
                char *value = strndup(at + length + 1, all - length - 1);
                heco_page_label(j, keys[k], value);
                free(value);
                break;
            }
            at = end != NULL ? end + 1 : NULL;
        }
    }
}

static void solve_variables(const page_solve *s) {
    heco_json *j = s->json;
    heco_json_open(j, "variables", '[');
    for (size_t i = 0; i < s->history.n && i < SOLVE_VARIABLES; i++) {
        const heco_journal_variable *v = heco_journal_walk_variable(s->walk, i);
        heco_json_open(j, NULL, '{');
        heco_json_text(j, "name", v->name);
        if (v->unit[0] != '\0') heco_json_text(j, "unit", v->unit);
        heco_json_rounded(j, "lower", v->lower, 10);
        heco_json_rounded(j, "upper", v->upper, 10);
        if (v->integer) heco_json_count(j, "integer", 1);
        heco_json_close(j);
    }
    heco_json_close(j);
}

/* Writes the constraints in the order of the model with their values at the best point. */
static void solve_constraints(const page_solve *s) {
    const heco_history *h = &s->history;
    heco_json          *j = s->json;
    const double *best = h->best.count > 0 ? heco_history_row(&h->best, h->best.count - 1) : NULL;
    heco_json_open(j, "constraints", '[');
    for (size_t k = 0; k < h->ng + h->nh && k < SOLVE_CONSTRAINTS; k++) {
        const heco_journal_constraint *c        = heco_journal_walk_constraint(s->walk, k);
        char                           sense[2] = {c->sense, '\0'};
        heco_json_open(j, NULL, '{');
        heco_json_text(j, "name", c->name);
        if (c->unit[0] != '\0') heco_json_text(j, "unit", c->unit);
        heco_json_count(j, "equality", (uint64_t)c->equality);
        heco_json_rounded(j, "tolerance", c->tolerance, 6);
        if (c->sense != 0) {
            heco_json_text(j, "sense", sense);
            heco_json_rounded(j, "bound", c->bound, 12);
            heco_json_rounded(j, "factor", c->factor, 12);
        }
        heco_json_count(j, "met", h->met[k]);
        if (best != NULL) {
            heco_json_rounded(j, "value", heco_history_values(h, best)[k], 12);
            heco_json_rounded(j, "violation", heco_history_violations(h, best)[k], 12);
        }
        heco_json_close(j);
    }
    heco_json_close(j);
}

/* Writes the improvements: evaluation, f, violation, and the violation of each constraint. */
static void solve_curve(const page_solve *s) {
    const heco_history      *h     = &s->history;
    heco_json               *j     = s->json;
    size_t                   m     = h->ng + h->nh;
    static const char *const key[] = {"e", "f", "v"};
    heco_json_open(j, "curve", '{');
    for (int part = 0; part < 3; part++) {
        heco_json_open(j, key[part], '[');
        for (size_t i = 0; i < h->best.count; i++)
            heco_json_rounded(j, NULL,
                              heco_history_row(&h->best, i)[part] * (part == 1 ? s->sense : 1.0),
                              part == 1 ? 10 : 6 + 3 * (part == 0));
        heco_json_close(j);
    }
    heco_json_open(j, "c", '['); /* by constraint; null: never violated at the best point */
    for (size_t k = 0; k < m && k < SOLVE_CONSTRAINTS; k++) {
        int clean = 1;
        for (size_t i = 0; i < h->best.count; i++)
            clean &= heco_history_violations(h, heco_history_row(&h->best, i))[k] == 0.0;
        if (clean) {
            heco_json_printed(j, NULL, "null");
            continue;
        }
        heco_json_open(j, NULL, '[');
        for (size_t i = 0; i < h->best.count; i++)
            heco_json_rounded(j, NULL, heco_history_violations(h, heco_history_row(&h->best, i))[k],
                              4);
        heco_json_close(j);
    }
    heco_json_close(j);
    heco_json_rounded_reals(j, "te", h->time_evals, h->times, 9);
    heco_json_rounded_reals(j, "ts", h->time, h->times, 5);
    heco_json_close(j);
}

/* Writes rows of points: evaluation, f, violation, then x. */
static void solve_points(const page_solve *s, const char *key, const history_rows *r, size_t from) {
    heco_json *j = s->json;
    heco_json_open(j, key, '[');
    for (size_t i = from; i < r->count; i++) {
        const double *row = heco_history_row(r, i), *x = heco_history_x(row);
        heco_json_open(j, NULL, '[');
        heco_json_rounded(j, NULL, row[0], 9);
        heco_json_rounded(j, NULL, row[1] * s->sense, 6);
        heco_json_rounded(j, NULL, row[2], 4);
        for (size_t k = 0; k < s->history.n && k < SOLVE_VARIABLES; k++)
            heco_json_rounded(j, NULL, x[k], 6);
        heco_json_close(j);
    }
    heco_json_close(j);
}

/* Describes the failure of a point as far as its record tells. */
static void solve_reason(const page_solve *s, const double *row, char *text, size_t size) {
    const heco_history *h     = &s->history;
    const double       *value = heco_history_values(h, row);
    snprintf(text, size, "the evaluation failed");
    if (isnan(row[1])) return;
    if (!isfinite(row[1])) snprintf(text, size, "the objective is %g", row[1]);
    for (size_t k = 0; k < h->ng + h->nh; k++)
        if (!isfinite(value[k])) {
            snprintf(text, size, "constraint %.60s is %g",
                     heco_journal_walk_constraint(s->walk, k)->name,
                     isnan(value[k]) ? NAN : value[k]);
            return;
        }
}

/* Writes the failed points with their reasons. */
static void solve_failed(const page_solve *s) {
    heco_json *j = s->json;
    heco_json_open(j, "failures", '[');
    for (size_t i = 0; i < s->history.bad.count; i++) {
        const double *row = heco_history_row(&s->history.bad, i);
        char          text[120];
        solve_reason(s, row, text, sizeof text);
        heco_json_open(j, NULL, '{');
        heco_json_rounded(j, "e", row[0], 9);
        heco_json_text(j, "why", text);
        heco_json_rounded_reals(j, "x", heco_history_x(row),
                                s->history.n < SOLVE_VARIABLES ? s->history.n : SOLVE_VARIABLES, 6);
        heco_json_close(j);
    }
    heco_json_close(j);
}

/* Writes the best point, the last row of history.best. */
static void solve_best(const page_solve *s) {
    const heco_history *h = &s->history;
    heco_json          *j = s->json;
    if (h->best.count == 0) return;
    const double *row = heco_history_row(&h->best, h->best.count - 1);
    heco_json_open(j, "best", '{');
    heco_json_rounded(j, "e", row[0], 9);
    heco_json_rounded(j, "f", row[1] * s->sense, 17);
    heco_json_rounded(j, "v", row[2], 17);
    heco_json_rounded_reals(j, "x", heco_history_x(row), h->n, 17);
    heco_json_close(j);
}

static void solve_write(const page_solve *s, const heco_page_options *o, int running) {
    const heco_history      *h    = &s->history;
    const heco_journal_info *info = heco_journal_walk_info(s->walk);
    heco_json               *j    = s->json;
    heco_json_open(j, NULL, '{');
    heco_json_text(j, "schema", "heco-report/1");
    heco_json_text(j, "kind", "solve");
    heco_json_text(j, "heco", heco_version());
    heco_json_count(j, "running", (uint64_t)running);
    heco_json_count(j, "maximises", (uint64_t)(s->sense < 0.0));
    solve_identity(j, info->identity);
    heco_page_label(j, "command", o->command);
    heco_json_count(j, "n", h->n);
    heco_json_count(j, "ng", h->ng);
    heco_json_count(j, "nh", h->nh);
    heco_json_count(j, "evals", h->evals);
    heco_json_count(j, "max_evals", info->max_evals);
    heco_json_count(j, "schedules", info->schedules);
    heco_json_count(j, "torn", info->torn);
    heco_json_count(j, "failed", h->failed);
    heco_json_count(j, "feasible", h->feasible);
    heco_json_count(j, "first_feasible", h->first_feasible);
    heco_json_rounded(j, "seconds", heco_journal_walk_seconds(s->walk), 6);
    solve_best(s);
    solve_variables(s);
    solve_constraints(s);
    solve_curve(s);
    solve_points(s, "points", &h->sample, 0);
    solve_points(s, "improvements", &h->best, h->best.count > 60 ? h->best.count - 60 : 0);
    solve_failed(s);
    heco_json_close(j);
}

heco_status heco_page_solve_data(FILE *out, const char *journal, const heco_page_options *options,
                                 heco_error *error) {
    heco_error         own;
    heco_journal_walk *walk;
    heco_page_options  o = heco_page_options_default();
    if (error == NULL) error = &own;
    heco_status status  = heco_struct_read(&o, sizeof o, options, "heco_page_options",
                                           "start from heco_page_options_default()", error);
    int         running = heco_journal_running(journal);
    if (status == HECO_OK) status = heco_journal_walk_open(&walk, journal, error);
    if (status != HECO_OK) return status;
    heco_json  j = {.file = out, .compact = 1, .html_safe = 1, .paths = o.paths};
    page_solve s = {
        .json = &j, .walk = walk, .sense = heco_journal_walk_info(walk)->maximise ? -1.0 : 1.0};
    status = heco_history_read(&s.history, walk, error);
    if (status == HECO_OK) solve_write(&s, &o, running);
    heco_history_free(&s.history);
    heco_journal_walk_close(walk);
    return status;
}
