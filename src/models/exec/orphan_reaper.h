/* Ends programs whose host was killed. A program that hangs, or ignores the end of its input, would
 * outlive a host that had no chance to end it (SIGKILL, SIGQUIT, no memory), and so would what it
 * has started. The guard is a shell that waits at a pipe for the end of the host and knows the
 * process groups of its programs. */
#ifndef HECO_MODELS_EXEC_ORPHAN_REAPER_H
#define HECO_MODELS_EXEC_ORPHAN_REAPER_H

#include <sys/types.h>

typedef struct {
    pid_t pid; /* 0: none; then nothing is guarded                                         */
    int   fd;
} heco_orphan_reaper;

/* Where it cannot be started there is none. */
void heco_orphan_reaper_start(heco_orphan_reaper *guard);
/* The group of that leader is to end with the host, or has ended. From any thread, and from forked
 * copies of the host, too. NULL is fine. */
void heco_orphan_reaper_add(const heco_orphan_reaper *guard, pid_t leader);
void heco_orphan_reaper_remove(const heco_orphan_reaper *guard, pid_t leader);
/* Its programs have ended. */
void heco_orphan_reaper_stop(heco_orphan_reaper *guard);

#endif
