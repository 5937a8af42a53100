/* Reads the runs of a results database as records. */
#include "report/records.h"

heco_status heco_records_add_traced(heco_records *records, const heco_record *record,
                                    heco_error *error) {
    heco_record copy  = *record;
    heco_trace *trace = NULL;
    if (record->points > 0) {
        heco_status status = heco_results_trace(record->results, record->index, &trace, error);
        if (status != HECO_OK) return status;
        copy.trace_f    = trace->f;
        copy.trace_viol = trace->viol;
    }
    heco_status status = heco_records_add(records, &copy, error);
    heco_trace_free(trace);
    return status;
}

heco_status heco_records_read_db(heco_records *records, const char *path, int traces,
                                 heco_error *error) {
    heco_records_state before = heco_records_save(records);
    heco_results      *results;
    heco_status        status = heco_results_open(&results, path, error);
    if (status != HECO_OK) return status;
    for (size_t i = 0; i < heco_results_count(results) && status == HECO_OK; i++) {
        const heco_record *record = heco_results_at(results, i);
        status                    = traces ? heco_records_add_traced(records, record, error)
                                           : heco_records_add(records, record, error);
    }
    if (status != HECO_OK) heco_results_close(results);
    else status = heco_records_keep(records, results, error);
    if (status != HECO_OK) heco_records_restore(records, before);
    return status;
}
