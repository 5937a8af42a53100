/* Reads the evaluations of a journal one after the other, for reports. The file may grow meanwhile:
 * only the part that existed when it was opened is read. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "run/journal/journal_describe.h"
#include "run/journal/journal_scan.h"

struct heco_journal_walk {
    heco_journal_info  *info;
    heco_journal_words  words;
    size_t              n, ng, nh;
    heco_journal_reader reader;
    heco_journal_batch  batch; /* the current one; rows 0: none                              */
    size_t              next;  /* its next row                                               */
    uint64_t            schedule, last; /* number of the batch before                        */
    unsigned char      *done; /* rows already returned of a batch that is recorded twice    */
    size_t              done_count, done_capacity;
    double              seconds; /* of the last time record                                  */
    double             *row;     /* aligned copy of one row's numbers                          */
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

/* Reads n, ng and nh from the identity and allocates w->row. */
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
    w->row = malloc((w->n + 1 + w->ng + w->nh) * sizeof *w->row);
    return w->row != NULL ? HECO_OK : heco_fail_memory(error);
}

/* Reads the description, which is before the first batch, and moves back to the first record. */
static heco_status walk_read_words(heco_journal_walk *w, heco_error *error) {
    const char *text = NULL;
    int         more;
    while ((more = heco_journal_reader_next(&w->reader, error)) == 1 &&
           !heco_journal_is_batch(&w->reader.record))
        if (w->reader.record.type == HECO_JOURNAL_WORDS) {
            text = (const char *)w->reader.record.data;
            break;
        }
    if (more < 0) return error->status;
    heco_status status = heco_journal_words_read(&w->words, text, w->n, w->ng, w->nh);
    if (status != HECO_OK) return heco_fail_memory(error);
    return heco_journal_reader_seek(&w->reader, 8, error); /* after the magic */
}

heco_status heco_journal_walk_open(heco_journal_walk **out, const char *path, heco_error *error) {
    heco_error         own;
    heco_journal_walk *w = calloc(1, sizeof *w);
    *out                 = NULL;
    if (error == NULL) error = &own;
    if (w == NULL) return heco_fail_memory(error);
    w->last            = UINT64_MAX;
    heco_status status = heco_journal_read(&w->info, path, error);
    if (status == HECO_OK) status = heco_journal_reader_open(&w->reader, path, error);
    if (status == HECO_OK) status = walk_read_sizes(w, error);
    if (status == HECO_OK) status = walk_read_words(w, error);
    if (status == HECO_OK) *out = w;
    else heco_journal_walk_close(w);
    return status;
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

/* Resets w->done, except for the rows of this batch that an earlier, incomplete record contained.
 * Returns 0 if there is no memory. */
static int walk_track_rows(heco_journal_walk *w) {
    if (w->batch.number != w->last) w->done_count = 0;
    if (w->batch.rows > w->done_capacity) {
        unsigned char *done = realloc(w->done, w->batch.rows);
        if (done == NULL) return 0;
        w->done          = done;
        w->done_capacity = w->batch.rows;
    }
    if (w->batch.rows > w->done_count)
        memset(w->done + w->done_count, 0, w->batch.rows - w->done_count);
    w->done_count = w->batch.rows;
    w->last       = w->batch.number;
    return 1;
}

/* Splits the record just read into w->batch. Returns 1, or -1 on failure. */
static int walk_begin_batch(heco_journal_walk *w, heco_error *error) {
    if (!heco_journal_split(&w->batch, &w->reader.record) ||
        w->batch.size != 8 * (2 + w->n + w->ng + w->nh)) {
        w->batch.rows = 0;
        heco_fail(error, HECO_ERR_FORMAT,
                  "journal %s: the record before byte %llu is not a batch of this search",
                  w->reader.path, (unsigned long long)w->reader.good);
        return -1;
    }
    w->next = 0;
    if (walk_track_rows(w)) return 1;
    heco_fail_memory(error);
    return -1;
}

/* Reads up to the next batch. Returns 1 if there is one, 0 at the end, -1 on failure. */
static int walk_advance(heco_journal_walk *w, heco_error *error) {
    int more;
    w->batch.rows = 0;
    while ((more = heco_journal_reader_next(&w->reader, error)) == 1) {
        const heco_journal_record *r = &w->reader.record;
        if (r->type == HECO_JOURNAL_IDENTITY) w->schedule++, w->last = UINT64_MAX;
        if (r->type == HECO_JOURNAL_TIME && r->size == 16) memcpy(&w->seconds, r->data + 8, 8);
        if (heco_journal_is_batch(r)) return walk_begin_batch(w, error);
    }
    return more;
}

/* Copies the numbers of a recorded row into w->row, to which `row` points. */
static void walk_fill_point(heco_journal_walk *w, heco_journal_point *row,
                            const unsigned char *at) {
    memcpy(w->row, at + 8, w->batch.size - 8);
    *row = (heco_journal_point){.schedule = w->schedule,
                                .batch    = w->batch.number,
                                .failed   = at[0] == HECO_ROW_FAILED,
                                .seconds  = w->seconds,
                                .x        = w->row,
                                .f        = w->row[w->n],
                                .g        = w->row + w->n + 1,
                                .h        = w->row + w->n + 1 + w->ng};
}

int heco_journal_walk_next(heco_journal_walk *w, heco_journal_point *row, heco_error *error) {
    heco_error own;
    if (error == NULL) error = &own;
    for (;;) {
        while (w->next < w->batch.rows) {
            size_t               i  = w->next++;
            const unsigned char *at = heco_journal_row(&w->batch, i);
            if (at[0] == HECO_ROW_SKIPPED || w->done[i]) continue;
            w->done[i] = 1;
            walk_fill_point(w, row, at);
            return 1;
        }
        int more = walk_advance(w, error);
        if (more != 1) return more;
    }
}

double heco_journal_walk_seconds(const heco_journal_walk *w) { return w->seconds; }

void heco_journal_walk_close(heco_journal_walk *w) {
    if (w == NULL) return;
    heco_journal_reader_close(&w->reader);
    heco_journal_words_free(&w->words);
    heco_journal_info_free(w->info);
    free(w->done);
    free(w->row);
    free(w);
}

/* The writer of a journal holds a lock on it. */
int heco_journal_running(const char *path) {
    struct flock lock;
    int          fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK), running = 0;
    if (fd < 0) return 0;
    memset(&lock, 0, sizeof lock);
    lock.l_type   = F_WRLCK;
    lock.l_whence = SEEK_SET;
    if (fcntl(fd, F_GETLK, &lock) == 0) running = lock.l_type != F_UNLCK;
    close(fd);
    return running;
}
