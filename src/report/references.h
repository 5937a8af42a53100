/* docs/references.bib, which the build turns into an array (cmake/embed.cmake). */
#ifndef HECO_REPORT_REFERENCES_H
#define HECO_REPORT_REFERENCES_H

#include <stddef.h>

extern const unsigned char heco_references[];
extern const size_t        heco_references_size;

#endif
