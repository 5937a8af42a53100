/* Reads a .nl file with the AMPL Solver Library. */
#ifndef HECO_MODELS_NL_NL_ASL_H
#define HECO_MODELS_NL_NL_ASL_H

#include "models/nl/nl_header.h"

/* Reads the file, for values only or with derivatives, and returns its ASL_fg. A reading with
 * derivatives fails at points where a value exists and a derivative does not, so values have their
 * own. Returns NULL if the file is missing or has changed. The user info of the ASL (i.uinfo) may
 * point to an int that is set to 1 when derivatives of a point are unavailable. */
void *heco_nl_asl_read(const char *path, const heco_nl_header *header, int derivatives);

#endif
