/* A program at the other end of three pipes. Reading and writing never block for longer than
 * asked, never raise SIGPIPE in the host, and its standard error is always read. */
#ifndef HECO_MODELS_EXEC_EXEC_CHILD_H
#define HECO_MODELS_EXEC_EXEC_CHILD_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "models/exec/orphan_reaper.h"

enum { HECO_EXEC_TAIL = 2048 };

typedef struct {
    const heco_orphan_reaper *guard; /* who is to know of it; NULL: nobody                    */
    pid_t  pid; /* 0: not running                                                          */
    int    in, out, err;
    char  *text; /* read but not yet taken: [begin, end) of size                           */
    size_t begin, end, size, scanned;
    char   tail[HECO_EXEC_TAIL]; /* what it wrote to standard error last                   */
    size_t tail_used;
    int    spin;  /* may look again and again for a moment instead of sleeping: set by the owner */
    int    quick; /* it has answered within such a moment the last time                       */
} heco_exec_child;

typedef enum {
    HECO_EXEC_MOVED,  /* something was written or read                                     */
    HECO_EXEC_LATE,   /* nothing until the deadline                                        */
    HECO_EXEC_CLOSED, /* it has closed its standard output: ended, as a rule               */
    HECO_EXEC_FLOOD,  /* a line that does not end                                          */
    HECO_EXEC_MEMORY
} heco_exec_event;

/* Runs the command with /bin/sh, with at most that many bytes of memory (0: no limit), until it is
 * stopped or the host ends. 0, or an errno. */
int heco_exec_child_start(heco_exec_child *child, const char *command, uint64_t memory,
                          const heco_orphan_reaper *guard);

/* Writes from [*sent, size) of `data` what goes, reads what comes, and returns after the first
 * of either; deadline in heco_clock() seconds, 0: none. */
heco_exec_event heco_exec_child_move(heco_exec_child *child, const char *data, size_t *sent,
                                     size_t size, double deadline);

/* Writes what goes without waiting. 1: something went. */
int heco_exec_child_push(heco_exec_child *child, const char *data, size_t *sent, size_t size);

/* The next whole line, valid until the next move; NULL: none there. */
char *heco_exec_child_line(heco_exec_child *child, size_t *length);

/* Puts the line back that was the last to be taken; nothing must have moved since. */
void heco_exec_child_unread(heco_exec_child *child, char *line, size_t length);

/* Ends it: by the end of its input and some patience, or immediately. Writes what became of it,
 * such as "ended with exit code 3", when `how` is not NULL. */
void heco_exec_child_stop(heco_exec_child *child, int at_once, char *how, size_t size);

/* The last line of its standard error, "" when there is none. */
void heco_exec_child_words(const heco_exec_child *child, char *out, size_t size);

#endif
