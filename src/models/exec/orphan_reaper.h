/* Ends programs whose host was killed. If the host is killed (SIGKILL, SIGQUIT, out of memory), a
 * program that hangs or ignores the end of its input would outlive it, and so would the processes
 * it has started. The reaper is a shell that knows the process groups of the programs. It waits at
 * a pipe for the end of the host. */
#ifndef HECO_MODELS_EXEC_ORPHAN_REAPER_H
#define HECO_MODELS_EXEC_ORPHAN_REAPER_H

#include <sys/types.h>

typedef struct {
    pid_t pid; /* 0: no reaper is running, and no program is registered                      */
    int   fd;
} heco_orphan_reaper;

/* Starts the reaper. If that fails, the host works without one. */
void heco_orphan_reaper_start(heco_orphan_reaper *reaper);
/* Registers or removes the process group of that leader. Every thread and every forked copy of the
 * host may call them. `reaper` may be NULL. */
void heco_orphan_reaper_add(const heco_orphan_reaper *reaper, pid_t leader);
void heco_orphan_reaper_remove(const heco_orphan_reaper *reaper, pid_t leader);
/* Ends the reaper; it kills no program. */
void heco_orphan_reaper_stop(heco_orphan_reaper *reaper);

#endif
