/* Estimates how long jobs take. */
#include "experiment/plan.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/index_sort.h"
#include "base/struct_read.h"
#include "experiment/job.h"

/* Trial runs of an estimate take this long together, and each takes at least the second time. */
#define COST_TRIALS_SECONDS 3.0
#define COST_TRIAL_SECONDS 0.005

double heco_cost(const heco_job *job) {
    /* The cost of an evaluation has a constant part and a part per coordinate. */
    return (double)job->max_evals * ((double)job->what->space.n + 10.0);
}

heco_status heco_cost_sort(size_t *order, size_t count, const heco_plan *plan, heco_error *error) {
    size_t  all     = heco_plan_count(plan);
    double *key     = calloc(all + 1, sizeof *key);
    size_t *scratch = calloc(count + 1, sizeof *scratch);
    if (key != NULL && scratch != NULL) {
        for (size_t i = 0; i < all; i++) key[i] = -heco_cost(heco_plan_at(plan, i));
        heco_index_sort(order, key, count, scratch);
    }
    heco_status status = key != NULL && scratch != NULL ? HECO_OK : HECO_ERR_MEMORY;
    free(key);
    free(scratch);
    return status == HECO_OK ? status : heco_fail_memory(error);
}

/* The runs of one variant on one task. */
typedef struct {
    size_t runs;    /* in the plan                                                         */
    size_t stored;  /* stored ones among them                                              */
    size_t timed;   /* runs of known duration, also beyond the plan                       */
    double seconds; /* their total duration                                               */
} cost_cell;

/* Returns the cell of a stored run, task by task, then by variant; SIZE_MAX if the plan has none.
 * */
static size_t cost_find_cell(const heco_plan *plan, const heco_record *row) {
    size_t              variants, t = 0, v = 0, tasks = heco_plan_tasks(plan);
    const heco_variant *variant = heco_plan_variants(plan, &variants);
    for (; t < tasks; t++) {
        const heco_job *job = heco_plan_task(plan, t);
        if (job->what->space.n == row->n && strcmp(job->problem, row->problem) == 0 &&
            strcmp(job->suite, row->suite) == 0)
            break;
    }
    while (v < variants && strcmp(variant[v].label, row->label) != 0) v++;
    return t < tasks && v < variants ? t * variants + v : SIZE_MAX;
}

/* Finds a difference for which a bench would refuse the database. The bench compares more than a
 * record shows. */
static heco_status cost_compare(const heco_plan *plan, const char *db, size_t cell,
                                const heco_record *row, heco_error *error) {
    const heco_job *job = heco_plan_at(plan, cell * heco_plan_runs(plan));
    const char     *what;
    if (row->seed != heco_plan_seed(plan)) what = "seed";
    else if (row->max_evals != job->max_evals) what = "number of evaluations";
    else if (strcmp(row->instance, job->instance) != 0) what = "instance";
    else if (strcmp(row->algorithm, job->algorithm->name) != 0) what = "algorithm";
    else return HECO_OK;
    return heco_fail(error, HECO_ERR_CONFLICT,
                     "%s holds runs of %s on %s:%s/%zu with another %s: ask for the same, or use "
                     "another file",
                     db, row->label, row->suite, row->problem, row->n, what);
}

/* Adds the stored runs of the database to the cells. A missing database adds none. */
static heco_status cost_read_stored(cost_cell *cell, const heco_plan *plan,
                                    const heco_bench_options *o, heco_error *error) {
    heco_results *results;
    const char   *db   = o->db;
    unsigned      runs = heco_plan_runs(plan);
    if (db == NULL || access(db, F_OK) != 0) return HECO_OK;
    heco_status status = heco_results_open(&results, db, error);
    if (status != HECO_OK) return status;
    for (size_t i = 0; i < heco_results_count(results) && status == HECO_OK; i++) {
        const heco_record *row = heco_results_at(results, i);
        size_t             at  = cost_find_cell(plan, row);
        if (at == SIZE_MAX) continue;
        status = cost_compare(plan, db, at, row, error);
        cell[at].stored +=
            row->run >= 1 && row->run <= runs && heco_part_has(o, at * runs + row->run - 1);
        cell[at].timed++;
        cell[at].seconds += row->outcome.seconds;
    }
    heco_results_close(results);
    return status;
}

/* Times a few milliseconds of the run and scales them up to its budget. */
static heco_status cost_try(cost_cell *cell, const heco_job *job, double limit, heco_error *error) {
    heco_job_result *result = NULL;
    double           start  = heco_clock();
    heco_status      status = heco_job_run(&result, job, NULL, NULL, limit, error);
    if (status == HECO_OK && result != NULL && result->outcome.evals > 0) {
        cell->seconds =
            (heco_clock() - start) * (double)job->max_evals / (double)result->outcome.evals;
        cell->timed = 1;
    }
    free(result);
    return status;
}

/* Sets *seconds to the expected duration of the runs that are not stored. Times a short trial run
 * in each cell without durations. */
static heco_status cost_estimate_seconds(cost_cell *cell, size_t cells, const heco_plan *plan,
                                         double *seconds, heco_error *error) {
    size_t   unknown = 0;
    unsigned runs    = heco_plan_runs(plan);
    for (size_t i = 0; i < cells; i++)
        unknown += cell[i].stored < cell[i].runs && cell[i].timed == 0;
    double limit = COST_TRIALS_SECONDS / (double)(unknown + 1);
    if (limit < COST_TRIAL_SECONDS) limit = COST_TRIAL_SECONDS;
    *seconds = 0.0;
    for (size_t i = 0; i < cells; i++) {
        if (cell[i].stored >= cell[i].runs) continue;
        heco_status status = HECO_OK;
        if (cell[i].timed == 0)
            status = cost_try(&cell[i], heco_plan_at(plan, i * runs), limit, error);
        if (status != HECO_OK) return status;
        if (cell[i].timed > 0)
            *seconds +=
                (double)(cell[i].runs - cell[i].stored) * cell[i].seconds / (double)cell[i].timed;
    }
    return HECO_OK;
}

/* Counts the jobs of this part in the cells and in `expected`. */
static void cost_count_jobs(cost_cell *cell, const heco_plan *plan, const heco_bench_options *o,
                            heco_bench_summary *expected) {
    for (size_t job = 0; job < heco_plan_count(plan); job++) {
        if (!heco_part_has(o, job)) continue;
        cell[job / heco_plan_runs(plan)].runs++;
        expected->total++;
        expected->evals += heco_plan_at(plan, job)->max_evals;
    }
}

heco_status heco_bench_estimate(const heco_plan *plan, const heco_bench_options *options,
                                heco_bench_summary *expected, heco_error *error) {
    heco_bench_options o = heco_bench_options_default();
    size_t             cells, variants;
    *expected          = (heco_bench_summary){0};
    heco_status status = heco_struct_read(&o, sizeof o, options, "heco_bench_options",
                                          "start from heco_bench_options_default()", error);
    if (status == HECO_OK) status = heco_part_check(&o, error);
    if (status != HECO_OK) return status;
    heco_plan_variants(plan, &variants);
    cells           = heco_plan_tasks(plan) * variants;
    cost_cell *cell = calloc(cells + 1, sizeof *cell);
    if (cell == NULL) return heco_fail_memory(error);
    cost_count_jobs(cell, plan, &o, expected);
    status = cost_read_stored(cell, plan, &o, error);
    for (size_t i = 0; i < cells; i++) expected->skipped += cell[i].stored;
    if (status == HECO_OK)
        status = cost_estimate_seconds(cell, cells, plan, &expected->seconds, error);
    free(cell);
    return status;
}
