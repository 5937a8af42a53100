/* Writes every stored run as CSV, so that two databases can be compared. */
#include "base/error.h"
#include "base/number_text.h"
#include "base/text.h"
#include "experiment/database.h"

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
        fputs(heco_number_show("%.17g", sqlite3_column_double(s, column)).text, out);
        return;
    }
    const char *text = (const char *)sqlite3_column_text(s, column);
    if (text != NULL) heco_csv_put(out, text);
}

/* Prints one checkpoint. */
static void results_dump_row(FILE *out, const heco_record *run, const heco_trace *trace, size_t k) {
    heco_csv_put(out, run->label);
    fprintf(out, ",%zu,", run->n);
    heco_csv_put(out, run->problem);
    fprintf(out, ",%llu,%llu,%s,%s,", (unsigned long long)run->run,
            (unsigned long long)trace->evals[k], heco_number_show("%.17g", trace->f[k]).text,
            heco_number_show("%.17g", trace->viol[k]).text);
    heco_csv_put(out, run->suite);
    fputc(',', out);
    if (run->instance != NULL) heco_csv_put(out, run->instance);
    fputc('\n', out);
}

/* Prints the checkpoints of one run by evaluations. Row 0 of a trace is the end of the first batch,
 * which may come after the first checkpoints. */
static void results_dump_trace(FILE *out, const heco_record *run, const heco_trace *trace) {
    int first = 1; /* row 0 is still to come */
    for (size_t k = 1; k < trace->count; k++) {
        if (first && trace->evals[0] <= trace->evals[k]) {
            if (trace->evals[0] < trace->evals[k]) results_dump_row(out, run, trace, 0);
            first = 0;
        }
        results_dump_row(out, run, trace, k);
    }
}

/* Prints the traces of all runs that have one; refuses a database without traces. */
static heco_status results_dump_traces(heco_results *r, FILE *out, heco_error *error) {
    size_t traced = 0;
    fputs("algorithm,dim,function,run,evals,obj,vio,suite,instance\n", out);
    for (size_t i = 0; i < heco_results_count(r); i++) {
        const heco_record *run = heco_results_at(r, i);
        heco_trace        *trace;
        if (run->points == 0) continue;
        heco_status status = heco_results_trace(r, i, &trace, error);
        if (status != HECO_OK) return status;
        results_dump_trace(out, run, trace);
        heco_trace_free(trace);
        traced++;
    }
    if (traced == 0 && heco_results_count(r) > 0)
        return heco_fail(error, HECO_ERR_ARG,
                         "the runs were stored without traces: run heco bench with --trace full or "
                         "coarse");
    if (fflush(out) == 0 && !ferror(out)) return HECO_OK;
    return heco_fail(error, HECO_ERR_IO, "the dump could not be written: is the disk full?");
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
    if (what == HECO_DUMP_TRACES) return results_dump_traces(r, out, error);
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
