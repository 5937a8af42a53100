/* Reads the evaluations of a journal one after the other, for reports. The file may grow meanwhile:
 * only the part that existed when it was opened is read. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "base/os.h"
#include "run/journal/journal_describe.h"
#include "run/journal/journal_identity.h"
#include "run/journal/journal_scan.h"
#include "run/journal/journal_table.h"

struct heco_journal_walk {
    heco_journal_info  *info;
    heco_journal_words  words;
    size_t              n, ng, nh;
    heco_journal_reader reader;
    int                 held;   /* the reader's record belongs to the next batch               */
    int                 lanes;  /* rows of all batches are mixed: each part read is sorted    */
    int                 sorted; /* the rows of the batch came in their order                  */
    int                 once;   /* the records are checked and counted as they are read       */
    int                 ended;  /* the reader is at the end, perhaps in front of a torn record */
    uint64_t            schedule;
    double              seconds;  /* of the last time record                                  */
    char                part[48]; /* of the search that asked for the batch; "": unknown      */
    /* the current batch, whose rows are recorded as they finish and returned in their order */
    heco_journal_table rows;
    size_t             next;
};

/* Reads the number after `word` at *at and moves *at after it. Returns 0 if there is none. */
static int walk_read_size(const char **at, const char *word, size_t *size) {
    size_t length = strlen(word);
    if (strncmp(*at, word, length) != 0) return 0;
    const char *number = *at + length;
    char       *end;
    *size = (size_t)strtoull(number, &end, 10);
    *at   = end;
    return end != number;
}

/* Reads n, ng and nh from the identity. */
static heco_status walk_read_sizes(heco_journal_walk *w, heco_error *error) {
    const char *at = strstr(w->info->identity, "\nsize=");
    if (at == NULL || !walk_read_size(&at, "\nsize=", &w->n) ||
        !walk_read_size(&at, " variables, ", &w->ng) ||
        !walk_read_size(&at, " inequalities, ", &w->nh) || w->n == 0 || w->n > 1000000 ||
        w->ng > 1000000 || w->nh > 1000000)
        return heco_fail(error, HECO_ERR_FORMAT,
                         "journal %s does not say how many variables its "
                         "search has",
                         w->reader.path);
    w->rows.width = w->n + 1 + w->ng + w->nh;
    return HECO_OK;
}

/* Reads the description, which is before the first batch, and moves back to the first record. */
static heco_status walk_read_words(heco_journal_walk *w, heco_error *error) {
    const char *text = NULL;
    int         more;
    while ((more = heco_journal_reader_next(&w->reader, error)) == 1 &&
           w->reader.record.type != HECO_JOURNAL_ROW)
        if (w->reader.record.type == HECO_JOURNAL_WORDS) {
            text = (const char *)w->reader.record.data;
            break;
        }
    if (more < 0) return error->status;
    heco_status status = heco_journal_words_read(&w->words, text, w->n, w->ng, w->nh);
    if (status != HECO_OK) return heco_fail_memory(error);
    return heco_journal_reader_seek(&w->reader, 8, error); /* after the magic */
}

/* Opens a journal; with `once` its records are checked as they are read. */
static heco_status walk_open(heco_journal_walk **out, const char *path, int once,
                             heco_error *error) {
    heco_error         own;
    heco_journal_walk *w = calloc(1, sizeof *w);
    *out                 = NULL;
    if (error == NULL) error = &own;
    if (w == NULL) return heco_fail_memory(error);
    w->once            = once;
    heco_status status = once ? heco_journal_read_head(&w->info, path, error)
                              : heco_journal_read(&w->info, path, error);
    if (status == HECO_OK) status = heco_journal_reader_open(&w->reader, path, error);
    if (status == HECO_OK && !once) w->reader.checked = heco_journal_info_checked(w->info);
    if (status == HECO_OK) status = walk_read_sizes(w, error);
    if (status == HECO_OK) status = walk_read_words(w, error);
    w->lanes = status == HECO_OK && heco_journal_identity_lanes(w->info->identity) > 0;
    if (status == HECO_OK) *out = w;
    else heco_journal_walk_close(w);
    return status;
}

heco_status heco_journal_walk_open(heco_journal_walk **out, const char *path, heco_error *error) {
    return walk_open(out, path, 0, error);
}

heco_status heco_journal_walk_begin(heco_journal_walk **out, const char *path, heco_error *error) {
    return walk_open(out, path, 1, error);
}

const heco_journal_info *heco_journal_walk_info(const heco_journal_walk *w) { return w->info; }

void heco_journal_walk_sizes(const heco_journal_walk *w, size_t *n, size_t *ng, size_t *nh) {
    *n = w->n, *ng = w->ng, *nh = w->nh;
}

const heco_journal_variable *heco_journal_walk_variable(const heco_journal_walk *w, size_t index) {
    return index < w->words.n ? &w->words.x[index] : NULL;
}

const heco_journal_constraint *heco_journal_walk_constraint(const heco_journal_walk *w,
                                                            size_t                   index) {
    return index < w->words.m ? &w->words.c[index] : NULL;
}

/* ---- batches ---- */

/* Adds a row to the current batch. Returns 0 if there is no memory. */
static int walk_add_row(heco_journal_walk *w, const heco_journal_entry *e) {
    const heco_journal_table *t = &w->rows;
    if (t->count > 0 && heco_journal_place_compare(&t->row[t->count - 1].place, &e->place) > 0)
        w->sorted = 0;
    return heco_journal_table_add(&w->rows, e, w->seconds);
}

/* Begins the schedule of an identity record. Returns 0 if there is no memory. */
static int walk_begin_schedule(heco_journal_walk *w) {
    w->schedule++;
    w->part[0] = '\0';
    if (!w->once || w->schedule <= w->info->schedules) return 1; /* the info knows it */
    if (!heco_journal_info_begin_schedule(w->info, &w->reader.record)) return 0;
    w->lanes = heco_journal_identity_lanes(w->info->identity) > 0;
    return 1;
}

/* Handles the reader's record. Returns 1; 0 if it belongs to the next batch; -1 on failure. */
static int walk_take_record(heco_journal_walk *w, heco_error *error) {
    const heco_journal_record *r = &w->reader.record;
    if (r->type == HECO_JOURNAL_IDENTITY) {
        if (w->rows.count > 0) return 0;
        if (!walk_begin_schedule(w)) return heco_fail_memory(error), -1;
    }
    if (r->type == HECO_JOURNAL_PART) {
        if (w->rows.count > 0) return 0;
        snprintf(w->part, sizeof w->part, "%s", (const char *)r->data);
    }
    if (r->type == HECO_JOURNAL_TIME && r->size == 16) memcpy(&w->seconds, r->data + 8, 8);
    if (r->type != HECO_JOURNAL_ROW) return 1;
    heco_journal_entry e;
    if (!heco_journal_entry_read(&e, r) || !heco_journal_entry_fits(&e, w->n, w->ng, w->nh))
        return heco_journal_fail_row(&w->reader, error), -1;
    if (w->rows.count > 0 && !w->lanes && e.place.batch != w->rows.row[0].place.batch) return 0;
    if (e.ahead) return 1; /* it is recorded again if its lane asks for it */
    return walk_add_row(w, &e) ? 1 : (heco_fail_memory(error), -1);
}

static int walk_compare(const void *a, const void *b) {
    const heco_journal_table_row *left = a, *right = b;
    return heco_journal_place_compare(&left->place, &right->place);
}

/* Reads the next batch. Returns 1 if there is one, 0 at the end, -1 on failure. */
static int walk_advance(heco_journal_walk *w, heco_error *error) {
    int more = 1, taken = 1;
    w->rows.count = w->next = 0;
    w->sorted               = 1;
    if (w->ended) return 0;
    while (taken == 1 && (w->held || (more = heco_journal_reader_next(&w->reader, error)) == 1)) {
        taken   = walk_take_record(w, error);
        w->held = taken == 0;
    }
    if (more < 0 || taken < 0) return -1;
    w->ended = more == 0;
    if (!w->sorted) qsort(w->rows.row, w->rows.count, sizeof *w->rows.row, walk_compare);
    return w->rows.count > 0;
}

int heco_journal_walk_next(heco_journal_walk *w, heco_journal_point *row, heco_error *error) {
    heco_error own;
    int        more = 1;
    if (w->next == w->rows.count) more = walk_advance(w, error != NULL ? error : &own);
    if (more != 1) return more;
    const heco_journal_table_row *r      = &w->rows.row[w->next++];
    const double                 *values = w->rows.values + r->at * w->rows.width;
    *row                                 = (heco_journal_point){.schedule = w->schedule,
                                                                .batch    = r->place.batch,
                                                                .failed   = r->state == HECO_ROW_FAILED,
                                                                .state    = r->state,
                                                                .seconds  = r->seconds,
                                                                .x        = values,
                                                                .f        = values[w->n],
                                                                .g        = values + w->n + 1,
                                                                .h        = values + w->n + 1 + w->ng};
    return 1;
}

heco_status heco_journal_walk_follow(heco_journal_walk *w, heco_error *error) {
    heco_error own;
    w->ended = 0;
    return heco_journal_reader_seek(&w->reader, w->reader.good, error != NULL ? error : &own);
}

const char *heco_journal_walk_part(const heco_journal_walk *w) { return w->part; }

double heco_journal_walk_seconds(const heco_journal_walk *w) { return w->seconds; }

void heco_journal_walk_close(heco_journal_walk *w) {
    if (w == NULL) return;
    heco_journal_reader_close(&w->reader);
    heco_journal_words_free(&w->words);
    heco_journal_info_free(w->info);
    heco_journal_table_free(&w->rows);
    free(w);
}

/* The writer of a journal holds a lock on it. */
int heco_journal_running(const char *path) {
    int fd = heco_os_open(path, O_RDONLY);
    if (fd < 0) return 0;
    int running = heco_os_is_locked(fd);
    close(fd);
    return running;
}
