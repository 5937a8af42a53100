/* A simulated cluster: messages, workers and a clock for the row dispatcher
 * (src/evaluate/mpi/row_dispatcher.c). A message takes `latency` seconds, rank 0 needs `handling`
 * seconds to send or read one, and `draw` gives the time of a row. */
#ifndef HECO_SIMULATED_CLUSTER_H
#define HECO_SIMULATED_CLUSTER_H

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "evaluate/mpi/row_dispatcher.h"

typedef struct {
    double         at; /* when it arrives at rank 0                                          */
    int            from;
    heco_message_kind kind; /* 0: HECO_MESSAGE_DONE                                            */
    unsigned char *bytes;
    size_t         size;
} simulated_event;

typedef struct simulated_cluster simulated_cluster;
struct simulated_cluster {
    heco_channel      channel;
    const heco_space *space;
    double            latency, handling;
    /* Seconds for a row on that rank, and its values (f, then g, h; NULL: zeros). */
    double (*draw)(simulated_cluster *c, int rank);
    void (*values)(simulated_cluster *c, const double *x, double *f, double *g, double *h,
                   unsigned char *state);
    void           *user;
    uint64_t        random; /* state of the generator of `draw`                               */
    double          now, worked; /* the clock of rank 0; seconds of all workers together      */
    double         *free_at;     /* per rank                                                  */
    simulated_event *event;       /* a heap, the earliest first                                */
    size_t          events, capacity, messages;
    unsigned char  *in;
};

/* Uniform in (0, 1): splitmix64. */
static inline double simulated_uniform(simulated_cluster *c) {
    uint64_t z = (c->random += 0x9e3779b97f4a7c15u);
    z          = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z          = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return ((double)((z ^ (z >> 31)) >> 11) + 0.5) * 0x1.0p-53;
}

static inline void simulated_push(simulated_cluster *c, simulated_event e) {
    if (c->events == c->capacity) {
        c->capacity = c->capacity > 0 ? 2 * c->capacity : 64;
        c->event    = realloc(c->event, c->capacity * sizeof *c->event);
        if (c->event == NULL) abort();
    }
    size_t i = c->events++;
    for (; i > 0 && e.at < c->event[(i - 1) / 2].at; i = (i - 1) / 2)
        c->event[i] = c->event[(i - 1) / 2];
    c->event[i] = e;
}

static inline simulated_event simulated_pop(simulated_cluster *c) {
    simulated_event first = c->event[0], last = c->event[--c->events];
    size_t         i = 0;
    for (size_t k; (k = 2 * i + 1) < c->events; i = k) {
        if (k + 1 < c->events && c->event[k + 1].at < c->event[k].at) k++;
        if (last.at <= c->event[k].at) break;
        c->event[i] = c->event[k];
    }
    c->event[i] = last;
    return first;
}

/* Makes the DONE message for a WORK message. */
static inline simulated_event simulated_answer(simulated_cluster *c, int rank,
                                             const unsigned char *bytes) {
    heco_row_done done;
    memset(&done, 0, sizeof done);
    memcpy(&done.work, bytes, sizeof done.work);
    size_t         count = done.work.count, ng = c->space->ng, nh = c->space->nh;
    simulated_event e = {.from = rank, .size = heco_row_done_size(c->space, count)};
    e.bytes          = calloc(1, e.size);
    if (e.bytes == NULL) abort();
    double        *f = (double *)(void *)(e.bytes + sizeof done), *g = f + count, *h = g + count * ng;
    unsigned char *state = (unsigned char *)(h + count * nh);
    for (size_t i = 0; i < count; i++) {
        done.seconds += c->draw(c, rank);
        if (c->values != NULL) {
            double x[64];
            memcpy(x, bytes + sizeof done.work + i * c->space->n * sizeof *x,
                   c->space->n * sizeof *x);
            c->values(c, x, f + i, g + i * ng, h + i * nh, state + i);
        }
    }
    memcpy(e.bytes, &done, sizeof done);
    double begins = fmax(c->free_at[rank], c->now + c->latency);
    c->free_at[rank] = begins + done.seconds;
    c->worked += done.seconds;
    e.at = c->free_at[rank] + c->latency;
    return e;
}

static inline heco_status simulated_send(heco_channel *channel, int to, heco_message_kind kind,
                                        const void *bytes, size_t size) {
    simulated_cluster *c = channel->state;
    (void)size;
    c->now += c->handling;
    c->messages++;
    if (kind == HECO_MESSAGE_WORK) simulated_push(c, simulated_answer(c, to, bytes));
    return HECO_OK;
}

static inline int simulated_wait(heco_channel *channel, double seconds, heco_message *out) {
    simulated_cluster *c = channel->state;
    if (c->events == 0 || c->event[0].at > c->now + seconds) {
        c->now += seconds;
        return 0;
    }
    simulated_event e = simulated_pop(c);
    free(c->in);
    c->in  = e.bytes;
    c->now = fmax(c->now, e.at) + c->handling;
    *out   = (heco_message){e.from, e.kind != 0 ? e.kind : HECO_MESSAGE_DONE, e.bytes, e.size};
    return 1;
}

static inline double simulated_now(heco_channel *channel) {
    return ((const simulated_cluster *)channel->state)->now;
}

/* Opens a cluster of `workers` ranks besides rank 0. The caller has set the other fields of *c. */
static inline void simulated_open(simulated_cluster *c, int workers) {
    c->free_at = calloc((size_t)workers + 1, sizeof *c->free_at);
    if (c->free_at == NULL) abort();
    c->channel = (heco_channel){.size  = workers + 1,
                                .most  = SIZE_MAX,
                                .state = c,
                                .send  = simulated_send,
                                .wait  = simulated_wait,
                                .now   = simulated_now};
}

static inline void simulated_close(simulated_cluster *c) {
    while (c->events > 0) free(c->event[--c->events].bytes);
    free(c->event);
    free(c->free_at);
    free(c->in);
}

#endif
