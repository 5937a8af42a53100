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

/* A point that may be one of the best. */
typedef struct {
    const double      *x;
    double             f, viol;
    heco_journal_place place;
} journal_point;

/* Returns whether the point comes before entry k of s->pending. Equal points are in the order of
 * the search, so that the order of the records does not matter. */
static int journal_comes_before(const heco_journal_scan *s, const journal_point *p, size_t k) {
    if (p->f != s->pending_f[k] || p->viol != s->pending_v[k])
        return heco_better_feasible_inline(p->f, p->viol, s->pending_f[k], s->pending_v[k]);
    return s->schedules == s->pending_schedule[k] &&
           heco_journal_place_compare(&p->place, &s->pending_place[k]) < 0;
}

/* Copies entry `from` of s->pending to entry `to`. */
static void journal_move_point(heco_journal_scan *s, size_t n, size_t to, size_t from) {
    memmove(s->pending + to * n, s->pending + from * n, n * sizeof *s->pending);
    s->pending_f[to] = s->pending_f[from], s->pending_v[to] = s->pending_v[from];
    s->pending_schedule[to] = s->pending_schedule[from];
    s->pending_place[to]    = s->pending_place[from];
}

/* Keeps the best HECO_JOURNAL_ELITE distinct points in s->pending, in order. */
static void journal_offer_point(heco_journal_scan *s, size_t n, const journal_point *p) {
    size_t at = 0, same = 0;
    while (at < s->pendings && !journal_comes_before(s, p, at)) at++;
    while (same < s->pendings && memcmp(s->pending + same * n, p->x, n * sizeof *p->x) != 0) same++;
    if (at == HECO_JOURNAL_ELITE || same < at) return;
    if (same == HECO_JOURNAL_ELITE) same--; /* the last one makes room */
    else if (same == s->pendings) s->pendings++;
    for (size_t k = same; k > at; k--) journal_move_point(s, n, k, k - 1);
    memcpy(s->pending + at * n, p->x, n * sizeof *p->x);
    s->pending_f[at] = p->f, s->pending_v[at] = p->viol;
    s->pending_schedule[at] = s->schedules;
    s->pending_place[at]    = p->place;
}

/* Offers a row with finite values to journal_offer_point(). `values` are x, f, g, h. */
static void journal_scan_values(heco_journal_scan *s, const heco_space *space, unsigned char state,
                                const double *values, heco_journal_place place) {
    const double *f = values + space->n;
    double        v = heco_violation(space, f + 1, f + 1 + space->ng);
    if (state != HECO_ROW_OK || *f - *f != 0.0 || !(v < INFINITY)) return;
    journal_offer_point(s, space->n,
                        &(journal_point){.x = values, .f = *f, .viol = v, .place = place});
}

/* Counts a row and offers its point. Returns 0 if the record is malformed. */
static int journal_scan_row(heco_journal_scan *s, const heco_journal_record *r,
                            const heco_space *space) {
    heco_journal_entry e;
    if (!heco_journal_entry_read(&e, r)) return 0;
    if (e.ahead) return 1; /* it is recorded again if its lane asks for it */
    s->evals++;
    if (space != NULL && heco_journal_entry_fits(&e, space->n, space->ng, space->nh))
        journal_scan_values(s, space, e.state, e.values, e.place);
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
    case HECO_JOURNAL_ROW:
        if (s->identity != NULL && journal_scan_row(s, &r->record, space)) return HECO_OK;
        return heco_journal_fail_row(r, error);
    case HECO_JOURNAL_TIME:
        if (r->record.size == 16) memcpy(&s->seconds, r->record.data + 8, 8);
        return HECO_OK;
    default: /* for reports, or of a later version */ return HECO_OK;
    }
}

/* How far a scan reads. */
typedef enum { JOURNAL_ALL, JOURNAL_HEAD /* to the first evaluation */ } journal_extent;

/* Reads the records up to `extent`. Returns what heco_journal_scan_file() returns. */
static heco_status journal_scan_part(heco_journal_scan *s, const char *path,
                                     const heco_space *space, journal_extent extent,
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
    int more = 0, wanted = 1;
    while (status == HECO_OK && wanted && (more = heco_journal_reader_next(&r, error)) == 1) {
        wanted = extent == JOURNAL_ALL || r.record.type != HECO_JOURNAL_ROW;
        if (wanted) status = journal_scan_record(s, &r, space, error);
    }
    s->good = r.good;
    s->torn = r.torn;
    heco_journal_reader_close(&r);
    if (status == HECO_ERR_MEMORY) return heco_fail_memory(error);
    if (status != HECO_OK) return status;
    if (more < 0) return error != NULL ? error->status : HECO_ERR_FORMAT;
    return s->identity != NULL ? HECO_OK : heco_journal_fail_empty(path, error);
}

heco_status heco_journal_scan_file(heco_journal_scan *s, const char *path, const heco_space *space,
                                   heco_error *error) {
    return journal_scan_part(s, path, space, JOURNAL_ALL, error);
}

/* A heco_journal_info together with the texts that it points to. */
typedef struct {
    heco_journal_info info;
    heco_journal_scan scan;
} journal_info_heap;

/* Sets what the info has from the identity. */
static void journal_info_set_identity(journal_info_heap *heap) {
    const char *identity = heap->scan.identity != NULL ? heap->scan.identity : "";
    heap->info.identity  = identity;
    heap->info.max_evals = heco_journal_identity_evals(identity);
    heap->info.schedules = heap->scan.schedules;
    heap->info.maximise  = strstr(identity, "\nsense=max\nevals=") != NULL;
}

static heco_status journal_read_part(heco_journal_info **out, const char *path,
                                     journal_extent extent, heco_error *error) {
    heco_error         own;
    journal_info_heap *heap = calloc(1, sizeof *heap);
    *out                    = NULL;
    if (heap == NULL) return heco_fail_memory(error);
    heco_status status =
        journal_scan_part(&heap->scan, path, NULL, extent, error != NULL ? error : &own);
    if (status != HECO_OK) {
        heco_journal_info_free(&heap->info);
        return status;
    }
    heap->info.metadata = heap->scan.metadata != NULL ? heap->scan.metadata : "";
    heap->info.evals    = heap->scan.evals;
    heap->info.torn     = heap->scan.torn;
    journal_info_set_identity(heap);
    /* analyse: gcc analyzer-malloc-leak: the caller frees the info, the first member of heap */
    *out = &heap->info;
    return HECO_OK;
}

heco_status heco_journal_read(heco_journal_info **out, const char *path, heco_error *error) {
    return journal_read_part(out, path, JOURNAL_ALL, error);
}

heco_status heco_journal_read_head(heco_journal_info **out, const char *path, heco_error *error) {
    return journal_read_part(out, path, JOURNAL_HEAD, error);
}

int heco_journal_info_begin_schedule(heco_journal_info *info, const heco_journal_record *r) {
    journal_info_heap *heap = (journal_info_heap *)info;
    char              *text = journal_copy_text(r);
    if (text == NULL) return 0;
    free(heap->scan.identity);
    heap->scan.identity = text;
    heap->scan.schedules++;
    journal_info_set_identity(heap);
    return 1;
}

uint64_t heco_journal_info_checked(const heco_journal_info *info) {
    return ((const journal_info_heap *)info)->scan.good;
}

void heco_journal_info_free(heco_journal_info *info) {
    if (info == NULL) return;
    journal_info_heap *heap = (journal_info_heap *)info;
    heco_journal_scan_free(&heap->scan);
    /* analyse: gcc analyzer-malloc-leak: heap and info are one address, and it is freed here */
    free(heap);
}
