/* Writes every stored run as CSV, so that two databases can be compared. */
#include "base/csv.h"
#include "base/error.h"
#include "experiment/checksum.h"
#include "experiment/results.h"

/* Columns named as in published/heco_runs.csv come first. */
#define RESULTS_DUMP \
    "SELECT label AS algorithm, n AS dim, problem AS function, runs.run, runs.f AS obj, " \
    "runs.viol AS vio, " \
    "runs.c1, runs.c2, runs.c3, runs.viol_sum AS vio_sum, runs.evals, runs.failed, runs.stop, " \
    "runs.evals_at_best, runs.evals_to_feasible, runs.evals_to_success AS success_fes, suite, " \
    "instance, algorithm AS method, runs.options, seed, runs.stream, max_evals, target, " \
    "runs.version"
#define RESULTS_DUMP_POINTS \
    ", (SELECT hex(x) FROM run WHERE run.id = runs.id) AS x, ifnull(points, 0) AS points, " \
    "ifnull(first_evals, 0) AS first_evals, hex(data) AS trace FROM (" HECO_DATABASE_RUNS \
    ") AS runs " \
    "LEFT JOIN trace ON trace.run = runs.id"

/* Prints one column as a CSV field. NULL becomes an empty field. */
static void results_dump_field(FILE *out, sqlite3_stmt *s, int column) {
    if (sqlite3_column_type(s, column) == SQLITE_FLOAT) {
        fprintf(out, "%.17g", sqlite3_column_double(s, column));
        return;
    }
    const char *text = (const char *)sqlite3_column_text(s, column);
    if (text != NULL) heco_csv_put(out, text);
}

heco_status heco_results_dump(heco_results *r, heco_dump what, FILE *out, heco_error *error) {
    static const char all[] = RESULTS_DUMP RESULTS_DUMP_POINTS HECO_RESULTS_ORDER;
    static const char                                          finals[] =
        RESULTS_DUMP " FROM (" HECO_DATABASE_RUNS ") AS runs" HECO_RESULTS_ORDER;
    heco_database *db = heco_results_database(r);
    sqlite3_stmt  *s;
    int            more    = 0;
    size_t         without = 0;
    heco_status    status  = HECO_OK; /* the runs are verified, the traces not yet       */
    if (what == HECO_DUMP_ALL) status = heco_checksum_verify(db, 1, &without, error);
    if (status != HECO_OK) return status;
    status      = heco_database_prepare(db, &s, what == HECO_DUMP_ALL ? all : finals, error);
    int columns = status == HECO_OK ? sqlite3_column_count(s) : 0;
    for (int i = 0; i < columns; i++)
        fprintf(out, "%s%s", sqlite3_column_name(s, i), i + 1 < columns ? "," : "\n");
    while (status == HECO_OK) {
        status = heco_database_step(db, s, &more, error);
        if (status != HECO_OK || !more) break;
        for (int i = 0; i < columns; i++) {
            results_dump_field(out, s, i);
            fputc(i + 1 < columns ? ',' : '\n', out);
        }
    }
    sqlite3_finalize(s);
    if (status == HECO_OK && (fflush(out) != 0 || ferror(out)))
        status = heco_fail(error, HECO_ERR_IO, "the dump could not be written: is the disk full?");
    return status;
}
