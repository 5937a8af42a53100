/* What must hold between the list of calls and a result. Violation, "better" and the counts are
 * worked out here from the words of the documentation, not by calling the library. */
#include <math.h>
#include <string.h>

#include "matrix.h"

#define WRONG(...)                                                                                 \
    do {                                                                                           \
        snprintf(text, 300, __VA_ARGS__);                                                          \
        return;                                                                                    \
    } while (0)
typedef unsigned long long wide;
enum { VERDICT_ENOUGH = 25 }; /* evaluations that everybody can begin with */

/* What the list says. */
typedef struct {
    uint64_t evals, failed, said_failed; /* said_failed: by the function itself           */
    uint64_t at_best, to_feasible, to_target;
    uint64_t best; /* its call; UINT64_MAX: every evaluation failed                       */
    double   f, viol;
    size_t   passed;
    double   checkpoint_f[5], checkpoint_viol[5];
} verdict_list;

static double verdict_tol(const heco_space *s, size_t k) {
    if (s->tol != NULL) return s->tol[k];
    return k < s->ng ? 0.0 : s->eq_tol;
}

double matrix_violation(const heco_space *s, const double *c) {
    double sum = 0.0;
    for (size_t k = 0; k < s->ng + s->nh; k++) {
        double v = k < s->ng ? c[k] : fabs(c[k]);
        if (!isfinite(v)) return INFINITY;
        if (v > verdict_tol(s, k)) sum += v;
    }
    if (s->ng + s->nh > 0) sum /= (double)(s->ng + s->nh);
    return isfinite(sum) ? sum : INFINITY;
}

static int verdict_better(double f1, double v1, double f2, double v2) {
    return v1 < v2 || (v1 == v2 && f1 < f2);
}

/* 0: the point counts as failed. */
static int verdict_values(const matrix_log *log, const heco_space *s, uint64_t call, double *f,
                          double *viol) {
    *f    = matrix_log_f(log, call);
    *viol = matrix_violation(s, matrix_log_c(log, call));
    return matrix_log_said(log, call) == HECO_POINT_OK && isfinite(*f) && isfinite(*viol);
}

static void verdict_add(verdict_list *l, const matrix_log *log, const heco_space *s, double target,
                        uint64_t call) {
    double f, viol;
    l->evals++;
    if (!verdict_values(log, s, call, &f, &viol)) {
        l->failed++;
        l->said_failed += matrix_log_said(log, call) != HECO_POINT_OK || isnan(f);
        return;
    }
    if (viol == 0.0 && l->to_feasible == 0) l->to_feasible = l->evals;
    if (viol == 0.0 && f <= target && l->to_target == 0) l->to_target = l->evals;
    if (l->best != UINT64_MAX && !verdict_better(f, viol, l->f, l->viol)) return;
    l->best = call, l->at_best = l->evals;
    l->f = f, l->viol = viol;
}

static verdict_list verdict_read(const matrix_search *q) {
    const matrix_log       *log = q->user->log;
    const heco_run_options *o   = &q->setting->run;
    verdict_list            l   = {.best = UINT64_MAX, .f = INFINITY, .viol = INFINITY};
    for (uint64_t i = 0; i < matrix_log_count(log); i++) {
        if (!matrix_log_counts(log, i)) continue;
        verdict_add(&l, log, &q->space->space, o->target, i);
        for (; l.passed < o->checkpoint_count && o->checkpoints[l.passed] <= l.evals; l.passed++)
            l.checkpoint_f[l.passed] = l.f, l.checkpoint_viol[l.passed] = l.viol;
    }
    return l;
}

/* --- the parts of the verdict -------------------------------------------------------------- */

static void verdict_points(const matrix_log *log, char text[300]) {
    static const char *const what[] = {"", "a point outside the box", "a point that is not whole",
                                       "a value that is not in its list",
                                       "derivatives asked for at another point"};
    int odd = atomic_load(&log->odd);
    if (odd != MATRIX_FINE) WRONG("%s: %.17g", what[odd], log->odd_x);
    if (atomic_load(&log->clones) != atomic_load(&log->drops)) WRONG("a clone was not dropped");
    if (atomic_load(&log->calls) > MATRIX_ROWS) WRONG("more calls than any budget allows");
}

static void verdict_counts(const matrix_search *q, const matrix_result *r, const verdict_list *l,
                           int serial, char text[300]) {
    const heco_outcome *o = &r->outcome;
    if (o->evals > q->setting->run.max_evals)
        WRONG("%llu evaluations, the budget is %llu", (wide)o->evals,
              (wide)q->setting->run.max_evals);
    if (r->loose ? l->evals < o->evals : l->evals != o->evals)
        WRONG("%llu evaluations reported, %llu seen", (wide)o->evals, (wide)l->evals);
    if (!r->loose && l->failed != o->failed)
        WRONG("%llu failures reported, %llu seen", (wide)o->failed, (wide)l->failed);
    if (o->derivatives != atomic_load(&q->user->log->derivative_report_given) && !q->setting->stop_at)
        WRONG("derivatives: %llu times reported, %llu times given", (wide)o->derivatives,
              (wide)atomic_load(&q->user->log->derivative_report_given));
    if (!serial) return;
    if (o->evals_at_best != l->at_best)
        WRONG("best at %llu reported, seen at %llu", (wide)o->evals_at_best, (wide)l->at_best);
    if (o->evals_to_feasible != l->to_feasible)
        WRONG("feasible at %llu reported, seen at %llu", (wide)o->evals_to_feasible,
              (wide)l->to_feasible);
    if (o->evals_to_target != l->to_target)
        WRONG("target at %llu reported, seen at %llu", (wide)o->evals_to_target,
              (wide)l->to_target);
}

/* Whether the box is one point: the search then ends after one evaluation, also a failed one. */
static int verdict_is_one_point(const heco_space *s) {
    for (size_t j = 0; j < s->n; j++) {
        int    integer = s->integer != NULL && s->integer[j];
        double lower = integer ? ceil(s->lower[j]) : s->lower[j];
        double upper = integer ? floor(s->upper[j]) : s->upper[j];
        int    list  = s->choices != NULL && s->choices[j].count > 0;
        if (list ? s->choices[j].count > 1 : lower < upper) return 0;
    }
    return 1;
}

/* The rules that may have ended it. */
static int verdict_may_stop(const matrix_search *q, const heco_outcome *o, const verdict_list *l) {
    const matrix_setting   *s = q->setting;
    const heco_run_options *r = &s->run;
    switch (o->stop) {
    case HECO_STOP_BUDGET: return o->evals == r->max_evals;
    case HECO_STOP_TARGET: return r->stop_at_target && l->to_target > 0;
    case HECO_STOP_TIME: return r->max_seconds > 0.0;
    case HECO_STOP_STALL: return r->stall > 0 && o->evals - o->evals_at_best >= r->stall;
    case HECO_STOP_USER: return s->stop_at || s->interrupt_at || s->watch_at || s->progress_at;
    case HECO_STOP_ALGORITHM:
        return o->evals < r->max_evals || verdict_is_one_point(&q->space->space);
    case HECO_STOP_FAILED:
        if (verdict_is_one_point(&q->space->space)) return l->evals == 1 && l->failed == 1;
        return r->max_failed > 0 && l->failed == l->evals && l->failed >= r->max_failed;
    default: return 0;
    }
}

static void verdict_stop(const matrix_search *q, const matrix_result *r, const verdict_list *l,
                         char text[300]) {
    const heco_outcome *o = &r->outcome;
    if (o->evals > 1 && verdict_is_one_point(&q->space->space))
        WRONG("%llu evaluations of one point", (wide)o->evals);
    if (!verdict_may_stop(q, o, l))
        WRONG("stopped by '%s' after %llu evaluations", heco_stop_text(o->stop), (wide)o->evals);
    if (q->setting->run.stop_at_target && l->to_target > 0 && o->stop == HECO_STOP_BUDGET &&
        l->to_target + 2000 < o->evals)
        WRONG("the target was met at %llu, the search went on to %llu", (wide)l->to_target,
              (wide)o->evals);
}

static void verdict_none(const matrix_search *q, const matrix_result *r, char text[300]) {
    const heco_outcome *o = &r->outcome;
    if (o->found != HECO_FOUND_NONE || o->f != INFINITY || o->viol != INFINITY)
        WRONG("every evaluation failed, but f = %g with violation %g is reported", o->f, o->viol);
    for (size_t j = 0; j < q->space->space.n; j++)
        if (!(r->x[j] >= q->space->lower[j] && r->x[j] <= q->space->upper[j]))
            WRONG("every evaluation failed, and the point reported is outside the box: %.17g",
                  r->x[j]);
}

static int verdict_is_row(const matrix_log *log, uint64_t call, const double *x, const double *c) {
    return memcmp(x, matrix_log_x(log, call), log->n * sizeof *x) == 0 &&
           (c == NULL || memcmp(c, matrix_log_c(log, call), log->m * sizeof *c) == 0);
}

/* The call whose values must be reported: the best one of the search, or the answer once more where
 * that is worse. */
static uint64_t verdict_reported(const matrix_search *q, const matrix_result *r,
                                 const verdict_list *l, int *reproduced) {
    const matrix_log *log = q->user->log;
    double            f, viol;
    uint64_t          last = matrix_log_count(log) - 1;
    *reproduced            = -1;
    if (r->reproduced == -2 || matrix_log_said(log, last) != MATRIX_CONFIRMS) return l->best;
    f    = matrix_log_f(log, last);
    viol = matrix_violation(&q->space->space, matrix_log_c(log, last));
    if (!isfinite(f) || !isfinite(viol)) return l->best;
    *reproduced = f == l->f && verdict_is_row(log, l->best, matrix_log_x(log, last),
                                              matrix_log_c(log, last));
    return !*reproduced && verdict_better(l->f, l->viol, f, viol) ? last : l->best;
}

/* Several workers: the calls are in no order, so any of the equally good points may be it. */
static uint64_t verdict_equal(const matrix_log *log, const heco_space *s, const verdict_list *l,
                              const matrix_result *r) {
    uint64_t best = l->best;
    double   f, viol;
    for (uint64_t i = 0; i < matrix_log_count(log); i++) {
        if (!matrix_log_counts(log, i) || !verdict_values(log, s, i, &f, &viol)) continue;
        if (f != l->f || viol != l->viol || !verdict_is_row(log, i, r->x, NULL)) continue;
        best = i;
        if (verdict_is_row(log, i, r->x, r->c)) return i;
    }
    return best;
}

static void verdict_counted(const heco_space *s, const double *c, unsigned counts[3]) {
    counts[0] = counts[1] = counts[2] = 0;
    for (size_t k = 0; k < s->ng + s->nh; k++) {
        double v = k < s->ng ? c[k] : fabs(c[k]);
        if (v <= verdict_tol(s, k)) continue;
        if (v > 1.0) counts[0]++;
        else if (v >= 0.01) counts[1]++;
        else if (v >= 0.0001) counts[2]++;
    }
}

static void verdict_best(const matrix_search *q, const matrix_result *r, verdict_list *l,
                         int serial, char text[300]) {
    const matrix_log   *log = q->user->log;
    const heco_space   *s   = &q->space->space;
    const heco_outcome *o   = &r->outcome;
    int                 reproduced;
    unsigned            counts[3];
    if (!serial) l->best = verdict_equal(log, s, l, r);
    uint64_t want = verdict_reported(q, r, l, &reproduced);
    double   f    = matrix_log_f(log, want), viol = matrix_violation(s, matrix_log_c(log, want));
    if (memcmp(&o->f, &f, sizeof f) != 0 || memcmp(&o->viol, &viol, sizeof viol) != 0)
        WRONG("f = %.17g with violation %.17g reported, the best seen is %.17g with %.17g", o->f,
              o->viol, f, viol);
    if (!verdict_is_row(log, l->best, r->x, NULL)) WRONG("the point reported is not the best seen");
    if (!verdict_is_row(log, want, r->x, r->c)) WRONG("other constraints are reported than seen");
    if ((o->found == HECO_FOUND_FEASIBLE) != (viol == 0.0) || o->found == HECO_FOUND_NONE)
        WRONG("a point with violation %g is '%s'", viol, heco_found_text(o->found));
    verdict_counted(s, matrix_log_c(log, want), counts);
    if (memcmp(counts, o->c, sizeof counts) != 0) WRONG("wrong counts of violated constraints");
    if (r->reproduced != -2 && r->reproduced != reproduced)
        WRONG("reproduced is %d, seen was %d", r->reproduced, reproduced);
    int may_fail = q->setting->stop_at > 0 || !matrix_fault_is_pure(q->user->fault);
    if (r->reproduced != -2 && !may_fail && reproduced != 1)
        WRONG("the answer was not evaluated once more");
}

static void verdict_checkpoints(const matrix_result *r, const verdict_list *l, char text[300]) {
    if (r->checkpoints != l->passed)
        WRONG("%zu checkpoints reported, %zu passed", r->checkpoints, l->passed);
    for (size_t i = 0; i < l->passed; i++)
        if (memcmp(&r->checkpoint_f[i], &l->checkpoint_f[i], sizeof(double)) != 0 ||
            memcmp(&r->checkpoint_viol[i], &l->checkpoint_viol[i], sizeof(double)) != 0)
            WRONG("checkpoint %zu: f = %g with violation %g reported, %g with %g seen", i + 1,
                  r->checkpoint_f[i], r->checkpoint_viol[i], l->checkpoint_f[i],
                  l->checkpoint_viol[i]);
}

/* A refusal says who refuses what, and evaluates nothing. A budget that is enough for a small first
 * population is not refused, except where the user has set options. */
static void verdict_refusal(const matrix_search *q, const matrix_result *r, char text[300]) {
    const heco_run_options *o    = &q->setting->run;
    const char             *name = q->algorithm->name, *why = r->error.text;
    if (r->status != HECO_ERR_ARG) WRONG("'%s': %.200s", heco_status_text(r->status), why);
    if (atomic_load(&q->user->log->calls) > 0) WRONG("refused after calls: %.200s", why);
    if (o->max_evals > 0 && strncmp(why, name, strlen(name)) != 0)
        WRONG("refused without its name: %.200s", why);
    if (o->sets == 0 && (o->max_evals >= VERDICT_ENOUGH || strstr(why, "budget") == NULL))
        WRONG("refused: %.200s", why);
}

void matrix_judge(const matrix_search *q, const matrix_result *r, int serial, char text[300]) {
    text[0] = '\0';
    if (r->wrong[0] != '\0') snprintf(text, 300, "%.299s", r->wrong);
    if (text[0] == '\0') verdict_points(q->user->log, text);
    if (text[0] != '\0') return;
    if (!r->answered) {
        verdict_refusal(q, r, text);
        return;
    }
    if (r->status != HECO_OK) WRONG("broke: %.200s", r->error.text);
    verdict_list l = verdict_read(q);
    verdict_counts(q, r, &l, serial, text);
    if (text[0] == '\0') verdict_stop(q, r, &l, text);
    if (text[0] == '\0' && l.best == UINT64_MAX) verdict_none(q, r, text);
    if (text[0] == '\0' && l.best != UINT64_MAX) verdict_best(q, r, &l, serial, text);
    if (text[0] == '\0' && serial) verdict_checkpoints(r, &l, text);
}

/* --- two searches -------------------------------------------------------------------------- */

/* Of the points of a search: their order matters, or it does not. */
static uint64_t verdict_hash(const matrix_log *log, int ordered) {
    uint64_t hash = MATRIX_HASH;
    for (uint64_t i = 0; i < matrix_log_count(log); i++) {
        if (!matrix_log_counts(log, i)) continue;
        const double *x = matrix_log_x(log, i);
        if (ordered) hash = matrix_hash(hash, x, log->n * sizeof *x);
        else hash += matrix_mix(matrix_hash(MATRIX_HASH, x, log->n * sizeof *x));
    }
    return hash;
}

void matrix_compare(const matrix_log *logs[2], const matrix_result results[2], int ordered,
                    char text[300]) {
    const matrix_result *a = &results[0], *b = &results[1];
    heco_outcome         p = a->outcome, q = b->outcome;
    p.seconds = q.seconds = 0.0;
    if (a->answered != b->answered || a->status != b->status)
        WRONG("'%.90s' and '%.90s'", a->status ? a->error.text : "ok",
              b->status ? b->error.text : "ok");
    if (!a->answered) return;
    if (memcmp(&p.f, &q.f, sizeof p.f) != 0 || memcmp(&p.viol, &q.viol, sizeof p.viol) != 0)
        WRONG("f %.17g and %.17g, violation %.17g and %.17g", p.f, q.f, p.viol, q.viol);
    if (p.evals != q.evals || p.failed != q.failed || p.stop != q.stop)
        WRONG("evaluations %llu and %llu, failed %llu and %llu, stopped by %s and %s",
              (wide)p.evals, (wide)q.evals, (wide)p.failed, (wide)q.failed, heco_stop_text(p.stop),
              heco_stop_text(q.stop));
    if (p.evals_at_best != q.evals_at_best || p.evals_to_feasible != q.evals_to_feasible ||
        p.evals_to_target != q.evals_to_target || p.derivatives != q.derivatives ||
        p.found != q.found || memcmp(p.c, q.c, sizeof p.c) != 0)
        WRONG("the outcomes differ in their counts");
    if (memcmp(a->x, b->x, logs[0]->n * sizeof *a->x) != 0 ||
        memcmp(a->c, b->c, logs[0]->m * sizeof *a->c) != 0)
        WRONG("the points or constraints of the answers differ");
    if (!b->loose && verdict_hash(logs[0], ordered) != verdict_hash(logs[1], ordered))
        WRONG("the searches went through other points");
}
