#include "base/program.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/child.h"

/* --- starting ------------------------------------------------------------------------------ */

/* Returns whether the command is one program with its arguments and not a word of the shell. Then
 * the shell is replaced by the program, so that signals reach the program itself. */
static int program_is_simple(const char *command) {
    static const char *const words[] = {
        "exec", "eval", "command", ".",      "!",     "{",      "if",   "while", "until",
        "for",  "case", "time",    ":",      "exit",  "export", "set",  "unset", "trap",
        "cd",   "wait", "read",    "ulimit", "umask", "return", "shift"};
    command += strspn(command, " \t");
    size_t first = strcspn(command, " \t");
    if (strpbrk(command, ";|&<>()`\n") != NULL || memchr(command, '=', first) != NULL) return 0;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strlen(words[i]) == first && strncmp(command, words[i], first) == 0) return 0;
    return 1;
}

/* Returns the text for the shell, which the caller frees; NULL: no memory. */
static char *program_shell_text(const char *command) {
    size_t size = strlen(command) + 6;
    char  *text = malloc(size);
    if (text == NULL) return NULL;
    snprintf(text, size, "%s%s", program_is_simple(command) ? "exec " : "", command);
    return text;
}

/* Runs in the child; only async-signal-safe calls are allowed here. */
static void program_run(const heco_program *p, const char *text, const int fd[HECO_PIPES]) {
    signal(SIGINT, SIG_DFL);
    heco_child_limit_memory(p->memory);
    if (dup2(fd[0], 0) < 0 || dup2(fd[1], 1) < 0 || dup2(fd[2], 2) < 0) _exit(126);
    if (p->folder != NULL && chdir(p->folder) != 0) _exit(126);
    if (text != NULL) execl("/bin/sh", "sh", "-c", text, (char *)NULL);
    else execv(p->file, p->words);
    _exit(127);
}

pid_t heco_program_start(const heco_program *p, const int fd[HECO_PIPES]) {
    char *text = p->shell != NULL ? program_shell_text(p->shell) : NULL;
    if (p->shell != NULL && text == NULL) return errno = ENOMEM, -1;
    pid_t pid = heco_child_fork(HECO_CHILD_GROUP | HECO_CHILD_MORTAL);
    if (pid == 0) program_run(p, text, fd);
    int code = errno;
    free(text);
    errno = code;
    return pid;
}

pid_t heco_program_connect(const heco_program *p, heco_pipe pipe[HECO_PIPES]) {
    int   ends[HECO_PIPES][2], theirs[HECO_PIPES], made = 0, code = 0;
    pid_t pid = -1;
    while (made < HECO_PIPES && (code = heco_child_pipe(ends[made])) == 0) made++;
    if (made == HECO_PIPES) {
        for (int i = 0; i < HECO_PIPES; i++) theirs[i] = ends[i][i != HECO_PIPE_IN];
        pid  = heco_program_start(p, theirs);
        code = errno;
    }
    for (int i = 0; i < made; i++) {
        int reads = i == HECO_PIPE_IN; /* the end of the program */
        close(ends[i][!reads]);
        pipe[i] = ends[i][reads];
        if (pid < 0) heco_pipe_close(&pipe[i]);
        else fcntl(ends[i][reads], F_SETFL, O_NONBLOCK);
    }
    errno = code;
    return pid;
}

/* --- pipes --------------------------------------------------------------------------------- */

ssize_t heco_pipe_read(heco_pipe pipe, void *data, size_t size) {
    return read((int)pipe, data, size);
}

ssize_t heco_pipe_write(heco_pipe pipe, const void *data, size_t size) {
    return heco_child_write((int)pipe, data, size);
}

unsigned heco_pipe_wait(const heco_pipe pipe[HECO_PIPES], int milliseconds) {
    struct pollfd watch[HECO_PIPES];
    unsigned      ready = 0;
    for (int i = 0; i < HECO_PIPES; i++)
        watch[i] =
            (struct pollfd){.fd = (int)pipe[i], .events = i == HECO_PIPE_IN ? POLLOUT : POLLIN};
    if (poll(watch, HECO_PIPES, milliseconds) <= 0) return 0;
    for (int i = 0; i < HECO_PIPES; i++) ready |= (unsigned)(watch[i].revents != 0) << i;
    return ready;
}

void heco_pipe_close(heco_pipe *pipe) {
    if (*pipe >= 0) close((int)*pipe);
    *pipe = HECO_PIPE_NONE;
}
