/* The critical-difference diagram of mean ranks for LaTeX. */
#ifndef HECO_REPORT_RANK_DIAGRAM_H
#define HECO_REPORT_RANK_DIAGRAM_H

#include "heco/report.h"

typedef struct {
    const char        *caption;
    const char *const *name;   /* names of all algorithms                                 */
    const size_t      *label;  /* numbers of the names, best first                        */
    const size_t      *order;  /* the same algorithms as indices into mean_rank and p     */
    const double      *mean_rank;
    const double      *p;      /* count x count, adjusted by Holm's procedure             */
    size_t             count;
    double             difference; /* Nemenyi's critical difference                       */
    double             level;
} heco_rank_diagram;
/* Adds the drawing to the table; the LaTeX writer prints it below. Returns HECO_OK or
 * HECO_ERR_MEMORY. */
heco_status heco_rank_diagram_add(heco_table *table, const heco_rank_diagram *diagram);

#endif
