#define _DEFAULT_SOURCE /* syscall */
#include "models/exec/exec_child.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif

#include "base/clock.h"
#include "models/exec/exec_answer.h"

enum { EXEC_CHILD_LINE = 64 << 20, EXEC_CHILD_FIRST = 16 << 10 };
static const double exec_child_patience = 0.3;   /* seconds a program gets to end by itself */
static const double exec_child_moment   = 50e-6; /* seconds in which a quick program answers */

/* --- starting ------------------------------------------------------------------------------ */

/* A pipe whose ends are not 0, 1, 2 (a host may have closed those) and are not inherited. */
static int exec_child_pipe(int end[2]) {
    int raw[2];
    if (pipe(raw) != 0) return errno;
    end[0]   = fcntl(raw[0], F_DUPFD_CLOEXEC, 3);
    end[1]   = fcntl(raw[1], F_DUPFD_CLOEXEC, 3);
    int code = end[0] < 0 || end[1] < 0 ? errno : 0;
    close(raw[0]);
    close(raw[1]);
    if (code == 0) return 0;
    if (end[0] >= 0) close(end[0]);
    if (end[1] >= 0) close(end[1]);
    return code;
}

/* What the program is started with. */
typedef struct {
    char    *command;
    uint64_t memory;
    pid_t    parent;
    int      of_main; /* started by the host's main thread                                  */
} exec_child_plan;

/* One program and its arguments: then the shell need not stay, and signals reach the program
 * itself. */
static int exec_child_is_simple(const char *command) {
    static const char *const words[] = {"exec", "eval",  "command", ".",   "!",    "{",
                                        "if",   "while", "until",   "for", "case", "time"};
    command += strspn(command, " \t");
    size_t first = strcspn(command, " \t");
    if (strpbrk(command, ";|&<>()`\n") != NULL || memchr(command, '=', first) != NULL) return 0;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strlen(words[i]) == first && strncmp(command, words[i], first) == 0) return 0;
    return 1;
}

static int exec_child_prepare(exec_child_plan *plan, const char *command, uint64_t memory) {
    size_t size = strlen(command) + 6;
    *plan       = (exec_child_plan){
              .command = malloc(size), .memory = memory, .parent = getpid(), .of_main = 0};
    if (plan->command == NULL) return ENOMEM;
    snprintf(plan->command, size, "%s%s", exec_child_is_simple(command) ? "exec " : "", command);
#ifdef __linux__
    plan->of_main = syscall(SYS_gettid) == (long)plan->parent;
#endif
    return 0;
}

/* When the host is killed the program ends with it, also one that does not read. The kernel's
 * parent is a thread: only of the main one is it sure that its end is the end of the host. */
static void exec_child_limit(const exec_child_plan *plan) {
    struct rlimit limit = {.rlim_cur = (rlim_t)plan->memory, .rlim_max = (rlim_t)plan->memory};
    if (plan->memory != 0) setrlimit(RLIMIT_AS, &limit);
#ifdef __linux__
    if (plan->of_main) prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
    if (getppid() != plan->parent) _exit(126);
}

/* After fork: only calls that are safe there. The host may ignore or block signals (Python
 * ignores SIGPIPE), which a program does not expect. Its own process group makes one kill
 * reach what the shell starts, and keeps Ctrl-C at the terminal for the host. */
static void exec_child_become(int in, int out, int err, const exec_child_plan *plan) {
    sigset_t none;
    setpgid(0, 0);
    signal(SIGPIPE, SIG_DFL);
    signal(SIGINT, SIG_DFL);
    signal(SIGCHLD, SIG_DFL);
    signal(SIGXFSZ, SIG_DFL);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    exec_child_limit(plan);
    if (dup2(in, 0) < 0 || dup2(out, 1) < 0 || dup2(err, 2) < 0) _exit(126);
    execl("/bin/sh", "sh", "-c", plan->command, (char *)NULL);
    _exit(127);
}

static void exec_child_close_all(int (*ends)[2], int count) {
    for (int i = 0; i < count; i++) close(ends[i][0]), close(ends[i][1]);
}

int heco_exec_child_start(heco_exec_child *c, const char *command, uint64_t memory,
                          const heco_orphan_reaper *guard) {
    exec_child_plan plan;
    int             ends[3][2] = {{-1, -1}, {-1, -1}, {-1, -1}}, made = 0;
    int             code = exec_child_prepare(&plan, command, memory);
    memset(c, 0, sizeof *c);
    while (code == 0 && made < 3 && (code = exec_child_pipe(ends[made])) == 0) made++;
    pid_t pid = code == 0 ? fork() : -1;
    if (pid == 0) exec_child_become(ends[0][0], ends[1][1], ends[2][1], &plan);
    if (pid < 0 && code == 0) code = errno;
    free(plan.command);
    if (pid < 0) {
        exec_child_close_all(ends, made);
        return code;
    }
    setpgid(pid, pid); /* here too: whoever comes first */
    close(ends[0][0]), close(ends[1][1]), close(ends[2][1]);
    c->pid   = pid;
    c->guard = guard;
    heco_orphan_reaper_add(guard, pid);
    c->in = ends[0][1], c->out = ends[1][0], c->err = ends[2][0];
    fcntl(c->in, F_SETFL, O_NONBLOCK);
    fcntl(c->out, F_SETFL, O_NONBLOCK);
    fcntl(c->err, F_SETFL, O_NONBLOCK);
    return 0;
}

/* --- moving bytes -------------------------------------------------------------------------- */

/* write() without SIGPIPE reaching the host: blocked in this thread, and taken back if it was
 * this write that raised it. */
static ssize_t exec_child_write(int fd, const char *data, size_t size) {
    sigset_t pipe_set, before, pending;
    sigemptyset(&pipe_set);
    sigaddset(&pipe_set, SIGPIPE);
    sigpending(&pending);
    int old = sigismember(&pending, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &pipe_set, &before);
    ssize_t put  = write(fd, data, size);
    int     code = errno;
    if (put < 0 && code == EPIPE && !old) {
        struct timespec now = {0, 0};
        while (sigtimedwait(&pipe_set, NULL, &now) < 0 && errno == EINTR) {
        }
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = code;
    return put;
}

static void exec_child_keep_tail(heco_exec_child *c, const char *data, size_t size) {
    if (size > HECO_EXEC_TAIL) data += size - HECO_EXEC_TAIL, size = HECO_EXEC_TAIL;
    size_t over = c->tail_used + size > HECO_EXEC_TAIL ? c->tail_used + size - HECO_EXEC_TAIL : 0;
    memmove(c->tail, c->tail + over, c->tail_used - over);
    memcpy(c->tail + c->tail_used - over, data, size);
    c->tail_used += size - over;
}

/* Standard error is read so that the program never blocks on it; closing it means nothing. */
static ssize_t exec_child_read_err(heco_exec_child *c) {
    char    data[8192];
    ssize_t got = read(c->err, data, sizeof data);
    if (got > 0) exec_child_keep_tail(c, data, (size_t)got);
    else if (got == 0) close(c->err), c->err = -1;
    return got;
}

static int exec_child_room(heco_exec_child *c) {
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

static heco_exec_event exec_child_read(heco_exec_child *c) {
    if (c->end - c->begin > EXEC_CHILD_LINE) return HECO_EXEC_FLOOD;
    if (!exec_child_room(c)) return HECO_EXEC_MEMORY;
    ssize_t got = read(c->out, c->text + c->end, c->size - c->end);
    if (got > 0) c->end += (size_t)got;
    if (got == 0) return HECO_EXEC_CLOSED;
    if (got < 0 && errno != EAGAIN && errno != EINTR) return HECO_EXEC_CLOSED;
    return got > 0 ? HECO_EXEC_MOVED : HECO_EXEC_LATE;
}

int heco_exec_child_push(heco_exec_child *c, const char *data, size_t *sent, size_t size) {
    ssize_t put = exec_child_write(c->in, data + *sent, size - *sent);
    if (put > 0) *sent += (size_t)put;
    else if (errno == EPIPE) *sent = size; /* it has ended; its last words may still come */
    return put > 0;
}

/* A program whose answers take microseconds pays more for waking its reader with each of them than
 * for computing it. So the reader stays awake for a moment, but gives way to who needs the core. */
static heco_exec_event exec_child_spin(heco_exec_child *c) {
    heco_exec_event got;
    double          until = heco_clock() + exec_child_moment;
    do {
        sched_yield();
        got = exec_child_read(c);
    } while (got == HECO_EXEC_LATE && heco_clock() < until);
    return got;
}

/* Sleeps until something can be read or written, for a second at most. */
static void exec_child_sleep(heco_exec_child *c, int writing, double left) {
    struct pollfd watch[3] = {{.fd = c->out, .events = POLLIN},
                              {.fd = c->err, .events = POLLIN},
                              {.fd = writing ? c->in : -1, .events = POLLOUT}};
    double        began    = c->spin ? heco_clock() : 0.0;
    if (poll(watch, 3, left < 1.0 ? (int)(left * 1e3) + 1 : 1000) > 0 && watch[1].revents != 0)
        exec_child_read_err(c);
    c->quick = c->spin && heco_clock() - began < exec_child_moment;
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
    return HECO_EXEC_MOVED; /* the next call sees what there is, or that it is late */
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

static void exec_child_drain(heco_exec_child *c, double until) {
    char   waste[8192];
    double left;
    while ((left = until - heco_clock()) > 0.0) {
        struct pollfd watch[2] = {{.fd = c->out, .events = POLLIN},
                                  {.fd = c->err, .events = POLLIN}};
        if (poll(watch, 2, (int)(left * 1e3) + 1) < 0 && errno != EINTR) return;
        if (watch[1].revents != 0) exec_child_read_err(c);
        if (watch[0].revents == 0) continue;
        ssize_t got = read(c->out, waste, sizeof waste);
        if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR)) return;
    }
}

/* What the shell reports as 128 + signal happened to the program that it had started. */
static void exec_child_describe(int status, char *how, size_t size) {
    int code = WEXITSTATUS(status), number = WIFSIGNALED(status) ? WTERMSIG(status) : code - 128;
    if (number > 0 && number < 32)
        snprintf(how, size, "was ended by signal %d (%s)", number, strsignal(number));
    else snprintf(how, size, "ended with exit code %d", code);
}

void heco_exec_child_stop(heco_exec_child *c, int at_once, char *how, size_t size) {
    int   status = 0;
    pid_t got    = 0;
    if (c->pid == 0) return;
    close(c->in);
    if (!at_once) exec_child_drain(c, heco_clock() + exec_child_patience);
    /* Its last words: all that a pipe holds, but no more from whoever else writes into it. */
    for (int i = 0; i < 16 && c->err >= 0 && exec_child_read_err(c) > 0; i++) continue;
    /* It closes its output a moment before it can be waited for. */
    for (int i = 0; !at_once && i < 20 && (got = waitpid(c->pid, &status, WNOHANG)) == 0; i++) {
        struct timespec moment = {0, 1000000};
        nanosleep(&moment, NULL);
    }
    kill(-c->pid, SIGKILL); /* and what it has started */
    heco_orphan_reaper_remove(c->guard, c->pid);
    while (got == 0 || (got < 0 && errno == EINTR)) got = waitpid(c->pid, &status, 0);
    if (how != NULL) exec_child_describe(status, how, size);
    close(c->out);
    if (c->err >= 0) close(c->err);
    free(c->text);
    c->text = NULL;
    c->pid  = 0;
}

void heco_exec_child_words(const heco_exec_child *c, char *out, size_t size) {
    size_t end = c->tail_used;
    while (end > 0 && (c->tail[end - 1] == '\n' || c->tail[end - 1] == '\r')) end--;
    size_t begin = end;
    while (begin > 0 && c->tail[begin - 1] != '\n') begin--;
    heco_exec_quote(out, size, c->tail + begin, end - begin);
}
