/* Resume by replay: seed, options and told values determine a search, so the values are the checkpoint.
 * On resume the algorithm runs again from the start and is told what the journal holds; each proposed
 * point is compared with the recorded one, bit by bit. */
#include "run/journal.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "base/hash.h"
#include "base/rng.h"
#include "heco/version.h"
#include "problem/better.h"
#include "run/journal_file.h"

struct heco_journal {
    heco_space          space;
    heco_journal_place  to;
    int                 replaying;
    heco_journal_reader reader;
    uint64_t            batch;    /* number of the batch being asked */
    uint64_t            replayed;
    unsigned char      *row;      /* one batch record being made */
    size_t              row_capacity;
    double             *start;    /* elite of earlier schedules, then the caller's points */
    size_t              starts;
};

/* One row of a batch record: the state in 8 bytes, so that the numbers stay aligned, x, f, g, h. */
static size_t journal_row_size(const heco_space *s) { return 8 * (2 + s->n + s->ng + s->nh); }

typedef struct {
    char  *text;
    size_t used, capacity;
    int    failed; /* no memory */
} journal_text;

static void journal_say(journal_text *t, const char *format, ...) {
    va_list args;
    if (t->failed) return;
    va_start(args, format);
    int length = vsnprintf(NULL, 0, format, args);
    va_end(args);
    size_t need = t->used + (size_t)(length > 0 ? length : 0) + 1;
    if (need > t->capacity) {
        char *text = realloc(t->text, 2 * need);
        t->failed  = text == NULL;
        if (t->failed) return;
        t->text     = text;
        t->capacity = 2 * need;
    }
    va_start(args, format);
    vsnprintf(t->text + t->used, t->capacity - t->used, format, args);
    va_end(args);
    t->used = need - 1;
}

static uint64_t journal_hash(uint64_t hash, const void *data, size_t size) {
    return heco_rng_mix(hash, heco_hash_crc32(0, data, size));
}

static uint64_t journal_space_hash(const heco_space *s) {
    uint64_t hash = journal_hash(s->n, s->lower, s->n * sizeof *s->lower);
    hash          = journal_hash(hash, s->upper, s->n * sizeof *s->upper);
    if (s->integer != NULL) hash = journal_hash(hash, s->integer, s->n);
    for (size_t k = 0; k < s->ng + s->nh; k++) {
        double tol = heco_space_tol(s, k);
        hash       = journal_hash(hash, &tol, sizeof tol);
    }
    return hash;
}

/* Everything that decides the course of the search, a line each. */
static void journal_identity(journal_text *t, const heco_problem *p, const heco_minimize_options *o) {
    const heco_space *s = &p->space;
    memset(t, 0, sizeof *t);
    journal_say(t, "version=%s\n", heco_version());
    journal_say(t, "model=%s\n", p->name != NULL ? p->name : "");
    journal_say(t, "size=%zu variables, %zu inequalities, %zu equalities\n", s->n, s->ng, s->nh);
    journal_say(t, "space=%016llx\n", (unsigned long long)journal_space_hash(s));
    journal_say(t, "algorithm=%s\n", o->algorithm != NULL ? o->algorithm : heco_algorithm_default()->name);
    journal_say(t, "set=");
    for (size_t i = 0; i < o->run.sets; i++) journal_say(t, "%s%s", i ? " " : "", o->run.set[i]);
    journal_say(t, "\nseed=%llu\n", (unsigned long long)o->run.seed);
    uint64_t start = journal_hash(o->run.starts, o->run.start, o->run.starts * s->n * sizeof(double));
    journal_say(t, "start=%zu points %016llx\n", o->run.starts, (unsigned long long)(o->run.starts ? start : 0));
    journal_say(t, "evals=%llu\n", (unsigned long long)o->run.max_evals);
}

/* The last line: a name may hold anything. */
static uint64_t journal_evals_of(const char *identity) {
    const char *last = NULL;
    for (const char *at = identity; (at = strstr(at, "\nevals=")) != NULL; at++) last = at;
    return last != NULL ? strtoull(last + 7, NULL, 10) : 0;
}

/* HECO_OK when the two agree; the budget may be larger (then *raised). */
static heco_status journal_compare(const char *path, const char *stored, const char *now, int *raised,
                                   heco_error *error) {
    *raised = 0;
    while (*stored != '\0' || *now != '\0') {
        size_t a = strcspn(stored, "\n"), b = strcspn(now, "\n");
        if (a != b || memcmp(stored, now, a) != 0) {
            *raised = strncmp(now, "evals=", 6) == 0 && strncmp(stored, "evals=", 6) == 0 &&
                      strtoull(now + 6, NULL, 10) > strtoull(stored + 6, NULL, 10);
            if (!*raised)
                return heco_fail(error, HECO_ERR_CONFLICT, "journal %s was made with %.*s, this search has %.*s",
                                 path, (int)(a < 150 ? a : 150), stored, (int)(b < 150 ? b : 150), now);
        }
        stored += a + (stored[a] == '\n');
        now += b + (now[b] == '\n');
    }
    return HECO_OK;
}

/* What one pass over the file finds. */
typedef struct {
    char    *identity; /* of the last schedule */
    char    *note;
    uint64_t at;       /* offset behind the last identity record */
    uint64_t good, torn, schedules, evals;
    uint64_t last, last_evals; /* number of the batch read last and its evaluations */
    double  *elite;    /* best points of all schedules but the last: rows of x, ascending */
    double   elite_f[HECO_JOURNAL_ELITE], elite_v[HECO_JOURNAL_ELITE];
    size_t   elites;
    double  *pending;  /* the same including the last schedule */
    double   pending_f[HECO_JOURNAL_ELITE], pending_v[HECO_JOURNAL_ELITE];
    size_t   pendings;
} journal_scan;

static void journal_scan_free(journal_scan *s) {
    free(s->identity);
    free(s->note);
    free(s->elite);
    free(s->pending);
}

static char *journal_copy(const heco_journal_record *r) {
    char *text = malloc((size_t)r->size + 1);
    if (text != NULL) memcpy(text, r->data, (size_t)r->size + 1);
    return text;
}

/* Keeps the best HECO_JOURNAL_ELITE distinct points, in order. */
static void journal_offer(journal_scan *s, const heco_space *space, const double *x, double f, double v) {
    size_t at = s->pendings, n = space->n;
    for (size_t k = 0; k < s->pendings; k++) {
        if (memcmp(s->pending + k * n, x, n * sizeof *x) == 0) return;
        if (at == s->pendings && heco_better_feasible_inline(f, v, s->pending_f[k], s->pending_v[k])) at = k;
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

/* The parts of a batch record. */
typedef struct {
    uint64_t             number;
    size_t               rows, size; /* bytes per row */
    const unsigned char *first;
} journal_batch;

static const unsigned char *journal_row(const journal_batch *b, size_t i) { return b->first + i * b->size; }

/* 0: it is not a batch, although the checksum is right. */
static int journal_split(journal_batch *b, const heco_journal_record *r) {
    uint64_t rows;
    if (r->size <= 16) return 0;
    memcpy(&b->number, r->data, 8);
    memcpy(&rows, r->data + 8, 8);
    size_t room = r->size - 16;
    if (rows == 0 || rows > room / 24 || room % (8 * rows) != 0) return 0;
    b->rows  = (size_t)rows;
    b->size  = room / b->rows;
    b->first = r->data + 16;
    for (size_t i = 0; i < b->rows; i++)
        if (journal_row(b, i)[0] > HECO_ROW_SKIPPED) return 0;
    return 1;
}

static void journal_scan_rows(journal_scan *s, const journal_batch *b, const heco_space *space) {
    for (size_t i = 0; i < b->rows; i++) {
        const unsigned char *at = journal_row(b, i);
        const double        *x = (const double *)(const void *)(at + 8), *f = x + space->n;
        double               v = heco_violation(space, f + 1, f + 1 + space->ng);
        if (at[0] == HECO_ROW_OK && *f - *f == 0.0 && v < INFINITY) journal_offer(s, space, x, *f, v);
    }
}

/* A batch that was cut short comes again, complete: only the later one counts. Whether the rows fit the
 * space is not judged here, because the identity names such a difference better. */
static int journal_scan_batch(journal_scan *s, const heco_journal_record *r, const heco_space *space) {
    journal_batch b;
    uint64_t      evals = 0;
    if (!journal_split(&b, r)) return 0;
    for (size_t i = 0; i < b.rows; i++) evals += journal_row(&b, i)[0] != HECO_ROW_SKIPPED;
    s->evals += evals - (b.number == s->last ? s->last_evals : 0);
    s->last = b.number, s->last_evals = evals;
    if (space != NULL && b.size == journal_row_size(space)) journal_scan_rows(s, &b, space);
    return 1;
}

static heco_status journal_scan_identity(journal_scan *s, heco_journal_reader *r, const heco_space *space) {
    free(s->identity);
    s->identity = journal_copy(&r->record);
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

static heco_status journal_scan_note(journal_scan *s, const heco_journal_record *r) {
    free(s->note);
    s->note = journal_copy(r);
    return s->note != NULL ? HECO_OK : HECO_ERR_MEMORY;
}

static heco_status journal_scan_record(journal_scan *s, heco_journal_reader *r, const heco_space *space,
                                       heco_error *error) {
    switch (r->record.type) {
    case HECO_JOURNAL_IDENTITY:
        return journal_scan_identity(s, r, space);
    case HECO_JOURNAL_NOTE:
        return journal_scan_note(s, &r->record);
    case HECO_JOURNAL_BATCH:
        if (s->identity != NULL && journal_scan_batch(s, &r->record, space)) return HECO_OK;
        return heco_fail(error, HECO_ERR_FORMAT, "journal %s: the record before byte %llu is not a batch of a search",
                         r->path, (unsigned long long)r->good);
    default: /* of a later version, which the identity names */
        return HECO_OK;
    }
}

/* Reads the whole file; `space` NULL: texts and counts only. */
static heco_status journal_scan_file(journal_scan *s, const char *path, const heco_space *space,
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
    return s->identity != NULL ? HECO_OK : heco_journal_empty(path, error);
}

/* A heco_journal_info with its texts behind it, in one allocation each. */
typedef struct {
    heco_journal_info info;
    journal_scan      scan;
} journal_info_heap;

heco_status heco_journal_read(heco_journal_info **out, const char *path, heco_error *error) {
    heco_error         own;
    journal_info_heap *heap = calloc(1, sizeof *heap);
    *out                    = NULL;
    if (heap == NULL) return heco_fail_memory(error);
    heco_status status = journal_scan_file(&heap->scan, path, NULL, error != NULL ? error : &own);
    if (status != HECO_OK) {
        heco_journal_info_free(&heap->info);
        return status;
    }
    heap->info = (heco_journal_info){.note      = heap->scan.note != NULL ? heap->scan.note : "",
                                     .identity  = heap->scan.identity,
                                     .max_evals = journal_evals_of(heap->scan.identity),
                                     .evals     = heap->scan.evals,
                                     .schedules = heap->scan.schedules,
                                     .torn      = heap->scan.torn};
    *out       = &heap->info;
    return HECO_OK;
}

void heco_journal_info_free(heco_journal_info *info) {
    if (info == NULL) return;
    journal_info_heap *heap = (journal_info_heap *)info;
    journal_scan_free(&heap->scan);
    free(heap);
}

/* The caller's points behind the elite of the schedules before. */
static heco_status journal_take_start(heco_journal *j, const double *elite, size_t elites,
                                      const heco_run_options *o) {
    size_t n = j->space.n;
    j->starts = elites + o->starts;
    j->start  = calloc(j->starts * n + 1, sizeof *j->start);
    if (j->start == NULL) return HECO_ERR_MEMORY;
    if (elites > 0) memcpy(j->start, elite, elites * n * sizeof *elite);
    if (o->starts > 0) memcpy(j->start + elites * n, o->start, o->starts * n * sizeof *o->start);
    return HECO_OK;
}

static heco_status journal_begin(heco_journal *j, const heco_minimize_options *o, const journal_text *identity,
                                 heco_error *error) {
    j->to.fd = heco_journal_create(o->journal, error);
    if (j->to.fd < 0) return error != NULL ? error->status : HECO_ERR_IO;
    heco_status status = HECO_OK;
    if (o->journal_note != NULL) /* first, so that a journal with an identity is complete */
        status = heco_journal_write(j->to, HECO_JOURNAL_NOTE, o->journal_note, strlen(o->journal_note), error);
    if (status == HECO_OK)
        status = heco_journal_write(j->to, HECO_JOURNAL_IDENTITY, identity->text, identity->used, error);
    return status == HECO_OK ? journal_take_start(j, NULL, 0, &o->run) : status;
}

/* Positions the reader behind the last identity record. */
static heco_status journal_rewind(heco_journal *j, const char *path, uint64_t at, heco_error *error) {
    heco_status status = heco_journal_reader_open(&j->reader, path, error);
    if (status == HECO_OK) status = heco_journal_reader_seek(&j->reader, at, error);
    j->replaying = status == HECO_OK;
    return status;
}

static heco_status journal_go_on(heco_journal *j, const heco_minimize_options *o, const journal_text *identity,
                                 heco_error *error) {
    journal_scan s;
    int          raised = 0;
    heco_status  status = journal_scan_file(&s, o->journal, &j->space, error);
    if (status == HECO_OK) status = journal_compare(o->journal, s.identity, identity->text, &raised, error);
    if (status == HECO_OK) {
        j->to.fd = heco_journal_append_from(o->journal, s.good, s.good + s.torn, error);
        /* Its writer has come to an end between the look and the lock: look again. */
        if (j->to.fd == -2) {
            journal_scan_free(&s);
            return journal_go_on(j, o, identity, error);
        }
        if (j->to.fd < 0) status = error != NULL ? error->status : HECO_ERR_IO;
    }
    if (status == HECO_OK && raised)
        status = heco_journal_write(j->to, HECO_JOURNAL_IDENTITY, identity->text, identity->used, error);
    if (status == HECO_OK)
        status = raised ? journal_take_start(j, s.pending, s.pendings, &o->run)
                        : journal_take_start(j, s.elite, s.elites, &o->run);
    if (status == HECO_OK && !raised) status = journal_rewind(j, o->journal, s.at, error);
    journal_scan_free(&s);
    return status;
}

heco_status heco_journal_open(heco_journal **out, const heco_problem *problem,
                              const heco_minimize_options *o, heco_error *error) {
    heco_error    own;
    journal_text  identity;
    heco_journal *j = calloc(1, sizeof *j);
    *out            = j;
    if (error == NULL) error = &own;
    if (j == NULL) return heco_fail_memory(error);
    j->to    = (heco_journal_place){.fd = -1, .path = o->journal};
    j->space = problem->space;
    journal_identity(&identity, problem, o);
    heco_status status = HECO_ERR_MEMORY;
    if (!identity.failed)
        status = o->resume ? journal_go_on(j, o, &identity, error) : journal_begin(j, o, &identity, error);
    free(identity.text);
    if (status == HECO_ERR_MEMORY) heco_fail_memory(error);
    return status;
}

const double *heco_journal_start(const heco_journal *j, size_t *count) {
    *count = j->starts;
    return j->start;
}

/* Copies a recorded batch into the asked one; the points must be the same to the last bit. */
static heco_status journal_take(heco_journal *j, heco_batch *b, heco_error *error) {
    const heco_space *s = &j->space;
    journal_batch     r;
    int               same = journal_split(&r, &j->reader.record) && r.size == journal_row_size(s) &&
               r.rows == b->count && r.number == j->batch;
    for (size_t i = 0; same && i < r.rows; i++) {
        const unsigned char *at = journal_row(&r, i);
        const double        *x  = (const double *)(const void *)(at + 8);
        same                    = memcmp(x, b->x + i * s->n, s->n * sizeof *x) == 0;
        b->state[i]             = at[0];
        b->f[i]                 = x[s->n];
        memcpy(b->g + i * s->ng, x + s->n + 1, s->ng * sizeof *x);
        memcpy(b->h + i * s->nh, x + s->n + 1 + s->ng, s->nh * sizeof *x);
    }
    if (same) return HECO_OK;
    return heco_fail(error, HECO_ERR_CONFLICT,
                     "journal %s does not fit: its batch %llu holds other points than this search proposes",
                     j->reader.path, (unsigned long long)j->batch);
}

heco_status heco_journal_replay(heco_journal *j, heco_batch *b, size_t *missing, heco_error *error) {
    heco_error own;
    if (error == NULL) error = &own;
    memset(b->state, HECO_ROW_SKIPPED, b->count);
    *missing = b->count;
    while (j->replaying) {
        int more = heco_journal_reader_next(&j->reader, error);
        if (more < 0) return error->status;
        if (more == 0) j->replaying = 0;
        if (more == 0 || j->reader.record.type != HECO_JOURNAL_BATCH) continue;
        heco_status status = journal_take(j, b, error);
        if (status != HECO_OK) return status;
        *missing = 0;
        for (size_t i = 0; i < b->count; i++) *missing += b->state[i] == HECO_ROW_SKIPPED;
        /* A batch that a stop had cut short is recorded again, complete, by the search that resumed. */
        if (*missing == 0) break;
    }
    j->replayed += b->count - *missing;
    return HECO_OK;
}

heco_status heco_journal_append(heco_journal *j, const heco_batch *b, heco_error *error) {
    const heco_space *s    = &j->space;
    size_t            size = journal_row_size(s), need = 16 + b->count * size;
    uint64_t          head[2] = {j->batch, b->count};
    if (need > j->row_capacity) {
        unsigned char *row = realloc(j->row, need);
        if (row == NULL) return heco_fail_memory(error);
        j->row          = row;
        j->row_capacity = need;
    }
    memcpy(j->row, head, 16);
    for (size_t i = 0; i < b->count; i++) {
        unsigned char *at = j->row + 16 + i * size;
        memset(at, 0, 8);
        at[0] = b->state[i];
        at += 8;
        memcpy(at, b->x + i * s->n, s->n * 8);
        memcpy(at + s->n * 8, b->f + i, 8);
        memcpy(at + (s->n + 1) * 8, b->g + i * s->ng, s->ng * 8);
        memcpy(at + (s->n + 1 + s->ng) * 8, b->h + i * s->nh, s->nh * 8);
    }
    return heco_journal_write(j->to, HECO_JOURNAL_BATCH, j->row, need, error);
}

uint64_t heco_journal_replayed(const heco_journal *j) { return j->replayed; }

void heco_journal_next(heco_journal *j) { j->batch++; }

void heco_journal_close(heco_journal *j) {
    if (j == NULL) return;
    heco_journal_reader_close(&j->reader);
    if (j->to.fd >= 0) close(j->to.fd);
    free(j->row);
    free(j->start);
    free(j);
}
