/* Resume by replay: seed, options and told values determine a search, so the values are the
 * checkpoint. On resume the algorithm runs again from the start and is told what the journal holds;
 * each proposed point is compared with the recorded one, bit by bit. */
#include "run/journal/journal.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/error.h"
#include "problem/batch_init.h"
#include "run/journal/journal_describe.h"
#include "run/journal/journal_identity.h"
#include "run/journal/journal_row.h"
#include "run/journal/journal_scan.h"

enum { JOURNAL_WRITE_BYTES = 1 << 16, JOURNAL_PART = 48 };
/* most bytes of one write, if a row is not larger; bytes of the name of a part */

struct heco_journal {
    heco_space          space;
    heco_journal_output to;
    int                 replaying;
    heco_journal_reader reader;
    int                 held;  /* the reader's record belongs to a later batch */
    heco_journal_entry  entry; /* the reader's record                          */
    uint64_t            batch; /* number of the batch being asked */
    uint64_t            replayed;
    double              sign;   /* factor of f: -1 if the problem maximises */
    unsigned char      *frames; /* records being made */
    size_t              capacity;
    double             *start; /* best points of earlier schedules, then the caller's */
    size_t              starts;
    double              seconds;  /* of earlier sessions                                        */
    double              began;    /* heco_clock() at the first evaluation; 0: none yet          */
    double              recorded; /* seconds of the last time record                           */
    int                 exact;    /* the search uses exact derivatives                      */
    int                 wanted;   /* the current batch requests them                        */
    char                part[JOURNAL_PART]; /* of the last record of this kind; "": none    */
    heco_journal_table  rows; /* of a search in lanes                                   */
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
                                  const heco_minimize_options *o, const char *identity,
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
            heco_journal_write(j->to, HECO_JOURNAL_IDENTITY, identity, strlen(identity), error);
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
                                  const char *identity, heco_error *error) {
    heco_journal_scan s;
    int               raised = 0;
    heco_status       status = heco_journal_scan_file(&s, o->journal, &j->space, error);
    if (status == HECO_OK)
        status = heco_journal_identity_compare(o->journal, s.identity, identity, &raised, error);
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
            heco_journal_write(j->to, HECO_JOURNAL_IDENTITY, identity, strlen(identity), error);
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

/* Takes the memory for records, so that none is requested while the search goes on. */
static heco_status journal_take_buffer(heco_journal *j) {
    const heco_space *s   = &j->space;
    size_t            row = heco_journal_row_bytes(s->n, s->ng, s->nh, j->exact);
    j->capacity           = row > JOURNAL_WRITE_BYTES ? row : JOURNAL_WRITE_BYTES;
    j->frames             = malloc(j->capacity);
    return j->frames != NULL ? HECO_OK : HECO_ERR_MEMORY;
}

heco_status heco_journal_open(heco_journal **out, const heco_problem *problem,
                              const heco_minimize_options *o, heco_error *error) {
    heco_error    own;
    heco_journal *j = calloc(1, sizeof *j);
    *out            = j;
    if (error == NULL) error = &own;
    if (j == NULL) return heco_fail_memory(error);
    j->to    = (heco_journal_output){.fd = -1, .path = o->journal};
    j->space = problem->space;
    j->sign  = problem->maximise ? -1.0 : 1.0;
    char       *identity = heco_journal_identity(problem, o);
    heco_status status   = HECO_ERR_MEMORY;
    j->exact             = problem->derivatives != NULL;
    if (identity != NULL)
        status = o->resume ? journal_resume(j, o, identity, error)
                           : journal_create(j, problem, o, identity, error);
    free(identity);
    if (status == HECO_OK) status = journal_take_buffer(j);
    if (status == HECO_ERR_MEMORY) heco_fail_memory(error);
    return status;
}

const double *heco_journal_start(const heco_journal *j, size_t *count) {
    *count = j->starts;
    return j->start;
}

int heco_journal_exact(const heco_journal *j) { return j->exact; }

/* --- replay -------------------------------------------------------------------------------- */

/* Copies `count` recorded derivatives of row 0. If there are none although they were requested
 * (`derived` is 0), a stop came before them, and row 0 is evaluated again. Returns 0 if the record
 * does not fit the request. */
static int journal_take_derivatives(const heco_journal *j, heco_batch *b, int derived,
                                    const double *slopes, size_t count) {
    size_t n       = b->n * sizeof *b->df;
    b->derivatives = j->wanted;
    if (derived && !j->wanted) return 0;
    if (!j->wanted) return 1;
    if (!derived) b->state[0] = HECO_ROW_SKIPPED;
    if (!derived || b->state[0] == HECO_ROW_SKIPPED) return 1;
    b->derivatives = count == (1 + b->ng + b->nh) * b->n;
    if (!b->derivatives) return count == 0;
    memcpy(b->df, slopes, n);
    if (b->ng > 0) memcpy(b->dg, slopes + b->n, b->ng * n);
    if (b->nh > 0) memcpy(b->dh, slopes + (1 + b->ng) * b->n, b->nh * n);
    return 1;
}

/* Copies recorded values (x, f, g, h) into row i. Returns 0 if x has other bits. */
static int journal_take_values(heco_batch *b, size_t i, unsigned char state, const double *values) {
    b->state[i] = state;
    b->f[i]     = values[b->n];
    if (b->ng > 0) memcpy(b->g + i * b->ng, values + b->n + 1, b->ng * sizeof *values);
    if (b->nh > 0) memcpy(b->h + i * b->nh, values + b->n + 1 + b->ng, b->nh * sizeof *values);
    return memcmp(values, b->x + i * b->n, b->n * sizeof *values) == 0;
}

/* Copies the row of the reader's record. Returns 0 if it does not fit. */
static int journal_take_row(const heco_journal *j, heco_batch *b) {
    const heco_journal_entry *e     = &j->entry;
    size_t                    plain = b->n + 1 + b->ng + b->nh;
    if (e->place.lane != 0 || e->place.row >= b->count ||
        !heco_journal_entry_fits(e, b->n, b->ng, b->nh) ||
        !journal_take_values(b, (size_t)e->place.row, e->state, e->values))
        return 0;
    if (e->place.row > 0) return !e->derived;
    return journal_take_derivatives(j, b, e->derived, e->values + plain, e->count - plain);
}

/* Reads the next row into j->entry. Returns 1 if there is one, 0 at the end, -1 on failure. */
static int journal_advance(heco_journal *j, heco_error *error) {
    const heco_journal_record *r    = &j->reader.record;
    int                        more = 1;
    if (!j->replaying || j->held) return j->replaying;
    do {
        more = heco_journal_reader_next(&j->reader, error);
        if (more == 1 && r->type == HECO_JOURNAL_PART)
            snprintf(j->part, sizeof j->part, "%s", (const char *)r->data);
    } while (more == 1 && r->type != HECO_JOURNAL_ROW);
    if (more == 1 && !heco_journal_entry_read(&j->entry, r)) {
        heco_journal_fail_row(&j->reader, error);
        more = -1;
    }
    j->replaying = more == 1;
    j->held      = more == 1;
    return more;
}

heco_status heco_journal_replay(heco_journal *j, heco_batch *b, size_t *missing,
                                heco_error *error) {
    heco_error own;
    int        more, fits = 1;
    if (error == NULL) error = &own;
    j->wanted = b->derivatives;
    memset(b->state, HECO_ROW_SKIPPED, b->count);
    while ((more = journal_advance(j, error)) == 1 && j->entry.place.batch == j->batch && fits) {
        fits    = journal_take_row(j, b);
        j->held = 0;
    }
    if (more < 0) return error->status;
    *missing = 0;
    for (size_t i = 0; i < b->count; i++) *missing += b->state[i] == HECO_ROW_SKIPPED;
    j->replayed += b->count - *missing;
    if (*missing > 0 && j->began == 0.0) j->began = heco_clock();
    /* All rows of a batch are recorded before the first row of the next one. */
    if (fits && (more == 0 || *missing == 0)) return HECO_OK;
    return heco_fail(
        error, HECO_ERR_CONFLICT,
        "journal %s does not belong to this search: the points of its batch %llu differ",
        j->reader.path, (unsigned long long)j->batch);
}

/* --- recording ----------------------------------------------------------------------------- */

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

/* Returns whether row i is recorded. Row 0 is evaluated again if a stop came before its
 * derivatives. */
static int journal_is_recorded(const heco_journal *j, const heco_batch *b, size_t i, uint64_t row) {
    if (b->state[i] == HECO_ROW_SKIPPED) return 0;
    return row > 0 || !j->wanted || !b->stop || heco_batch_has_derivatives(b);
}

heco_status heco_journal_append(heco_journal *j, const heco_batch *b, size_t begin, size_t end,
                                size_t first, heco_error *error) {
    const heco_space *s    = &j->space;
    size_t            most = heco_journal_row_bytes(s->n, s->ng, s->nh, j->exact), used = 0;
    heco_status       status = HECO_OK;
    for (size_t i = begin; i < end && status == HECO_OK; i++) {
        heco_journal_place place = {0, j->batch, first + (i - begin)};
        if (journal_is_recorded(j, b, i, place.row))
            used += heco_journal_row_write(j->frames + used, &place, b, i,
                                           place.row == 0 && j->wanted, j->sign);
        if (used == 0 || (i + 1 < end && used + most <= j->capacity)) continue;
        status = heco_journal_write_frames(j->to, j->frames, used, error);
        used   = 0;
    }
    return status == HECO_OK ? journal_record_time(j, 1.0, error) : status;
}

heco_status heco_journal_part(heco_journal *j, const char *part, heco_error *error) {
    if (part == NULL || strncmp(j->part, part, sizeof j->part - 1) == 0) return HECO_OK;
    snprintf(j->part, sizeof j->part, "%s", part);
    return heco_journal_write(j->to, HECO_JOURNAL_PART, j->part, strlen(j->part), error);
}

/* --- lanes --------------------------------------------------------------------------------- */

heco_status heco_journal_load(heco_journal *j, heco_error *error) {
    const heco_space *s = &j->space;
    int               more;
    j->rows.n = s->n, j->rows.width = s->n + 1 + s->ng + s->nh;
    while ((more = journal_advance(j, error)) == 1) {
        j->held = 0;
        if (j->entry.count != j->rows.width) return heco_journal_fail_row(&j->reader, error);
        if (!heco_journal_table_add(&j->rows, &j->entry, 0.0)) return heco_fail_memory(error);
    }
    heco_journal_table_sort(&j->rows);
    return more < 0 ? error->status : HECO_OK;
}

const heco_journal_table *heco_journal_rows(const heco_journal *j) { return &j->rows; }
void                      heco_journal_count_replayed(heco_journal *j) { j->replayed++; }

heco_status heco_journal_append_lane(heco_journal *j, const heco_journal_place *place, int ahead,
                                     unsigned char state, const double *values, heco_error *error) {
    heco_journal_entry e = {
        .place = *place, .state = state, .ahead = ahead, .values = values, .count = j->rows.width};
    if (j->began == 0.0) j->began = heco_clock();
    size_t      used   = heco_journal_row_write_lane(j->frames, &e);
    heco_status status = heco_journal_write_frames(j->to, j->frames, used, error);
    return status == HECO_OK ? journal_record_time(j, 1.0, error) : status;
}

uint64_t heco_journal_replayed(const heco_journal *j) { return j->replayed; }

void heco_journal_next(heco_journal *j) { j->batch++; }

void heco_journal_close(heco_journal *j) {
    if (j == NULL) return;
    heco_journal_reader_close(&j->reader);
    if (j->to.fd >= 0) (void)journal_record_time(j, 0.0, NULL);
    if (j->to.fd >= 0) close(j->to.fd);
    heco_journal_table_free(&j->rows);
    free(j->frames);
    free(j->start);
    free(j);
}
