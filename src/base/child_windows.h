/* A child process of Windows. Its id (pid_t has 64 bits there) is the address of this. */
#ifndef HECO_BASE_CHILD_WINDOWS_H
#define HECO_BASE_CHILD_WINDOWS_H

#include <windows.h>

typedef struct {
    HANDLE process, job;
} heco_child;

#endif
