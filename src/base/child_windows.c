#include "base/child_windows.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/child.h"

static heco_child *child_of(pid_t pid) { return (heco_child *)(intptr_t)pid; }

int heco_child_has_ended(pid_t pid) {
    return WaitForSingleObject(child_of(pid)->process, 0) == WAIT_OBJECT_0;
}

void heco_child_kill(pid_t pid) { TerminateJobObject(child_of(pid)->job, 1); }

/* A process that has ended keeps its own exit code when its job is ended. */
int heco_child_end(pid_t pid) {
    heco_child *child = child_of(pid);
    DWORD       code  = 0;
    heco_child_kill(pid);
    WaitForSingleObject(child->process, INFINITE);
    GetExitCodeProcess(child->process, &code);
    CloseHandle(child->process);
    CloseHandle(child->job);
    free(child);
    return (int)code;
}

/* Exit codes from 0xC0000000 on are exceptions that the process did not handle. */
void heco_child_describe(int status, int shell, char *out, size_t size) {
    unsigned    code = (unsigned)status;
    const char *name = code == 0xC0000005u   ? " (access violation)"
                       : code == 0xC00000FDu ? " (stack overflow)"
                       : code == 0xC0000135u ? " (a DLL is missing)"
                                             : "";
    (void)shell;
    if (code >= 0xC0000000u) snprintf(out, size, "was ended by exception 0x%08X%s", code, name);
    else snprintf(out, size, "ended with exit code %d", status);
}
