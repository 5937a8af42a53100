/* The one loop of a search: ask, take from the journal, evaluate, append, tell; and the one place
 * that answers whether to go on, between batches and within them. */
#ifndef HECO_RUN_DRIVE_H
#define HECO_RUN_DRIVE_H

#include "heco/run.h"
#include "run/journal/journal.h"

/* Who evaluates, what is kept, and who may end it. */
typedef struct {
    const heco_problem    *problem;   /* NULL: rows that are not finite are not explained    */
    const heco_backend    *backend;   /* NULL: serial                                        */
    heco_evaluator_options evaluator; /* a watch in it is asked beside the rules of the run  */
    heco_journal          *journal;   /* NULL: none is kept                                  */
    const volatile int    *interrupt; /* nonzero: stop; NULL: nobody interrupts              */
    /* After each batch; nonzero: stop. NULL: nobody is asked. */
    int (*after)(void *user, const heco_result *now);
    void *user; /* handed to after                                                           */
} heco_drive_plan;

typedef struct {
    heco_drive_plan plan;
    heco_run       *run;
    heco_evaluator *evaluator;
    int             watching; /* somebody can stop it within a batch                          */
    double          deadline; /* of a confirmation, heco_clock(); 0: the search is on         */
    int             stopped;  /* somebody has stopped the search: he need not be asked again  */
    uint64_t        odd;      /* rows that were not finite, as far as they were looked at     */
    char            odd_text[400]; /* the latest of them; "": a later row failed              */
} heco_drive;

/* Starts the workers. The batch function of a problem gets its rows in pieces only where somebody
 * can stop the search: an interrupt, a time limit or a watch. */
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
