/* Letters between ranks that were started together, whatever carries them: MPI (post_mpi.c), or a
 * clock that is only imagined (bench/scaling). Letters from one rank to another arrive in the order
 * in which they were sent. */
#ifndef HECO_EVALUATE_POST_H
#define HECO_EVALUATE_POST_H

#include <stddef.h>

#include "heco/status.h"

typedef enum {
    HECO_LETTER_HELLO = 1, /* to rank 0: ready, and who I am                                 */
    HECO_LETTER_WORK,      /* from rank 0                                                    */
    HECO_LETTER_DONE,      /* to rank 0                                                      */
    HECO_LETTER_LEAVE,     /* from rank 0: the work given so far is not wanted any more      */
    HECO_LETTER_QUIT,      /* from rank 0: there will be no more work                        */
    HECO_LETTER_BYE,       /* to rank 0: the last word; the reason, where nobody asked for it */
    HECO_LETTER_END,       /* from rank 0: everybody has left                                */
    HECO_LETTER_REPORT,    /* to rank 0, before any work: see heco_mpi_settle                */
    HECO_LETTER_VERDICT    /* from rank 0, after the reports                                 */
} heco_letter_kind;

typedef struct {
    int                  from;
    heco_letter_kind     kind;
    const unsigned char *bytes; /* aligned as from malloc; until the next wait               */
    size_t               size;
} heco_letter;

typedef struct heco_post heco_post;
struct heco_post {
    int   rank, size;
    void *state;
    /* A copy goes out; nobody waits for its arrival. */
    heco_status (*send)(heco_post *post, int to, heco_letter_kind kind, const void *bytes,
                        size_t size);
    /* Up to `seconds` for a letter from anybody. 1: it is in *out. 0: none came. -1: whoever
     * started the ranks is gone, and nothing will come. */
    int (*wait)(heco_post *post, double seconds, heco_letter *out);
    /* Seconds on the clock by which `wait` counts. */
    double (*now)(heco_post *post);
};

/* Over MPI; `communicator` as in heco_mpi_options. */
heco_status heco_post_open_mpi(heco_post *post, const void *communicator, heco_error *error);
void        heco_post_close_mpi(heco_post *post);

/* --- the start and the end of working together (meeting.c) ---------------------------------- */

/* To rank 0: ready, or (`trouble` not "") why not. */
heco_status heco_post_greet(heco_post *post, const char *identity, const char *trouble,
                            heco_error *error);
/* Rank 0: waits for the greetings of all others, and compares their version and identity with its
 * own. Where something is wrong, it is named and all who have greeted are sent away. */
heco_status heco_post_meet(heco_post *post, const char *identity, double wait, heco_error *error);
/* Rank 0: sends all others away, and lets them go when all have said their last words, or have had
 * a little time for it. */
void heco_post_part(heco_post *post);
/* The others, after QUIT or where they cannot go on (`why`, else ""): the last word, then they wait
 * for rank 0 to let them go, so that nobody begins something new while others have not ended. */
void heco_post_leave(heco_post *post, const char *why);

#endif
