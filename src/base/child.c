#define _DEFAULT_SOURCE /* syscall */
#include "base/child.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif

/* Returns whether the caller is the main thread of `process`. It matters, because PR_SET_PDEATHSIG
 * acts when the forking thread ends. */
static int child_is_main_thread(pid_t process) {
#ifdef __linux__
    return syscall(SYS_gettid) == (long)process;
#else
    return (void)process, 0;
#endif
}

static void child_reset_signals(void) {
    static const int signals[] = {SIGSEGV, SIGBUS,  SIGFPE,  SIGILL, SIGABRT,
                                  SIGALRM, SIGPIPE, SIGXFSZ, SIGCHLD};
    sigset_t         none;
    for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++) signal(signals[i], SIG_DFL);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

pid_t heco_child_fork(unsigned flags) {
    pid_t parent  = getpid();
    int   of_main = child_is_main_thread(parent);
    pid_t pid     = fork();
    /* Parent and child both set the group, because either may run first. */
    if (pid >= 0 && flags & HECO_CHILD_GROUP) setpgid(pid, pid);
    if (pid != 0) return pid;
    child_reset_signals();
    if (flags & HECO_CHILD_MORTAL) {
#ifdef __linux__
        if (of_main) prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
        if (getppid() != parent) _exit(126); /* the host ended before prctl() */
    }
    (void)of_main;
    return 0;
}

void heco_child_limit_memory(uint64_t bytes) {
    struct rlimit limit = {.rlim_cur = (rlim_t)bytes, .rlim_max = (rlim_t)bytes};
    if (bytes != 0) setrlimit(RLIMIT_AS, &limit);
}

int heco_child_pipe(int end[2]) {
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

/* Blocks SIGPIPE in this thread, and consumes it if this write raised it. */
ssize_t heco_child_write(int fd, const void *data, size_t size) {
    sigset_t pipe_set, before, pending;
    sigemptyset(&pipe_set);
    sigaddset(&pipe_set, SIGPIPE);
    sigpending(&pending);
    int was_pending = sigismember(&pending, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &pipe_set, &before);
    ssize_t put  = write(fd, data, size);
    int     code = errno;
    if (put < 0 && code == EPIPE && !was_pending) {
        struct timespec now = {0, 0};
        while (sigtimedwait(&pipe_set, NULL, &now) < 0 && errno == EINTR) continue;
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = code;
    return put;
}

int heco_child_has_ended(pid_t pid) {
    siginfo_t info;
    info.si_pid = 0;
    if (waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT) != 0) return errno == ECHILD;
    return info.si_pid == pid;
}

/* The child has not been waited for, so its id has not been given to another process yet. */
void heco_child_kill(pid_t pid) { kill(-pid, SIGKILL); }

int heco_child_end(pid_t pid) {
    int   status = 0;
    pid_t got;
    heco_child_kill(pid);
    kill(pid, SIGKILL);
    do got = waitpid(pid, &status, 0);
    while (got < 0 && errno == EINTR);
    return got == pid ? status : 0;
}

void heco_child_describe(int status, int shell, char *out, size_t size) {
    int code = WEXITSTATUS(status), number = 0;
    if (WIFSIGNALED(status)) number = WTERMSIG(status);
    else if (shell && code > 128 && code < 160) number = code - 128;
    if (number > 0) snprintf(out, size, "was ended by signal %d (%s)", number, strsignal(number));
    else snprintf(out, size, "ended with exit code %d", code);
}
