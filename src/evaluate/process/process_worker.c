#define _DEFAULT_SOURCE /* on_exit */
#include "evaluate/process/process_worker.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/child.h"
#include "base/clock.h"
#include "evaluate/backends.h"
#include "problem/batch_init.h"

/* exit() in the user's code runs none of the host's exit functions. */
#ifdef __GLIBC__
static void process_worker_quit(int code, void *unused) {
    (void)unused;
    _exit(code);
}
static void process_worker_catch_exit(void) { on_exit(process_worker_quit, NULL); }
#else
static void process_worker_quit(void) { _exit(1); }
static void process_worker_catch_exit(void) { atexit(process_worker_quit); }
#endif

uint64_t heco_process_now(void) { return (uint64_t)(heco_clock() * 1e9); }

/* Limits the memory of the process to `bytes` more than it has now. */
static void process_worker_limit_memory(uint64_t bytes) {
    char          line[80] = "";
    unsigned long pages    = 0;
    FILE         *f        = fopen("/proc/self/statm", "r");
    if (f != NULL) {
        if (fgets(line, sizeof line, f) != NULL) pages = strtoul(line, NULL, 10);
        fclose(f);
    }
    heco_child_limit_memory(bytes + (uint64_t)pages * (uint64_t)sysconf(_SC_PAGESIZE));
}

/* Sets up the signals, standard input, exit functions and memory limit of a worker. Ctrl-C is for
 * the parent, which closes its workers; heco_child_fork() has reset the other signals. The terminal
 * is the parent's as well. */
static void process_worker_detach(const heco_process_arguments *d) {
    signal(SIGTERM, SIG_DFL);
    signal(SIGINT, SIG_IGN);
    int null = open("/dev/null", O_RDONLY);
    if (null > 0) {
        dup2(null, 0);
        close(null);
    }
    process_worker_catch_exit(); /* exit functions run in reverse order: this one is first */
    if (d->options->memory_limit != 0) process_worker_limit_memory(d->options->memory_limit);
}

/* Computes the derivatives of row 0 and sets slot->derivatives and slot->stop. They have the time
 * limit of a point of their own. A crash counts for the first row. They are wiped before, so that
 * an entry the function does not write is not that of another point. */
static void process_worker_derivatives(const heco_process_arguments *d, void *user) {
    heco_batch_wipe_derivatives(d->rows);
    atomic_store(&d->slot->started, heco_process_now());
    int result           = heco_evaluate_derivatives(d->problem, user, d->rows);
    d->slot->derivatives = result == HECO_POINT_OK;
    d->slot->stop        = result == HECO_POINT_STOP;
}

/* Evaluates the chunk; slot->at is the row in progress, and slot->stop is set if the function asks
 * to end the search. A row with derivatives is evaluated alone, because its derivatives are
 * computed right after. */
static void process_worker_chunk(const heco_process_arguments *d, void *user) {
    const heco_problem *p    = d->problem;
    heco_process_slot  *slot = d->slot;
    for (size_t i = 0, end; i < d->rows->count && !slot->stop; i = end) {
        end = p->eval_batch == NULL || (i == 0 && slot->derivatives) ? i + 1 : d->rows->count;
        atomic_store(&slot->at, i);
        atomic_store(&slot->started, heco_process_now());
        slot->stop = heco_evaluate_rows(p, user, d->rows, i, end) == HECO_POINT_STOP;
        if (i == 0 && slot->derivatives && !slot->stop) process_worker_derivatives(d, user);
    }
}

/* Writes the failures of a chunk into the slot: the difference between the problem's counts before
 * (`seen`, which is updated) and after. */
static void process_worker_report(const heco_process_arguments *d, void *user,
                                  heco_failures *seen) {
    const heco_batch *rows = d->rows;
    heco_failures     now = *seen, *told = &d->slot->failures;
    if (d->problem->failures != NULL) d->problem->failures(user, &now);
    told->retried   = now.retried - seen->retried;
    told->restarted = now.restarted - seen->restarted;
    told->timed_out = now.timed_out - seen->timed_out;
    for (size_t i = 0; i < rows->count; i++)
        if (rows->state[i] == HECO_ROW_FAILED)
            heco_evaluate_explain(d->problem, &now, rows->x + i * rows->n, told->last_failure);
    *seen = now;
}

int heco_process_receive(int fd, char *byte) {
    ssize_t got;
    do got = recv(fd, byte, 1, 0);
    while (got < 0 && errno == EINTR);
    return got == 1;
}

int heco_process_send(int fd, char byte) {
    ssize_t put;
    do put = send(fd, &byte, 1, MSG_NOSIGNAL);
    while (put < 0 && errno == EINTR);
    return put == 1;
}

static int process_worker_should_stop(void *context, const heco_progress *progress) {
    heco_process_slot *slot = context;
    (void)progress;
    return atomic_load(&slot->cancel);
}

void heco_process_serve(const heco_process_arguments *d) {
    const heco_problem *p = d->problem;
    process_worker_detach(d);
    void *user = p->sharing == HECO_SHARE_CLONE ? p->clone(p->user) : p->user;
    if (p->sharing == HECO_SHARE_CLONE && user == NULL) _exit(HECO_PROCESS_NO_CLONE);
    if (p->set_should_stop != NULL && d->options->should_stop != NULL)
        p->set_should_stop(user, process_worker_should_stop, d->slot);
    heco_failures seen;
    memset(&seen, 0, sizeof seen);
    if (p->failures != NULL) p->failures(user, &seen);
    char go;
    for (int ok = heco_process_send(d->fd, 'R'); ok && heco_process_receive(d->fd, &go);) {
        d->rows->count = d->slot->count;
        /* Ends a hanging worker if the parent was killed. */
        if (d->options->timeout > 0.0)
            alarm((unsigned)fmin(1e9, d->options->timeout * (double)d->rows->count + 5.0));
        process_worker_chunk(d, user);
        alarm(0);
        process_worker_report(d, user, &seen);
        ok = heco_process_send(d->fd, 'D');
    }
    if (p->sharing == HECO_SHARE_CLONE) p->drop(user);
    _exit(0);
}
