/* The log of heco solve --log: one line on standard error for every improvement of the best point.
 */
#ifndef HECO_CLI_VIEW_IMPROVEMENT_LOG_H
#define HECO_CLI_VIEW_IMPROVEMENT_LOG_H

#include "heco/problem.h"

typedef struct {
    const heco_problem *problem;
    const char         *algorithm; /* stands for the part of a search without parts             */
    int                 colour;
    int                 wide;    /* 0: a narrow terminal, whose lines leave out the part        */
    int                 begun;   /* the head is printed                                         */
    double              f, viol; /* of the last line                                            */
} improvement_log;

/* Returns the state, which holds whether standard error shows colours and how wide it is. */
improvement_log improvement_log_start(const heco_problem *problem, const char *algorithm);
/* Prints a line if the best point is better than that of the last line. */
void improvement_log_show(improvement_log *log, const heco_progress *now);

#endif
