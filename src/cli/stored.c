#include "cli/stored.h"

#include "heco/experiment.h"

static heco_record stored_record(const heco_results_row *row) {
    heco_record record  = {.suite     = row->suite,
                           .problem   = row->problem,
                           .algorithm = row->label,
                           .instance  = row->instance,
                           .dim       = row->n,
                           .run       = row->run,
                           .max_evals = row->max_evals};
    record.outcome.f    = row->f;
    record.outcome.viol = row->viol;
    for (int k = 0; k < 3; k++) record.outcome.c[k] = (int)row->c[k];
    record.outcome.evals_to_feasible = row->evals_to_feasible;
    record.outcome.evals_to_success  = row->evals_to_success;
    return record;
}

/* The U-score's violation is a sum, the database keeps the mean over the constraints. */
static heco_status stored_with_trace(heco_records *records, heco_record *record,
                                     heco_results *results, size_t index, heco_error *error) {
    const heco_results_row *row = heco_results_at(results, index);
    heco_trace             *trace;
    heco_status             status = heco_results_trace(results, index, &trace, error);
    if (status != HECO_OK) return status;
    for (size_t k = 0; k < trace->count; k++) trace->viol[k] *= (double)(row->ng + row->nh);
    record->checkpoints = trace->count;
    record->trace_f     = trace->f;
    record->trace_viol  = trace->viol;
    status              = heco_records_add(records, record, error);
    heco_trace_free(trace);
    return status;
}

heco_status stored_read(heco_records *records, const char *db, int traces, heco_error *error) {
    heco_results *results;
    heco_status   status = heco_results_open(&results, db, error);
    if (status != HECO_OK) return status;
    for (size_t i = 0; i < heco_results_count(results) && status == HECO_OK; i++) {
        const heco_results_row *row    = heco_results_at(results, i);
        heco_record             record = stored_record(row);
        if (traces && row->points > 0)
            status = stored_with_trace(records, &record, results, i, error);
        else
            status = heco_records_add(records, &record, error);
    }
    heco_results_close(results);
    return status;
}
