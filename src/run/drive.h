/* The loop of a search: ask, replay the journal, evaluate, tell. Rows are recorded as they finish.
 * It also decides between batches and within them whether the search stops. */
#ifndef HECO_RUN_DRIVE_H
#define HECO_RUN_DRIVE_H

#include "heco/lanes.h"
#include "heco/run.h"
#include "run/conflict.h"
#include "run/journal/journal.h"
#include "run/known.h"
#include "run/minimize.h"
#include "run/noise.h"
#include "run/row_log.h"

/* The evaluation of a search and its journal. */
typedef struct {
    const heco_problem    *problem;   /* NULL: rows that are not finite are not explained    */
    const heco_backend    *backend;   /* NULL: serial                                        */
    heco_evaluator_options evaluator; /* its should_stop is called with the whole progress   */
    heco_journal          *journal;   /* NULL: none                                          */
    heco_conflict         *conflict;  /* learns from every batch; NULL: none                 */
    heco_noise_state      *noise;     /* keeps the best points; NULL: none                   */
    const heco_minimize_watcher *watcher; /* gets every batch; NULL: none                    */
    heco_lanes            *lanes;     /* NULL: the run searches alone; else it is lane 0     */
    heco_stop_fn           on_progress; /* of a search in lanes; else the run has it         */
    void                  *progress_user;
    heco_prices            prices;    /* whether prices are computed after the search        */
    const heco_known_table *known;    /* NULL: none                                          */
    unsigned               samples;   /* heco_minimize_options.samples                       */
} heco_drive_plan;

typedef struct {
    heco_drive_plan plan;
    heco_run       *run;
    heco_evaluator *evaluator;
    int             polls;    /* the evaluator calls drive_should_stop within a batch          */
    int             reports;  /* on_progress is called within a batch, too                     */
    double          deadline; /* of the confirmation, heco_clock(); 0: the search is running   */
    int             stopped;  /* should_stop returned nonzero and is not called again          */
    uint64_t        known;     /* rows that took the values of known designs                  */
    uint64_t        nonfinite; /* rows with a value that is not finite, as far as described    */
    heco_row_log    log;  /* of the rows that finish within a batch                            */
    int             logs; /* the evaluator reports rows to it                                  */
    int             measures; /* batches are timed to decide on `logs`                         */
    unsigned        batches;  /* so far, if they are                                           */
    char            nonfinite_text[400]; /* describes the latest; "": a later row failed      */
    double          half_f;   /* best feasible f in the first half of the budget, or infinity  */
} heco_drive;

/* Starts the workers. The batch function of a problem gets its rows in pieces only if there is a
 * should_stop, a time limit or a journal. */
heco_status heco_drive_open(heco_drive *drive, heco_run *run, const heco_drive_plan *plan,
                            heco_error *error);
/* Runs the loop until the run is over. A failure is returned with its own status. */
heco_status heco_drive_run(heco_drive *drive, heco_error *error);
/* Sets `stopped` and the `deadline` of the confirmation: it is short if the search was stopped or
 * timed out. Returns 0 if one evaluation usually takes too long for it. */
int heco_drive_allow_confirmation(heco_drive *drive);
/* Passes a batch that the run was told to noise, watcher and conflict of the plan. Keeps the best
 * feasible f of the first half of the budget in *half_f. */
void heco_drive_learn(const heco_drive_plan *plan, heco_run *run, const heco_batch *batch,
                      double *half_f);
/* Writes nonfinite_text about the latest row of the run that the evaluator accepted although a value
 * is not finite. */
void heco_drive_explain(heco_drive *drive);
/* Returns heco_solution_late_gain(). */
double heco_drive_late_gain(const heco_drive *drive);
/* Calls the caller's should_stop with this progress, in which f has the sign of the search. */
int heco_drive_ask_caller(const heco_drive *drive, const heco_progress *now);
/* Returns the result of the search so far. */
const heco_result *heco_drive_result(const heco_drive *drive);
/* Returns the failures of the evaluations so far. */
heco_failures heco_drive_stats(const heco_drive *drive);
/* Ends the workers. A drive that was never opened (all 0) is fine. */
void heco_drive_close(heco_drive *drive);

#endif
