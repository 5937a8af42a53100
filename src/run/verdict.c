#include "run/verdict.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "problem/problem_read.h"
#include "run/run_internal.h"

enum {
    VERDICT_NAMED    = 3, /* violated constraints that are named */
    VERDICT_CONFLICT = 6  /* members of a conflict that are named */
};

/* A smaller improvement in the second half of a search does not count; it is the tolerance that
 * solvers of AMPL use by default. */
static const double verdict_gain = 1e-6;
/* Spreads of a noisy function that an improvement must exceed: 99.7 % of normal errors are less. */
static const double verdict_noise_spreads = 3.0;

/* The text as far as it is written. */
typedef struct {
    char  *text;
    size_t size, used;
} verdict_line;

static void verdict_add(verdict_line *l, const char *format, ...) HECO_FORMAT(2, 3);

static void verdict_add(verdict_line *l, const char *format, ...) {
    va_list list;
    if (l->used >= l->size) return;
    va_start(list, format);
    int wrote = vsnprintf(l->text + l->used, l->size - l->used, format, list);
    va_end(list);
    if (wrote > 0) l->used += (size_t)wrote;
}

int heco_verdict_improves(double gain, double f) {
    return gain > verdict_gain * fmax(1.0, fabs(f));
}

/* Rounds up to one digit, so that the advice is an easy number. */
static uint64_t verdict_round_up(uint64_t number) {
    uint64_t unit = 1;
    while (number / unit >= 10) unit *= 10;
    return (number + unit - 1) / unit * unit;
}

/* Returns whether the second half of the budget improved f. The best of many samples of a noisy
 * function gets better by chance: only a gain beyond the spread counts. */
static int verdict_is_improving(const heco_verdict_facts *v) {
    if (!heco_verdict_improves(v->late_gain, v->result->outcome.f)) return 0;
    if (v->reproduced != 0) return 1;
    return v->noise != NULL && v->noise->samples > 1 &&
           v->late_gain > verdict_noise_spreads * v->noise->spread;
}

/* Writes why the search ended, and what to do next, after a feasible point was found. */
static void verdict_add_end(verdict_line *l, const heco_verdict_facts *v, const char *joint) {
    const heco_outcome *o         = &v->result->outcome;
    int                 improving = verdict_is_improving(v);
    switch (o->stop) {
    case HECO_STOP_BUDGET:
        if (improving)
            verdict_add(l, "%sstill improving when the budget ended: try %" PRIu64 " evaluations",
                        joint, verdict_round_up(2 * v->max_evals));
        else
            verdict_add(l, "%sno better point in the second half of the budget%s", joint,
                        v->reproduced == 0 && v->late_gain > 0.0 ? " beyond the noise" : "");
        return;
    case HECO_STOP_TIME:
        verdict_add(l, "%sthe time limit ended the search: allow more time", joint);
        return;
    case HECO_STOP_TARGET: verdict_add(l, "%sthe target was reached", joint); return;
    case HECO_STOP_STALL:
        verdict_add(l, "%sno better point in the last %" PRIu64 " evaluations", joint,
                    o->evals - o->evals_at_best);
        return;
    case HECO_STOP_USER:
        verdict_add(l, "%sstopped after %" PRIu64 " evaluations", joint, o->evals);
        return;
    case HECO_STOP_ERROR: verdict_add(l, "%sthe search ended with an error", joint); return;
    case HECO_STOP_NOT_YET: verdict_add(l, "%sthe search has not ended", joint); return;
    default: return;
    }
}

/* Returns the length of the first part of the description of a search: its counts. */
static int verdict_search_length(const char *search) { return (int)strcspn(search, ";"); }

/* Returns the first variable on a default bound; n if there is none. */
static size_t verdict_default_bound(const heco_verdict_facts *v) {
    const heco_space *s          = &v->problem->space;
    int               is_default = 0;
    size_t            j          = 0;
    while (j < s->n &&
           (heco_space_bound_status(s, j, v->result->x[j], &is_default) == HECO_BOUND_INSIDE ||
            !is_default))
        j++;
    return j;
}

/* Writes how well f is known: the error of its mean. */
static void verdict_add_noise(verdict_line *l, const heco_verdict_facts *v, const char *before) {
    const heco_noise *n = v->noise;
    verdict_add(l, "%sthe function is noisy: ", before);
    if (n == NULL || n->samples < 2) {
        verdict_add(l, "evaluating the answer again gave other values");
        return;
    }
    double error = n->spread / sqrt((double)n->samples);
    if (error < fabs(n->mean))
        verdict_add(l, "f is known to about %.2g %%", 100.0 * error / fabs(n->mean));
    else verdict_add(l, "f is known to about %.2g", error);
    verdict_add(l, ", mean of %zu samples", n->samples);
}

/* Writes the sentence about a feasible point. A problem without constraints has no other. */
static void verdict_feasible(verdict_line *l, const heco_verdict_facts *v) {
    const heco_outcome *o = &v->result->outcome;
    char                name[HECO_PROBLEM_NAME];
    int                 constrained = v->problem->space.ng + v->problem->space.nh > 0;
    size_t              edge        = verdict_default_bound(v);
    if (edge < v->problem->space.n) {
        verdict_add(l, "%s on a default bound: the model may be unbounded",
                    heco_problem_x_name(v->problem, edge, name));
        return;
    }
    if (v->reproduced == 0) {
        verdict_add_noise(l, v, constrained ? "feasible, but " : "");
        verdict_add_end(l, v, "; ");
        return;
    }
    if (o->stop == HECO_STOP_OPTIMAL) {
        verdict_add(l, "optimal: no feasible point is better, proved by multipliers");
        return;
    }
    if (constrained) verdict_add(l, "feasible");
    if (o->stop != HECO_STOP_ALGORITHM) {
        verdict_add_end(l, v, constrained ? "; " : "");
        return;
    }
    verdict_add(l, constrained ? " and converged" : "converged");
    if (v->search[0] != '\0') verdict_add(l, ": %.*s", verdict_search_length(v->search), v->search);
}

/* Names the first violated constraints. */
static void verdict_add_violated(verdict_line *l, const heco_verdict_facts *v) {
    const heco_space *s     = &v->problem->space;
    size_t            count = 0;
    for (size_t k = 0; k < s->ng + s->nh; k++) {
        heco_constraint_report c;
        heco_problem_report(v->problem, k, k < s->ng ? v->result->g[k] : v->result->h[k - s->ng],
                            &c);
        if (c.satisfied) continue;
        if (count++ >= VERDICT_NAMED) continue;
        verdict_add(l, "%s%s by %.3g%s%.20s", count == 1 ? "; violated: " : ", ", c.name, c.excess,
                    c.unit[0] != '\0' ? " " : "", c.unit);
    }
    if (count > VERDICT_NAMED) verdict_add(l, " and %zu more", count - VERDICT_NAMED);
}

/* Names the constraints that cannot hold together. */
static void verdict_add_conflict(verdict_line *l, const heco_verdict_facts *v) {
    const heco_conflict *c = v->conflict;
    char                 name[HECO_PROBLEM_NAME];
    verdict_add(l, "infeasible: ");
    for (size_t i = 0; i < c->rows && i < VERDICT_CONFLICT; i++)
        verdict_add(l, "%s%.60s",
                    i == 0             ? ""
                    : i + 1 == c->rows ? " and "
                                       : ", ",
                    heco_problem_c_name(v->problem, c->row[i], name));
    if (c->rows > VERDICT_CONFLICT) verdict_add(l, " and %zu more", c->rows - VERDICT_CONFLICT);
    if (c->proved)
        verdict_add(l, c->rows == 1 ? " cannot hold within the bounds: proved, nothing was searched"
                                    : " contradict each other: proved, nothing was searched");
    else
        verdict_add(l, c->rows == 1 ? " is violated by every point evaluated"
                                    : " are not met together by any point evaluated");
}

static void verdict_infeasible(verdict_line *l, const heco_verdict_facts *v) {
    const heco_outcome *o = &v->result->outcome;
    if (o->evals_to_feasible > 0) {
        verdict_add(l, "infeasible: the best point was feasible at first but not when evaluated "
                       "again, the function is noisy");
        return;
    }
    if (v->conflict != NULL && v->conflict->rows > 0) {
        verdict_add_conflict(l, v);
        return;
    }
    verdict_add(l, "infeasible: no feasible point was found%s",
                o->stop == HECO_STOP_ALGORITHM ? ", and the search converged" : "");
    verdict_add_violated(l, v);
}

/* The sentence of a search in which no point has a value of f. */
static void verdict_none(verdict_line *l, const heco_result *r) {
    uint64_t evals = r->outcome.evals;
    if (evals == 0) verdict_add(l, "no answer: nothing has been evaluated");
    else if (r->rejected == evals)
        verdict_add(l, "no answer: the cheap constraints rejected every point: check them, or give "
                       "a start that meets them");
    else if (r->rejected + r->partial == 0) verdict_add(l, "no answer: every evaluation failed");
    else
        verdict_add(l,
                    "no answer: every evaluation failed, stopped early or was rejected by a cheap "
                    "constraint");
}

void heco_verdict_write(const heco_verdict_facts *v, char *text, size_t size) {
    verdict_line l = {.text = text, .size = size};
    if (size == 0) return;
    text[0] = '\0';
    switch (v->result->outcome.found) {
    case HECO_FOUND_FEASIBLE: verdict_feasible(&l, v); break;
    case HECO_FOUND_INFEASIBLE: verdict_infeasible(&l, v); break;
    case HECO_FOUND_NONE: verdict_none(&l, v->result); break;
    }
    heco_text_clean(text); /* names come from files */
}

void heco_run_verdict(const heco_run *run, const heco_problem *problem, char *text, size_t size) {
    const heco_result *r = heco_run_result(run);
    char               search[500];
    heco_problem       p;
    heco_progress      now;
    if (heco_problem_read(&p, problem, NULL) != HECO_OK) return;
    p.space = *heco_run_space(run);
    heco_run_describe(run, search, sizeof search);
    heco_run_progress(run, &now);
    int                late = r->outcome.evals_at_best > r->outcome.evals / 2;
    heco_verdict_facts v    = {.result     = r,
                               .problem    = &p,
                               .search     = search,
                               .max_evals  = now.max_evals,
                               .late_gain  = late ? INFINITY : 0.0,
                               .reproduced = -1};
    heco_verdict_write(&v, text, size);
}

void heco_runs_verdict(const heco_runs_summary *s, const char *best, char *text, size_t size) {
    if (s->feasible == 0)
        snprintf(text, size, "%s; %zu runs found no feasible point", best, s->begun);
    else snprintf(text, size, "%s; %zu of %zu runs ended here", best, s->same_point, s->begun);
}
