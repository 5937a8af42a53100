/* Opens a database that another person may have made, so that reading it changes no file.
 *
 * A rollback journal may name a super-journal, which SQLite deletes after the rollback. heco writes
 * one file per transaction and never makes such a journal, so a journal with a name is refused.
 * Readers open the file with mode=ro: SQLite then takes locks as usual, so a bench may write
 * meanwhile, but it reports a hot journal instead of rolling it back. immutable=1 is not used,
 * because it skips the locks and ignores a hot journal. A reader of a file with a hot journal works
 * on a private copy of both files, in which SQLite rolls back.
 *
 * Triggers and views run SQL of the file. They are switched off, and a file whose tables are not
 * those of heco is refused. */
#include "experiment/database.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "base/os.h"

enum {
    SAFETY_VALUE = 1 << 26, /* bytes of a value; a trace of 1e6 points has at most 17 MB       */
    SAFETY_SQL   = 100000   /* bytes of a statement, those of the schema included              */
};

char *heco_database_uri(const char *path, const char *mode) {
    size_t size = 3 * strlen(path) + strlen(mode) + 20;
    char  *uri  = malloc(size), *at;
    if (uri == NULL) return NULL;
    const char *begin = path[0] == '/'              ? "file://"
                        : heco_os_is_absolute(path) ? "file:///"
                                                    : "file:";
    at                = uri + snprintf(uri, size, "%s", begin);
    for (; *path != '\0'; path++) {
        unsigned char c = (unsigned char)*path;
        if (c == '\\' && HECO_OS_PATHS[0] == ';') c = '/'; /* Windows has two separators */
        at += snprintf(at, 4, strchr("%?#", c) != NULL ? "%%%02X" : "%c", c);
    }
    snprintf(at, size - (size_t)(at - uri), "?mode=%s", mode);
    return uri;
}

/* Returns the name of a file that SQLite keeps beside the database, with symbolic links resolved as
 * SQLite does. The caller frees it. */
static char *safety_beside(const char *path, const char *suffix) {
    char  *real = heco_os_real_path(path);
    size_t size = strlen(real != NULL ? real : path) + strlen(suffix) + 1;
    char  *name = malloc(size);
    if (name != NULL) snprintf(name, size, "%s%s", real != NULL ? real : path, suffix);
    free(real);
    return name;
}

/* A journal that names a super-journal ends with the magic number of journals (SQLite's file
 * format, section 3). */
static heco_status safety_check_journal(const char *name, heco_error *error) {
    static const unsigned char magic[8] = {0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7};
    unsigned char              end[8];
    struct stat                about;
    int                        fd = heco_os_open(name, O_RDONLY | O_NOFOLLOW);
    if (fd < 0 && errno == ENOENT) return HECO_OK;
    int regular = fd >= 0 && fstat(fd, &about) == 0 && S_ISREG(about.st_mode);
    int named   = regular && about.st_size >= 16 && lseek(fd, (off_t)-8, SEEK_END) >= 0 &&
                read(fd, end, sizeof end) == (ssize_t)sizeof end &&
                memcmp(end, magic, sizeof end) == 0;
    if (fd >= 0) close(fd);
    if (!regular)
        return heco_fail(error, HECO_ERR_FORMAT,
                         "%s is not a journal that can be read: remove it, or use another copy of "
                         "the database",
                         name);
    if (named)
        return heco_fail(error, HECO_ERR_FORMAT,
                         "%s names another file, which SQLite would delete: heco writes no such "
                         "journal; remove it, or use another copy of the database",
                         name);
    return HECO_OK;
}

heco_status heco_database_check_beside(const char *path, int to_write, heco_error *error) {
    char       *journal = safety_beside(path, "-journal"), *wal = safety_beside(path, "-wal");
    struct stat about;
    heco_status status = HECO_OK;
    if (journal == NULL || wal == NULL) status = heco_fail_memory(error);
    else status = safety_check_journal(journal, error);
    if (status == HECO_OK && !to_write && wal != NULL && lstat(wal, &about) == 0)
        status = heco_fail(error, HECO_ERR_FORMAT,
                           "%s has a write-ahead log, which heco does not read: run heco bench "
                           "with it, or PRAGMA journal_mode=DELETE in SQLite",
                           path);
    free(journal);
    free(wal);
    return status;
}

void heco_database_harden(sqlite3 *sql) {
    static const struct {
        int option, value;
    } switches[] = {
        {SQLITE_DBCONFIG_ENABLE_TRIGGER, 0},
#ifdef SQLITE_DBCONFIG_ENABLE_VIEW
        {SQLITE_DBCONFIG_ENABLE_VIEW, 0},
#endif
#ifdef SQLITE_DBCONFIG_DEFENSIVE
        {SQLITE_DBCONFIG_DEFENSIVE, 1},
#endif
#ifdef SQLITE_DBCONFIG_TRUSTED_SCHEMA
        {SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0},
#endif
    };
    for (size_t i = 0; i < sizeof switches / sizeof switches[0]; i++)
        sqlite3_db_config(sql, switches[i].option, switches[i].value, NULL);
    sqlite3_limit(sql, SQLITE_LIMIT_LENGTH, SAFETY_VALUE);
    sqlite3_limit(sql, SQLITE_LIMIT_SQL_LENGTH, SAFETY_SQL);
}

int heco_database_is_wal(sqlite3 *sql) {
    sqlite3_file *file     = NULL;
    unsigned char head[20] = {0};
    /* A descriptor of its own would release the locks of the process on the file when closed. */
    return sqlite3_file_control(sql, "main", SQLITE_FCNTL_FILE_POINTER, &file) == SQLITE_OK &&
           file != NULL && file->pMethods != NULL &&
           file->pMethods->xRead(file, head, sizeof head, 0) == SQLITE_OK &&
           (head[18] == 2 || head[19] == 2);
}

/* ---- the private copy ---- */

static int safety_copy_file(const char *from, const char *to) {
    char    buffer[65536];
    ssize_t got = -1;
    int     in  = heco_os_open(from, O_RDONLY);
    int     out = in < 0 ? -1 : heco_os_open(to, O_WRONLY | O_CREAT | O_EXCL);
    while (out >= 0 && (got = read(in, buffer, sizeof buffer)) > 0)
        if (write(out, buffer, (size_t)got) != got) {
            got = -1;
            break;
        }
    if (in >= 0) close(in);
    if (out >= 0 && close(out) != 0) got = -1;
    return got == 0;
}

/* Copies both files. Returns HECO_ERR_CONFLICT if one of them changed meanwhile. */
static heco_status safety_copy_pair(const char *path, const char *copy, heco_error *error) {
    struct stat before[2], after[2];
    char       *journal = safety_beside(path, "-journal"), *to = safety_beside(copy, "-journal");
    heco_status status = HECO_OK;
    if (journal == NULL || to == NULL) status = heco_fail_memory(error);
    else {
        int same   = stat(path, &before[0]) == 0 && stat(journal, &before[1]) == 0;
        int copied = same && safety_copy_file(path, copy) && safety_copy_file(journal, to);
        same       = same && stat(path, &after[0]) == 0 && stat(journal, &after[1]) == 0 &&
               heco_os_is_unchanged(&before[0], &after[0]) && heco_os_is_unchanged(&before[1], &after[1]);
        if (!same)
            status = heco_fail(error, HECO_ERR_CONFLICT,
                               "%s changed while it was read: repeat the command", path);
        else if (!copied)
            status =
                heco_fail(error, HECO_ERR_IO,
                          "%s has an unfinished commit and cannot be copied to %s (%s): repeat "
                          "the heco bench that was killed, or set TMPDIR",
                          path, copy, strerror(errno));
        else status = safety_check_journal(to, error);
    }
    free(journal);
    free(to);
    return status;
}

/* Removes a copy, the files that SQLite puts beside it, and its folder. A copy whose header asks for
 * a write-ahead log has two more. */
static void safety_remove_copy(const char *copy, const char *folder) {
    static const char *const beside[] = {"", "-journal", "-wal", "-shm"};
    char                     path[440];
    for (size_t i = 0; i < sizeof beside / sizeof *beside; i++) {
        snprintf(path, sizeof path, "%s%s", copy, beside[i]);
        unlink(path);
    }
    rmdir(folder);
}

heco_status heco_database_open_copy(const char *path, sqlite3 **sql, heco_error *error) {
    char folder[400], copy[420];
    int  code = heco_os_temporary_folder(folder, sizeof folder);
    *sql      = NULL;
    if (code != 0)
        return heco_fail(error, HECO_ERR_IO,
                         "%s has an unfinished commit, and %s for a copy cannot be created (%s): "
                         "repeat the heco bench that was killed, or set TMPDIR",
                         path, folder, strerror(code));
    snprintf(copy, sizeof copy, "%s/copy.db", folder);
    heco_status status = safety_copy_pair(path, copy, error);
    if (status == HECO_OK && sqlite3_open_v2(copy, sql, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX,
                                             NULL) == SQLITE_OK) {
        heco_database_harden(*sql);
        /* The first query rolls back. An error comes again in the caller's first query. */
        sqlite3_exec(*sql, "SELECT 1 FROM sqlite_master; PRAGMA query_only=ON", NULL, NULL, NULL);
    }
    /* The open descriptor keeps the copy readable. Windows does not remove open files, so that the
     * copy stays in the folder of temporary files there. */
    safety_remove_copy(copy, folder);
    return status;
}

/* ---- the schema ---- */

/* Selects the columns of a table with type, place in the key and kind, as one text. The text is
 * NULL for a view or a virtual table. */
#define SAFETY_COLUMNS \
    "SELECT CASE WHEN type = 'table' AND rootpage > 0 THEN (SELECT group_concat(x.name || ' ' || " \
    "x.type || ' ' || x.pk || CASE x.hidden WHEN 0 THEN '' ELSE ' generated' END, ', ') FROM " \
    "pragma_table_xinfo(m.name, 'main') AS x) END, count(*) FROM sqlite_master AS m WHERE type " \
    "IN " \
    "('table', 'view') AND name = ?1 COLLATE NOCASE"

/* Older files lack the last column of suite or run. A newer heco may have added columns. */
static int safety_fits(const char *own, const char *other) {
    size_t a = strlen(own), b = strlen(other), n = a < b ? a : b;
    if (strncmp(own, other, n) != 0) return 0;
    if (a > b)
        return strcmp(own + n, ", dims TEXT 0") == 0 || strcmp(own + n, ", build INTEGER 0") == 0;
    return other[n] == '\0' || (other[n] == ',' && strstr(other + n, " generated") == NULL);
}

static heco_status safety_compare(heco_database *db, sqlite3_stmt *own, sqlite3_stmt *other,
                                  const char *table, heco_error *error) {
    int row, optional = strcmp(table, "build") == 0 || strcmp(table, "checksum") == 0;
    sqlite3_bind_text(own, 1, table, -1, SQLITE_STATIC);
    sqlite3_bind_text(other, 1, table, -1, SQLITE_STATIC);
    heco_status status = heco_database_step(db, other, &row, error);
    if (status == HECO_OK && sqlite3_step(own) != SQLITE_ROW) status = heco_fail_memory(error);
    if (status == HECO_OK) {
        const char *wanted = (const char *)sqlite3_column_text(own, 0);
        const char *found  = (const char *)sqlite3_column_text(other, 0);
        int         count  = sqlite3_column_int(other, 1);
        if (wanted == NULL) status = heco_fail_memory(error);
        else if (!(count == 0 && optional) &&
                 (count != 1 || found == NULL || !safety_fits(wanted, found)))
            status = heco_fail(error, HECO_ERR_FORMAT,
                               "%s: '%s' is not the table that heco makes: use another copy of the "
                               "database",
                               db->path, table);
    }
    sqlite3_reset(own);
    sqlite3_reset(other);
    return status;
}

static heco_status safety_check_triggers(heco_database *db, heco_error *error) {
    sqlite3_stmt *s      = NULL;
    int           row    = 0;
    heco_status   status = heco_database_prepare(
          db, &s, "SELECT name FROM sqlite_master WHERE type = 'trigger'", error);
    if (status == HECO_OK) status = heco_database_step(db, s, &row, error);
    if (status == HECO_OK && row) {
        const char *name = (const char *)sqlite3_column_text(s, 0);
        status =
            heco_fail(error, HECO_ERR_FORMAT,
                      "%s has the trigger '%.60s', which heco did not make: drop it in SQLite, "
                      "or use another copy of the database",
                      db->path, name != NULL ? name : "");
    }
    sqlite3_finalize(s);
    return status;
}

heco_status heco_database_check_schema(heco_database *db, heco_error *error) {
    static const char *const table[] = {"meta", "suite", "problem", "variant",
                                        "run",  "trace", "build",   "checksum"};
    heco_database            own     = {.path = db->path, .lock = -1};
    sqlite3_stmt            *wanted = NULL, *found = NULL;
    heco_status              status = safety_check_triggers(db, error);
    if (status != HECO_OK) return status;
    if (sqlite3_open(":memory:", &own.sql) != SQLITE_OK) status = heco_fail_memory(error);
    if (status == HECO_OK) status = heco_database_create_tables(&own, error);
    if (status == HECO_OK) status = heco_checksum_create(&own, error);
    if (status == HECO_OK) status = heco_database_prepare(&own, &wanted, SAFETY_COLUMNS, error);
    if (status == HECO_OK) status = heco_database_prepare(db, &found, SAFETY_COLUMNS, error);
    for (size_t i = 0; i < sizeof table / sizeof table[0] && status == HECO_OK; i++)
        status = safety_compare(db, wanted, found, table[i], error);
    sqlite3_finalize(wanted);
    sqlite3_finalize(found);
    sqlite3_close(own.sql);
    return status;
}
