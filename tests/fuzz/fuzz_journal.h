/* The records of a journal as fuzzers change them: taken from a file, and framed again, because a
 * checksum stops nearly all that is merely random. */
#ifndef HECO_FUZZ_JOURNAL_H
#define HECO_FUZZ_JOURNAL_H

#include <string.h>

#include "base/hash.h"
#include "fuzz_input.h"
#include "run/journal/journal_file.h"

enum { RECORDS = 128, FRAME = 12 };

typedef struct {
    uint32_t      type;
    size_t        size;
    unsigned char data[1024];
} record;

typedef struct {
    record at[RECORDS];
    size_t count;
} records;

static void read_records(records *all, const char *path) {
    heco_journal_reader reader;
    check(heco_journal_reader_open(&reader, path, NULL) == HECO_OK);
    while (heco_journal_reader_next(&reader, NULL) == 1) {
        record *r = &all->at[all->count++];
        check(all->count < RECORDS && reader.record.size <= sizeof r->data);
        r->type = reader.record.type, r->size = reader.record.size;
        memcpy(r->data, reader.record.data, r->size);
    }
    heco_journal_reader_close(&reader);
}

static void change(records *all, unsigned what, size_t i, size_t offset, unsigned value) {
    record *r = &all->at[i];
    switch (what % 6) {
    case 0:
        if (r->size > 0) r->data[offset % r->size] ^= (unsigned char)value;
        break;
    case 1:
        r->size = offset % (sizeof r->data + 1);
        break;
    case 2:
        memmove(r, r + 1, (--all->count - i) * sizeof *r);
        break;
    case 3:
        if (all->count == RECORDS) break;
        memmove(r + 1, r, (all->count++ - i) * sizeof *r);
        break;
    case 4:
        r->type = value;
        break;
    default: /* the rows of a batch; small numbers come near the truth */
        if (r->size >= 16) r->data[8 + offset % 8] = (unsigned char)value;
    }
}

/* The file: magic, records, and what is left of the bytes. */
static size_t frame(unsigned char *file, const records *all, const fuzz_bytes *b) {
    size_t used = 8;
    memcpy(file, "\nheco-j1", 8);
    for (size_t i = 0; i < all->count; i++) {
        const record *r       = &all->at[i];
        uint32_t      head[2] = {r->type, (uint32_t)r->size};
        uint32_t crc = heco_hash_crc32(heco_hash_crc32(0, head, sizeof head), r->data, r->size);
        memcpy(file + used, head, sizeof head);
        memcpy(file + used + 8, r->data, r->size);
        memcpy(file + used + 8 + r->size, &crc, 4);
        used += FRAME + r->size;
    }
    size_t rest = b->left < 4096 ? b->left : 4096;
    if (rest > 0) memcpy(file + used, b->at, rest);
    return used + rest;
}

#endif
