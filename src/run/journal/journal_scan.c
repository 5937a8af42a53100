#include "run/journal/journal_scan.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "problem/better.h"
#include "run/journal/journal_identity.h"

void heco_journal_scan_free(heco_journal_scan *s) {
    free(s->identity);
    free(s->metadata);
    free(s->elite);
    free(s->pending);
}

/* Returns a copy of the text of a record, which the caller frees; NULL: no memory. */
static char *journal_copy_text(const heco_journal_record *r) {
    char *text = malloc((size_t)r->size + 1);
    if (text != NULL) memcpy(text, r->data, (size_t)r->size + 1);
    return text;
}

/* Keeps the best HECO_JOURNAL_ELITE distinct points in s->pending, in order. */
static void journal_offer_point(heco_journal_scan *s, const heco_space *space, const double *x,
                                double f, double v) {
    size_t at = s->pendings, n = space->n;
    for (size_t k = 0; k < s->pendings; k++) {
        if (memcmp(s->pending + k * n, x, n * sizeof *x) == 0) return;
        if (at == s->pendings &&
            heco_better_feasible_inline(f, v, s->pending_f[k], s->pending_v[k]))
            at = k;
    }
    if (at == HECO_JOURNAL_ELITE) return;
    if (s->pendings < HECO_JOURNAL_ELITE) s->pendings++;
    for (size_t k = s->pendings - 1; k > at; k--) {
        memcpy(s->pending + k * n, s->pending + (k - 1) * n, n * sizeof *x);
        s->pending_f[k] = s->pending_f[k - 1], s->pending_v[k] = s->pending_v[k - 1];
    }
    memcpy(s->pending + at * n, x, n * sizeof *x);
    s->pending_f[at] = f, s->pending_v[at] = v;
}

int heco_journal_split(heco_journal_batch *b, const heco_journal_record *r) {
    uint64_t rows, slopes = 0;
    b->derived  = r->type == HECO_JOURNAL_DERIVED;
    size_t head = b->derived ? 24 : 16;
    if (r->size <= head) return 0;
    memcpy(&b->number, r->data, 8);
    memcpy(&rows, r->data + 8, 8);
    if (b->derived) memcpy(&slopes, r->data + 16, 8);
    size_t room = r->size - head;
    if (slopes > room / 8) return 0;
    room -= 8 * (size_t)slopes;
    if (rows == 0 || rows > room / 24 || room % (8 * rows) != 0) return 0;
    b->rows        = (size_t)rows;
    b->size        = room / b->rows;
    b->first       = r->data + head;
    b->slope_count = (size_t)slopes;
    b->slopes      = (const double *)(const void *)(b->first + room);
    for (size_t i = 0; i < b->rows; i++)
        if (heco_journal_row(b, i)[0] > HECO_ROW_SKIPPED) return 0;
    return 1;
}

/* Offers the rows with finite values to journal_offer_point(). */
static void journal_scan_rows(heco_journal_scan *s, const heco_journal_batch *b,
                              const heco_space *space) {
    for (size_t i = 0; i < b->rows; i++) {
        const unsigned char *at = heco_journal_row(b, i);
        const double        *x = (const double *)(const void *)(at + 8), *f = x + space->n;
        double               v = heco_violation(space, f + 1, f + 1 + space->ng);
        if (at[0] == HECO_ROW_OK && *f - *f == 0.0 && v < INFINITY)
            journal_offer_point(s, space, x, *f, v);
    }
}

/* Counts the rows of a batch and offers its points. A batch that was cut short is recorded again,
 * complete, and only the later record counts. Rows of another space are not refused here, because
 * comparing the identities gives a better message. Returns 0 if the record is malformed. */
static int journal_scan_batch(heco_journal_scan *s, const heco_journal_record *r,
                              const heco_space *space) {
    heco_journal_batch b;
    uint64_t           evals = 0;
    if (!heco_journal_split(&b, r)) return 0;
    for (size_t i = 0; i < b.rows; i++) evals += heco_journal_row(&b, i)[0] != HECO_ROW_SKIPPED;
    s->evals += evals - (b.number == s->last ? s->last_evals : 0);
    s->last = b.number, s->last_evals = evals;
    if (space != NULL && b.size == heco_journal_row_size(space)) journal_scan_rows(s, &b, space);
    return 1;
}

/* Begins a schedule: keeps its identity, resets the counts, and copies the best points so far to
 * s->elite. */
static heco_status journal_scan_identity(heco_journal_scan *s, heco_journal_reader *r,
                                         const heco_space *space) {
    free(s->identity);
    s->identity = journal_copy_text(&r->record);
    s->at       = r->good;
    s->evals    = 0;
    s->last     = UINT64_MAX;
    s->schedules++;
    if (space != NULL) {
        memcpy(s->elite, s->pending, HECO_JOURNAL_ELITE * space->n * sizeof *s->elite);
        s->elites = s->pendings;
    }
    return s->identity != NULL ? HECO_OK : HECO_ERR_MEMORY;
}

static heco_status journal_scan_metadata(heco_journal_scan *s, const heco_journal_record *r) {
    free(s->metadata);
    s->metadata = journal_copy_text(r);
    return s->metadata != NULL ? HECO_OK : HECO_ERR_MEMORY;
}

/* Handles a record by its type; unknown types are skipped. */
static heco_status journal_scan_record(heco_journal_scan *s, heco_journal_reader *r,
                                       const heco_space *space, heco_error *error) {
    switch (r->record.type) {
    case HECO_JOURNAL_IDENTITY: return journal_scan_identity(s, r, space);
    case HECO_JOURNAL_METADATA: return journal_scan_metadata(s, &r->record);
    case HECO_JOURNAL_BATCH:
    case HECO_JOURNAL_DERIVED:
        if (s->identity != NULL && journal_scan_batch(s, &r->record, space)) return HECO_OK;
        return heco_fail(error, HECO_ERR_FORMAT,
                         "journal %s: the record before byte %llu is not a batch of a search",
                         r->path, (unsigned long long)r->good);
    case HECO_JOURNAL_TIME:
        if (r->record.size == 16) memcpy(&s->seconds, r->record.data + 8, 8);
        return HECO_OK;
    default: /* for reports, or of a later version */ return HECO_OK;
    }
}

heco_status heco_journal_scan_file(heco_journal_scan *s, const char *path, const heco_space *space,
                                   heco_error *error) {
    heco_journal_reader r;
    memset(s, 0, sizeof *s);
    heco_status status = heco_journal_reader_open(&r, path, error);
    if (status != HECO_OK) return status;
    if (space != NULL) {
        s->elite   = calloc(HECO_JOURNAL_ELITE * space->n, sizeof *s->elite);
        s->pending = calloc(HECO_JOURNAL_ELITE * space->n, sizeof *s->pending);
        if (s->elite == NULL || s->pending == NULL) status = HECO_ERR_MEMORY;
    }
    int more = 0;
    while (status == HECO_OK && (more = heco_journal_reader_next(&r, error)) == 1)
        status = journal_scan_record(s, &r, space, error);
    s->good = r.good;
    s->torn = r.torn;
    heco_journal_reader_close(&r);
    if (status == HECO_ERR_MEMORY) return heco_fail_memory(error);
    if (status != HECO_OK) return status;
    if (more < 0) return error != NULL ? error->status : HECO_ERR_FORMAT;
    return s->identity != NULL ? HECO_OK : heco_journal_fail_empty(path, error);
}

/* A heco_journal_info together with the texts that it points to. */
typedef struct {
    heco_journal_info info;
    heco_journal_scan scan;
} journal_info_heap;

heco_status heco_journal_read(heco_journal_info **out, const char *path, heco_error *error) {
    heco_error         own;
    journal_info_heap *heap = calloc(1, sizeof *heap);
    *out                    = NULL;
    if (heap == NULL) return heco_fail_memory(error);
    heco_status status =
        heco_journal_scan_file(&heap->scan, path, NULL, error != NULL ? error : &own);
    if (status != HECO_OK) {
        heco_journal_info_free(&heap->info);
        return status;
    }
    const char *identity = heap->scan.identity != NULL ? heap->scan.identity : "";
    heap->info =
        (heco_journal_info){.metadata  = heap->scan.metadata != NULL ? heap->scan.metadata : "",
                            .identity  = identity,
                            .max_evals = heco_journal_identity_evals(identity),
                            .evals     = heap->scan.evals,
                            .schedules = heap->scan.schedules,
                            .torn      = heap->scan.torn,
                            .maximise  = strstr(identity, "\nsense=max\nevals=") != NULL};
    *out = &heap->info;
    return HECO_OK;
}

void heco_journal_info_free(heco_journal_info *info) {
    if (info == NULL) return;
    journal_info_heap *heap = (journal_info_heap *)info;
    heco_journal_scan_free(&heap->scan);
    /* analyse: gcc analyzer-malloc-leak: heap and info are one address, and it is freed here */
    free(heap);
}
