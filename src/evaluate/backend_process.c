/* process: forked workers, so that what the user's code does to its process (segfault, abort,
 * exit, endless loop, eating all memory) costs one point and not the search.
 *
 * Each worker has a slot of rows in memory shared with the parent, and a socket on which one
 * byte says "go" and one byte says "done". Before each row the worker notes in the slot which
 * row it begins and when; after a crash or a hang the parent reads there which point it was.
 * A problem with a batch function gets whole chunks; when one is lost, its rows are tried again
 * one by one, so there too exactly the guilty points fail.
 *
 * How the rows are cut into chunks depends on the clock; results land in fixed rows, so that
 * never shows. */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS, syscall */
#include <errno.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/syscall.h>
#endif

#include "base/clock.h"
#include "base/error.h"
#include "base/number_text.h"
#include "evaluate/backends.h"
#include "heco/version.h"
#include "evaluate/process_worker.h"

enum {
    PROCESS_ROWS       = 256,     /* most rows of a chunk                                    */
    PROCESS_SLOT_BYTES = 1 << 20, /* where rows are very long: what a slot may take          */
    PROCESS_STARTS     = 3,       /* a worker that dies so often before it is ready is given up */
};
static const double process_chunk_seconds = 1e-3;
static const double process_watch_seconds = 0.02; /* between two looks at what the caller wants */
static const double process_grace_seconds = 1.0;  /* for points under way when it wants to stop */

typedef enum { PROCESS_DOWN, PROCESS_STARTING, PROCESS_IDLE, PROCESS_BUSY } process_phase;

typedef struct {
    process_phase      phase;
    pid_t              pid;
    int                fd;
    unsigned           bad_starts;
    double             sent;
    heco_process_slot *slot;
    heco_batch         rows;    /* a view of the slot                                  */
    size_t index[PROCESS_ROWS]; /* which rows of the caller's batch these are          */
} process_worker;

typedef struct {
    const heco_problem    *problem;
    heco_evaluator_options options;
    unsigned               count;
    process_worker        *worker;
    struct pollfd         *polls;
    char                  *shared;
    size_t                 shared_bytes, rows;
    double                 row_seconds; /* smoothed; 0: not known yet                         */
    /* of the batch in hand */
    heco_batch           *batch;
    heco_evaluator_stats *stats;
    size_t                next, left; /* next fresh row; rows without an answer             */
    size_t               *again, agains, capacity; /* rows to be sent again                   */
    unsigned             *tries;
    heco_watch            watch;
    double                give_up; /* when points under way are abandoned; 0: no stop asked  */
} process_pool;

static int process_in_main_thread(void) {
#ifdef __linux__
    return syscall(SYS_gettid) == (long)getpid();
#else
    return 0;
#endif
}

static void process_start(process_pool *pool, process_worker *w) {
    int pair[2];
    w->phase = PROCESS_DOWN;
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0) return;
    fflush(NULL); /* or what waits in a buffer would be written by parent and worker */
    heco_process_duty duty = {.problem = pool->problem,
                              .options = &pool->options,
                              .slot    = w->slot,
                              .rows    = &w->rows,
                              .fd      = pair[1],
                              .parent  = getpid(),
                              .of_main = process_in_main_thread()};
    w->pid                 = fork();
    if (w->pid == 0) {
        close(pair[0]);
        for (unsigned i = 0; i < pool->count; i++)
            if (&pool->worker[i] != w && pool->worker[i].phase != PROCESS_DOWN)
                close(pool->worker[i].fd);
        heco_process_serve(&duty);
    }
    close(pair[1]);
    w->fd = pair[0];
    if (w->pid < 0) {
        close(w->fd);
        return;
    }
    setpgid(w->pid, w->pid); /* here too: whoever comes first */
    w->phase = PROCESS_STARTING;
}

static void process_describe(const process_pool *pool, int status, char *out, size_t size) {
    int      used  = WIFSIGNALED(status)
                         ? snprintf(out, size, "signal %d (%s) ended the worker", WTERMSIG(status),
                                    strsignal(WTERMSIG(status)))
                         : snprintf(out, size, "the function ended its process with exit code %d",
                                    WEXITSTATUS(status));
    uint64_t limit = pool->options.memory_limit;
    if (limit != 0 && used > 0 && (size_t)used < size) /* few look at what malloc returns */
        snprintf(out + used, size - (size_t)used, " (memory limit: %llu MB)",
                 (unsigned long long)(limit >> 20));
}

/* Waits for a worker that is dead or being killed. What it had started ends with it. */
static int process_reap(process_worker *w) {
    int   status = 0;
    pid_t got;
    kill(-w->pid, SIGKILL); /* not yet waited for, so the id is still the worker's */
    do got = waitpid(w->pid, &status, 0);
    while (got < 0 && errno == EINTR);
    close(w->fd);
    w->phase = PROCESS_DOWN;
    return got == w->pid ? status : 0;
}

static void process_fail(process_pool *pool, size_t row, const char *why) {
    heco_batch *b = pool->batch;
    if (pool->tries[row] < pool->options.retries) {
        pool->tries[row]++;
        pool->stats->retried++;
        pool->again[pool->agains++] = row;
        return;
    }
    b->state[row] = HECO_ROW_FAILED;
    b->f[row]     = NAN;
    for (size_t k = 0; k < b->ng; k++) b->g[row * b->ng + k] = NAN;
    for (size_t k = 0; k < b->nh; k++) b->h[row * b->nh + k] = NAN;
    snprintf(pool->stats->last_failure, sizeof pool->stats->last_failure, "%s", why);
    pool->left--;
}

/* Rows [0, count) of the worker's chunk have their values. */
static void process_collect(process_pool *pool, process_worker *w, size_t count) {
    heco_batch *b = pool->batch;
    for (size_t i = 0; i < count; i++) {
        size_t row = w->index[i];
        if (w->rows.state[i] == HECO_ROW_FAILED) {
            process_fail(pool, row, w->slot->trouble.last_failure);
            continue;
        }
        if (w->rows.state[i] == HECO_ROW_SKIPPED) continue;
        b->state[row] = w->rows.state[i];
        b->f[row]     = w->rows.f[i];
        if (b->ng) memcpy(b->g + row * b->ng, w->rows.g + i * b->ng, b->ng * sizeof *b->g);
        if (b->nh) memcpy(b->h + row * b->nh, w->rows.h + i * b->nh, b->nh * sizeof *b->h);
        pool->left--;
    }
}

static void process_done(process_pool *pool, process_worker *w) {
    double per_row    = (heco_clock() - w->sent) / (double)w->rows.count;
    pool->row_seconds = pool->row_seconds > 0.0 ? 0.8 * pool->row_seconds + 0.2 * per_row : per_row;
    pool->stats->retried += w->slot->trouble.retried;
    pool->stats->restarted += w->slot->trouble.restarted;
    pool->stats->timed_out += w->slot->trouble.timed_out;
    if (w->slot->stop) pool->batch->stop = 1;
    process_collect(pool, w, w->rows.count);
    w->phase = PROCESS_IDLE;
}

/* The chunk of a dead worker: what came before the guilty row counts, what comes after it is
 * sent again, and where nobody knows which row it was, all are sent again one by one. */
static void process_lose(process_pool *pool, process_worker *w, int late, const char *why) {
    size_t at = atomic_load(&w->slot->at);
    if (pool->problem->eval_batch != NULL && w->rows.count > 1) {
        for (size_t i = 0; i < w->rows.count; i++) pool->again[pool->agains++] = w->index[i];
        return;
    }
    if (at >= w->rows.count) at = w->rows.count - 1; /* the user's code wrote over the slot */
    char text[400], point[300];
    heco_point_text(point, sizeof point, pool->batch->x + w->index[at] * w->rows.n, w->rows.n,
                    pool->problem->x_names);
    snprintf(text, sizeof text, "%.110s at %.270s", why, point);
    for (size_t i = 0; i < at; i++)
        if (w->rows.state[i] == HECO_ROW_FAILED)
            heco_evaluate_explain(pool->problem, NULL, w->rows.x + i * w->rows.n,
                                  w->slot->trouble.last_failure);
    process_collect(pool, w, at);
    pool->stats->timed_out += late ? 1 : 0;
    process_fail(pool, w->index[at], text);
    for (size_t i = at + 1; i < w->rows.count; i++) pool->again[pool->agains++] = w->index[i];
}

static void process_restart(process_pool *pool, process_worker *w, int late) {
    char why[120];
    int  busy     = w->phase == PROCESS_BUSY;
    w->bad_starts = busy ? 0 : w->bad_starts + 1;
    if (late) kill(w->pid, SIGKILL);
    process_describe(pool, process_reap(w), why, sizeof why);
    if (late) snprintf(why, sizeof why, "no value within %g s", pool->options.timeout);
    if (busy) process_lose(pool, w, late, why);
    if (w->bad_starts >= PROCESS_STARTS) return;
    if (pool->stats != NULL) pool->stats->restarted++;
    process_start(pool, w);
}

static void process_event(process_pool *pool, process_worker *w) {
    char byte;
    if (!heco_process_hear(w->fd, &byte))
        process_restart(pool, w, 0);
    else if (byte == 'D' && w->phase == PROCESS_BUSY)
        process_done(pool, w);
    else
        w->phase = PROCESS_IDLE, w->bad_starts = 0;
}

static int process_is_late(const process_pool *pool, const process_worker *w) {
    if (w->phase != PROCESS_BUSY || pool->options.timeout <= 0.0) return 0;
    double started = fmax((double)atomic_load(&w->slot->started) * 1e-9, w->sent);
    return heco_clock() - started > pool->options.timeout;
}

/* Until the first worker that can be late would be, and at most a second: a worker whose
 * children hold its socket open dies without a sign on it. */
static int process_patience(const process_pool *pool) {
    double wait = pool->watch.ask != NULL ? process_watch_seconds : 1.0;
    for (unsigned i = 0; i < pool->count; i++) {
        const process_worker *w = &pool->worker[i];
        if (w->phase != PROCESS_BUSY || pool->options.timeout <= 0.0) continue;
        double started = fmax((double)atomic_load(&w->slot->started) * 1e-9, w->sent);
        wait           = fmin(wait, started + pool->options.timeout - heco_clock());
    }
    return wait > 0.0 ? (int)(wait * 1e3) + 1 : 0;
}

static int process_is_dead(const process_worker *w) {
    siginfo_t info;
    info.si_pid = 0;
    return waitid(P_PID, (id_t)w->pid, &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
           info.si_pid == w->pid;
}

/* One turn: waits for news of any worker that runs, and takes it. */
static void process_wait(process_pool *pool) {
    for (unsigned i = 0; i < pool->count; i++) {
        pool->polls[i].fd      = pool->worker[i].phase == PROCESS_DOWN ? -1 : pool->worker[i].fd;
        pool->polls[i].events  = POLLIN;
        pool->polls[i].revents = 0;
    }
    int ready = poll(pool->polls, pool->count, process_patience(pool));
    for (unsigned i = 0; i < pool->count; i++) {
        process_worker *w = &pool->worker[i];
        if (w->phase == PROCESS_DOWN) continue;
        if (ready > 0 && pool->polls[i].revents != 0)
            process_event(pool, w);
        else if (process_is_late(pool, w))
            process_restart(pool, w, 1);
        else if (ready == 0 && process_is_dead(w))
            process_restart(pool, w, 0);
    }
}

static size_t process_chunk_size(const process_pool *pool) {
    if (pool->row_seconds <= 0.0) return 1;
    size_t fresh = pool->batch->count - pool->next;
    double share = ceil((double)fresh / (double)pool->count);
    double size  = fmin(fmin(share, (double)pool->rows), process_chunk_seconds / pool->row_seconds);
    return size > 1.0 ? (size_t)size : 1;
}

static void process_assign(process_pool *pool, process_worker *w) {
    heco_batch *b    = pool->batch;
    size_t      size = process_chunk_size(pool), k = 0;
    if (pool->agains > 0 && pool->problem->eval_batch != NULL) size = 1;
    if (pool->agains > 0)
        while (k < size && pool->agains > 0) w->index[k++] = pool->again[--pool->agains];
    else
        while (k < size && pool->next < b->count) w->index[k++] = pool->next++;
    if (k == 0) return;
    for (size_t i = 0; i < k; i++) {
        memcpy(w->rows.x + i * b->n, b->x + w->index[i] * b->n, b->n * sizeof *b->x);
        w->rows.state[i] = HECO_ROW_SKIPPED;
    }
    w->rows.count = w->slot->count = k;
    w->slot->stop                  = 0;
    memset(&w->slot->trouble, 0, sizeof w->slot->trouble);
    atomic_store(&w->slot->at, 0);
    atomic_store(&w->slot->started, heco_process_now());
    w->sent  = heco_clock();
    w->phase = PROCESS_BUSY;
    heco_process_say(w->fd, 'G'); /* should it be dead: the next wait shows it */
}

static unsigned process_in_phase(const process_pool *pool, process_phase phase) {
    unsigned count = 0;
    for (unsigned i = 0; i < pool->count; i++) count += pool->worker[i].phase == phase;
    return count;
}

/* The lists of the batch in hand: each row is in `again` at most once. */
static heco_status process_reserve(process_pool *pool, size_t count) {
    if (count > pool->capacity) {
        size_t *again = realloc(pool->again, count * sizeof *again);
        if (again != NULL) pool->again = again;
        unsigned *tries = realloc(pool->tries, count * sizeof *tries);
        if (tries != NULL) pool->tries = tries;
        if (again == NULL || tries == NULL) return HECO_ERR_MEMORY;
        pool->capacity = count;
    }
    memset(pool->tries, 0, count * sizeof *pool->tries);
    return HECO_OK;
}

/* The points under way take too long for somebody who wants to stop: what is done counts, the
 * others stay skipped, and the workers start over. */
static void process_abandon(process_pool *pool) {
    for (unsigned i = 0; i < pool->count; i++) {
        process_worker *w = &pool->worker[i];
        if (w->phase != PROCESS_BUSY) continue;
        kill(w->pid, SIGKILL);
        process_reap(w);
        size_t done = pool->problem->eval_batch == NULL ? atomic_load(&w->slot->at) : 0;
        process_collect(pool, w, done < w->rows.count ? done : 0);
        process_start(pool, w);
    }
}

/* Whether the caller wants to stop; and if it did a while ago: 2, now. */
static int process_ask(process_pool *pool) {
    heco_batch *b = pool->batch;
    if (pool->give_up > 0.0) return heco_clock() < pool->give_up ? 1 : 2;
    if (b->stop || !heco_watch_ask(&pool->watch, b->count - pool->left)) return 0;
    b->stop       = 1;
    pool->give_up = heco_clock() + process_grace_seconds;
    return 1;
}

static heco_status process_eval(void *state, heco_batch *batch, heco_evaluator_stats *stats) {
    process_pool *pool = state;
    if (batch->count == 0) return HECO_OK;
    heco_status status = process_reserve(pool, batch->count);
    if (status != HECO_OK) return status;
    pool->batch   = batch;
    pool->stats   = stats;
    pool->next    = 0;
    pool->left    = batch->count;
    pool->agains  = 0;
    pool->give_up = 0.0;
    while (pool->left > 0) {
        if (process_ask(pool) == 2) process_abandon(pool);
        for (unsigned i = 0; i < pool->count && !batch->stop; i++)
            if (pool->worker[i].phase == PROCESS_IDLE) process_assign(pool, &pool->worker[i]);
        if (batch->stop && process_in_phase(pool, PROCESS_BUSY) == 0) break;
        if (process_in_phase(pool, PROCESS_DOWN) == pool->count) {
            snprintf(stats->last_failure, sizeof stats->last_failure,
                     "no worker process can be started any more");
            return HECO_ERR_EVAL;
        }
        process_wait(pool);
    }
    return HECO_OK;
}

static void process_close(void *state) {
    process_pool *pool = state;
    for (unsigned i = 0; i < pool->count; i++) {
        process_worker *w = &pool->worker[i];
        if (w->phase == PROCESS_BUSY)
            kill(w->pid, SIGKILL);
        else if (w->phase != PROCESS_DOWN)
            shutdown(w->fd, SHUT_WR);
    }
    for (unsigned i = 0; i < pool->count; i++) {
        process_worker *w = &pool->worker[i];
        if (w->phase == PROCESS_DOWN) continue;
        struct pollfd end = {.fd = w->fd, .events = POLLIN};
        char          byte;
        while (poll(&end, 1, 1000) == 1 && heco_process_hear(w->fd, &byte)) {
        }
        kill(w->pid, SIGKILL); /* not yet waited for, so the id is still the worker's */
        process_reap(w);
    }
    if (pool->shared != NULL) munmap(pool->shared, pool->shared_bytes);
    free(pool->worker);
    free(pool->polls);
    free(pool->again);
    free(pool->tries);
    free(pool);
}

/* A slot: its head, then x, f, g, h and the states of all rows. */
static void process_view(process_pool *pool, process_worker *w, char *at) {
    const heco_space *s = &pool->problem->space;
    double           *v = (double *)(void *)(at + (sizeof(heco_process_slot) + 63) / 64 * 64);
    w->slot             = (heco_process_slot *)(void *)at;
    w->rows             = (heco_batch){.n = s->n, .ng = s->ng, .nh = s->nh, .capacity = pool->rows};
    w->rows.x           = v, v += pool->rows * s->n;
    w->rows.f           = v, v += pool->rows;
    w->rows.g           = v, v += pool->rows * s->ng;
    w->rows.h           = v, v += pool->rows * s->nh;
    w->rows.state       = (unsigned char *)v;
}

static heco_status process_map(process_pool *pool, heco_error *error) {
    const heco_space *s   = &pool->problem->space;
    size_t            row = (s->n + 1 + s->ng + s->nh) * sizeof(double) + 1;
    pool->rows            = PROCESS_SLOT_BYTES / row;
    if (pool->rows > PROCESS_ROWS) pool->rows = PROCESS_ROWS;
    if (pool->rows < 1) pool->rows = 1;
    size_t slot        = (sizeof(heco_process_slot) + 64 + pool->rows * row + 63) / 64 * 64;
    pool->shared_bytes = slot * pool->count;
    void *shared =
        mmap(NULL, pool->shared_bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED)
        return heco_fail_memory_for(error, "%u workers: %zu bytes of shared memory", pool->count,
                                    pool->shared_bytes);
    pool->shared = shared;
    for (unsigned i = 0; i < pool->count; i++)
        process_view(pool, &pool->worker[i], pool->shared + i * slot);
    return HECO_OK;
}

static heco_status process_begin(process_pool *pool, heco_error *error) {
    heco_status status = process_map(pool, error);
    if (status != HECO_OK) return status;
    for (unsigned i = 0; i < pool->count; i++) process_start(pool, &pool->worker[i]);
    while (process_in_phase(pool, PROCESS_STARTING) > 0) process_wait(pool);
    if (process_in_phase(pool, PROCESS_DOWN) > 0)
        return heco_fail(error, HECO_ERR_EVAL,
                         "%u of %u worker processes did not start: use fewer workers, or look "
                         "whether the model can be opened more than once",
                         process_in_phase(pool, PROCESS_DOWN), pool->count);
    return HECO_OK;
}

static heco_status process_open(void **state, const heco_problem *problem,
                                const heco_evaluator_options *options, heco_error *error) {
    process_pool *pool = calloc(1, sizeof *pool);
    if (pool == NULL) return heco_fail_memory(error);
    pool->problem = problem;
    pool->options = *options;
    pool->watch   = heco_watch_new(options);
    pool->count   = options->workers != 0 ? options->workers : heco_cores_count();
    pool->worker  = calloc(pool->count, sizeof *pool->worker);
    pool->polls   = calloc(pool->count, sizeof *pool->polls);
    heco_status status;
    if (pool->worker == NULL || pool->polls == NULL) {
        pool->count = 0;
        status      = heco_fail_memory(error);
    } else
        status = process_begin(pool, error);
    if (status != HECO_OK) {
        process_close(pool);
        return status;
    }
    *state = pool;
    return HECO_OK;
}

const heco_backend heco_backend_process = {
    .name     = "process",
    .title    = "forked workers that may crash or hang",
    .open     = process_open,
    .eval     = process_eval,
    .close    = process_close,
    .explains = 1,
};
