/* Official benchmark data of the suites that have any: is a folder complete and right, and a
 * clean copy of it. The numbers are compared with fingerprints of the published ones.
 *
 * cec2017 comes in one of two layouts of the same numbers:
 *
 *   shift/C01.txt .. C28.txt, matrix/M_D10.txt, matrix/C05_M1_D10.txt, matrix/C05_M2_D10.txt, ..
 *   shift_data_1.txt .., M_2_D10.txt .., M1_5_D10.txt, M2_5_D10.txt, .. (official C++ version)
 *
 * A folder may also be a parent that holds them in cec2017/, data/ or inputData/. */
#ifndef HECO_DATA_H
#define HECO_DATA_H

#include <stddef.h>

#include "heco/status.h"

HECO_BEGIN_DECLS

/* Gets one line of a report at a time, without a line end. */
typedef void (*heco_data_report_fn)(void *user, const char *line);

/* The suites that have official data, by number; NULL past the end. */
HECO_API const char *heco_data_suite_at(size_t index);

/* Checks every file of the suite's data. A dimension of which no matrix is there is reported, not
 * refused. HECO_OK, or the first thing wrong in `error`; each wrong thing is a line of the report,
 * which names file and line. `report` may be NULL. */
HECO_API heco_status heco_data_verify(const char *suite, const char *dir,
                                      heco_data_report_fn report, void *user, heco_error *error);

/* Checks `from` as heco_data_verify does and writes its numbers into the folder `to`, in the
 * suite's first layout, for heco_suite_options.data. Folders above `to` are made as needed. `to`
 * appears whole or not at all; what was there before is replaced. */
HECO_API heco_status heco_data_import(const char *suite, const char *from, const char *to,
                                      heco_data_report_fn report, void *user, heco_error *error);

HECO_END_DECLS

#endif
