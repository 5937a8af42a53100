/* Scans the body of a .nl file before the AMPL Solver Library reads it: that library trusts most of
 * the numbers in it and writes where they point to.
 * Gay (2005), Writing .nl files, Sandia report SAND2005-7907P. */
#ifndef HECO_MODELS_NL_NL_SCAN_H
#define HECO_MODELS_NL_NL_SCAN_H

#include "models/nl/nl_annotations.h"

/* Returns HECO_OK if every segment is there and refers to existing rows and variables. Otherwise
 * the error names the line (of a text file), the byte, or the missing part. Fills `annotations`,
 * made with this header, unless it is NULL. */
heco_status heco_nl_scan(const heco_nl_header *header, const char *path,
                         heco_nl_annotations *annotations, heco_error *error);

#endif
