/* Parts of the data of a solve that do not come from its journal: several runs, slices, and the
 * files of the model. */
#include "report/page/page.h"

#include "heco/answer.h"
#include "problem/violation.h"

enum { EXTRAS_RUNS = 200, EXTRAS_DIGITS = 9 };

static size_t extras_least(size_t a, size_t b) { return a < b ? a : b; }

/* Writes one run; one that never began has no values. */
static void extras_run(heco_json *j, const heco_runs_row *row, size_t n) {
    heco_json_open(j, NULL, '{');
    heco_json_count(j, "seed", row->seed);
    if (row->x != NULL) {
        heco_json_text(j, "status", heco_found_text(row->outcome.found));
        heco_json_text(j, "stop", heco_stop_text(row->outcome.stop));
        heco_json_rounded(j, "f", row->outcome.f, 12);
        heco_json_rounded(j, "v", row->outcome.viol, 6);
        heco_json_count(j, "evals", row->outcome.evals);
        heco_json_count(j, "same", (uint64_t)(row->same_point != 0));
        heco_json_rounded_reals(j, "x", row->x, extras_least(n, HECO_PAGE_VARIABLES),
                                EXTRAS_DIGITS);
    }
    heco_json_close(j);
}

static void extras_runs(heco_json *j, const heco_page_options *o, size_t n) {
    const heco_runs_summary *s = heco_runs_get_summary(o->runs);
    heco_json_open(j, "runs", '{');
    heco_json_count(j, "count", s->runs);
    heco_json_count(j, "begun", s->begun);
    heco_json_count(j, "feasible", s->feasible);
    heco_json_count(j, "same", s->same_point);
    heco_json_rounded(j, "best", s->f_best, 12);
    heco_json_rounded(j, "lower", s->f_lower, 12);
    heco_json_rounded(j, "median", s->f_median, 12);
    heco_json_rounded(j, "upper", s->f_upper, 12);
    heco_json_rounded(j, "worst", s->f_worst, 12);
    heco_json_count(j, "evals", s->evals);
    heco_json_rounded(j, "seconds", s->seconds, 6);
    if (o->confidence != NULL) heco_json_text(j, "confidence", o->confidence);
    heco_json_open(j, "rows", '[');
    for (size_t i = 0; i < extras_least(s->runs, EXTRAS_RUNS); i++)
        extras_run(j, heco_runs_at(o->runs, i), n);
    heco_json_close(j);
    heco_json_close(j);
}

/* Writes one slice: the values of the variable, f, and g and h by constraint. */
static void extras_slice(heco_json *j, const heco_slice *s, const heco_journal_walk *walk,
                         size_t m) {
    heco_json_open(j, NULL, '{');
    heco_json_count(j, "here", s->here);
    heco_json_rounded_reals(j, "x", s->x, s->count, EXTRAS_DIGITS);
    heco_json_rounded_reals(j, "f", s->f, s->count, EXTRAS_DIGITS);
    heco_json_open(j, "c", '[');
    for (size_t k = 0; k < extras_least(m, HECO_PAGE_CONSTRAINTS); k++) {
        /* A part of the objective is no constraint of the page. */
        if (heco_journal_walk_constraint(walk, k)->tolerance >= HECO_PIECE_TOL) continue;
        heco_json_open(j, NULL, '[');
        for (size_t i = 0; i < s->count; i++)
            heco_json_rounded(j, NULL, s->c[i * m + k], EXTRAS_DIGITS);
        heco_json_close(j);
    }
    heco_json_close(j);
    heco_json_close(j);
}

static void extras_slices(heco_json *j, const heco_page_options *o, const heco_journal_walk *walk,
                          size_t n, size_t m) {
    heco_json_open(j, "slices", '[');
    for (size_t i = 0; i < extras_least(n, HECO_PAGE_VARIABLES); i++)
        extras_slice(j, heco_slices_at(o->slices, i), walk, m);
    heco_json_close(j);
}

static void extras_files(heco_json *j, const heco_page_options *o) {
    heco_json_open(j, "files", '[');
    for (size_t i = 0; i < o->file_count; i++) {
        heco_json_open(j, NULL, '{');
        heco_page_command(j, "path", o->files[i].path);
        heco_json_count(j, "bytes", o->files[i].bytes);
        heco_json_text(j, "sha256", o->files[i].sha256);
        heco_json_close(j);
    }
    heco_json_close(j);
}

void heco_page_extras(heco_json *j, const heco_page_options *o, const heco_journal_walk *walk) {
    size_t n, ng, nh;
    heco_journal_walk_sizes(walk, &n, &ng, &nh);
    if (o->runs != NULL) extras_runs(j, o, n);
    if (o->slices != NULL) extras_slices(j, o, walk, n, ng + nh);
    if (o->file_count > 0) extras_files(j, o);
}
