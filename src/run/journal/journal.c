/* Resume by replay: seed, options and told values determine a search, so the values are the
 * checkpoint. On resume the algorithm runs again from the start and is told what the journal holds;
 * each proposed point is compared with the recorded one, bit by bit. */
#include "run/journal/journal.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/error.h"
#include "run/journal/journal_describe.h"
#include "run/journal/journal_identity.h"
#include "run/journal/journal_scan.h"

struct heco_journal {
    heco_space          space;
    heco_journal_output to;
    int                 replaying;
    heco_journal_reader reader;
    uint64_t            batch; /* number of the batch being asked */
    uint64_t            replayed;
    unsigned char      *row; /* one batch record being made */
    size_t              row_capacity;
    double             *start; /* best points of earlier schedules, then the caller's */
    size_t              starts;
    double              seconds;  /* of earlier sessions                                        */
    double              began;    /* heco_clock() at the first evaluation; 0: none yet          */
    double              recorded; /* seconds of the last time record                           */
    int                 exact;    /* the search uses exact derivatives                      */
    int                 wanted;   /* the current batch requests them                        */
};

/* Sets j->start and j->starts: the best points of earlier schedules, then the caller's initial
 * points. */
static heco_status journal_take_start(heco_journal *j, const double *elite, size_t elites,
                                      const heco_run_options *o) {
    size_t n  = j->space.n;
    j->starts = elites + o->starts;
    j->start  = calloc(j->starts * n + 1, sizeof *j->start);
    if (j->start == NULL) return HECO_ERR_MEMORY;
    if (elites > 0) memcpy(j->start, elite, elites * n * sizeof *elite);
    if (o->starts > 0) memcpy(j->start + elites * n, o->start, o->starts * n * sizeof *o->start);
    return HECO_OK;
}

/* Creates the file and writes the caller's metadata, the description and the identity. */
static heco_status journal_create(heco_journal *j, const heco_problem *problem,
                                  const heco_minimize_options *o, const heco_journal_text *identity,
                                  heco_error *error) {
    j->to.fd = heco_journal_create(o->journal, error);
    if (j->to.fd < 0) return error != NULL ? error->status : HECO_ERR_IO;
    heco_status status = HECO_OK;
    if (o->journal_metadata != NULL) /* first, so that a journal with an identity is complete */
        status = heco_journal_write(j->to, HECO_JOURNAL_METADATA, o->journal_metadata,
                                    strlen(o->journal_metadata), error);
    if (status == HECO_OK) status = heco_journal_describe(j->to, problem, error);
    if (status == HECO_OK)
        status =
            heco_journal_write(j->to, HECO_JOURNAL_IDENTITY, identity->text, identity->used, error);
    return status == HECO_OK ? journal_take_start(j, NULL, 0, &o->run) : status;
}

/* Opens the reader at offset `at`, after the last identity record, and sets j->replaying. */
static heco_status journal_rewind(heco_journal *j, const char *path, uint64_t at,
                                  heco_error *error) {
    heco_status status = heco_journal_reader_open(&j->reader, path, error);
    if (status == HECO_OK) status = heco_journal_reader_seek(&j->reader, at, error);
    j->replaying = status == HECO_OK;
    return status;
}

/* Opens an existing file for appending, without its torn end. Prepares its replay, or a new
 * schedule if the budget was raised. */
static heco_status journal_resume(heco_journal *j, const heco_minimize_options *o,
                                  const heco_journal_text *identity, heco_error *error) {
    heco_journal_scan s;
    int               raised = 0;
    heco_status       status = heco_journal_scan_file(&s, o->journal, &j->space, error);
    if (status == HECO_OK)
        status =
            heco_journal_identity_compare(o->journal, s.identity, identity->text, &raised, error);
    if (status == HECO_OK) {
        j->to.fd = heco_journal_append_from(o->journal, s.good, s.good + s.torn, error);
        /* Another process has written between the scan and the lock: scan again. */
        if (j->to.fd == -2) {
            heco_journal_scan_free(&s);
            return journal_resume(j, o, identity, error);
        }
        if (j->to.fd < 0) status = error != NULL ? error->status : HECO_ERR_IO;
    }
    if (status == HECO_OK && raised)
        status =
            heco_journal_write(j->to, HECO_JOURNAL_IDENTITY, identity->text, identity->used, error);
    if (status == HECO_OK)
        status = raised ? journal_take_start(j, s.pending, s.pendings, &o->run)
                        : journal_take_start(j, s.elite, s.elites, &o->run);
    if (status == HECO_OK && !raised) {
        j->exact = heco_journal_identity_exact(s.identity);
        status   = journal_rewind(j, o->journal, s.at, error);
    }
    j->seconds = j->recorded = s.seconds;
    heco_journal_scan_free(&s);
    return status;
}

heco_status heco_journal_open(heco_journal **out, const heco_problem *problem,
                              const heco_minimize_options *o, heco_error *error) {
    heco_error        own;
    heco_journal_text identity;
    heco_journal     *j = calloc(1, sizeof *j);
    *out                = j;
    if (error == NULL) error = &own;
    if (j == NULL) return heco_fail_memory(error);
    j->to    = (heco_journal_output){.fd = -1, .path = o->journal};
    j->space = problem->space;
    heco_journal_identity(&identity, problem, o);
    heco_status status = HECO_ERR_MEMORY;
    j->exact           = problem->derivatives != NULL;
    if (!identity.failed)
        status = o->resume ? journal_resume(j, o, &identity, error)
                           : journal_create(j, problem, o, &identity, error);
    free(identity.text);
    if (status == HECO_ERR_MEMORY) heco_fail_memory(error);
    return status;
}

const double *heco_journal_start(const heco_journal *j, size_t *count) {
    *count = j->starts;
    return j->start;
}

int heco_journal_exact(const heco_journal *j) { return j->exact; }

/* Copies the derivatives of row 0. If the record has none although they were requested, a stop came
 * before them, and row 0 is evaluated again. Returns 0 if the record does not fit the request. */
static int journal_take_derivatives(const heco_journal *j, heco_batch *b,
                                    const heco_journal_batch *r) {
    size_t n = b->n * sizeof *b->df, count = heco_journal_slope_count(&j->space);
    b->derivatives = j->wanted;
    if (r->derived && !j->wanted) return 0;
    if (!j->wanted) return 1;
    if (!r->derived) b->state[0] = HECO_ROW_SKIPPED;
    if (!r->derived || b->state[0] == HECO_ROW_SKIPPED) return 1;
    b->derivatives = r->slope_count == count;
    if (!b->derivatives) return r->slope_count == 0;
    memcpy(b->df, r->slopes, n);
    if (b->ng > 0) memcpy(b->dg, r->slopes + b->n, b->ng * n);
    if (b->nh > 0) memcpy(b->dh, r->slopes + (1 + b->ng) * b->n, b->nh * n);
    return 1;
}

/* Copies a recorded batch into the current one; the points must have the same bits. */
static heco_status journal_take_batch(heco_journal *j, heco_batch *b, heco_error *error) {
    const heco_space  *s = &j->space;
    heco_journal_batch r;
    int same = heco_journal_split(&r, &j->reader.record) && r.size == heco_journal_row_size(s) &&
               r.rows == b->count && r.number == j->batch;
    for (size_t i = 0; same && i < r.rows; i++) {
        const unsigned char *at = heco_journal_row(&r, i);
        const double        *x  = (const double *)(const void *)(at + 8);
        same                    = memcmp(x, b->x + i * s->n, s->n * sizeof *x) == 0;
        b->state[i]             = at[0];
        b->f[i]                 = x[s->n];
        memcpy(b->g + i * s->ng, x + s->n + 1, s->ng * sizeof *x);
        memcpy(b->h + i * s->nh, x + s->n + 1 + s->ng, s->nh * sizeof *x);
    }
    if (same && journal_take_derivatives(j, b, &r)) return HECO_OK;
    return heco_fail(
        error, HECO_ERR_CONFLICT,
        "journal %s does not belong to this search: the points of its batch %llu differ",
        j->reader.path, (unsigned long long)j->batch);
}

heco_status heco_journal_replay(heco_journal *j, heco_batch *b, size_t *missing,
                                heco_error *error) {
    heco_error own;
    if (error == NULL) error = &own;
    j->wanted = b->derivatives;
    memset(b->state, HECO_ROW_SKIPPED, b->count);
    *missing = b->count;
    while (j->replaying) {
        int more = heco_journal_reader_next(&j->reader, error);
        if (more < 0) return error->status;
        if (more == 0) j->replaying = 0;
        if (more == 0 || !heco_journal_is_batch(&j->reader.record)) continue;
        heco_status status = journal_take_batch(j, b, error);
        if (status != HECO_OK) return status;
        *missing = 0;
        for (size_t i = 0; i < b->count; i++) *missing += b->state[i] == HECO_ROW_SKIPPED;
        /* A batch that a stop had cut short is recorded again, complete, by the search that
         * resumed. */
        if (*missing == 0) break;
    }
    j->replayed += b->count - *missing;
    if (*missing > 0 && j->began == 0.0) j->began = heco_clock();
    return HECO_OK;
}

/* Records the time of the last batch, at most once every `every` seconds. Only reports read it. */
static heco_status journal_record_time(heco_journal *j, double every, heco_error *error) {
    unsigned char bytes[16];
    double        now = j->seconds + (heco_clock() - j->began);
    if (j->began == 0.0 || now < j->recorded + every) return HECO_OK;
    j->recorded = now;
    memcpy(bytes, &j->batch, 8);
    memcpy(bytes + 8, &now, 8);
    return heco_journal_write(j->to, HECO_JOURNAL_TIME, bytes, sizeof bytes, error);
}

/* Writes row i of the batch as heco_journal_row_size() bytes at `at`. */
static void journal_put_row(unsigned char *at, const heco_batch *b, size_t i) {
    memset(at, 0, 8);
    at[0] = b->state[i];
    at += 8;
    memcpy(at, b->x + i * b->n, b->n * 8);
    memcpy(at + b->n * 8, b->f + i, 8);
    memcpy(at + (b->n + 1) * 8, b->g + i * b->ng, b->ng * 8);
    memcpy(at + (b->n + 1 + b->ng) * 8, b->h + i * b->nh, b->nh * 8);
}

static void journal_put_derivatives(unsigned char *at, const heco_batch *b) {
    size_t n = b->n * 8;
    memcpy(at, b->df, n);
    if (b->ng > 0) memcpy(at + n, b->dg, b->ng * n);
    if (b->nh > 0) memcpy(at + (1 + b->ng) * n, b->dh, b->nh * n);
}

heco_status heco_journal_append(heco_journal *j, const heco_batch *b, heco_error *error) {
    const heco_space *s       = &j->space;
    int               derived = j->wanted && (b->derivatives || !b->stop);
    uint64_t          slopes  = derived && b->derivatives ? heco_journal_slope_count(s) : 0;
    uint64_t          head[3] = {j->batch, b->count, slopes};
    size_t            size = heco_journal_row_size(s), first = derived ? 24 : 16;
    size_t            rows = first + b->count * size, need = rows + 8 * (size_t)slopes;
    if (need > j->row_capacity) {
        unsigned char *row = realloc(j->row, need);
        if (row == NULL) return heco_fail_memory(error);
        j->row          = row;
        j->row_capacity = need;
    }
    memcpy(j->row, head, first);
    for (size_t i = 0; i < b->count; i++) journal_put_row(j->row + first + i * size, b, i);
    if (slopes > 0) journal_put_derivatives(j->row + rows, b);
    heco_status status = heco_journal_write(
        j->to, derived ? HECO_JOURNAL_DERIVED : HECO_JOURNAL_BATCH, j->row, need, error);
    return status == HECO_OK ? journal_record_time(j, 1.0, error) : status;
}

uint64_t heco_journal_replayed(const heco_journal *j) { return j->replayed; }

void heco_journal_next(heco_journal *j) { j->batch++; }

void heco_journal_close(heco_journal *j) {
    if (j == NULL) return;
    heco_journal_reader_close(&j->reader);
    if (j->to.fd >= 0) (void)journal_record_time(j, 0.0, NULL);
    if (j->to.fd >= 0) close(j->to.fd);
    free(j->row);
    free(j->start);
    free(j);
}
