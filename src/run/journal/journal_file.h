/* The records of a journal file: framing, checksums, and what survives a kill at any byte. */
#ifndef HECO_RUN_JOURNAL_JOURNAL_FILE_H
#define HECO_RUN_JOURNAL_JOURNAL_FILE_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "heco/common.h"

enum {
    HECO_JOURNAL_IDENTITY = 'I', /* text: what the search is; starts a schedule          */
    HECO_JOURNAL_NOTE     = 'N', /* text: the caller's                                   */
    HECO_JOURNAL_BATCH    = 'B', /* u64 number, u64 rows, then per row state and numbers */
    HECO_JOURNAL_DERIVED  = 'D', /* the same for a batch that wanted derivatives: u64 how many
                                  * numbers they are (0: none were given) before the rows, and
                                  * df, dg, dh after them                                */
    HECO_JOURNAL_WORDS    = 'W', /* text: variables and constraints, for reports         */
    HECO_JOURNAL_TIME     = 'T'  /* u64 number of the batch, double seconds since start  */
};

typedef struct {
    uint32_t type;
    uint32_t size;
    unsigned char *data; /* size bytes and a 0 after them; owned by the reader */
} heco_journal_record;

typedef struct {
    FILE                *file;
    heco_journal_record  record;   /* the one read last */
    size_t               capacity;
    uint64_t             good;     /* offset after the last whole record */
    uint64_t             end;      /* size of the file when it was opened */
    uint64_t             torn;     /* bytes after it, known at the end */
    const char          *path;
} heco_journal_reader;


/* Refuses a journal that was killed before it held anything. */
heco_status heco_journal_empty(const char *path, heco_error *error);
heco_status heco_journal_reader_open(heco_journal_reader *r, const char *path, heco_error *error);
/* Goes to a place after a whole record. */
heco_status heco_journal_reader_seek(heco_journal_reader *r, uint64_t offset, heco_error *error);
/* 1: a record is there; 0: the end, or a torn or damaged last record (see torn); -1: no memory or a
 * reading error. A damaged record with more after it is refused with a message. Never takes more
 * memory than the file is long. */
int  heco_journal_reader_next(heco_journal_reader *r, heco_error *error);
void heco_journal_reader_close(heco_journal_reader *r);

/* Appends one record to a file opened for appending; one write, flushed. `path` is for messages. */
typedef struct {
    int         fd;
    const char *path;
} heco_journal_place;
heco_status heco_journal_write(heco_journal_place to, uint32_t type, const void *data, size_t size,
                               heco_error *error);
/* 1: a file with nothing to lose: empty, or a journal of a search before its first evaluation. */
int heco_journal_is_blank(const char *path);
/* Creates the file (refuses one that holds evaluations) or opens one of `size` bytes for appending
 * after `offset`, cutting what lies there; -2 when it has another size by now. Holds a lock until
 * closed. Returns the descriptor or -1. */
int heco_journal_create(const char *path, heco_error *error);
int heco_journal_append_from(const char *path, uint64_t offset, uint64_t size, heco_error *error);

#endif
