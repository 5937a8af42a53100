#include "models/trial_fork.h"

#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

/* The last byte of a child that came through. The exit code would do, unless the host process
 * ignores SIGCHLD. */
static const char trial_fork_good = '\1';

/* Runs before everything that the host process registered, so that none of it runs twice, and
 * before buffers that the host has not yet written are written twice. */
static void trial_fork_leave(void) { _exit(3); }

static void trial_fork_child(int out, void (*work)(void *), void *user, unsigned seconds) {
    dup2(out, 1);
    dup2(out, 2);
    /* The host's handlers would go on with the host's work, here. */
    static const int signals[] = {SIGALRM, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
    for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++) signal(signals[i], SIG_DFL);
    alarm(seconds);
    if (atexit(trial_fork_leave) != 0) _exit(4);
    work(user);
    ssize_t wrote = write(out, &trial_fork_good, 1);
    _exit(wrote == 1 ? 0 : 4);
}

void heco_trial_fork_refuse(const char *format, ...) {
    char    text[400];
    va_list list;
    va_start(list, format);
    int length = vsnprintf(text, sizeof text, format, list);
    va_end(list);
    if (length > (int)sizeof text - 1) length = (int)sizeof text - 1;
    ssize_t wrote = write(2, text, length > 0 ? (size_t)length : 0);
    _exit(wrote < 0 ? 4 : 3);
}

/* Keeps the beginning of what comes; the last byte of all is in *last. */
static void trial_fork_listen(int in, char *said, size_t size, char *last) {
    char    block[512];
    size_t  used = 0;
    ssize_t got;
    while ((got = read(in, block, sizeof block)) != 0) {
        if (got < 0) {
            if (errno == EINTR) continue;
            break;
        }
        *last       = block[got - 1];
        size_t room = size - 1 - used, take = (size_t)got < room ? (size_t)got : room;
        memcpy(said + used, block, take);
        used += take;
    }
    said[used] = '\0';
}

/* One line: control characters become blanks, what follows the first line goes. */
static void trial_fork_tidy(char *said) {
    size_t blank = strspn(said, " \t\r\n");
    memmove(said, said + blank, strlen(said + blank) + 1);
    for (char *c = said; *c != '\0'; c++) {
        if (*c == '\n' && c[1] != '\t' && c[1] != ' ')
            *c = '\0'; /* a continued line is not the end */
        if (*c == '\0') break;
        if ((unsigned char)*c < ' ') *c = ' ';
    }
    size_t length = strlen(said);
    while (length > 0 && (said[length - 1] == ' ' || said[length - 1] == ':'))
        said[--length] = '\0';
}

heco_trial_fork_end heco_trial_fork(void (*work)(void *user), void *user, unsigned seconds,
                                    char *said, size_t size) {
    int  pair[2], status = 0;
    char last = 0;
    said[0]   = '\0';
    if (pipe(pair) != 0) return HECO_TRIAL_NO_FORK;
    pid_t child = fork();
    if (child == 0) {
        close(pair[0]);
        trial_fork_child(pair[1], work, user, seconds);
    }
    close(pair[1]);
    if (child > 0) trial_fork_listen(pair[0], said, size, &last);
    close(pair[0]);
    if (child < 0) return HECO_TRIAL_NO_FORK;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
    if (last == trial_fork_good) return HECO_TRIAL_GOOD;
    trial_fork_tidy(said);
    if (!WIFSIGNALED(status)) return HECO_TRIAL_BAD;
    if (WTERMSIG(status) == SIGALRM) return HECO_TRIAL_LATE;
    snprintf(said, size, "%s", strsignal(WTERMSIG(status)));
    return HECO_TRIAL_CRASH;
}
