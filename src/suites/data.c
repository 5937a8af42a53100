/* Verifies and imports the official data of a suite through its row. */
#include "heco/suite.h"

#include "base/error.h"
#include "suites/suite_table.h"

const char *heco_data_suite_at(size_t index) {
    const heco_suite_row *row;
    for (size_t i = 0; (row = heco_suite_row_at(i)) != NULL; i++)
        if (row->verify != NULL && index-- == 0) return row->name;
    return NULL;
}

/* Finds the row of a suite that has official data. */
static heco_status data_find_row(const heco_suite_row **out, const char *suite, heco_error *error) {
    *out = heco_suite_row_find(suite, error);
    if (*out == NULL) return HECO_ERR_NAME;
    if ((*out)->verify != NULL) return HECO_OK;
    return heco_fail(error, HECO_ERR_ARG,
                     "suite %s has no official data: all its numbers are in the program", suite);
}

heco_status heco_data_verify(const char *suite, const char *dir, heco_data_report_fn report,
                             void *user, heco_error *error) {
    const heco_suite_row *row;
    heco_status           status = data_find_row(&row, suite, error);
    return status == HECO_OK ? row->verify(dir, report, user, error) : status;
}

heco_status heco_data_import(const char *suite, const char *from, const char *to,
                             heco_data_report_fn report, void *user, heco_error *error) {
    const heco_suite_row *row;
    heco_status           status = data_find_row(&row, suite, error);
    return status == HECO_OK ? row->import(from, to, report, user, error) : status;
}
