/* The forked side of the process backend: evaluates chunks of rows in memory shared with the
 * parent, until the parent closes its socket. */
#ifndef HECO_EVALUATE_PROCESS_PROCESS_WORKER_H
#define HECO_EVALUATE_PROCESS_PROCESS_WORKER_H

#include <stdatomic.h>
#include <stdint.h>
#include <sys/types.h>

#include "heco/evaluator.h"

/* In shared memory; the rows follow it. */
typedef struct {
    atomic_size_t    at;      /* row in progress                                             */
    _Atomic uint64_t started; /* when it began, in nanoseconds                               */
    size_t           count;   /* rows of the chunk                                           */
    int              stop;    /* the function asked to end the search                        */
    int              derivatives; /* those of the first row are wanted; afterwards: are given  */
    atomic_int       leave;   /* the parent wants to end it: points under way may be left    */
    heco_trouble     trouble; /* what the problem reported during this chunk                 */
} heco_process_slot;

typedef struct {
    const heco_problem           *problem;
    const heco_evaluator_options *options;
    heco_process_slot            *slot;
    heco_batch                   *rows; /* a view of the slot                                */
    int                           fd;
    pid_t                         parent;
    int                           of_main; /* forked by the parent's main thread             */
} heco_process_arguments;

enum { HECO_PROCESS_NO_CLONE = 86 }; /* exit code: the problem could not be cloned           */

/* In the child, after fork: says 'R' when it is ready, then 'D' for every byte it hears. Never
 * returns. */
void heco_process_serve(const heco_process_arguments *duty);

/* One byte on the socket: 1, or 0 when the other side is gone. */
int heco_process_hear(int fd, char *byte);
int heco_process_say(int fd, char byte);

/* Nanoseconds on the clock of heco_clock(). */
uint64_t heco_process_now(void);

#endif
