/* Messages between ranks over MPI (channel_mpi.c) or over a simulated clock (bench/scaling).
 * Messages from one rank to another arrive in the order in which they were sent. */
#ifndef HECO_EVALUATE_MPI_CHANNEL_H
#define HECO_EVALUATE_MPI_CHANNEL_H

#include <stddef.h>

#include "heco/common.h"

typedef enum {
    HECO_MESSAGE_HELLO = 1, /* to rank 0: ready, with version, host and identity             */
    HECO_MESSAGE_WORK,      /* from rank 0: rows or a job to compute                         */
    HECO_MESSAGE_DONE,      /* to rank 0: the results of a WORK message                      */
    HECO_MESSAGE_CANCEL,    /* from rank 0: abort the work given so far                      */
    HECO_MESSAGE_QUIT,      /* from rank 0: there is no more work                            */
    HECO_MESSAGE_GOODBYE,   /* to rank 0: leaving, with the reason if it was not asked to    */
    HECO_MESSAGE_END,       /* from rank 0: all ranks have left                              */
    HECO_MESSAGE_REPORT,    /* to rank 0, before any work: see heco_mpi_settle               */
    HECO_MESSAGE_VERDICT    /* from rank 0: the answer to the reports                        */
} heco_message_kind;

typedef struct {
    int                  from;
    heco_message_kind    kind;
    const unsigned char *bytes; /* aligned as by malloc(); valid until the next wait         */
    size_t               size;
} heco_message;

typedef struct heco_channel heco_channel;
struct heco_channel {
    int    rank, size;
    size_t most; /* bytes of the longest message                                               */
    void  *state;
    /* Sends a copy of the bytes without waiting for its arrival. Returns HECO_ERR_UNSUPPORTED if
     * the message is longer than `most`. */
    heco_status (*send)(heco_channel *channel, int to, heco_message_kind kind, const void *bytes,
                        size_t size);
    /* Waits up to `seconds` for a message of any rank. Returns 1 with the message in *out, 0 on a
     * timeout, and -1 if the launcher of the ranks has ended. */
    int (*wait)(heco_channel *channel, double seconds, heco_message *out);
    /* Returns the seconds of the clock that `wait` uses. */
    double (*now)(heco_channel *channel);
};

/* Opens a channel over MPI; `communicator` is that of heco_mpi_options. */
heco_status heco_channel_open_mpi(heco_channel *channel, const void *communicator,
                                  heco_error *error);
/* Closes it. Messages that have not arrived yet are left to MPI. */
void heco_channel_close_mpi(heco_channel *channel);

/* --- start and end of the work (handshake.c) ------------------------------------------------ */

/* Tells rank 0 that this rank is ready, or, if `failure` is not "", why it is not. */
heco_status heco_channel_hello(heco_channel *channel, const char *identity, const char *failure,
                               heco_error *error);
/* Rank 0 waits for the HELLO of all other ranks and compares their version and identity with its
 * own. On a difference or a timeout, the error names it, and the other ranks are disconnected. */
heco_status heco_channel_handshake(heco_channel *channel, const char *identity, double wait,
                                   heco_error *error);
/* Rank 0 sends QUIT to all others, waits a little for their GOODBYE, and sends END. */
void heco_channel_disconnect(heco_channel *channel);
/* The other ranks call it after QUIT, or when they cannot go on (`why`, else ""): sends GOODBYE and
 * waits for END, so that no rank starts another task before all have finished this one. */
void heco_channel_goodbye(heco_channel *channel, const char *why);

#endif
