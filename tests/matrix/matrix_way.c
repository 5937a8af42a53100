/* Ways to run a search. Whatever the way, the library must go through the same points. */
#include <math.h>
#include <string.h>
#include <unistd.h>

#include "matrix.h"

struct matrix_way {
    const char *name;
    const char *backend; /* NULL: serial                                               */
    int         serial;  /* calls come in the order of the rows                        */
    int         batched, clones, dies, journal;
    void (*run)(const matrix_way *way, const matrix_search *q, matrix_result *out);
};
enum { JOURNAL_CUT = 1, JOURNAL_WHOLE = 2 };

/* --- heco_minimize() ------------------------------------------------------------------------- */

static heco_problem way_problem(const matrix_way *w, const matrix_search *q) {
    heco_problem p = heco_problem_default();
    p.protocol     = 1; /* what a search reports is what it has seen */
    p.ineq_tol     = 0.0;
    p.name         = q->space->name;
    p.space        = q->space->space;
    p.user         = q->user;
    p.eval         = w->batched ? NULL : matrix_observe;
    p.eval_batch   = w->batched ? matrix_observe_batch : NULL;
    p.sharing      = w->clones ? HECO_SHARE_CLONE : HECO_SHARE_FREELY;
    p.clone        = matrix_observe_clone;
    p.drop         = matrix_observe_drop;
    p.derivatives  = q->setting->slopes != DERIVATIVE_REPORT_NONE ? matrix_observe_slopes : NULL;
    return p;
}

static void way_copy(const matrix_search *q, const heco_result *r, matrix_result *out) {
    size_t n = q->space->space.n, ng = q->space->space.ng, nh = q->space->space.nh;
    out->answered = 1;
    out->outcome  = r->outcome;
    memcpy(out->x, r->x, n * sizeof *out->x);
    if (ng > 0) memcpy(out->c, r->g, ng * sizeof *out->c);
    if (nh > 0) memcpy(out->c + ng, r->h, nh * sizeof *out->c);
    out->checkpoints = r->checkpoint_count;
    for (size_t i = 0; i < r->checkpoint_count; i++) {
        out->checkpoint_f[i]    = r->checkpoint_f[i];
        out->checkpoint_viol[i] = r->checkpoint_viol[i];
    }
}

/* The report of the constraints against their values. */
static void way_check_report(const matrix_search *q, const heco_constraint_report *report,
                             matrix_result *out) {
    const heco_space *s = &q->space->space;
    for (size_t k = 0; k < s->ng + s->nh; k++) {
        const heco_constraint_report *c = &report[k];
        double v = k < s->ng ? c->g_or_h : fabs(c->g_or_h), tol = c->tolerance;
        double want = s->tol != NULL ? s->tol[k] : k < s->ng ? 0.0 : s->eq_tol;
        if (memcmp(&c->g_or_h, &out->c[k], sizeof c->g_or_h) != 0 || c->equality != (k >= s->ng) ||
            tol < want || c->satisfied != (v <= tol) || (c->excess > 0.0) == c->satisfied)
            snprintf(out->wrong, sizeof out->wrong,
                     "constraint %zu is reported as %g, tolerance %g, excess %g, %s", k + 1,
                     c->value, tol, c->excess, c->satisfied ? "met" : "not met");
    }
}

/* Failures that the function itself has spoken of. */
static void way_check_stats(const matrix_log *log, uint64_t from, const heco_failures *stats,
                            matrix_result *out) {
    uint64_t failed = 0;
    for (uint64_t i = from; i < matrix_log_count(log); i++)
        if (matrix_log_counts(log, i))
            failed += matrix_log_said(log, i) != HECO_POINT_OK || isnan(matrix_log_f(log, i));
    if (!out->loose && failed != stats->failed)
        snprintf(out->wrong, sizeof out->wrong, "the evaluator counts %llu failed points, not %llu",
                 (unsigned long long)stats->failed, (unsigned long long)failed);
    if ((stats->last_failure[0] == '\0') != (out->outcome.failed == 0) && from == 0 && !out->loose)
        snprintf(out->wrong, sizeof out->wrong, "%llu failed, the last failure is '%.100s'",
                 (unsigned long long)out->outcome.failed, stats->last_failure);
}

/* What the search says of itself is one line each. */
static void way_check_texts(const heco_solution *solution, matrix_result *out) {
    char text[2][400];
    heco_solution_describe(solution, text[0], sizeof text[0]);
    heco_solution_presolve_summary(solution, text[1], sizeof text[1]);
    for (int i = 0; i < 2; i++)
        if (memchr(text[i], '\0', sizeof text[i]) == NULL || strchr(text[i], '\n') != NULL)
            snprintf(out->wrong, sizeof out->wrong, "not a line: %.100s", text[i]);
}

/* By the number of calls, or by a flag that the function sets. */
static int way_should_stop(void *user, const heco_progress *now) {
    const matrix_search *q = user;
    (void)now;
    if (q->setting->interrupt_at > 0 && *q->user->interrupt) return 1;
    return q->setting->watch_at > 0 &&
           atomic_load(&q->user->log->calls) >= q->setting->watch_at;
}

static int way_progress(void *user, const heco_progress *now) {
    const matrix_search *q = user;
    return now->evals >= q->setting->progress_at;
}

static heco_run_options way_options(const matrix_search *q) {
    heco_run_options o = q->setting->run;
    o.batch            = 1; /* the batch, and so the bits, would follow the number of workers */
    if (strcmp(q->space->name, "contradiction") == 0)
        o.no_presolve = 1; /* heco_minimize() alone proves it before the search */
    if (q->setting->progress_at > 0) o.on_progress = way_progress, o.progress_user = (void *)q;
    return o;
}

/* One call; returns the evaluations that came from the journal. */
static uint64_t way_call(const matrix_way *w, const matrix_search *q, const char *journal,
                         int resume, matrix_result *out) {
    heco_problem          p    = way_problem(w, q);
    heco_minimize_options m    = heco_minimize_options_default();
    m.prices                   = HECO_PRICES_NO; /* their evaluations are not those of the search */
    m.samples                  = 1;              /* nor are those of noisy points */
    uint64_t              from = matrix_log_count(q->user->log), replayed = 0;
    volatile int          interrupt = 0;
    heco_solution        *solution  = NULL;
    m.algorithm                     = q->algorithm->name;
    m.backend                       = w->backend;
    m.evaluator.workers             = w->backend != NULL ? 2 + q->setting->run.seed % 2 : 0;
    m.lanes                         = HECO_LANES_NONE; /* the same search in all ways */
    m.run                           = way_options(q);
    m.journal                       = journal;
    m.resume                        = resume;
    if (q->setting->watch_at > 0 || q->setting->interrupt_at > 0)
        m.evaluator.should_stop = way_should_stop, m.evaluator.stop_user = (void *)q;
    q->user->interrupt = &interrupt;
    out->status        = heco_minimize(&solution, &p, &m, &out->error);
    q->user->interrupt = NULL;
    if (solution == NULL) return 0;
    way_copy(q, heco_solution_result(solution), out);
    out->reproduced = heco_solution_reproduced(solution);
    if (out->outcome.found != HECO_FOUND_NONE && matrix_log_count(q->user->log) > from)
        matrix_log_confirms(q->user->log, matrix_log_count(q->user->log) - 1);
    way_check_report(q, heco_solution_constraints(solution), out);
    way_check_stats(q->user->log, from, heco_solution_failures(solution), out);
    way_check_texts(solution, out);
    replayed = heco_solution_replayed(solution);
    heco_solution_free(solution);
    return replayed;
}

static void way_minimize(const matrix_way *w, const matrix_search *q, matrix_result *out) {
    uint64_t replayed = way_call(w, q, NULL, 0, out);
    if (replayed != 0) snprintf(out->wrong, sizeof out->wrong, "replayed without a journal");
}

/* A search that is stopped somewhere, or not at all, and then resumed. The first part must be right
 * by itself; what it has evaluated is not evaluated again. */
static void way_journal(const matrix_way *w, const matrix_search *q, matrix_result *out) {
    matrix_setting cut   = *q->setting;
    matrix_search  first = *q;
    matrix_result  part  = *out;
    char           path[300], text[300];
    uint64_t       budget = cut.run.max_evals > 0 ? cut.run.max_evals : 1;
    if (w->journal == JOURNAL_CUT) cut.stop_at = 1 + matrix_mix(~cut.run.seed) % budget;
    first.setting    = &cut;
    q->user->stop_at = cut.stop_at;
    snprintf(path, sizeof path, "%s/journal", q->folder);
    unlink(path);
    way_call(w, &first, path, 0, &part);
    q->user->stop_at = 0;
    matrix_judge(&first, &part, 1, text);
    if (text[0] != '\0' || !part.answered) {
        *out = part;
        if (text[0] != '\0') snprintf(out->wrong, sizeof out->wrong, "first part: %.280s", text);
        return;
    }
    uint64_t from = matrix_log_count(q->user->log), replayed = way_call(w, q, path, 1, out);
    /* Where a stop came before the derivatives of a batch, its first row is evaluated again. */
    if (out->answered && cut.slopes != DERIVATIVE_REPORT_NONE && replayed + 1 == part.outcome.evals)
        replayed += (uint64_t)matrix_log_again(q->user->log, from);
    if (out->answered && replayed != part.outcome.evals && out->wrong[0] == '\0')
        snprintf(out->wrong, sizeof out->wrong, "%llu evaluations replayed of %llu",
                 (unsigned long long)replayed, (unsigned long long)part.outcome.evals);
    unlink(path);
}

/* --- ask and tell ---------------------------------------------------------------------------- */

static void way_fill(const matrix_search *q, heco_batch *b) {
    for (size_t i = 0; i < b->count; i++) {
        double *g = b->g + i * b->ng, *h = b->h + i * b->nh;
        b->f[i] = NAN;
        for (size_t k = 0; k < b->ng; k++) g[k] = NAN;
        for (size_t k = 0; k < b->nh; k++) h[k] = NAN;
        int said = b->stop ? HECO_POINT_STOP : matrix_observe(q->user, b->x + i * b->n, b->f + i,
                                                              g, h);
        if (said == HECO_POINT_STOP) b->stop = 1, b->state[i] = HECO_ROW_SKIPPED;
        else if (said != HECO_POINT_OK) b->f[i] = NAN;
        if (i == 0 && b->derivatives && (said != HECO_POINT_OK || isnan(b->f[0]) ||
            matrix_observe_slopes(q->user, b->x, b->df, b->dg, b->dh) != HECO_POINT_OK))
            b->derivatives = 0;
    }
}

static void way_hand(const matrix_way *w, const matrix_search *q, matrix_result *out) {
    heco_run_options o   = way_options(q);
    heco_run        *run = NULL;
    heco_batch      *b;
    (void)w;
    o.derivatives = q->setting->slopes != DERIVATIVE_REPORT_NONE;
    out->status   = heco_run_new(&run, q->algorithm, &q->space->space, &o, &out->error);
    if (out->status != HECO_OK) return;
    while (out->status == HECO_OK && (b = heco_run_ask(run)) != NULL) {
        way_fill(q, b);
        out->status = heco_run_tell(run);
    }
    if (out->status == HECO_OK) out->status = heco_run_status(run);
    snprintf(out->error.text, sizeof out->error.text, "%s", heco_run_message(run));
    out->reproduced = -2;
    way_copy(q, heco_run_result(run), out);
    heco_run_free(run);
}

static void way_drive(const matrix_way *w, const matrix_search *q, matrix_result *out) {
    heco_problem     p         = way_problem(w, q);
    heco_run_options o         = way_options(q);
    heco_run        *run       = NULL;
    heco_evaluator  *evaluator = NULL;
    o.derivatives = q->setting->slopes != DERIVATIVE_REPORT_NONE;
    out->status   = heco_run_new(&run, q->algorithm, &q->space->space, &o, &out->error);
    if (out->status != HECO_OK) return;
    out->status = heco_evaluator_open(&evaluator, &p, NULL, NULL, &out->error);
    if (out->status == HECO_OK)
        out->status = heco_run_drive(run, evaluator, &out->error);
    out->reproduced = -2;
    way_copy(q, heco_run_result(run), out);
    heco_evaluator_close(evaluator);
    heco_run_free(run);
}

/* --- the table ------------------------------------------------------------------------------- */

static const matrix_way WAYS[] = {
    {"plain", NULL, 1, 0, 0, 0, 0, way_minimize},
    {"batch", NULL, 1, 1, 0, 0, 0, way_minimize},
    {"hand", NULL, 1, 0, 0, 0, 0, way_hand},
    {"drive", NULL, 1, 0, 0, 0, 0, way_drive},
    {"threads", "threads", 0, 0, 0, 0, 0, way_minimize},
    {"threads-clones", "threads", 0, 0, 1, 0, 0, way_minimize},
    {"threads-batch", "threads", 0, 1, 0, 0, 0, way_minimize},
    {"process", "process", 0, 0, 0, 0, 0, way_minimize},
    {"process-dies", "process", 0, 0, 0, 1, 0, way_minimize},
    {"resume", NULL, 1, 0, 0, 0, JOURNAL_CUT, way_journal},
    {"replay", NULL, 1, 0, 0, 0, JOURNAL_WHOLE, way_journal},
};

const matrix_way *matrix_way_at(size_t i) {
    return i < sizeof WAYS / sizeof WAYS[0] ? &WAYS[i] : NULL;
}
const char *matrix_way_name(const matrix_way *w) { return w->name; }
int         matrix_way_is_serial(const matrix_way *w) { return w->serial; }

/* A stop in the middle of a batch is at another point in every backend; a function of many rows
 * gets and gives up all of them at a time. */
int matrix_way_takes(const matrix_way *w, const matrix_setting *m, const matrix_fault *f) {
    int by_hand = w->run == way_hand || w->run == way_drive, plain = w == &WAYS[0];
    (void)f;
    if (m->interrupt_at || m->watch_at || m->timed) return plain;
    if (m->stop_at) return plain || by_hand;
    return 1;
}

void matrix_way_run(const matrix_way *w, const matrix_search *q, matrix_result *out) {
    memset(out, 0, sizeof *out);
    q->user->dies         = w->dies;
    q->user->parent       = (int)getpid();
    q->user->serial       = w->serial;
    q->user->stop_at      = q->setting->stop_at;
    q->user->interrupt_at = q->setting->interrupt_at;
    q->user->slopes       = q->setting->slopes;
    out->loose            = w->dies;
    w->run(w, q, out);
}
