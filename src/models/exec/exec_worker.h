/* The workers of an exec: model. Each worker runs one program and restarts it after a failure. The
 * exchange of points and answers is in exec_batch.c. */
#ifndef HECO_MODELS_EXEC_EXEC_WORKER_H
#define HECO_MODELS_EXEC_EXEC_WORKER_H

#include <pthread.h>
#include <stdatomic.h>

#include "base/arena.h"
#include "heco/problem.h"
#include "models/exec/exec_answer.h"
#include "models/exec/exec_child.h"
#include "models/exec/exec_header.h"

/* State shared by all workers. */
typedef struct {
    const heco_problem         *problem;
    const char                 *command;
    heco_exec_sizes             sizes;
    const heco_exec_constraint *constraint; /* of the header                                 */
    double                      timeout;
    double          start_seconds; /* limit for the description                          */
    unsigned        retries;
    uint64_t        memory;
    pid_t           owner; /* a forked copy must not use the owner's program             */
    int             cores;
    atomic_int      workers; /* clones alive                                             */
    pthread_mutex_t lock;
    heco_failures    failures;
    int             answers; /* at least one answer has come                          */
    void (*on_hint)(void *user, const char *line); /* or NULL                                */
    void           *hint_user;
    double          hint_after; /* seconds without an answer until the hint              */
    int             hinted;
    unsigned        wrong;      /* violations of the protocol                            */
    int             distrusted; /* the program is not asked any more                     */
    heco_orphan_reaper reaper;     /* ends the programs if the host is killed               */
    heco_exec_child standby;      /* runs without a worker; the next worker takes it        */
} heco_exec_shared;

typedef struct {
    heco_exec_shared *shared;
    heco_exec_child   child;
    heco_stop_fn      should_stop; /* or NULL                                                */
    void             *context;
    int               heard;     /* the first point was answered                             */
    int               unordered; /* an answer came out of order                              */
    size_t            alone;     /* points that must still be sent one by one                */
    uint64_t          next_id;
    double           *values; /* of one answer                                               */
    char             *text;   /* points as they are sent                                     */
    size_t            text_size;
    size_t           *open;  /* rows without an answer, oldest first                         */
    unsigned         *tries; /* per row                                                      */
    size_t            capacity;
} heco_exec_worker;

/* Makes a worker without a program. Returns NULL if there is no memory. */
heco_exec_worker *heco_exec_worker_new(heco_exec_shared *shared);
/* Frees a worker whose program was stopped. */
void heco_exec_worker_free(heco_exec_worker *w);
/* clone and drop of heco_problem. The program of a clone is started for its first point. */
void *heco_exec_worker_clone(const void *user);
void  heco_exec_worker_drop(void *clone);

/* Starts the first program, which becomes the standby process, and reads its description. Returns 0
 * with `why` on failure. */
int heco_exec_worker_first(heco_exec_shared *s, heco_exec_header *header, heco_arena *arena,
                           char *why, size_t size);
/* Ensures that the worker has a program: the standby process, or a new one that describes the same
 * problem. Returns 0 with `why` on failure. */
int heco_exec_worker_ensure_program(heco_exec_worker *w, char *why, size_t size);

/* Returns whether the caller wants to stop. */
int heco_exec_worker_should_stop(const heco_exec_worker *w);
/* Returns whether the grace period since the stop request has passed. *since is the time of the
 * request, 0 before. */
int heco_exec_worker_should_abort(const heco_exec_worker *w, double *since);

/* Keeps one line about a failed point for heco_failures. */
HECO_FORMAT(3, 4)
void heco_exec_worker_failure(heco_exec_worker *w, const double *x, const char *format, ...);
/* Gives one hint if no answer has come for a while since `began`: its output may be buffered. */
void heco_exec_worker_hint(heco_exec_shared *s, double began, const char *lacks);
/* Increments retried, restarted or timed_out. */
void heco_exec_worker_count(heco_exec_worker *w, uint64_t *counter);

#endif
