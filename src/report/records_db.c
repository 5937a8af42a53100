/* Runs of a results database as records. */
#include "report/records.h"

static heco_record records_db_record(const heco_results_row *row) {
    heco_record record = {.size        = sizeof record,
                          .suite       = row->suite,
                          .problem     = row->problem,
                          .algorithm   = row->label,
                          .instance    = row->instance,
                          .dim         = row->n,
                          .dims        = row->dims,
                          .run         = row->run,
                          .max_evals   = row->max_evals,
                          .outcome     = row->outcome,
                          .constraints = row->ng + row->nh};
    return record;
}

static heco_status records_db_add(heco_records *records, heco_results *results, size_t index,
                                  int traces, heco_error *error) {
    const heco_results_row *row    = heco_results_at(results, index);
    heco_record             record = records_db_record(row);
    heco_trace             *trace  = NULL;
    if (traces && row->points > 0) {
        heco_status status = heco_results_trace(results, index, &trace, error);
        if (status != HECO_OK) return status;
        record.checkpoints = trace->count;
        record.trace_f     = trace->f;
        record.trace_viol  = trace->viol;
    }
    heco_status status = heco_records_add(records, &record, error);
    heco_trace_free(trace);
    return status;
}

heco_status heco_records_add_results(heco_records *records, heco_results *results, int traces,
                                     heco_error *error) {
    heco_records_state before = heco_records_save(records);
    heco_status        status = HECO_OK;
    for (size_t i = 0; i < heco_results_count(results) && status == HECO_OK; i++)
        status = records_db_add(records, results, i, traces, error);
    if (status != HECO_OK) heco_records_restore(records, before);
    return status;
}

heco_status heco_records_read_db(heco_records *records, const char *path, int traces,
                                 heco_error *error) {
    heco_results *results;
    heco_status   status = heco_results_open(&results, path, error);
    if (status != HECO_OK) return status;
    status = heco_records_add_results(records, results, traces, error);
    heco_results_close(results);
    return status;
}
