/* Child processes: end and describe them; on POSIX also fork and limit them. Code that runs in a
 * forked child here is async-signal-safe, so that a host with several threads may fork and exec.
 * child.c and child_windows.c implement the functions; programs are started by base/program.h. */
#ifndef HECO_BASE_CHILD_H
#define HECO_BASE_CHILD_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#ifndef _WIN32
enum {
    HECO_CHILD_GROUP =
        1,                /* The child leads a process group of its own: one kill() reaches the
                           * processes it starts, and Ctrl-C at the terminal reaches the host only. */
    HECO_CHILD_MORTAL = 2 /* The child is killed when the host ends. The kernel reports the end of
                           * the thread that forked, so this works for the main thread only. */
};

/* Forks; flags are HECO_CHILD_*. In the child, the signals of faults and pipes have their default
 * action and no signal is blocked, because the handlers and the mask of the host are not meant for
 * it. Returns like fork(). */
pid_t heco_child_fork(unsigned flags);

/* Limits the address space of the calling process to `bytes`; 0 sets no limit. */
void heco_child_limit_memory(uint64_t bytes);

/* Opens a pipe whose ends are not 0, 1 or 2 (a host may have closed those) and are closed on exec.
 * Returns 0, or an errno. */
int heco_child_pipe(int end[2]);

/* Calls write() without raising SIGPIPE in the host. */
ssize_t heco_child_write(int fd, const void *data, size_t size);
#endif

/* Returns whether the child has ended. It still has to be ended by heco_child_end(). */
int heco_child_has_ended(pid_t pid);

/* Kills the process group that the child leads: the child and the processes it has started. */
void heco_child_kill(pid_t pid);

/* Kills the child and its process group, waits for the child, and returns its wait status. Returns
 * 0 if the host ignores SIGCHLD and the status is lost. */
int heco_child_end(pid_t pid);

/* Writes "ended with exit code 3" or "was ended by signal 11 (Segmentation fault)". If `shell` is
 * not 0, the child is a shell, whose exit code 128 + N reports signal N of its program. */
void heco_child_describe(int status, int shell, char *out, size_t size);

#endif
