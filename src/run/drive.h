/* The one loop of a search: ask, take from the journal, evaluate, append, tell; and the one place
 * that answers whether to go on, between batches and within them. */
#ifndef HECO_RUN_DRIVE_H
#define HECO_RUN_DRIVE_H

#include "heco/run.h"
#include "run/journal/journal.h"

/* The evaluation of a search and its journal. */
typedef struct {
    const heco_problem    *problem;   /* NULL: rows that are not finite are not explained    */
    const heco_backend    *backend;   /* NULL: serial                                        */
    heco_evaluator_options evaluator; /* its should_stop is called with the whole progress   */
    heco_journal          *journal;   /* NULL: none                                          */
} heco_drive_plan;

typedef struct {
    heco_drive_plan plan;
    heco_run       *run;
    heco_evaluator *evaluator;
    int             polls;    /* the evaluator calls drive_should_stop within a batch          */
    double          deadline; /* of a confirmation, heco_clock(); 0: the search is on         */
    int             stopped;  /* should_stop returned nonzero and is not called again          */
    uint64_t        odd;      /* rows that were not finite, as far as they were looked at     */
    char            odd_text[400]; /* the latest of them; "": a later row failed              */
} heco_drive;

/* Starts the workers. The batch function of a problem gets its rows in pieces only where somebody
 * can stop the search: should_stop or a time limit. */
heco_status heco_drive_open(heco_drive *drive, heco_run *run, const heco_drive_plan *plan,
                            heco_error *error);
/* Until the run is over. What broke is reported with its own status. */
heco_status heco_drive_run(heco_drive *drive, heco_error *error);
/* After the search: how long one more evaluation may take, for somebody who has stopped it or has
 * no time left. 0: there is none, an evaluation takes too long as it is. */
int heco_drive_allow_confirmation(heco_drive *drive);
/* What happened during the evaluations so far. */
heco_failures heco_drive_stats(const heco_drive *drive);
/* Ends the workers. A drive that was never opened (all 0) is fine. */
void heco_drive_close(heco_drive *drive);

#endif
