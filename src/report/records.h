/* Inside of heco_records, for the readers. */
#ifndef HECO_REPORT_RECORDS_H
#define HECO_REPORT_RECORDS_H

#include "heco/experiment.h"
#include "heco/report.h"

/* How much is in there, to go back to when a source turns out to be bad half way. */
typedef struct {
    size_t runs, published;
} heco_records_state;
heco_records_state heco_records_save(const heco_records *records);
void               heco_records_restore(heco_records *records, heco_records_state state);

/* Hands open results over: they are closed with the records, or now on failure. */
heco_status heco_records_keep(heco_records *records, heco_results *results, heco_error *error);
/* Adds a run of an open database with its trace, if it has one. */
heco_status heco_records_add_traced(heco_records *records, const heco_record *record,
                                    heco_error *error);

#endif
