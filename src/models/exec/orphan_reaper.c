#include "models/exec/orphan_reaper.h"

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include "base/child.h"

enum { ORPHAN_REAPER_FILES = 1024 }; /* descriptors of the host that the shell closes */

/* Reads lines "+ ID" and "- ID"; at the end of its input it kills the groups that are left. */
static const char orphan_reaper_script[] =
    "all=\n"
    "while read -r what id; do\n"
    "  case $what in\n"
    "  +) all=\"$all -$id\" ;;\n"
    "  -) old=$all all=\n"
    "     for one in $old; do [ \"$one\" = \"-$id\" ] || all=\"$all $one\"; done ;;\n"
    "  esac\n"
    "done\n"
    "[ -z \"$all\" ] || kill -KILL $all\n";

/* Runs in the child. It closes the descriptors of the host: readers of the host's pipes would
 * otherwise wait for the shell to end. */
static void orphan_reaper_run(int in) {
    int null = open("/dev/null", O_WRONLY);
    if (dup2(in, 0) < 0 || null < 0 || dup2(null, 1) < 0 || dup2(null, 2) < 0) _exit(126);
    for (int fd = 3; fd < ORPHAN_REAPER_FILES; fd++) close(fd);
    execl("/bin/sh", "sh", "-c", orphan_reaper_script, (char *)NULL);
    _exit(127);
}

void heco_orphan_reaper_start(heco_orphan_reaper *r) {
    int end[2];
    *r = (heco_orphan_reaper){0};
    if (heco_child_pipe(end) != 0) return;
    pid_t pid = heco_child_fork(HECO_CHILD_GROUP);
    if (pid == 0) orphan_reaper_run(end[0]);
    close(end[0]);
    if (pid < 0) {
        close(end[1]);
        return;
    }
    fcntl(end[1], F_SETFL, O_NONBLOCK);
    *r = (heco_orphan_reaper){.pid = pid, .fd = end[1]};
}

/* If the reaper was killed, the write fails without consequences. */
static void orphan_reaper_send(const heco_orphan_reaper *r, char what, pid_t leader) {
    char line[32];
    if (r == NULL || r->pid == 0) return;
    int length = snprintf(line, sizeof line, "%c %ld\n", what, (long)leader);
    heco_child_write(r->fd, line, (size_t)length);
}

void heco_orphan_reaper_add(const heco_orphan_reaper *r, pid_t leader) {
    orphan_reaper_send(r, '+', leader);
}

void heco_orphan_reaper_remove(const heco_orphan_reaper *r, pid_t leader) {
    orphan_reaper_send(r, '-', leader);
}

void heco_orphan_reaper_stop(heco_orphan_reaper *r) {
    if (r->pid == 0) return;
    heco_child_end(r->pid);
    close(r->fd);
    r->pid = 0;
}
