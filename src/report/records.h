/* Functions of heco_records for the readers of files. */
#ifndef HECO_REPORT_RECORDS_H
#define HECO_REPORT_RECORDS_H

#include "heco/experiment.h"
#include "heco/report.h"

/* The number of entries, to which a reader returns if a file turns out to be wrong. */
typedef struct {
    size_t runs, published;
} heco_records_state;
heco_records_state heco_records_save(const heco_records *records);
/* Removes the entries that were added after heco_records_save(). */
void               heco_records_restore(heco_records *records, heco_records_state state);

/* Passes open results to the records, which close them when freed; closes them now on failure. */
heco_status heco_records_keep(heco_records *records, heco_results *results, heco_error *error);
/* Adds a run of an open database with its trace, if it has one. */
heco_status heco_records_add_traced(heco_records *records, const heco_record *record,
                                    heco_error *error);

#endif
