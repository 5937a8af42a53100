/* A program connected by three pipes. Reading and writing never block for longer than asked and
 * never raise SIGPIPE in the host. The standard error of the program is always read. */
#ifndef HECO_MODELS_EXEC_EXEC_CHILD_H
#define HECO_MODELS_EXEC_EXEC_CHILD_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/program.h"
#include "models/exec/orphan_reaper.h"

enum { HECO_EXEC_TAIL = 2048 };

typedef struct {
    const heco_orphan_reaper *reaper; /* knows the program while it runs; NULL: none         */
    pid_t     pid; /* 0: not running                                                          */
    heco_pipe pipe[HECO_PIPES]; /* to its standard streams                                  */
    char     *text; /* bytes read but not yet taken: [begin, end) of size                     */
    size_t    begin, end, size, scanned;
    char      tail[HECO_EXEC_TAIL]; /* the last bytes of its standard error                   */
    size_t    tail_used;
    int       spin;  /* the reader may poll for a moment instead of sleeping; set by the owner */
    int       quick; /* the last answer came within such a moment                             */
} heco_exec_child;

typedef enum {
    HECO_EXEC_MOVED,     /* bytes were written or read, or the call slept                     */
    HECO_EXEC_LATE,      /* the deadline has passed                                           */
    HECO_EXEC_CLOSED,    /* the program closed its standard output, as a rule by ending       */
    HECO_EXEC_LONG_LINE, /* a line exceeds the buffer                                         */
    HECO_EXEC_MEMORY     /* out of memory                                                     */
} heco_exec_event;

/* Runs the command with the shell until it is stopped or the host ends, with at most `memory` bytes
 * (0: no limit). Returns 0, or an errno. */
int heco_exec_child_start(heco_exec_child *child, const char *command, uint64_t memory,
                          const heco_orphan_reaper *reaper);

/* Writes bytes of [*sent, size) of `data`, reads output, and returns after the first of either.
 * The deadline is in heco_clock() seconds; 0: none. */
heco_exec_event heco_exec_child_move(heco_exec_child *child, const char *data, size_t *sent,
                                     size_t size, double deadline);

/* Writes as much as possible without waiting. Returns whether bytes were written. */
int heco_exec_child_push(heco_exec_child *child, const char *data, size_t *sent, size_t size);

/* Takes the next complete line, or returns NULL. The line is valid until the next move. */
char *heco_exec_child_line(heco_exec_child *child, size_t *length);

/* Puts back the line that was taken last. There must not have been a move in between. */
void heco_exec_child_unread(heco_exec_child *child, char *line, size_t length);

/* Ends the program, either immediately or by closing its input and waiting for a moment. If `how`
 * is not NULL, writes how it ended, such as "ended with exit code 3". */
void heco_exec_child_stop(heco_exec_child *child, int immediately, char *how, size_t size);

/* Copies the last line of its standard error, or "". */
void heco_exec_child_last_line(const heco_exec_child *child, char *out, size_t size);

#endif
