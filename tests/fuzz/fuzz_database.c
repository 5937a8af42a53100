/* A results database that another person made, with files beside it. The input is a program:
 *   schema   statements of SQL, composed of words, that change a database of heco;
 *   beside   a rollback journal (raw, or with a right head, pages, checksums and the name of a
 *            super-journal), or a write-ahead log (of SQLite's own, then changed);
 *   command  what rank, report, db check, watch, bench --dump and db merge do with it.
 * A reader gives one line or an answer. It changes neither the database nor a file beside it,
 * leaves nothing behind, and the file that a super-journal names stays. A merge into the database
 * may change it, but no other file. */
#include <string.h>

#include "fuzz_bench.h"
#include "fuzz_json.h"
#include "heco/report.h"

enum { LARGEST = 1 << 18, FILES = 5, STATEMENT = 400, STEPS = 300000 };
/* STEPS: instructions of SQLite for a statement of the input; a view of it may never end */

enum { DB, JOURNAL, LOG, INDEX, VICTIM };

typedef struct {
    unsigned char bytes[LARGEST];
    size_t        size;
    int           exists;
} content;

static char              paths[FILES][96], merged[96];
static const char *const names[FILES] = {"x.db", "x.db-journal", "x.db-wal", "x.db-shm", "victim"};

/* ---- files ---- */

static void read_content(content *c, const char *path) {
    int fd    = open(path, O_RDONLY);
    c->exists = fd >= 0;
    c->size   = 0;
    if (fd < 0) return;
    ssize_t got = read(fd, c->bytes, sizeof c->bytes);
    check(got >= 0 && close(fd) == 0);
    c->size = (size_t)got;
}

/* The database as heco makes it. */
static const content *genuine(void) {
    static content db;
    if (db.exists) return &db;
    check(setenv("TMPDIR", fuzz_folder(), 1) == 0);
    for (int i = 0; i < FILES; i++)
        snprintf(paths[i], sizeof paths[i], "%s/%s", fuzz_folder(), names[i]);
    snprintf(merged, sizeof merged, "%s/out.db", fuzz_folder());
    fuzz_bench(paths[DB], 1);
    read_content(&db, paths[DB]);
    check(db.exists && db.size > 0 && db.size < LARGEST);
    return &db;
}

/* ---- the schema ---- */

static const char *const tables[]  = {"run",   "meta",     "suite", "problem", "variant",
                                      "trace", "checksum", "build", "runs",    "kept"};
static const char *const columns[] = {"id",   "f",     "x",       "key",  "value",
                                      "name", "label", "points",  "data", "options",
                                      "run",  "stop",  "problem", "dims"};

/* %1 and %3 are tables, %2 is a column, %4 is text of the input. */
static const char *const statements[] = {
    "DROP VIEW runs",
    "DROP TABLE %1",
    "ALTER TABLE %1 RENAME TO %3",
    "ALTER TABLE %1 RENAME COLUMN %2 TO other",
    "ALTER TABLE %1 ADD COLUMN more REAL AS (-1e9)",
    "ALTER TABLE %1 DROP COLUMN %2",
    "CREATE VIEW %1 AS WITH RECURSIVE c(%2) AS (SELECT 1 UNION ALL SELECT 2 FROM c) SELECT * FROM "
    "c",
    "CREATE VIEW %1 AS SELECT * FROM %3",
    "CREATE TRIGGER t AFTER INSERT ON %1 BEGIN UPDATE run SET f = -1e9; END",
    "CREATE TABLE %1(%2 TEXT PRIMARY KEY, other)",
    "CREATE TABLE %1 AS SELECT * FROM %3",
    "CREATE VIRTUAL TABLE %1 USING fts5(%2)",
    "CREATE INDEX i ON %1(abs(%2))",
    "CREATE UNIQUE INDEX u ON %1(%2)",
    "INSERT INTO %1 SELECT * FROM %3",
    "DELETE FROM %1 WHERE rowid %% 2",
    "UPDATE %1 SET %2 = %4",
    "UPDATE %1 SET %2 = (SELECT %2 FROM %3)",
    "UPDATE %1 SET %2 = zeroblob(60000)",
    "PRAGMA user_version = 2",
    "PRAGMA application_id = 7",
    "PRAGMA page_size = 512; VACUUM",
    "PRAGMA auto_vacuum = 2; VACUUM",
    "PRAGMA encoding = 'UTF-16'",
    "UPDATE sqlite_master SET sql = replace(sql, '%2', %4)",
    "UPDATE sqlite_master SET name = %4 WHERE name = '%1'",
    "UPDATE sqlite_master SET rootpage = 2 WHERE name = '%1'",
    "UPDATE sqlite_master SET type = 'view' WHERE name = '%1'",
    "UPDATE sqlite_master SET sql = (SELECT sql FROM sqlite_master WHERE name = '%3') WHERE name = "
    "'%1'",
    "INSERT INTO sqlite_master VALUES('trigger', %4, '%1', 0, %4)"};

#define PICK(list, b) (list)[fuzz_byte(b) % (sizeof(list) / sizeof *(list))]

/* Writes the next statement. */
static void compose(char *out, fuzz_bytes *b) {
    const unsigned char *from;
    const char          *text = PICK(statements, b), *place[3];
    char                 quoted[60], raw[40];
    place[0] = PICK(tables, b), place[1] = PICK(columns, b), place[2] = PICK(tables, b);
    size_t size = fuzz_take(b, fuzz_byte(b) % 32, &from), used = 0;
    if (size > 0) memcpy(raw, from, size);
    raw[size] = '\0';
    sqlite3_snprintf(sizeof quoted, quoted, "%Q", raw);
    for (; *text != '\0' && used + 80 < STATEMENT; text++) {
        int k = text[0] == '%' ? text[1] - '1' : -1;
        if (k < 0 || k > 3) {
            out[used++] = *text;
            text += text[0] == '%';
            continue;
        }
        used += (size_t)snprintf(out + used, STATEMENT - used, "%s", k < 3 ? place[k] : quoted);
        text++;
    }
    out[used] = '\0';
}

static int end_statement(void *user) {
    (void)user;
    return 1;
}

static void change_schema(sqlite3 *sql, fuzz_bytes *b) {
    char     text[STATEMENT];
    unsigned count = fuzz_byte(b) % 5;
    sqlite3_exec(sql, "PRAGMA synchronous=OFF; PRAGMA writable_schema=ON", NULL, NULL, NULL);
    sqlite3_limit(sql, SQLITE_LIMIT_LENGTH, LARGEST / 2);
    sqlite3_progress_handler(sql, STEPS, end_statement, NULL);
    for (unsigned i = 0; i < count; i++) {
        compose(text, b);
        sqlite3_exec(sql, text, NULL, NULL, NULL);
    }
    sqlite3_progress_handler(sql, 0, NULL, NULL);
}

/* ---- the files beside it ---- */

static void put32(unsigned char *at, uint32_t value) {
    for (int i = 0; i < 4; i++) at[i] = (unsigned char)(value >> (24 - 8 * i));
}

static const unsigned char journal_magic[8] = {0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7};

/* Writes a page record with SQLite's checksum: a nonce (0 here) and every 200th byte from the end.
 */
static size_t put_page(unsigned char *at, uint32_t number, size_t page, fuzz_bytes *b) {
    const unsigned char *from;
    uint32_t             sum  = 0;
    size_t               size = fuzz_take(b, fuzz_byte(b), &from);
    memset(at, 0, page + 8);
    put32(at, number);
    memcpy(at + 4, genuine()->bytes + (number > 0 ? (number - 1) * page % genuine()->size : 0),
           page < genuine()->size ? page : genuine()->size);
    if (size > 0 && size < page) memcpy(at + 4 + fuzz_byte(b) % (page - size), from, size);
    for (size_t i = page > 200 ? page - 200 : 0; i > 0; i = i > 200 ? i - 200 : 0) sum += at[4 + i];
    put32(at + 4 + page, sum);
    return page + 8;
}

/* Ends a journal with the name of a file that SQLite deletes after the rollback. */
static size_t put_name(unsigned char *at, size_t page, unsigned wrong) {
    uint32_t length = (uint32_t)strlen(paths[VICTIM]), sum = 0;
    for (uint32_t i = 0; i < length; i++) sum += (unsigned char)paths[VICTIM][i];
    put32(at, 0x40000000 / (uint32_t)page + 1);
    memcpy(at + 4, paths[VICTIM], length);
    put32(at + 4 + length, length + (wrong & 1));
    put32(at + 8 + length, sum + (wrong >> 1 & 1));
    memcpy(at + 12 + length, journal_magic, sizeof journal_magic);
    return 20 + length;
}

static void make_journal(fuzz_bytes *b) {
    static unsigned char file[LARGEST];
    unsigned             how = fuzz_byte(b), count = fuzz_byte(b) % 6;
    size_t               page, used                = 512;
    page = (size_t)(genuine()->bytes[16] << 8 | genuine()->bytes[17]);
    memset(file, 0, used);
    memcpy(file, journal_magic, sizeof journal_magic);
    put32(file + 8, how & 1 ? 0xffffffff : count);
    put32(file + 16, how & 2 ? fuzz_byte(b) : (uint32_t)(genuine()->size / page));
    put32(file + 20, how & 4 ? 1u << fuzz_byte(b) % 32 : 512);
    put32(file + 24, how & 8 ? 1u << fuzz_byte(b) % 32 : (uint32_t)page);
    for (unsigned i = 0; i < count; i++) used += put_page(file + used, fuzz_byte(b), page, b);
    if (how & 16) used += put_name(file + used, page, how >> 5);
    size_t rest = b->left < 4096 ? b->left : 4096;
    if (how & 128 && rest > 0) memcpy(file + used, b->at, rest), used += rest;
    fuzz_write(paths[JOURNAL], file, used);
}

/* Lets SQLite write a log, and changes bytes of it. SQLite removes it when it closes the file. */
static void make_log(sqlite3 *sql, content *db, content *log, fuzz_bytes *b) {
    sqlite3_exec(sql, "PRAGMA journal_mode=WAL; PRAGMA wal_autocheckpoint=0; UPDATE run SET f = 1",
                 NULL, NULL, NULL);
    read_content(db, paths[DB]);
    read_content(log, paths[LOG]);
    for (int k = 0; k < 16 && b->left >= 3 && log->size > 0; k++) {
        size_t at                  = (fuzz_byte(b) | fuzz_byte(b) << 8) % log->size;
        log->bytes[at % log->size] = (unsigned char)fuzz_byte(b);
    }
}

/* Makes the database and the files beside it. */
static void make_files(fuzz_bytes *b) {
    static content db, log;
    sqlite3       *sql;
    unsigned       beside = fuzz_byte(b) % 6;
    fuzz_empty(fuzz_folder());
    fuzz_write(paths[DB], genuine()->bytes, genuine()->size);
    fuzz_write(paths[VICTIM], "precious", 8);
    check(sqlite3_open(paths[DB], &sql) == SQLITE_OK);
    change_schema(sql, b);
    db.exists = log.exists = 0;
    if (beside == 2 || beside == 3) make_log(sql, &db, &log, b);
    check(sqlite3_close(sql) == SQLITE_OK);
    if (db.exists) fuzz_write(paths[DB], db.bytes, db.size);
    if (log.exists && beside == 2) fuzz_write(paths[LOG], log.bytes, log.size);
    if (beside == 1) make_journal(b);
    if (beside == 4) fuzz_write(paths[JOURNAL], b->at, b->left);
    if (beside == 5) check(symlink(paths[VICTIM], paths[b->left % 2 ? JOURNAL : LOG]) == 0);
}

/* ---- what must hold ---- */

static void check_answer(heco_status status, const heco_error *error) {
    check(status == HECO_OK || (error->text[0] != '\0' && strchr(error->text, '\n') == NULL));
}

/* db check, watch and bench --dump. */
static void try_results(void) {
    heco_results *r;
    heco_error    error   = {HECO_OK, ""};
    size_t        without = 0;
    char         *text    = NULL;
    size_t        size    = 0;
    heco_status   status  = heco_results_open(&r, paths[DB], &error);
    check_answer(status, &error);
    if (status != HECO_OK) return;
    check_answer(heco_results_check(r, &without, &error), &error);
    check(without <= heco_results_count(r));
    FILE *out = open_memstream(&text, &size);
    check(out != NULL);
    check_answer(heco_results_dump(r, HECO_DUMP_ALL, out, &error), &error);
    check(fclose(out) == 0);
    free(text);
    heco_results_close(r);
}

/* report, and rank with all rules. */
static void try_page(void) {
    heco_page_options how   = heco_page_options_default();
    heco_error        error = {HECO_OK, ""};
    const char       *path  = paths[DB];
    char             *text  = NULL;
    size_t            size  = 0;
    FILE             *out   = open_memstream(&text, &size);
    check(out != NULL);
    how.db = &path, how.dbs = 1;
    heco_status status = heco_page_bench_data(out, &how, &error);
    check_answer(status, &error);
    check(fclose(out) == 0);
    if (status == HECO_OK)
        check(strlen(text) == size && is_json(text) && strpbrk(text, "<>&") == NULL);
    free(text);
}

static void try_merge(const char *to, const char *from) {
    heco_error error = {HECO_OK, ""};
    size_t     added = 0;
    check_answer(heco_results_merge(to, &from, 1, &added, &error), &error);
}

/* The folder holds the files that were there before, and `extra` more at most. */
static void check_folder(const content before[FILES], int written) {
    static content now;
    DIR           *dir = opendir(fuzz_folder());
    check(dir != NULL);
    for (struct dirent *e; (e = readdir(dir)) != NULL;) {
        int known = e->d_name[0] == '.' || strcmp(e->d_name, "out.db") == 0;
        for (int i = 0; i < FILES; i++)
            known |= strcmp(e->d_name, names[i]) == 0 && (before[i].exists || written);
        check(known);
    }
    closedir(dir);
    for (int i = 0; i < FILES; i++) {
        if (written && i != VICTIM) continue;
        read_content(&now, paths[i]);
        check(now.exists == before[i].exists && now.size == before[i].size);
        check(memcmp(now.bytes, before[i].bytes, now.size) == 0);
    }
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
    static content before[FILES];
    fuzz_bytes     b = {data, size};
    genuine();
    unsigned what = fuzz_byte(&b);
    make_files(&b);
    for (int i = 0; i < FILES; i++) read_content(&before[i], paths[i]);
    switch (what % 4) { /* one command: they take milliseconds each */
    case 0: try_results(); break;
    case 1: try_page(); break;
    case 2: try_merge(merged, paths[DB]); break;
    default: fuzz_write(merged, genuine()->bytes, genuine()->size), try_merge(paths[DB], merged);
    }
    check_folder(before, what % 4 == 3);
    return 0;
}
