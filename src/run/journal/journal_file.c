/* Framing: 8 bytes of magic, then records of
 *   u32 type, u32 size, size bytes, u32 CRC-32 over all of these,
 * in the machine's byte order (the magic detects another one). One write() writes a record, so a
 * killed process leaves whole records and at most one torn record at the end. */
#include "run/journal/journal_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#include "base/error.h"
#include "base/hash.h"
#include "base/os.h"

static const uint64_t JOURNAL_MAGIC = 0x316a2d6f6365680au; /* "\nheco-j1" in little-endian files */
static const uint32_t JOURNAL_LARGEST = 1u << 30;
/* Bytes that are read at a time: reports read journals of a gigabyte. */
enum { JOURNAL_BUFFER = 1 << 18 };

/* Reports errno: the journal cannot be opened, read or written. */
static heco_status journal_fail_io(heco_error *error, const char *doing, const char *path) {
    return heco_fail(error, HECO_ERR_IO, "journal %s: cannot %s: %s", path, doing, strerror(errno));
}

/* Reads exactly `size` bytes; returns 0 with a message if that fails or the file has become
 * shorter. */
static int journal_read_bytes(heco_journal_reader *r, void *data, size_t size, heco_error *error) {
    if (size == 0 || fread(data, size, 1, r->file) == 1) return 1;
    if (ferror(r->file)) journal_fail_io(error, "read it", r->path);
    else
        heco_fail(error, HECO_ERR_IO, "journal %s: cannot read it: it has become shorter", r->path);
    return 0;
}

heco_status heco_journal_fail_empty(const char *path, heco_error *error) {
    return heco_fail(error, HECO_ERR_FORMAT,
                     "journal %s is empty: the search ended before its first batch; start it again "
                     "with heco solve",
                     path);
}

heco_status heco_journal_fail_row(const heco_journal_reader *r, heco_error *error) {
    return heco_fail(error, HECO_ERR_FORMAT,
                     "journal %s: the record before byte %llu is not a row of this search", r->path,
                     (unsigned long long)r->good);
}

/* Opens a regular file for reading. Others are refused: opening a pipe would wait for its writer.
 * Returns NULL with errno if that fails. */
static FILE *journal_open_file(const char *path) {
    struct stat about;
    if (stat(path, &about) != 0) return NULL;
    if (S_ISREG(about.st_mode)) return fopen(path, "rb");
    errno = S_ISDIR(about.st_mode) ? EISDIR : ESPIPE;
    return NULL;
}

heco_status heco_journal_reader_open(heco_journal_reader *r, const char *path, heco_error *error) {
    uint64_t magic = 0;
    memset(r, 0, sizeof *r);
    r->path = path;
    r->file = journal_open_file(path);
    if (r->file == NULL) return journal_fail_io(error, "open it", path);
    r->buffer = malloc(JOURNAL_BUFFER);
    if (r->buffer == NULL) {
        heco_journal_reader_close(r);
        return heco_fail_memory(error);
    }
    setvbuf(r->file, r->buffer, _IOFBF, JOURNAL_BUFFER);
    size_t got = fread(&magic, 1, sizeof magic, r->file);
    if (got < sizeof magic && memcmp(&magic, &JOURNAL_MAGIC, got) == 0 && !ferror(r->file)) {
        heco_journal_reader_close(r); /* killed within the first write */
        return heco_journal_fail_empty(path, error);
    }
    if (got < sizeof magic || magic != JOURNAL_MAGIC) {
        heco_journal_reader_close(r);
        return heco_fail(error, HECO_ERR_FORMAT,
                         "%s is not a heco journal, or comes from a machine of another byte order",
                         path);
    }
    r->good = sizeof magic;
    return heco_journal_reader_seek(r, r->good, error);
}

heco_status heco_journal_reader_seek(heco_journal_reader *r, uint64_t offset, heco_error *error) {
    long end = fseek(r->file, 0, SEEK_END) == 0 ? ftell(r->file) : -1;
    if (end < 0 || fseek(r->file, (long)offset, SEEK_SET) != 0)
        return journal_fail_io(error, "read it", r->path);
    r->good = offset;
    r->end  = (uint64_t)end;
    return HECO_OK;
}

/* Makes room for a record of `size` bytes and the 0 after it. Returns 0 with a message if there is
 * no memory. */
static int journal_reserve(heco_journal_reader *r, uint32_t size, heco_error *error) {
    if (size + 1 <= r->capacity) return 1;
    size_t capacity     = (size_t)size + 1 > 2 * r->capacity ? (size_t)size + 1 : 2 * r->capacity;
    unsigned char *data = realloc(r->record.data, capacity);
    if (data == NULL) {
        heco_fail_memory(error);
        return 0;
    }
    r->record.data = data;
    r->capacity    = capacity;
    return 1;
}

/* Reports damage after the last whole record. Returns -1. */
static int journal_fail_damaged(heco_journal_reader *r, heco_error *error) {
    unsigned long long at = r->good;
    heco_fail(error, HECO_ERR_FORMAT,
              "journal %s is damaged at byte %llu: to resume the part before it, run 'truncate "
              "-s %llu'",
              r->path, at, at);
    return -1;
}

/* Returns whether a whole record begins anywhere in these bytes. */
static int journal_holds_record(const unsigned char *data, size_t size) {
    for (size_t at = 0; at + HECO_JOURNAL_FRAME <= size; at++) {
        uint32_t frame[2], stored;
        memcpy(frame, data + at, sizeof frame);
        if (frame[0] != HECO_JOURNAL_IDENTITY && frame[0] != HECO_JOURNAL_METADATA &&
            frame[0] != HECO_JOURNAL_ROW && frame[0] != HECO_JOURNAL_WORDS &&
            frame[0] != HECO_JOURNAL_TIME)
            continue;
        if (frame[1] > size - at - HECO_JOURNAL_FRAME) continue;
        memcpy(&stored, data + at + 8 + frame[1], sizeof stored);
        if (heco_hash_crc32(0, data + at, 8 + (size_t)frame[1]) == stored) return 1;
    }
    return 0;
}

/* Handles the bytes after the last whole record and sets r->torn. A crash tears one record at most.
 * If the bad record is followed by more than its size, or by a whole record, the file is damaged:
 * dropping that part would lose evaluations. Returns 0, or -1 with a message. */
static int journal_handle_end(heco_journal_reader *r, uint32_t announced, heco_error *error) {
    uint64_t torn = r->end - r->good;
    r->torn       = torn;
    if (torn == 0) return 0;
    if (torn > HECO_JOURNAL_FRAME + (uint64_t)announced) return journal_fail_damaged(r, error);
    unsigned char *rest = malloc((size_t)torn);
    if (rest == NULL) {
        heco_fail_memory(error);
        return -1;
    }
    int code = 0;
    if (fseek(r->file, (long)r->good, SEEK_SET) != 0) {
        journal_fail_io(error, "read it", r->path);
        code = -1;
    } else if (!journal_read_bytes(r, rest, (size_t)torn, error)) {
        code = -1;
    } else if (journal_holds_record(rest, (size_t)torn)) {
        code = journal_fail_damaged(r, error);
    }
    free(rest);
    return code;
}

int heco_journal_reader_next(heco_journal_reader *r, heco_error *error) {
    uint32_t frame[2], stored;
    uint64_t left = r->end - r->good;
    if (left < HECO_JOURNAL_FRAME) return journal_handle_end(r, 0, error);
    if (!journal_read_bytes(r, frame, sizeof frame, error)) return -1;
    if (frame[1] > JOURNAL_LARGEST) return journal_fail_damaged(r, error);
    if (frame[1] > left - HECO_JOURNAL_FRAME) return journal_handle_end(r, frame[1], error);
    if (!journal_reserve(r, frame[1], error)) return -1;
    if (!journal_read_bytes(r, r->record.data, frame[1], error) ||
        !journal_read_bytes(r, &stored, sizeof stored, error))
        return -1;
    if (r->good + HECO_JOURNAL_FRAME + frame[1] > r->checked) {
        uint32_t crc =
            heco_hash_crc32(heco_hash_crc32(0, frame, sizeof frame), r->record.data, frame[1]);
        if (crc != stored) return journal_handle_end(r, frame[1], error);
    }
    if (frame[0] == HECO_JOURNAL_OLD_BATCH || frame[0] == HECO_JOURNAL_OLD_DERIVED) {
        heco_fail(error, HECO_ERR_FORMAT,
                  "journal %s is of a development version before 0.1.0: solve again with another "
                  "file",
                  r->path);
        return -1;
    }
    r->record.type           = frame[0];
    r->record.size           = frame[1];
    r->record.data[frame[1]] = '\0';
    r->good += HECO_JOURNAL_FRAME + frame[1];
    return 1;
}

void heco_journal_reader_close(heco_journal_reader *r) {
    if (r->file != NULL) fclose(r->file);
    free(r->buffer);
    free(r->record.data);
    r->file        = NULL;
    r->buffer      = NULL;
    r->record.data = NULL;
}

/* Writes all bytes. Returns 0 with errno if that fails. */
static int journal_write_all(int fd, const unsigned char *data, size_t size) {
    while (size > 0) {
        ssize_t done = write(fd, data, size);
        if (done < 0 && errno == EINTR) continue;
        if (done <= 0) return 0;
        data += done;
        size -= (size_t)done;
    }
    return 1;
}

size_t heco_journal_frame(unsigned char *at, uint32_t type, size_t size) {
    uint32_t length = (uint32_t)size;
    memcpy(at, &type, 4);
    memcpy(at + 4, &length, 4);
    uint32_t crc = heco_hash_crc32(0, at, 8 + size);
    memcpy(at + 8 + size, &crc, 4);
    return HECO_JOURNAL_FRAME + size;
}

heco_status heco_journal_write_frames(heco_journal_output to, const unsigned char *frames,
                                      size_t size, heco_error *error) {
    if (journal_write_all(to.fd, frames, size)) return HECO_OK;
    return heco_fail(error, HECO_ERR_IO, "cannot write journal %s: %s; fix this, then resume it",
                     to.path, strerror(errno));
}

heco_status heco_journal_write(heco_journal_output to, uint32_t type, const void *data, size_t size,
                               heco_error *error) {
    if (size > JOURNAL_LARGEST)
        return heco_fail(error, HECO_ERR_ARG, "a journal record of %zu bytes is too large", size);
    unsigned char  small[64]; /* the time record, written at the end, needs no memory */
    unsigned char *large =
        HECO_JOURNAL_FRAME + size > sizeof small ? malloc(HECO_JOURNAL_FRAME + size) : NULL;
    unsigned char *frame = HECO_JOURNAL_FRAME + size > sizeof small ? large : small;
    if (frame == NULL) return heco_fail_memory(error);
    if (size > 0) memcpy(frame + 8, data, size);
    heco_status status =
        heco_journal_write_frames(to, frame, heco_journal_frame(frame, type, size), error);
    free(large);
    return status;
}

/* Locks the file for one writer; the lock ends with the process. */
static int journal_lock(int fd, const char *path, heco_error *error) {
    if (heco_os_lock(fd)) return 1;
    if (errno == EACCES || errno == EAGAIN)
        heco_fail(error, HECO_ERR_CONFLICT, "journal %s is in use by another process", path);
    else
        heco_fail(error, HECO_ERR_IO,
                  "journal %s cannot be locked (%s): put it on a file system that has locks", path,
                  strerror(errno));
    return 0;
}

int heco_journal_is_blank(const char *path) {
    heco_journal_reader r;
    heco_error          ignored;
    struct stat         about;
    int                 more, blank = 1;
    if (stat(path, &about) != 0 || !S_ISREG(about.st_mode)) return 0;
    if (about.st_size == 0) return 1;
    if (heco_journal_reader_open(&r, path, &ignored) != HECO_OK)
        return about.st_size < (off_t)sizeof JOURNAL_MAGIC &&
               strstr(ignored.text, " is empty: ") != NULL;
    while ((more = heco_journal_reader_next(&r, &ignored)) == 1)
        if (r.record.type == HECO_JOURNAL_ROW) blank = 0;
    heco_journal_reader_close(&r);
    return blank && more == 0;
}

/* Creates a file, or opens one without evaluations; *found is its state before the lock. */
static int journal_open_blank(const char *path, struct stat *found, heco_error *error) {
    int fd = heco_os_open(path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND);
    if (fd < 0 && errno == EEXIST) {
        if (stat(path, found) == 0 && !heco_journal_is_blank(path)) {
            heco_fail(error, HECO_ERR_CONFLICT,
                      "journal %s exists already: resume it, or choose another file", path);
            return -1;
        }
        fd = heco_os_open(path, O_WRONLY | O_APPEND);
    } else if (fd >= 0 && fstat(fd, found) != 0) close(fd), fd = -1;
    if (fd < 0) journal_fail_io(error, "create it", path);
    return fd;
}

/* Returns whether the file is unchanged since before the lock. It uses this descriptor, because
 * closing another one of the same file would release the lock. */
static int journal_is_as_found(int fd, const struct stat *found) {
    struct stat now;
    return fstat(fd, &now) == 0 && heco_os_is_unchanged(found, &now);
}

int heco_journal_create(const char *path, heco_error *error) {
    struct stat found;
    int         fd = journal_open_blank(path, &found, error);
    if (fd < 0) return -1;
    if (journal_lock(fd, path, error)) {
        if (!journal_is_as_found(fd, &found)) { /* it has changed: start over */
            close(fd);
            return heco_journal_create(path, error);
        }
        if (ftruncate(fd, 0) == 0 &&
            journal_write_all(fd, (const unsigned char *)&JOURNAL_MAGIC, sizeof JOURNAL_MAGIC))
            return fd;
        journal_fail_io(error, "write it", path);
    }
    close(fd);
    return -1;
}

int heco_journal_append_from(const char *path, uint64_t offset, uint64_t size, heco_error *error) {
    struct stat about;
    int         fd = heco_os_open(path, O_WRONLY | O_APPEND);
    if (fd < 0) {
        journal_fail_io(error, "open it for writing", path);
        return -1;
    }
    if (journal_lock(fd, path, error)) {
        if (fstat(fd, &about) == 0 && (uint64_t)about.st_size != size) {
            close(fd);
            return -2;
        }
        if (ftruncate(fd, (off_t)offset) == 0) return fd;
        journal_fail_io(error, "cut its torn end", path);
    }
    close(fd);
    return -1;
}
