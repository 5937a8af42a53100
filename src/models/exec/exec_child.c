#include "models/exec/exec_child.h"

#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/child.h"
#include "base/clock.h"
#include "models/exec/exec_answer.h"

enum { EXEC_CHILD_LINE = 64 << 20, EXEC_CHILD_FIRST = 16 << 10 }; /* longest line, first buffer */
static const double exec_child_end_seconds  = 0.3;   /* for a program to end by itself */
static const double exec_child_spin_seconds = 50e-6; /* a quick program answers within this */

/* --- starting ------------------------------------------------------------------------------ */

int heco_exec_child_start(heco_exec_child *c, const char *command, uint64_t memory,
                          const heco_orphan_reaper *reaper) {
    heco_program program = {.shell = command, .memory = memory};
    memset(c, 0, sizeof *c);
    pid_t pid = heco_program_connect(&program, c->pipe);
    if (pid < 0) return errno;
    c->pid    = pid;
    c->reaper = reaper;
    heco_orphan_reaper_add(reaper, pid);
    return 0;
}

/* --- reading and writing ---------------------------------------------------------------------- */

/* Appends to c->tail, which keeps the last HECO_EXEC_TAIL bytes. */
static void exec_child_keep_tail(heco_exec_child *c, const char *data, size_t size) {
    if (size > HECO_EXEC_TAIL) data += size - HECO_EXEC_TAIL, size = HECO_EXEC_TAIL;
    size_t over = c->tail_used + size > HECO_EXEC_TAIL ? c->tail_used + size - HECO_EXEC_TAIL : 0;
    memmove(c->tail, c->tail + over, c->tail_used - over);
    memcpy(c->tail + c->tail_used - over, data, size);
    c->tail_used += size - over;
}

/* Reads standard error, so that the program never blocks on it. The program may close it. */
static ssize_t exec_child_read_err(heco_exec_child *c) {
    char    data[8192];
    ssize_t got = heco_pipe_read(c->pipe[HECO_PIPE_ERR], data, sizeof data);
    if (got > 0) exec_child_keep_tail(c, data, (size_t)got);
    else if (got == 0) heco_pipe_close(&c->pipe[HECO_PIPE_ERR]);
    return got;
}

/* Moves the bytes not yet taken to the front of c->text and makes room for more. Returns 0 if there
 * is no memory. */
static int exec_child_reserve(heco_exec_child *c) {
    if (c->begin > 0) {
        memmove(c->text, c->text + c->begin, c->end - c->begin);
        c->end -= c->begin, c->scanned -= c->begin, c->begin = 0;
    }
    if (c->end + EXEC_CHILD_FIRST / 2 <= c->size) return 1;
    size_t size = c->size > 0 ? 2 * c->size : EXEC_CHILD_FIRST;
    char  *text = realloc(c->text, size);
    if (text == NULL) return 0;
    c->text = text, c->size = size;
    return 1;
}

/* Reads output into c->text without waiting. HECO_EXEC_LATE means that there is none yet. */
static heco_exec_event exec_child_read(heco_exec_child *c) {
    if (c->end - c->begin > EXEC_CHILD_LINE) return HECO_EXEC_LONG_LINE;
    if (!exec_child_reserve(c)) return HECO_EXEC_MEMORY;
    ssize_t got = heco_pipe_read(c->pipe[HECO_PIPE_OUT], c->text + c->end, c->size - c->end);
    if (got > 0) c->end += (size_t)got;
    if (got == 0) return HECO_EXEC_CLOSED;
    if (got < 0 && errno != EAGAIN && errno != EINTR) return HECO_EXEC_CLOSED;
    return got > 0 ? HECO_EXEC_MOVED : HECO_EXEC_LATE;
}

int heco_exec_child_push(heco_exec_child *c, const char *data, size_t *sent, size_t size) {
    ssize_t put = heco_pipe_write(c->pipe[HECO_PIPE_IN], data + *sent, size - *sent);
    if (put > 0) *sent += (size_t)put;
    else if (errno == EPIPE) *sent = size; /* it has ended; output may still be in the pipe */
    return put > 0;
}

/* Polls for a moment instead of sleeping: if answers take microseconds, waking the reader for each
 * of them costs more than computing it. sched_yield() leaves the core to other threads. */
static heco_exec_event exec_child_spin(heco_exec_child *c) {
    heco_exec_event got;
    double          until = heco_clock() + exec_child_spin_seconds;
    do {
        sched_yield();
        got = exec_child_read(c);
    } while (got == HECO_EXEC_LATE && heco_clock() < until);
    return got;
}

/* Sleeps until bytes can be read or written, for at most a second. Sets c->quick if they came
 * within the time of exec_child_spin(). */
static void exec_child_sleep(heco_exec_child *c, int writing, double left) {
    heco_pipe pipe[HECO_PIPES] = {writing ? c->pipe[HECO_PIPE_IN] : HECO_PIPE_NONE,
                                  c->pipe[HECO_PIPE_OUT], c->pipe[HECO_PIPE_ERR]};
    double   began = c->spin ? heco_clock() : 0.0;
    unsigned ready = heco_pipe_wait(pipe, left < 1.0 ? (int)(left * 1e3) + 1 : 1000);
    if (ready & 1u << HECO_PIPE_ERR) exec_child_read_err(c);
    c->quick = c->spin && heco_clock() - began < exec_child_spin_seconds;
}

heco_exec_event heco_exec_child_move(heco_exec_child *c, const char *data, size_t *sent,
                                     size_t size, double deadline) {
    int             moved = *sent < size && heco_exec_child_push(c, data, sent, size);
    heco_exec_event got   = exec_child_read(c);
    if (got == HECO_EXEC_LATE && !moved && c->spin && c->quick && *sent == size)
        got = exec_child_spin(c);
    if (got != HECO_EXEC_LATE || moved) return got == HECO_EXEC_LATE ? HECO_EXEC_MOVED : got;
    double left = deadline > 0.0 ? deadline - heco_clock() : 1.0;
    if (left <= 0.0) return HECO_EXEC_LATE;
    exec_child_sleep(c, *sent < size, left);
    return HECO_EXEC_MOVED; /* the next call reads the bytes or reports the timeout */
}

char *heco_exec_child_line(heco_exec_child *c, size_t *length) {
    if (c->scanned < c->begin) c->scanned = c->begin;
    char *end =
        c->end > c->scanned ? memchr(c->text + c->scanned, '\n', c->end - c->scanned) : NULL;
    if (end == NULL) {
        c->scanned = c->end;
        return NULL;
    }
    char *line = c->text + c->begin;
    *end       = '\0';
    *length    = (size_t)(end - line);
    c->begin = c->scanned = c->begin + *length + 1;
    return line;
}

void heco_exec_child_unread(heco_exec_child *c, char *line, size_t length) {
    line[length] = '\n';
    c->begin = c->scanned = (size_t)(line - c->text);
}

/* --- ending -------------------------------------------------------------------------------- */

/* Discards output until the program closes it, at most until that time. */
static void exec_child_drain(heco_exec_child *c, double until) {
    char   waste[8192];
    double left;
    while ((left = until - heco_clock()) > 0.0) {
        heco_pipe pipe[HECO_PIPES] = {HECO_PIPE_NONE, c->pipe[HECO_PIPE_OUT],
                                      c->pipe[HECO_PIPE_ERR]};
        unsigned  ready            = heco_pipe_wait(pipe, (int)(left * 1e3) + 1);
        if (ready & 1u << HECO_PIPE_ERR) exec_child_read_err(c);
        if (!(ready & 1u << HECO_PIPE_OUT)) continue;
        ssize_t got = heco_pipe_read(c->pipe[HECO_PIPE_OUT], waste, sizeof waste);
        if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR)) return;
    }
}

void heco_exec_child_stop(heco_exec_child *c, int immediately, char *how, size_t size) {
    if (c->pid == 0) return;
    heco_pipe_close(&c->pipe[HECO_PIPE_IN]);
    if (!immediately) exec_child_drain(c, heco_clock() + exec_child_end_seconds);
    /* Reads no more than a pipe holds: processes that the program started may still write. */
    for (int i = 0;
         i < 16 && c->pipe[HECO_PIPE_ERR] != HECO_PIPE_NONE && exec_child_read_err(c) > 0; i++)
        continue;
    /* A program closes its output shortly before it ends: its exit code is waited for. */
    for (int i = 0; !immediately && i < 20 && !heco_child_has_ended(c->pid); i++) {
        struct timespec moment = {0, 1000000};
        nanosleep(&moment, NULL);
    }
    heco_child_kill(c->pid);
    heco_orphan_reaper_remove(c->reaper, c->pid); /* while the id is still the program's */
    int status = heco_child_end(c->pid);
    if (how != NULL) heco_child_describe(status, 1, how, size);
    heco_pipe_close(&c->pipe[HECO_PIPE_OUT]);
    heco_pipe_close(&c->pipe[HECO_PIPE_ERR]);
    free(c->text);
    c->text = NULL;
    c->pid  = 0;
}

void heco_exec_child_last_line(const heco_exec_child *c, char *out, size_t size) {
    heco_exec_quote_last(out, size, c->tail, c->tail_used);
}
