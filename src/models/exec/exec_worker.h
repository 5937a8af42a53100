/* The workers of an exec: model: each is one running program, started, watched over and started
 * again when it breaks. What is said between the two is in exec_batch.c. */
#ifndef HECO_MODELS_EXEC_EXEC_WORKER_H
#define HECO_MODELS_EXEC_EXEC_WORKER_H

#include <pthread.h>
#include <stdatomic.h>

#include "base/arena.h"
#include "heco/problem.h"
#include "models/exec/exec_answer.h"
#include "models/exec/exec_child.h"
#include "models/exec/exec_header.h"

/* How a program describes its problem. */
typedef struct {
    heco_exec_sizes       sizes;
    heco_exec_variable   *variable;   /* n                                                   */
    heco_exec_constraint *constraint; /* ng + nh, values come in this order; NULL: g, then h */
} heco_exec_header;

/* What all workers share. */
typedef struct {
    const heco_problem         *problem;
    const char                 *command;
    heco_exec_sizes             sizes;
    const heco_exec_constraint *constraint; /* of its head                                   */
    double                      timeout;
    double          start_seconds; /* until the first lines must be there                */
    unsigned        retries;
    uint64_t        memory;
    pid_t           owner; /* a forked copy must not touch the owner's program           */
    int             cores;
    atomic_int      workers; /* clones alive                                             */
    pthread_mutex_t lock;
    heco_trouble    trouble;
    int             answers; /* has any come?                                         */
    void (*on_hint)(void *user, const char *line); /* or NULL                                */
    void           *hint_user;
    double          hint_after; /* seconds without an answer                             */
    int             hinted;
    unsigned        wrong;      /* breaches of the protocol                              */
    int             distrusted; /* it does not keep to the protocol at all               */
    heco_orphan_reaper reaper;     /* ends the programs should the host be killed           */
    heco_exec_child spare;      /* running, but nobody's: the next worker takes it       */
} heco_exec_shared;

typedef struct {
    heco_exec_shared *shared;
    heco_exec_child   child;
    heco_leave_fn     leave; /* whether to go on; NULL: nobody can stop it                   */
    void             *asker;
    int               heard;     /* it has answered the first point                          */
    int               unordered; /* it has answered out of order at least once               */
    size_t            alone;     /* points that are still to be sent one by one              */
    uint64_t          next_id;
    double           *values; /* of one answer                                               */
    char             *text;   /* points as they are sent                                     */
    size_t            text_size;
    size_t           *open;  /* rows without an answer, oldest first                         */
    unsigned         *tries; /* per row                                                      */
    size_t            capacity;
} heco_exec_worker;

/* A worker without a program. NULL: no memory. */
heco_exec_worker *heco_exec_worker_new(heco_exec_shared *shared);
/* Frees it; its program must have been stopped. */
void heco_exec_worker_free(heco_exec_worker *w);
/* The functions of a heco_problem. A clone's program is started when its first point comes. */
void *heco_exec_worker_clone(const void *user);
void  heco_exec_worker_drop(void *clone);

/* Starts the first program, which becomes the spare one, and reads its description. 0 with `why`
 * when it cannot be used. */
int heco_exec_worker_first(heco_exec_shared *s, heco_exec_header *head, heco_arena *arena, char *why,
                           size_t size);
/* Sees to it that a program runs: the spare one, or a new one that describes the same sizes. 0
 * with `why` when there is none. */
int heco_exec_worker_ready(heco_exec_worker *w, char *why, size_t size);

/* Somebody wants to stop. */
int heco_exec_worker_asked(const heco_exec_worker *w);
/* Somebody wants to stop, since a while: *since is when it was first seen, 0 before. */
int heco_exec_worker_leaves(const heco_exec_worker *w, double *since);

/* Keeps one line about a failed point, for heco_evaluator_stats. */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
void heco_exec_worker_note(heco_exec_worker *w, const double *x, const char *format, ...);
/* Nothing has come since `began`: after a while, and once, says what that may mean. */
void heco_exec_worker_hint(heco_exec_shared *s, double began, const char *lacks);
/* One more of retried, restarted or timed_out. */
void heco_exec_worker_count(heco_exec_worker *w, uint64_t *counter);

#endif
