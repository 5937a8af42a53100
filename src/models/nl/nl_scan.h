/* Walks through the body of a .nl file, after its head, before the AMPL Solver Library does: that
 * library trusts most of the numbers in it and writes where they point to.
 * Gay (2005), Writing .nl files, Sandia report SAND2005-7907P. */
#ifndef HECO_MODELS_NL_NL_SCAN_H
#define HECO_MODELS_NL_NL_SCAN_H

#include "models/nl/nl_annotations.h"

/* HECO_OK: every part is there and refers to what exists. Else the line (of a text file) or the
 * byte is in the error, or what is missing at the end. `annotations`, made with this head, gets what the
 * file says beside its expressions; NULL: nobody wants to know. */
heco_status heco_nl_scan(const heco_nl_header *head, const char *path, heco_nl_annotations *annotations,
                         heco_error *error);

#endif
