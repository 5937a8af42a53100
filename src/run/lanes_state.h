/* The inside of a search in lanes, for the files that implement it. */
#ifndef HECO_RUN_LANES_STATE_H
#define HECO_RUN_LANES_STATE_H

#include "heco/lanes.h"
#include "run/drive.h"
#include "run/journal/journal.h"
#include "run/run_internal.h"

enum { HECO_LANES_MOST = 256 }; /* most lanes */
enum { HECO_LANES_LAG = 8 }; /* rounds after which lanes hear of each other. On CEC 2006 with 16 to
                              * 256 workers 2, 8 and 16 took the same time within 3 %           */

typedef enum {
    LANE_ROW_FREE,
    LANE_ROW_QUEUED,  /* not given out yet                                                  */
    LANE_ROW_STARTED, /* given out                                                          */
    LANE_ROW_DONE     /* its values are here                                                */
} lane_row_phase;

/* A point of a lane. */
typedef struct {
    uint64_t       id;
    lane_row_phase phase;
    size_t         lane;
    uint64_t       clock;    /* the batch at or during which the lane names it              */
    size_t         index;    /* its row there                                               */
    int            demanded; /* the lane has asked for it; else it is ahead                    */
    int            dropped;  /* it was given out and is no longer wanted                       */
    unsigned char  state;    /* HECO_ROW_*                                                     */
    double        *values;   /* x, f, g, h                                                     */
} lane_row;

/* Gets a batch that lane 0 was told, with its violations. */
typedef void heco_lanes_learn_fn(void *user, heco_run *run, const heco_batch *batch);

/* The number of lanes and the receivers of their rows, beside the result; those may be NULL. */
typedef struct {
    size_t               lanes;
    heco_journal        *journal;
    heco_lanes_learn_fn *learn;
    void                *learn_user;
    const heco_problem  *problem; /* for heco_run_set_problem()                              */
} heco_lanes_outside;

/* The best point of a lane as of a time of its clock. */
typedef struct {
    uint64_t clock;
    double   f, viol;
    double  *values; /* x, g, h                                                             */
} lane_best;

/* The counts of a lane: its evaluations, and those that failed, were rejected or stopped early. */
typedef enum { LANE_EVALS, LANE_FAILED, LANE_REJECTED, LANE_PARTIAL, LANE_COUNTS } lane_count;
typedef struct {
    uint64_t of[LANE_COUNTS];
} lane_counts;

typedef struct {
    heco_run    *run;
    heco_batch  *batch; /* being evaluated; NULL: none                                         */
    uint64_t     clock; /* batches told so far: the lane's logical time                        */
    int          over;  /* it asks for nothing more                                            */
    int          waiting; /* for slower lanes, before it hears of them                         */
    size_t      *demand;  /* the rows of the batch                                             */
    size_t       missing; /* of these, without values                                          */
    size_t      *ahead, aheads; /* rows that may be asked for next                             */
    uint64_t     published;     /* evals_at_best of the point published last                   */
    /* how it looked at each time: a search that ends there reports that */
    lane_best *best; /* its improvements, oldest first                                        */
    size_t     bests, best_capacity;
    lane_counts *counts; /* after each tell                                                  */
    size_t     time_capacity;
    uint64_t   feasible; /* time of the first feasible point; 0: none                         */
} lane_state;

struct heco_lanes {
    heco_space  space; /* borrowed from lane 0's run                                           */
    size_t      count, width; /* lanes; values of a row                                        */
    size_t      descending;   /* lanes from 1 to this are descents, later ones the default     */
    lane_state *lane;
    lane_row   *row;
    size_t      rows, capacity;
    size_t     *free, frees; /* unused rows                                                    */
    uint64_t    serial;      /* ids so far                                                     */
    lane_best  *news;        /* points published, by clock, each better than the one before    */
    size_t     *news_lane, news_count, news_capacity;
    uint64_t    limit;       /* no lane goes beyond this time; UINT64_MAX: there is none yet   */
    heco_stop   stop;        /* why: of the event at `limit`                                   */
    int         over;
    uint64_t    ahead;
    heco_journal *journal; /* NULL: none                                                       */
    const heco_problem  *problem; /* NULL: unknown                                              */
    heco_lanes_learn_fn *learn; /* NULL: none                                                  */
    void       *learn_user;
    heco_error  error;
    heco_result result;
    double     *result_values;
};

/* Does the work of heco_lanes_new(). */
heco_status heco_lanes_new_recorded(heco_lanes **out, const heco_algorithm *algorithm,
                                    const heco_space *space, const heco_run_options *options,
                                    const heco_lanes_outside *outside, heco_error *error);
/* Calls `learn` with the best point of each lane from 1 on, as a batch of one row. */
void heco_lanes_each_best(heco_lanes *s, heco_lanes_learn_fn *learn, void *user);
/* Lets all lanes go on until they need values, wait or end. */
void heco_lanes_begin(heco_lanes *s);

/* ---- lanes_journal.c ---- */

/* Records a row that has its values. */
void heco_lanes_keep(heco_lanes *s, const lane_row *row);
/* Takes the values of a row that was recorded. A row ahead that the lane now asks for is recorded. */
void heco_lanes_recall(heco_lanes *s, lane_row *row);

/* ---- lanes_history.c ---- */

/* Records the state of a lane after a tell. Returns 0 if there is no memory. */
int heco_lanes_record(heco_lanes *s, lane_state *lane);
/* Publishes the best point of a lane if it is new. Returns 0 if there is no memory. */
int heco_lanes_publish(heco_lanes *s, size_t lane);
/* Writes the result of all lanes up to s->limit to s->result. */
void heco_lanes_summarise(heco_lanes *s);
/* Returns the best point published up to that time; NULL: none. */
const lane_best *heco_lanes_news(const heco_lanes *s, uint64_t until);
void             heco_lanes_free_history(heco_lanes *s);

/* ---- lanes_drive.c ---- */

/* Runs the loop until the lanes of the drive's plan are over. A failure is returned with its own
 * status. */
heco_status heco_lanes_drive(heco_drive *drive, heco_error *error);

#endif
