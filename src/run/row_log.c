#include "run/row_log.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "problem/better.h"
#include "problem/violation.h"

heco_status heco_row_log_init(heco_row_log *log, const heco_space *space, int maximise,
                              heco_journal *journal, heco_error *error) {
    memset(log, 0, sizeof *log);
    log->space   = space;
    log->journal = journal;
    log->sign    = maximise ? -1.0 : 1.0;
    log->f = log->viol = INFINITY;
    log->x             = calloc(2 * space->n, sizeof *log->x);
    if (log->x == NULL) return heco_fail_memory(error);
    pthread_mutex_init(&log->lock, NULL);
    return HECO_OK;
}

void heco_row_log_free(heco_row_log *log) {
    if (log->x == NULL) return;
    pthread_mutex_destroy(&log->lock);
    free(log->x);
    log->x = NULL;
}

void heco_row_log_begin(heco_row_log *log, const heco_batch *batch) {
    log->batch = batch;
    log->f = log->viol = INFINITY;
    log->error         = (heco_error){HECO_OK, ""};
}

/* Keeps row i if it is better than the best so far. */
static void log_compare(heco_row_log *log, const heco_batch *b, size_t i) {
    const heco_space *s    = log->space;
    size_t            m    = s->ng + s->nh;
    double            f    = log->sign * b->f[i];
    double            viol = heco_violation_total(s, b->g + i * b->ng, b->h + i * b->nh, 0.0);
    if (b->state[i] != HECO_ROW_OK || !isfinite(f) || !(viol < INFINITY)) return;
    viol /= m > 0 ? (double)m : 1.0;
    if (!heco_better_feasible_inline(f, viol, log->f, log->viol)) return;
    log->f     = f;
    log->viol  = viol;
    log->worst = heco_violation_worst(s, b->g + i * b->ng, b->h + i * b->nh);
    memcpy(log->x, b->x + i * b->n, b->n * sizeof *log->x);
}

void heco_row_log_take(void *user, const heco_batch *rows, size_t begin, size_t end) {
    heco_row_log *log = user;
    pthread_mutex_lock(&log->lock);
    for (size_t i = begin; i < end; i++) log_compare(log, rows, i);
    if (log->journal != NULL && log->error.status == HECO_OK) {
        size_t first = (size_t)(rows->x - log->batch->x) / rows->n + begin;
        heco_journal_append(log->journal, rows, begin, end, first, &log->error);
    }
    pthread_mutex_unlock(&log->lock);
}

void heco_row_log_improve(heco_row_log *log, const char *part, heco_progress *progress) {
    double *shown = log->x + log->space->n;
    pthread_mutex_lock(&log->lock);
    if (heco_better_feasible_inline(log->f, log->viol, progress->f, progress->viol)) {
        memcpy(shown, log->x, log->space->n * sizeof *shown);
        progress->f        = log->f;
        progress->viol     = log->viol;
        progress->feasible = log->viol == 0.0;
        progress->x        = shown;
        progress->part     = part;
        progress->worst    = log->worst;
    }
    pthread_mutex_unlock(&log->lock);
}

int heco_row_log_has_failed(heco_row_log *log) {
    pthread_mutex_lock(&log->lock);
    int failed = log->error.status != HECO_OK;
    pthread_mutex_unlock(&log->lock);
    return failed;
}
