/* Messages over MPI. This is the only file that calls MPI.
 *
 * No call blocks inside MPI. Messages are sent by MPI_Isend from buffers that are kept until the
 * send is complete. A wait polls and sleeps in between, the longer the longer no message comes:
 * MPI's own waiting occupies a whole core, and the ranks of one machine may have to share cores.
 * The wait also checks that the parent process is alive, so that no rank waits for ever if the
 * launcher is killed. */
#include <limits.h>
#include <mpi.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/error.h"
#include "evaluate/mpi/channel.h"
#include "heco/mpi.h"

enum { CHANNEL_TAG = 7700, CHANNEL_FIRST_BYTES = 4096 };
static const double channel_spin  = 2e-5;                      /* seconds without sleeping */
static const double channel_least = 2e-5, channel_most = 1e-3; /* seconds of one sleep */
static const double channel_end_wait = 5.0; /* seconds for the other ranks in heco_mpi_end() */

typedef struct {
    MPI_Request    request; /* MPI_REQUEST_NULL: free                                        */
    unsigned char *bytes;
    size_t         capacity;
} channel_slot;

typedef struct {
    MPI_Comm       comm;
    pid_t          parent;
    channel_slot  *slot; /* messages being sent                                               */
    size_t         slots;
    unsigned char *in; /* the message received last                                           */
    size_t         capacity;
} channel_state;

static double channel_now(heco_channel *channel) {
    (void)channel;
    return heco_clock();
}

static void channel_sleep(double seconds) {
    struct timespec t = {.tv_sec  = (time_t)seconds,
                         .tv_nsec = (long)((seconds - (double)(time_t)seconds) * 1e9)};
    nanosleep(&t, NULL);
}

/* Sleeps after `waited` seconds without a message. Returns 0 if the parent process has ended. */
static int channel_rest(double waited, double left, pid_t parent) {
    if (waited < channel_spin) return 1; /* no sched_yield(): on a busy machine it takes long */
    if (getppid() != parent) return 0;
    double rest = waited / 8.0;
    if (rest < channel_least) rest = channel_least;
    if (rest > channel_most) rest = channel_most;
    channel_sleep(rest < left ? rest : left);
    return 1;
}

/* Makes room for `size` bytes. Returns 0 if there is no memory. */
static int channel_reserve(unsigned char **bytes, size_t *capacity, size_t size) {
    if (size <= *capacity) return 1;
    size_t         want = size < CHANNEL_FIRST_BYTES ? CHANNEL_FIRST_BYTES : size + size / 2;
    unsigned char *more = realloc(*bytes, want);
    if (more == NULL) return 0;
    *bytes = more;
    /* analyse: gcc analyzer-malloc-leak: *capacity is not where *bytes is kept */
    *capacity = want;
    return 1;
}

/* Returns a slot that is not sending; makes more if all of them are. NULL: no memory. */
static channel_slot *channel_find_slot(channel_state *s) {
    for (size_t i = 0; i < s->slots; i++) {
        int gone = 1;
        if (s->slot[i].request != MPI_REQUEST_NULL)
            MPI_Test(&s->slot[i].request, &gone, MPI_STATUS_IGNORE);
        if (gone) return &s->slot[i];
    }
    size_t        slots = s->slots > 0 ? 2 * s->slots : 4;
    channel_slot *more  = realloc(s->slot, slots * sizeof *more);
    if (more == NULL) return NULL;
    s->slot = more;
    for (size_t i = s->slots; i < slots; i++)
        s->slot[i] = (channel_slot){.request = MPI_REQUEST_NULL};
    channel_slot *first = &s->slot[s->slots];
    s->slots            = slots;
    return first;
}

static heco_status channel_send(heco_channel *channel, int to, heco_message_kind kind,
                                const void *bytes, size_t size) {
    channel_state *s = channel->state;
    if (size > channel->most) return HECO_ERR_UNSUPPORTED;
    channel_slot *slot = channel_find_slot(s);
    if (slot == NULL || !channel_reserve(&slot->bytes, &slot->capacity, size))
        return HECO_ERR_MEMORY;
    if (size > 0) memcpy(slot->bytes, bytes, size);
    /* analyse: clang-tidy clang-analyzer-optin.mpi.MPI-Checker: channel_find_slot tests it */
    int code = MPI_Isend(slot->bytes, (int)size, MPI_BYTE, to, CHANNEL_TAG + (int)kind, s->comm,
                         &slot->request);
    return code == MPI_SUCCESS ? HECO_OK : HECO_ERR_EVAL;
}

/* Receives a message into s->in, if one has arrived. Returns 1 with the message in *out, or 0. */
static int channel_poll(heco_channel *channel, heco_message *out) {
    channel_state *s = channel->state;
    MPI_Status     about;
    int            there = 0, size = 0;
    if (s == NULL) return 0;
    MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, s->comm, &there, &about);
    if (!there) return 0;
    MPI_Get_count(&about, MPI_BYTE, &size);
    /* analyse: gcc analyzer-malloc-leak: s->in has it */
    if (!channel_reserve(&s->in, &s->capacity, (size_t)size))
        return 0; /* retried by the next poll */
    MPI_Recv(s->in, size, MPI_BYTE, about.MPI_SOURCE, about.MPI_TAG, s->comm, MPI_STATUS_IGNORE);
    *out = (heco_message){.from  = about.MPI_SOURCE,
                          .kind  = (heco_message_kind)(about.MPI_TAG - CHANNEL_TAG),
                          .bytes = s->in,
                          .size  = (size_t)size};
    return 1;
}

static int channel_wait(heco_channel *channel, double seconds, heco_message *out) {
    channel_state *s    = channel->state;
    double         from = 0.0;
    for (;;) {
        if (channel_poll(channel, out)) return 1;
        if (seconds <= 0.0) return 0;
        double now = heco_clock();
        if (from <= 0.0) from = now;
        if (now - from >= seconds) return 0;
        if (!channel_rest(now - from, seconds - (now - from), s->parent)) return -1;
    }
}

static int channel_is_up(void) {
    int begun = 0, over = 0;
    MPI_Initialized(&begun);
    MPI_Finalized(&over);
    return begun && !over;
}

heco_status heco_channel_open_mpi(heco_channel *channel, const void *communicator,
                                  heco_error *error) {
    memset(channel, 0, sizeof *channel);
    if (!channel_is_up())
        return heco_fail(error, HECO_ERR_ARG,
                         "MPI is not initialised: call MPI_Init or heco_mpi_start first");
    channel_state *s = calloc(1, sizeof *s);
    if (s == NULL) return heco_fail_memory(error);
    s->comm   = communicator != NULL ? *(const MPI_Comm *)communicator : MPI_COMM_WORLD;
    s->parent = getppid();
    MPI_Comm_rank(s->comm, &channel->rank);
    MPI_Comm_size(s->comm, &channel->size);
    channel->most  = INT_MAX; /* MPI 3 counts bytes in an int */
    channel->state = s;
    channel->send  = channel_send;
    channel->wait  = channel_wait;
    channel->now   = channel_now;
    return HECO_OK;
}

void heco_channel_close_mpi(heco_channel *channel) {
    channel_state *s = channel->state;
    if (s == NULL) return;
    for (size_t i = 0; i < s->slots; i++) {
        int gone = 1;
        if (s->slot[i].request != MPI_REQUEST_NULL && channel_is_up())
            MPI_Test(&s->slot[i].request, &gone, MPI_STATUS_IGNORE);
        if (gone) free(s->slot[i].bytes);
        else MPI_Request_free(&s->slot[i].request);
    }
    free(s->slot);
    free(s->in);
    free(s);
    channel->state = NULL;
}

heco_status heco_mpi_start(heco_error *error) {
    int given = 0;
    if (channel_is_up()) return HECO_OK;
    if (MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &given) == MPI_SUCCESS) return HECO_OK;
    return heco_fail(error, HECO_ERR_EVAL, "MPI could not be initialised");
}

int heco_mpi_rank(void) {
    int rank = 0;
    if (channel_is_up()) MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    return rank;
}

int heco_mpi_count(void) {
    int count = 1;
    if (channel_is_up()) MPI_Comm_size(MPI_COMM_WORLD, &count);
    return count;
}

void heco_mpi_end(int code) {
    heco_channel channel;
    heco_message unread;
    MPI_Request  all;
    int          here = 0, rank = heco_mpi_rank();
    pid_t        parent = getppid();
    double       from   = heco_clock();
    if (!channel_is_up() || heco_channel_open_mpi(&channel, NULL, NULL) != HECO_OK) return;
    MPI_Ibarrier(MPI_COMM_WORLD, &all);
    while (MPI_Test(&all, &here, MPI_STATUS_IGNORE) == MPI_SUCCESS && !here) {
        double waited = heco_clock() - from;
        while (channel_poll(&channel, &unread)) continue; /* it is discarded */
        if (rank == 0 && waited > channel_end_wait) MPI_Abort(MPI_COMM_WORLD, code);
        if (!channel_rest(waited, 1.0, parent)) {
            heco_channel_close_mpi(&channel);
            return; /* MPI_Finalize would wait for ever */
        }
    }
    while (channel_poll(&channel, &unread)) continue;
    heco_channel_close_mpi(&channel);
    MPI_Finalize();
}
