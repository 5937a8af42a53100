/* The loop of a search: ask, replay the journal, evaluate, append, tell. It also decides between
 * batches and within them whether the search stops. */
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
    double          deadline; /* of the confirmation, heco_clock(); 0: the search is running   */
    int             stopped;  /* should_stop returned nonzero and is not called again          */
    uint64_t        nonfinite; /* rows with a value that is not finite, as far as described    */
    char            nonfinite_text[400]; /* describes the latest; "": a later row failed      */
} heco_drive;

/* Starts the workers. The batch function of a problem gets its rows in pieces only if there is a
 * should_stop or a time limit. */
heco_status heco_drive_open(heco_drive *drive, heco_run *run, const heco_drive_plan *plan,
                            heco_error *error);
/* Runs the loop until the run is over. A failure is returned with its own status. */
heco_status heco_drive_run(heco_drive *drive, heco_error *error);
/* Sets `stopped` and the `deadline` of the confirmation: it is short if the search was stopped or
 * timed out. Returns 0 if one evaluation usually takes too long for it. */
int heco_drive_allow_confirmation(heco_drive *drive);
/* Returns the failures of the evaluations so far. */
heco_failures heco_drive_stats(const heco_drive *drive);
/* Ends the workers. A drive that was never opened (all 0) is fine. */
void heco_drive_close(heco_drive *drive);

#endif
