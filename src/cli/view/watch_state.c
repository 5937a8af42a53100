#include "cli/view/watch_state.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/os.h"
#include "cli/args.h"
#include "cli/interrupt.h"
#include "cli/view/bench_table.h"
#include "heco/experiment.h"
#include "heco/journal.h"

int watch_state_open(watch_state *w, const char *path) {
    static const char database[] = "SQLite format 3", journal[] = "\nheco-j1";
    char              head[16] = "";
    *w                         = (watch_state){.path = path, .f = NAN, .viol = NAN};
    if (stat(path, &w->about) != 0) return cli_fail(CLI_ERROR, "%s: %s", path, strerror(errno));
    FILE *file = S_ISREG(w->about.st_mode) ? fopen(path, "rb") : NULL;
    if (file == NULL)
        return cli_fail(CLI_ERROR, "%s is not a regular file: give a results database or a journal",
                        path);
    size_t got = fread(head, 1, sizeof head, file);
    fclose(file);
    w->journal = got >= 8 && memcmp(head, journal, 8) == 0;
    if (w->journal || (got == sizeof head && memcmp(head, database, sizeof database) == 0))
        return -1;
    return cli_fail(CLI_USAGE,
                    "%s is neither a results database of heco bench nor a journal of heco solve",
                    path);
}

/* ---- a database ---- */

/* Sets the sums over all runs: done, evals, feasible and failed. */
static void watch_state_count_runs(watch_state *w, const heco_results *results) {
    w->done  = heco_results_count(results);
    w->evals = w->feasible = w->failed = 0;
    for (size_t i = 0; i < w->done; i++) {
        const heco_outcome *o = &heco_results_at(results, i)->outcome;
        w->evals += o->evals;
        w->failed += o->failed;
        w->feasible += o->viol == 0.0;
    }
}

/* Ends a long query after a signal. */
static int watch_state_should_stop(void *user, const heco_progress *progress) {
    (void)user, (void)progress;
    return interrupt_seen();
}

/* Refreshes w from the database: sums, table and whether a bench is running. */
static heco_status watch_state_read_database(watch_state *w) {
    heco_results *results;
    char         *text = NULL;
    size_t        size = 0, jobs = 0;
    heco_status   status =
        heco_results_open_until(&results, w->path, watch_state_should_stop, NULL, &w->error);
    if (status != HECO_OK) return status;
    w->running = heco_bench_running(w->path, &jobs);
    if (jobs > 0) w->total = jobs;
    watch_state_count_runs(w, results);
    FILE *out = heco_os_memory_open(&text, &size);
    if (out != NULL) {
        bench_table_groups(out, results);
        if (heco_os_memory_close(out, &text, &size) != NULL) {
            free(w->table);
            w->table = text;
        }
    }
    heco_results_close(results);
    return HECO_OK;
}

/* ---- a journal ---- */

enum {
    WATCH_ROW = 44
}; /* bytes of a row record beside its values: a frame, its place, its state */

typedef struct {
    watch_state *state;
    size_t       ng, nh;
} watch_journal;

/* Returns the violation of constraint k; 0 within its tolerance. */
static double watch_excess(const watch_journal *j, const heco_journal_point *p, size_t k) {
    double value = k < j->ng ? p->g[k] : fabs(p->h[k - j->ng]);
    return value > heco_journal_walk_constraint(j->state->walk, k)->tolerance ? value : 0.0;
}

/* Finds the constraints that are violated most. */
static void watch_blocking(watch_journal *j, const heco_journal_point *p) {
    watch_state *w = j->state;
    memset(w->by, 0, sizeof w->by);
    for (size_t k = 0; k < j->ng + j->nh; k++) {
        double excess = watch_excess(j, p, k);
        size_t at     = WATCH_BLOCKING;
        while (at > 0 && excess > w->by[at - 1]) at--;
        if (at == WATCH_BLOCKING || excess == 0.0) continue;
        for (size_t i = WATCH_BLOCKING - 1; i > at; i--) {
            w->by[i] = w->by[i - 1];
            memcpy(w->blocking[i], w->blocking[i - 1], sizeof w->blocking[i]);
        }
        w->by[at] = excess;
        snprintf(w->blocking[at], sizeof w->blocking[at], "%.60s",
                 heco_journal_walk_constraint(j->state->walk, k)->name);
    }
}

/* Keeps every second point of a full curve. */
static void watch_thin_curve(watch_state *w) {
    w->stride *= 2;
    for (w->curve = 0; 2 * w->curve + 1 < WATCH_CURVE; w->curve++) {
        w->curve_f[w->curve]    = w->curve_f[2 * w->curve + 1];
        w->curve_viol[w->curve] = w->curve_viol[2 * w->curve + 1];
    }
}

/* Counts a point; updates the best point and the curve. */
static void watch_add_point(watch_journal *j, const heco_journal_point *p) {
    watch_state *w   = j->state;
    double       sum = 0.0;
    size_t       m   = j->ng + j->nh;
    w->done++;
    for (size_t k = 0; k < m; k++) sum += watch_excess(j, p, k);
    double viol = m > 0 ? sum / (double)m : 0.0;
    int    bad  = p->failed || !isfinite(p->f) || !isfinite(viol);
    w->failed += bad && p->state != HECO_ROW_REJECTED && p->state != HECO_ROW_PARTIAL;
    if (!bad && viol == 0.0 && w->feasible++ == 0) w->first_feasible = w->done;
    if (!bad && (isnan(w->f) || heco_better_feasible(p->f, viol, w->f, w->viol))) {
        w->f = p->f, w->viol = viol;
        watch_blocking(j, p);
    }
    if (w->done % w->stride != 0) return;
    if (w->curve == WATCH_CURVE) watch_thin_curve(w);
    if (w->done % w->stride != 0) return;
    w->curve_f[w->curve]      = w->f;
    w->curve_viol[w->curve++] = w->viol;
}

/* Sets w->title from the lines of the journal's identity. */
static void watch_set_title(watch_state *w, const char *identity) {
    char model[80] = "", algorithm[60] = "", seed[24] = "";
    for (const char *at = identity; at != NULL && *at != '\0';) {
        sscanf(at, "model=%79[^\n]", model);
        sscanf(at, "algorithm=%59[^\n]", algorithm);
        sscanf(at, "seed=%23[^\n]", seed);
        at = strchr(at, '\n');
        if (at != NULL) at++;
    }
    snprintf(w->title, sizeof w->title, "%s with %s, seed %s", model, algorithm, seed);
}

/* Opens the journal of `size` bytes and resets the counts. */
static heco_status watch_open_journal(watch_state *w, uint64_t size) {
    size_t n, ng, nh;
    heco_journal_walk_close(w->walk);
    w->walk            = NULL;
    heco_status status = heco_journal_walk_begin(&w->walk, w->path, &w->error);
    if (status != HECO_OK) return status;
    heco_journal_walk_sizes(w->walk, &n, &ng, &nh);
    w->stride = size / (WATCH_ROW + 8 * (n + 1 + ng + nh)) / WATCH_CURVE + 1;
    w->done = w->failed = w->feasible = w->first_feasible = w->schedule = 0;
    w->curve = 0, w->f = w->viol = NAN;
    return HECO_OK;
}

/* Reads the evaluations from the walk's place on. f has the user's sign. A raised budget begins a
 * new schedule: returns HECO_ERR_CONFLICT then, because the title and the total are out of date. */
static heco_status watch_read_on(watch_state *w) {
    watch_journal      j = {.state = w};
    heco_journal_point p;
    size_t             n;
    int                more, negated = heco_journal_walk_info(w->walk)->maximise;
    uint64_t           first = w->schedule;
    heco_journal_walk_sizes(w->walk, &n, &j.ng, &j.nh);
    if (negated) w->f = 0.0 - w->f;
    while ((more = heco_journal_walk_next(w->walk, &p, &w->error)) == 1) {
        if (first > 0 && p.schedule != first) return HECO_ERR_CONFLICT;
        w->schedule = p.schedule;
        watch_add_point(&j, &p);
    }
    w->evals = w->done;
    if (negated) w->f = 0.0 - w->f;
    watch_set_title(w, heco_journal_walk_info(w->walk)->identity);
    w->total = heco_journal_walk_info(w->walk)->max_evals;
    return more < 0 ? w->error.status : HECO_OK;
}

/* Refreshes w from the journal: reads on where the last poll ended, or everything if the file is
 * another one or has become shorter. */
static heco_status watch_state_read_journal(watch_state *w, const struct stat *about) {
    heco_status status = HECO_ERR_CONFLICT;
    w->running         = heco_journal_running(w->path);
    if (w->walk != NULL && about->st_ino == w->about.st_ino && about->st_size >= w->about.st_size &&
        heco_journal_walk_follow(w->walk, &w->error) == HECO_OK)
        status = watch_read_on(w);
    if (status == HECO_OK) return HECO_OK;
    status = watch_open_journal(w, (uint64_t)about->st_size);
    return status == HECO_OK ? watch_read_on(w) : status;
}

/* ---- polls ---- */

/* Records the time and the number done, for the rate; drops the oldest record. */
static void watch_add_poll(watch_state *w, double now) {
    if (w->polls == WATCH_POLLS) {
        memmove(w->when, w->when + 1, (WATCH_POLLS - 1) * sizeof *w->when);
        memmove(w->then, w->then + 1, (WATCH_POLLS - 1) * sizeof *w->then);
        w->polls--;
    }
    w->when[w->polls]   = now;
    w->then[w->polls++] = w->done;
}

static int watch_is_same(const struct stat *a, const struct stat *b) {
    return a->st_size == b->st_size && a->st_ino == b->st_ino &&
           heco_os_changed(a) == heco_os_changed(b);
}

heco_status watch_state_poll(watch_state *w, double now) {
    struct stat about;
    int         was_running = w->running, was_gone = w->gone;
    w->changed       = 0;
    w->gone          = stat(w->path, &about) != 0;
    w->error.text[0] = '\0';
    if (w->gone) {
        w->running = 0;
        w->changed = !was_gone;
        snprintf(w->error.text, sizeof w->error.text, "%s no longer exists", w->path);
        return HECO_ERR_IO;
    }
    if (w->seen && watch_is_same(&about, &w->about)) {
        w->running = w->journal ? heco_journal_running(w->path) : heco_bench_running(w->path, NULL);
        w->changed = w->running != was_running;
        watch_add_poll(w, now);
        return HECO_OK;
    }
    double      start = heco_clock();
    heco_status status =
        w->journal ? watch_state_read_journal(w, &about) : watch_state_read_database(w);
    w->cost = heco_clock() - start;
    if (status != HECO_OK) return status;
    w->about   = about;
    w->changed = 1;
    w->seen    = 1;
    watch_add_poll(w, now);
    return HECO_OK;
}

double watch_state_rate(const watch_state *w) {
    if (w->polls < 2) return 0.0;
    double seconds = w->when[w->polls - 1] - w->when[0];
    double done    = (double)(w->then[w->polls - 1] - w->then[0]);
    return seconds > 0.0 && w->then[w->polls - 1] > w->then[0] ? done / seconds : 0.0;
}

void watch_state_close(watch_state *w) {
    heco_journal_walk_close(w->walk);
    free(w->table);
    w->walk  = NULL;
    w->table = NULL;
}
