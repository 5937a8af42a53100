#include "report/page/page_history.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "heco/problem.h"
#include "heco/run.h"

static int history_rows_init(history_rows *r, size_t width, size_t capacity) {
    *r = (history_rows){.width = width, .value = malloc(capacity * width * sizeof *r->value)};
    return r->value != NULL;
}

/* Copies a row. The caller adds at most `capacity` rows. */
static void history_rows_add(history_rows *r, const double *row) {
    memcpy(r->value + r->count++ * r->width, row, r->width * sizeof *row);
}

/* Copies a row to an earlier place. */
static void history_rows_keep(history_rows *r, size_t to, size_t from) {
    memmove(r->value + to * r->width, r->value + from * r->width, r->width * sizeof *r->value);
}

static heco_status history_init(heco_history *h, const heco_journal_walk *walk) {
    *h = (heco_history){.stride = 1};
    heco_journal_walk_sizes(walk, &h->n, &h->ng, &h->nh);
    size_t width = HISTORY_HEAD + h->n + 2 * (h->ng + h->nh);
    h->row       = malloc(width * sizeof *h->row);
    h->met       = calloc(h->ng + h->nh + 1, sizeof *h->met);
    h->why       = calloc(HISTORY_REASONS + h->ng + h->nh, sizeof *h->why);
    int all      = history_rows_init(&h->best, width, HISTORY_EVENTS);
    all &= history_rows_init(&h->sample, width, HISTORY_SAMPLE);
    all &= history_rows_init(&h->bad, width, HISTORY_FAILED);
    all &= h->row != NULL && h->met != NULL && h->why != NULL;
    return all ? HECO_OK : HECO_ERR_MEMORY;
}

void heco_history_free(heco_history *h) {
    free(h->best.value);
    free(h->sample.value);
    free(h->bad.value);
    free(h->row);
    free(h->met);
    free(h->why);
}

/* Returns the number of a part from 1 on; 0 if it has no name or there are too many. Neighbours
 * usually have the same part, which is the last one. */
static size_t history_part(heco_history *h, const char *name) {
    if (name[0] == '\0') return 0;
    for (size_t i = h->parts; i > 0; i--)
        if (strcmp(h->part[i - 1], name) == 0) return i;
    if (h->parts == HISTORY_PARTS) return 0;
    snprintf(h->part[h->parts], sizeof h->part[0], "%s", name);
    return ++h->parts;
}

size_t heco_history_reason(const heco_history *h, const double *row) {
    const double *value = heco_history_values(h, row);
    if (isnan(row[1])) return HISTORY_NO_VALUES;
    for (size_t k = 0; k < h->ng + h->nh; k++)
        if (!isfinite(value[k])) return HISTORY_REASONS + k;
    return isfinite(row[1]) ? HISTORY_NO_VALUES : HISTORY_NO_F;
}

/* In place of 1, failed: the point was rejected, or its evaluation stopped early. */
static const double HISTORY_LACKS_F = 2.0;

/* Fills the row of one evaluation. The violation is the mean over the constraints. */
static void history_look(heco_history *h, const heco_journal_walk *walk,
                         const heco_journal_point *p) {
    size_t  m    = h->ng + h->nh;
    double *viol = h->row + HISTORY_HEAD + h->n, *value = viol + m, sum = 0.0;
    int     lacks = p->state == HECO_ROW_REJECTED || p->state == HECO_ROW_PARTIAL;
    int     wrong = !lacks && (p->failed || !isfinite(p->f));
    for (size_t k = 0; k < m; k++) {
        value[k]    = k < h->ng ? p->g[k] : p->h[k - h->ng];
        double size = k < h->ng ? value[k] : fabs(value[k]);
        viol[k]     = size > heco_journal_walk_constraint(walk, k)->tolerance ? size : 0.0;
        if (!isfinite(value[k]) && !lacks) wrong = 1;
        sum += viol[k];
    }
    h->row[0] = (double)h->evals;
    h->row[1] = p->f;
    h->row[2] = m > 0 ? sum / (double)m : 0.0;
    h->row[3] = lacks ? HISTORY_LACKS_F : wrong;
    h->row[4] = (double)history_part(h, heco_journal_walk_part(walk));
    memcpy(h->row + HISTORY_HEAD, p->x, h->n * sizeof *p->x);
}

/* Removes half of the improvements: those that lie closest together on a logarithmic axis, never
 * the first or the last. */
static void history_thin(history_rows *r) {
    double span = log(heco_history_row(r, r->count - 1)[0] + 1.0), last = -1.0;
    size_t kept = 0;
    for (size_t i = 0; i < r->count; i++) {
        double at = log(heco_history_row(r, i)[0]);
        if (i + 1 < r->count && i > 0 && at - last < 2.0 * span / HISTORY_EVENTS &&
            (i % 2 == 1 || r->count - i > HISTORY_EVENTS / 4))
            continue;
        last = at;
        history_rows_keep(r, kept++, i);
    }
    if (kept == r->count) /* they are spread evenly already */
        for (kept = 0; 2 * kept + 1 < r->count; kept++) history_rows_keep(r, kept, 2 * kept + 1);
    r->count = kept;
}

/* Counts the point in h->row if it is feasible, and adds it to h->best if it is the best so far.
 * h->met[k] is the evaluation since which the best point meets constraint k. */
static void history_improve(heco_history *h) {
    size_t        m    = h->ng + h->nh;
    const double *last = h->best.count > 0 ? heco_history_row(&h->best, h->best.count - 1) : NULL;
    if (h->row[3] != 0.0) return;
    if (h->row[2] == 0.0) {
        h->feasible++;
        if (h->first_feasible == 0) h->first_feasible = h->evals;
    }
    if (last != NULL && !heco_better_feasible(h->row[1], h->row[2], last[1], last[2])) return;
    if (h->best.count == HISTORY_EVENTS) history_thin(&h->best);
    history_rows_add(&h->best, h->row);
    for (size_t k = 0; k < m; k++)
        if (heco_history_violations(h, h->row)[k] > 0.0) h->met[k] = 0;
        else if (h->met[k] == 0) h->met[k] = h->evals;
}

/* Counts the failed point in h->row, and stores it among the first ones. */
static void history_fail(heco_history *h) {
    h->failed++;
    h->why[heco_history_reason(h, h->row)]++;
    if (h->bad.count < HISTORY_FAILED) history_rows_add(&h->bad, h->row);
}

/* Adds every stride-th point to h->sample. A full sample keeps every second row and doubles
 * h->stride. */
static void history_sample(heco_history *h) {
    if (h->evals % h->stride != 0 || h->row[3] != 0.0) return;
    if (h->sample.count == HISTORY_SAMPLE) {
        h->stride *= 2;
        h->sample.count /= 2;
        for (size_t i = 0; i < h->sample.count; i++) history_rows_keep(&h->sample, i, 2 * i + 1);
        if (h->evals % h->stride != 0) return;
    }
    history_rows_add(&h->sample, h->row);
}

/* Records a time about once a second. If HISTORY_TIMES are stored,
 * removes every second one. */
static void history_time(heco_history *h, double evals, double seconds) {
    if (h->times > 0 && seconds <= h->time[h->times - 1]) return;
    if (h->times == HISTORY_TIMES)
        for (h->times = 0; 2 * h->times + 1 < HISTORY_TIMES; h->times++) {
            h->time[h->times]       = h->time[2 * h->times + 1];
            h->time_evals[h->times] = h->time_evals[2 * h->times + 1];
        }
    h->time_evals[h->times] = evals;
    h->time[h->times++]     = seconds;
}

heco_status heco_history_begin(heco_history *h, const heco_journal_walk *walk, heco_error *error) {
    return history_init(h, walk) == HECO_OK ? HECO_OK : heco_fail_memory(error);
}

heco_status heco_history_add(heco_history *h, heco_journal_walk *walk, heco_error *error) {
    heco_journal_point p;
    int                more;
    while ((more = heco_journal_walk_next(walk, &p, error)) == 1) {
        if (p.seconds > 0.0) history_time(h, (double)h->evals, p.seconds);
        h->schedules = p.schedule;
        h->evals++;
        history_look(h, walk, &p);
        if (h->row[3] == 1.0) history_fail(h);
        history_improve(h);
        history_sample(h);
    }
    if (heco_journal_walk_seconds(walk) > 0.0)
        history_time(h, (double)h->evals, heco_journal_walk_seconds(walk));
    return more < 0 ? error->status : HECO_OK;
}
