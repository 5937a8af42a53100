/* Programs that heco starts, with files or pipes as their standard streams. program_posix.c and
 * program_windows.c implement them. A started program has an id, with which base/child.h asks
 * about it and ends it. */
#ifndef HECO_BASE_PROGRAM_H
#define HECO_BASE_PROGRAM_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

typedef struct {
    const char  *shell;  /* a command for the shell (cmd.exe on Windows); NULL: file and words  */
    const char  *file;   /* path of the program                                                 */
    char *const *words;  /* its arguments; the first is its own name, NULL follows the last     */
    const char  *folder; /* the folder it runs in; NULL: the folder of the caller               */
    uint64_t     memory; /* limit in bytes; 0: none                                             */
} heco_program;

/* One end of a pipe to a program; HECO_PIPE_NONE if it is closed. */
typedef intptr_t heco_pipe;
enum { HECO_PIPE_NONE = -1 };
enum { HECO_PIPE_IN, HECO_PIPE_OUT, HECO_PIPE_ERR, HECO_PIPES }; /* standard streams */

/* Starts a program whose standard streams are the open files `fd`, all above 2. It is ended with
 * the host. Returns its id, or -1 with errno. */
pid_t heco_program_start(const heco_program *program, const int fd[HECO_PIPES]);

/* Starts a program and connects its standard streams to pipes. Returns likewise. */
pid_t heco_program_connect(const heco_program *program, heco_pipe pipe[HECO_PIPES]);

/* These read and write without waiting, like read() and write(): -1 with EAGAIN if nothing can be
 * moved yet, -1 with EPIPE if the program reads no more. No signal is raised in the host. */
ssize_t heco_pipe_read(heco_pipe pipe, void *data, size_t size);
ssize_t heco_pipe_write(heco_pipe pipe, const void *data, size_t size);

/* Waits until a pipe can be moved, for at most that time. `pipe` are the ends of the program's
 * standard streams; those that are HECO_PIPE_NONE are not waited for. Returns a set of bits, 1 <<
 * HECO_PIPE_OUT for instance; 0 after the time has passed. */
unsigned heco_pipe_wait(const heco_pipe pipe[HECO_PIPES], int milliseconds);

/* Closes the end and sets it to HECO_PIPE_NONE. */
void heco_pipe_close(heco_pipe *pipe);

#endif
