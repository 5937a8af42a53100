/* Letters between ranks that were started together, whatever carries them: MPI (channel_mpi.c), or a
 * clock that is only imagined (bench/scaling). Letters from one rank to another arrive in the order
 * in which they were sent. */
#ifndef HECO_EVALUATE_MPI_CHANNEL_H
#define HECO_EVALUATE_MPI_CHANNEL_H

#include <stddef.h>

#include "heco/common.h"

typedef enum {
    HECO_MESSAGE_HELLO = 1, /* to rank 0: ready, and who I am                                 */
    HECO_MESSAGE_WORK,      /* from rank 0                                                    */
    HECO_MESSAGE_DONE,      /* to rank 0                                                      */
    HECO_MESSAGE_LEAVE,     /* from rank 0: the work given so far is not wanted any more      */
    HECO_MESSAGE_QUIT,      /* from rank 0: there will be no more work                        */
    HECO_MESSAGE_GOODBYE,       /* to rank 0: the last word; the reason, where nobody asked for it */
    HECO_MESSAGE_END,       /* from rank 0: everybody has left                                */
    HECO_MESSAGE_REPORT,    /* to rank 0, before any work: see heco_mpi_settle                */
    HECO_MESSAGE_VERDICT    /* from rank 0, after the reports                                 */
} heco_message_kind;

typedef struct {
    int                  from;
    heco_message_kind     kind;
    const unsigned char *bytes; /* aligned as from malloc; until the next wait               */
    size_t               size;
} heco_message;

typedef struct heco_channel heco_channel;
struct heco_channel {
    int   rank, size;
    void *state;
    /* A copy goes out; nobody waits for its arrival. */
    heco_status (*send)(heco_channel *channel, int to, heco_message_kind kind, const void *bytes,
                        size_t size);
    /* Up to `seconds` for a message from anybody. 1: it is in *out. 0: none came. -1: whoever
     * started the ranks is gone, and nothing will come. */
    int (*wait)(heco_channel *channel, double seconds, heco_message *out);
    /* Seconds on the clock by which `wait` counts. */
    double (*now)(heco_channel *channel);
};

/* Over MPI; `communicator` as in heco_mpi_options. */
heco_status heco_channel_open_mpi(heco_channel *channel, const void *communicator, heco_error *error);
void        heco_channel_close_mpi(heco_channel *channel);

/* --- the start and the end of working together (meeting.c) ---------------------------------- */

/* To rank 0: ready, or (`trouble` not "") why not. */
heco_status heco_channel_hello(heco_channel *channel, const char *identity, const char *trouble,
                            heco_error *error);
/* Rank 0: waits for the greetings of all others, and compares their version and identity with its
 * own. Where something is wrong, it is named and all who have greeted are sent away. */
heco_status heco_channel_handshake(heco_channel *channel, const char *identity, double wait, heco_error *error);
/* Rank 0: sends all others away, and lets them go when all have said their last words, or have had
 * a little time for it. */
void heco_channel_disconnect(heco_channel *channel);
/* The others, after QUIT or where they cannot go on (`why`, else ""): the last word, then they wait
 * for rank 0 to let them go, so that nobody begins something new while others have not ended. */
void heco_channel_goodbye(heco_channel *channel, const char *why);

#endif
