/* The report page of one search, made from its journal without opening the model. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/os.h"
#include "base/struct_read.h"
#include "heco/answer.h"
#include "problem/violation.h"
#include "report/page/page.h"
#include "report/page/page_history.h"

enum {
    SOLVE_CONSTRAINTS  = HECO_PAGE_CONSTRAINTS,
    SOLVE_VARIABLES    = HECO_PAGE_VARIABLES,
    SOLVE_IMPROVEMENTS = 150, /* the last ones are among the points                            */
    SOLVE_POINT_DIGITS = 9
};

typedef struct {
    heco_json               *json;
    const heco_journal_walk *walk;
    const heco_solution     *solution; /* NULL: not known                                  */
    heco_history             history;  /* its arrays belong to the caller                  */
    double                   sense;    /* -1: f was negated                                */
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

/* The best point: that of the answer, which may have been moved onto the constraints, or else that
 * of the journal. */
typedef struct {
    double        e, f, viol; /* f as the user knows it                                    */
    const double *x, *g, *h;
} solve_point;

/* Returns 0 if there is no point. */
static int solve_best_point(const page_solve *s, solve_point *p) {
    const heco_history *h = &s->history;
    if (h->best.count == 0) return 0;
    const double *row = heco_history_row(&h->best, h->best.count - 1);
    const double *c   = heco_history_values(h, row);
    *p = (solve_point){row[0], row[1] * s->sense, row[2], heco_history_x(row), c, c + h->ng};
    if (s->solution == NULL) return 1;
    const heco_result *r = heco_solution_result(s->solution);
    if (r->outcome.found == HECO_FOUND_NONE || r->x == NULL) return 1;
    if (r->outcome.evals_at_best > 0) p->e = (double)r->outcome.evals_at_best;
    p->f = r->outcome.f, p->viol = r->outcome.viol;
    p->x = r->x, p->g = r->g, p->h = r->h;
    return 1;
}

/* Returns what constraint k adds to the violation where its g or h is `value`. */
static double solve_excess(const page_solve *s, size_t k, double value) {
    double size = k < s->history.ng ? value : fabs(value);
    return size > heco_journal_walk_constraint(s->walk, k)->tolerance ? size : 0.0;
}

/* Writes the price of limit i of heco_solution_prices() into an open object. */
static void solve_price(const page_solve *s, size_t i) {
    const heco_price *price = s->solution != NULL ? heco_solution_prices(s->solution) : NULL;
    if (price == NULL) return;
    heco_json_rounded(s->json, "price", price[i].price, 8);
    heco_json_rounded(s->json, "price_from", price[i].from, 8);
    heco_json_rounded(s->json, "price_to", price[i].to, 8);
}

/* Writes the verdict about the answer and how it was found, if there is one. */
static void solve_verdict(const page_solve *s, const heco_runs *runs) {
    char       text[HECO_VERDICT_SIZE], one[HECO_VERDICT_SIZE];
    heco_json *j = s->json;
    if (s->solution == NULL) return;
    const heco_outcome *o    = &heco_solution_result(s->solution)->outcome;
    const char         *last = heco_solution_failures(s->solution)->last_failure;
    heco_solution_verdict(s->solution, one, sizeof one);
    snprintf(text, sizeof text, "%s", one);
    if (runs != NULL) heco_runs_verdict(heco_runs_get_summary(runs), one, text, sizeof text);
    heco_json_text(j, "verdict", text);
    heco_json_text(j, "stop", heco_stop_text(o->stop));
    if (heco_solution_prices_note(s->solution)[0] != '\0')
        heco_json_text(j, "price_note", heco_solution_prices_note(s->solution));
    heco_solution_presolve_summary(s->solution, text, sizeof text);
    if (text[0] != '\0') heco_json_text(j, "presolve", text);
    heco_solution_describe(s->solution, text, sizeof text);
    if (text[0] != '\0') heco_json_text(j, "search", text);
    if (o->failed > 0 && last[0] != '\0') heco_page_label(j, "last_failure", last);
    if (o->found != HECO_FOUND_NONE && heco_solution_reproduced(s->solution) == 0)
        heco_json_count(j, "reproduced", 0);
}

/* Writes the constraints that no evaluated point meets together, each with its least relaxation of
 * g or h and the point that holds then. */
static void solve_conflict(const page_solve *s) {
    heco_json    *j     = s->json;
    const size_t *row   = NULL;
    size_t        count = s->solution != NULL ? heco_solution_conflict(s->solution, &row) : 0;
    if (count == 0) return;
    heco_json_open(j, "conflict", '{');
    heco_json_count(j, "proved", (uint64_t)heco_solution_conflict_is_proved(s->solution));
    heco_json_open(j, "rows", '[');
    for (size_t i = 0; i < count; i++) {
        const double *x;
        double        least = heco_solution_relaxation(s->solution, row[i], &x);
        heco_json_open(j, NULL, '{');
        heco_json_text(j, "name", heco_journal_walk_constraint(s->walk, row[i])->name);
        if (x != NULL) heco_json_rounded(j, "relaxation", least, 9);
        if (x != NULL)
            heco_json_rounded_reals(
                j, "x", x, s->history.n < SOLVE_VARIABLES ? s->history.n : SOLVE_VARIABLES, 6);
        heco_json_close(j);
    }
    heco_json_close(j);
    heco_json_close(j);
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
        solve_price(s, s->history.ng + s->history.nh + i);
        heco_json_close(j);
    }
    heco_json_close(j);
}

/* Returns whether value k is a part of the objective, which its tolerance marks, and not a
 * constraint. */
static int solve_is_part(const page_solve *s, size_t k) {
    return heco_journal_walk_constraint(s->walk, k)->tolerance >= HECO_PIECE_TOL;
}

/* Returns the number of these parts. */
static size_t solve_parts(const page_solve *s) {
    size_t count = 0;
    for (size_t k = 0; k < s->history.ng; k++) count += solve_is_part(s, k) != 0;
    return count;
}

/* Writes the constraints in the order of the model with their values at the best point. */
static void solve_constraints(const page_solve *s) {
    const heco_history *h = &s->history;
    heco_json          *j = s->json;
    solve_point         best;
    int                 known = solve_best_point(s, &best);
    heco_json_open(j, "constraints", '[');
    for (size_t k = 0; k < h->ng + h->nh && k < SOLVE_CONSTRAINTS; k++) {
        const heco_journal_constraint *c = heco_journal_walk_constraint(s->walk, k);
        if (solve_is_part(s, k)) continue;
        char sense[2] = {c->sense, '\0'};
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
        solve_price(s, k);
        if (known) {
            double value = k < h->ng ? best.g[k] : best.h[k - h->ng];
            heco_json_rounded(j, "value", value, 12);
            heco_json_rounded(j, "violation", solve_excess(s, k, value), 12);
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
        if (solve_is_part(s, k)) continue;
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

/* Writes the names of the parts of the search. */
static void solve_part_names(const page_solve *s) {
    heco_json_open(s->json, "parts", '[');
    for (size_t i = 0; i < s->history.parts; i++) heco_json_text(s->json, NULL, s->history.part[i]);
    heco_json_close(s->json);
}

/* Writes rows of points: evaluation, f, violation, x, g and h, and the number of the part of the
 * search from 1 on. */
static void solve_points(const page_solve *s, const char *key, const history_rows *r, size_t from) {
    heco_json *j = s->json;
    size_t     m = s->history.ng + s->history.nh;
    heco_json_open(j, key, '[');
    for (size_t i = from; i < r->count; i++) {
        const double *row = heco_history_row(r, i), *x = heco_history_x(row);
        heco_json_open(j, NULL, '[');
        heco_json_rounded(j, NULL, row[0], 9);
        heco_json_rounded(j, NULL, row[1] * s->sense, SOLVE_POINT_DIGITS);
        heco_json_rounded(j, NULL, row[2], 4);
        for (size_t k = 0; k < s->history.n && k < SOLVE_VARIABLES; k++)
            heco_json_rounded(j, NULL, x[k], SOLVE_POINT_DIGITS);
        for (size_t k = 0; k < m && k < SOLVE_CONSTRAINTS; k++)
            if (!solve_is_part(s, k))
                heco_json_rounded(j, NULL, heco_history_values(&s->history, row)[k],
                                  SOLVE_POINT_DIGITS);
        heco_json_rounded(j, NULL, row[4], 3);
        heco_json_close(j);
    }
    heco_json_close(j);
}

/* Names the reason of a failure as far as the record of a point tells it. */
static void solve_reason(const page_solve *s, size_t reason, char *text, size_t size) {
    if (reason >= HISTORY_REASONS)
        snprintf(text, size, "constraint %.60s is not finite",
                 heco_journal_walk_constraint(s->walk, reason - HISTORY_REASONS)->name);
    else
        snprintf(text, size, "%s",
                 reason == HISTORY_NO_F ? "the objective is not finite" : "the evaluation failed");
}

/* Counts all failed points by their reasons. */
static void solve_reasons(const page_solve *s) {
    const heco_history *h = &s->history;
    char                text[120];
    if (h->failed == 0) return;
    heco_json_open(s->json, "reasons", '[');
    for (size_t i = 0; i < HISTORY_REASONS + h->ng + h->nh; i++) {
        if (h->why[i] == 0) continue;
        solve_reason(s, i, text, sizeof text);
        heco_json_open(s->json, NULL, '{');
        heco_json_text(s->json, "why", text);
        heco_json_count(s->json, "count", h->why[i]);
        heco_json_close(s->json);
    }
    heco_json_close(s->json);
}

/* Writes the failed points with their reasons. */
static void solve_failed(const page_solve *s) {
    heco_json *j = s->json;
    heco_json_open(j, "failures", '[');
    for (size_t i = 0; i < s->history.bad.count; i++) {
        const double *row = heco_history_row(&s->history.bad, i);
        char          text[120];
        solve_reason(s, heco_history_reason(&s->history, row), text, sizeof text);
        heco_json_open(j, NULL, '{');
        heco_json_rounded(j, "e", row[0], 9);
        heco_json_text(j, "why", text);
        heco_json_rounded_reals(j, "x", heco_history_x(row),
                                s->history.n < SOLVE_VARIABLES ? s->history.n : SOLVE_VARIABLES, 6);
        heco_json_close(j);
    }
    heco_json_close(j);
}

/* Writes the best point. */
static void solve_best(const page_solve *s) {
    heco_json  *j = s->json;
    solve_point best;
    if (!solve_best_point(s, &best)) return;
    heco_json_open(j, "best", '{');
    heco_json_rounded(j, "e", best.e, 9);
    heco_json_rounded(j, "f", best.f, 17);
    heco_json_rounded(j, "v", best.viol, 17);
    heco_json_rounded_reals(j, "x", best.x, s->history.n, 17);
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
    heco_page_command(j, "command", o->command);
    solve_verdict(s, o->runs);
    solve_conflict(s);
    if (o->unit != NULL) heco_json_text(j, "unit", o->unit);
    if (o->reference != NULL && isfinite(*o->reference))
        heco_json_rounded(j, "reference", *o->reference, 17);
    heco_json_count(j, "n", h->n);
    heco_json_count(j, "ng", h->ng - solve_parts(s));
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
    solve_part_names(s);
    solve_points(s, "points", &h->sample, 0);
    solve_points(s, "improvements", &h->best,
                 h->best.count > SOLVE_IMPROVEMENTS ? h->best.count - SOLVE_IMPROVEMENTS : 0);
    solve_failed(s);
    solve_reasons(s);
    heco_page_extras(j, o, s->walk);
    heco_json_close(j);
}

heco_status heco_page_solve_write(FILE *out, const heco_page_search *search,
                                  const heco_page_options *options, heco_error *error) {
    heco_page_options o      = heco_page_options_default();
    heco_status       status = heco_struct_read(&o, sizeof o, options, "heco_page_options",
                                                "start from heco_page_options_default()", error);
    if (status != HECO_OK) return status;
    heco_json  j = {.file = out, .compact = 1, .html_safe = 1, .paths = o.paths};
    page_solve s = {.json     = &j,
                    .walk     = search->walk,
                    .solution = o.solution,
                    .history  = *search->history,
                    .sense    = heco_journal_walk_info(search->walk)->maximise ? -1.0 : 1.0};
    solve_write(&s, &o, search->running);
    return HECO_OK;
}

heco_status heco_page_solve_data(FILE *out, const char *journal, const heco_page_options *options,
                                 heco_error *error) {
    heco_error      own;
    heco_page_feed *feed;
    if (error == NULL) error = &own;
    heco_status status = heco_page_feed_open(&feed, journal, error);
    if (status == HECO_OK) status = heco_page_feed_write(feed, out, options, error);
    heco_page_feed_close(feed);
    return status;
}
