#include "models/exec/orphan_reaper.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { ORPHAN_REAPER_FILES = 1024 };

/* Lines "+ ID" and "- ID"; at the end of the input, what is left is killed. */
static const char orphan_reaper_script[] =
    "all=\n"
    "while read -r what id; do\n"
    "  case $what in\n"
    "  +) all=\"$all -$id\" ;;\n"
    "  -) old=$all all=\n"
    "     for one in $old; do [ \"$one\" = \"-$id\" ] || all=\"$all $one\"; done ;;\n"
    "  esac\n"
    "done\n"
    "[ -z \"$all\" ] || kill -KILL $all\n";

/* After fork: nothing of the host's is kept open, or its readers would wait for the guard. Signals
 * for the group of the host do not reach it. */
static void orphan_reaper_become(int in) {
    sigset_t none;
    setpgid(0, 0);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    int nothing = open("/dev/null", O_WRONLY);
    if (dup2(in, 0) < 0 || nothing < 0 || dup2(nothing, 1) < 0 || dup2(nothing, 2) < 0) _exit(126);
    for (int fd = 3; fd < ORPHAN_REAPER_FILES; fd++) close(fd);
    execl("/bin/sh", "sh", "-c", orphan_reaper_script, (char *)NULL);
    _exit(127);
}

void heco_orphan_reaper_start(heco_orphan_reaper *g) {
    int raw[2], end[2];
    *g = (heco_orphan_reaper){0};
    if (pipe(raw) != 0) return;
    end[0] = fcntl(raw[0], F_DUPFD_CLOEXEC, 3); /* a host may have closed 0, 1, 2 */
    end[1] = fcntl(raw[1], F_DUPFD_CLOEXEC, 3);
    close(raw[0]), close(raw[1]);
    pid_t pid = end[0] >= 0 && end[1] >= 0 ? fork() : -1;
    if (pid == 0) {
        close(end[1]);
        orphan_reaper_become(end[0]);
    }
    if (end[0] >= 0) close(end[0]);
    if (pid < 0) {
        if (end[1] >= 0) close(end[1]);
        return;
    }
    setpgid(pid, pid); /* here too: whoever comes first */
    fcntl(end[1], F_SETFL, O_NONBLOCK);
    *g = (heco_orphan_reaper){.pid = pid, .fd = end[1]};
}

/* A guard that somebody has killed must not cost the host a SIGPIPE. */
static void orphan_reaper_say(const heco_orphan_reaper *g, char what, pid_t leader) {
    char     line[32];
    sigset_t pipe_set, before, pending;
    if (g == NULL || g->pid == 0) return;
    int length = snprintf(line, sizeof line, "%c %ld\n", what, (long)leader);
    sigemptyset(&pipe_set);
    sigaddset(&pipe_set, SIGPIPE);
    sigpending(&pending);
    int old = sigismember(&pending, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &pipe_set, &before);
    if (write(g->fd, line, (size_t)length) < 0 && errno == EPIPE && !old) {
        struct timespec now = {0, 0};
        while (sigtimedwait(&pipe_set, NULL, &now) < 0 && errno == EINTR) continue;
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

void heco_orphan_reaper_add(const heco_orphan_reaper *g, pid_t leader) {
    orphan_reaper_say(g, '+', leader);
}

void heco_orphan_reaper_remove(const heco_orphan_reaper *g, pid_t leader) {
    orphan_reaper_say(g, '-', leader);
}

void heco_orphan_reaper_stop(heco_orphan_reaper *g) {
    pid_t got;
    if (g->pid == 0) return;
    kill(g->pid, SIGKILL);
    do got = waitpid(g->pid, NULL, 0);
    while (got < 0 && errno == EINTR);
    close(g->fd);
    g->pid = 0;
}
