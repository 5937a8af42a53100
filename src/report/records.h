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

/* heco_records_read_db for a database that is open already. */
heco_status heco_records_add_results(heco_records *records, heco_results *results, int traces,
                                     heco_error *error);

#endif
