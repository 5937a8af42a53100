/* Enters a plan into a database. The runs of a database are comparable: one seed, one trace mode,
 * one instance per suite, one budget and target per problem, one meaning per label. A plan that
 * differs is refused, and the message names the difference. Entries without runs are left over
 * from a bench that was stopped at its start; they are ignored. */
#include "experiment/database.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"

/* Deletes variants, problems, suites, metadata and builds that no run uses. */
static heco_status plan_entry_forget_leftovers(heco_database *db, heco_error *error) {
    return heco_database_exec(
        db,
        "DELETE FROM variant WHERE id NOT IN (SELECT variant FROM run);"
        "DELETE FROM problem WHERE id NOT IN (SELECT problem FROM run);"
        "DELETE FROM suite WHERE id NOT IN (SELECT suite FROM problem);"
        "DELETE FROM meta WHERE NOT EXISTS (SELECT 1 FROM run);"
        "DELETE FROM build WHERE id NOT IN (SELECT ifnull(build, 0) FROM run)",
        error);
}

static heco_status plan_entry_conflict(const heco_database *db, const char *what, const char *there,
                                       const char *here, heco_error *error) {
    return heco_fail(error, HECO_ERR_CONFLICT,
                     "%s holds runs with %s %s, this bench asks for %s: ask for the same, or use "
                     "another file",
                     db->path, what, there, here);
}

/* Inserts key and value, or compares with the stored value. */
static heco_status plan_entry_text(heco_database *db, const char *select, const char *insert,
                                   const char *const texts[3], heco_error *error) {
    const char   *key = texts[0], *value = texts[1], *what = texts[2];
    const char   *find[] = {key, NULL}, *add[] = {key, value, NULL};
    sqlite3_stmt *statement;
    int           row;
    heco_status   status = heco_database_ask(db, &statement, select, find, &row, error);
    if (status == HECO_OK && row) {
        const char *there = (const char *)sqlite3_column_text(statement, 0);
        if (there == NULL || strcmp(there, value) != 0)
            status = plan_entry_conflict(db, what, there != NULL ? there : "?", value, error);
    }
    sqlite3_finalize(statement);
    if (status != HECO_OK || row) return status;
    return heco_database_change(db, insert, add, error);
}

/* Stores a value of the table meta, or refuses a different stored one. */
static heco_status plan_entry_add_meta(heco_database *db, const char *key, const char *value,
                                       heco_error *error) {
    return plan_entry_text(db, "SELECT value FROM meta WHERE key = ?1",
                           "INSERT INTO meta(key, value) VALUES(?1, ?2)",
                           (const char *const[]){key, value, key}, error);
}

/* Enters the meaning of dimensions where it is missing: in new entries and in older files. */
static heco_status plan_entry_dims(heco_database *db, const heco_job *job, heco_error *error) {
    const char *texts[] = {job->suite, heco_dims_text(job->dims), NULL};
    return heco_database_change(db, "UPDATE suite SET dims = ?2 WHERE name = ?1 AND dims IS NULL",
                                texts, error);
}

/* Stores the suite of the job, or refuses a stored one of another instance. */
static heco_status plan_entry_add_suite(heco_database *db, const heco_job *job, heco_error *error) {
    char what[100];
    snprintf(what, sizeof what, "instance of %s", job->suite);
    heco_status status =
        plan_entry_text(db, "SELECT instance FROM suite WHERE name = ?1",
                        "INSERT INTO suite(name, instance) VALUES(?1, ?2)",
                        (const char *const[]){job->suite, job->instance, what}, error);
    return status == HECO_OK ? plan_entry_dims(db, job, error) : status;
}

static int plan_entry_same(double a, double b) { return a == b || (isnan(a) && isnan(b)); }

/* Compares a stored problem with the job's. Columns: id, max_evals, target, ng, nh. */
static heco_status plan_entry_compare(heco_database *db, sqlite3_stmt *row, const heco_job *job,
                                      heco_error *error) {
    char     what[120], there[40], here[40], name[80];
    uint64_t evals  = (uint64_t)sqlite3_column_int64(row, 1);
    double   target = heco_database_real(row, 2);
    snprintf(name, sizeof name, "%s:%s/%zu", job->suite, job->problem, job->what->space.n);
    if (evals != job->max_evals) {
        snprintf(what, sizeof what, "a budget on %s of", name);
        snprintf(there, sizeof there, "%" PRIu64 " evaluations", evals);
        snprintf(here, sizeof here, "%" PRIu64, job->max_evals);
        return plan_entry_conflict(db, what, there, here, error);
    }
    if (!plan_entry_same(target, job->target)) {
        snprintf(what, sizeof what, "a success target on %s of", name);
        snprintf(there, sizeof there, "%.17g", target);
        snprintf(here, sizeof here, "%.17g", job->target);
        return plan_entry_conflict(db, what, there, here, error);
    }
    if ((size_t)sqlite3_column_int64(row, 3) != job->what->space.ng ||
        (size_t)sqlite3_column_int64(row, 4) != job->what->space.nh)
        return heco_fail(error, HECO_ERR_CONFLICT,
                         "%s holds runs of %s with other constraints: use another file", db->path,
                         name);
    return HECO_OK;
}

static heco_status plan_entry_add_problem(heco_database *db, const heco_job *job,
                                          heco_error *error) {
    sqlite3_stmt *add;
    int           row;
    heco_status   status = heco_database_prepare(
          db, &add,
          "INSERT INTO problem(suite, name, n, ng, nh, max_evals, f_ref, target) "
            "VALUES((SELECT id FROM suite WHERE name = ?1), ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
          error);
    if (status != HECO_OK) return status;
    sqlite3_bind_text(add, 1, job->suite, -1, SQLITE_STATIC);
    sqlite3_bind_text(add, 2, job->problem, -1, SQLITE_STATIC);
    sqlite3_bind_int64(add, 3, (sqlite3_int64)job->what->space.n);
    sqlite3_bind_int64(add, 4, (sqlite3_int64)job->what->space.ng);
    sqlite3_bind_int64(add, 5, (sqlite3_int64)job->what->space.nh);
    sqlite3_bind_int64(add, 6, (sqlite3_int64)job->max_evals);
    /* Stored values are minimised ones. NAN becomes NULL. */
    sqlite3_bind_double(add, 7, job->what->maximise ? -job->what->f_ref : job->what->f_ref);
    sqlite3_bind_double(add, 8, job->target);
    status = heco_database_step(db, add, &row, error);
    sqlite3_finalize(add);
    return status;
}

/* Sets *number to the id of the job's problem. Adds the problem, or refuses a stored one that
 * differs. */
static heco_status plan_entry_find_problem(heco_database *db, const heco_job *job,
                                           sqlite3_int64 *number, heco_error *error) {
    sqlite3_stmt *find;
    int           row    = 0;
    heco_status   status = heco_database_prepare(
          db, &find,
          "SELECT problem.id, max_evals, target, ng, nh FROM problem JOIN suite ON suite.id = "
            "problem.suite WHERE suite.name = ?1 AND problem.name = ?2 AND n = ?3",
          error);
    if (status != HECO_OK) return status;
    sqlite3_bind_text(find, 1, job->suite, -1, SQLITE_STATIC);
    sqlite3_bind_text(find, 2, job->problem, -1, SQLITE_STATIC);
    sqlite3_bind_int64(find, 3, (sqlite3_int64)job->what->space.n);
    status = heco_database_step(db, find, &row, error);
    if (status == HECO_OK && row) {
        *number = sqlite3_column_int64(find, 0);
        status  = plan_entry_compare(db, find, job, error);
    }
    sqlite3_finalize(find);
    if (status != HECO_OK || row) return status;
    status  = plan_entry_add_problem(db, job, error);
    *number = sqlite3_last_insert_rowid(db->sql);
    return status;
}

/* Copies the next word of a list into `word`; returns the rest of the list. */
static const char *plan_entry_word(const char *list, char word[80]) {
    list += strspn(list, " ");
    size_t length = strcspn(list, " ");
    snprintf(word, 80, "%.*s", (int)(length < 79 ? length : 79), list);
    return list + length;
}

int heco_plan_entry_difference(const char *stored, const char *wanted, char there[80],
                               char here[80]) {
    do {
        stored = plan_entry_word(stored, there);
        wanted = plan_entry_word(wanted, here);
        if (strcmp(there, here) != 0) {
            if (there[0] == '\0') snprintf(there, 80, "no such option");
            if (here[0] == '\0') snprintf(here, 80, "no such option");
            return 1;
        }
    } while (there[0] != '\0');
    return 0;
}

/* Refuses a stored label that stands for another algorithm or other options. */
static heco_status plan_entry_compare_variant(heco_database *db, sqlite3_stmt *row,
                                              const heco_variant *v, heco_error *error) {
    char        what[160], there[80], here[80];
    const char *algorithm = (const char *)sqlite3_column_text(row, 1);
    const char *options   = (const char *)sqlite3_column_text(row, 2);
    if (algorithm == NULL || options == NULL) return heco_database_fail(db, error);
    if (strcmp(algorithm, v->algorithm->name) != 0) {
        snprintf(what, sizeof what, "label '%.100s' for algorithm", v->label);
        return plan_entry_conflict(db, what, algorithm, v->algorithm->name, error);
    }
    if (!heco_plan_entry_difference(options, v->options, there, here)) return HECO_OK;
    snprintf(what, sizeof what, "label '%.100s' and option", v->label);
    return plan_entry_conflict(db, what, there, here, error);
}

/* Sets *number to the id of the variant. Adds the variant, or refuses a stored one that differs. */
static heco_status plan_entry_find_variant(heco_database *db, const heco_variant *v,
                                           sqlite3_int64 *number, heco_error *error) {
    const char   *texts[] = {v->label, v->algorithm->name, v->options, NULL};
    sqlite3_stmt *statement;
    int           row;
    heco_status   status = heco_database_ask(
          db, &statement, "SELECT id, algorithm, options FROM variant WHERE label = ?1",
          (const char *const[]){v->label, NULL}, &row, error);
    if (status == HECO_OK && row) {
        *number = sqlite3_column_int64(statement, 0);
        status  = plan_entry_compare_variant(db, statement, v, error);
    }
    sqlite3_finalize(statement);
    if (status != HECO_OK || row) return status;
    status = heco_database_change(
        db, "INSERT INTO variant(label, algorithm, options) VALUES(?1, ?2, ?3)", texts, error);
    *number = sqlite3_last_insert_rowid(db->sql);
    return status;
}

heco_status heco_plan_entry_plan(heco_database *db, const heco_plan *plan, sqlite3_int64 *task,
                                 sqlite3_int64 *variant, heco_error *error) {
    char                seed[32];
    size_t              variants;
    const heco_variant *v      = heco_plan_variants(plan, &variants);
    heco_status         status = heco_database_upgrade(db, error);
    if (status == HECO_OK) status = plan_entry_forget_leftovers(db, error);
    snprintf(seed, sizeof seed, "%" PRIu64, heco_plan_seed(plan));
    if (status == HECO_OK) status = plan_entry_add_meta(db, "seed", seed, error);
    if (status == HECO_OK)
        status =
            plan_entry_add_meta(db, "trace", heco_trace_mode_text(heco_plan_trace(plan)), error);
    for (size_t i = 0; i < variants && status == HECO_OK; i++)
        status = plan_entry_find_variant(db, &v[i], &variant[i], error);
    for (size_t i = 0; i < heco_plan_tasks(plan) && status == HECO_OK; i++) {
        status = plan_entry_add_suite(db, heco_plan_task(plan, i), error);
        if (status == HECO_OK)
            status = plan_entry_find_problem(db, heco_plan_task(plan, i), &task[i], error);
    }
    return status;
}
