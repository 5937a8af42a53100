#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
#include "evaluate/process/process_pool.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/child.h"
#include "base/clock.h"
#include "base/error.h"

enum { PROCESS_SLOT_BYTES = 1 << 20 }; /* limits the rows of a slot if rows are long */

void heco_process_start(heco_process_pool *pool, heco_process_worker *w) {
    int pair[2];
    w->phase = HECO_PROCESS_DOWN;
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0) return;
    fflush(NULL); /* otherwise the worker would write the parent's buffers a second time */
    heco_process_arguments arguments = {.problem = pool->problem,
                                        .options = &pool->options,
                                        .slot    = w->slot,
                                        .rows    = &w->rows,
                                        .fd      = pair[1]};
    w->pid                           = heco_child_fork(HECO_CHILD_GROUP | HECO_CHILD_MORTAL);
    if (w->pid == 0) {
        close(pair[0]);
        for (unsigned i = 0; i < pool->count; i++)
            if (&pool->worker[i] != w && pool->worker[i].phase != HECO_PROCESS_DOWN)
                close(pool->worker[i].fd);
        heco_process_serve(&arguments);
    }
    close(pair[1]);
    w->fd = pair[0];
    if (w->pid < 0) {
        close(w->fd);
        return;
    }
    w->phase = HECO_PROCESS_STARTING;
    w->sent  = heco_clock();
}

int heco_process_stop(heco_process_worker *w) {
    int status = heco_child_end(w->pid);
    close(w->fd);
    w->phase = HECO_PROCESS_DOWN;
    return status;
}

unsigned heco_process_in_phase(const heco_process_pool *pool, heco_process_phase phase) {
    unsigned count = 0;
    for (unsigned i = 0; i < pool->count; i++) count += pool->worker[i].phase == phase;
    return count;
}

/* Sets w->slot and w->rows to the slot at `at`: its header, x, f, g, h of all rows, derivatives of
 * one row, states of all. */
static void process_lay_out(heco_process_pool *pool, heco_process_worker *w, char *at) {
    const heco_space *s = &pool->problem->space;
    double           *v = (double *)(void *)(at + (sizeof(heco_process_slot) + 63) / 64 * 64);
    w->slot             = (heco_process_slot *)(void *)at;
    w->rows             = (heco_batch){.n = s->n, .ng = s->ng, .nh = s->nh, .capacity = pool->rows};
    w->rows.x           = v, v += pool->rows * s->n;
    w->rows.f           = v, v += pool->rows;
    w->rows.g           = v, v += pool->rows * s->ng;
    w->rows.h           = v, v += pool->rows * s->nh;
    if (pool->problem->derivatives != NULL) {
        w->rows.df = v, v += s->n;
        w->rows.dg = v, v += s->ng * s->n;
        w->rows.dh = v, v += s->nh * s->n;
    }
    w->rows.state = (unsigned char *)v;
}

heco_status heco_process_map(heco_process_pool *pool, heco_error *error) {
    const heco_space *s   = &pool->problem->space;
    size_t            row = (s->n + 1 + s->ng + s->nh) * sizeof(double) + 1;
    pool->rows            = PROCESS_SLOT_BYTES / row;
    if (pool->rows > HECO_PROCESS_ROWS) pool->rows = HECO_PROCESS_ROWS;
    if (pool->rows < 1) pool->rows = 1;
    size_t derivatives = pool->problem->derivatives != NULL ? (1 + s->ng + s->nh) * s->n : 0;
    size_t slot = sizeof(heco_process_slot) + 64 + pool->rows * row + derivatives * sizeof(double);
    slot        = (slot + 63) / 64 * 64;
    pool->shared_bytes = slot * pool->count;
    void *shared =
        mmap(NULL, pool->shared_bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED)
        return heco_fail_memory_for(error, "%u workers: %zu bytes of shared memory", pool->count,
                                    pool->shared_bytes);
    pool->shared = shared;
    for (unsigned i = 0; i < pool->count; i++)
        process_lay_out(pool, &pool->worker[i], pool->shared + i * slot);
    return HECO_OK;
}

void heco_process_close(void *state) {
    heco_process_pool *pool = state;
    for (unsigned i = 0; i < pool->count; i++) {
        heco_process_worker *w = &pool->worker[i];
        if (w->phase == HECO_PROCESS_BUSY || w->phase == HECO_PROCESS_STARTING)
            kill(w->pid, SIGKILL);
        else if (w->phase != HECO_PROCESS_DOWN) shutdown(w->fd, SHUT_WR);
    }
    for (unsigned i = 0; i < pool->count; i++) {
        heco_process_worker *w = &pool->worker[i];
        if (w->phase == HECO_PROCESS_DOWN) continue;
        struct pollfd end = {.fd = w->fd, .events = POLLIN};
        char          byte;
        while (poll(&end, 1, 1000) == 1 && heco_process_receive(w->fd, &byte)) continue;
        heco_process_stop(w);
    }
    heco_desk_close(&pool->desk);
    if (pool->shared != NULL) munmap(pool->shared, pool->shared_bytes);
    free(pool->worker);
    free(pool->polls);
    free(pool->again);
    free(pool->tries);
    free(pool);
}
