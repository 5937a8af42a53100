/* The forked side of the backend process: evaluates chunks of rows in memory shared with the
 * parent until the parent closes its socket. */
#ifndef HECO_EVALUATE_PROCESS_PROCESS_WORKER_H
#define HECO_EVALUATE_PROCESS_PROCESS_WORKER_H

#include <stdatomic.h>
#include <stdint.h>

#include "heco/evaluator.h"

/* Header of a slot in shared memory; the rows follow it. */
typedef struct {
    atomic_size_t    at;      /* row in progress                                             */
    _Atomic uint64_t started; /* when it began, in nanoseconds                               */
    size_t           count;   /* rows of the chunk                                           */
    int              stop;    /* the function asked to end the search                        */
    int              derivatives; /* in: request those of row 0; out: they were supplied        */
    atomic_int       cancel;  /* the parent wants to stop: points in progress may be aborted  */
    heco_failures     failures; /* failures that the problem reported for this chunk            */
} heco_process_slot;

typedef struct {
    const heco_problem           *problem;
    const heco_evaluator_options *options;
    heco_process_slot            *slot;
    heco_batch                   *rows; /* a view of the slot                                */
    int                           fd;
} heco_process_arguments;

enum { HECO_PROCESS_NO_CLONE = 86 }; /* exit code: the problem could not be cloned           */

/* Runs in the child after fork: sends 'R' when it is ready, then 'D' after each chunk, for which
 * the parent sends a byte. Never returns. */
void heco_process_serve(const heco_process_arguments *arguments);

/* Receives or sends one byte on the socket. Returns 0 if the other side has closed it. */
int heco_process_receive(int fd, char *byte);
int heco_process_send(int fd, char byte);

/* Returns heco_clock() in nanoseconds. */
uint64_t heco_process_now(void);

#endif
