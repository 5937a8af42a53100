/* Runs of a results database as records to rank and report. */
#ifndef HECO_CLI_STORED_H
#define HECO_CLI_STORED_H

#include "heco/report.h"

/* Adds all finished runs under their labels; with `traces` nonzero also their traces. */
heco_status stored_read(heco_records *records, const char *db, int traces, heco_error *error);

#endif
