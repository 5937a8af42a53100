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

static const uint64_t JOURNAL_MAGIC = 0x316a2d6f6365680au; /* "\nheco-j1" in little-endian files */
enum { JOURNAL_FRAME = 12 };
static const uint32_t JOURNAL_LARGEST = 1u << 30;

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
    for (size_t at = 0; at + JOURNAL_FRAME <= size; at++) {
        uint32_t frame[2], stored;
        memcpy(frame, data + at, sizeof frame);
        if (frame[0] != HECO_JOURNAL_IDENTITY && frame[0] != HECO_JOURNAL_METADATA &&
            frame[0] != HECO_JOURNAL_BATCH && frame[0] != HECO_JOURNAL_DERIVED &&
            frame[0] != HECO_JOURNAL_WORDS && frame[0] != HECO_JOURNAL_TIME)
            continue;
        if (frame[1] > size - at - JOURNAL_FRAME) continue;
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
    if (torn > JOURNAL_FRAME + (uint64_t)announced) return journal_fail_damaged(r, error);
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
    if (left < JOURNAL_FRAME) return journal_handle_end(r, 0, error);
    if (!journal_read_bytes(r, frame, sizeof frame, error)) return -1;
    if (frame[1] > JOURNAL_LARGEST) return journal_fail_damaged(r, error);
    if (frame[1] > left - JOURNAL_FRAME) return journal_handle_end(r, frame[1], error);
    if (!journal_reserve(r, frame[1], error)) return -1;
    if (!journal_read_bytes(r, r->record.data, frame[1], error) ||
        !journal_read_bytes(r, &stored, sizeof stored, error))
        return -1;
    uint32_t crc =
        heco_hash_crc32(heco_hash_crc32(0, frame, sizeof frame), r->record.data, frame[1]);
    if (crc != stored) return journal_handle_end(r, frame[1], error);
    r->record.type           = frame[0];
    r->record.size           = frame[1];
    r->record.data[frame[1]] = '\0';
    r->good += JOURNAL_FRAME + frame[1];
    return 1;
}

void heco_journal_reader_close(heco_journal_reader *r) {
    if (r->file != NULL) fclose(r->file);
    free(r->record.data);
    r->file        = NULL;
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

heco_status heco_journal_write(heco_journal_output to, uint32_t type, const void *data, size_t size,
                               heco_error *error) {
    if (size > JOURNAL_LARGEST)
        return heco_fail(error, HECO_ERR_ARG, "a journal record of %zu bytes is too large", size);
    unsigned char  small[64]; /* the time record, written at the end, needs no memory */
    unsigned char *large =
        JOURNAL_FRAME + size > sizeof small ? malloc(JOURNAL_FRAME + size) : NULL;
    unsigned char *frame = JOURNAL_FRAME + size > sizeof small ? large : small;
    if (frame == NULL) return heco_fail_memory(error);
    uint32_t length = (uint32_t)size;
    memcpy(frame, &type, 4);
    memcpy(frame + 4, &length, 4);
    if (size > 0) memcpy(frame + 8, data, size);
    uint32_t crc = heco_hash_crc32(0, frame, 8 + size);
    memcpy(frame + 8 + size, &crc, 4);
    int written = journal_write_all(to.fd, frame, JOURNAL_FRAME + size);
    int why     = errno;
    free(large);
    if (written) return HECO_OK;
    return heco_fail(error, HECO_ERR_IO, "cannot write journal %s: %s; fix this, then resume it",
                     to.path, strerror(why));
}

/* Locks the file for one writer; the lock ends with the process. */
static int journal_lock(int fd, const char *path, heco_error *error) {
    struct flock lock;
    memset(&lock, 0, sizeof lock);
    lock.l_type   = F_WRLCK;
    lock.l_whence = SEEK_SET;
    if (fcntl(fd, F_SETLK, &lock) == 0) return 1;
    heco_fail(error, HECO_ERR_CONFLICT, "journal %s is in use by another process", path);
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
        if (r.record.type == HECO_JOURNAL_BATCH || r.record.type == HECO_JOURNAL_DERIVED) blank = 0;
    heco_journal_reader_close(&r);
    return blank && more == 0;
}

/* Creates a file, or opens one without evaluations; *found is its state before the lock. */
static int journal_open_blank(const char *path, struct stat *found, heco_error *error) {
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0666);
    if (fd < 0 && errno == EEXIST) {
        if (stat(path, found) == 0 && !heco_journal_is_blank(path)) {
            heco_fail(error, HECO_ERR_CONFLICT,
                      "journal %s exists already: resume it, or choose another file", path);
            return -1;
        }
        fd = open(path, O_WRONLY | O_APPEND | O_CLOEXEC);
    } else if (fd >= 0 && fstat(fd, found) != 0) close(fd), fd = -1;
    if (fd < 0) journal_fail_io(error, "create it", path);
    return fd;
}

/* Returns whether the file is unchanged since before the lock. It uses this descriptor, because
 * closing another one of the same file would release the lock. */
static int journal_is_as_found(int fd, const struct stat *found) {
    struct stat now;
    return fstat(fd, &now) == 0 && now.st_ino == found->st_ino && now.st_dev == found->st_dev &&
           now.st_size == found->st_size && now.st_mtim.tv_sec == found->st_mtim.tv_sec &&
           now.st_mtim.tv_nsec == found->st_mtim.tv_nsec;
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
    int         fd = open(path, O_WRONLY | O_APPEND | O_CLOEXEC);
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
