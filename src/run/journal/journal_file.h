/* The records of a journal file: framing and checksums. A file that was cut at any byte can be read up
 * to its last whole record. */
#ifndef HECO_RUN_JOURNAL_JOURNAL_FILE_H
#define HECO_RUN_JOURNAL_JOURNAL_FILE_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "heco/common.h"

enum {
    HECO_JOURNAL_IDENTITY = 'I', /* text: identifies the search; starts a schedule       */
    HECO_JOURNAL_METADATA = 'N', /* text: the caller's                                   */
    HECO_JOURNAL_ROW      = 'R', /* one finished evaluation, see journal_row.h           */
    HECO_JOURNAL_WORDS    = 'W', /* text: variables and constraints, for reports         */
    HECO_JOURNAL_PART     = 'P', /* text: the part of the search that asks for the batches from here
                                  * on, for reports                                      */
    HECO_JOURNAL_TIME     = 'T'  /* u64 number of the batch, double seconds since start  */
};
/* Types of batches in journals of development versions, which are refused. */
enum { HECO_JOURNAL_OLD_BATCH = 'B', HECO_JOURNAL_OLD_DERIVED = 'D' };

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
    uint64_t             checked;  /* offset up to which the caller has checked the records */
    char                *buffer;   /* of the file */
    const char          *path;
} heco_journal_reader;


/* Reports a journal without any record. */
heco_status heco_journal_fail_empty(const char *path, heco_error *error);
/* Reports that the record read last is not a row of the search. */
heco_status heco_journal_fail_row(const heco_journal_reader *r, heco_error *error);
heco_status heco_journal_reader_open(heco_journal_reader *r, const char *path, heco_error *error);
/* Moves to an offset after a whole record. */
heco_status heco_journal_reader_seek(heco_journal_reader *r, uint64_t offset, heco_error *error);
/* Reads the next record. Returns 1 if there is one; 0 at the end, or at a torn or damaged last record
 * (see torn); -1 if memory runs out or reading fails. A damaged record before the end and a record of
 * a development version are errors. It never takes more memory than the file is long. */
int  heco_journal_reader_next(heco_journal_reader *r, heco_error *error);
void heco_journal_reader_close(heco_journal_reader *r);

/* A file opened for appending; `path` is for messages. */
typedef struct {
    int         fd;
    const char *path;
} heco_journal_output;
enum { HECO_JOURNAL_FRAME = 12 }; /* bytes of a record beside its content                    */
/* Completes a record at `at` whose `size` bytes of content begin at at + 8. Returns the length of the
 * record, size + HECO_JOURNAL_FRAME. */
size_t heco_journal_frame(unsigned char *at, uint32_t type, size_t size);
/* Appends whole records by one write(). */
heco_status heco_journal_write_frames(heco_journal_output to, const unsigned char *frames,
                                      size_t size, heco_error *error);
/* Appends one record by one write(). */
heco_status heco_journal_write(heco_journal_output to, uint32_t type, const void *data, size_t size,
                               heco_error *error);
/* Returns 1 if the file is empty, or a journal without an evaluation. */
int heco_journal_is_blank(const char *path);
/* Creates the file; refuses one that holds evaluations. Returns the descriptor, which holds a lock
 * until it is closed, or -1. */
int heco_journal_create(const char *path, heco_error *error);
/* Opens a file of `size` bytes for appending and truncates it after `offset`. Returns the descriptor
 * as above, -1, or -2 if the size has changed. */
int heco_journal_append_from(const char *path, uint64_t offset, uint64_t size, heco_error *error);

#endif
