/* What SQLite's errors become: each made to happen, with a status and a remedy. */
#include "testing.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "experiment/database.h"
#include "folder.h"

static test_folder folder;
static char        path[100];

static int setup(void **state) {
    (void)state;
    folder = test_folder_new();
    snprintf(path, sizeof path, "%s/r.db", folder.path);
    return 0;
}

static int teardown(void **state) {
    (void)state;
    test_folder_drop(&folder);
    return 0;
}

/* Opens it for writing; a table t with a row of 8 bytes is there afterwards. */
static heco_database open_with_table(void) {
    heco_database db;
    heco_error    error;
    if (heco_database_open(&db, path, 1, &error) != HECO_OK) fail_msg("%s", error.text);
    assert_int_equal(
        heco_database_exec(&db, "CREATE TABLE t(b BLOB); INSERT INTO t VALUES(zeroblob(8))", &error), HECO_OK);
    return db;
}

static void assert_refused(heco_database *db, const char *sql, heco_status status, const char *text) {
    heco_error error = {HECO_OK, ""};
    assert_int_equal(heco_database_exec(db, sql, &error), status);
    assert_text(error.text, path);
    assert_text(error.text, text);
}

static void another_program_has_it(void **state) {
    (void)state;
    heco_database db = open_with_table();
    sqlite3      *other;
    assert_int_equal(sqlite3_open(path, &other), SQLITE_OK);
    assert_int_equal(sqlite3_exec(other, "BEGIN EXCLUSIVE", NULL, NULL, NULL), SQLITE_OK);
    sqlite3_busy_timeout(db.sql, 10);
    assert_refused(&db, "INSERT INTO t VALUES(1)", HECO_ERR_CONFLICT, "locked by another program");
    sqlite3_close(other);
    heco_error error;
    assert_int_equal(heco_database_exec(&db, "INSERT INTO t VALUES(1)", &error), HECO_OK);
    heco_database_close(&db);
}

static void no_more_room(void **state) {
    (void)state;
    heco_database db = open_with_table();
    heco_error    error;
    int64_t       pages, rows;
    char          limit[60];
    assert_int_equal(heco_database_number(&db, "PRAGMA page_count", &pages, &error), HECO_OK);
    snprintf(limit, sizeof limit, "PRAGMA max_page_count=%lld", (long long)pages);
    assert_int_equal(heco_database_exec(&db, limit, &error), HECO_OK);
    assert_refused(&db, "INSERT INTO t VALUES(zeroblob(100000))", HECO_ERR_IO, "the disk is full");
    assert_int_equal(heco_database_number(&db, "SELECT count(*) FROM t", &rows, &error), HECO_OK);
    assert_int_equal(rows, 1); /* what was stored before is safe */
    heco_database_close(&db);
}

/* A limit on the size of files: the write fails, the rows before stay. */
static void files_may_not_grow(void **state) {
    (void)state;
    heco_database db = open_with_table();
    heco_error    error;
    struct rlimit before, small;
    struct stat   about;
    int64_t       rows;
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(stat(path, &about), 0);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    small = before, small.rlim_cur = (rlim_t)about.st_size;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    heco_status status = heco_database_exec(&db, "INSERT INTO t VALUES(zeroblob(1000000))", &error);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    assert_int_equal(status, HECO_ERR_IO);
    assert_text(error.text, "the stored runs are safe");
    assert_int_equal(heco_database_number(&db, "SELECT count(*) FROM t", &rows, &error), HECO_OK);
    assert_int_equal(rows, 1);
    heco_database_close(&db);
}

static void what_sqlite_does_not_want(void **state) {
    (void)state;
    heco_database db = open_with_table();
    heco_error    error;
    sqlite3_stmt *statement = NULL;
    assert_refused(&db, "SELEKT 1", HECO_ERR_IO, "syntax error");
    assert_int_equal(heco_database_prepare(&db, &statement, "SELECT x FROM t", &error), HECO_ERR_IO);
    assert_text(error.text, "no such column: x");
    assert_int_equal(heco_database_number(&db, "SELECT y FROM t", &(int64_t){0}, &error), HECO_ERR_IO);
    sqlite3_exec(db.sql, "PRAGMA query_only=ON", NULL, NULL, NULL);
    assert_refused(&db, "DELETE FROM t", HECO_ERR_IO, "may not be written: check its permissions");
    heco_database_close(&db);
}

static void files_of_others(void **state) {
    (void)state;
    heco_database db;
    heco_error    error;
    char          missing[120], sub[120];
    FILE         *file = test_folder_file(&folder, "r.db");
    fputs("a file that has nothing to do with SQLite, and is longer than the head of a database\n", file);
    fputs("a file that has nothing to do with SQLite, and is longer than the head of a database\n", file);
    fclose(file);
    assert_int_equal(heco_database_open(&db, path, 0, &error), HECO_ERR_FORMAT);
    assert_text(error.text, "it is not an SQLite file");
    assert_int_equal(heco_database_open(&db, folder.path, 1, &error), HECO_ERR_IO);
    assert_text(error.text, "Is a directory");
    snprintf(missing, sizeof missing, "%s/none/r.db", folder.path);
    assert_int_equal(heco_database_open(&db, missing, 0, &error), HECO_ERR_IO);
    assert_text(error.text, "No such file");
    assert_int_equal(heco_database_open(&db, missing, 1, &error), HECO_ERR_IO);
    assert_text(error.text, "cannot be created: No such file");
    snprintf(sub, sizeof sub, "%s/e.db", folder.path);
    fclose(test_folder_file(&folder, "e.db"));
    assert_int_equal(heco_database_open(&db, sub, 0, &error), HECO_ERR_FORMAT);
    assert_text(error.text, "is empty");
}

/* Both marks of the head: who made it, and which schema. */
static void other_schemas(void **state) {
    (void)state;
    heco_database db = open_with_table();
    heco_error    error;
    assert_int_equal(heco_database_exec(&db, "PRAGMA user_version=77", &error), HECO_OK);
    heco_database_close(&db);
    assert_int_equal(heco_database_open(&db, path, 1, &error), HECO_ERR_CONFLICT);
    assert_text(error.text, "has schema version 77");
    sqlite3 *sql;
    assert_int_equal(sqlite3_open(path, &sql), SQLITE_OK);
    sqlite3_exec(sql, "PRAGMA application_id=5", NULL, NULL, NULL);
    sqlite3_close(sql);
    assert_int_equal(heco_database_open(&db, path, 0, &error), HECO_ERR_FORMAT);
    assert_text(error.text, "SQLite file of another program");
}

/* Damage in the middle of a page. */
static void a_damaged_file(void **state) {
    (void)state;
    heco_database db = open_with_table();
    heco_error    error;
    heco_database_close(&db);
    int  fd = open(path, O_WRONLY);
    char trash[4000];
    memset(trash, 0x5a, sizeof trash);
    assert_int_equal(pwrite(fd, trash, sizeof trash, 100), sizeof trash); /* the page of the schema */
    close(fd);
    assert_int_equal(heco_database_open(&db, path, 1, &error), HECO_ERR_FORMAT);
    assert_text(error.text, "damaged or cut short");
}

/* One bench at a time: the second is told the process of the first. */
static void one_bench_at_a_time(void **state) {
    (void)state;
    heco_database db;
    heco_error    error;
    int           up[2], down[2];
    char          byte = 0, who[60];
    assert_true(pipe(up) == 0 && pipe(down) == 0);
    pid_t child = fork();
    if (child == 0) {
        byte = heco_database_open(&db, path, 1, NULL) == HECO_OK;
        if (write(up[1], &byte, 1) != 1 || read(down[0], &byte, 1) != 1) _exit(1);
        _exit(0);
    }
    assert_true(read(up[0], &byte, 1) == 1 && byte == 1);
    assert_int_equal(heco_database_open(&db, path, 1, &error), HECO_ERR_CONFLICT);
    snprintf(who, sizeof who, "another bench (process %ld) is writing to", (long)child);
    assert_text(error.text, who);
    assert_int_equal(heco_database_open(&db, path, 0, &error), HECO_OK); /* reading is possible */
    heco_database_close(&db);
    assert_int_equal(write(down[1], &byte, 1), 1);
    assert_int_equal(waitpid(child, NULL, 0), child);
    assert_int_equal(heco_database_open(&db, path, 1, &error), HECO_OK); /* its lock went with it */
    heco_database_close(&db);
    for (int i = 0; i < 2; i++) close(up[i]), close(down[i]);
}

/* A reader cannot write, and a file whose triggers or tables are not those of heco is refused. */
static void files_with_other_sql(void **state) {
    (void)state;
    static const struct { const char *sql, *text; } cases[] = {
        {"CREATE TRIGGER t AFTER INSERT ON run BEGIN DELETE FROM run; END", "has the trigger 't'"},
        {"DROP TRIGGER t; DROP VIEW runs; DROP TABLE trace; CREATE VIEW trace AS SELECT 1 AS run",
         "'trace' is not the table that heco makes"},
        {"DROP VIEW trace; CREATE TABLE trace(run INTEGER, points INTEGER, first_evals INTEGER, data BLOB)",
         "'trace' is not the table that heco makes"}}; /* run is no key */
    heco_database db = open_with_table();
    heco_error    error;
    sqlite3      *sql;
    heco_database_close(&db);
    assert_int_equal(heco_database_open(&db, path, 0, &error), HECO_OK);
    assert_refused(&db, "INSERT INTO t VALUES(1)", HECO_ERR_IO, "may not be written");
    heco_database_close(&db);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_int_equal(sqlite3_open(path, &sql), SQLITE_OK);
        assert_int_equal(sqlite3_exec(sql, cases[i].sql, NULL, NULL, NULL), SQLITE_OK);
        sqlite3_close(sql);
        for (int to_write = 0; to_write < 2; to_write++) {
            assert_int_equal(heco_database_open(&db, path, to_write, &error), HECO_ERR_FORMAT);
            assert_text(error.text, cases[i].text);
        }
    }
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(another_program_has_it), TEST(no_more_room),    TEST(files_may_not_grow),
        TEST(what_sqlite_does_not_want), TEST(files_of_others), TEST(other_schemas),
        TEST(a_damaged_file),         TEST(one_bench_at_a_time), TEST(files_with_other_sql),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
