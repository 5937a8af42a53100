#define _DEFAULT_SOURCE /* on_exit */
#include "evaluate/process/process_worker.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "base/clock.h"
#include "evaluate/backends.h"
#include "problem/batch_init.h"

/* exit() in the user's code ends right here. */
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

/* The limit counts what is used beyond the memory that the process had already. */
static void process_worker_limit_memory(uint64_t bytes) {
    char          line[80] = "";
    unsigned long pages    = 0;
    FILE         *f        = fopen("/proc/self/statm", "r");
    if (f != NULL) {
        if (fgets(line, sizeof line, f) != NULL) pages = strtoul(line, NULL, 10);
        fclose(f);
    }
    uint64_t      total = bytes + (uint64_t)pages * (uint64_t)sysconf(_SC_PAGESIZE);
    struct rlimit limit = {.rlim_cur = (rlim_t)total, .rlim_max = (rlim_t)total};
    setrlimit(RLIMIT_AS, &limit);
}

/* A worker whose parent was killed ends with it, also one that hangs. The kernel's parent is a
 * thread: only of the main one is it sure that its end is the end of the process. */
static void process_worker_die_with_parent(int of_main_thread, pid_t parent) {
#ifdef __linux__
    if (of_main_thread) prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
    (void)of_main_thread;
    if (getppid() != parent) _exit(1);
}

/* A group of its own: what the user's code starts can be ended with the worker, and signals for
 * the group of the host (Ctrl-C, or SIGTERM of a batch system) reach the host alone, which then
 * closes its workers. The terminal is the host's as well. */
static void process_worker_leave_group(void) {
    setpgid(0, 0);
    int nothing = open("/dev/null", O_RDONLY);
    if (nothing > 0) {
        dup2(nothing, 0);
        close(nothing);
    }
}

/* The host's handlers and exit functions are not the business of the worker. */
static void process_worker_detach(const heco_process_arguments *d) {
    static const int plain[] = {SIGSEGV, SIGBUS,  SIGFPE,  SIGILL, SIGABRT,
                                SIGALRM, SIGTERM, SIGPIPE, SIGXFSZ};
    for (size_t i = 0; i < sizeof plain / sizeof plain[0]; i++) signal(plain[i], SIG_DFL);
    signal(SIGINT, SIG_IGN); /* Ctrl-C is for the parent, which then closes the workers */
    process_worker_leave_group();
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    process_worker_catch_exit(); /* last in, first out */
    if (d->options->memory_limit != 0) process_worker_limit_memory(d->options->memory_limit);
}

/* They get as long as a point; should they crash, it was the first row. What a function does not
 * write must not be the derivatives of another point. */
static void process_worker_derive(const heco_process_arguments *d, void *user) {
    heco_batch_wipe_derivatives(d->rows);
    atomic_store(&d->slot->started, heco_process_now());
    int said             = heco_evaluate_derivatives(d->problem, user, d->rows);
    d->slot->derivatives = said == HECO_POINT_OK;
    d->slot->stop        = said == HECO_POINT_STOP;
}

/* Derivatives come right after their row, so that one comes alone. */
static void process_worker_chunk(const heco_process_arguments *d, void *user) {
    const heco_problem *p    = d->problem;
    heco_process_slot  *slot = d->slot;
    for (size_t i = 0, end; i < d->rows->count && !slot->stop; i = end) {
        end = p->eval_batch == NULL || (i == 0 && slot->derivatives) ? i + 1 : d->rows->count;
        atomic_store(&slot->at, i);
        atomic_store(&slot->started, heco_process_now());
        slot->stop = heco_evaluate_rows(p, user, d->rows, i, end) == HECO_POINT_STOP;
        if (i == 0 && slot->derivatives && !slot->stop) process_worker_derive(d, user);
    }
}

/* After a chunk: what the problem has to say, as the difference to what it said before. */
static void process_worker_report(const heco_process_arguments *d, void *user, heco_trouble *seen) {
    const heco_batch *rows = d->rows;
    heco_trouble      now = *seen, *told = &d->slot->trouble;
    if (d->problem->trouble != NULL) d->problem->trouble(user, &now);
    told->retried   = now.retried - seen->retried;
    told->restarted = now.restarted - seen->restarted;
    told->timed_out = now.timed_out - seen->timed_out;
    for (size_t i = 0; i < rows->count; i++)
        if (rows->state[i] == HECO_ROW_FAILED)
            heco_evaluate_explain(d->problem, &now, rows->x + i * rows->n, told->last_failure);
    *seen = now;
}

int heco_process_hear(int fd, char *byte) {
    ssize_t got;
    do got = recv(fd, byte, 1, 0);
    while (got < 0 && errno == EINTR);
    return got == 1;
}

int heco_process_say(int fd, char byte) {
    ssize_t put;
    do put = send(fd, &byte, 1, MSG_NOSIGNAL);
    while (put < 0 && errno == EINTR);
    return put == 1;
}

static int process_worker_leave(void *asker) {
    heco_process_slot *slot = asker;
    return atomic_load(&slot->leave);
}

void heco_process_serve(const heco_process_arguments *d) {
    const heco_problem *p = d->problem;
    process_worker_die_with_parent(d->of_main, d->parent);
    process_worker_detach(d);
    void *user = p->sharing == HECO_SHARE_CLONE ? p->clone(p->user) : p->user;
    if (p->sharing == HECO_SHARE_CLONE && user == NULL) _exit(HECO_PROCESS_NO_CLONE);
    if (p->on_watch != NULL && d->options->watch != NULL)
        p->on_watch(user, process_worker_leave, d->slot);
    heco_trouble seen;
    memset(&seen, 0, sizeof seen);
    if (p->trouble != NULL) p->trouble(user, &seen);
    char go;
    for (int ok = heco_process_say(d->fd, 'R'); ok && heco_process_hear(d->fd, &go);) {
        d->rows->count = d->slot->count;
        /* Should the parent be killed, nobody would end a worker that hangs. */
        if (d->options->timeout > 0.0)
            alarm((unsigned)fmin(1e9, d->options->timeout * (double)d->rows->count + 5.0));
        process_worker_chunk(d, user);
        alarm(0);
        process_worker_report(d, user, &seen);
        ok = heco_process_say(d->fd, 'D');
    }
    if (p->sharing == HECO_SHARE_CLONE) p->drop(user);
    _exit(0);
}
