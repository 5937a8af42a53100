/* Merges the databases of several benches of one plan into one file. Each file is merged in one
 * transaction. */
#include <string.h>

#include "base/error.h"
#include "base/os.h"
#include "experiment/database.h"

/* Reports two rows that should agree and do not. `sql` selects their name and the two values. */
static heco_status merge_differ(heco_database *db, const char *other, const char *what,
                                const char *sql, heco_error *error) {
    sqlite3_stmt *s;
    int           row;
    heco_status   status = heco_database_ask(db, &s, sql, NULL, &row, error);
    if (status == HECO_OK && row) {
        const char *name  = (const char *)sqlite3_column_text(s, 0);
        const char *there = (const char *)sqlite3_column_text(s, 1);
        const char *here  = (const char *)sqlite3_column_text(s, 2);
        status            = heco_fail(error, HECO_ERR_CONFLICT,
                                      "%s does not fit the databases before it: %s%s%.100s is %.120s in it, "
                                                 "%.120s in the others; nothing of it was merged",
                                      other, what, what[0] != '\0' ? " " : "", name != NULL ? name : "?",
                           here != NULL ? here : "unknown", there != NULL ? there : "unknown");
    }
    sqlite3_finalize(s);
    return status;
}

/* Checks that both files are of one plan: seed, trace mode, instances, budgets, targets,
 * options. */
static heco_status merge_compare(heco_database *db, const char *other, heco_error *error) {
    static const struct {
        const char *what, *sql;
    } rule[] = {
        {"", "SELECT a.key, a.value, b.value FROM main.meta AS a JOIN other.meta AS b USING(key) "
             "WHERE a.value <> b.value AND EXISTS (SELECT 1 FROM main.run)"},
        {"the instance of suite",
         "SELECT a.name, a.instance, b.instance FROM main.suite AS a JOIN other.suite AS b "
         "USING(name) WHERE a.instance <> b.instance"},
        {"the budget of",
         "SELECT a.name || '/' || a.n, a.max_evals, b.max_evals FROM main.problem AS a JOIN "
         "main.suite AS s ON s.id = a.suite JOIN other.suite AS t ON t.name = s.name JOIN "
         "other.problem AS b ON b.suite = t.id AND b.name = a.name AND b.n = a.n WHERE "
         "a.max_evals <> b.max_evals"},
        {"the target, reference or number of constraints of",
         "SELECT a.name || '/' || a.n, a.target || ', ' || a.f_ref || ', ' || (a.ng + a.nh), "
         "b.target || ', ' || b.f_ref || ', ' || (b.ng + b.nh) FROM main.problem AS a JOIN "
         "main.suite AS s ON s.id = a.suite JOIN other.suite AS t ON t.name = s.name JOIN "
         "other.problem AS b ON b.suite = t.id AND b.name = a.name AND b.n = a.n WHERE a.target "
         "IS NOT b.target OR a.f_ref IS NOT b.f_ref OR a.ng <> b.ng OR a.nh <> b.nh"},
        {"the algorithm with the label",
         "SELECT a.label, a.algorithm || ' ' || a.options, b.algorithm || ' ' || b.options FROM "
         "main.variant AS a JOIN other.variant AS b USING(label) WHERE a.algorithm <> b.algorithm "
         "OR a.options <> b.options"},
    };
    heco_status status = HECO_OK;
    for (size_t i = 0; i < sizeof rule / sizeof rule[0] && status == HECO_OK; i++)
        status = merge_differ(db, other, rule[i].what, rule[i].sql, error);
    return status;
}

/* Pairs the runs of both files by names, because numbers differ between files. */
#define MERGE_PAIRS \
    " FROM other.run AS b JOIN other.problem AS bp ON bp.id = b.problem JOIN other.suite AS bs " \
    "ON bs.id = bp.suite JOIN other.variant AS bv ON bv.id = b.variant JOIN main.suite AS s ON " \
    "s.name = bs.name JOIN main.problem AS p ON p.suite = s.id AND p.name = bp.name AND " \
    "p.n = bp.n JOIN main.variant AS v ON v.label = bv.label LEFT JOIN main.run AS a ON " \
    "a.problem = p.id AND a.variant = v.id AND a.run = b.run LEFT JOIN other.trace AS bt ON " \
    "bt.run = b.id LEFT JOIN main.trace AS t ON t.run = a.id"

/* Checks that a run in both files is the same except for its duration. */
static heco_status merge_compare_runs(heco_database *db, const char *other, heco_error *error) {
    return merge_differ(
        db, other, "run",
        "SELECT b.run || ' of ' || bv.label || ' on ' || bs.name || ':' || bp.name || '/' || bp.n,"
        " 'f = ' || a.f || ' with violation ' || a.viol || ' by heco ' || a.version,"
        " 'f = ' || b.f || ' with violation ' || b.viol || ' by heco ' || b.version" MERGE_PAIRS
        " WHERE a.id IS NOT NULL AND (a.stream <> b.stream OR a.options <> b.options OR a.version "
        "<> b.version OR a.stop <> b.stop OR a.evals <> b.evals OR a.failed <> b.failed OR a.f IS "
        "NOT b.f OR a.viol IS NOT b.viol OR a.viol_sum IS NOT b.viol_sum OR a.x <> b.x OR "
        "a.evals_at_best <> b.evals_at_best OR t.data IS NOT bt.data)",
        error);
}

/* The number in this file of the build that made a run of the other file. */
#define MERGE_BUILD \
    "(SELECT m.id FROM other.build AS o JOIN main.build AS m USING(text) WHERE o.id = b.build)"

/* Copies the rows that this file lacks. */
static heco_status merge_copy(heco_database *db, heco_error *error) {
    int         build  = 0;
    heco_status status = heco_database_has(db, "other", "run", "build", &build, error);
    if (status == HECO_OK && build)
        status = heco_database_exec(
            db, "INSERT OR IGNORE INTO main.build(text) SELECT text FROM other.build", error);
    if (status != HECO_OK) return status;
    char *sql = sqlite3_mprintf(
        "DELETE FROM main.meta WHERE NOT EXISTS (SELECT 1 FROM main.run);"
        "INSERT OR IGNORE INTO main.meta(key, value) SELECT key, value FROM other.meta;"
        "INSERT OR IGNORE INTO main.suite(name, instance) SELECT name, instance FROM other.suite;"
        "INSERT OR IGNORE INTO main.problem(suite, name, n, ng, nh, max_evals, f_ref, target) "
        "SELECT s.id, b.name, n, ng, nh, max_evals, f_ref, target FROM other.problem AS b JOIN "
        "other.suite AS t ON t.id = b.suite JOIN main.suite AS s ON s.name = t.name;"
        "INSERT OR IGNORE INTO main.variant(label, algorithm, options) SELECT label, algorithm, "
        "options FROM other.variant;"
        "CREATE TEMP TABLE fresh AS SELECT b.id AS id, p.id AS problem, v.id AS variant" MERGE_PAIRS
        " WHERE a.id IS NULL ORDER BY b.id;"
        "CREATE TEMP TABLE before AS SELECT ifnull(max(id), 0) AS last FROM main.run;"
        "INSERT INTO main.run(problem, variant, run, stream, options, version, stop, evals, failed,"
        " f, viol, viol_sum, c1, c2, c3, evals_at_best, evals_to_feasible, evals_to_success,"
        " seconds, x, build) SELECT fresh.problem, fresh.variant, run, stream, options, version, "
        "stop,"
        " evals, failed, f, viol, viol_sum, c1, c2, c3, evals_at_best, evals_to_feasible,"
        " evals_to_success, seconds, x, %s FROM fresh JOIN other.run AS b ON b.id = fresh.id"
        " ORDER BY fresh.id;"
        "INSERT INTO main.trace(run, points, first_evals, data) SELECT a.id, points, first_evals,"
        " data FROM fresh JOIN other.run AS b ON b.id = fresh.id JOIN main.run AS a ON a.problem ="
        " fresh.problem AND a.variant = fresh.variant AND a.run = b.run JOIN other.trace AS t ON"
        " t.run = b.id;",
        build ? MERGE_BUILD : "NULL");
    if (sql == NULL) return heco_fail_memory(error);
    status = heco_database_exec(db, sql, error);
    sqlite3_free(sql);
    return status;
}

/* Gives each copied run a checksum. Its old checksum was verified when the file was opened. */
static heco_status merge_seal(heco_database *db, size_t *added, heco_error *error) {
    sqlite3_stmt *s;
    int           row    = 0;
    heco_status   status = heco_database_prepare(
          db, &s, "SELECT id FROM main.run WHERE id > (SELECT last FROM before)", error);
    while (status == HECO_OK) {
        status = heco_database_step(db, s, &row, error);
        if (status != HECO_OK || !row) break;
        status = heco_checksum_put(db, sqlite3_column_int64(s, 0), error);
        ++*added;
    }
    sqlite3_finalize(s);
    if (status == HECO_OK)
        status = heco_database_exec(db, "DROP TABLE temp.fresh; DROP TABLE temp.before", error);
    return status;
}

/* Copies the meaning of dimensions, which older files lack. */
static heco_status merge_dims(heco_database *db, heco_error *error) {
    int         has    = 0;
    heco_status status = heco_database_has(db, "other", "suite", "dims", &has, error);
    if (status != HECO_OK || !has) return status;
    return heco_database_exec(db,
                              "UPDATE main.suite SET dims = (SELECT b.dims FROM other.suite AS b "
                              "WHERE b.name = main.suite.name) WHERE dims IS NULL",
                              error);
}

/* Merges the database that is attached as `other`, if it fits; the caller undoes a failure. `path`
 * is its name for messages. Adds the number of copied runs to *added. */
static heco_status merge_attached(heco_database *db, const char *path, size_t *added,
                                  heco_error *error) {
    heco_status status = merge_compare(db, path, error);
    if (status == HECO_OK) status = merge_compare_runs(db, path, error);
    if (status == HECO_OK) status = merge_copy(db, error);
    if (status == HECO_OK) status = merge_dims(db, error);
    return status == HECO_OK ? merge_seal(db, added, error) : status;
}

/* Verifies a file, attaches it as `other` and merges it whole or not at all. */
static heco_status merge_one(heco_database *db, const char *path, size_t *added,
                             heco_error *error) {
    /* Verify the whole file before anything is copied. */
    heco_results *whole;
    size_t        without = 0;
    heco_status   status  = heco_results_open(&whole, path, error);
    if (status != HECO_OK) return status;
    status           = heco_results_check(whole, &without, error);
    const char *uri  = heco_results_database(whole)->uri;
    char       *name = sqlite3_mprintf("ATTACH DATABASE %Q AS other", uri);
    if (status == HECO_OK && uri == NULL)
        status = heco_fail(error, HECO_ERR_CONFLICT,
                           "%s has an unfinished commit of a bench that was killed: repeat that "
                           "heco bench before the merge",
                           path);
    if (status == HECO_OK && name == NULL) status = heco_fail_memory(error);
    heco_results_close(whole);
    if (status == HECO_OK) status = heco_database_exec(db, name, error);
    sqlite3_free(name);
    if (status != HECO_OK) return status;
    status = heco_database_exec(db, "SAVEPOINT one", error);
    if (status == HECO_OK) status = merge_attached(db, path, added, error);
    if (status == HECO_OK) status = heco_database_exec(db, "RELEASE one", error);
    if (status != HECO_OK) sqlite3_exec(db->sql, "ROLLBACK TO one; RELEASE one", NULL, NULL, NULL);
    sqlite3_exec(db->sql, "DETACH DATABASE other", NULL, NULL, NULL);
    return status;
}

/* Refuses a list that names one file twice, also under different names. */
static heco_status merge_distinct(const char *out, const char *const *in, size_t count,
                                  heco_error *error) {
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k <= i; k++) {
            const char *other = k == i ? out : in[k];
            if (heco_os_is_same_file(in[i], other))
                return heco_fail(error, HECO_ERR_ARG,
                                 "%s and %s are one file: the first name is where the others are "
                                 "merged into",
                                 other, in[i]);
        }
    return HECO_OK;
}

heco_status heco_results_merge(const char *out, const char *const *in, size_t count, size_t *added,
                               heco_error *error) {
    heco_database db;
    *added             = 0;
    heco_status status = merge_distinct(out, in, count, error);
    if (status != HECO_OK) return status;
    status = heco_database_open(&db, out, 1, error);
    if (status != HECO_OK) return status;
    status = heco_database_upgrade(&db, error);
    if (status == HECO_OK) status = heco_checksum_create(&db, error);
    for (size_t i = 0; i < count && status == HECO_OK; i++)
        status = merge_one(&db, in[i], added, error);
    heco_database_close(&db);
    return status;
}
