#include "models/trial_fork.h"

#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/child.h"

/* The last byte that a successful child writes. Its exit code is lost if the host ignores
 * SIGCHLD. */
static const char trial_fork_good = '\1';
/* The byte before the text of heco_trial_fork_refuse(). */
static const char trial_fork_refused = '\2';

/* Runs before the exit functions and the buffers of the host, so that the child repeats neither. */
static void trial_fork_exit(void) { _exit(3); }

/* Runs `work` with its output to `out`, and ends the child. */
static void trial_fork_child(int out, void (*work)(void *), void *user, unsigned seconds) {
    dup2(out, 1);
    dup2(out, 2);
    alarm(seconds);
    if (atexit(trial_fork_exit) != 0) _exit(4);
    work(user);
    ssize_t wrote = write(out, &trial_fork_good, 1);
    _exit(wrote == 1 ? 0 : 4);
}

void heco_trial_fork_refuse(const char *format, ...) {
    char    text[400] = {trial_fork_refused};
    va_list list;
    va_start(list, format);
    int length = 1 + vsnprintf(text + 1, sizeof text - 1, format, list);
    va_end(list);
    if (length > (int)sizeof text - 1) length = (int)sizeof text - 1;
    ssize_t wrote = write(2, text, length > 0 ? (size_t)length : 0);
    _exit(wrote < 0 ? 4 : 3);
}

void heco_trial_fork_extend(unsigned seconds) { alarm(seconds); }

/* Keeps the beginning of the output in `text`, or of its part after trial_fork_refused, and its
 * last byte in *last. */
static void trial_fork_read(int in, char *text, size_t size, char *last) {
    char    block[512];
    size_t  used = 0;
    ssize_t got;
    while ((got = read(in, block, sizeof block)) != 0) {
        if (got < 0) {
            if (errno == EINTR) continue;
            break;
        }
        *last             = block[got - 1];
        const char *begin = block, *mark = memchr(block, trial_fork_refused, (size_t)got);
        if (mark != NULL) begin = mark + 1, used = 0;
        size_t left = (size_t)(block + got - begin), room = size - 1 - used;
        size_t take = left < room ? left : room;
        memcpy(text + used, begin, take);
        used += take;
    }
    text[used] = '\0';
}

/* Keeps the first line, with blanks for control characters. */
static void trial_fork_tidy(char *text) {
    size_t blank = strspn(text, " \t\r\n");
    memmove(text, text + blank, strlen(text + blank) + 1);
    for (char *c = text; *c != '\0'; c++) {
        if (*c == '\n' && c[1] != '\t' && c[1] != ' ')
            *c = '\0'; /* an indented line continues the first */
        if (*c == '\0') break;
        if ((unsigned char)*c < ' ') *c = ' ';
    }
    size_t length = strlen(text);
    while (length > 0 && (text[length - 1] == ' ' || text[length - 1] == ':'))
        text[--length] = '\0';
}

heco_trial_fork_end heco_trial_fork(void (*work)(void *user), void *user, unsigned seconds,
                                    char *text, size_t size) {
    int  end[2];
    char last = 0;
    text[0]   = '\0';
    if (heco_child_pipe(end) != 0) return HECO_TRIAL_NO_FORK;
    pid_t child = heco_child_fork(0);
    if (child == 0) {
        close(end[0]);
        trial_fork_child(end[1], work, user, seconds);
    }
    close(end[1]);
    if (child > 0) trial_fork_read(end[0], text, size, &last);
    close(end[0]);
    if (child < 0) return HECO_TRIAL_NO_FORK;
    int status = heco_child_end(child);
    if (last == trial_fork_good) return HECO_TRIAL_GOOD;
    trial_fork_tidy(text);
    if (!WIFSIGNALED(status)) return HECO_TRIAL_BAD;
    if (WTERMSIG(status) == SIGALRM) return HECO_TRIAL_LATE;
    snprintf(text, size, "%s", strsignal(WTERMSIG(status)));
    return HECO_TRIAL_CRASH;
}
