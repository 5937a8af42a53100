/* One SQLite file with one writer.
 *
 * The file uses a rollback journal rather than a write-ahead log. Between commits all data is in
 * one file, which people copy and mail; it works on network file systems and in folders that
 * readers may not write to. A bench commits a few times a second at most, where a log gains
 * nothing. synchronous=EXTRA makes a commit survive a power failure: SQLite syncs the folder after
 * it has deleted the journal. A bench that was killed leaves a journal, which the next bench rolls
 * back. Readers change nothing (database_safety.c).
 *
 * SQLite locks the file only while it commits. A bench holds a second lock on the file FILE-bench
 * beside it; the system releases that lock when the process ends. A byte of the database itself
 * cannot carry it, because SQLite releases all locks of the process on that file whenever it
 * releases its own. A bench that ends removes the lock file. A bench that was killed leaves it
 * behind, unlocked, and the next bench uses it. */
#include "experiment/database.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "base/os.h"
#include "heco/common.h"

enum { DATABASE_WAIT_MS = 3000 };

static const char database_build[] =
    "CREATE TABLE IF NOT EXISTS build(id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE);";
static const char database_schema[] =
    "CREATE TABLE meta(key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;"
    "CREATE TABLE suite(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE,"
    " instance TEXT NOT NULL, dims TEXT);"
    "CREATE TABLE problem(id INTEGER PRIMARY KEY, suite INTEGER NOT NULL REFERENCES suite,"
    " name TEXT NOT NULL, n INTEGER NOT NULL, ng INTEGER NOT NULL, nh INTEGER NOT NULL,"
    " max_evals INTEGER NOT NULL, f_ref REAL, target REAL, UNIQUE(suite, name, n));"
    "CREATE TABLE variant(id INTEGER PRIMARY KEY, label TEXT NOT NULL UNIQUE,"
    " algorithm TEXT NOT NULL, options TEXT NOT NULL);"
    "CREATE TABLE run(id INTEGER PRIMARY KEY, problem INTEGER NOT NULL REFERENCES problem,"
    " variant INTEGER NOT NULL REFERENCES variant, run INTEGER NOT NULL,"
    " stream INTEGER NOT NULL, options TEXT NOT NULL, version TEXT NOT NULL,"
    " stop TEXT NOT NULL, evals INTEGER NOT NULL, failed INTEGER NOT NULL, f REAL NOT NULL,"
    " viol REAL NOT NULL, viol_sum REAL NOT NULL, c1 INTEGER NOT NULL, c2 INTEGER NOT NULL,"
    " c3 INTEGER NOT NULL, evals_at_best INTEGER NOT NULL, evals_to_feasible INTEGER NOT NULL,"
    " evals_to_success INTEGER NOT NULL, seconds REAL NOT NULL, x BLOB NOT NULL,"
    " build INTEGER REFERENCES build, UNIQUE(problem, variant, run));"
    "CREATE TABLE trace(run INTEGER PRIMARY KEY REFERENCES run, points INTEGER NOT NULL,"
    " first_evals INTEGER NOT NULL, data BLOB NOT NULL);"
    "CREATE VIEW runs AS " HECO_DATABASE_RUNS ";";

/* Returns whether the file system has locks. SQLite reports a missing lock daemon as a lock of
 * another program. Closing the file releases SQLite's locks on it, so only readers may call it. */
static int database_has_locks(const char *path) {
    int has = 1;
#ifdef F_GETLK
    struct flock lock = {.l_type = F_RDLCK, .l_whence = SEEK_SET};
    int          fd   = heco_os_open(path, O_RDONLY);
    if (fd >= 0) {
        has = fcntl(fd, F_GETLK, &lock) == 0;
        close(fd);
    }
#else
    (void)path;
#endif
    return has;
}

static heco_status database_fail_locked(const heco_database *db, heco_error *error) {
    const char *path = db->path;
    if (db->lock < 0 && !database_has_locks(path))
        return heco_fail(error, HECO_ERR_IO,
                         "%s cannot be locked: put it on a file system that has locks", path);
    return heco_fail(error, HECO_ERR_CONFLICT,
                     "%s is locked by another program: close that and repeat the command", path);
}

heco_status heco_database_fail(const heco_database *db, heco_error *error) {
    const char *path = db->path;
    int         code = sqlite3_extended_errcode(db->sql);
    switch (code & 0xFF) {
    case SQLITE_NOTADB:
        return heco_fail(error, HECO_ERR_FORMAT,
                         "%s is not a results database: it is not an SQLite file; name another one",
                         path);
    case SQLITE_CORRUPT:
        return heco_fail(error, HECO_ERR_FORMAT,
                         "%s is damaged or cut short (%s): nothing was written; use a copy of it, "
                         "or another file",
                         path, sqlite3_errmsg(db->sql));
    case SQLITE_BUSY:
    case SQLITE_LOCKED: return database_fail_locked(db, error);
    case SQLITE_FULL:
        return heco_fail(error, HECO_ERR_IO,
                         "%s: the disk is full; the stored runs are safe, make room and "
                         "repeat the command",
                         path);
    case SQLITE_TOOBIG:
        return heco_fail(error, HECO_ERR_FORMAT,
                         "%s holds a longer value than heco stores (%s): use another copy of it",
                         path, sqlite3_errmsg(db->sql));
    case SQLITE_INTERRUPT:
        return heco_fail(error, HECO_ERR_CONFLICT, "%s: stopped while it was read", path);
    case SQLITE_READONLY:
        if (code == SQLITE_READONLY_ROLLBACK)
            return heco_fail(error, HECO_ERR_CONFLICT,
                             "%s has an unfinished commit of a bench that was killed: repeat that "
                             "heco bench",
                             path);
        return heco_fail(error, HECO_ERR_IO, "%s may not be written: check its permissions", path);
    case SQLITE_NOMEM: return heco_fail_memory(error);
    case SQLITE_IOERR:
        if (code == SQLITE_IOERR_WRITE || code == SQLITE_IOERR_FSYNC)
            return heco_fail(error, HECO_ERR_IO,
                             "%s could not be written (%s): a limit on file sizes, a quota or the "
                             "disk is reached; the stored runs are safe, make room and "
                             "repeat the command",
                             path, sqlite3_errmsg(db->sql));
        /* fall through */
    case SQLITE_CANTOPEN: {
        int why = sqlite3_system_errno(db->sql);
        return heco_fail(error, HECO_ERR_IO, "%s: %s (%s)", path, sqlite3_errmsg(db->sql),
                         why != 0 ? strerror(why) : "no reason given");
    }
    default: return heco_fail(error, HECO_ERR_IO, "%s: %s", path, sqlite3_errmsg(db->sql));
    }
}

heco_status heco_database_exec(heco_database *db, const char *sql, heco_error *error) {
    if (sqlite3_exec(db->sql, sql, NULL, NULL, NULL) == SQLITE_OK) return HECO_OK;
    return heco_database_fail(db, error);
}

heco_status heco_database_prepare(heco_database *db, sqlite3_stmt **out, const char *sql,
                                  heco_error *error) {
    if (sqlite3_prepare_v2(db->sql, sql, -1, out, NULL) == SQLITE_OK) return HECO_OK;
    return heco_database_fail(db, error);
}

heco_status heco_database_step(heco_database *db, sqlite3_stmt *statement, int *row,
                               heco_error *error) {
    int code = sqlite3_step(statement);
    *row     = code == SQLITE_ROW;
    return code == SQLITE_ROW || code == SQLITE_DONE ? HECO_OK : heco_database_fail(db, error);
}

heco_status heco_database_ask(heco_database *db, sqlite3_stmt **out, const char *sql,
                              const char *const *texts, int *row, heco_error *error) {
    *out               = NULL;
    *row               = 0;
    heco_status status = heco_database_prepare(db, out, sql, error);
    if (status != HECO_OK) return status;
    for (int i = 0; texts != NULL && texts[i] != NULL; i++)
        sqlite3_bind_text(*out, i + 1, texts[i], -1, SQLITE_STATIC);
    return heco_database_step(db, *out, row, error);
}

heco_status heco_database_change(heco_database *db, const char *sql, const char *const *texts,
                                 heco_error *error) {
    sqlite3_stmt *statement;
    int           row;
    heco_status   status = heco_database_ask(db, &statement, sql, texts, &row, error);
    sqlite3_finalize(statement);
    return status;
}

heco_status heco_database_number(heco_database *db, const char *sql, int64_t *value,
                                 heco_error *error) {
    sqlite3_stmt *statement;
    int           row;
    heco_status   status = heco_database_ask(db, &statement, sql, NULL, &row, error);
    *value               = row ? sqlite3_column_int64(statement, 0) : 0;
    sqlite3_finalize(statement);
    return status;
}

heco_status heco_database_has(heco_database *db, const char *schema, const char *table,
                              const char *column, int *has, heco_error *error) {
    char    sql[200];
    int64_t count = 0;
    sqlite3_snprintf(sizeof sql, sql,
                     "SELECT count(*) FROM pragma_table_info('%q', '%q') WHERE name = '%q'", table,
                     schema, column);
    heco_status status = heco_database_number(db, sql, &count, error);
    *has               = count > 0;
    return status;
}

heco_status heco_database_upgrade(heco_database *db, heco_error *error) {
    int         dims = 0, build = 0;
    heco_status status = heco_database_has(db, "main", "suite", "dims", &dims, error);
    if (status == HECO_OK) status = heco_database_has(db, "main", "run", "build", &build, error);
    if (status == HECO_OK && !dims)
        status = heco_database_exec(db, "ALTER TABLE suite ADD COLUMN dims TEXT", error);
    if (status == HECO_OK && !build) status = heco_database_exec(db, database_build, error);
    if (status == HECO_OK && !build)
        status = heco_database_exec(db, "ALTER TABLE run ADD COLUMN build INTEGER REFERENCES build",
                                    error);
    return status;
}

double heco_database_real(sqlite3_stmt *statement, int column) {
    if (sqlite3_column_type(statement, column) == SQLITE_NULL) return NAN;
    return sqlite3_column_double(statement, column);
}

static heco_status database_busy(const heco_database *db, heco_error *error) {
    long other = heco_os_lock_owner(db->lock);
    if (other > 0)
        return heco_fail(error, HECO_ERR_CONFLICT,
                         "another bench (process %ld) is writing to %s: wait for it, or use "
                         "another file",
                         other, db->path);
    return heco_fail(error, HECO_ERR_CONFLICT,
                     "another bench is writing to %s: wait for it, or use another file", db->path);
}

/* Takes the lock of the bench, or reports the process that holds it. The owner removes the file
 * before it releases the lock. If the locked file no longer has that name, the lock is void and
 * the loop tries again. */
static heco_status database_lock(heco_database *db, heco_error *error) {
    for (;;) {
        db->lock = heco_os_open(db->lock_path, O_RDWR | O_CREAT | O_NOFOLLOW);
        if (db->lock < 0)
            return heco_fail(error, HECO_ERR_IO, "%s cannot be created: %s", db->lock_path,
                             strerror(errno));
        if (!heco_os_lock(db->lock)) {
            int         why    = errno;
            heco_status status = why == EACCES || why == EAGAIN
                                     ? database_busy(db, error)
                                     : heco_fail(error, HECO_ERR_IO, "%s cannot be locked: %s",
                                                 db->lock_path, strerror(why));
            close(db->lock);
            db->lock = -1;
            return status;
        }
        if (heco_os_is_file_at(db->lock, db->lock_path)) return HECO_OK;
        close(db->lock);
    }
}

/* Releases the lock of the bench, if this process holds it, and removes its file. */
static void database_unlock(heco_database *db) {
    if (db->lock < 0 || db->lock_path == NULL) return;
    heco_os_close_and_remove(db->lock, db->lock_path);
}

heco_status heco_database_create_tables(heco_database *db, heco_error *error) {
    heco_status status = heco_database_exec(db, database_build, error);
    return status == HECO_OK ? heco_database_exec(db, database_schema, error) : status;
}

static heco_status database_create(heco_database *db, heco_error *error) {
    char numbers[100];
    sqlite3_snprintf(sizeof numbers, numbers, "PRAGMA application_id=%d; PRAGMA user_version=%d;",
                     HECO_DATABASE_ID, HECO_DATABASE_SCHEMA);
    heco_status status = heco_database_exec(db, "BEGIN IMMEDIATE", error);
    if (status == HECO_OK) status = heco_database_create_tables(db, error);
    if (status == HECO_OK) status = heco_database_exec(db, numbers, error);
    if (status == HECO_OK) status = heco_database_exec(db, "COMMIT", error);
    if (status != HECO_OK) sqlite3_exec(db->sql, "ROLLBACK", NULL, NULL, NULL);
    db->fresh = status == HECO_OK;
    return status;
}

/* Checks that the file belongs to heco and has the known schema. Creates the schema in an empty
 * file that is opened for writing. */
static heco_status database_identify(heco_database *db, int to_write, heco_error *error) {
    int64_t     objects = 0, id = 0, version = 0;
    heco_status status =
        heco_database_number(db, "SELECT count(*) FROM sqlite_master", &objects, error);
    if (status == HECO_OK) status = heco_database_number(db, "PRAGMA application_id", &id, error);
    if (status == HECO_OK)
        status = heco_database_number(db, "PRAGMA user_version", &version, error);
    if (status != HECO_OK) return status;
    if (objects == 0 && id == 0 && version == 0) {
        if (to_write) return database_create(db, error);
        return heco_fail(error, HECO_ERR_FORMAT, "%s is empty: no bench has stored anything in it",
                         db->path);
    }
    if (id != HECO_DATABASE_ID)
        return heco_fail(error, HECO_ERR_FORMAT,
                         "%s is an SQLite file of another program: name a results database",
                         db->path);
    if (version != HECO_DATABASE_SCHEMA)
        return heco_fail(error, HECO_ERR_CONFLICT,
                         "%s has schema version %lld, this heco %s knows version %d: use the heco "
                         "that made it, or another file",
                         db->path, (long long)version, heco_version(), HECO_DATABASE_SCHEMA);
    return heco_database_check_schema(db, error);
}

/* Opens the file in SQLite and identifies it. */
static heco_status database_open_file(heco_database *db, int to_write, heco_error *error) {
    int flags = to_write ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READONLY;
    db->uri   = heco_database_uri(db->path, to_write ? "rwc" : "ro");
    if (db->uri == NULL) return heco_fail_memory(error);
    if (sqlite3_open_v2(db->uri, &db->sql, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_URI, NULL) !=
        SQLITE_OK)
        return heco_database_fail(db, error);
    heco_database_harden(db->sql);
    sqlite3_busy_timeout(db->sql, DATABASE_WAIT_MS);
    if (!to_write && heco_database_is_wal(db->sql))
        return heco_fail(error, HECO_ERR_FORMAT,
                         "%s uses a write-ahead log, which heco does not read: run heco bench with "
                         "it, or PRAGMA journal_mode=DELETE in SQLite",
                         db->path);
    heco_status status = heco_database_exec(db, "PRAGMA foreign_keys=ON", error);
    if (status == HECO_OK && to_write)
        status =
            heco_database_exec(db, "PRAGMA journal_mode=DELETE; PRAGMA synchronous=EXTRA;", error);
    return status == HECO_OK ? database_identify(db, to_write, error) : status;
}

static heco_status database_connect(heco_database *db, int to_write, heco_error *error) {
    struct stat file;
    int         exists = stat(db->path, &file) == 0;
    if (exists && S_ISFIFO(file.st_mode)) /* SQLite would wait for a writer */
        return heco_fail(error, HECO_ERR_IO, "%s is a pipe: name a results database", db->path);
    if (exists && S_ISDIR(file.st_mode)) errno = EISDIR;
    else if (exists && access(db->path, to_write ? R_OK | W_OK : R_OK) == 0) exists = 2;
    if (exists == 1 || (!exists && !to_write))
        return heco_fail(error, HECO_ERR_IO, "%s cannot be opened: %s", db->path, strerror(errno));
    if (to_write) {
        heco_status status = database_lock(db, error);
        if (status != HECO_OK) return status;
    }
    heco_status status = heco_database_check_beside(db->path, to_write, error);
    if (status == HECO_OK) status = database_open_file(db, to_write, error);
    if (status == HECO_OK || to_write || db->sql == NULL ||
        sqlite3_extended_errcode(db->sql) != SQLITE_READONLY_ROLLBACK)
        return status;
    sqlite3_close(db->sql);
    free(db->uri);
    db->uri = NULL;
    status  = heco_database_open_copy(db->path, &db->sql, error);
    return status == HECO_OK ? database_identify(db, 0, error) : status;
}

heco_status heco_database_open(heco_database *db, const char *path, int to_write,
                               heco_error *error) {
    *db = (heco_database){.lock = -1};
    /* SQLite treats names that begin with a colon specially. */
    const char *before = path[0] == ':' ? "./" : "";
    size_t      size   = strlen(path) + 16;
    db->path           = malloc(size);
    db->lock_path      = malloc(size);
    heco_status status = HECO_ERR_MEMORY;
    if (db->path == NULL || db->lock_path == NULL) heco_fail_memory(error);
    else {
        snprintf(db->path, size, "%s%s", before, path);
        snprintf(db->lock_path, size, "%s%s-bench", before, path);
        status = database_connect(db, to_write, error);
    }
    if (status != HECO_OK) heco_database_close(db);
    return status;
}

void heco_database_close(heco_database *db) {
    sqlite3_close(db->sql);
    database_unlock(db);
    free(db->path);
    free(db->lock_path);
    free(db->uri);
    *db = (heco_database){.lock = -1};
}
